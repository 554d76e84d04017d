// Runs in the browser that `.ci/pages.py` starts, in a page beside the built ones.
// It opens every page in a frame, first as wide as a laptop, then as a phone, and sends
// home what is cut there and what each search finds first.

const FRAMES = 3; // pages at a time
const TOLERANCE = 1; // pixels, lost to rounding
const GAP = 4; // pixels between the title and the buttons beside it
const N_RESULTS = 3; // of each search
const PATIENCE = 20_000; // milliseconds for the results of a search

/** Open an address in a frame, and wait until its fonts have come. */
async function open(frame, address) {
  await new Promise((resolve) => {
    frame.onload = resolve;
    frame.src = address;
  });
  await frame.contentDocument.fonts.ready;
}

/** Return whether an element has a scroll bar of its own when it needs one. */
function scrolls(element, view) {
  return ["auto", "scroll"].includes(view.getComputedStyle(element).overflowX);
}

/** Return how many pixels of the content of an element lie outside of it. */
function excess(element) {
  // Inline elements have no width of their own; labels for screen readers have one pixel.
  if (element.clientWidth <= 1) return 0;
  return element.scrollWidth - element.clientWidth;
}

/** Return whether three dots say that a text goes on, as in the path above a title. */
function endsWithDots(element, view) {
  return view.getComputedStyle(element).textOverflow === "ellipsis";
}

/** Name an element so that it can be found in its page. */
function nameOf(element) {
  const anchor = element.closest("[id]");
  const classes = [...element.classList].map((name) => `.${name}`).join("");
  const text = element.textContent.trim().replace(/\s+/g, " ").slice(0, 60);
  const place = anchor ? ` in #${anchor.id}` : "";
  return `<${element.localName}${classes}>${place}: ${text}`;
}

/** List the elements of a page that are cut at the present width of its frame. */
function cutElements(frame, isWide) {
  const page = frame.contentDocument;
  const view = frame.contentWindow;
  const problems = [];
  const report = (element, problem) =>
    problems.push(`${problem}: ${nameOf(element)}`);

  const outside = page.documentElement.scrollWidth - view.innerWidth;
  if (outside > TOLERANCE) report(page.body, `${outside} px wider than the window`);

  for (const element of page.body.querySelectorAll("*")) {
    const pixels = excess(element);
    if (pixels <= TOLERANCE || endsWithDots(element, view)) continue;
    if (scrolls(element, view)) {
      // A phone may scroll code and tables sideways; a laptop need not.
      if (isWide) report(element, `${pixels} px have to be scrolled`);
    } else if (!isReachable(element, view)) {
      report(element, `${pixels} px are cut`);
    }
  }

  const title = page.querySelector(".bd-header .navbar-header-items__start");
  const buttons = page.querySelectorAll(".bd-header button, .bd-header a");
  for (const button of title ? buttons : []) {
    const box = button.getBoundingClientRect();
    const gap = box.left - title.getBoundingClientRect().right;
    const isBeside =
      box.width > 0 &&
      title.compareDocumentPosition(button) === Node.DOCUMENT_POSITION_FOLLOWING;
    if (isBeside && gap < GAP) report(button, `${gap.toFixed()} px from the title`);
  }
  return problems;
}

/** Return whether what sticks out of an element can be seen all the same. */
function isReachable(element, view) {
  if (view.getComputedStyle(element).overflowX !== "visible") return false;
  const right = element.getBoundingClientRect().left + element.scrollWidth;
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    if (scrolls(parent, view)) return true;
    const box = parent.getBoundingClientRect();
    const isEnd = parent.localName === "article" || parent.localName === "body";
    if (isEnd || view.getComputedStyle(parent).overflowX !== "visible") {
      return right <= box.right + TOLERANCE;
    }
  }
  return true;
}

/** Look at one page at all widths. */
async function lookAt(frame, page, widths) {
  frame.style.width = `${widths[0]}px`;
  await open(frame, page);
  const problems = [];
  for (const width of widths) {
    frame.style.width = `${width}px`;
    for (const problem of cutElements(frame, width === widths[0])) {
      problems.push({ page, width, problem });
    }
  }
  return problems;
}

/** Return the addresses of the first results of a search. */
async function search(frame, words) {
  await open(frame, `search.html?q=${encodeURIComponent(words)}`);
  const page = frame.contentDocument;
  const end = Date.now() + PATIENCE;
  let links = [];
  while (Date.now() < end && links.length < N_RESULTS) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    const summary = page.querySelector("#search-results .search-summary")?.textContent;
    links = [...page.querySelectorAll("#search-results ul.search > li > a")];
    if (summary) break; // Sphinx writes it when the search is finished.
  }
  return links.slice(0, N_RESULTS).map(addressOf);
}

/** Return the address of a link within the pages, without its query. */
function addressOf(link) {
  const { pathname, hash } = new URL(link.href);
  return pathname.slice(1) + hash;
}

/** Do all tasks, in several frames at a time. */
async function inFrames(tasks, work) {
  const waiting = [...tasks];
  const results = [];
  const lanes = Array.from({ length: FRAMES }, async () => {
    const frame = document.body.appendChild(document.createElement("iframe"));
    frame.style.height = "900px";
    frame.style.width = "1280px";
    while (waiting.length) {
      const task = waiting.shift();
      results.push([task, await work(frame, task)]);
    }
    frame.remove();
  });
  await Promise.all(lanes);
  return results;
}

async function main() {
  const { pages, widths, queries } = await (await fetch("/tasks.json")).json();
  const looked = await inFrames(pages, (frame, page) => lookAt(frame, page, widths));
  const found = await inFrames(queries, search);
  return {
    problems: looked.flatMap(([, problems]) => problems),
    results: Object.fromEntries(found),
  };
}

main()
  .catch((error) => ({ error: String(error.stack) }))
  .then((findings) =>
    fetch("/findings", { method: "POST", body: JSON.stringify(findings) }),
  );

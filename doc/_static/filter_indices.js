// The filter above the table of indices. Without this script the whole table is shown.

// The classes of the tables that have the indices of a structure.
const TABLES_OF_STRUCTURES = {
  "all structures": null,
  clusterings: ["partition", "clustering"],
  "co-clusterings": ["partition", "coclustering"],
  biclusterings: ["biclustering"],
  "overlapping clusterings": ["overlapping"],
};

/** Make an element with attributes and children. */
function make(name, attributes = {}, children = []) {
  const element = Object.assign(document.createElement(name), attributes);
  element.append(...children);
  return element;
}

/** Put the filter above the list of the parts of the page, and start it. */
function addFilter() {
  const page = document.querySelector("article section");
  const tables = [...page.querySelectorAll("table.wide")];
  const rows = tables.flatMap((table) => [...table.tBodies[0].rows]);
  const parts = page.querySelector(":scope > nav.contents");

  const words = make("input", { type: "search", id: "filter-words", spellcheck: false });
  words.placeholder = "such as: adjusted rand";
  const structures = make(
    "select",
    { id: "filter-structure" },
    Object.keys(TABLES_OF_STRUCTURES).map((name) => make("option", { textContent: name })),
  );
  const count = make("output", { htmlFor: "filter-words filter-structure" });
  count.ariaLive = "polite";

  function apply() {
    const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean);
    const classes = TABLES_OF_STRUCTURES[structures.value];
    for (const table of tables) {
      const hasStructure =
        !classes || classes.some((name) => table.classList.contains(name));
      for (const row of table.tBodies[0].rows) {
        const text = row.textContent.toLowerCase();
        row.hidden = !hasStructure || !wanted.every((word) => text.includes(word));
      }
    }
    // Sections whose rows are all hidden are hidden, too.
    for (const section of page.querySelectorAll("section")) {
      const rowsInside = [...section.querySelectorAll("table.wide tbody tr")];
      section.hidden = rowsInside.length > 0 && rowsInside.every((row) => row.hidden);
    }
    const shown = rows.filter((row) => !row.hidden).length;
    // The rows that are found stand right below the filter.
    parts.hidden = shown < rows.length;
    count.textContent = `${shown} of ${rows.length} rows`;
  }

  const form = make("form", { className: "filter-indices", role: "search" }, [
    make("label", { htmlFor: words.id, textContent: "Show rows with the words" }),
    words,
    make("label", { htmlFor: structures.id, textContent: "of" }),
    structures,
    count,
  ]);
  form.addEventListener("input", apply);
  form.addEventListener("submit", (event) => event.preventDefault());
  page.insertBefore(form, parts);
  apply();
}

document.addEventListener("DOMContentLoaded", addFilter);

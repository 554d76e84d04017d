// How the results of a search are ordered: `html_search_scorer` of `conf.py`.

// These weights are added to the score of all results on a page. For comparison, a word
// in a text has a score of 5, and an entry of the index that equals the query has 100.
const WEIGHTS_OF_PAGES = [
  [/^(recipes\/|quick_start|which_index|user_guide\/)/, 4],
  [/^(install|notebooks)/, 3],
  [/^(api|generated\/)/, 2],
  [/^(auto_examples\/|coming_from|indices)/, 1],
  // The glossary has an entry for each of its terms, but a recipe with the same entry is
  // a better answer.
  [/^glossary/, -40],
  // These long pages have nearly every word somewhere.
  [/^(recipes$|faq)/, 0],
  // These are read by people who look for them, not by people who look for a word.
  [/^(errata|proofs|studies|benchmarks|changelog|contributing|architecture)/, -200],
];

// A title or an entry of the index that has just the words of the query adds this score.
const SCORE_OF_HEADING = 20;
const MOST_RESULTS = 30;

// These are numbers of characters.
const LENGTH_OF_EXCERPT = 240;
const LENGTH_OF_SHORT_PAGE = 5000; // Every recipe is shorter.

let titlesOfSections;

/** Return the title of a section, by its page and its anchor. */
function titleOfSection(page, anchor) {
  if (!titlesOfSections) {
    titlesOfSections = new Map();
    const { docnames, alltitles } = Search._index;
    for (const [title, places] of Object.entries(alltitles)) {
      for (const [number, id] of places) {
        titlesOfSections.set(`${docnames[number]}#${id}`, title);
      }
    }
  }
  return titlesOfSections.get(page + anchor);
}

var Scorer = {
  score: (result) => {
    const [page, title, anchor, , score, , kind] = result;
    if (kind !== "title" && anchor) {
      const section = titleOfSection(page, anchor);
      if (section && section !== title) result[1] = `${title} > ${section}`;
    }
    const [, weight] =
      WEIGHTS_OF_PAGES.find(([pattern]) => pattern.test(page)) ?? [null, 0];
    // A title that is the query is worth as much as an entry of the index.
    return (kind === "title" ? 6 * score : score) + weight;
  },

  // Somebody who types the whole name of a function wants its page.
  objNameMatch: 200,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};

/** Return the stems of the words of a text, without words such as "how" and "the". */
function stemsOf(text) {
  const stemmer = new Stemmer();
  const words = splitQuery(text.toLowerCase()).filter((word) => !stopwords.has(word));
  return new Set(words.map((word) => stemmer.stemWord(word)));
}

let headings;

/** List all titles and entries of the index, each with its stems and its places. */
function allHeadings() {
  if (!headings) {
    const { alltitles, indexentries } = Search._index;
    headings = Object.entries(alltitles).map(([title, places]) => {
      return { stems: stemsOf(title), places };
    });
    for (const [entry, places] of Object.entries(indexentries)) {
      const mainPlaces = places.filter(([, , isMain]) => isMain);
      headings.push({ stems: stemsOf(entry), places: mainPlaces });
    }
  }
  return headings;
}

function sum(numbers) {
  return [...numbers].reduce((total, number) => total + number, 0);
}

/** Return the results of Sphinx for each word: the pages that have it in their text. */
function resultsOfWords(words, excludedWords, pagesWithAllWords) {
  const results = new Map();
  for (const word of words) {
    results.set(word, pagesWithAllWords(new Set([word]), excludedWords));
  }
  return results;
}

/**
 * Return how much each word of a query says: little if most pages have it, and nothing
 * if no page has it. The weights add up to 1.
 */
function weightsOfWords(results) {
  const { docnames } = Search._index;
  const weights = new Map();
  for (const [word, resultsOfWord] of results) {
    const pages = new Set(resultsOfWord.map(([page]) => page));
    for (const { stems, places } of allHeadings()) {
      if (!stems.has(word)) continue;
      for (const [number] of places) pages.add(docnames[number]);
    }
    weights.set(word, pages.size ? Math.log(1 + docnames.length / pages.size) : 0);
  }
  const total = sum(weights.values());
  for (const [word, weight] of weights) weights.set(word, total ? weight / total : 0);
  return weights;
}

/** Return the score of each page for the words of the query in its text. */
function scoresOfTexts(results, weights) {
  const scores = new Map();
  for (const [word, resultsOfWord] of results) {
    for (const [page] of resultsOfWord) {
      const score = Scorer.term * weights.get(word);
      scores.set(page, (scores.get(page) ?? 0) + score);
    }
  }
  return scores;
}

/**
 * Return the score of the best heading of each place, which is a page or a section.
 *
 * The score is proportional to the share of the query that the heading has, times the
 * share of the heading that the query has.
 */
function scoresOfHeadings(weights) {
  const { docnames } = Search._index;
  const scores = new Map();
  for (const { stems, places } of allHeadings()) {
    const shared = [...stems].filter((stem) => weights.has(stem));
    if (!shared.length) continue;
    const shareOfQuery = sum(shared.map((stem) => weights.get(stem)));
    const score = (SCORE_OF_HEADING * shareOfQuery * shared.length) / stems.size;
    for (const [number, anchor] of places) {
      const place = `${docnames[number]}#${anchor ?? ""}`;
      if (score > (scores.get(place) ?? 0)) scores.set(place, score);
    }
  }
  return scores;
}

/**
 * Let a search of several words find the pages and sections that suit it best.
 *
 * Sphinx shows only pages that have every word, and therefore nothing if a single word
 * is on no page. It also adds up the words of all titles on a page, so that long pages
 * are found first.
 */
function findBestPages() {
  const pagesWithAllWords = Search.performTermsSearch;
  Search.performTermsSearch = (words, excludedWords) => {
    if (words.size < 2) return pagesWithAllWords(words, excludedWords);
    const { docnames, titles, filenames } = Search._index;
    const results = resultsOfWords(words, excludedWords, pagesWithAllWords);
    const weights = weightsOfWords(results);
    const textScores = scoresOfTexts(results, weights);
    const scores = new Map();
    for (const [page, score] of textScores) scores.set(`${page}#`, score);
    for (const [place, score] of scoresOfHeadings(weights)) {
      const [page] = place.split("#");
      if (excludedWords.size && !textScores.has(page)) continue;
      scores.set(place, score + (textScores.get(page) ?? 0));
    }
    const best = [...scores].sort((x, y) => y[1] - x[1]).slice(0, MOST_RESULTS);
    return best.map(([place, score]) => {
      const [page, anchor] = place.split("#");
      const number = docnames.indexOf(page);
      const target = anchor ? `#${anchor}` : "";
      return [page, titles[number], target, null, score, filenames[number], "text"];
    });
  };
}

/**
 * Drop a page from the results if one of its sections suits the query as well. Of a page
 * and a section with the same title, as in a recipe, show the better one.
 */
function preferSections() {
  const pagesAndSections = Search._performSearch;
  Search._performSearch = (...query) => {
    const results = pagesAndSections(...query);
    const bestSections = new Map();
    const bestOfTitles = new Map();
    for (const result of results) {
      const [page, title, anchor, , score] = result;
      if (anchor && score > (bestSections.get(page) ?? 0)) bestSections.set(page, score);
      const best = bestOfTitles.get(`${page} ${title}`);
      if (!best || score > best[4]) bestOfTitles.set(`${page} ${title}`, result);
    }
    return results.filter((result) => {
      const [page, title, anchor, , score] = result;
      const isBest = bestOfTitles.get(`${page} ${title}`) === result;
      return isBest && (anchor || score > (bestSections.get(page) ?? 0));
    });
  };
}

/**
 * Let the excerpt below a result be the beginning of the section or of the recipe.
 *
 * There, a recipe and most sections say what the answer is. Sphinx shows the text around
 * a word of the query instead, which can be anywhere. It still does so for long pages as
 * a whole, because their beginning says little about the word.
 */
function beginExcerptsWithTheAnswer() {
  const textOfPage = Search.htmlToText;
  Search.htmlToText = (html, anchor) => {
    const page = new DOMParser().parseFromString(html, "text/html");
    const article = page.querySelector("article.bd-article");
    if (!article) return textOfPage(html, anchor);
    article.setAttribute("role", "main");
    const part = (anchor && article.querySelector(anchor)) || article;
    part.querySelector("h1, h2, h3, h4")?.remove(); // It is the title of the result.
    return textOfPage(article.outerHTML, anchor).replace(/\s+/g, " ").trim();
  };
  const summaryAroundWord = Search.makeSearchSummary;
  Search.makeSearchSummary = (html, words, anchor) => {
    const text = Search.htmlToText(html, anchor);
    if (!text || (!anchor && text.length > LENGTH_OF_SHORT_PAGE)) {
      return summaryAroundWord(html, words, anchor);
    }
    const summary = document.createElement("p");
    summary.classList.add("context");
    const isCut = text.length > LENGTH_OF_EXCERPT;
    summary.textContent = text.slice(0, LENGTH_OF_EXCERPT) + (isCut ? "..." : "");
    return summary;
  };
}

// The page of the search loads the script that defines `Search` before this one.
findBestPages();
preferSections();
beginExcerptsWithTheAnswer();

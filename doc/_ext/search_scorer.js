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
    if (kind === "index") {
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

/**
 * Return how much each word of a query says: little if most pages have it, and nothing
 * if no page has it.
 */
function weightsOfWords(pagesOfWords) {
  const nPages = Search._index.docnames.length;
  const weights = new Map();
  for (const [word, pages] of pagesOfWords) {
    weights.set(word, pages.length ? Math.log(1 + nPages / pages.length) : 0);
  }
  return weights;
}

/** Find the entries of the index all of whose words are in the query. */
function entriesInQuery(words) {
  const { docnames, titles, filenames, indexentries } = Search._index;
  const stemmer = new Stemmer();
  const results = [];
  for (const [entry, places] of Object.entries(indexentries)) {
    const stems = new Set(
      splitQuery(entry.toLowerCase()).map((word) => stemmer.stemWord(word)),
    );
    const share = stems.size / words.size;
    // An entry that is the whole query is found by Sphinx itself.
    if (share < 0.5 || ![...stems].every((stem) => words.has(stem))) continue;
    for (const [page, anchor, isMain] of places) {
      if (!isMain) continue;
      results.push([
        docnames[page],
        titles[page],
        anchor ? `#${anchor}` : "",
        null,
        Math.round(60 * share),
        filenames[page],
        "index",
      ]);
    }
  }
  return results;
}

/**
 * Let a search also find pages that have only the most telling words of the query.
 *
 * Sphinx shows only pages that have every word, and therefore nothing if a single word
 * is on no page.
 */
function findPagesWithMostWords() {
  const pagesWithAllWords = Search.performTermsSearch;
  Search.performTermsSearch = (words, excludedWords) => {
    if (words.size < 2) return pagesWithAllWords(words, excludedWords);
    const pagesOfWords = new Map();
    for (const word of words) {
      pagesOfWords.set(word, pagesWithAllWords(new Set([word]), excludedWords));
    }
    const weights = weightsOfWords(pagesOfWords);
    const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
    const results = new Map();
    for (const [word, pages] of pagesOfWords) {
      for (const page of pages) {
        const result = results.get(page[0]) ?? page.with(4, 0);
        // A word in a title has a greater score than a word in the text.
        result[4] += (page[4] * weights.get(word)) / total;
        results.set(page[0], result);
      }
    }
    // A page with all words in its text has a score of 5, and half of this is enough.
    const telling = [...results.values()].filter((result) => result[4] >= 2.5);
    return [...entriesInQuery(words), ...telling];
  };
}

/** Drop a page from the results if one of its sections is among them. */
function preferSections() {
  const pagesAndSections = Search._performSearch;
  Search._performSearch = (...query) => {
    const results = pagesAndSections(...query);
    const pagesOfSections = new Set(
      results.filter(([, , anchor]) => anchor).map(([page]) => page),
    );
    return results.filter(([page, , anchor]) => anchor || !pagesOfSections.has(page));
  };
}

/**
 * Let the excerpt below a result begin with the text of the page.
 *
 * The page that Sphinx takes also has the names of the pages above it, and long runs of
 * blanks, which fill the excerpt.
 */
function shortenExcerpts() {
  const textOfPage = Search.htmlToText;
  Search.htmlToText = (html, anchor) => {
    const page = new DOMParser().parseFromString(html, "text/html");
    const article = page.querySelector("article.bd-article");
    if (!article) return textOfPage(html, anchor);
    article.setAttribute("role", "main");
    return textOfPage(article.outerHTML, anchor).replace(/\s+/g, " ");
  };
}

// The page of the search loads the script that defines `Search` before this one.
findPagesWithMostWords();
preferSections();
shortenExcerpts();

// How the results of a search are ordered: `html_search_scorer` of `conf.py`.

// These weights are added to the score of all results on a page. For comparison, a word
// in a text has a score of 5, and an entry of the index that equals the query has 100.
const WEIGHTS_OF_PAGES = [
  [/^(recipes|quick_start|which_index|user_guide\/)/, 4],
  [/^(faq|install|notebooks)/, 3],
  [/^(api|generated\/)/, 2],
  [/^(auto_examples\/|coming_from|indices)/, 1],
  // The glossary has an entry for each of its terms, but a recipe with the same entry is
  // a better answer.
  [/^glossary/, -40],
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

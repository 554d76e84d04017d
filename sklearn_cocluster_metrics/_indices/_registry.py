"""Find indices by their names, and the index that a name from the literature means.

The contracts (`_contract`) of all indices are collected when they are first needed. The
modules of the families import this module for their errors, so that not all contracts
exist at that time.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from types import ModuleType
from typing import Any

from .._structures._messages import suggestion
from ._contract import STRUCTURES_IN_WORDS, Contract, Structure, Synonym


@cache
def declared_contracts() -> Mapping[str, Contract]:
    """Collect the contracts of every module of this subpackage, `_indices`, by name.

    The modules are in alphabetical order, and the contracts of a module in the order of
    their declaration.
    """
    package = str(__package__)
    contracts: dict[str, Contract] = {}
    for module_info in pkgutil.iter_modules(importlib.import_module(package).__path__):
        module = importlib.import_module(f"{package}.{module_info.name}")
        for contract in _contracts_in(module):
            if contract.function.__module__ != module.__name__:
                continue  # The contract was imported into this module.
            if contract.name in contracts:
                raise RuntimeError(
                    f"Two contracts are named {contract.name!r}. Give each contract a "
                    "name of its own."
                )
            contracts[contract.name] = contract
    return contracts


def _contracts_in(module: ModuleType) -> Iterator[Contract]:
    """Yield the contracts that are variables of a module, or values of its dicts."""
    for value in vars(module).values():
        if isinstance(value, Contract):
            yield value
        elif isinstance(value, dict):
            for entry in value.values():
                if isinstance(entry, Contract):
                    yield entry


# The following functions return the meanings of a name.


@dataclass(frozen=True, eq=False)
class Meaning:
    """An index that a name means, and the computation of the named value."""

    contract: Contract
    synonym: Synonym

    @property
    def call(self) -> str:
        """Return the named value in Python, such as ``1 - conmi_score(...)``.

        The call of the index replaces each ``{0}`` in the expression of the synonym.
        An expression of several indices contains their calls itself, without ``{0}``.
        """
        function = self.contract.function.__name__
        options = _in_python({**self.contract.fixed, **self.synonym.options})
        call = f"{function}({', '.join(['true', 'pred', *options])})"
        if self.contract.part is not None:
            # The function returns several indices, and the part is a position.
            call += f"[{self.contract.part}]"
        return self.synonym.expression.format(call)

    @property
    def value(self) -> str:
        """Return the call as code, followed by its context."""
        return f"`{self.call}` {self.synonym.context}".strip()

    def metric(self, *, has_keywords: bool) -> str:
        """Return the code that is passed as a metric.

        If `has_keywords`, options of the metric are passed by keyword. Otherwise, they
        are passed in a partial function.
        """
        options = self.synonym.options
        if not options:
            return repr(self.contract.name)
        if has_keywords:
            keywords = ", ".join(f"`{option}`" for option in _in_python(options))
            return f"{self.contract.name!r} with {keywords}"
        function = self.contract.function.__name__
        keywords = ", ".join(_in_python({**self.contract.fixed, **options}))
        return f"`functools.partial({function}, {keywords})`"


def _in_python(options: Mapping[str, Any]) -> list[str]:
    """Return options as they are written in a call, with texts in double quotes."""
    keywords = []
    for name, value in options.items():
        text = f'"{value}"' if isinstance(value, str) else repr(value)
        keywords.append(f"{name}={text}")
    return keywords


_SUFFIXES = ("coefficient", "index", "measure", "metric", "score", "similarity")
# Letters whose strokes do not count as accents, and the apostrophe of printed text.
_PLAIN_LETTERS = str.maketrans({"ø": "o", "ł": "l", "\u2019": "'"})
_SHORTEST_MISSPELT = 6  # A name with fewer characters resembles too many others.
_LONGEST_NAME = 80  # A text with more characters is not a name.
_PREFIXES = ("bicluster_", "microobject_")  # Users may leave out these prefixes.


def _key_of(name: str) -> str:
    """Return the lowercase letters, digits and stars, such as "yuleq" of "Yule's Q"."""
    plain = unicodedata.normalize("NFKD", name).lower().translate(_PLAIN_LETTERS)
    without_genitive = re.sub(r"'s\b", "", plain)
    return re.sub(r"[^a-z0-9*]", "", without_genitive)


def _keys_of(name: str) -> list[str]:
    """Return the key of a name, with and without a word such as "score"."""
    key = _key_of(name.removeprefix("neg_"))
    shorter_keys = [key.removesuffix(suffix) for suffix in _SUFFIXES]
    return list(dict.fromkeys([key, *shorter_keys]))


@cache
def _meanings_by_key() -> Mapping[str, Sequence[Meaning]]:
    """Return the meanings of synonyms and of names of indices, by their keys.

    The name of an index also has a key without a prefix such as "bicluster_".
    """
    meanings: dict[str, list[Meaning]] = {}
    for contract in declared_contracts().values():
        name = contract.name
        short_names = [name.removeprefix(prefix) for prefix in _PREFIXES]
        keys = dict.fromkeys(map(_key_of, [name, contract.label, *short_names]))
        for synonym in contract.also_called:
            key = _key_of(synonym.name)
            # The synonym says more of this name, such as its options.
            keys.pop(key, None)
            meanings.setdefault(key, []).append(Meaning(contract, synonym))
        for key in keys:
            meanings.setdefault(key, []).append(Meaning(contract, Synonym(key)))
    return meanings


def meanings_of(name: str, allowed: Collection[str] | None = None) -> list[Meaning]:
    """Return the meanings of a name, among the indices with the allowed names.

    The allowed names are names of contracts, such as "conmi". If they are None, all
    indices are allowed. If the name itself has no meaning, it is tried without a word
    such as "score".
    """
    for key in _keys_of(name):
        meanings = [
            meaning
            for meaning in _meanings_by_key().get(key, ())
            if allowed is None or meaning.contract.name in allowed
        ]
        if meanings:
            return meanings
    return []


_NONE_HERE = "No index here gives this value."
_WITHOUT_TRUTH = (
    "It needs no true labels. `sklearn.metrics` has such criteria, and in this package "
    "`modularity_score` and `stability_score` need no true labels."
)
_IN_LINES_OF_NUMPY = "The FAQ has lines for it, under 'not computed'."
_OF_DATA = (
    "It rates biclusters by the data. Indices here compare two biclusterings. "
    f"{_IN_LINES_OF_NUMPY}"
)
_OF_CLUSTERINGS = f"No function here computes it. {_IN_LINES_OF_NUMPY}"
_OF_LIKELIHOOD = (
    "It needs the likelihood of a model. `make_stability_scorer` and "
    "`make_bicross_scorer` select models without a likelihood."
)
_OF_TOPIC_MODEL = (
    "It needs the likelihood of a model. `LatentDirichletAllocation` of scikit-learn "
    "has the methods `perplexity` and `score`."
)
_OF_WORDS = (
    "It rates topics by the words of texts, and no index here does. Use "
    "`CoherenceModel` of gensim."
)
_OF_INFORMATION = (
    "The algorithm that minimizes it reports its value, and no index here computes it. "
    "`modularity_score` needs no true labels, either."
)
_OF_CROSSTAB = (
    f"{_NONE_HERE} `scipy.stats.contingency.association` computes it from the counts, "
    "such as `tables.contingency_table(true, pred).counts`."
)
_OF_ANNOTATIONS = (
    "It compares the names of the labels that annotators have given, and no index here "
    "does. `pairwise_scores` compares the clusterings of several annotators, whose "
    "labels may have any names."
)
_OF_TABLE = f"{_NONE_HERE} With `table = tables.contingency_table(true, pred)`, "
_OF_INTERVAL = "`score_interval` computes a confidence interval by a Bayesian bootstrap"
_SENTENCES_BY_NAMES = {
    ("msr", "mean squared residue", "mean squared residual"): _OF_DATA,
    ("virtual error", "average correlation value", "acv"): _OF_DATA,
    ("average spearman rho", "average spearman's rho", "asr"): _OF_DATA,
    ("pac", "proportion of ambiguous clustering"): _OF_CLUSTERINGS,
    ("co-association matrix", "consensus matrix"): _OF_CLUSTERINGS,
    ("block means", "block mean"): (
        "They describe the data, and no function here returns them. If the labels are "
        "arrays, `pandas.DataFrame(X).groupby(row_labels).mean().T"
        ".groupby(column_labels).mean().T` computes them."
    ),
    ("icl", "bic", "aic"): _OF_LIKELIHOOD,
    ("perplexity", "log likelihood"): _OF_TOPIC_MODEL,
    ("itcc", "mutual information loss"): _OF_INFORMATION,
    ("coherence", "topic coherence", "npmi"): _OF_WORDS,
    ("topic diversity",): (
        "It rates topics by the words of texts, and no index here does."
    ),
    ("macro f1", "f1 macro", "micro f1", "f1 micro"): (
        "`f_measure_score(true, pred, matched_by='f')` is the mean F1 of the true "
        "clusters with their best matches, weighted by the sizes of the clusters. "
        "`match_table(true, pred)` lists the F1 of each cluster."
    ),
    ("normalized cut",): (
        "It rates a partition of a graph, and no index here computes it. For two sets "
        "of nodes, `networkx.normalized_cut_size` computes it. `modularity_score` "
        "needs no true labels, either."
    ),
    ("bootstrap", "confidence interval"): (
        f"{_OF_INTERVAL}. `stability_score` fits an estimator to random parts of the "
        "data."
    ),
    ("standard error",): f"No function returns a standard error. {_OF_INTERVAL}.",
    ("consensus clustering",): (
        "No function builds a consensus clustering. The `medoid` of `pairwise_scores` "
        "is the clustering that agrees best with all others."
    ),
    ("enrichment", "hypergeom", "hypergeometric test", "Fisher's exact test"): (
        "`match_table(true, pred).pairs` has the p-values of Fisher's one-sided exact "
        "test, which come from the hypergeometric distribution, and the p-values "
        "adjusted for all pairs of clusters."
    ),
    ("bcv", "bi-cross-validation"): "`make_bicross_scorer` makes a scorer for it.",
    ("nca", "normalized clustering accuracy"): _NONE_HERE,
    ("psi", "pair sets", "mari", "edit distance"): _NONE_HERE,
    ("rmi", "reduced mutual information"): _NONE_HERE,
    ("Goodman-Kruskal tau", "Goodman-Kruskal lambda"): (
        f"{_NONE_HERE} 'goodman_kruskal' is the gamma of the pairs of samples, which "
        "is another index."
    ),
    ("Cramér's V", "cramers_v", "cramer"): _OF_CROSSTAB,
    ("Tschuprow's T", "tschuprows_t", "tschuprow"): _OF_CROSSTAB,
    ("chi2", "chi-squared", "chi-square"): (
        f"{_NONE_HERE} `scipy.stats.chi2_contingency` computes it from the counts, "
        "such as `tables.contingency_table(true, pred).counts`."
    ),
    (
        "Fleiss' kappa",
        "Krippendorff's alpha",
        "krippendorff_alpha",
        "krippendorff",
    ): _OF_ANNOTATIONS,
    ("muc", "muc_recall", "muc_precision", "muc_f1"): (
        f"{_OF_TABLE}the recall is `(table.n_samples - table.n_nonzero) / "
        "(table.n_samples - table.shape[0])`, and the precision has `table.shape[1]`."
    ),
    ("ceaf", "ceaf_e"): (
        f"{_NONE_HERE} The sum of the column 'f1' of `match_table(true, pred, by='f1', "
        "assignment='one_to_one').true`, divided by the number of true clusters, is "
        "the recall, and divided by the number of predicted clusters, the precision."
    ),
    ("talburt_wang", "Talburt-Wang"): (
        f"{_OF_TABLE}it is `math.prod(table.shape) ** 0.5 / table.n_nonzero`."
    ),
    ("generalized_merge_distance", "gmd"): _NONE_HERE,
    ("closest_cluster_f1",): (
        f"{_NONE_HERE} `match_table(true, pred)` lists the best Jaccard index of each "
        "cluster, and `match_table(true, pred, by='f1')` the best F1."
    ),
    ("rbo", "rank_biased_overlap"): (
        "It compares ranked lists, such as the top words of topics, and no index here "
        "does."
    ),
    ("cohen_kappa_score",): (  # a function of scikit-learn
        "Use `sklearn.metrics.cohen_kappa_score`, because Cohen's kappa of annotations "
        "compares the names of labels. The kappa of pairs of samples is another value, "
        "the adjusted Rand index, which is `cari_score(true, pred)`."
    ),
    ("silhouette", "Davies-Bouldin", "Calinski-Harabasz"): _WITHOUT_TRUTH,
    ("gap", "gap statistic"): (
        "It needs no true labels, and no index here gives this value. In this package, "
        "`modularity_score` and `stability_score` need no true labels."
    ),
    ("modularity",): (
        "`get_scorer('modularity')` returns a scorer that needs no true labels."
    ),
    ("stability",): (
        "`make_stability_scorer` makes a scorer that needs no true labels."
    ),
    ("pair confusion matrix", "pair confusion"): "`pair_counts` counts the pairs.",
    ("contingency matrix", "confusion matrix", "crosstab"): (
        "`tables.contingency_table` counts the pairs of labels."
    ),
    ("confusion matrix display",): "`ContingencyDisplay` draws the counts of labels.",
    ("expected mutual information",): "`expected_mutual_info` computes it.",
    ("linear sum assignment", "hungarian", "align labels", "map labels"): (
        "`match_clusters` renames labels by the best assignment."
    ),
}
_SENTENCES = {
    _key_of(name): sentence
    for names, sentence in _SENTENCES_BY_NAMES.items()
    for name in names
}
"""The sentence that errors give for names that do not mean an index, by key."""


def _sentence_about(name: str) -> str:
    """Return the sentence about a name that does not mean an index, or ""."""
    for key in _keys_of(name):
        if key in _SENTENCES:
            return _SENTENCES[key]
    return ""


# The following functions return sentences for errors.


def suggest_index(
    name: Any, allowed: Collection[str], *, has_keywords: bool = True
) -> str:
    """Return a sentence that helps with a name that is not allowed, or "".

    The sentence names an index that the name may mean, or explains a name that means no
    index. It begins with a space. `allowed` are the names that can be passed. If
    `has_keywords`, options of the metric are passed by keyword.
    """
    if not isinstance(name, str) or len(name) > _LONGEST_NAME:
        return ""
    sentence = (
        _suggest_allowed(name, allowed, has_keywords=has_keywords)
        or _sentence_about(name)
        or _suggest_elsewhere(name, allowed)
        or _suggest_spelling(name, allowed, has_keywords=has_keywords)
        or suggestion(name, allowed).strip()
    )
    return f" {sentence}" if sentence else ""


def _suggest_allowed(name: str, allowed: Collection[str], *, has_keywords: bool) -> str:
    """Suggest the allowed indices that a name means, or return "" if there are none.

    The name may mean an index itself, or a value that is computed from one index or
    from several. If it is computed from one, the sentence also names this index.
    """
    plain_name = name.removeprefix("neg_").removesuffix("_score")
    meanings = meanings_of(name, allowed)
    affixes = [f"`{affix}`" for affix in ("neg_", "_score") if affix in name]
    # The name may be the name of an index with an affix, such as "neg_rand".
    if affixes and [meaning.contract.name for meaning in meanings] == [plain_name]:
        return f"Pass {plain_name!r}, without {' and '.join(affixes)}."
    metrics = {
        meaning: meaning.metric(has_keywords=has_keywords) for meaning in meanings
    }
    sentences = []
    indices = {
        meaning: metric
        for meaning, metric in metrics.items()
        if meaning.synonym.is_index
    }
    if indices:
        contexts = {meaning.synonym.context for meaning in indices} - {""}
        meant = ", ".join([_joined_by_structure(indices), *sorted(contexts)])
        sentences.append(f"Did you mean {meant}?")
        sentences.extend(_notes_on(indices))
    beginning = f"{name!r} is"
    for meaning, metric in metrics.items():
        if meaning.synonym.is_index:
            continue
        sentence = f"{beginning} {meaning.value}"
        if meaning.synonym.is_function_of_index:
            sentence += f". To use the index, pass {metric}"
        sentences.append(f"{sentence}.")
        beginning = "Some authors mean"
    return " ".join(sentences)


def _notes_on(meanings: Iterable[Meaning]) -> list[str]:
    """Return the notes on a name with these meanings, each of them once."""
    notes = dict.fromkeys(meaning.synonym.note for meaning in meanings)
    return [note for note in notes if note]


def _joined_by_structure(texts: Mapping[Meaning, str]) -> str:
    """Join texts by "or", and name their structures if these are not all the same.

    `texts` has a text for each meaning of a name. For example, the result is
    "'jaccard' for clusterings and co-clusterings, or 'rnia' for biclusterings".
    """
    structures = {meaning.contract.structure for meaning in texts}
    parts = []
    for structure in STRUCTURES_IN_WORDS:
        if structure not in structures:
            continue
        part = " or ".join(
            text
            for meaning, text in texts.items()
            if meaning.contract.structure == structure
        )
        if len(structures) > 1:
            part += f" for {STRUCTURES_IN_WORDS[structure]}"
        parts.append(part)
    return ", or ".join(parts)


def _suggest_spelling(
    name: str, allowed: Collection[str], *, has_keywords: bool
) -> str:
    """Suggest the meaning of a synonym with a similar spelling, or return "".

    The parameters are those of `suggest_index`.
    """
    keys = {
        _key_of(synonym.name): synonym.name
        for contract in declared_contracts().values()
        for synonym in contract.also_called
        if contract.name in allowed and len(synonym.name) >= _SHORTEST_MISSPELT
    }
    closest = get_close_matches(_key_of(name), keys, n=1, cutoff=0.85)
    if not closest:
        return ""
    return _suggest_allowed(keys[closest[0]], allowed, has_keywords=has_keywords)


def _suggest_elsewhere(name: str, allowed: Collection[str]) -> str:
    """Return a sentence with the call for a name that is not allowed, or "".

    For example, "nmi" is no index of pairs, but a call of `conmi_score` computes it.
    For indices of other structures, the sentence only says what they compare, with one
    index for each structure.
    """
    meanings = meanings_of(name)
    if not meanings:
        return ""
    contracts = declared_contracts()
    structures = {contracts[index].structure for index in allowed if index in contracts}
    values = [
        meaning.value
        for meaning in meanings
        if meaning.contract.structure in structures
    ]
    if values:
        return f"{name!r} is {', or '.join(values)}."
    index_of_structure: dict[Structure, str] = {}
    for meaning in meanings:
        contract = meaning.contract
        index_of_structure.setdefault(contract.structure, contract.name)
    sentences = [
        f"{index!r} compares {STRUCTURES_IN_WORDS[structure]}."
        for structure, index in index_of_structure.items()
    ]
    return " ".join(sentences)


def hint_of_call(name: str) -> str:
    """Return a sentence with the call for a name, or "" if the name is unknown."""
    sentence = _sentence_about(name)
    meanings = meanings_of(name)
    if sentence or not meanings:
        return sentence
    calls = _joined_by_structure({meaning: meaning.value for meaning in meanings})
    return " ".join([f"Call {calls}.", *_notes_on(meanings)])

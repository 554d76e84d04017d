"""Statements of the guide about several indices hold for the contracts."""

import inspect
from pathlib import Path

import pytest
from contracts import CONTRACTS, PAIR_COUNTING_NAMES

import sklearn_cocluster_metrics as sccm

GUIDE = Path(__file__).parents[2] / "doc" / "user_guide"
if not GUIDE.is_dir():
    pytest.skip("an installed package has no pages", allow_module_level=True)


def words_of(page):
    """Return the text of a page of the guide, with single spaces."""
    return " ".join((GUIDE / f"{page}.rst").read_text(encoding="utf-8").split())


def public_default_null_models():
    """Return the default of `null_model` for each public function that has it."""
    functions = [getattr(sccm, name) for name in sccm.__all__]
    return {
        function.__name__: inspect.signature(function).parameters["null_model"].default
        for function in functions
        if inspect.isfunction(function)
        and "null_model" in inspect.signature(function).parameters
    }


def test_the_default_null_model_is_product_with_three_exceptions():
    exceptions = {
        name: default
        for name, default in public_default_null_models().items()
        if default != "product"
    }
    assert exceptions == {
        "cari_score": "cells",
        "pair_counting_score": None,
        "bicluster_similarity_score": None,
    }
    text = words_of("chance")
    assert "This is the default of ``null_model``, with three exceptions." in text


def test_the_guide_counts_the_indices_that_are_affine_in_the_pairs():
    affine = [name for name in PAIR_COUNTING_NAMES if CONTRACTS[name].linear_in_pairs]
    counted = f"Of the {len(PAIR_COUNTING_NAMES)} pair-counting indices, {len(affine)}"
    assert f"{counted} are affine" in words_of("chance")


def test_three_similarities_of_biclusterings_have_an_exact_mean():
    adjusted = {
        name.removeprefix("adjusted_")
        for name in CONTRACTS
        if name.startswith("adjusted_bicluster_")
    }
    assert adjusted == {"bicluster_csi", "bicluster_omega", "bicluster_rnia"}
    assert "known for three similarities, ``bicluster_csi``" in words_of("chance")


def test_three_indices_of_coclusterings_have_mean_zero_under_the_product_model():
    listed = ["cari_product", "cocorrelation", "coami"]
    assert [CONTRACTS[name].chance_level for name in listed] == [0, 0, 0]
    exact_under = [CONTRACTS[name].chance_is_exact_under for name in listed]
    assert all("product" in null_models for null_models in exact_under)
    words = 'Product-CARI, coCC and coAMI have a mean of exactly 0 under ``"product"``'
    assert words in words_of("chance")


def test_the_indices_that_the_traps_list_are_not_corrected_for_chance():
    listed = ["classification_error", "nce", "comi", "conmi", "enmi"]
    assert [CONTRACTS[name].chance_level for name in listed] == [None] * len(listed)
    words = "**Agreement by chance**, for CE, NCE, coMI, coNMI and ENMI"
    assert words in words_of("traps")

"""Listings of repositories, as their authors name files."""

from __future__ import annotations

import pytest

from localllm.models.hub.quants import Choice, HubFile, Listing, listing_of, matching, quant_name
from localllm.models.hub.ref import HubRef


def listing(*names: str) -> Listing:
    """Files of 100 bytes, the first larger by one than the second and so on."""
    sizes = range(100 + len(names), 100, -1)
    return listing_of(HubFile(name, size) for name, size in zip(names, sizes, strict=True))


def names(choices: tuple[Choice, ...]) -> list[str]:
    return [choice.name for choice in choices]


def paths(choice: Choice) -> list[str]:
    return [file.path for file in choice.files]


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("Meta-Llama-3.1-8B-Instruct-Q4_K_M.gguf", "Q4_K_M"),
        ("llama-2-7b.Q4_K_M.gguf", "Q4_K_M"),
        ("qwen2.5-7b-instruct-q4_k_m-00001-of-00002.gguf", "Q4_K_M"),
        ("Qwen3-30B-A3B-UD-Q4_K_XL.gguf", "UD-Q4_K_XL"),
        ("Some-Model.i1-IQ2_XXS.gguf", "i1-IQ2_XXS"),
        ("gpt-oss-20b-mxfp4.gguf", "MXFP4"),
        ("gpt-oss-20b-MXFP4_MOE.gguf", "MXFP4_MOE"),
        ("Phi-3-mini-4k-instruct-q4.gguf", "Q4"),
        ("Phi-3-mini-4k-instruct-fp16.gguf", "F16"),
        ("nomic-embed-text-v1.5.f32.gguf", "F32"),
        ("gemma-3-4b-it-q4_0.gguf", "Q4_0"),
        ("Llama-3.2-3B-Instruct-Q4_0_4_4.gguf", "Q4_0_4_4"),
        ("Model-Q6_K_L.gguf", "Q6_K_L"),
        ("TriLM-3.9B-TQ2_0.gguf", "TQ2_0"),
        ("BF16/DeepSeek-R1-00001-of-00030.gguf", "BF16"),
        ("DeepSeek-V3-UD-IQ1_S/DeepSeek-V3-UD-IQ1_S-00001-of-00004.gguf", "UD-IQ1_S"),
        ("model-from-F16-Q8_0.gguf", "Q8_0"),
        ("model.gguf", ""),
        ("Qwen3-8B.gguf", ""),
        ("SQ8_0-model.gguf", ""),
    ],
)
def test_the_name_of_a_quantization(file: str, name: str) -> None:
    assert quant_name(file) == name


def test_parts_are_one_choice_in_their_order_with_the_sum_of_their_sizes() -> None:
    files = [HubFile(f"Q8_0/m-Q8_0-{n:05d}-of-00003.gguf", 10**n) for n in (3, 1, 2)]
    (choice,) = listing_of(files).choices
    assert paths(choice) == [f"Q8_0/m-Q8_0-{n:05d}-of-00003.gguf" for n in (1, 2, 3)]
    assert choice.size == choice.total == 1110


def test_a_choice_with_missing_parts_is_apart() -> None:
    found = listing("m-Q8_0-00001-of-00002.gguf", "m-Q4_0.gguf")
    assert names(found.choices) == ["Q4_0"]
    assert names(found.incomplete) == ["Q8_0"]


def test_the_best_quality_comes_first_whatever_the_size() -> None:
    found = listing(
        "m-IQ1_S.gguf", "m-Q4_K_M.gguf", "m-Q4_1.gguf", "m-F16.gguf", "m-Q8_0.gguf", "m-Q2_K.gguf",
        "m-UD-Q4_K_XL.gguf", "m-IQ4_XS.gguf", "m-Q5_K_S.gguf", "m-BF16.gguf",
    )  # fmt: skip
    assert names(found.choices) == [
        "BF16", "F16", "Q8_0", "Q5_K_S", "UD-Q4_K_XL", "Q4_K_M", "IQ4_XS", "Q4_1", "Q2_K", "IQ1_S",
    ]  # fmt: skip


def test_a_type_that_is_not_known_stands_where_its_size_is() -> None:
    sizes = {"m-Q8_0.gguf": 80, "m-Q9_9.gguf": 60, "m-Q4_K_M.gguf": 40, "m-Q1_7.gguf": 10}
    found = listing_of(HubFile(name, size) for name, size in sizes.items())
    assert names(found.choices) == ["Q8_0", "Q9_9", "Q4_K_M", "Q1_7"]


def test_what_goes_with_models_is_told_apart() -> None:
    found = listing(
        "m-Q4_0.gguf", "mmproj-F16.gguf", "imatrix.gguf", "m.imatrix.dat", "m-imatrix.gguf",
        "imatrix_unsloth.gguf", "mtp-m-Q8_0.gguf", "README.md", "model.safetensors", "config.json",
        "calibration.imatrix",
    )  # fmt: skip
    assert names(found.choices) == ["Q4_0"]
    assert [f.path for f in found.projectors] == ["mmproj-F16.gguf"]
    assert {f.path for f in found.imatrices} == {
        "imatrix.gguf", "m.imatrix.dat", "m-imatrix.gguf", "imatrix_unsloth.gguf",
        "calibration.imatrix",
    }  # fmt: skip
    assert [f.path for f in found.drafts] == ["mtp-m-Q8_0.gguf"]


def test_a_model_quantized_with_an_imatrix_is_a_model() -> None:
    assert names(listing("m-imatrix-IQ3_M.gguf", "m-imat-Q4_0.gguf").choices) == ["Q4_0", "IQ3_M"]


def projector(model: str, *projectors: str) -> str:
    (choice,) = listing(model, *projectors).choices
    return choice.projector.path if choice.projector else ""


@pytest.mark.parametrize(
    ("model", "projectors", "wanted"),
    [
        # bits nearest to the model's, as llama.cpp's common/download.cpp has it
        ("m-Q4_K_M.gguf", ["mmproj-F32.gguf", "mmproj-BF16.gguf", "mmproj-F16.gguf"], "F16"),
        ("m-Q4_K_M.gguf", ["mmproj-F16.gguf", "mmproj-Q8_0.gguf"], "Q8_0"),
        ("m-BF16.gguf", ["mmproj-F32.gguf", "mmproj-F16.gguf", "mmproj-Q8_0.gguf"], "F16"),
        ("m-Q4_0.gguf", ["mmproj-model-f16.gguf"], "model-f16"),
    ],
)
def test_the_projector_nearest_in_bits_is_picked(
    model: str, projectors: list[str], wanted: str
) -> None:
    assert projector(model, *projectors) == f"mmproj-{wanted}.gguf"


def test_a_projector_of_the_same_folder_goes_before_one_above() -> None:
    found = projector("Q4_0/m-Q4_0.gguf", "mmproj-Q4_0.gguf", "Q4_0/mmproj-F16.gguf")
    assert found == "Q4_0/mmproj-F16.gguf"


def test_a_projector_of_another_folder_is_not_taken() -> None:
    assert projector("Q4_0/m-Q4_0.gguf", "Q8_0/mmproj-F16.gguf") == ""


def test_of_two_models_each_gets_the_projector_of_its_name() -> None:
    found = listing(
        "seer-4b-Q4_0.gguf", "seer-12b-Q4_0.gguf", "mmproj-seer-4b-F16.gguf",
        "mmproj-seer-12b-F16.gguf", "seer-12b-mmproj-Q8_0.gguf",
    )  # fmt: skip
    assert found.several_models
    assert {c.model: c.projector.path for c in found.choices if c.projector} == {
        "seer-4b": "mmproj-seer-4b-F16.gguf",
        "seer-12b": "seer-12b-mmproj-Q8_0.gguf",
    }


def test_the_total_counts_the_projector() -> None:
    found = listing_of([HubFile("m-Q4_0.gguf", 1000), HubFile("mmproj-F16.gguf", 7)])
    assert found.choices[0].total == 1007
    assert [f.path for f in found.choices[0].all_files] == ["m-Q4_0.gguf", "mmproj-F16.gguf"]


def test_choices_of_one_model_are_not_several() -> None:
    found = listing("A-Q4_0.gguf", "a.q8_0.gguf", "UD/A-UD-Q2_K_XL-00001-of-00001.gguf")
    assert not found.several_models


FILES = (
    "m-Q4_K_M.gguf", "m-UD-Q4_K_XL.gguf", "m-UD-Q4_K_M.gguf", "m-fp16.gguf", "m.i1-IQ3_M.gguf",
    "BF16/m-BF16-00001-of-00001.gguf",
)  # fmt: skip


@pytest.mark.parametrize(
    ("quant", "found"),
    [
        ("Q4_K_M", "m-Q4_K_M.gguf"),
        ("q4_k_m", "m-Q4_K_M.gguf"),
        ("Q4_K_XL", "m-UD-Q4_K_XL.gguf"),
        ("UD-Q4_K_M", "m-UD-Q4_K_M.gguf"),
        ("FP16", "m-fp16.gguf"),
        ("f16", "m-fp16.gguf"),
        ("IQ3_M", "m.i1-IQ3_M.gguf"),
        ("bf16", "BF16/m-BF16-00001-of-00001.gguf"),
    ],
)
def test_a_quantization_is_found_by_its_name(quant: str, found: str) -> None:
    (choice,) = matching(listing(*FILES), HubRef("a/b", quant=quant))
    assert choice.files[0].path == found


def test_an_alias_of_llama_quantize_means_its_medium_mixture() -> None:
    (choice,) = matching(listing("m-Q4_K_S.gguf", "m-Q4_K_M.gguf"), HubRef("a/b", quant="Q4_K"))
    assert choice.name == "Q4_K_M"


def test_a_file_leads_to_its_whole_choice() -> None:
    parts = [f"m-Q8_0-{n:05d}-of-00002.gguf" for n in (1, 2)]
    (choice,) = matching(listing(*parts, "m-Q4_0.gguf"), HubRef("a/b", path=parts[1]))
    assert paths(choice) == parts


def test_nothing_is_found_for_what_is_not_there() -> None:
    assert matching(listing(*FILES), HubRef("a/b", quant="Q2_K")) == ()
    assert matching(listing(*FILES), HubRef("a/b", path="other.gguf")) == ()

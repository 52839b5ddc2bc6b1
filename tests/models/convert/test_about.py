"""`general.*`: what the README and the configs say, whoever wrote them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from gguf import GGUFReader
from helpers.hf_families import MODELS
from helpers.hf_models import write_checkpoint

from localllm.models.convert import plan
from localllm.models.convert.convert import convert
from localllm.models.convert.naming import display_name, with_type


@pytest.fixture(autouse=True)
def no_tokenizer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plan, "add_tokenizer", lambda *_, **__: None)


def general(tmp_path: Path, files: dict[str, Any], folder: str = "m", **options: Any) -> Any:
    """`general.*` of a llama with these files beside it, without the prefix."""
    model = msgspec.structs.replace(MODELS["llama"], files=files)
    target = tmp_path / "out.gguf"
    convert(write_checkpoint(tmp_path / folder, model), target, replace=True, **options)
    reader = GGUFReader(target)
    return {
        name.removeprefix("general."): field.contents()
        for name, field in reader.fields.items()
        if name.startswith("general.")
    }


def test_the_model_card_says_licence_origin_and_tags(tmp_path: Path) -> None:
    found = general(tmp_path, MODELS["llama"].files, folder="Tiny-Chat-v2")

    assert found["license"] == "apache-2.0"
    assert found["languages"] == ["en", "no"]
    assert found["tags"] == ["chat", "text-generation"]
    assert found["base_model.0.name"] == "Large Model 1B Base"
    assert found["base_model.0.organization"] == "Somebody"
    assert found["dataset.0.name"] == "Texts"
    assert found["name"] == "Tiny Chat v2"
    assert found["size_label"] == "67K"  # 66,880 numbers in all its tensors
    assert found["sampling.top_k"] == 20
    assert found["sampling.temp"] == pytest.approx(0.6)


def test_a_given_name_goes_before_the_folders(tmp_path: Path) -> None:
    found = general(tmp_path, {}, folder="3f2a9c", name="Tiny-Chat-v2")

    assert found["name"] == "Tiny Chat v2"


@pytest.mark.parametrize(
    "readme",
    [
        "---\nlicense: [unclosed\n---\n",
        "---\n- a list\n---\n",
        "---\nlicense: mit",  # never closed
        "---\n" + "a: &a [x]\n" + "".join(f"k{n}: [*a, *a]\n" for n in range(500)) + "---\n",
        "---\n" + "[" * 1500 + "\n---\n",
        "---\nlicense: {a: {b: c}}\ntags: 7\nlanguage: {x: y}\nbase_model: [[1], 2]\n---\n",
        "---\nname: 1.5\nversion: 2024-01-01\ntags: [1, null, true, ok]\ndatasets: {a: 1}\n---\n",
        "---\n!!python/object/apply:os.system ['true']\n---\n",
        "---\n? [complex, key]\n: value\n---\n",
        "no front matter",
        "",
        "---\n" + "x: y\n" * 100_000 + "---\n",
    ],
)
def test_a_strange_model_card_does_no_harm(readme: str, tmp_path: Path) -> None:
    found = general(tmp_path, {"README.md": readme})

    assert found["architecture"] == "llama"


def test_a_card_that_is_not_text_is_left_out(tmp_path: Path) -> None:
    folder = write_checkpoint(tmp_path / "m", MODELS["mistral"])
    (folder / "README.md").write_bytes(b"---\nlicense: \xff\xfe\n---\n")

    convert(folder, tmp_path / "out.gguf")

    assert "general.license" not in GGUFReader(tmp_path / "out.gguf").fields


@pytest.mark.parametrize(
    "generation",
    [
        "not json",
        [],
        {"temperature": "hot", "top_k": 2.5, "top_p": float("nan"), "min_p": True, "sequence": 3},
        {"top_k": 2**40, "temperature": 1e300, "mirostat": -(2**50)},
    ],
)
def test_sampling_that_cannot_be_is_left_out(generation: Any, tmp_path: Path) -> None:
    found = general(tmp_path, {"generation_config.json": generation})

    assert not [key for key in found if key.startswith("sampling.")]


def test_a_folder_in_the_hubs_cache_is_named_by_its_repository() -> None:
    cached = Path("/cache/models--Some-Body--Tiny-Chat-v2/snapshots/0123abcd")

    assert display_name(cached) == "Tiny-Chat-v2"
    assert display_name(Path("/models/0123abcd")) == "0123abcd"


def test_the_type_takes_its_place_in_a_name() -> None:
    assert with_type(Path("/a/x-{ftype}.gguf"), "q8_0") == Path("/a/x-Q8_0.gguf")
    assert with_type(Path("/a/{x}.gguf"), "f16") == Path("/a/{x}.gguf")

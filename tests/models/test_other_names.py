"""Models are found by the name under which they were fetched from a hub."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.gguf_bytes import gguf

from localllm import paths
from localllm.errors import ModelNotFound
from localllm.models.store import Store

REPO = "maker/Tiny-GGUF"


def fetched(*names: str) -> dict[str, Path]:
    files = {name: paths.models_dir() / REPO / name for name in names}
    for file in files.values():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(gguf())
    return files


@pytest.mark.parametrize(
    "name", [f"{REPO}:Q4_K_M", f"{REPO}:q4_k_m", f"hf.co/{REPO}:Q4_K_M", f"{REPO}:Tiny-Q4_K_M.gguf"]
)
def test_by_repository_and_quantization(name: str) -> None:
    files = fetched("Tiny-Q4_K_M.gguf", "Tiny-Q8_0.gguf")
    assert Store().resolve(name).path == str(files["Tiny-Q4_K_M.gguf"])
    assert Store().find(name).path == str(files["Tiny-Q4_K_M.gguf"])


def test_by_the_repository_alone_where_one_was_fetched() -> None:
    files = fetched("Q8_0/Tiny-Q8_0.gguf")
    assert Store().resolve(REPO).path == str(files["Q8_0/Tiny-Q8_0.gguf"])
    fetched("Tiny-Q4_K_M.gguf")
    with pytest.raises(ModelNotFound, match="say which"):
        Store().resolve(REPO)


@pytest.mark.parametrize("name", [f"{REPO}:Q2_K", "maker/Other:Q4_K_M", "../x:Q4_K_M"])
def test_what_was_not_fetched_is_not_found(name: str) -> None:
    fetched("Tiny-Q4_K_M.gguf")
    with pytest.raises(ModelNotFound):
        Store().find(name)


@pytest.mark.parametrize(
    ("name", "told"),
    [(REPO, True), (f"{REPO}:Q4_0", True), ("maker/x.gguf", False), ("/no/file/here", False)],
)
def test_what_may_be_of_the_hub_can_be_fetched(name: str, told: bool) -> None:
    with pytest.raises(ModelNotFound) as caught:
        Store().resolve(name)
    assert (f"`localllm pull {name}`" in caught.value.message) is told

"""Every way in which people name a model of a hub."""

from __future__ import annotations

import pytest

from localllm.errors import BadRequest
from localllm.models.hub.ref import FileRef, HubRef, looks_like_ref, parse_ref

REPO = "bartowski/Llama-3.2-1B-Instruct-GGUF"


@pytest.mark.parametrize(
    "text",
    [
        REPO,
        f" {REPO} ",
        f"{REPO}/",
        f"{REPO}:latest",
        f"hf.co/{REPO}",
        f"huggingface.co/{REPO}",
        f"hf://{REPO}",
        f"https://huggingface.co/{REPO}",
        f"https://huggingface.co/{REPO}/",
        f"http://www.huggingface.co/{REPO}?library=transformers#usage",
        f"https://hf.co/{REPO}/discussions/3",
        f"https://mirror.example:8443/{REPO}",
    ],
)
def test_a_repository(text: str) -> None:
    assert parse_ref(text, "https://mirror.example:8443") == HubRef(REPO)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (f"{REPO}:Q4_K_M", HubRef(REPO, quant="Q4_K_M")),
        (f"hf.co/{REPO}:q8_0", HubRef(REPO, quant="q8_0")),
        (f"https://hf.co/{REPO}:IQ2_M", HubRef(REPO, quant="IQ2_M")),
        (f"{REPO}@v1.0", HubRef(REPO, revision="v1.0")),
        (f"{REPO}@0a1b2c3:Q4_0", HubRef(REPO, quant="Q4_0", revision="0a1b2c3")),
        (f"{REPO}:Llama.Q4_0.gguf", HubRef(REPO, path="Llama.Q4_0.gguf")),
    ],
)
def test_with_a_quantization_a_revision_or_a_file(text: str, wanted: HubRef) -> None:
    assert parse_ref(text) == wanted


@pytest.mark.parametrize(
    ("page", "wanted"),
    [
        ("/tree/main", HubRef(REPO, revision="main")),
        ("/tree/refs%2Fpr%2F1", HubRef(REPO, revision="refs/pr/1")),
        ("/tree/main/Q8_0", HubRef(REPO, revision="main", quant="Q8_0")),
        ("/blob/main/a%20b.gguf", HubRef(REPO, revision="main", path="a b.gguf")),
        ("/resolve/v2/x/m.gguf?download=true", HubRef(REPO, revision="v2", path="x/m.gguf")),
        ("?show_file_info=m-Q4_0.gguf", HubRef(REPO, path="m-Q4_0.gguf")),
    ],
)
def test_pages_of_the_hub_as_copied(page: str, wanted: HubRef) -> None:
    assert parse_ref(f"https://huggingface.co/{REPO}{page}") == wanted


def test_a_file_of_no_hub() -> None:
    url = "https://files.example/x/model-Q4_0.gguf?key=1"
    assert parse_ref(url + "#part") == FileRef(url, "model-Q4_0.gguf")


@pytest.mark.parametrize(
    "text",
    [
        "",
        ":",
        "a/b/c",
        "llama3.2:1b",
        "/etc/passwd",
        "../../x",
        "a/../b",
        "a..b/c",
        "-o/x",
        "owner/name with space",
        "owner/näme",
        "owner/repo:a:b",
        "https://huggingface.co/datasets/owner/data",
        "https://huggingface.co/spaces/owner/space",
        "https://huggingface.co/onlyone",
        "https://elsewhere.example/model.safetensors",
        "https://[::1/x.gguf",
        "https://host:port/x.gguf",
        "ftp://huggingface.co/a/b",
        "x" * 5000,
    ],
)
def test_what_names_nothing_is_refused(text: str) -> None:
    with pytest.raises(BadRequest):
        parse_ref(text)


def test_an_address_with_a_password_is_refused_without_showing_it() -> None:
    with pytest.raises(BadRequest) as caught:
        parse_ref("https://me:secret@files.example/model.gguf")
    assert "secret" not in caught.value.message


def test_a_single_word_is_offered_to_the_search() -> None:
    with pytest.raises(BadRequest, match=r"localllm search qwen3"):
        parse_ref("qwen3:4b")


@pytest.mark.parametrize(
    ("text", "looks"),
    [
        (REPO, True),
        (f"{REPO}:Q4_K_M", True),
        (f"{REPO}@main", True),
        (f"hf.co/{REPO}", True),
        ("https://x.example/m.gguf", True),
        ("starter", False),
        ("./models/x", False),
        ("~/models/x", False),
        ("models/sub/x.gguf", False),
        ("llama3.2:1b", False),
    ],
)
def test_what_may_be_of_a_hub_is_told_from_paths_and_names(text: str, looks: bool) -> None:
    assert looks_like_ref(text) is looks

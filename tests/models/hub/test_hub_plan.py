"""From what a repository has to a plan of what is fetched of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.hub import Hub as LocalHub
from helpers.keyrings import no_tokens

from localllm import paths
from localllm.errors import RepoNotFound
from localllm.models.fetch.fetching import RemoteFile
from localllm.models.hub import plan as hub_plan
from localllm.models.hub.client import Hub, RepoDetails
from localllm.models.hub.ref import FileRef, HubRef

REPO = "maker/Tiny"


@pytest.fixture
def local(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[LocalHub]:
    with no_tokens(monkeypatch, tmp_path), LocalHub() as local:
        yield local


@pytest.fixture
def hub(local: LocalHub) -> Hub:
    return Hub(local.endpoint)


def put(local: LocalHub, *names: str) -> None:
    for name in names:
        local.repo(REPO).put(name, name.encode())


def convertible(local: LocalHub, hub: Hub, *names: str) -> set[str]:
    put(local, "config.json", *names)
    plan = hub_plan.plan_to_convert(hub, hub.repo(REPO))
    return {file.path_in_repo for file in plan.files} - {"config.json"}


def choose(hub: Hub, quant: str) -> tuple[RepoDetails, hub_plan.Choice]:
    details = hub.repo(REPO)
    (choice,) = hub_plan.chosen(
        details, hub_plan.choices_of(hub, details), HubRef(REPO, quant=quant)
    )
    return details, choice


def test_a_plan_pins_the_commit_and_has_the_hubs_checksums(local: LocalHub, hub: Hub) -> None:
    put(local, "a b/Tiny-Q4_0.gguf")
    details, choice = choose(hub, "Q4_0")
    plan = hub_plan.plan(hub, details, choice)
    repo = local.repos[REPO]
    sha256 = repo.files["a b/Tiny-Q4_0.gguf"].sha256
    url = f"{local.endpoint}/{REPO}/resolve/{repo.sha}/a%20b/Tiny-Q4_0.gguf"
    assert plan.files == (RemoteFile(url, "a b/Tiny-Q4_0.gguf", 18, sha256, sha256),)
    assert (plan.repo, plan.revision, plan.commit) == (REPO, "main", repo.sha)
    assert plan.folder == str(paths.models_dir() / "maker" / "Tiny")
    assert plan.name == f"{REPO}:Q4_0"


def test_the_name_of_a_plan_means_it_again(local: LocalHub, hub: Hub) -> None:
    put(local, "one-Q4_0.gguf", "two-Q4_0.gguf")
    details = hub.repo(REPO)
    for choice in hub_plan.choices_of(hub, details).choices:
        name = hub_plan.plan(hub, details, choice).name
        ref = HubRef(REPO, path=name.removeprefix(f"{REPO}:"))
        assert hub_plan.chosen(details, hub_plan.choices_of(hub, details), ref) == (choice,)


@pytest.mark.parametrize(
    ("there", "wanted"),
    [
        (["model.safetensors", "onnx/model.onnx", "pytorch_model.bin"], ["model.safetensors"]),
        (
            ["model-00001-of-00002.safetensors", "model-00002-of-00002.safetensors",
             "model.safetensors.index.json", "consolidated.safetensors"],
            ["model-00001-of-00002.safetensors", "model-00002-of-00002.safetensors",
             "model.safetensors.index.json"],
        ),
        (["weights.safetensors", "adapter_model.safetensors"], ["weights.safetensors"]),
        (
            ["model.safetensors", "modules.json", "1_Pooling/config.json", "vocab.txt", "x.md"],
            ["model.safetensors", "modules.json", "1_Pooling/config.json", "vocab.txt"],
        ),
        (["model.safetensors", "original/consolidated.safetensors"], ["model.safetensors"]),
    ],
)  # fmt: skip
def test_a_converter_gets_what_it_reads_and_no_second_copy(
    local: LocalHub, hub: Hub, there: list[str], wanted: list[str]
) -> None:
    assert convertible(local, hub, *there) == set(wanted)


def test_weights_of_which_parts_are_missing_are_refused(local: LocalHub, hub: Hub) -> None:
    with pytest.raises(RepoNotFound, match="1 of the 00003 parts"):
        convertible(
            local, hub, "model-00001-of-00003.safetensors", "model-00002-of-00003.safetensors"
        )


@pytest.mark.parametrize("names", [["config.json"], ["model.safetensors"], ["pytorch_model.bin"]])
def test_what_cannot_be_converted_is_refused(local: LocalHub, hub: Hub, names: list[str]) -> None:
    put(local, *names)
    with pytest.raises(RepoNotFound, match="cannot be converted"):
        hub_plan.plan_to_convert(hub, hub.repo(REPO))


def test_an_unfinished_upload_is_told_of(local: LocalHub, hub: Hub) -> None:
    put(local, "Tiny-Q4_0-00001-of-00002.gguf")
    with pytest.raises(RepoNotFound, match="not whole"):
        hub_plan.choices_of(hub, hub.repo(REPO))


def test_what_is_of_no_use_is_said_so(local: LocalHub, hub: Hub) -> None:
    put(local, "README.md")
    with pytest.raises(RepoNotFound, match="no GGUF file"):
        hub_plan.choices_of(hub, hub.repo(REPO))


@pytest.mark.parametrize("name", ["../up-Q4_0.gguf", ".hidden/x-Q4_0.gguf", "con/x-Q4_0.gguf"])
def test_names_that_lead_elsewhere_are_the_hubs_fault(local: LocalHub, hub: Hub, name: str) -> None:
    put(local, name)
    details, choice = choose(hub, "Q4_0")
    with pytest.raises(RepoNotFound, match="cannot be fetched"):
        hub_plan.plan(hub, details, choice)


def test_an_address_is_fetched_with_all_its_parts() -> None:
    ref = FileRef("https://files.example/x/m-00002-of-00003.gguf?k=1", "m-00002-of-00003.gguf")
    plan = hub_plan.plan_address(ref)
    assert [file.url for file in plan.files] == [
        f"https://files.example/x/m-0000{n}-of-00003.gguf?k=1" for n in (1, 2, 3)
    ]
    assert plan.folder == str(paths.models_dir() / "files.example")


def test_an_address_of_one_file_is_taken_as_it_is(tmp_path: Path) -> None:
    ref = FileRef("https://files.example/a%20b.gguf", "a b.gguf")
    plan = hub_plan.plan_address(ref, tmp_path)
    assert plan.files == (RemoteFile(ref.url, "a b.gguf", -1),)
    assert plan.folder == str(tmp_path)

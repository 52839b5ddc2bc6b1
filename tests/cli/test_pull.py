"""localllm pull: from a local hub that answers as the real one, down to files and words."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli.conftest import Run
from helpers.gguf_bytes import gguf
from helpers.hub import Answer, Hub, Repo, Stall
from helpers.keyrings import no_tokens

from localllm import paths
from localllm.cli import terminal
from localllm.models import starter
from localllm.models.fetch import pull as pulling

REPO = "maker/Tiny-GGUF"
TOKEN = "hf_" + "t" * 20


@pytest.fixture(autouse=True)
def hub(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Hub]:
    with no_tokens(monkeypatch, tmp_path), Hub() as hub:
        monkeypatch.setenv("HF_ENDPOINT", hub.endpoint)
        yield hub


@pytest.fixture
def repo(hub: Hub) -> Repo:
    repo = hub.repo(REPO)
    for number, quant in enumerate(("Q4_K_M", "Q2_K", "BF16")):
        repo.put(f"Tiny-{quant}.gguf", model(number))
    return repo


@pytest.fixture
def no_starter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(starter, "in_package", lambda: None)


def model(number: int = 0) -> bytes:
    """One like the others, of other content."""
    return gguf() + bytes([number])


def fetched() -> dict[str, bytes]:
    """What lies in the folder of our models, but for what is hidden."""
    root = paths.models_dir()
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file() and not any(part.startswith(".") for part in path.parts[-3:])
    }


# --- the starter ---


def test_it_says_where_the_starter_is_already(run: Run, starter_model: Path) -> None:
    assert str(starter_model) in run("pull", "starter").out


@pytest.mark.usefixtures("no_starter")
def test_it_fetches_the_starter(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fetch(progress: pulling.Progress, hub: object) -> Path:
        progress(0, None)
        progress(50, 100)
        starter.target().write_bytes(model())
        return starter.target()

    monkeypatch.setattr(pulling, "pull_starter", fetch)
    result = run("pull", "starter")
    assert result.code == 0
    assert str(starter.target()) in result.out


@pytest.mark.usefixtures("no_starter")
@pytest.mark.parametrize("name", ["starter", REPO, "https://x.invalid/m.gguf"])
def test_the_network_is_left_alone_when_offline(
    run: Run, hub: Hub, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(pulling, "pull_starter", lambda *_: pytest.fail("asked the network"))
    result = run("pull", name, "--offline")
    assert result.code == 1
    assert "--no-offline" in result.err
    assert hub.requests == []


# --- from a hub ---


def test_a_quantization_is_fetched_whole_and_can_be_used(run: Run, repo: Repo) -> None:
    result = run("pull", f"{REPO}:q2_k")
    assert result.code == 0, result.err
    assert fetched() == {f"{REPO}/Tiny-Q2_K.gguf": model(1)}
    assert "localllm chat tiny-q2_k" in result.out
    assert "tiny-q2_k" in run("list").out


def test_without_a_person_the_usual_one_is_taken_and_named(run: Run, repo: Repo) -> None:
    result = run("pull", REPO)
    assert result.code == 0, result.err
    assert list(fetched()) == [f"{REPO}/Tiny-Q4_K_M.gguf"]
    assert "Q4_K_M" in result.err


def test_all_parts_come_with_the_projector_that_the_model_needs(run: Run, hub: Hub) -> None:
    repo = hub.repo(REPO)
    for number in (1, 2):
        split = {"split.count": 2, "split.no": number - 1, "split.tensors.count": 4}
        data = gguf({"general.architecture": "llama", **split})
        repo.put(f"Q8_0/Tiny-Q8_0-{number:05d}-of-00002.gguf", data)
    repo.put("mmproj-F16.gguf", gguf({"general.architecture": "clip"}))
    repo.put("imatrix.gguf", b"not wanted")
    assert run("pull", f"{REPO}:Q8_0").code == 0
    assert [name.removeprefix(f"{REPO}/") for name in fetched()] == [
        "Q8_0/Tiny-Q8_0-00001-of-00002.gguf",
        "Q8_0/Tiny-Q8_0-00002-of-00002.gguf",
        "mmproj-F16.gguf",
    ]


def test_the_projector_can_be_left_out(run: Run, repo: Repo) -> None:
    repo.put("mmproj-F16.gguf", b"x")
    run("pull", f"{REPO}:Q2_K", "--no-mmproj")
    assert list(fetched()) == [f"{REPO}/Tiny-Q2_K.gguf"]


def test_a_revision_is_fetched_as_it_was(run: Run, repo: Repo) -> None:
    repo.tag("v1")
    repo.put("Tiny-Q2_K.gguf", model(9))
    assert run("pull", f"{REPO}:Q2_K", "--revision", "v1").code == 0
    assert list(fetched().values()) == [model(1)]
    assert run("pull", f"{REPO}@main:Q2_K").code == 0
    assert list(fetched().values()) == [model(9)]


def test_the_address_of_a_file_on_the_hub_is_enough(run: Run, hub: Hub, repo: Repo) -> None:
    page = f"{hub.endpoint}/{REPO}/blob/main/Tiny-BF16.gguf"
    assert run("pull", page).code == 0
    assert fetched() == {f"{REPO}/Tiny-BF16.gguf": model(2)}


def test_it_can_be_put_elsewhere(run: Run, repo: Repo, tmp_path: Path) -> None:
    result = run("pull", f"{REPO}:Q2_K", "--to", str(tmp_path / "here"))
    assert result.code == 0, result.err
    assert (tmp_path / "here" / "Tiny-Q2_K.gguf").read_bytes() == model(1)


def test_what_is_there_is_not_fetched_again(run: Run, hub: Hub, repo: Repo) -> None:
    run("pull", f"{REPO}:Q2_K")
    before = len(hub.transfers())
    assert run("pull", f"{REPO}:Q2_K").code == 0
    assert len(hub.transfers()) == before


def test_what_a_converter_needs_is_fetched_and_nothing_else(run: Run, hub: Hub) -> None:
    repo = hub.repo("maker/Tiny")
    wanted = (
        "config.json", "generation_config.json", "tokenizer.json", "tokenizer_config.json",
        "chat_template.jinja", "model.safetensors.index.json", "model-00001-of-00002.safetensors",
        "model-00002-of-00002.safetensors",
    )  # fmt: skip
    others = (
        "README.md", "pytorch_model.bin", "onnx/model.onnx", "consolidated.safetensors",
        "original/model.safetensors", "training_args.bin", ".gitattributes",
    )  # fmt: skip
    for name in wanted + others:
        repo.put(name, name.encode())
    result = run("pull", "maker/Tiny", "--safetensors")
    assert result.code == 0, result.err
    assert {name.removeprefix("maker/Tiny/") for name in fetched()} == set(wanted)
    assert f"localllm quantize {paths.models_dir() / 'maker' / 'Tiny'} Q4_K_M" in result.out


def test_a_file_of_no_hub_is_fetched_without_the_hubs_token(
    run: Run, hub: Hub, repo: Repo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_ENDPOINT", "https://hub.invalid")
    monkeypatch.setenv("HF_TOKEN", TOKEN)
    assert run("pull", hub.url("Tiny-Q2_K.gguf", REPO)).code == 0
    assert list(fetched().values()) == [model(1)]
    assert {asked.authorization for asked in hub.requests} == {None}


# --- listing ---


def test_the_choices_are_listed_and_nothing_fetched(run: Run, hub: Hub, repo: Repo) -> None:
    result = run("pull", REPO, "--list")
    rows = [line.split() for line in result.out.splitlines()]
    assert [row[0] for row in rows] == ["NAME", "BF16", "Q4_K_M", "Q2_K"]
    assert fetched() == {}


def test_the_choices_are_there_for_programs(run: Run, hub: Hub, repo: Repo) -> None:
    repo.put("mmproj-F16.gguf", b"12345")
    best, *_ = json.loads(run("pull", REPO, "--list", "--json").out)
    assert best["name"] == "BF16"
    assert best["bytes"] == len(model()) + 5
    assert best["files"] == ["Tiny-BF16.gguf", "mmproj-F16.gguf"]


def test_whether_a_choice_fits_is_read_off_the_header_of_one(
    run: Run, hub: Hub, starter_model: Path
) -> None:
    repo = hub.repo(REPO)
    repo.put("Tiny-Q4_1.gguf", starter_model.read_bytes())
    repo.put("Tiny-F16-00001-of-00002.gguf", b"never opened")
    repo.put("Tiny-F16-00002-of-00002.gguf", b"never opened")
    (large, small) = json.loads(run("pull", REPO, "--list", "--json").out)
    assert {large["memory"], small["memory"]} <= {"fits", "tight", "too big"}
    assert {asked.path.split("/")[2].split("?")[0] for asked in hub.transfers()} == {
        "Tiny-Q4_1.gguf"
    }


# --- what goes wrong ---


def test_a_name_that_is_none_is_sent_to_the_search(run: Run) -> None:
    result = run("pull", "qwen3")
    assert result.code == 1
    assert "localllm search qwen3" in result.err


def test_a_quantization_that_is_not_there_is_answered_with_those_that_are(
    run: Run, repo: Repo
) -> None:
    result = run("pull", f"{REPO}:Q8_0")
    assert result.code == 1
    assert "Q4_K_M" in result.err
    assert fetched() == {}


def test_without_a_gguf_file_converting_and_other_repositories_are_offered(
    run: Run, hub: Hub, repo: Repo
) -> None:
    repo.base_model = "maker/Tiny"
    hub.repo("maker/Tiny").put("model.safetensors", b"x")
    result = run("pull", "maker/Tiny")
    assert result.code == 1
    assert f"ready to fetch are {REPO}" in result.err
    assert "localllm quantize maker/Tiny" in result.err


def test_several_models_are_not_chosen_between(run: Run, hub: Hub) -> None:
    for name in ("one-Q4_0.gguf", "two-Q4_0.gguf"):
        hub.repo(REPO).put(name, model())
    result = run("pull", REPO)
    assert result.code == 1
    assert f"{REPO}:one-Q4_0.gguf" in result.err
    assert run("pull", f"{REPO}:two-Q4_0.gguf").code == 0
    assert list(fetched()) == [f"{REPO}/two-Q4_0.gguf"]


def test_a_gated_repository_is_told_of_before_anything_is_fetched(run: Run, hub: Hub) -> None:
    hub.repo(REPO, gated="auto").put("Tiny-Q4_0.gguf", model())
    result = run("pull", REPO)
    assert result.code == 1
    assert f"{hub.endpoint}/{REPO}" in result.err
    assert "localllm token set" in result.err
    assert hub.transfers() == []


def test_a_gated_repository_is_fetched_with_a_token_that_the_cdn_never_sees(
    run: Run, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub.repo(REPO, gated="auto").put("Tiny-Q4_0.gguf", model())
    hub.tokens[TOKEN] = {REPO}
    monkeypatch.setenv("HF_TOKEN", TOKEN)
    result = run("pull", REPO)
    assert result.code == 0, result.err
    assert list(fetched().values()) == [model()]
    assert {asked.authorization for asked in hub.transfers()} == {None}
    home = paths.data_dir().parent
    assert not [file for file in home.rglob("*") if file.is_file() and holds_token(file)]


def holds_token(file: Path) -> bool:
    return TOKEN.encode() in file.read_bytes()


def test_a_name_that_leads_out_of_the_folder_is_refused(run: Run, hub: Hub) -> None:
    hub.repo(REPO).put("../../../x-Q4_0.gguf", model())
    result = run("pull", REPO)
    assert result.code == 1
    assert "cannot be fetched" in result.err
    assert fetched() == {}


def test_json_is_for_lists(run: Run) -> None:
    assert "--list" in run("pull", REPO, "--json").err


# --- with a person ---


def answers(monkeypatch: pytest.MonkeyPatch, answer: str) -> None:
    monkeypatch.setattr(terminal, "interactive", lambda: True)
    monkeypatch.setattr("click.termui.visible_prompt_func", lambda text: answer)


def test_a_person_is_asked_and_shown_what_there_is(
    run: Run, repo: Repo, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers(monkeypatch, "3")
    result = run("pull", REPO)
    assert [word for word in ("BF16", "Q4_K_M *", "Q2_K") if word not in result.err] == []
    assert list(fetched()) == [f"{REPO}/Tiny-Q2_K.gguf"]


def test_a_person_need_not_choose(run: Run, repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    answers(monkeypatch, "")
    run("pull", REPO)
    assert list(fetched()) == [f"{REPO}/Tiny-Q4_K_M.gguf"]


def test_one_who_says_yes_is_not_asked(
    run: Run, repo: Repo, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers(monkeypatch, "3")
    run("pull", REPO, "--yes")
    assert list(fetched()) == [f"{REPO}/Tiny-Q4_K_M.gguf"]


@pytest.mark.skipif(sys.platform == "win32", reason="terminals as these are not on Windows")
def test_ctrl_c_keeps_what_came_and_the_same_command_goes_on(run: Run, hub: Hub) -> None:
    from helpers.terminal import CTRL_C, Terminal

    data = model() + bytes(3_000_000)
    hub.repo(REPO).put("Tiny-Q4_K_M.gguf", data)
    hub.fail(Stall(2_000_000), server="cdn", method="GET", times=9)
    with Terminal([sys.executable, "-P", "-m", "localllm", "pull", REPO]) as person:
        person.wait_for("Fetching .* of 3.0 MB")
        person.wait_for(r"[12]\.\d MB of 3.0 MB")
        person.type(CTRL_C)
        person.wait_for("Stopped")
        said = person.wait_for(r"`localllm pull [^`]+`")
        assert person.wait_for_end() == 130
    hub.planned.clear()
    before = len(hub.transfers())
    result = run(*said.strip("`").split()[1:])
    assert result.code == 0, result.err
    assert fetched() == {f"{REPO}/Tiny-Q4_K_M.gguf": data}
    asked = [transfer.range for transfer in hub.transfers()[before:]]
    assert asked
    assert not [each for each in asked if each in (None, "bytes=0-")]


def test_a_busy_hub_is_waited_for(run: Run, hub: Hub, repo: Repo) -> None:
    hub.fail(Answer(503, {"Retry-After": "0"}), path="*/resolve/*")
    assert run("pull", f"{REPO}:Q2_K").code == 0

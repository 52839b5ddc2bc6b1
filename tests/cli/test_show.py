"""show: a model's card, its types, its memory; of files here and of headers elsewhere."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli.conftest import Run
from helpers.arch_models import SHAPES, write_model
from helpers.gguf_bytes import DEFAULT_METADATA, gguf
from helpers.hub import Hub

REPO = "maker/tiny-GGUF"


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    with Hub() as found:
        monkeypatch.setenv("LOCALLLM_HUB_ENDPOINT", found.endpoint)
        yield found


def model(folder: Path, name: str = "qwen3-30b-a3b") -> Path:
    return write_model(folder / f"{name}.gguf", SHAPES[name])


def test_the_starters_card(run: Run, starter_model: Path) -> None:
    said = run("show", "starter", "--quick").out
    for words in (
        "llama, 30 layers, 576 wide, 9 heads (3 for keys)",
        "135M",
        "Q4_1, 5.74 bits a weight",
        "8,192 tokens",
        "gpt2 (smollm), 49,152 tokens",
        "chat: it has a chat template",
        "apache-2.0",
        str(starter_model),
    ):
        assert words in said


def test_info_is_the_same(run: Run) -> None:
    assert (
        run("info", "starter", "--quick").out.split("CONTEXT")[0]
        == (run("show", "starter", "--quick").out.split("CONTEXT")[0])
    )


def test_types_are_a_table(run: Run, tmp_path: Path) -> None:
    rows = [line.split() for line in run("show", str(model(tmp_path)), "--quick").out.splitlines()]
    # 48 layers x 7 matrices; embedding and output
    assert ["Q4_K", "336", "29.9B", "16.8", "GB", "4.50"] in rows
    assert ["Q6_K", "2", "622M", "510.5", "MB", "6.56"] in rows


def test_experts_at_work_are_counted(run: Run, tmp_path: Path) -> None:
    said = run("show", str(model(tmp_path)), "--quick").out
    assert "30.5B, 3.35B at work" in said  # as its authors state: 30.5B, 3.3B activated
    assert "8 of 128 experts at a time" in said


def test_memory_is_told_at_several_contexts(run: Run, tmp_path: Path) -> None:
    path = str(model(tmp_path, "llama-3.2-1b"))
    said = run("show", path, "--quick", "--context", "4096", "--parallel", "2").out
    found = re.findall(r"^([\d,]+)  .*(?:fits|tight|too big)$", said, re.MULTILINE)
    assert found == ["2,048", "4,096", "8,192", "32,768", "131,072"]
    assert "2 answers at once" in said
    # 16 layers x 8 heads x 64 wide x 2 x 2 bytes x 4,096 tokens
    assert "134.2 MB" in said


def test_everything_is_there_for_programs(run: Run, tmp_path: Path) -> None:
    said = json.loads(run("show", str(model(tmp_path)), "--quick", "--json").out)
    assert said["card"]["architecture"] == "qwen3moe"
    assert said["card"]["active"] == 3_353_032_704
    assert said["experts"] == {"count": 128, "used": 8}
    assert [kind["name"] for kind in said["types"]] == ["Q4_K", "Q6_K", "F32"]
    assert {"context", "total", "verdict", "max_context", "words"} <= set(said["fit"][0])
    assert said["remote"] is False


@pytest.mark.model
def test_llama_cpp_counts_where_it_can(run: Run, tmp_path: Path) -> None:
    said = json.loads(run("show", str(model(tmp_path, "llama-3.2-1b")), "--json").out)
    assert [fit["exact"] for fit in said["fit"]] == [True] * len(said["fit"])
    assert said["problem"] is None


def test_the_template_alone(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "m.gguf"
    path.write_bytes(gguf(DEFAULT_METADATA | {"tokenizer.chat_template": "{{ messages }}"}))
    assert run("show", str(path), "--template").out == "{{ messages }}\n"


def test_what_is_no_model_by_itself_is_shown_without_memory(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "lora.gguf"
    path.write_bytes(gguf(DEFAULT_METADATA | {"general.type": "adapter"}))
    result = run("show", str(path), "--quick")
    assert result.code == 1
    assert "no language model" in result.err


def test_a_broken_file_says_what_is_wrong(run: Run, tmp_path: Path) -> None:
    (tmp_path / "m.gguf").write_bytes(gguf()[:-5])
    result = run("show", str(tmp_path / "m.gguf"))
    assert result.code == 1
    assert "cut off" in result.err


class TestRemote:
    def published(self, hub: Hub, tmp_path: Path) -> None:
        small = write_model(tmp_path / "m.gguf", SHAPES["llama-3.2-1b"]).read_bytes()[:65536]
        repo = hub.repo(REPO)
        repo.put("tiny-Q4_K_M.gguf", small + bytes(2 << 20))
        repo.put("tiny-Q8_0.gguf", small + bytes(3 << 20))

    def test_a_repository_by_its_quantization(self, run: Run, hub: Hub, tmp_path: Path) -> None:
        self.published(hub, tmp_path)
        result = run("show", f"{REPO}:Q4_K_M", "--quick")
        assert result.code == 0, result.err
        assert "llama, 16 layers, 2,048 wide" in result.out
        assert "tiny-Q4_K_M.gguf" in result.out
        assert "2.2 MB" in result.out
        assert "too big" in result.out or "fits" in result.out
        assert len(hub.transfers()) == 1

    def test_it_is_the_same_for_programs(self, run: Run, hub: Hub, tmp_path: Path) -> None:
        self.published(hub, tmp_path)
        said = json.loads(run("show", f"{REPO}:Q8_0", "--quick", "--json").out)
        assert said["name"] == f"{REPO}:Q8_0"
        assert said["remote"] is True
        assert said["licence"] == "apache-2.0"

    def test_an_address_of_a_file(self, run: Run, hub: Hub, tmp_path: Path) -> None:
        self.published(hub, tmp_path)
        result = run("show", hub.url("tiny-Q4_K_M.gguf", REPO), "--quick")
        assert result.code == 0, result.err
        assert "llama, 16 layers" in result.out

    def test_the_projector_tells_what_it_can_see(self, run: Run, hub: Hub, tmp_path: Path) -> None:
        self.published(hub, tmp_path)
        clip = {"general.architecture": "clip", "clip.has_vision_encoder": True}
        hub.repo(REPO).put("mmproj-F16.gguf", gguf(clip))
        assert "vision: a projector" in run("show", f"{REPO}:Q4_K_M", "--quick").out

    def test_what_a_repository_lacks_is_told(self, run: Run, hub: Hub, tmp_path: Path) -> None:
        self.published(hub, tmp_path)
        result = run("show", f"{REPO}:Q2_K", "--quick")
        assert result.code == 1
        assert "Q4_K_M" in result.err

    def test_offline_nothing_is_asked(self, run: Run, hub: Hub) -> None:
        result = run("show", f"{REPO}:Q4_K_M", "--offline")
        assert result.code == 1
        assert "network" in result.err
        assert hub.requests == []

    def test_an_unknown_name_is_looked_for_here_alone(self, run: Run, hub: Hub) -> None:
        result = run("show", "no-such-model", "--quick")
        assert result.code == 1
        assert hub.requests == []

"""GitHub's workflows: what they run is there, what they need is named, what they may is little.

They run on GitHub's machines alone; here they are read.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
import yaml
from helpers.build_scripts import ROOT, script

FOLDER = ROOT / ".github" / "workflows"
NAMES = ("ci", "release")


def text(name: str) -> str:
    return (FOLDER / f"{name}.yml").read_text("utf-8")


def workflow(name: str) -> dict[Any, Any]:
    read = yaml.safe_load(text(name))
    assert isinstance(read, dict)
    return read


def steps(name: str) -> list[dict[str, Any]]:
    return [step for job in workflow(name)["jobs"].values() for step in job["steps"]]


def test_there_are_no_others() -> None:
    assert sorted(file.stem for file in FOLDER.iterdir()) == sorted(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_every_action_is_pinned(name: str) -> None:
    used = [step["uses"] for step in steps(name) if "uses" in step]
    assert used
    assert all(re.fullmatch(r"[\w-]+/[\w-]+@(v\d+(\.\d+)*|[0-9a-f]{40})", each) for each in used)


@pytest.mark.parametrize("name", NAMES)
def test_every_script_that_is_run_is_there(name: str) -> None:
    """And may be run, where it is called by its name."""
    runs = "\n".join(step["run"] for step in steps(name) if "run" in step)
    called = set(re.findall(r"(?:packaging|\.ci)/[\w./-]*\w", runs))
    assert called
    assert [path for path in called if not (ROOT / path).is_file()] == []
    by_name = set(re.findall(r"^\s*((?:packaging|\.ci)/\S+)", runs, re.MULTILINE))
    assert [path for path in by_name if not (ROOT / path).stat().st_mode & 0o100] == []


@pytest.mark.parametrize("name", NAMES)
def test_what_a_workflow_may_is_said_and_little(name: str) -> None:
    read = workflow(name)
    assert read["permissions"] == {"contents": "read"}
    for job_name, job in read["jobs"].items():
        assert job["timeout-minutes"]
        writes = {what for what, how in job.get("permissions", {}).items() if how == "write"}
        allowed = {"build": {"id-token", "attestations"}, "draft": {"contents"}}
        assert writes == allowed.get(job_name, set())
    checkouts = [s for s in steps(name) if s.get("uses", "").startswith("actions/checkout@")]
    assert all(step["with"] == {"persist-credentials": False} for step in checkouts)


@pytest.mark.parametrize("name", NAMES)
def test_no_text_that_a_stranger_chose_gets_into_a_script(name: str) -> None:
    """A tag or a title inside ${{ }} of a script would be run; as a variable it is only read."""
    runs = [step["run"] for step in steps(name) if "run" in step]
    assert [run for run in runs if "${{" in run] == []


def test_ci_runs_what_holds_everywhere() -> None:
    assert any(step.get("run") == ".ci/run" for step in steps("ci"))


def test_native_builds_are_kept_by_what_goes_into_them() -> None:
    for name in NAMES:
        (cache,) = [s for s in steps(name) if s.get("uses", "").startswith("actions/cache@")]
        assert "hashFiles('native/**', 'uv.lock')" in cache["with"]["key"]


def test_every_system_is_built_tried_and_released() -> None:
    matrix = workflow("release")["jobs"]["build"]["strategy"]["matrix"]["include"]
    names = {each["name"] for each in matrix}
    assert names == {"linux-x64", "linux-arm64", "macos-arm64", "windows-x64"}
    assert {name.partition("-")[0] for name in names} == script("released").MADE.keys()
    presets = (ROOT / "native" / "CMakePresets.json").read_text("utf-8")
    assert all(f'"name": "{each["preset"]}"' in presets for each in matrix)
    for system in ("Linux", "macOS", "Windows"):
        own = [s for s in steps("release") if s.get("if") == f"runner.os == '{system}'"]
        assert any("smoke_test.py" in step.get("run", "") for step in own), system


def test_a_tag_is_checked_before_anything_is_built_and_a_person_publishes() -> None:
    jobs = workflow("release")["jobs"]
    assert any("stamp.py tag" in step.get("run", "") for step in jobs["tag"]["steps"])
    assert (jobs["build"]["needs"], jobs["draft"]["needs"]) == ("tag", "build")
    assert any("release create" in s.get("run", "") and "--draft" in s["run"]
               for s in jobs["draft"]["steps"])  # fmt: skip
    assert jobs["draft"]["if"] == "github.ref_type == 'tag'"


def test_the_scripts_for_signing_get_the_variables_that_they_ask_for() -> None:
    scripts = [(ROOT / "packaging" / "macos" / f"{n}.sh").read_text() for n in ("sign", "notarise")]
    needed = set(re.findall(r"^\s*need (\w+) ", "\n".join(scripts), re.MULTILINE))
    (step,) = [s for s in steps("release") if s.get("run") == "packaging/macos/release.sh"]
    assert len(needed) == 5
    assert needed <= step["env"].keys()
    assert all(value == f"${{{{ secrets.{name} }}}}" for name, value in step["env"].items())

"""docs/metrics.md lists what /metrics has, and the dashboard shows only that."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from localllm import histograms
from localllm.core import EngineStats, Histogram
from localllm.server import exposition
from localllm.server.gateway import Answered, Gateway

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "metrics.md").read_text("utf-8")
DASHBOARD = json.loads((DOCS / "grafana.json").read_text("utf-8"))

# name -> (type, labels), as documented
_ROW = re.compile(r"^\| `([a-z_:]+)` \| (\w+)[a-z ]* \|([a-z, ]*)\|", re.MULTILINE)
DOCUMENTED = {
    name: (kind, frozenset(filter(None, labels.strip().split(", "))))
    for name, kind, labels in _ROW.findall(PAGE)
}


def exposed() -> dict[str, tuple[str, frozenset[str]]]:
    """Everything there is once something has happened; `model` is said once, above the tables."""
    gateway = Gateway([])
    gateway.requests[Answered("/", "GET", 200)] += 1
    gateway.seconds["/"].add(1.0)
    gateway.hang_ups["/"] += 1
    full = EngineStats(ended={"stop": 1}, aborts={"queued": 1}, failures={"busy": 1})
    text = exposition.text(gateway, {"tiny": full}, {"tiny": "ready"}).decode()
    found = {}
    for family in text_string_to_metric_families(text):
        name = f"{family.name}_total" if family.type == "counter" else family.name
        labels = set().union(*(sample.labels for sample in family.samples)) - {"le"}
        model = {"model"} if name != "localllm_model_state" else set()
        found[name] = (family.type, frozenset(labels - model))
    return found


def test_the_list_is_what_is_exposed() -> None:
    assert exposed() == DOCUMENTED


@pytest.mark.parametrize(
    ("name", "bounds"),
    [("waits", histograms.WAITS), ("gaps", histograms.GAPS), ("sizes", histograms.SIZES)],
)
def test_the_bounds_are_those_that_are_listed(name: str, bounds: tuple[float, ...]) -> None:
    (listed,) = re.findall(rf"^\| {name} \| ([\d. ]+) \|$", PAGE, re.MULTILINE)
    assert tuple(map(float, listed.split())) == bounds


def test_every_field_of_an_engine_is_exposed() -> None:
    """By giving each field a value of its own and looking for it."""
    fields = EngineStats.__struct_fields__
    numbers = {name: 7001 + 2 * at for at, name in enumerate(fields)}
    given: dict[str, Any] = {}
    for name, default in zip(fields, EngineStats.__struct_defaults__, strict=True):
        if isinstance(getattr(EngineStats(), name), Histogram):
            given[name] = Histogram((1.0,), (0, 0), float(numbers[name]))
        elif isinstance(getattr(EngineStats(), name), dict):
            given[name] = {"x": numbers[name]}
        else:
            given[name] = type(default)(numbers[name])
    # Told as differences: what is kept, and what is free.
    given |= {"cells_running": 10, "cells_used": 15, "cells_total": 26}
    text = exposition.text(Gateway([]), {"m": EngineStats(**given)}, {}).decode()
    values = [
        sample.value for family in text_string_to_metric_families(text) for sample in family.samples
    ]
    told = {name for name, number in numbers.items() if number in values}
    assert set(fields) - told == {"cells_running", "cells_used", "cells_total"}
    assert {10, 5, 11} <= set(values)


def _expressions(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        for key, value in node.items():
            if key in ("expr", "definition"):
                yield value
            else:
                yield from _expressions(value)
    elif isinstance(node, list):
        for item in node:
            yield from _expressions(item)


def test_the_dashboard_shows_only_what_there_is() -> None:
    series = set(DOCUMENTED)
    for name, (kind, _) in DOCUMENTED.items():
        if kind == "histogram":
            series |= {f"{name}_{ending}" for ending in ("bucket", "sum", "count")}
    expressions = list(_expressions(DASHBOARD))
    used = {name for text in expressions for name in re.findall(r"\blocalllm_\w+", text)}
    assert len(expressions) > 20
    assert used <= series


def test_the_dashboard_takes_any_data_source() -> None:
    variables = {variable["name"]: variable for variable in DASHBOARD["templating"]["list"]}
    assert (variables["datasource"]["type"], variables["datasource"]["query"]) == (
        "datasource",
        "prometheus",
    )
    panels = [panel for panel in DASHBOARD["panels"] if panel["type"] != "row"]
    sources = [panel["datasource"] for panel in panels]
    sources += [target["datasource"] for panel in panels for target in panel["targets"]]
    assert {source["uid"] for source in sources} == {"${datasource}"}


def test_panels_have_ids_and_places_of_their_own() -> None:
    panels = DASHBOARD["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    cells = [
        (x, y)
        for panel in panels
        for place in [panel["gridPos"]]
        for x in range(place["x"], place["x"] + place["w"])
        for y in range(place["y"], place["y"] + place["h"])
    ]
    assert len(set(cells)) == len(cells)

"""The numbers as Prometheus reads them. docs/metrics.md is the list for people; a test compares.

Tables first: a metric's name, the field it comes from, and its meaning. All of an engine have the
label `model`. Names of llama.cpp's server come beside ours, for dashboards that have them already.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

import psutil
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from localllm import __version__
from localllm.core import EngineStats, Histogram
from localllm.server.gateway import Gateway

# Version 0.0.4 of the text format: what `generate_latest` writes, and every Prometheus reads.
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

Engines = Mapping[str, EngineStats]
Value = Callable[[EngineStats], float]


class One(NamedTuple):
    """A number of an engine. Counters are named without their ending `_total`."""

    name: str
    meaning: str
    value: Value


class Many(NamedTuple):
    """A number of an engine for each value of a label."""

    name: str
    meaning: str
    label: str
    values: Callable[[EngineStats], Mapping[str, float]]


class Buckets(NamedTuple):
    name: str
    meaning: str
    value: Callable[[EngineStats], Histogram]


GAUGES = (
    One("localllm_requests_running", "Requests that have begun.", lambda s: s.running),
    One("localllm_requests_waiting", "Requests in the queue.", lambda s: s.waiting),
    One("localllm_ram_cache_entries", "Saved pieces of KV in RAM.", lambda s: s.ram_cache_entries),
    One("localllm_disk_cache_entries", "Saved pieces on disk.", lambda s: s.disk_cache_entries),
    One("localllm_prompt_rate", "Prompt tokens read a second, lately.", lambda s: s.prefill_rate),
    One("localllm_output_rate", "Tokens written a second, lately.", lambda s: s.decode_rate),
    One("localllm_longest_sequence_tokens", "Longest chat so far.", lambda s: s.longest_sequence),
    One("localllm_threads", "Threads of the last step.", lambda s: s.threads),
    One("localllm_engine_resident_bytes", "Memory of the engine's process.", lambda s: s.rss_bytes),
)
LABELLED_GAUGES = (
    Many(
        "localllm_kv_cells",
        "KV cells by state.",
        "state",
        lambda s: {
            "running": s.cells_running,
            "kept": s.cells_used - s.cells_running,
            "free": s.cells_total - s.cells_used,
        },
    ),
    Many(
        "localllm_kv_tier_bytes",
        "Saved KV in each tier.",
        "tier",
        lambda s: {"ram": s.ram_cache_bytes, "disk": s.disk_cache_bytes},
    ),
    Many(
        "localllm_kv_tier_budget_bytes",
        "What each tier may take.",
        "tier",
        lambda s: {"ram": s.ram_cache_budget, "disk": s.disk_cache_budget},
    ),
)
COUNTERS = (
    One("localllm_prompt_tokens", "Prompt tokens of requests begun.", lambda s: s.prompt_tokens),
    One("localllm_output_tokens", "Tokens written.", lambda s: s.completion_tokens),
    One(
        "localllm_prefill_seconds",
        "Time until first tokens, from the start.",
        lambda s: s.prefill_s,
    ),
    One("localllm_decode_seconds", "Time from first tokens to last.", lambda s: s.decode_s),
    One("localllm_steps", "Steps done.", lambda s: s.steps),
    One("localllm_steps_interrupted", "Steps broken off.", lambda s: s.interrupted_steps),
    One("localllm_preemptions", "Times a request made way.", lambda s: s.preemptions),
    One("localllm_drafts", "Guesses checked.", lambda s: s.drafts),
    One("localllm_draft_tokens", "Tokens guessed.", lambda s: s.drafted_tokens),
    One("localllm_draft_tokens_accepted", "Tokens guessed right.", lambda s: s.accepted_tokens),
)
LABELLED_COUNTERS = (
    Many(
        "localllm_prompt_tokens_by_source",
        "Prompt tokens found in a tier, or computed.",
        "source",
        lambda s: {
            "cells": s.reused_cells,
            "ram": s.reused_ram,
            "disk": s.reused_disk,
            "computed": s.computed_tokens,
        },
    ),
    Many(
        "localllm_kv_evictions",
        "Saved pieces that left a tier.",
        "tier",
        lambda s: {"ram": s.ram_evictions, "disk": s.disk_evictions},
    ),
    Many("localllm_requests_ended", "Requests ended.", "reason", lambda s: s.ended),
    Many("localllm_aborts", "Requests given up, by what they did.", "phase", lambda s: s.aborts),
    Many("localllm_failures", "Requests failed, by error code.", "code", lambda s: s.failures),
)
HISTOGRAMS = (
    Buckets("localllm_ttft_seconds", "Arrival to first token.", lambda s: s.ttft),
    Buckets("localllm_queue_wait_seconds", "Arrival to first step.", lambda s: s.queue_wait),
    Buckets("localllm_itl_seconds", "Between outputs of a choice.", lambda s: s.itl),
    Buckets("localllm_tpot_seconds", "Mean time of a choice's token.", lambda s: s.tpot),
    Buckets("localllm_abort_delay_seconds", "Hang-up to end of work.", lambda s: s.abort_delay),
    Buckets("localllm_step_tokens", "Tokens in a step.", lambda s: s.step_tokens),
    Buckets("localllm_step_sequences", "Sequences in a step.", lambda s: s.step_sequences),
)
# As tools/server/server-task.cpp of llama.cpp has them, by name and meaning.
LLAMACPP_COUNTERS = (
    One("llamacpp:prompt_tokens", "Prompt tokens computed.", lambda s: s.computed_tokens),
    One("llamacpp:prompt_tokens_cached", "Prompt tokens reused.", lambda s: s.cached_tokens),
    One("llamacpp:prompt_seconds", "Time reading prompts.", lambda s: s.prefill_s),
    One("llamacpp:tokens_predicted", "Tokens written.", lambda s: s.completion_tokens),
    One("llamacpp:tokens_predicted_seconds", "Time writing.", lambda s: s.decode_s),
    One("llamacpp:n_decode", "Steps.", lambda s: s.steps),
    One("llamacpp:spec_decode_num_drafts", "Guesses checked.", lambda s: s.drafts),
    One("llamacpp:spec_decode_num_draft_tokens", "Tokens guessed.", lambda s: s.drafted_tokens),
    One("llamacpp:spec_decode_num_accepted_tokens", "Guessed right.", lambda s: s.accepted_tokens),
)
LLAMACPP_GAUGES = (
    One("llamacpp:n_tokens_max", "Longest sequence.", lambda s: s.longest_sequence),
    One("llamacpp:prompt_tokens_seconds", "Prompt tokens a second.", lambda s: s.prefill_rate),
    One("llamacpp:predicted_tokens_seconds", "Tokens written a second.", lambda s: s.decode_rate),
    One("llamacpp:requests_processing", "Requests that run.", lambda s: s.running),
    One("llamacpp:requests_deferred", "Requests that wait.", lambda s: s.waiting),
    One(
        "llamacpp:n_busy_slots_per_decode",
        "Sequences in a step, on average.",
        lambda s: s.step_sequences.total / max(s.steps, 1),
    ),
)


def text(gateway: Gateway, engines: Engines, states: Mapping[str, str]) -> bytes:
    """All numbers in Prometheus' text format. `states` are those of models, loaded or not."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Snapshot(gateway, engines, states))
    return generate_latest(registry)


class _Snapshot(Collector):
    def __init__(self, gateway: Gateway, engines: Engines, states: Mapping[str, str]) -> None:
        self._gateway = gateway
        self._engines = engines
        self._states = states

    def collect(self) -> Iterator[Metric]:
        yield from _of_the_program(self._states)
        yield from _of_the_gateway(self._gateway)
        yield from _of_engines(self._engines)

    def describe(self) -> Iterable[Metric]:
        return ()


def _of_the_program(states: Mapping[str, str]) -> Iterator[Metric]:
    build = GaugeMetricFamily("localllm_build_info", "Always 1.", labels=["version"])
    build.add_metric([__version__], 1)
    yield build
    models = GaugeMetricFamily(
        "localllm_model_state", "1 for each model.", labels=["model", "state"]
    )
    for name, state in states.items():
        models.add_metric([name, state], 1)
    yield models
    yield GaugeMetricFamily(
        "localllm_gateway_resident_bytes",
        "Memory of the port's process.",
        psutil.Process(os.getpid()).memory_info().rss,
    )


def _of_the_gateway(gateway: Gateway) -> Iterator[Metric]:
    yield GaugeMetricFamily("localllm_http_in_flight", "Requests under way.", gateway.in_flight)
    requests = CounterMetricFamily(
        "localllm_http_requests", "Requests answered.", labels=["route", "method", "status"]
    )
    for answered, count in gateway.requests.items():
        requests.add_metric([answered.route, answered.method, str(answered.status)], count)
    yield requests
    hang_ups = CounterMetricFamily(
        "localllm_http_hang_ups", "Clients gone before the end.", labels=["route"]
    )
    seconds = HistogramMetricFamily(
        "localllm_http_seconds", "Request to end of answer.", labels=["route"]
    )
    for route, counter in gateway.seconds.items():
        hang_ups.add_metric([route], gateway.hang_ups[route])
        _add(seconds, route, counter.snapshot())
    yield hang_ups
    yield seconds
    yield CounterMetricFamily(
        "localllm_http_received_bytes", "Bytes of requests' bodies.", gateway.bytes_received
    )
    yield CounterMetricFamily(
        "localllm_http_sent_bytes", "Bytes of answers' bodies.", gateway.bytes_sent
    )


def _of_engines(engines: Engines) -> Iterator[Metric]:
    for one in (*GAUGES, *LLAMACPP_GAUGES):
        gauge = GaugeMetricFamily(one.name, one.meaning, labels=["model"])
        yield _filled(gauge, one, engines)
    for one in (*COUNTERS, *LLAMACPP_COUNTERS):
        counter = CounterMetricFamily(one.name, one.meaning, labels=["model"])
        yield _filled(counter, one, engines)
    for many in LABELLED_GAUGES:
        gauge = GaugeMetricFamily(many.name, many.meaning, labels=["model", many.label])
        yield _filled_each(gauge, many, engines)
    for many in LABELLED_COUNTERS:
        counter = CounterMetricFamily(many.name, many.meaning, labels=["model", many.label])
        yield _filled_each(counter, many, engines)
    for buckets in HISTOGRAMS:
        family = HistogramMetricFamily(buckets.name, buckets.meaning, labels=["model"])
        for model, stats in engines.items():
            _add(family, model, buckets.value(stats))
        yield family


def _filled(family: GaugeMetricFamily | CounterMetricFamily, one: One, engines: Engines) -> Metric:
    for model, stats in engines.items():
        family.add_metric([model], one.value(stats))
    return family


def _filled_each(
    family: GaugeMetricFamily | CounterMetricFamily, many: Many, engines: Engines
) -> Metric:
    for model, stats in engines.items():
        for label, value in many.values(stats).items():
            family.add_metric([model, label], value)
    return family


def _add(family: HistogramMetricFamily, label: str, histogram: Histogram) -> None:
    """Prometheus' buckets hold all that is not above their bound."""
    buckets, below = [], 0
    bounds = (*histogram.bounds, math.inf)
    for bound, count in zip(bounds, histogram.counts or (0,), strict=True):
        below += count
        buckets.append(("+Inf" if bound == math.inf else str(bound), float(below)))
    family.add_metric([label], buckets, histogram.total)

"""The vocabulary every room speaks: frozen types, the field's words, no behaviour worth a test.

They cross the pipe between the app and an engine as msgpack and stop at `server/` on the way to
JSON. Nothing here knows HTTP, Qt, ctypes or a file format.

    face -> Request -> Runtime.submit -> engine process
    face <- Event   <- Stream         <- engine process
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Literal

import msgspec

Role = Literal["system", "developer", "user", "assistant", "tool"]

# --- what is asked ---------------------------------------------------------------------------


class ToolCall(msgspec.Struct, frozen=True, omit_defaults=True):
    """A call that the model made. `arguments` is JSON text, as the model wrote it."""

    id: str
    name: str
    arguments: str


class Message(msgspec.Struct, frozen=True, omit_defaults=True):
    """One message of a chat. `content` is None where an assistant only called tools."""

    role: Role
    content: str | None = None
    reasoning: str | None = None
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str | None = None
    name: str | None = None


class Tool(msgspec.Struct, frozen=True, omit_defaults=True):
    """A function the model may call. `parameters` is a JSON Schema object ({} takes nothing)."""

    name: str
    description: str = ""
    parameters: dict[str, Any] = {}


class ChatPrompt(msgspec.Struct, frozen=True, tag="chat", omit_defaults=True):
    """Messages that the model's own template turns into tokens, inside the engine.

    `enable_thinking` None leaves the template's default. `continue_final` goes on writing the last
    assistant message instead of beginning a new one. A tool choice that names one function is
    that single tool with "required".
    """

    messages: tuple[Message, ...]
    tools: tuple[Tool, ...] = ()
    tool_choice: Literal["auto", "none", "required"] = "auto"
    parallel_tool_calls: bool = True
    enable_thinking: bool | None = None
    template_kwargs: dict[str, Any] = {}
    continue_final: bool = False


class TextPrompt(msgspec.Struct, frozen=True, tag="text", omit_defaults=True):
    """Raw text, completed as it stands (BOS is added where the model wants one)."""

    text: str


class TokenPrompt(msgspec.Struct, frozen=True, tag="tokens", omit_defaults=True):
    """Token ids of the model's own vocabulary, taken as they are."""

    tokens: tuple[int, ...]


Prompt = ChatPrompt | TextPrompt | TokenPrompt


class SamplingParams(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a token is picked. The defaults are llama.cpp's; names and meaning as there.

    temperature <= 0 is greedy. max_tokens None means until the model ends or the context is full.
    `seed` None draws a fresh one. `json_schema` (JSON text) and `grammar` (GBNF) exclude each
    other. `logprobs` is the number of alternatives beside the chosen token (0: the chosen one
    alone, None: none at all). `ignore_eos` goes on past the end of generation. After
    `reasoning_budget` tokens of thinking (None: any number) the model is made to end its thoughts,
    with `reasoning_budget_message` as the last of them.
    """

    max_tokens: int | None = None
    temperature: float = 0.8
    top_k: int = 40
    top_p: float = 0.95
    min_p: float = 0.05
    typical_p: float = 1.0
    top_n_sigma: float = -1.0
    xtc_probability: float = 0.0
    xtc_threshold: float = 0.1
    repeat_last_n: int = 64
    repeat_penalty: float = 1.0
    presence_penalty: float = 0.0
    frequency_penalty: float = 0.0
    dry_multiplier: float = 0.0
    dry_base: float = 1.75
    dry_allowed_length: int = 2
    dry_penalty_last_n: int = 64
    dry_sequence_breakers: tuple[str, ...] = ("\n", ":", '"', "*")
    mirostat: int = 0
    mirostat_tau: float = 5.0
    mirostat_eta: float = 0.1
    seed: int | None = None
    logit_bias: dict[int, float] = {}
    stop: tuple[str, ...] = ()
    json_schema: str | None = None
    grammar: str | None = None
    logprobs: int | None = None
    ignore_eos: bool = False
    reasoning_budget: int | None = None
    reasoning_budget_message: str = ""


class Priority(StrEnum):
    """Who goes first when not all fit into a step: a person waiting before a machine."""

    INTERACTIVE = "interactive"
    NORMAL = "normal"
    BACKGROUND = "background"


class Request(msgspec.Struct, frozen=True, omit_defaults=True):
    """One question to one model; `n` answers (choices) are generated from one prompt.

    `id` is unique in the parent process. `client` says who asked, for people to read; those
    who wait take turns by it. With `timings` every Delta carries the Usage so far.
    A chat that does not fit the context is an error; with `overflow` "drop_oldest" its oldest
    turns are left out, and Usage.dropped_messages says how many messages these were.
    """

    id: str
    prompt: Prompt
    sampling: SamplingParams = SamplingParams()
    n: int = 1
    priority: Priority = Priority.NORMAL
    client: str = ""
    timings: bool = False
    overflow: Literal["error", "drop_oldest"] = "error"


# --- what is answered ------------------------------------------------------------------------


class FinishReason(StrEnum):
    STOP = "stop"  # the model ended, or a stop string was met
    LENGTH = "length"  # max_tokens, or the context is full
    TOOL_CALLS = "tool_calls"
    ABORTED = "aborted"  # the asker went away; never seen by it


class Usage(msgspec.Struct, frozen=True):
    """Token counts and times of a whole request, all choices together.

    `cached_tokens` are the prompt tokens whose KV was reused; `accepted_tokens` of
    `drafted_tokens` were guessed right by speculation. Times in seconds, measured in
    the engine: `queued_s` until its first step, `prefill_s` from there to the first token,
    `decode_s` from the first to the last token. `dropped_messages` of the chat did not fit and
    were left out, which happens only to a request that allows it.
    """

    prompt_tokens: int = 0
    cached_tokens: int = 0
    completion_tokens: int = 0
    reasoning_tokens: int = 0
    drafted_tokens: int = 0
    accepted_tokens: int = 0
    queued_s: float = 0.0
    prefill_s: float = 0.0
    decode_s: float = 0.0
    dropped_messages: int = 0


class TokenLogprob(msgspec.Struct, frozen=True):
    """Natural logarithm of the softmax of the raw logits, before any sampling parameter.

    `token` is the piece as text (with U+FFFD where it is no whole character), `bytes_` its bytes.
    `top` holds (token, logprob, bytes) of the most likely alternatives, best first.
    """

    token: str
    logprob: float
    bytes_: bytes
    top: tuple[tuple[str, float, bytes], ...] = ()


class ToolCallDelta(msgspec.Struct, frozen=True, omit_defaults=True):
    """A piece of tool call number `index`. `id` and `name` come with its first piece only."""

    index: int
    id: str = ""
    name: str = ""
    arguments: str = ""


class Queued(msgspec.Struct, frozen=True, tag="queued"):
    """The request waits; `position` 0 is the next to start. Sent again when it changes."""

    request_id: str
    position: int


class Prefill(msgspec.Struct, frozen=True, tag="prefill"):
    """Prompt progress. `cached` of `total` tokens were reused; `done` includes them."""

    request_id: str
    done: int
    total: int
    cached: int


class Delta(msgspec.Struct, frozen=True, tag="delta", omit_defaults=True):
    """New output of choice `index`; text is always whole UTF-8 characters. `usage` is that of the
    whole request so far, where it was asked for with `timings`."""

    request_id: str
    index: int = 0
    content: str = ""
    reasoning: str = ""
    tool_calls: tuple[ToolCallDelta, ...] = ()
    logprobs: tuple[TokenLogprob, ...] = ()
    n_tokens: int = 0
    usage: Usage | None = None


class Finished(msgspec.Struct, frozen=True, tag="finished", omit_defaults=True):
    """Choice `index` has ended. `stop` is the stop string that was met, if one was."""

    request_id: str
    index: int
    reason: FinishReason
    stop: str | None = None


class Done(msgspec.Struct, frozen=True, tag="done"):
    """Every choice has ended; always the last event of a request that did not fail."""

    request_id: str
    usage: Usage


class Failed(msgspec.Struct, frozen=True, tag="failed", omit_defaults=True):
    """The request ended with an error; always the last event. `code` is one of errors.py."""

    request_id: str
    code: str
    message: str
    detail: dict[str, Any] = {}


Event = Queued | Prefill | Delta | Finished | Done | Failed

# --- models and engines ----------------------------------------------------------------------


class EngineOptions(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a model is loaded. A change of any of these reloads it.

    `context` is the number of tokens that one chat may use and that all running chats share;
    0 lets the engine choose: the model's own, bounded by a quarter of the free memory.
    `gpu_layers` -1 puts all there where a GPU is present. `threads` 0 is as many as are fastest
    at each moment. `max_sequences` is how many run in one batch. `kv_type` names a ggml type.
    `ram_cache_bytes` -1 is a quarter of the free memory. `disk_cache_bytes` is for KV in files
    under `disk_cache_dir`: 0 keeps none there, -1 is an eighth of the free disk, 8 GiB at most.

    `stream_slowdown` is how many times slower than alone a stream may come while a prompt is read
    beside it; 0 is three times, but never asks for less than 50 ms between tokens. Who waits for
    `queue_timeout` seconds without having started is refused (0: never). `gentle` leaves the
    computer to other programs: fewer threads, low priority. `speculation` "auto" guesses up to
    `draft_tokens` tokens ahead where that is faster.
    """

    model_path: str
    context: int = 0
    threads: int = 0
    gpu_layers: int = -1
    max_sequences: int = 8
    ubatch: int = 512
    flash_attention: Literal["auto", "on", "off"] = "auto"
    kv_type: Literal["f16", "bf16", "f32", "q8_0", "q5_1", "q5_0", "q4_1", "q4_0"] = "f16"
    max_queue: int = 256
    ram_cache_bytes: int = -1
    disk_cache_bytes: int = 0
    disk_cache_dir: str = ""
    stream_slowdown: int = 0
    queue_timeout: int = 600
    gentle: bool = False
    speculation: Literal["auto", "off"] = "auto"
    draft_tokens: int = 15
    log_path: str = ""


class ModelInfo(msgspec.Struct, frozen=True):
    """What a loaded model is and takes. Sizes in bytes; `context` as really granted, and
    `context_reason` says in words why it is that."""

    name: str
    architecture: str
    description: str
    n_params: int
    size_bytes: int
    context: int
    context_train: int
    n_vocab: int
    max_sequences: int
    threads: int
    devices: tuple[str, ...]
    native_build: str
    supports_tools: bool
    supports_thinking: bool
    chat_template: str
    context_reason: str = ""


class Histogram(msgspec.Struct, frozen=True, omit_defaults=True):
    """How often values came. `counts[i]` are those above `bounds[i - 1]` and up to `bounds[i]`; one
    more counts those above the last bound. `total` is the sum of all values."""

    bounds: tuple[float, ...] = ()
    counts: tuple[int, ...] = ()
    total: float = 0.0


class EngineStats(msgspec.Struct, frozen=True, omit_defaults=True):
    """A snapshot of one engine, taken between two steps. Rates in tokens a second, over the last
    few seconds; cells are KV cells (one token of one sequence, shared ones counted once). All
    other counts and histograms are since the engine's start, times in seconds.

    Of `cells_used`, `cells_running` belong to requests that run; the others are kept. Of the
    `prompt_tokens` of requests that began, `cached_tokens` were not computed: they were found in
    cells, RAM or on disk. `reused_*` and `computed_tokens` count that for every choice, and again
    when a request comes back after it had to make way. A `draft` is a guess of some tokens that one
    step checked.

    `ended` are requests by FinishReason, or "failed"; `aborts` those whose asker went away, by what
    they did then ("queued", "prefill", "decode"); `failures` by error code.

    `ttft` from arrival to first token, `queue_wait` from arrival to the first step, `itl` between
    a choice's outputs (what one step brings counts once), `tpot` a choice's mean time of a token
    after its first, `abort_delay` from a hang-up to the end of its work. `step_tokens` and
    `step_sequences` say how full steps were.
    """

    running: int = 0
    waiting: int = 0
    cells_total: int = 0
    cells_used: int = 0
    cells_running: int = 0
    ram_cache_bytes: int = 0
    ram_cache_budget: int = 0
    ram_cache_entries: int = 0
    ram_evictions: int = 0
    disk_cache_bytes: int = 0
    disk_cache_budget: int = 0
    disk_cache_entries: int = 0
    disk_evictions: int = 0
    prompt_tokens: int = 0
    cached_tokens: int = 0
    reused_cells: int = 0
    reused_ram: int = 0
    reused_disk: int = 0
    computed_tokens: int = 0
    completion_tokens: int = 0
    prefill_s: float = 0.0
    decode_s: float = 0.0
    prefill_rate: float = 0.0
    decode_rate: float = 0.0
    drafts: int = 0
    drafted_tokens: int = 0
    accepted_tokens: int = 0
    steps: int = 0
    interrupted_steps: int = 0
    preemptions: int = 0
    longest_sequence: int = 0
    threads: int = 0
    rss_bytes: int = 0
    ended: dict[str, int] = {}
    aborts: dict[str, int] = {}
    failures: dict[str, int] = {}
    ttft: Histogram = Histogram()
    queue_wait: Histogram = Histogram()
    itl: Histogram = Histogram()
    tpot: Histogram = Histogram()
    abort_delay: Histogram = Histogram()
    step_tokens: Histogram = Histogram()
    step_sequences: Histogram = Histogram()


# --- the pipe between a parent and its engine ------------------------------------------------


class Load(msgspec.Struct, frozen=True, tag="load"):
    """First command to an engine; answered with Loading..., then Ready or LoadFailed."""

    options: EngineOptions


class Submit(msgspec.Struct, frozen=True, tag="submit"):
    request: Request


class Abort(msgspec.Struct, frozen=True, tag="abort"):
    request_id: str


class CountTokens(msgspec.Struct, frozen=True, tag="count"):
    """Answered with TokenCount: the tokens this prompt would take, template included."""

    id: str
    prompt: Prompt


class GetStats(msgspec.Struct, frozen=True, tag="get_stats"):
    id: str


class Shutdown(msgspec.Struct, frozen=True, tag="shutdown"):
    pass


Command = Load | Submit | Abort | CountTokens | GetStats | Shutdown


class Loading(msgspec.Struct, frozen=True, tag="loading"):
    progress: float  # 0..1


class Ready(msgspec.Struct, frozen=True, tag="ready"):
    model: ModelInfo


class LoadFailed(msgspec.Struct, frozen=True, tag="load_failed", omit_defaults=True):
    code: str
    message: str
    detail: dict[str, Any] = {}


class TokenCount(msgspec.Struct, frozen=True, tag="token_count", omit_defaults=True):
    id: str
    tokens: int = 0
    code: str = ""  # set where it failed
    message: str = ""


class Stats(msgspec.Struct, frozen=True, tag="stats"):
    id: str
    stats: EngineStats


class Events(msgspec.Struct, frozen=True, tag="events"):
    """Everything one step had to say, in order: one frame a step keeps the parent cheap."""

    events: tuple[Event, ...]


Reply = Loading | Ready | LoadFailed | TokenCount | Stats | Events

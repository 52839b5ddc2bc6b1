"""LM Studio's conversations: a `<time>.conversation.json` each, in `~/.lmstudio/conversations`.

    messages: [{versions: [version, ...], currentlySelected: number}, ...]

A version of a person is `singleStep` with `content` parts; one of a model is `multiStep` with
`steps`: content blocks (style "thinking" is reasoning; parts call tools and hold their results),
debug and status blocks. Versions are siblings; what follows belongs to the selected one. LM Studio
documents none of it; this follows files of its versions 0.3 and 0.4.
"""

from __future__ import annotations

import mimetypes
import re
from typing import Any

import msgspec

from localllm.chats.incoming import Turn, Unusable, milliseconds, parse, sampling
from localllm.chats.transfer import TransferChat, TransferMessage
from localllm.chats.types import MessageState, NewAttachment, TitleSource
from localllm.core import FinishReason, Usage

PROGRAM = "LM Studio"

_FINISH = {
    "eosFound": FinishReason.STOP,
    "stopStringFound": FinishReason.STOP,
    "toolCalls": FinishReason.TOOL_CALLS,
    "maxPredictedTokensReached": FinishReason.LENGTH,
    "contextLengthReached": FinishReason.LENGTH,
    "userStopped": FinishReason.ABORTED,
}
# Their names of sampling parameters, and ours.
_SAMPLING = {
    "llm.prediction.temperature": "temperature",
    "llm.prediction.topKSampling": "top_k",
    "llm.prediction.topPSampling": "top_p",
    "llm.prediction.minPSampling": "min_p",
    "llm.prediction.repeatPenalty": "repeat_penalty",
    "llm.prediction.maxPredictedTokens": "max_tokens",
    "llm.prediction.stopStrings": "stop",
}
_SECONDS = re.compile(r"([\d.]+)\s*s")


class _Part(msgspec.Struct):
    type: str = ""
    text: str | None = None
    is_structural: bool = msgspec.field(name="isStructural", default=False)
    file: str | None = msgspec.field(name="fileIdentifier", default=None)
    name: str | None = None
    parameters: Any = None
    call_id: int | str | None = msgspec.field(name="callId", default=None)
    content: Any = None


class _Style(msgspec.Struct):
    type: str = ""
    title: str | None = None


class _Stats(msgspec.Struct, rename="camel"):
    stop_reason: str | None = None
    tokens_per_second: float | None = None
    time_to_first_token_sec: float | None = None
    prompt_tokens_count: int | None = None
    predicted_tokens_count: int | None = None


class _GenInfo(msgspec.Struct):
    identifier: str | None = None
    stats: _Stats | None = None


class _Step(msgspec.Struct, rename="camel"):
    type: str = ""
    content: list[_Part] | None = None
    style: _Style | None = None
    gen_info: _GenInfo | None = None
    step_identifier: str | None = None


class _Sender(msgspec.Struct):
    name: str | None = msgspec.field(name="senderName", default=None)


class _Version(msgspec.Struct, rename="camel"):
    role: str
    content: list[_Part] | str | None = None
    steps: list[_Step] | None = None
    sender_info: _Sender | None = None


class _Entry(msgspec.Struct, rename="camel"):
    versions: list[_Version]
    currently_selected: int = 0


class _Field(msgspec.Struct):
    key: str = ""
    value: Any = None


class _Fields(msgspec.Struct):
    fields: list[_Field] | None = None


class _Model(msgspec.Struct):
    identifier: str | None = None


class _Conversation(msgspec.Struct, rename="camel"):
    messages: list[_Entry]
    name: str | None = None
    pinned: bool = False
    created_at: float | None = None
    user_last_messaged_at: float | None = None
    assistant_last_messaged_at: float | None = None
    system_prompt: str | None = None
    last_used_model: _Model | None = None
    per_chat_prediction_config: _Fields | None = None
    client_input: str | None = None


def conversations(document: Any) -> list[Any] | None:
    """The one conversation of a file; None where the document is something else."""
    if not isinstance(document, dict) or not isinstance(document.get("messages"), list):
        return None
    entries = document["messages"]
    versioned = all(isinstance(entry, dict) and "versions" in entry for entry in entries)
    return [document] if versioned and (entries or "clientInput" in document) else None


def read(value: Any) -> TransferChat:
    """Raises Unusable."""
    conversation = parse(value, _Conversation)
    messages = _messages(conversation)
    if not messages:
        raise Unusable("it has no messages")
    config = conversation.per_chat_prediction_config
    fields = {field.key: field.value for field in (config.fields if config else None) or []}
    last = max(
        conversation.user_last_messaged_at or 0,
        conversation.assistant_last_messaged_at or 0,
        conversation.created_at or 0,
    )
    created = milliseconds(conversation.created_at)
    prompt = fields.get("llm.prediction.systemPrompt")
    model = conversation.last_used_model
    return TransferChat(
        origin=f"lmstudio:{created}" if created else "",
        title=conversation.name or "",
        title_source=TitleSource.IMPORT,
        pinned=conversation.pinned,
        created_at=created,
        updated_at=milliseconds(last),
        model=(model.identifier if model else None) or "",
        system_prompt=(prompt if isinstance(prompt, str) else "")
        or conversation.system_prompt
        or "",
        sampling=sampling(
            {ours: _checked(fields.get(theirs)) for theirs, ours in _SAMPLING.items()}
        ),
        draft=conversation.client_input or "",
        messages=tuple(messages),
    )


def _checked(value: Any) -> Any:
    """A setting that can be switched off is {"checked": bool, "value": ...}."""
    if isinstance(value, dict) and "checked" in value:
        return value.get("value") if value["checked"] else None
    return value


def _messages(conversation: _Conversation) -> list[TransferMessage]:
    messages: list[TransferMessage] = []
    parent: int | None = None
    for entry in conversation.messages:
        tails: list[int] = []
        chosen = min(max(entry.currently_selected, 0), len(entry.versions) - 1)
        for number, version in enumerate(entry.versions):
            messages += _chain(version, len(messages), parent, number == chosen)
            tails.append(messages[-1].id)
        if tails:
            parent = tails[chosen]
    return messages


def _chain(
    version: _Version, first_id: int, parent: int | None, selected: bool
) -> list[TransferMessage]:
    if version.role == "assistant":
        return _answer(version, first_id, parent, selected)
    if version.role not in ("user", "system"):
        raise Unusable(f"a message is from “{version.role}”, which is unknown")
    parts = version.content if isinstance(version.content, list) else []
    for step in version.steps or []:
        parts = [*parts, *(step.content or [])]
    text = version.content if isinstance(version.content, str) else _text(parts)
    return [
        TransferMessage(
            id=first_id,
            parent=parent,
            selected=selected,
            role="user" if version.role == "user" else "system",
            content=text,
            attachments=_files(parts),
        )
    ]


def _answer(
    version: _Version, first_id: int, parent: int | None, selected: bool
) -> list[TransferMessage]:
    turn = Turn()
    if isinstance(version.content, str):
        turn.text(version.content)
    elif version.content:
        _add(turn, version.content, thinking=False)
    blocks = [step for step in version.steps or [] if step.type == "contentBlock"]
    seconds: float | None = None
    info = _GenInfo()
    files: tuple[NewAttachment, ...] = ()
    for step in blocks:
        thinking = step.style is not None and step.style.type == "thinking"
        if thinking and step.style is not None and step.style.title:
            match = _SECONDS.search(step.style.title)
            seconds = float(match[1]) if match else seconds
        _add(turn, step.content or [], thinking)
        files += _files(step.content or [])
        info = step.gen_info or info
    stats = info.stats or _Stats()
    sender = version.sender_info.name if version.sender_info else None
    reason = _FINISH.get(stats.stop_reason or "")
    stopped = reason is FinishReason.ABORTED
    return turn.messages(
        first_id=first_id,
        parent=parent,
        selected=selected,
        model=info.identifier or sender or "",
        usage=_usage(stats),
        finish_reason=reason,
        state=MessageState.STOPPED if stopped else MessageState.COMPLETE,
        reasoning_seconds=seconds,
        created_at=_time(blocks),
        files=files,
    )


def _add(turn: Turn, parts: list[_Part], thinking: bool) -> None:
    """The parts of a block in order; a run of texts is one text, cut by the tokens it came in."""
    run: list[_Part] = []

    def end_run() -> None:
        (turn.think if thinking else turn.text)(_text(run))
        run.clear()

    for part in parts:
        if part.type == "toolCallRequest":
            end_run()
            arguments = msgspec.json.encode(part.parameters or {}).decode()
            turn.call(str(part.call_id), part.name or "", arguments)
        elif part.type == "toolCallResult":
            end_run()
            turn.result(str(part.call_id), part.name, _result(part.content))
        else:
            run.append(part)
    end_run()


def _text(parts: list[_Part]) -> str:
    # Structural parts are the template's own marks around the reasoning.
    return "".join(part.text or "" for part in parts if not part.is_structural)


def _result(content: Any) -> str:
    """The text of a tool's result, which is JSON text of [{"type": "text", "text": ...}, ...]."""
    blocks = content
    if isinstance(content, str):
        try:
            blocks = msgspec.json.decode(content)
        except (msgspec.DecodeError, RecursionError):
            return content
    if isinstance(blocks, list):
        texts = [block.get("text") for block in blocks if isinstance(block, dict)]
        if texts and all(isinstance(text, str) for text in texts):
            return "\n".join(map(str, texts))
    return content if isinstance(content, str) else msgspec.json.encode(content).decode()


def _usage(stats: _Stats) -> Usage | None:
    if stats.predicted_tokens_count is None:
        return None
    rate = stats.tokens_per_second or 0.0
    return Usage(
        prompt_tokens=stats.prompt_tokens_count or 0,
        completion_tokens=stats.predicted_tokens_count,
        prefill_s=stats.time_to_first_token_sec or 0.0,
        decode_s=stats.predicted_tokens_count / rate if rate > 0 else 0.0,
    )


def _time(blocks: list[_Step]) -> int | None:
    """Steps are named "<milliseconds>-<random>"."""
    for step in blocks:
        head = (step.step_identifier or "").partition("-")[0]
        if head.isdecimal() and len(head) < 16:
            return milliseconds(int(head))
    return None


def _files(parts: list[_Part]) -> tuple[NewAttachment, ...]:
    """Names only: the files themselves lie elsewhere."""
    return tuple(
        NewAttachment(
            name=part.file, mime=mimetypes.guess_type(part.file)[0] or "application/octet-stream"
        )
        for part in parts
        if part.file
    )

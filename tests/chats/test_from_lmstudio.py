"""LM Studio's conversations, version by version."""

from __future__ import annotations

import json
from typing import Any

import pytest
from chats.exports import (
    lms_answer,
    lms_assistant,
    lms_block,
    lms_conversation,
    lms_gen_info,
    lms_simple,
    lms_text,
    lms_user,
    lms_version,
)

from localllm.chats import from_lmstudio
from localllm.chats.incoming import Unusable
from localllm.chats.types import MessageState
from localllm.core import FinishReason, SamplingParams, ToolCall, Usage

read = from_lmstudio.read


def test_a_conversation_is_a_chat() -> None:
    chat = read(lms_simple(systemPrompt="You are a cook.", clientInput="and a goose egg"))
    assert (chat.title, chat.model, chat.system_prompt) == ("Eggs", "qwen3-4b", "You are a cook.")
    assert (chat.created_at, chat.updated_at) == (1736789912980, 1736789920000)
    assert chat.draft == "and a goose egg"
    question, answer = chat.messages
    assert (question.role, question.content) == ("user", "How do I boil an egg?")
    assert (answer.role, answer.content, answer.parent) == ("assistant", "Seven minutes.", 0)
    assert answer.model == "qwen3-4b"
    assert answer.created_at == 1736789915678


def test_statistics_are_kept() -> None:
    answer = read(lms_simple()).messages[-1]
    assert answer.finish_reason is FinishReason.STOP
    assert answer.usage == Usage(
        prompt_tokens=11, completion_tokens=30, prefill_s=0.25, decode_s=1.5
    )


@pytest.mark.parametrize(
    ("stop", "reason", "state"),
    [
        ("userStopped", FinishReason.ABORTED, MessageState.STOPPED),
        ("contextLengthReached", FinishReason.LENGTH, MessageState.COMPLETE),
        ("somethingNew", None, MessageState.COMPLETE),
    ],
)
def test_how_an_answer_ended(stop: str, reason: FinishReason | None, state: MessageState) -> None:
    version = lms_version(lms_block(lms_text("x"), genInfo=lms_gen_info(stop)))
    answer = read(lms_conversation(lms_assistant(version))).messages[0]
    assert (answer.finish_reason, answer.state) == (reason, state)


def test_versions_are_siblings_and_what_follows_belongs_to_the_selected_one() -> None:
    chat = read(
        lms_conversation(
            lms_user("question"),
            lms_assistant(lms_answer("first"), lms_answer("second"), selected=1),
            lms_user("old words", "new words", selected=1),
        )
    )
    assert [(m.content, m.parent, m.selected) for m in chat.messages] == [
        ("question", None, True),
        ("first", 0, False),
        ("second", 0, True),
        ("old words", 2, False),
        ("new words", 2, True),
    ]


@pytest.mark.parametrize("selected", [7, -3])
def test_a_selection_out_of_range_is_the_nearest(selected: int) -> None:
    chat = read(lms_conversation(lms_user("a", "b", selected=selected), lms_user("next")))
    assert [m.parent for m in chat.messages] == [None, None, 1 if selected > 0 else 0]


def test_thinking_is_reasoning_with_its_time() -> None:
    version = lms_version(
        lms_block(
            lms_text("<think>", isStructural=True),
            lms_text("Hm, an e"),
            lms_text("gg."),
            thinking=True,
        ),
        lms_block(lms_text("Seven "), lms_text("minutes.")),
    )
    answer = read(lms_conversation(lms_assistant(version))).messages[0]
    assert (answer.reasoning, answer.reasoning_seconds) == ("Hm, an egg.", 2.5)
    assert answer.content == "Seven minutes."


def test_tool_calls_and_results_become_messages_of_their_own() -> None:
    version = lms_version(
        lms_block(
            lms_text("Let me look."),
            {
                "type": "toolCallRequest",
                "callId": 42,
                "toolCallRequestId": "r42",
                "name": "search",
                "parameters": {"q": "eggs"},
                "pluginIdentifier": "mcp/web",
            },
        ),
        {"type": "toolStatus", "statusState": {"status": {"type": "toolCallSucceeded"}}},
        lms_block(
            {
                "type": "toolCallResult",
                "callId": 42,
                "toolCallRequestId": "r42",
                "content": json.dumps([{"type": "text", "text": "7 minutes"}]),
            }
        ),
        lms_block(lms_text("Seven minutes."), genInfo=lms_gen_info()),
    )
    chat = read(lms_conversation(lms_user("q"), lms_assistant(version), lms_user("thanks")))
    _, call, result, answer, thanks = chat.messages
    assert call.content == "Let me look."
    assert call.tool_calls == (ToolCall("42", "search", '{"q":"eggs"}'),)
    assert (result.role, result.content, result.tool_call_id) == ("tool", "7 minutes", "42")
    assert (answer.content, answer.usage is not None) == ("Seven minutes.", True)
    assert [m.parent for m in chat.messages] == [None, 0, 1, 2, 3]
    assert thanks.parent == answer.id


@pytest.mark.parametrize(
    ("content", "text"),
    [("plain text", "plain text"), ('{"rows": 3}', '{"rows": 3}'), ({"a": 1}, '{"a":1}')],
)
def test_a_result_of_another_shape_is_kept_as_it_is(content: Any, text: str) -> None:
    version = lms_version(lms_block({"type": "toolCallResult", "callId": 1, "content": content}))
    assert read(lms_conversation(lms_assistant(version))).messages[0].content == text


def test_a_picture_is_named() -> None:
    message = lms_user("Describe")
    message["versions"][0]["content"].append(
        {
            "type": "file",
            "fileIdentifier": "1784921393420 - 431.png",
            "fileType": "image",
            "sizeBytes": 100050,
        }
    )
    (file,) = read(lms_conversation(message)).messages[0].attachments
    assert (file.name, file.mime, file.data) == ("1784921393420 - 431.png", "image/png", None)


def test_the_chats_own_prompt_and_sampling_are_taken() -> None:
    fields = [
        {"key": "llm.prediction.systemPrompt", "value": "Be brief."},
        {"key": "llm.prediction.temperature", "value": 0.1},
        {"key": "llm.prediction.topKSampling", "value": 20},
        {"key": "llm.prediction.topPSampling", "value": {"checked": True, "value": 0.8}},
        {"key": "llm.prediction.minPSampling", "value": {"checked": False, "value": 0.3}},
        {"key": "llm.prediction.repeatPenalty", "value": "not a number"},
        {"key": "llm.prediction.unheard", "value": 1},
    ]
    chat = read(lms_simple(perChatPredictionConfig={"fields": fields}))
    assert chat.system_prompt == "Be brief."
    assert chat.sampling == SamplingParams(temperature=0.1, top_k=20, top_p=0.8)


def test_a_chat_without_a_name_has_none() -> None:
    conversation = lms_simple()
    del conversation["name"]
    assert read(conversation).title == ""


@pytest.mark.parametrize(
    ("conversation", "reason"),
    [
        (lms_conversation(), "no messages"),
        (lms_conversation({"versions": []}), "no messages"),
        (lms_conversation({"versions": [{"role": "alien", "content": []}]}), "alien"),
        (lms_conversation({"versions": [{"content": []}]}), "role"),
        (lms_simple(createdAt="yesterday"), "createdAt"),
    ],
)
def test_what_cannot_be_understood_is_unusable_in_words(
    conversation: dict[str, Any], reason: str
) -> None:
    with pytest.raises(Unusable, match=reason):
        read(conversation)

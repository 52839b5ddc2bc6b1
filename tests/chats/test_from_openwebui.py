"""Open WebUI's chats, message by message."""

from __future__ import annotations

import base64
from typing import Any

import pytest
from chats.exports import PNG, owui_chat, owui_message, owui_simple

from localllm.chats import from_openwebui
from localllm.chats.incoming import Unusable
from localllm.chats.transfer import TransferMessage
from localllm.chats.types import MessageState, NewAttachment
from localllm.core import FinishReason, SamplingParams, ToolCall, Usage

read = from_openwebui.read


def answered(content: Any, **fields: Any) -> list[TransferMessage]:
    """What one answer becomes."""
    return list(read(owui_chat(owui_message("a", None, "assistant", content, **fields))).messages)


def test_an_export_is_a_chat() -> None:
    chat = read(owui_simple(pinned=True))
    assert (chat.title, chat.model, chat.system_prompt) == (
        "Egg boiling",
        "llama3.2:latest",
        "You are a cook.",
    )
    assert chat.origin == "openwebui:9b758cbb-86f2-4322-a8b3-d98543a08e29"
    assert (chat.created_at, chat.updated_at) == (1745071894000, 1745071903000)
    assert chat.pinned
    assert chat.sampling == SamplingParams(temperature=1.05, max_tokens=64, stop=("END",))
    question, answer = chat.messages
    assert (question.role, question.content) == ("user", "How do I boil an egg?")
    assert (answer.role, answer.content, answer.parent) == ("assistant", "Seven minutes.", 0)
    assert (answer.model, answer.finish_reason) == ("llama3.2:latest", FinishReason.STOP)


def test_branches_are_kept_and_the_current_one_is_selected() -> None:
    chat = read(
        owui_chat(
            owui_message("q", None, "user", "question"),
            owui_message("a1", "q", "assistant", "first"),
            owui_message("a2", "q", "assistant", "second"),
            owui_message("q2", "a1", "user", "more"),
            current="q2",
        )
    )
    assert [(m.content, m.parent, m.selected) for m in chat.messages] == [
        ("question", None, True),
        ("first", 0, True),
        ("more", 1, True),
        ("second", 0, False),
    ]


def test_reasoning_in_the_content_becomes_reasoning() -> None:
    (answer,) = answered(
        '<details type="reasoning" done="true" duration="5">\n'
        "<summary>Thought for 5 seconds</summary>\n"
        "> An egg.\n> \n> 6 &lt; 7 minutes.\n"
        "</details>\nSeven minutes."
    )
    assert answer.reasoning == "An egg.\n\n6 < 7 minutes."
    assert answer.reasoning_seconds == 5
    assert answer.content == "Seven minutes."


def test_tool_calls_in_the_content_become_messages_of_their_own() -> None:
    call, result, answer = answered(
        '<details type="tool_calls" done="true" id="call_7" name="search" '
        'arguments="&quot;{\\&quot;q\\&quot;: \\&quot;eggs\\&quot;}&quot;" '
        'result="&quot;7 minutes&quot;" files="" embeds="&quot;&quot;">\n'
        "<summary>Tool Executed</summary>\n</details>\nSeven minutes."
    )
    assert call.tool_calls == (ToolCall("call_7", "search", '{"q": "eggs"}'),)
    assert (result.role, result.content, result.tool_call_id) == ("tool", "7 minutes", "call_7")
    assert (answer.content, answer.parent) == ("Seven minutes.", 1)


def test_other_details_are_the_models_own_html() -> None:
    text = "<details><summary>More</summary>text</details>"
    assert answered(text)[0].content == text


def test_statistics_of_ollama_are_kept() -> None:
    usage = {
        "response_token/s": 81.29,
        "prompt_eval_count": 36,
        "prompt_tokens": 36,
        "prompt_eval_duration": 495_000_000,
        "eval_count": 63,
        "completion_tokens": 63,
        "eval_duration": 775_000_000,
        "total_tokens": 99,
    }
    (answer,) = answered("x", usage=usage)
    assert answer.usage == Usage(
        prompt_tokens=36, completion_tokens=63, prefill_s=0.495, decode_s=0.775
    )


def test_an_error_is_a_failed_answer() -> None:
    (answer,) = answered("", error={"content": "model not found"})
    assert (answer.state, answer.error) == (MessageState.FAILED, "model not found")


def test_an_answer_that_is_not_done_was_interrupted() -> None:
    (answer,) = answered("half", done=False)
    assert (answer.state, answer.finish_reason) == (MessageState.INTERRUPTED, None)


def test_pictures_and_documents_are_attached() -> None:
    url = "data:image/png;base64," + base64.b64encode(PNG).decode()
    document = {
        "type": "file",
        "name": "egg.pdf",
        "file": {"id": "f", "filename": "egg.pdf", "data": {"content": "All about eggs"}},
    }
    message = owui_message(
        "q", None, "user", "look", files=[{"type": "image", "url": url}, document]
    )
    assert read(owui_chat(message)).messages[0].attachments == (
        NewAttachment("image", "image/png", PNG),
        NewAttachment("egg.pdf", "application/pdf", text="All about eggs"),
    )


def test_content_in_parts_is_their_text() -> None:
    parts = [{"type": "text", "text": "look"}, {"type": "image_url", "image_url": {"url": "x"}}]
    assert read(owui_chat(owui_message("q", None, "user", parts))).messages[0].content == "look"


def test_an_old_export_with_a_plain_list_is_a_straight_path() -> None:
    chat = owui_simple()
    del chat["chat"]["history"]
    assert [(m.content, m.parent, m.selected) for m in read(chat).messages] == [
        ("How do I boil an egg?", None, True),
        ("Seven minutes.", 0, True),
    ]


@pytest.mark.parametrize(
    ("chat", "reason"),
    [
        (owui_chat(), "no messages"),
        (
            owui_chat(
                owui_message("a", "b", "user", "x"),
                owui_message("b", "a", "user", "y"),
            ),
            "loop",
        ),
        (owui_chat(owui_message("a", None, "alien", "x")), "alien"),
        (owui_simple(created_at="yesterday"), "created_at"),
        (
            owui_chat(
                owui_message(
                    "q",
                    None,
                    "user",
                    "x",
                    files=[{"type": "image", "url": "data:image/png;base64,%%%"}],
                )
            ),
            "picture",
        ),
    ],
)
def test_what_cannot_be_understood_is_unusable_in_words(chat: dict[str, Any], reason: str) -> None:
    with pytest.raises(Unusable, match=reason):
        read(chat)

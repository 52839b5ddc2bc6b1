"""ChatGPT's conversations, node by node."""

from __future__ import annotations

from typing import Any

import pytest
from chats.exports import PNG, gpt_conversation, gpt_message, gpt_simple

from localllm.chats import from_chatgpt
from localllm.chats.incoming import Unusable
from localllm.chats.transfer import TransferChat, TransferMessage
from localllm.chats.types import MessageState, NewAttachment
from localllm.core import FinishReason, ToolCall


def read(
    conversation: dict[str, Any], files: dict[str, tuple[str, bytes]] | None = None
) -> TransferChat:
    return from_chatgpt.read(conversation, (files or {}).get)


def selected(chat: TransferChat) -> list[str]:
    return [message.content for message in chat.messages if message.selected]


def last(chat: TransferChat) -> TransferMessage:
    return chat.messages[-1]


def test_a_conversation_is_a_chat() -> None:
    chat = read(gpt_simple())
    assert chat.title == "A talk"
    assert chat.origin == "chatgpt:c0ffee00-0000-4000-8000-000000000001"
    assert (chat.created_at, chat.updated_at) == (1704067200500, 1704153600250)
    question, answer = chat.messages
    assert (question.role, question.content) == ("user", "How do I boil an egg?")
    assert (answer.role, answer.content, answer.parent) == ("assistant", "Seven minutes.", 0)
    assert (answer.model, answer.finish_reason) == ("gpt-4o", FinishReason.STOP)
    assert answer.created_at == 1704067200123


def test_branches_are_kept_in_order_and_the_current_one_is_selected() -> None:
    chat = read(
        gpt_conversation(
            {
                "q": (None, gpt_message("user", "question")),
                "a1": ("q", gpt_message("assistant", "first answer")),
                "a2": ("q", gpt_message("assistant", "second answer")),
                "q2": ("a1", gpt_message("user", "more")),
            },
            current="q2",
        )
    )
    assert [(m.content, m.parent) for m in chat.messages] == [
        ("question", None),
        ("first answer", 0),
        ("more", 1),
        ("second answer", 0),
    ]
    assert selected(chat) == ["question", "first answer", "more"]


def test_siblings_follow_the_list_of_their_parent_not_of_the_file() -> None:
    conversation = gpt_conversation(
        {
            "b": (None, gpt_message("user", "second")),
            "a": (None, gpt_message("user", "first")),
        }
    )
    conversation["mapping"]["root"]["children"] = ["a", "b"]
    assert [message.content for message in read(conversation).messages] == ["first", "second"]


def test_what_is_not_shown_there_is_not_taken() -> None:
    chat = read(
        gpt_conversation(
            {
                "empty": (None, gpt_message("system", "")),
                "memory": (
                    "empty",
                    gpt_message(
                        "user",
                        content={
                            "content_type": "user_editable_context",
                            "user_profile": "likes eggs",
                            "user_instructions": "be kind",
                        },
                        is_visually_hidden_from_conversation=True,
                    ),
                ),
                "hidden": (
                    "memory",
                    gpt_message("system", "secret", is_visually_hidden_from_conversation=True),
                ),
                "q": ("hidden", gpt_message("user", "question")),
                "blank": ("q", gpt_message("assistant", "")),
                "a": ("blank", gpt_message("assistant", "answer")),
            }
        )
    )
    assert [(m.content, m.parent) for m in chat.messages] == [("question", None), ("answer", 0)]
    assert chat.system_prompt == ""


def test_a_visible_system_message_is_the_system_prompt() -> None:
    chat = read(
        gpt_conversation(
            {
                "s": (None, gpt_message("system", "Answer in rhyme.")),
                "q": ("s", gpt_message("user", "question")),
            }
        )
    )
    assert chat.system_prompt == "Answer in rhyme."
    assert [message.role for message in chat.messages] == ["user"]


def test_thoughts_and_their_time_belong_to_the_answer_after_them() -> None:
    chat = read(
        gpt_conversation(
            {
                "q": (None, gpt_message("user", "question")),
                "t": (
                    "q",
                    gpt_message(
                        "assistant",
                        content={
                            "content_type": "thoughts",
                            "source_analysis_msg_id": "x",
                            "thoughts": [
                                {
                                    "summary": "Counting",
                                    "content": "One, two.",
                                    "chunks": [],
                                    "finished": True,
                                },
                                {"summary": "", "content": "Three.", "chunks": []},
                            ],
                        },
                    ),
                ),
                "r": (
                    "t",
                    gpt_message(
                        "assistant",
                        content={
                            "content_type": "reasoning_recap",
                            "content": "Thought for 1m 5s",
                        },
                    ),
                ),
                "a": ("r", gpt_message("assistant", "Three.")),
            }
        )
    )
    answer = last(chat)
    assert len(chat.messages) == 2
    assert answer.reasoning == "Counting\nOne, two.\n\nThree."
    assert answer.reasoning_seconds == 65


def test_code_for_the_interpreter_is_a_call_and_its_output_the_result() -> None:
    chat = read(
        gpt_conversation(
            {
                "q": (None, gpt_message("user", "what is 6*7?")),
                "c": (
                    "q",
                    gpt_message(
                        "assistant",
                        content={
                            "content_type": "code",
                            "language": "python",
                            "text": "print(6*7)",
                        },
                        recipient="python",
                    ),
                ),
                "o": (
                    "c",
                    gpt_message(
                        "tool",
                        content={"content_type": "execution_output", "text": "42"},
                        name="python",
                    ),
                ),
                "a": ("o", gpt_message("assistant", "It is 42.")),
            }
        )
    )
    _, call, result, answer = chat.messages
    assert call.tool_calls == (ToolCall("call_1", "python", '{"input":"print(6*7)"}'),)
    assert call.content == ""
    assert (result.role, result.content) == ("tool", "42")
    assert (result.tool_call_id, result.name) == ("call_1", "python")
    assert (answer.content, answer.parent) == ("It is 42.", 2)


def test_arguments_that_are_json_stay_as_they_are() -> None:
    chat = read(
        gpt_conversation(
            {
                "c": (
                    None,
                    gpt_message("assistant", '{"query": "eggs"}', recipient="web.search"),
                )
            }
        )
    )
    assert last(chat).tool_calls[0].arguments == '{"query": "eggs"}'


def picture_message() -> dict[str, Any]:
    return gpt_conversation(
        {
            "q": (
                None,
                gpt_message(
                    "user",
                    {
                        "content_type": "image_asset_pointer",
                        "asset_pointer": "sediment://file_00aa11",
                        "size_bytes": 48029,
                        "width": 4,
                        "height": 4,
                        "fovea": None,
                        "metadata": {"dalle": None, "sanitized": True},
                    },
                    "What is this?",
                    kind="multimodal_text",
                    attachments=[
                        {"id": "file_00aa11", "name": "egg.png", "mime_type": "image/png"},
                        {"id": "file-bb22", "name": "notes.pdf", "mimeType": "application/pdf"},
                    ],
                ),
            )
        }
    )


def test_pictures_and_uploads_are_attached_once_each_with_their_bytes() -> None:
    chat = read(picture_message(), {"file_00aa11": ("x.png", PNG)})
    assert last(chat).content == "What is this?"
    assert last(chat).attachments == (
        NewAttachment("egg.png", "image/png", PNG),
        NewAttachment("notes.pdf", "application/pdf"),
    )


def test_a_generated_picture_has_the_name_of_its_file() -> None:
    chat = read(
        gpt_conversation(
            {
                "t": (
                    None,
                    gpt_message(
                        "tool",
                        {
                            "content_type": "image_asset_pointer",
                            "asset_pointer": "file-service://file-cc33",
                        },
                        kind="multimodal_text",
                        name="dalle.text2im",
                    ),
                )
            }
        ),
        {"file-cc33": ("drawing.webp", PNG)},
    )
    (file,) = last(chat).attachments
    assert (file.name, file.mime, file.data) == ("drawing.webp", "image/webp", PNG)


def test_what_was_said_aloud_is_text() -> None:
    chat = read(
        gpt_conversation(
            {
                "q": (
                    None,
                    gpt_message(
                        "user",
                        {"content_type": "audio_transcription", "text": "Hello", "direction": "in"},
                        {"content_type": "audio_asset_pointer", "asset_pointer": "x://y"},
                        kind="multimodal_text",
                    ),
                )
            }
        )
    )
    assert last(chat).content == "Hello"
    assert last(chat).attachments == ()


def test_an_answer_that_was_stopped_is_stopped() -> None:
    chat = read(
        gpt_conversation(
            {"a": (None, gpt_message("assistant", "half", finish_details={"type": "interrupted"}))}
        )
    )
    assert last(chat).state is MessageState.STOPPED


def test_starred_and_pinned_chats_are_pinned() -> None:
    assert read(gpt_simple(is_starred=True)).pinned
    assert read(gpt_simple(pinned_time=1704067200.0)).pinned
    assert not read(gpt_simple()).pinned


def test_missing_titles_and_times_are_no_fault() -> None:
    chat = read(gpt_simple(title=None, create_time=None, update_time=None, current_node=None))
    assert (chat.title, chat.created_at, chat.updated_at) == ("", None, None)


def with_loop() -> dict[str, Any]:
    conversation = gpt_simple()
    conversation["mapping"]["q"]["parent"] = "a"
    return conversation


@pytest.mark.parametrize(
    ("conversation", "reason"),
    [
        (with_loop(), "loop"),
        (gpt_conversation({}), "no messages"),
        ({"mapping": []}, "not as expected"),
        ({"mapping": {"a": {"message": {"author": "me"}}}}, "not as expected"),
        (gpt_simple(create_time="yesterday"), "not as expected"),
        (gpt_conversation({"x": (None, gpt_message("alien", "hi"))}), "alien"),
        ("no object", "not as expected"),
    ],
)
def test_what_cannot_be_understood_is_unusable_in_words(conversation: Any, reason: str) -> None:
    with pytest.raises(Unusable, match=reason):
        read(conversation)


def test_a_node_whose_parent_is_missing_is_a_first_message() -> None:
    conversation = gpt_simple()
    del conversation["mapping"]["root"]
    assert [message.parent for message in read(conversation).messages] == [None, 0]


def test_a_very_long_conversation_is_no_matter_of_recursion() -> None:
    tree: dict[str, tuple[str | None, dict[str, Any] | None]] = {
        str(number): (str(number - 1) if number else None, gpt_message("user", "x"))
        for number in range(5000)
    }
    assert len(read(gpt_conversation(tree)).messages) == 5000

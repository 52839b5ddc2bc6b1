"""Titles: what is asked of the model, and what is made of its answer."""

from __future__ import annotations

import pytest

from localllm.chats.titles import (
    MAX_TITLE,
    clean_title,
    fallback_title,
    shorten,
    title_prompt,
)
from localllm.core import ChatPrompt, Message, Tool

PROMPT = ChatPrompt(
    messages=(
        Message(role="system", content="Be brief."),
        Message(role="user", content="How do I boil an egg?"),
    ),
    tools=(Tool(name="timer"),),
    tool_choice="required",
    continue_final=True,
    template_kwargs={"reasoning_effort": "low"},
)
ANSWER = Message(role="assistant", content="Seven minutes.")


def test_the_prompt_begins_with_what_was_read_already() -> None:
    asked = title_prompt(PROMPT, ANSWER)
    assert asked.messages[:-1] == (*PROMPT.messages, ANSWER)
    assert asked.tools == PROMPT.tools
    assert asked.template_kwargs == PROMPT.template_kwargs


def test_a_title_is_asked_for_without_thinking_or_tools() -> None:
    asked = title_prompt(PROMPT, ANSWER)
    assert (asked.enable_thinking, asked.tool_choice, asked.continue_final) == (
        False,
        "none",
        False,
    )
    assert "title" in (asked.messages[-1].content or "")


@pytest.mark.parametrize(
    ("written", "title"),
    [
        ("Boiling Eggs", "Boiling Eggs"),
        ("  Boiling Eggs.\n", "Boiling Eggs"),
        ('"Boiling Eggs"', "Boiling Eggs"),
        ("“Boiling Eggs”", "Boiling Eggs"),
        ("「ゆで卵の作り方」", "ゆで卵の作り方"),
        ("„Eier kochen“", "Eier kochen"),
        ("Title: Boiling Eggs", "Boiling Eggs"),
        ('**Title:** "Boiling Eggs"', "Boiling Eggs"),
        ("标题：煮鸡蛋。", "煮鸡蛋"),
        ("# Boiling Eggs", "Boiling Eggs"),
        ("- Boiling Eggs", "Boiling Eggs"),
        ("<think>\nThe user wants eggs.\n</think>\n\nBoiling Eggs", "Boiling Eggs"),
        ("\n\nBoiling Eggs\n\nThis title says what it is about.", "Boiling Eggs"),
        ("What's C++ good for?", "What's C++ good for?"),
        ("snake_case in Python", "snake_case in Python"),
        ("2 * 3 and 4 * 5", "2 * 3 and 4 * 5"),
        ("", ""),
        ("...", ""),
        ("<think>I never stop thinking", ""),
        ("I'm sorry, I cannot do that.", ""),
    ],
)
def test_the_title_is_taken_out_of_what_was_written(written: str, title: str) -> None:
    assert clean_title(written) == title


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("How do I boil an egg?", "How do I boil an egg?"),
        ("\n\n  ## Task\nmore", "Task"),
        ("```\n???\n", ""),
        ("", ""),
    ],
)
def test_without_a_model_the_question_begins_the_title(question: str, title: str) -> None:
    assert fallback_title(question) == title


def test_a_long_title_is_cut_between_words() -> None:
    cut = shorten("word " * 50)
    assert len(cut) <= MAX_TITLE
    assert cut.endswith("word…")


def test_a_long_title_without_spaces_is_cut_anyway() -> None:
    assert shorten("煮" * 200) == "煮" * (MAX_TITLE - 1) + "…"

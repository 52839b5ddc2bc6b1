"""Chats rendered by templates, and generated text read back."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from localllm import errors
from localllm.core import ChatPrompt, Message, Tool, ToolCall
from localllm.llama.chat import AppliedTemplate, ChatTemplates, OutputParser

PLAIN = """\
{%- for message in messages -%}
<|{{ message.role }}|>{{ message.content }}<|end|>
{%- endfor -%}
{%- if add_generation_prompt %}<|assistant|>{% endif -%}
"""

# The form of Qwen 3 and Hermes: tools in the system message, calls and thoughts in tags.
TAGGED = """\
{%- if tools %}
    {{- '<|im_start|>system\\n# Tools\\n<tools>' }}
    {%- for tool in tools %}{{- '\\n' + (tool | tojson) }}{%- endfor %}
    {{- '\\n</tools><|im_end|>\\n' }}
{%- endif %}
{%- for message in messages %}
    {%- if message.role == 'assistant' %}
        {{- '<|im_start|>assistant\\n' }}
        {%- if message.reasoning_content %}
            {{- '<think>\\n' + message.reasoning_content + '\\n</think>\\n\\n' }}
        {%- endif %}
        {{- message.content or '' }}
        {%- for call in message.tool_calls or [] %}
            {{- '\\n<tool_call>\\n{"name": "' + call.function.name + '", "arguments": ' }}
            {{- (call.function.arguments | tojson) + '}\\n</tool_call>' }}
        {%- endfor %}
        {{- '<|im_end|>\\n' }}
    {%- elif message.role == 'tool' %}
        {{- '<|im_start|>user\\n<tool_response>\\n' + message.content }}
        {{- '\\n</tool_response><|im_end|>\\n' }}
    {%- else %}
        {{- '<|im_start|>' + message.role + '\\n' + message.content + '<|im_end|>\\n' }}
    {%- endif %}
{%- endfor %}
{%- if add_generation_prompt %}
    {{- '<|im_start|>assistant\\n' }}
    {%- if enable_thinking is defined and enable_thinking is false %}
        {{- '<think>\\n\\n</think>\\n\\n' }}
    {%- endif %}
{%- endif %}
"""

WEATHER = Tool(
    "get_weather",
    "The weather in a city.",
    {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
)
CALL_TEXT = '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Paris"}}\n</tool_call>'


def chat(*messages: Message, **changes: Any) -> ChatPrompt:
    return ChatPrompt(messages or (Message("user", "Hello"),), **changes)


def apply(source: str, prompt: ChatPrompt | None = None, **how: Any) -> AppliedTemplate:
    return ChatTemplates.from_text(source).apply(prompt or chat(), **how)


def test_messages_are_rendered_in_order() -> None:
    prompt = chat(Message("system", "Be brief."), Message("user", "Hi"), Message("assistant", "Yo"))

    assert apply(PLAIN, prompt).prompt == (
        "<|system|>Be brief.<|end|><|user|>Hi<|end|><|assistant|>Yo<|end|><|assistant|>"
    )


def test_developers_are_systems_to_a_template_that_does_not_know_them() -> None:
    prompt = chat(Message("developer", "Be brief."), Message("user", "Hi"))

    assert apply(PLAIN, prompt).prompt.startswith("<|system|>Be brief.")


def test_a_message_without_content_is_empty() -> None:
    assert "<|user|><|end|>" in apply(PLAIN, chat(Message("user"))).prompt


def test_a_final_message_is_continued_where_it_ends() -> None:
    prompt = chat(Message("user", "Tell"), Message("assistant", "Once up"), continue_final=True)

    assert apply(PLAIN, prompt).prompt.endswith("<|assistant|>Once up")


def test_only_what_is_new_of_a_continued_message_is_output() -> None:
    prompt = chat(Message("user", "Tell"), Message("assistant", "Once up"), continue_final=True)

    assert OutputParser(apply(PLAIN, prompt)).parse("on a time", False).content == "on a time"


def test_only_the_assistant_can_be_continued() -> None:
    with pytest.raises(errors.BadRequest, match="can be continued"):
        apply(PLAIN, chat(Message("user", "Hi"), continue_final=True))


def test_keyword_arguments_reach_the_template() -> None:
    source = PLAIN.replace("<|assistant|>", "<|assistant|>{{ mood | default('calm') }}:")

    assert apply(source, chat(template_kwargs={"mood": "merry"})).prompt.endswith("merry:")
    assert apply(source).prompt.endswith("calm:")


def test_a_template_that_refuses_is_quoted_without_its_trace() -> None:
    source = "{{ raise_exception('Roles must alternate!') }}"

    with pytest.raises(errors.BadRequest) as raised:
        apply(source)
    assert raised.value.message.endswith("does not accept this chat: Roles must alternate!")
    assert raised.value.detail["param"] == "messages"


def test_a_template_that_is_none_is_a_model_error() -> None:
    with pytest.raises(errors.ModelError, match="chat template cannot be"):
        ChatTemplates.from_text("{% if %}")


def test_an_empty_chat_is_refused() -> None:
    with pytest.raises(errors.BadRequest, match="at least one message"):
        apply(PLAIN, ChatPrompt(()))


def test_text_with_nul_characters_is_parsed() -> None:
    parser = OutputParser(apply(TAGGED))

    assert parser.parse("a\0b", False).content == "a\ufffdb"


def test_the_source_is_the_templates_own() -> None:
    assert ChatTemplates.from_text(PLAIN).source.rstrip() == PLAIN.rstrip()


@pytest.mark.parametrize(("source", "expected"), [(PLAIN, False), (TAGGED, True)])
def test_what_a_template_supports_is_found_out(source: str, expected: bool) -> None:
    templates = ChatTemplates.from_text(source)

    assert (templates.supports_tools, templates.supports_thinking) == (expected, expected)


# --- what needs parsing ----------------------------------------------------------------------


def test_plain_text_needs_no_parsing() -> None:
    assert not apply(PLAIN).needs_parsing


def test_thinking_needs_parsing() -> None:
    assert apply(TAGGED).needs_parsing


@pytest.mark.parametrize("source", [PLAIN, TAGGED])
def test_tools_need_parsing(source: str) -> None:
    assert apply(source, chat(tools=(WEATHER,))).needs_parsing


def test_tools_that_must_not_be_called_need_none() -> None:
    assert not apply(PLAIN, chat(tools=(WEATHER,), tool_choice="none")).needs_parsing


@pytest.mark.parametrize("text", ["", " spaced ", "<think>no</think>", "line\nline\n\n"])
def test_where_no_parsing_is_needed_parsing_changes_nothing(text: str) -> None:
    applied = apply(PLAIN)
    assert not applied.needs_parsing

    assert OutputParser(applied).parse(text, False).content == text


# --- reasoning -------------------------------------------------------------------------------


def test_reasoning_is_told_from_content() -> None:
    parsed = OutputParser(apply(TAGGED)).parse("<think>\nHm.\n</think>\n\nYes.", False)

    assert (parsed.reasoning.strip(), parsed.content) == ("Hm.", "Yes.")


def test_unfinished_reasoning_is_no_content_yet() -> None:
    parsed = OutputParser(apply(TAGGED)).parse("<think>\nHm, let", True)

    assert parsed.content == ""
    assert parsed.reasoning.strip() == "Hm, let"


def test_thinking_can_be_switched_off() -> None:
    assert apply(TAGGED, chat(enable_thinking=False)).prompt.endswith("<think>\n\n</think>\n\n")
    assert not apply(TAGGED, chat(enable_thinking=True)).prompt.endswith("</think>\n\n")


def test_the_default_is_to_think_where_the_template_can() -> None:
    assert apply(TAGGED).prompt == apply(TAGGED, chat(enable_thinking=True)).prompt


def test_reasoning_of_earlier_turns_reaches_the_template() -> None:
    said = Message("assistant", "Yes.", reasoning="Hm.")
    prompt = chat(Message("user", "Is it?"), said, Message("user", "Sure?"))

    assert "<think>\nHm.\n</think>" in apply(TAGGED, prompt).prompt


# --- tools -----------------------------------------------------------------------------------


@pytest.mark.parametrize("source", [PLAIN, TAGGED])
def test_tools_are_shown_to_the_model(source: str) -> None:
    assert '"get_weather"' in apply(source, chat(tools=(WEATHER,))).prompt


@pytest.mark.parametrize("source", [PLAIN, TAGGED])
def test_a_call_is_parsed(source: str) -> None:
    parsed = OutputParser(apply(source, chat(tools=(WEATHER,)))).parse(CALL_TEXT, False)

    (call,) = parsed.tool_calls
    assert call.name == "get_weather"
    assert msgspec.json.decode(call.arguments) == {"city": "Paris"}
    assert parsed.content.strip() == ""


@pytest.mark.parametrize("source", [PLAIN, TAGGED])
def test_text_before_a_call_is_content(source: str) -> None:
    parser = OutputParser(apply(source, chat(tools=(WEATHER,))))
    parsed = parser.parse(f"Let me look.\n{CALL_TEXT}", False)

    assert parsed.content.strip() == "Let me look."
    assert len(parsed.tool_calls) == 1


@pytest.mark.parametrize("source", [PLAIN, TAGGED])
def test_arguments_grow_as_they_are_written_and_never_change(source: str) -> None:
    parser = OutputParser(apply(source, chat(tools=(WEATHER,))))
    final = parser.parse(CALL_TEXT, False).tool_calls[0].arguments

    for end in range(len(CALL_TEXT)):
        for call in parser.parse(CALL_TEXT[:end], True).tool_calls:
            assert final.startswith(call.arguments)


@pytest.mark.parametrize("source", [PLAIN, TAGGED])
def test_a_required_call_is_enforced_from_the_start(source: str) -> None:
    applied = apply(source, chat(tools=(WEATHER,), tool_choice="required"))

    assert applied.grammar
    assert not applied.grammar_lazy


@pytest.mark.parametrize("source", [PLAIN, TAGGED])
def test_a_free_call_waits_for_its_trigger(source: str) -> None:
    applied = apply(source, chat(tools=(WEATHER,)))

    assert applied.grammar_lazy
    assert applied.grammar_triggers


@pytest.mark.parametrize("source", [PLAIN, TAGGED])
def test_no_call_means_no_grammar(source: str) -> None:
    assert apply(source, chat(tools=(WEATHER,), tool_choice="none")).grammar == ""


@pytest.mark.parametrize("source", [PLAIN, TAGGED])
def test_calls_and_results_of_earlier_turns_reach_the_model(source: str) -> None:
    prompt = chat(
        Message("user", "Weather?"),
        Message("assistant", tool_calls=(ToolCall("c1", "get_weather", '{"city": "Paris"}'),)),
        Message("tool", "22 degrees", tool_call_id="c1"),
        tools=(WEATHER,),
    )
    rendered = apply(source, prompt).prompt

    assert rendered.index('"city": "Paris"') < rendered.index("22 degrees")


def test_a_tool_whose_parameters_are_no_schema_is_named() -> None:
    broken = Tool("broken", "", {"type": "object", "properties": {"a": {"$ref": "#/nowhere"}}})

    with pytest.raises(errors.BadRequest, match="parameters of the tool 'broken'") as raised:
        apply(PLAIN, chat(tools=(WEATHER, broken)))
    assert raised.value.detail["param"] == "tools"


# --- structure -------------------------------------------------------------------------------


def test_a_schema_becomes_the_grammar() -> None:
    schema = '{"type": "object", "properties": {"age": {"type": "integer"}}}'

    applied = apply(PLAIN, json_schema=schema)

    assert "age" in applied.grammar
    assert not applied.grammar_lazy


def test_an_empty_schema_is_any_object() -> None:
    assert apply(PLAIN, json_schema="{}").grammar


def test_a_grammar_is_handed_on() -> None:
    assert apply(PLAIN, grammar='root ::= "yes"').grammar == 'root ::= "yes"'


@pytest.mark.parametrize("schema", ["{", "[1]", '{"type": "nonsense"}'])
def test_a_schema_that_cannot_be_used_is_refused_by_name(schema: str) -> None:
    with pytest.raises(errors.BadRequest) as raised:
        apply(PLAIN, json_schema=schema)
    assert raised.value.detail["param"] == "json_schema"


def test_a_grammar_and_tools_exclude_each_other() -> None:
    with pytest.raises(errors.BadRequest, match="cannot be combined with tools"):
        apply(PLAIN, chat(tools=(WEATHER,)), grammar='root ::= "yes"')

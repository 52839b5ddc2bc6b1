"""Tools for models whose template knows none.

llama.cpp leaves such a model in the dark: the tools do not reach the prompt, and a required call is
not enforced. Here the tools are described in the system message, in the form that most small models
have seen in training (Hermes, Qwen 2.5), and earlier calls and results are written out as text. The
model's own template renders that chat; grammar and parser are those that llama.cpp derives from
STAND_IN, a template of this very form.

    <tool_call>
    {"name": "get_weather", "arguments": {"city": "Paris"}}
    </tool_call>
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from localllm.core import ChatPrompt, Message, Tool, ToolCall
from localllm.llama.chat_input import tool_json

# Only what the assistant writes matters in it: no prompt is rendered with this one.
STAND_IN = """\
{%- if tools %}
    {{- '<|im_start|>system\\n' }}
    {%- for tool in tools %}
        {{- tool | tojson }}
    {%- endfor %}
    {{- '<|im_end|>\\n' }}
{%- endif %}
{%- for message in messages %}
    {%- if message.role == 'assistant' %}
        {{- '<|im_start|>assistant\\n' + (message.content or '') }}
        {%- for call in message.tool_calls or [] %}
            {%- if message.content or not loop.first %}
                {{- '\\n' }}
            {%- endif %}
            {{- '<tool_call>\\n{"name": "' + call.function.name + '", "arguments": ' }}
            {{- call.function.arguments | tojson }}
            {{- '}\\n</tool_call>' }}
        {%- endfor %}
        {{- '<|im_end|>\\n' }}
    {%- else %}
        {{- '<|im_start|>' + message.role + '\\n' + message.content + '<|im_end|>\\n' }}
    {%- endif %}
{%- endfor %}
{%- if add_generation_prompt %}
    {{- '<|im_start|>assistant\\n' }}
{%- endif %}
"""

_INSTRUCTIONS = """\
You can call functions. These are their signatures, one JSON object a line:
<tools>
{signatures}
</tools>
To call one, write its name and its arguments as a JSON object within <tool_call> tags:
<tool_call>
{{"name": "the function's name", "arguments": {{"an argument": "its value"}}}}
</tool_call>
{when}"""

_AUTO = "Call a function only where it helps to answer; otherwise just answer."
_REQUIRED = "Your next answer must call a function."


def rewrite(chat: ChatPrompt) -> ChatPrompt:
    """The same chat with its tools, calls and results as plain text."""
    messages = list(_merged(_plain(message) for message in chat.messages))
    instructions = _instructions(chat.tools, required=chat.tool_choice == "required")
    if messages[0].role in ("system", "developer"):
        first = messages.pop(0)
        instructions = f"{first.content or ''}\n\n{instructions}"
    system = Message("system", instructions)
    return msgspec.structs.replace(chat, messages=(system, *messages), tools=(), tool_choice="none")


def _instructions(tools: Sequence[Tool], *, required: bool) -> str:
    signatures = "\n".join(msgspec.json.encode(tool_json(tool)).decode() for tool in tools)
    return _INSTRUCTIONS.format(signatures=signatures, when=_REQUIRED if required else _AUTO)


def _plain(message: Message) -> Message:
    if message.role == "tool":
        return Message("user", f"<tool_response>\n{message.content or ''}\n</tool_response>")
    if message.tool_calls:
        parts = [message.content or "", *map(_call_text, message.tool_calls)]
        text = "\n".join(part for part in parts if part)
        return msgspec.structs.replace(message, content=text, tool_calls=())
    return message


def _call_text(call: ToolCall) -> str:
    name = msgspec.json.encode(call.name).decode()
    return f'<tool_call>\n{{"name": {name}, "arguments": {call.arguments}}}\n</tool_call>'


def _merged(messages: Iterator[Message]) -> Iterator[Message]:
    """Joins neighbours of the user: results of several calls, and what was said after them. Many
    templates insist that user and assistant alternate."""
    held: Message | None = None
    for message in messages:
        if held is not None and held.role == message.role == "user":
            held = msgspec.structs.replace(held, content=f"{held.content}\n{message.content}")
            continue
        if held is not None:
            yield held
        held = message
    if held is not None:
        yield held

"""POST /v1/completions: OpenAI's older API; text or tokens in, text out.

A list of prompts is a request for each, answered side by side: choice i of prompt p is number
p * n + i of the answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from localllm.core import Prompt, Request, TextPrompt, TokenPrompt
from localllm.errors import BadRequest, UnsupportedFeature
from localllm.server.sampling import Alternatives, GenerationFields, TokenId, sampling_params

MAX_PROMPTS = 64


class CompletionRequest(GenerationFields, kw_only=True):
    """The body of the request."""

    prompt: str | list[str | TokenId | list[TokenId]]
    logprobs: Alternatives | None = None
    echo: bool | None = None
    suffix: str | None = None
    best_of: int | None = None


def requests_of(body: CompletionRequest, *, id: str, client: str) -> list[Request]:
    """core's requests, one for each prompt. Raises BadRequest with the wrong field in `param`."""
    prompts = _prompts(body.prompt)
    _refuse_unsupported(body, prompts)
    sampling = sampling_params(body, max_tokens=body.max_tokens, logprobs=body.logprobs)
    return [
        Request(
            id=id if len(prompts) == 1 else f"{id}-{number}",
            prompt=prompt,
            sampling=sampling,
            n=body.n or 1,
            client=client,
            timings=bool(body.timings_per_token),
        )
        for number, prompt in enumerate(prompts)
    ]


def echoes(body: CompletionRequest, requests: Sequence[Request]) -> list[str]:
    """For each choice, the text that comes before its own: the prompt, where echo asks for it."""
    texts = [
        request.prompt.text if body.echo and isinstance(request.prompt, TextPrompt) else ""
        for request in requests
    ]
    return [text for text in texts for _ in range(body.n or 1)]


def _prompts(prompt: str | list[Any]) -> list[Prompt]:
    if isinstance(prompt, str):
        return [TextPrompt(prompt)]
    if not prompt:
        raise BadRequest("prompt is empty.", param="prompt")
    if all(isinstance(item, int) for item in prompt):
        return [TokenPrompt(tuple(prompt))]
    if len(prompt) > MAX_PROMPTS:
        raise BadRequest(
            f"prompt: {len(prompt)} prompts were given, at most {MAX_PROMPTS} are allowed.",
            param="prompt",
        )
    return [_prompt(item, f"prompt[{number}]") for number, item in enumerate(prompt)]


def _prompt(item: str | int | list[int], at: str) -> Prompt:
    if isinstance(item, str):
        return TextPrompt(item)
    if isinstance(item, list) and item:
        return TokenPrompt(tuple(item))
    words = "this list of tokens is empty" if item == [] else "a lone token among prompts"
    raise BadRequest(f"{at}: {words}.", param=at)


def _refuse_unsupported(body: CompletionRequest, prompts: Sequence[Prompt]) -> None:
    if body.suffix:
        raise UnsupportedFeature(
            "suffix (filling in the middle) is not supported here.", param="suffix"
        )
    if body.best_of is not None and body.best_of != (body.n or 1):
        raise UnsupportedFeature("best_of is not supported: ask for n choices.", param="best_of")
    if not body.echo:
        return
    if body.logprobs is not None:
        raise UnsupportedFeature(
            "echo with logprobs is not supported: prompt tokens have no logprobs here.",
            param="echo",
        )
    if any(isinstance(prompt, TokenPrompt) for prompt in prompts):
        raise UnsupportedFeature("echo needs its prompt as text, not as tokens.", param="echo")

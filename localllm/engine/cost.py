"""What a step costs on this machine, measured while it works, and what that allows.

    seconds of a step ~ those of a step that only decodes + prompt tokens x those of one

Pure numbers: moving averages of seconds.
"""

from __future__ import annotations

# Streams share their steps with a prompt as long as the step stays within the larger of these: a
# multiple of the plain step, for slow models, and a pace that reads as fluent (20 tokens/s).
STREAM_SLOWDOWN = 3
STREAM_GAP_S = 0.050

# A multiple is aimed at from below: steps vary, and nearly all are to stay within it.
_AIM = 5 / 6

# A prompt advances at least by this much a step, however slow the machine.
MIN_CHUNK = 4

# With nobody streaming a step may be a whole ubatch; on a slow machine a newcomer should all the
# same not wait much longer than this for the step to end. Below FULL_CHUNK_MIN tokens, cutting
# would cost throughput.
FULL_STEP_S = 1.0
FULL_CHUNK_MIN = 128

# Larger sizes repeat, so that llama.cpp can use a compute graph again.
_ROUND = 8
_ROUND_FROM = 32

_SMOOTHING = 0.25
_SOLID_CHUNK = 64  # tokens from which on a measurement of a prompt alone counts in full
_LEAST_S = 1e-6  # a clock may not have moved at all


class _Average:
    """Moves towards each new value by a share of the way; takes the first one as it is."""

    def __init__(self, guess: float) -> None:
        self.value = guess
        self.known = False

    def add(self, value: float, weight: float = 1.0) -> None:
        weight *= _SMOOTHING if self.known else 1.0
        self.value += weight * (value - self.value)
        self.known = True


class CostModel:
    """Starts from guesses for a small model on a desktop CPU.

    `slowdown` is the multiple of their pace alone that streams bear; 0: STREAM_SLOWDOWN, or
    STREAM_GAP_S where that is longer.
    """

    def __init__(
        self, prompt_s: float = 1e-3, decode_s: float = 10e-3, *, slowdown: float = 0
    ) -> None:
        self._slowdown = slowdown or STREAM_SLOWDOWN
        self._least_gap = 0.0 if slowdown else STREAM_GAP_S
        self._decode = _Average(decode_s)  # of a step that only decodes
        self._prompt = _Average(prompt_s)  # of a prompt token, in a chunk alone
        # In a chunk beside others' decodes, which is smaller and therefore dearer.
        self._beside = _Average(prompt_s)

    @property
    def prompt_s(self) -> float:
        """What computing a prompt token takes."""
        return self._prompt.value

    def observe(self, n_decodes: int, n_prompt: int, seconds: float) -> None:
        """A step of `n_decodes` sequences' next tokens and `n_prompt` prompt tokens is done."""
        if n_prompt == 0:
            self._decode.add(seconds)
        elif n_decodes:
            # A machine that got faster since its plain step was measured must not make prompts
            # free.
            share = max(seconds - self._decode.value, 0.1 * seconds, _LEAST_S)
            self._beside.add(share / n_prompt)
        else:
            self._prompt.add(max(seconds, _LEAST_S) / n_prompt, min(1.0, n_prompt / _SOLID_CHUNK))
            if not self._beside.known:
                self._beside.value = self._prompt.value

    def prompt_budget(self, streaming: bool) -> int:
        """Prompt tokens that the next step may take beside the running sequences' own."""
        if not streaming:
            return max(FULL_CHUNK_MIN, int(FULL_STEP_S / self._prompt.value))
        step_s = self._decode.value
        target = max(_AIM * self._slowdown * step_s, self._least_gap)
        tokens = int((target - step_s) / self._beside.value)
        if tokens >= _ROUND_FROM:
            tokens -= tokens % _ROUND
        return max(MIN_CHUNK, tokens)

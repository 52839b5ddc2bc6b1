"""What a step costs on this machine, measured while it works, and what that allows.

    step time ~ decode_s (where anybody decodes) + prompt tokens * prompt_s

Pure numbers. Seconds, and moving averages of them.
"""

from __future__ import annotations

# Streams share their steps with a prompt as long as the step stays within the larger of these: a
# multiple of the plain step, for slow models, and a pace that reads as fluent (20 tokens/s).
STREAM_SLOWDOWN = 2.5
STREAM_GAP_S = 0.050

# A prompt advances at least by this much a step, however slow the machine.
MIN_CHUNK = 16

# With nobody streaming a step may be a whole ubatch; on a slow machine a newcomer should all the
# same not wait much longer than this for the step to end. Below FULL_CHUNK_MIN tokens, cutting
# would cost throughput.
FULL_STEP_S = 1.0
FULL_CHUNK_MIN = 128

# Sizes repeat, so that llama.cpp can use a compute graph again.
_ROUND = 8

_SMOOTHING = 0.25
_LEAST_S = 1e-6  # a clock may not have moved at all
_SOLID_CHUNK = 64  # tokens from which on a measurement counts in full


class CostModel:
    """`prompt_s` of a token in a chunk and `decode_s` of a step that only decodes. The start values
    are those of a small model on a desktop CPU; a few steps replace them."""

    def __init__(self, prompt_s: float = 1e-3, decode_s: float = 10e-3) -> None:
        self.prompt_s = prompt_s
        self.decode_s = decode_s
        self._measured_prompt = False
        self._measured_decode = False

    def observe(self, n_decodes: int, n_prompt: int, seconds: float) -> None:
        """A step of `n_decodes` sequences' next tokens and `n_prompt` prompt tokens is done."""
        if n_prompt == 0:
            weight = _SMOOTHING if self._measured_decode else 1.0
            self.decode_s += weight * (seconds - self.decode_s)
            self._measured_decode = True
            return
        # A machine that got faster since decode_s was measured must not make prompts free.
        share = max(seconds - (self.decode_s if n_decodes else 0.0), 0.1 * seconds, _LEAST_S)
        weight = min(1.0, n_prompt / _SOLID_CHUNK) * (_SMOOTHING if self._measured_prompt else 1.0)
        self.prompt_s += weight * (share / n_prompt - self.prompt_s)
        self._measured_prompt = True

    def prompt_budget(self, streaming: bool) -> int:
        """Prompt tokens that the next step may take beside the running sequences' own."""
        if not streaming:
            return max(FULL_CHUNK_MIN, int(FULL_STEP_S / self.prompt_s))
        target = max(STREAM_SLOWDOWN * self.decode_s, STREAM_GAP_S)
        tokens = int((target - self.decode_s) / self.prompt_s)
        return max(MIN_CHUNK, tokens - tokens % _ROUND)

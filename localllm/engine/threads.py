"""How many threads compute the next step: as many as are fastest now.

    step times ------> ThreadGovernor ------> threads of the next step
    others' load --------^        (load_watch)

All threads of a step wait for each other some thousand times. One of them on a core that another
program uses holds up all, so fewer threads can be faster; measured beside one busy process on two
cores, one thread wrote twice as fast as two. The governor therefore compares: it computes a few
steps with another number, keeps what was faster, and asks again when the machine changed.

    limit     threads for which cores are free, by the load of others; more are tried for prompts
              only, since one decode with a thread too many can take a hundred times as long
    trial     some steps with another number than the current one

Numbers only; times come in. Owned by the loop thread.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Work(Enum):
    """What a step mostly does. Reading prompts waits less often and bears neighbours better."""

    DECODE = "decode"
    PROMPT = "prompt"


# A trial takes so many steps, or as many as fill this time; one step this much slower ends it.
_TRIAL_STEPS = 4
_TRIAL_S = 0.1
_HOPELESS = 2.0

# Another number of threads must be faster by this share to be taken.
_GAIN = 0.05

# A pace this much worse than when it was chosen means that the machine has changed.
_WORSE = 1.25
_WORSE_STEPS = 3

# Seconds between trials: at least, and at most after some in vain.
_PAUSE_S = 0.3
_LONGEST_PAUSE_S = 8.0

# Seconds without a step after which the last measurements say nothing.
_STALE_S = 2.0

_SMOOTHING = 0.3


@dataclass(slots=True)
class _Trial:
    threads: int
    steps: int = 0
    seconds: float = 0.0
    tokens: int = 0


class _Tuner:
    """The number of threads for one kind of work. `pace` is seconds a token, of steps of like
    size."""

    def __init__(self, start: int, most: int, *, bold: bool, strict: bool) -> None:
        """A `bold` one tries `most` threads beyond the limit, now and then; a `strict` one never
        computes with more than the limit, even if that would be faster."""
        self.threads = start
        self._most = most
        self._bold = bold
        self._strict = strict
        self._size = 0
        self._pace = 0.0  # of late, with `threads`; 0: not known
        self._chosen = 0.0  # when they were chosen
        self._worse = 0
        self._trial: _Trial | None = None
        self._tried_at = float("-inf")
        self._pause = _PAUSE_S
        self._limit = 0
        self._stepped_at = float("-inf")

    def next(self, limit: int, now: float) -> int:
        """Threads of the next step."""
        if limit != self._limit:
            self._limit, self._pause = limit, _PAUSE_S
            if self._strict and self.threads > limit:
                self._forget()
                self.threads = limit
        if now - self._stepped_at > _STALE_S:
            self._forget()
            self.threads = self.threads if self._bold else min(self.threads, limit)
        elif self._trial is None and self._pace and now - self._tried_at >= self._pause:
            candidate = self._candidate(limit)
            if candidate != self.threads:
                self._trial = _Trial(candidate)
        return self._trial.threads if self._trial else self.threads

    def _candidate(self, limit: int) -> int:
        """What is worth a trial: what the load allows, or less where the pace got worse."""
        if limit != self.threads:
            return limit
        if self._worse >= _WORSE_STEPS:
            return max(1, self.threads - max(1, self.threads // 4))
        return self._most if self._bold else self.threads

    def observe(self, n_tokens: int, seconds: float, now: float) -> None:
        """A step with the number that `next` gave is done."""
        self._stepped_at = now
        if n_tokens.bit_length() != self._size:  # paces of other sizes cannot be compared
            self._forget()
            self._size = n_tokens.bit_length()
        if self._trial is not None:
            self._try(self._trial, n_tokens, seconds, now)
            return
        pace = seconds / n_tokens
        self._pace = pace if not self._pace else self._pace + _SMOOTHING * (pace - self._pace)
        self._chosen = min(self._chosen or pace, self._pace)
        self._worse = self._worse + 1 if self._pace > _WORSE * self._chosen else 0

    def _try(self, trial: _Trial, n_tokens: int, seconds: float, now: float) -> None:
        trial.steps += 1
        trial.seconds += seconds
        trial.tokens += n_tokens
        pace = trial.seconds / trial.tokens
        enough = trial.steps >= _TRIAL_STEPS or trial.seconds >= _TRIAL_S
        if enough or pace > _HOPELESS * self._pace:
            self._decide(trial.threads, pace, now)

    def _decide(self, threads: int, pace: float, now: float) -> None:
        self._trial, self._tried_at, self._worse = None, now, 0
        if pace < (1 - _GAIN) * self._pace:
            self.threads, self._pace, self._pause = threads, pace, _PAUSE_S
        else:
            self._pause = min(2 * self._pause, _LONGEST_PAUSE_S)
        self._chosen = self._pace

    def _forget(self) -> None:
        self._trial, self._pace, self._chosen, self._worse = None, 0.0, 0.0, 0


class ThreadGovernor:
    """Chooses among 1 to `most` threads; begins with `start`. With `fixed` it is always `start`.

    `share` of the cores that are free may be used: below 1 the computer stays usable for others.
    """

    def __init__(
        self, most: int, *, start: int = 0, fixed: bool = False, share: float = 1.0
    ) -> None:
        self._most = max(1, int(most * share))
        self._share = share
        self._cores = most
        first = min(start or most, self._most) if not fixed else start or most
        self.is_fixed = fixed
        polite = share < 1
        self._tuners = {
            work: _Tuner(first, self._most, bold=work is Work.PROMPT and not polite, strict=polite)
            for work in Work
        }
        self._others = 0.0
        self.current = first

    def load(self, others: float) -> None:
        """`others` is how many cores other programs keep busy, as a mean of late. Any thread."""
        self._others = others

    @property
    def limit(self) -> int:
        """Threads for which cores are free."""
        free = self._cores - self._others
        return max(1, min(self._most, int(free * self._share + 0.5)))

    def next(self, work: Work, now: float) -> int:
        """Threads of the next step, of this kind. `now` in seconds of a monotonic clock."""
        if not self.is_fixed:
            self.current = self._tuners[work].next(self.limit, now)
        return self.current

    def observe(self, work: Work, n_tokens: int, seconds: float, now: float) -> None:
        """That step computed `n_tokens` in `seconds`."""
        if not self.is_fixed and n_tokens > 0:
            self._tuners[work].observe(n_tokens, seconds, now)

"""How fast something grows, smoothed so that a person can read it."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

_SMOOTH_S = 4.0  # what came so long ago counts for 1/e


class Speed:
    """Told `amount` from time to time; `rate` is per second, over the last few of them."""

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self.restart(0)

    def restart(self, amount: int) -> None:
        """From here on; what there is already did not just come."""
        self._amount, self._at = amount, self._clock()
        self.rate = 0.0
        self._weight = 0.0

    def update(self, amount: int) -> None:
        now = self._clock()
        passed = now - self._at
        if passed < 0.05:
            return
        old = math.exp(-passed / _SMOOTH_S)
        new = max(amount - self._amount, 0) / passed
        self._weight = self._weight * old + (1 - old)  # below 1 at first: little has been seen
        self.rate += (new - self.rate) * (1 - old) / self._weight
        self._amount, self._at = amount, now

"""A word that another thread or a signal handler may say: it is time to end."""

from __future__ import annotations

import os
import selectors
from contextlib import suppress


class Ending:
    """Said once, it stays said; unlike `threading.Event` safe in a signal handler."""

    def __init__(self) -> None:
        self._heard, self._said = os.pipe()
        os.set_blocking(self._said, False)

    def say(self) -> None:
        """Say that it is time."""
        with suppress(OSError):  # it was said very often, or nobody listens any more
            os.write(self._said, b".")

    def wait(self, timeout_s: float | None = None) -> bool:
        """Wait until it is said, or the time is over; tell whether it was said."""
        with selectors.DefaultSelector() as selector:
            selector.register(self._heard, selectors.EVENT_READ)
            return bool(selector.select(timeout_s))

    def close(self) -> None:
        """Listen no more."""
        for descriptor in {self._heard, self._said} - {-1}:
            os.close(descriptor)
        self._heard = self._said = -1

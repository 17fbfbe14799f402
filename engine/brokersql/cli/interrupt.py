"""Ctrl-C ends the program even while a statement runs outside Python."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import TypeVar

_Handler = Callable[[int, FrameType | None], object] | int | signal.Handlers | None

T = TypeVar("T")
INTERRUPTED = 130
#: Seconds in which the program may end by itself before it is ended.
_GRACE = 1.0


class Interrupts:
    """Watches for SIGINT while a command runs; does nothing outside the main thread.

    Python tells a program of a signal only between two of its own instructions. A long
    query is a single one, so a second thread listens beside it.
    """

    def __init__(self) -> None:
        self.was_seen = False
        self._begin = time.perf_counter()
        self._ended = threading.Event()
        self._pipe: tuple[int, int] | None = None
        self._before = -1
        self._handler: _Handler = signal.SIG_DFL

    @property
    def farewell(self) -> str:
        """Return after which time the program was stopped."""
        return stopped(self._begin)

    def __enter__(self) -> Interrupts:
        if threading.current_thread() is threading.main_thread():
            self._pipe = os.pipe()
            os.set_blocking(self._pipe[1], False)
            self._before = signal.set_wakeup_fd(
                self._pipe[1], warn_on_full_buffer=False
            )
            self._handler = signal.signal(signal.SIGINT, self._note)
            threading.Thread(target=self._watch, daemon=True).start()
        return self

    def _note(self, number: int, frame: FrameType | None) -> None:
        """Remember the signal, whatever a library makes of the exception."""
        self.was_seen = True
        raise KeyboardInterrupt

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._ended.set()
        if self._pipe is not None:
            signal.signal(signal.SIGINT, self._handler)
            signal.set_wakeup_fd(self._before)
            os.close(self._pipe[1])

    def _watch(self) -> None:
        """Read the numbers of signals until the pipe closes."""
        assert self._pipe is not None
        while numbers := os.read(self._pipe[0], 1):
            if numbers[0] == signal.SIGINT and not self._ended.wait(_GRACE):
                os.write(2, f"\n{self.farewell}\n".encode())
                os._exit(INTERRUPTED)
        os.close(self._pipe[0])


def stopped(begin: float) -> str:
    """Return that something was stopped, and how long after it began."""
    return f"stopped after {time.perf_counter() - begin:.1f} s"


@contextmanager
def interruptible() -> Generator[None]:
    """Let Ctrl-C raise KeyboardInterrupt here, and end nothing by itself."""
    watched = signal.set_wakeup_fd(-1)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        signal.set_wakeup_fd(watched)
        sys.stdout.flush()


def answered(
    question: Callable[[], T],
    stop: Callable[[], None],
    patience: float | None = None,
) -> T:
    """Return an answer; Ctrl-C stops whatever works on it.

    Then it is waited for at most `patience` seconds, for ever with None.
    """
    answers: list[T] = []
    faults: list[BaseException] = []

    def work() -> None:
        try:
            answers.append(question())
        except BaseException as error:  # told by the thread that waits
            faults.append(error)

    worker = threading.Thread(target=work, daemon=True)
    worker.start()
    try:
        worker.join()
    except KeyboardInterrupt:
        stop()
        worker.join(patience)
        raise
    if faults:
        raise faults[0]
    return answers[0]

"""How a command ends when it does not succeed: errors, exit codes, and Ctrl-C."""

from __future__ import annotations

import errno
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import TypeGuard, TypeVar

from brokersql.cli.output import Choices, Output
from brokersql.core.errors import (
    BrokersqlError,
    OutOfMemoryError,
    UsageError,
    within_sentence,
)
from brokersql.core.exits import end_at_once

_Handler = Callable[[int, FrameType | None], object] | int | signal.Handlers | None

T = TypeVar("T")
INTERRUPTED = 130
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
#: Seconds that the program has to end by itself after Ctrl-C.
_GRACE = 1.0


class Interrupts:
    """Watches for SIGINT while a command runs; does nothing outside the main thread.

    Python handles a signal only between two of its own instructions. A long query is a
    single one, so a second thread listens as well.
    """

    def __init__(self) -> None:
        self.was_seen = False
        self._begin = time.perf_counter()
        self._ended = threading.Event()
        self._pipe: tuple[int, int] | None = None
        self._before = -1
        self._handler: _Handler = signal.SIG_DFL

    @property
    def stop_message(self) -> str:
        """Return the message that the program was stopped."""
        return stopped_after(self._begin)

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

    def __exit__(self, *error: object) -> None:
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
                os.write(2, f"{_line_end()}{self.stop_message}\n".encode())
                _remove_unfinished()
                end_at_once(INTERRUPTED)
        os.close(self._pipe[0])


def _remove_unfinished() -> None:
    """Remove what was being written; what writes was imported if anything was."""
    if (files := sys.modules.get("brokersql.core.files")) is not None:
        files.abandon()


def _line_end() -> str:
    """Return the end of the line on which a terminal echoes Ctrl-C."""
    return "\n" if sys.stderr.isatty() else ""


def stopped_after(begin: float) -> str:
    """Return the message that something was stopped, with its seconds."""
    return f"stopped after {time.perf_counter() - begin:.1f} s"


@contextmanager
def interruptible() -> Generator[None]:
    """Let Ctrl-C raise KeyboardInterrupt here instead of ending the program."""
    watched = signal.set_wakeup_fd(-1)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        signal.set_wakeup_fd(watched)
        sys.stdout.flush()


def run_stoppable(
    work: Callable[[], T],
    stop: Callable[[], None],
    timeout: float | None = None,
) -> T:
    """Return the result of `work` in a thread; Ctrl-C calls `stop`.

    Then the thread is waited for `timeout` seconds, or until it ends with None.
    """
    answers: list[T] = []
    faults: list[BaseException] = []

    def run() -> None:
        try:
            answers.append(work())
        except BaseException as error:  # raised again by the thread that waits
            faults.append(error)

    worker = threading.Thread(target=run, daemon=True)
    worker.start()
    try:
        worker.join()
    except KeyboardInterrupt:
        stop()
        worker.join(timeout)
        raise
    if faults:
        raise faults[0]
    return answers[0]


@dataclass(frozen=True, slots=True)
class ErrorPrinter:
    """Prints errors as the options of the command line ask for."""

    choices: Choices

    def report(self, error: BaseException) -> int:
        """Print an error; return the exit code that it stands for."""
        if isinstance(error, BrokenPipeError):
            return _close_quietly()
        if isinstance(error, KeyboardInterrupt) or type(error).__name__ == "Abort":
            self._print_stopped(str(error))
            # Python ends itself by SIGINT, whatever code it is given, after an
            # interrupt of code made from text, as of a dataclass; until the next such.
            eval("0")
            return INTERRUPTED
        if _is_full(error):
            _close_quietly()
        known = as_brokersql_error(error)
        if self.choices.verbose and known.exit_code != UsageError.exit_code:
            traceback.print_exception(error)
        if self._is_json:
            from brokersql.render.documents import error_document, json_line

            Output(Choices()).notice(json_line(error_document(known)))
        else:
            Output(Choices(colour=self.choices.colour)).error(known)
        return known.exit_code

    def _print_stopped(self, stop_message: str) -> None:
        sys.stderr.write(_line_end())
        if stop_message and not (self.choices.quiet or self._is_json):
            sys.stderr.write(f"{stop_message}\n")

    @property
    def _is_json(self) -> bool:
        return "json" in (self.choices.format, self.choices.log_format)


def as_brokersql_error(error: BaseException) -> BrokersqlError:
    """Return any exception as an error of brokersql."""
    if isinstance(error, BrokersqlError):
        return error
    format_message = getattr(error, "format_message", None)
    if callable(format_message):  # the option parser
        return _usage(str(format_message()), error)
    if isinstance(error, MemoryError):
        return OutOfMemoryError("out of memory")
    if isinstance(error, OSError) and error.filename:
        return UsageError(f"{error.filename}: {error.strerror}")
    if _is_full(error):
        message = f"cannot write the output: {error.strerror}"
        return UsageError(message, hint="make room there, or write to another place")
    text = " ".join(str(error).split()) or type(error).__name__
    default = "this is a fault of brokersql itself: --verbose shows where"
    hint = str(getattr(error, "hint", "") or default)
    return BrokersqlError(f"{type(error).__name__}: {text}", hint=hint)


def _is_full(error: BaseException) -> TypeGuard[OSError]:
    """Return whether what stdout goes to takes no more; files have their names."""
    return isinstance(error, OSError) and error.errno in _FULL and not error.filename


def _usage(message: str, error: BaseException) -> UsageError:
    context = getattr(error, "ctx", None)
    path = getattr(context, "command_path", "brokersql")
    text, hint = message.rstrip("."), f"see {path} --help"
    if path.endswith(" sql") and text.startswith("No such option: -- "):
        text = "The query begins with a comment, and looks like an option"
        hint = f"write -- before it, {path} RUN -- QUERY, or give it by stdin"
    return UsageError(within_sentence(text), hint=hint)


def _close_quietly() -> int:
    """Discard the rest of the output, which nobody can have."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, sys.stdout.fileno())
    os.close(nothing)
    return 0

"""What a user reads when a command cannot do what was asked, and its exit code."""

from __future__ import annotations

import os
import sys
import traceback
from dataclasses import dataclass

from brokersql.cli.interrupt import INTERRUPTED
from brokersql.cli.output import Choices, Output
from brokersql.errors import BrokersqlError, OutOfMemoryError, UsageError

_UNEXPECTED = 1


@dataclass(frozen=True, slots=True)
class Reporter:
    """Prints errors as the options of the command line ask for."""

    choices: Choices

    def report(self, error: BaseException) -> int:
        """Print an error; return the exit code that it stands for."""
        if isinstance(error, BrokenPipeError):
            return _close_quietly()
        if isinstance(error, KeyboardInterrupt) or type(error).__name__ == "Abort":
            self._tell_stopped(str(error))
            return INTERRUPTED
        known = as_known(error)
        if self.choices.verbose and known.exit_code != UsageError.exit_code:
            traceback.print_exception(error)
        if self._is_json:
            self._print_json(known)
        else:
            self._print_text(known)
        return known.exit_code

    def _tell_stopped(self, farewell: str) -> None:
        """End the line on which a terminal echoes Ctrl-C, then say what happened."""
        if sys.stderr.isatty():
            sys.stderr.write("\n")
        if farewell and not (self.choices.quiet or self._is_json):
            sys.stderr.write(f"{farewell}\n")

    @property
    def _is_json(self) -> bool:
        return "json" in (self.choices.format, self.choices.log_format)

    def _print_text(self, error: BrokersqlError) -> None:
        from brokersql.report.words import printable

        output = Output(Choices(colour=self.choices.colour))
        first, *rest = (printable(line) for line in _split(error.lines()))
        word = output.painted("bad", "error:")
        output.news("\n".join([f"{word} {first}", *rest]))

    def _print_json(self, error: BrokersqlError) -> None:
        from brokersql.report.fault import error_document
        from brokersql.report.machine import json_line

        Output(Choices()).news(json_line(error_document(error)))


def _split(lines: list[str]) -> list[str]:
    return [part for line in lines for part in line.split("\n")]


def as_known(error: BaseException) -> BrokersqlError:
    """Return an error of ours, whatever was raised."""
    if isinstance(error, BrokersqlError):
        return error
    said = getattr(error, "format_message", None)
    if callable(said):  # the option parser
        return _usage(str(said()), error)
    if isinstance(error, MemoryError):
        return OutOfMemoryError("out of memory")
    if isinstance(error, OSError) and error.filename:
        return UsageError(f"{error.filename}: {error.strerror}")
    text = " ".join(str(error).split()) or type(error).__name__
    own = "this is a fault of brokersql itself: --verbose shows where"
    hint = str(getattr(error, "hint", "") or own)
    return BrokersqlError(f"{type(error).__name__}: {text}", hint=hint)


def _usage(message: str, error: BaseException) -> UsageError:
    context = getattr(error, "ctx", None)
    path = getattr(context, "command_path", "brokersql")
    text = message.rstrip(".")
    return UsageError(text[:1].lower() + text[1:], hint=f"see {path} --help")


def _close_quietly() -> int:
    """Stop writing: whoever read our output has seen enough."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0

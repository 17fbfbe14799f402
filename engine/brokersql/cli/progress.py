"""How far a long command is: one line that is rewritten, on a terminal only."""

from __future__ import annotations

import sys
import time

from brokersql.cli.output import Output

#: Least seconds between two lines: on a terminal, and anywhere else.
_TERMINAL_S = 0.25
_LOG_S = 60.0
_BAR = 20
_EIGHTHS = " ▏▎▍▌▋▊▉"


class Progress:
    """Tells on stderr how many of a number of steps are done, and the time left.

    A terminal gets one line, rewritten up to four times a second and removed at the
    end; a file or pipe gets a line a minute. A quiet command tells nothing.
    """

    def __init__(self, name: str, unit: str, output: Output) -> None:
        self._name, self._unit = name, unit
        self._is_quiet = output.choices.quiet
        self._is_terminal = sys.stderr.isatty()
        self._began = self._told = time.monotonic()
        self._first: int | None = None

    def __call__(self, done: int, of: int, where: str = "") -> None:
        """Tell that `done` of `of` steps are done; `where` is the step at work."""
        now = time.monotonic()
        self._first = done if self._first is None else self._first
        last = done == of
        pause = _TERMINAL_S if self._is_terminal else _LOG_S
        if self._is_quiet or (now - self._told < pause and not last):
            return
        self._told = now
        if not self._is_terminal:
            if not last:
                self._write(f"{self._name} {done:,}/{of:,} {where}".rstrip() + "\n")
        elif last:
            self._write("\r\x1b[K")
        else:
            rate = (done - self._first) / max(now - self._began, 1e-9)
            self._write(f"\r{self._line(done, of, rate, where)}\x1b[K")

    def _line(self, done: int, of: int, rate: float, where: str) -> str:
        from brokersql.report.figures import span

        counted = f"{done:,}/{of:,} {self._unit}  {100 * done // max(of, 1)} %"
        left = f"{span((of - done) / rate)} left" if rate > 0 else ""
        parts = [self._name, counted, bar(done, of), f"{rate:.1f}/s", left, where]
        return "  ".join(part for part in parts if part)

    def _write(self, text: str) -> None:
        sys.stderr.write(text)
        sys.stderr.flush()


def bar(done: int, of: int) -> str:
    """Return a bar of a fixed width, filled in eighths.

    >>> bar(1, 2)
    '██████████··········'
    """
    eighths = 8 * _BAR * done // max(of, 1)
    whole, rest = divmod(eighths, 8)
    part = _EIGHTHS[rest] if rest else ""
    return ("█" * whole + part).ljust(_BAR, "·")

"""Says how far a long command is: a line that is rewritten, in a log one a minute."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field
from datetime import datetime

from brokersql.cli.output import Output

#: Seconds between two pictures of a terminal, and between two lines of a log.
_PICTURE_S = 0.25
_LINE_S = 60.0


@dataclass(slots=True)
class Teller:
    """Tells on stderr how many steps of a command are done, and the time left.

    `what` is the command, `unit` what its steps are. Steps that an earlier call did
    are no measure of the speed.
    """

    what: str
    unit: str
    output: Output
    start: float = field(default_factory=time.monotonic)
    told: float = 0.0

    @property
    def spent(self) -> float:
        """Return the seconds since the work began."""
        return time.monotonic() - self.start

    def tell(
        self, n_done: int, n_all: int, n_found: int = 0, at: datetime | None = None
    ) -> None:
        """Take note of a step; `n_found` of those done were there from the start."""
        now = time.monotonic()
        is_first, is_last = n_done == n_found, n_done == n_all
        if is_first and n_found:
            self.output.news(f"{n_found:,} {self.unit} found done")
        asked = self.output.choices.progress
        if self.output.choices.quiet or asked is False:
            return
        if asked or sys.stderr.isatty():
            if is_first or is_last or now - self.told >= _PICTURE_S:
                self._draw(n_done, n_all, n_found, at)
        elif not is_first and now - max(self.told, self.start) >= _LINE_S:
            self.told = now
            where = "" if at is None else f" at {at}"
            self.output.news(f"{self.what} {n_done:,}/{n_all:,}{where}")

    def _draw(self, n_done: int, n_all: int, n_found: int, at: datetime | None) -> None:
        from brokersql.report.progress import progress_line

        self.told = time.monotonic()
        n_new = n_done - n_found
        rate = n_new / self.spent if n_new else None
        line = progress_line(self.what, n_done, n_all, rate, at, unit=self.unit)
        end = "\n" if n_done == n_all else ""
        sys.stderr.write(f"\r\x1b[K{line}{end}")
        sys.stderr.flush()

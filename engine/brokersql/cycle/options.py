"""Options of a cycle, beyond snapshot and policy."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field

from brokersql.core.errors import UsageError

#: What is kept of the rejected pairs: all criteria, the reported one, nothing.
VERDICTS = ("full", "reasons", "none")


@dataclass(frozen=True, slots=True)
class Options:
    """Choices of one cycle.

    `settings` are the overrides of parameters by name, as text. `tasks` limits the
    cycle to these tasks; empty means all. `threads` is the number of cursors that fill
    the verdict, 0 = one per processor. `memory_limit` is in DuckDB's words ('4GB').
    `part` is the number of this part, from 1, and of all: the cycle knows all tasks and
    decides those of its part.
    """

    profile: str | None = None
    settings: Mapping[str, str] = field(default_factory=dict[str, str])
    seed: int | None = None
    tasks: tuple[int, ...] = ()
    verdict: str = "full"
    threads: int = 0
    memory_limit: str | None = None
    part: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        """Refuse choices that do not exist."""
        if self.verdict not in VERDICTS:
            hint = f"one of {', '.join(VERDICTS)}"
            raise UsageError(f"no verdict mode {self.verdict}", hint=hint)
        if self.threads < 0:
            raise UsageError(f"{self.threads} threads are too few", hint="0 is all")

    @property
    def n_threads(self) -> int:
        """Return the number of threads in force."""
        return self.threads or os.cpu_count() or 1

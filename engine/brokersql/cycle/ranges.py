"""The statement of the pairs, run over ranges of units on a cursor and thread each.

DuckDB runs a cross join that is driven by few rows on one thread; ranges on cursors of
their own use the others. The rows are the same whatever the split.
"""

from __future__ import annotations

from itertools import pairwise

from brokersql.cycle.crew import Crew, Job

#: Below this many units per range a further thread costs more than it saves.
LEAST_UNITS = 1000


def split(n_units: int, n_threads: int) -> list[tuple[int, int]]:
    """Return ranges [first, last) that cover all units once.

    >>> split(5000, 2)
    [(0, 2500), (2500, 5000)]
    >>> split(10, 4)
    [(0, 10)]
    """
    n_ranges = max(1, min(n_threads, n_units // LEAST_UNITS))
    bounds = [n_units * number // n_ranges for number in range(n_ranges + 1)]
    return list(pairwise(bounds))


def fill(crew: Crew, sql: str, n_units: int) -> None:
    """Run a statement that takes a range until all units are done."""

    def job(bounds: tuple[int, int]) -> Job:
        return lambda connection: connection.run(sql, bounds)

    crew.share([job(bounds) for bounds in split(n_units, crew.size)])

"""The statement of the pairs, run over ranges of units on a cursor and thread each.

DuckDB runs a cross join that is driven by few rows on one thread; ranges on cursors of
their own use the others. The rows are the same whatever the split.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

from brokersql.database import Database

#: Below this many units per range a further thread costs more than it saves.
LEAST_UNITS = 1000

Prepare = Callable[[Database], None]


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


def fill(
    database: Database, sql: str, n_units: int, n_threads: int, prepare: Prepare
) -> None:
    """Run a statement that takes a range until all units are done."""
    ranges = split(n_units, n_threads)
    if len(ranges) == 1:
        database.run(sql, ranges[0])
        return

    def one(bounds: tuple[int, int]) -> None:
        cursor = database.cursor()
        try:
            prepare(cursor)
            cursor.run(sql, bounds)
        finally:
            cursor.close()

    with ThreadPoolExecutor(len(ranges)) as pool:
        for done in [pool.submit(one, bounds) for bounds in ranges]:
            done.result()

"""The statement of the pairs, run for parts of the kin on a connection and thread each.

DuckDB runs a cross join that is driven by few rows on one thread, and works on 2,048
units at a time: ranges of units would leave it half-full vectors, parts of the kin of
partners do not. The rows are the same whatever the parts.
"""

from __future__ import annotations

from brokersql.cycle.crew import Crew, Job

#: Below this many pairs per part a further thread costs more than it saves.
LEAST_PAIRS = 500_000


def parts(n_kins: int, n_pairs: int, n_threads: int) -> int:
    """Return into how many parts the kin are worth being divided.

    >>> parts(250, 5_000_000, 2)
    2
    >>> parts(250, 10_000, 4)
    1
    """
    return max(1, min(n_threads, n_kins, n_pairs // LEAST_PAIRS))


def fill(crew: Crew, sql: str, n_units: int, n_parts: int) -> None:
    """Run a statement that takes all units and a part of the kin until all are done."""

    def job(part: int) -> Job:
        return lambda connection: connection.run(sql, (0, n_units, n_parts, part))

    crew.share([job(part) for part in range(n_parts)])

"""News of `run --place`: how many jobs got a queue."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from brokersql.cli.output import Output

if TYPE_CHECKING:
    from brokersql.cycle import Cycle


def tell_placed(cycles: Sequence[Cycle], output: Output) -> None:
    """Tell how many jobs got a queue, where they were placed."""
    from brokersql.report.figures import count
    from brokersql.report.queries import number, rows
    from brokersql.report.words import plural

    for cycle in cycles:
        if cycle.places_jobs:
            (row,) = rows(cycle, "report", "placed")
            n_placed, n_jobs = number(row["n_placed"]), number(row["n_jobs"])
            batches = plural(number(row["n_batches"]), "batch")
            output.news(
                f"placed by {cycle.policy}: {count(n_placed)} of "
                f"{plural(n_jobs, 'job')} in {batches}"
            )
            if n_guessed := number(row["n_guessed"]):
                chunks = plural(n_guessed, "chunk")
                output.warn(f"n_jobs is unknown for {chunks}: one job each")

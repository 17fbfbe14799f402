"""News of a run on stderr: what it looked at, and what was odd about it."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING

from brokersql.cli.output import Output

if TYPE_CHECKING:
    from brokersql.cycle import Cycle
    from brokersql.report.odd import Oddity


def tell_snapshot(cycle: Cycle, told: Sequence[Oddity], output: Output) -> None:
    """Tell what the snapshot of a run holds, and that something is odd about it."""
    from brokersql.report.queries import number, rows
    from brokersql.report.words import plural, printable

    loaded = cycle.loaded.tables
    (links,) = rows(cycle, "report", "links")
    counts = [
        plural(loaded["queue"].n_loaded, "queue"),
        plural(number(links["n_links"]), "link"),
        plural(loaded["task"].n_loaded, "task"),
    ]
    if loaded["job"].n_loaded:
        counts.append(plural(loaded["job"].n_loaded, "job"))
    line = f"snapshot {printable(cycle.loaded.snapshot_id)}: {', '.join(counts)}"
    if told:
        where = shlex.quote(cycle.snapshot.where)
        command = f"brokersql snapshot validate {where}"
        line += f"; {plural(len(told), 'note')}, see '{command}'"
    output.news(line)


def tell_oddities(told: Sequence[Oddity], output: Output) -> None:
    """Warn of what is odd, values that cannot be right in one line."""
    from brokersql.report.odd import doubtful, warnings
    from brokersql.report.words import printable

    for text in warnings(told):
        output.warn(printable(text))
    values = doubtful(told)
    if values:
        output.news(f"{output.painted('wait', '!')} {values}")

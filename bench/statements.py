"""The statements of one cycle, the slowest first: where its time goes.

python -m bench.statements [FOLDER] [--threads N] [--profile P] [--limit N]
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from bench.worlds import GRID, make_world
from brokersql.compiler import Statement
from brokersql.core.database import Database
from brokersql.cycle import Options, Plan, play
from brokersql.cycle.stages import PairStage
from brokersql.policy import load_policy, resolve_parameters
from brokersql.snapshot import Snapshot
from brokersql.snapshot.contract import tables

POLICY = "panda_job"


class TimedDatabase(Database):
    """A connection that notes how much processor time each statement takes."""

    spent: list[tuple[float, str]]

    def run(self, sql: str, parameters: Sequence[object] = ()) -> None:
        """Execute statements, and note what they took."""
        start = time.process_time()
        super().run(sql, parameters)
        self.spent.append((time.process_time() - start, sql))


def measure(
    folder: Path, threads: int, profile: str
) -> tuple[PairStage, TimedDatabase]:
    """Return a played stage and the connection that knows its times."""
    database = TimedDatabase.open(threads=threads)
    assert isinstance(database, TimedDatabase)
    database.spent = []
    Snapshot.open(folder).load_into(database)
    columns = ", ".join(tables()["gdp_config"].column_types)
    settings = database.rows(f"select {columns} from gdp_config")
    parameters = resolve_parameters(
        load_policy(POLICY), profile, {}, settings, "atlas", 1
    )
    database.spent.clear()
    stage = play(Plan.of(POLICY), database, Options(threads=1), lambda *_: parameters)
    assert isinstance(stage, PairStage)
    return stage, database


def report(stage: PairStage, database: TimedDatabase, limit: int) -> str:
    """Return the slowest statements as a Markdown table."""
    named: Sequence[Statement] = stage.program.statements
    names = {statement.sql: statement.name for statement in named}
    n_pairs = stage.n_pairs
    total = sum(seconds for seconds, _ in database.spent)
    lines = [
        f"{stage.n_units:,} chunks x {stage.n_partners:,} queues = {n_pairs:,} pairs, "
        f"{len(database.spent)} statements, {total:.2f} s of processor time",
        "",
        "| statement | ms | ns per pair |",
        "|---|---|---|",
    ]
    for seconds, sql in sorted(database.spent, reverse=True)[:limit]:
        name = names.get(sql, " ".join(sql.split())[:50])
        cost = seconds / n_pairs * 1e9
        lines.append(f"| {name} | {seconds * 1e3:.1f} | {cost:.1f} |")
    return "\n".join(lines)


def main() -> None:
    """Print the slowest statements of a cycle."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--profile", default="page")
    parser.add_argument("--limit", type=int, default=25)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = chosen.folder or make_world(GRID, Path(scratch) / "world")
        stage, database = measure(folder, chosen.threads, chosen.profile)
        print(report(stage, database, chosen.limit))


if __name__ == "__main__":
    main()

"""SQLite beside the engine as the store of task queues and waiting jobs.

    python -m bench.sqlite_peer [--jobs N] [--sets N] [--singles N] [--batch N]
                                [--repeat N] [--record] [--machine TEXT]

The world and the pilots are those of bench.dirac. SQLite keeps the tables of a matcher
of DIRAC (bench/sqlite_state): a match selects the task queues that fit, draws one of
them, a user priority and one of its oldest jobs, removes the job and commits. It writes
ahead with `synchronous = full`: each commit is on the disk once, as each record of the
engine is. Priorities stay as they were; the engine makes them anew every 2,000 matches.

Both are checked to find the same task queues for CHECKED pilots before the first match,
and to give jobs to the same pilots. Single matches take turns, and so do batches, which
SQLite commits as a whole.
"""

from __future__ import annotations

import argparse
import json
import random
import sqlite3
import tempfile
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path

import pyarrow as pa

from bench.__main__ import default_machine, record
from bench.dirac import FIELDS, SEED, Spent, make_world, part, spent
from brokersql.core.database import Database
from brokersql.cycle import Options, make_facts, run_cycle
from brokersql.match.state import State
from brokersql.snapshot import Snapshot

#: Pilots that ask before anything is measured, and those that are compared.
WARM, CHECKED = 5_000, 300
SQL = Path(__file__).parent / "sqlite_state"
LISTS = ("sites", "banned_sites", "grid_ces", "platforms", "tags")
FACTS = ("task_queue", "waiting_job", "task_queue_priority")

Row = Mapping[str, object]
Measured = Mapping[str, Sequence[Spent]]


def statement(name: str) -> str:
    """Return a statement of the peer."""
    return (SQL / f"{name}.sql").read_text(encoding="utf-8")


class SqliteState:
    """Task queues and waiting jobs in a file of SQLite."""

    def __init__(self, path: Path) -> None:
        """Make the file, without a task queue."""
        self._file = sqlite3.connect(path, isolation_level=None)
        for name, value in (("journal_mode", "wal"), ("synchronous", "full")):
            self._file.execute(f"pragma {name} = {value}")
        self._file.execute("pragma foreign_keys = on")
        self._file.executescript(statement("schema"))
        names = ("matching", "drawn_priority", "oldest", "leave")
        self._sql = {name: statement(name) for name in names}
        self._draws = random.Random(SEED)

    def fill(self, facts: Database) -> int:
        """Take in what the engine has found; return the number of task queues."""
        given = {
            "tq_queues": facts.rows(statement("queues_of_engine")),
            "tq_jobs": facts.rows(
                "select job_id, tq_id, user_priority, real_priority from waiting_job"
            ),
            **{
                f"tq_to_{name}": facts.rows(
                    f"select tq_id, unnest({name}) from task_queue"
                )
                for name in LISTS
            },
        }
        self._file.execute("begin")
        for table, rows in given.items():
            places = ", ".join("?" * len(rows[0]))
            self._file.executemany(f"insert into {table} values ({places})", rows)
        self._file.execute("commit")
        self._file.execute("analyze")
        facts.close()
        return len(given["tq_queues"])

    def fitting(self, pilot: Row, n_most: int = -1) -> list[int]:
        """Return task queues that fit a pilot, the drawn one first."""
        asked = {**pilot, "n_most": n_most}
        return [tq_id for (tq_id,) in self._file.execute(self._sql["matching"], asked)]

    def match(self, pilots: Sequence[Row]) -> list[int | None]:
        """Return a job or None for each pilot, when all is durable."""
        self._file.execute("begin immediate")
        found = [self._take(pilot) for pilot in pilots]
        self._file.execute("commit")
        return found

    def _take(self, pilot: Row) -> int | None:
        for tq_id in self.fitting(pilot, 1):
            ((priority,),) = self._file.execute(self._sql["drawn_priority"], (tq_id,))
            oldest = self._file.execute(self._sql["oldest"], (tq_id, priority))
            (job_id,) = self._draws.choice(oldest.fetchall())
            self._file.execute("delete from tq_jobs where job_id = ?", (job_id,))
            self._file.execute(self._sql["leave"], (tq_id,))
            return job_id
        return None

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()


def asked_by(pilots: pa.Table) -> list[Row]:
    """Return what pilots send, by the names of the statement."""
    return [
        {
            "setup": row["setup"],
            "cpu_time": row["cpu_time"],
            "site": row["site"][0],
            "grid_ce": row["grid_ce"][0],
            "platform": row["platform"][0],
            "tags": json.dumps(row["tag"]),
        }
        for row in pilots.to_pylist()
    ]


def check(
    tables: Mapping[str, pa.Table],
    options: Options,
    peer: SqliteState,
    pilots: pa.Table,
) -> int:
    """Return how many task queues fit some pilots, the same ones in both."""
    snapshot = Snapshot.open({**tables, "dirac_pilot": pilots})
    cycle = run_cycle(snapshot, "dirac", options)
    rows = cycle.database.table("select seq, tq_id from survivor").to_pylist()
    cycle.database.close()
    engine = {(row["seq"], row["tq_id"]) for row in rows}
    sent = zip(pilots["seq"].to_pylist(), asked_by(pilots), strict=True)
    found = {(seq, tq_id) for seq, pilot in sent for tq_id in peer.fitting(pilot)}
    assert found and found == engine, f"{len(found ^ engine)} differences in what fits"
    return len(rows)


def measure(folder: Path, chosen: argparse.Namespace) -> tuple[str, Measured]:
    """Return what was checked, and by name what SQLite and the engine take, in turn."""
    n_batches = chosen.batch * chosen.repeat
    tables = make_world(chosen.jobs, chosen.sets, WARM + n_batches + chosen.singles)
    pilots = tables.pop("dirac_pilot")
    options = Options(settings={"identity_fields": FIELDS}, seed=SEED)
    peer = SqliteState(folder / "peer.db")
    n_queues = peer.fill(found_facts(tables, options))
    n_fit = check(tables, options, peer, pilots.slice(0, CHECKED))
    asked, n_matched = asked_by(pilots), 0
    with State.create(folder / "state", Snapshot.open(tables), options) as state:

        def in_turn(at: int, n: int) -> tuple[Spent, Spent]:
            """Return what both take for pilots, of which each gets a job or none."""
            given: list[list[bool]] = []

            def ask_peer() -> None:
                found = peer.match(asked[at : at + n])
                given.append([job_id is not None for job_id in found])

            def ask_engine() -> None:
                found = state.match(pilots.slice(at, n))["job_id"].to_pylist()
                given.append([job_id is not None for job_id in found])

            times = spent(ask_peer), spent(ask_engine)
            assert given[0] == given[1], f"only one side has jobs for pilots from {at}"
            nonlocal n_matched
            n_matched += sum(given[0])
            return times

        in_turn(0, WARM)
        first = WARM + n_batches
        batches = [in_turn(at, chosen.batch) for at in range(WARM, first, chosen.batch)]
        singles = [in_turn(at, 1) for at in range(first, first + chosen.singles)]
    peer.close()
    told = (
        f"{n_queues:,} task queues. The same {n_fit:,} fit {CHECKED} pilots in both; "
        f"{n_matched:,} of {pilots.num_rows:,} pilots get a job, the same ones in both."
    )
    per_match = 1000 / chosen.batch
    return told, {
        "one match p50, ms": [
            part(one, 0.5).times(1000) for one in zip(*singles, strict=True)
        ],
        "one match p95, ms": [
            part(one, 0.95).times(1000) for one in zip(*singles, strict=True)
        ],
        "batch, ms per match": [
            part(one, 0.5).times(per_match) for one in zip(*batches, strict=True)
        ],
    }


def found_facts(tables: Mapping[str, pa.Table], options: Options) -> Database:
    """Return a database with the task queues and priorities that the engine finds."""
    database = Database.open()
    Snapshot.open(tables).load_into(database, partial=True)
    make_facts(database, "dirac", options, FACTS)
    database.use_schemas(("dirac", "main"))
    return database


def section(told: str, measured: Measured, chosen: argparse.Namespace) -> str:
    """Return a section of bench/RESULTS.md."""
    lines = [
        f"## {date.today().isoformat()}, DIRAC matching in SQLite",
        "",
        f"{chosen.machine}. `python -m bench.sqlite_peer`: {chosen.jobs:,} jobs;",
        f"{chosen.singles:,} pilots one by one, {chosen.repeat} batches of "
        f"{chosen.batch:,}. SQLite {sqlite3.sqlite_version}.",
        "",
        "| what | SQLite | processor | engine | processor | SQLite / engine |",
        f"|{'---|' * 6}",
    ]
    for name, (peer, engine) in measured.items():
        numbers = (peer.wall, peer.cpu, engine.wall, engine.cpu)
        cells = (name, *(f"{each:.2f}" for each in numbers))
        lines.append(f"| {' | '.join(cells)} | **{peer.wall / engine.wall:.1f}** |")
    return "\n".join([*lines, "", told])


def main() -> None:
    """Measure, print, and record where that is asked for."""
    parser = argparse.ArgumentParser(description="DIRAC matching in SQLite.")
    parser.add_argument("--jobs", type=int, default=100_000)
    parser.add_argument("--sets", type=int, default=6_000)
    parser.add_argument("--singles", type=int, default=500)
    parser.add_argument("--batch", type=int, default=2_000)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--machine", default=default_machine())
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        text = section(*measure(Path(scratch), chosen), chosen)
    print(text)
    if chosen.record:
        record(text)


if __name__ == "__main__":
    main()

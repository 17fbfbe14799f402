"""The decisions of a policy about several snapshots, as one table of each kind.

All at once where the program can be lifted, else one snapshot after the other; the
tables are the same.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pyarrow as pa

from brokersql.compiler import PairProgram, Program, compile_policy
from brokersql.compiler.lift import lift
from brokersql.compiler.lift_scope import CYCLE, UnliftableError
from brokersql.cycle import LEFT_OUT, TABLES, Options, make_stage, run_cycle
from brokersql.cycle.pairs import reports
from brokersql.cycle.stage import Stage, statement
from brokersql.cycle.timing import Clock
from brokersql.database import Database
from brokersql.errors import CycleError, EngineError, OutOfMemoryError
from brokersql.policy import Policy, load_policy
from brokersql.replay.load import load_many
from brokersql.replay.many import ManySnapshots, with_value
from brokersql.replay.needed import Plan, plan
from brokersql.replay.overlaid import Overlay
from brokersql.replay.settings import Group, groups
from brokersql.snapshot import Snapshot
from brokersql.snapshot.contract import tables
from brokersql.snapshot.manifest import Manifest, stored_bytes

#: What a stage asks for by itself.
_ALWAYS = ("x_unit", "x_partner", "unit")


@dataclass(frozen=True, slots=True)
class Played:
    """A policy and its program, with the policy that it asks first, if it asks one."""

    source: str
    policy: Policy
    program: Program
    asked: Program | None

    @classmethod
    def of(cls, source: str) -> Played:
        """Return a compiled policy.

        Raises:
            UsageError: there is no such policy.
            PolicyError: it is faulty.
        """
        policy = load_policy(source)
        asks = None if policy.asks is None else load_policy(policy.asks)
        asked = None if asks is None else compile_policy(asks)
        return cls(source, policy, compile_policy(policy), asked)

    @property
    def programs(self) -> tuple[Program, ...]:
        """Return the programs in the order in which they run."""
        return (self.program,) if self.asked is None else (self.asked, self.program)

    def tables(self, options: Options) -> list[str]:
        """Return the names of the result tables that each snapshot has."""
        results = self.program.results
        left_out = (*LEFT_OUT[options.verdict], "criterion")
        return [each for each in TABLES if each in results and each not in left_out]

    @property
    def obstacle(self) -> str | None:
        """Return what keeps the program from being lifted; None if nothing does."""
        if "match" in self.program.results:
            return f"{self.program.policy}: requests are served one after the other"
        for program in self.programs:
            for each in program.statements:
                try:
                    lift(each.sql)
                except UnliftableError as error:
                    return f"{program.policy}.{each.name}: {error}"
        return None


def decide_together(
    played: Played,
    root: Path,
    snapshots: Sequence[Manifest],
    options: Options,
    scratch: Path,
) -> dict[str, pa.Table]:
    """Return the result tables of all snapshots, made by lifted programs.

    Raises:
        UsageError: an unknown profile or parameter.
        SnapshotError: a file is gone or damaged.
        CycleError: a rule failed on the data of some snapshot.
    """
    slices: dict[str, dict[int, pa.Table]] = defaultdict(dict)
    for group in groups(root, snapshots, played.policy, options, scratch):
        chosen = [snapshots[place] for place in group.places]
        for name, table in _played(played, root, chosen, group, options, scratch):
            for number, rows in _by_cycle(table, len(chosen)):
                slices[name][group.places[number]] = rows
    return _joined(slices, snapshots)


def decide_alone(
    played: Played,
    root: Path,
    snapshots: Sequence[Manifest],
    options: Options,
    overlay: Overlay,
) -> dict[str, pa.Table]:
    """Return the same tables, made by one cycle for each snapshot.

    Raises:
        UsageError: an unknown profile or parameter.
        SnapshotError: a file is gone or damaged.
        CycleError: a rule failed on the data of the snapshot that it names.
    """
    slices: dict[str, dict[int, pa.Table]] = defaultdict(dict)
    for place, manifest in enumerate(snapshots):
        for stored in manifest.tables.values():
            stored_bytes(root, stored)
        snapshot = overlay.over(Snapshot.open(root / manifest.folder))
        try:
            cycle = run_cycle(snapshot, played.source, options)
        except (CycleError, EngineError, OutOfMemoryError) as error:
            error.where = ", ".join(filter(None, (manifest.snapshot_id, error.where)))
            raise
        for name in played.tables(options):
            if name != "placement" or cycle.places_jobs:
                slices[name][place] = cycle.table(name)
        cycle.database.close()
    return _joined(slices, snapshots)


def _played(
    played: Played,
    root: Path,
    snapshots: Sequence[Manifest],
    group: Group,
    options: Options,
    scratch: Path,
) -> Iterator[tuple[str, pa.Table]]:
    """Yield the result tables of snapshots of the same parameters, numbered."""
    threads = options.n_threads
    database = ManySnapshots.of(len(snapshots), scratch, threads, options.memory_limit)
    try:
        # 1. the tables that lead to the results
        made = plan_of(played, options)
        load_many(database, root, snapshots, filter(made.wanted.__contains__, tables()))
        database.plan = made
        # 2. the programs: one range of decisions, since numbers begin in each snapshot
        first: Stage[Program] | None = None
        if played.asked is not None and group.asked is not None:
            first = make_stage(database, played.asked, group.asked)
        stage = make_stage(database, played.program, group.parameters, first)
        stage.play(Clock(), replace(options, threads=1))
        # 3. the results
        for name in played.tables(options):
            if name == "placement" and not _places_jobs(group):
                continue
            if name == "exclusion":
                _report_reasons(database, played.program, stage.n_units)
            yield name, database.table(statement(name))
    finally:
        database.close()


def plan_of(played: Played, options: Options) -> Plan:
    """Return all that leads to the results, from the tables on."""
    names = played.tables(options)
    results = [statement(name) for name in names]
    if "exclusion" in names and isinstance(played.program, PairProgram):
        results.append(played.program.reported)
    made = [each.sql for each in played.program.statements]
    if isinstance(played.program, PairProgram):
        made += [each.sql for each in reports(played.program.decides)]
    if played.asked is not None:
        asked = (each.sql for each in played.asked.statements)
        made = [*asked, statement("asked_pair"), *made]
    return plan(made, results, _ALWAYS)


def _places_jobs(group: Group) -> bool:
    named = group.parameters.has("place")
    return named and group.parameters.scalar("place") is True


def _report_reasons(database: Database, program: Program, n_units: int) -> None:
    assert isinstance(program, PairProgram)
    database.create_table_as("reported", program.reported, (0, n_units))


def _by_cycle(table: pa.Table, n_cycles: int) -> Iterator[tuple[int, pa.Table]]:
    """Yield the rows of each snapshot of a table that is ordered by them."""
    counted = table.group_by(CYCLE).aggregate([([], "count_all")]).to_pylist()
    counts = {row[CYCLE]: row["count_all"] for row in counted}
    rows, first = table.drop_columns([CYCLE]), 0
    for number in range(n_cycles):
        n_rows = counts.get(number, 0)
        yield number, rows.slice(first, n_rows)
        first += n_rows


def _joined(
    slices: Mapping[str, Mapping[int, pa.Table]], snapshots: Sequence[Manifest]
) -> dict[str, pa.Table]:
    """Return one table of each kind, with the identifier of the snapshot in front."""
    return {
        name: pa.concat_tables(
            with_value(rows[place], 0, "snapshot_id", snapshots[place].snapshot_id)
            for place in sorted(rows)
        )
        for name, rows in slices.items()
    }

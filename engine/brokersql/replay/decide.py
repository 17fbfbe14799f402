"""The decisions of a policy about several snapshots, as one table of each kind.

The program is rewritten to decide all snapshots at once where that is possible, else
they are decided one after the other; the tables are the same. Parameters are connection
variables in fused conditions, so one run serves the snapshots whose parameters are the
same but for the seed, which is a column of `cfg`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import pyarrow as pa

from brokersql.compiler import PairProgram, Program, compile_policy
from brokersql.compiler.batch_rewrite import (
    CYCLE_NO,
    UnbatchableError,
    rewrite_for_cycles,
)
from brokersql.compiler.parse import read_statement
from brokersql.core.database import Database
from brokersql.core.errors import CycleError, EngineError, OutOfMemoryError
from brokersql.cycle import LEFT_OUT, TABLES, Options, make_stage, run_cycle
from brokersql.cycle.stages import PhaseTimer, Stage, reports, result_sql
from brokersql.policy import (
    Parameters,
    Policy,
    known_settings,
    load_policy,
    resolve_parameters,
)
from brokersql.replay.many_snapshots import (
    ManySnapshots,
    NeededRelations,
    load_many,
    needed_relations,
    replay_sql,
    with_value,
)
from brokersql.replay.overlay import Overlay
from brokersql.snapshot import Snapshot
from brokersql.snapshot.contract import tables
from brokersql.snapshot.manifest import SnapshotManifest, stored_bytes

_SEED = "cfg_seed"
_SETTINGS_TABLES = ("snapshot", "gdp_config")


@dataclass(frozen=True, slots=True)
class ManyParameters(Parameters):
    """The values in force of many snapshots, which differ in nothing but the seed."""

    each: tuple[Parameters, ...] = ()

    def tables(self) -> dict[str, pa.Table]:
        """Return `cfg` and the keyed relations, with the number of the snapshot.

        Where the seed is the same too, they have no number.
        """
        found = [one.tables() for one in self.each]
        if all(one is self.each[0] for one in self.each):
            return found[0]
        return {
            name: pa.concat_tables(
                with_value(tables[name], tables[name].num_columns, CYCLE_NO, number)
                for number, tables in enumerate(found)
            )
            for name in found[0]
        }


@dataclass(frozen=True, slots=True)
class ParameterGroup:
    """Snapshots of a block, by their place in it, that one run decides."""

    places: tuple[int, ...]
    parameters: ManyParameters
    asked: ManyParameters | None


def groups(
    root: Path,
    snapshots: Sequence[SnapshotManifest],
    policy: Policy,
    options: Options,
    scratch: Path,
) -> list[ParameterGroup]:
    """Return the snapshots that have the same parameters, in the order of time.

    Raises:
        UsageError: an unknown profile or parameter, or a value of another type.
        SnapshotError: a file is gone or damaged.
    """
    recorded = _recorded_settings(root, snapshots, scratch)
    found = [_resolved(policy, recorded, options, options.settings)]
    if policy.asks is not None:
        asks = load_policy(policy.asks)
        known = known_settings(asks, options.settings)
        found.append(_resolved(asks, recorded, options, known))
    places: dict[str, list[int]] = defaultdict(list)
    for place, several in enumerate(zip(*found, strict=True)):
        fixed = [each.variables() | {_SEED: ""} for each in several]
        places[repr(fixed)].append(place)
    return [
        ParameterGroup(
            tuple(same),
            _many([found[0][place] for place in same]),
            _many([found[1][place] for place in same]) if policy.asks else None,
        )
        for same in places.values()
    ]


def _many(each: Sequence[Parameters]) -> ManyParameters:
    first = each[0]
    return ManyParameters(first.profile, first.values, first.warnings, tuple(each))


#: The settings, the virtual organisation and the recorded seed of a snapshot.
_RecordedSettings = tuple[tuple[tuple[object, ...], ...], str, int]


def _recorded_settings(
    root: Path, snapshots: Sequence[SnapshotManifest], scratch: Path
) -> list[_RecordedSettings]:
    """Return the recorded settings of each snapshot."""
    database = ManySnapshots.of(len(snapshots), scratch, 1, None)
    try:
        load_many(database, root, snapshots, _SETTINGS_TABLES, _SETTINGS_TABLES)
        rows: dict[int, list[tuple[object, ...]]] = defaultdict(list)
        for number, *row in database.rows(replay_sql("settings")):
            rows[int(str(number))].append(tuple(row))
        return [
            (tuple(rows[int(str(number))]), str(vo or ""), int(str(seed or 0)))
            for number, vo, seed in database.rows(replay_sql("seeds"))
        ]
    finally:
        database.close()


def _resolved(
    policy: Policy,
    recorded: Sequence[_RecordedSettings],
    options: Options,
    settings: Mapping[str, str],
) -> list[Parameters]:
    """Return the parameters of a policy for each snapshot; equal ones are one."""
    known: dict[_RecordedSettings, Parameters] = {}
    for each in recorded:
        if each not in known:
            rows, vo, seed = each
            chosen = seed if options.seed is None else options.seed
            known[each] = resolve_parameters(
                policy, options.profile, settings, rows, vo, chosen
            )
    return [known[each] for each in recorded]


#: Relations that a stage counts.
_ALWAYS = ("x_unit", "x_partner", "unit")


@dataclass(frozen=True, slots=True)
class CompiledPolicy:
    """A policy and its program, and that of the policy that it asks, if any."""

    source: str
    policy: Policy
    program: Program
    asked: Program | None

    @classmethod
    def of(cls, source: str) -> CompiledPolicy:
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
        """Return why the program cannot be rewritten, None if it can."""
        if "match" in self.program.results:
            return f"{self.program.policy}: requests are served one after the other"
        for program in self.programs:
            for each in program.statements:
                try:
                    rewrite_for_cycles(each.sql)
                except UnbatchableError as error:
                    return f"{program.policy}.{each.name}: {error}"
        return None


def decide_together(
    compiled: CompiledPolicy,
    root: Path,
    snapshots: Sequence[SnapshotManifest],
    options: Options,
    scratch: Path,
) -> dict[str, pa.Table]:
    """Return the result tables of all snapshots, made by rewritten programs.

    Raises:
        UsageError: an unknown profile or parameter.
        SnapshotError: a file is gone or damaged.
        CycleError: a rule failed on the data of some snapshot.
    """
    slices: dict[str, dict[int, pa.Table]] = defaultdict(dict)
    for group in groups(root, snapshots, compiled.policy, options, scratch):
        chosen = [snapshots[place] for place in group.places]
        for name, table in _decide_group(
            compiled, root, chosen, group, options, scratch
        ):
            for number, rows in _by_cycle(table, len(chosen)):
                slices[name][group.places[number]] = rows
    return _joined(slices, snapshots)


def decide_alone(
    compiled: CompiledPolicy,
    root: Path,
    snapshots: Sequence[SnapshotManifest],
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
            cycle = run_cycle(snapshot, compiled.source, options)
        except (CycleError, EngineError, OutOfMemoryError) as error:
            error.where = ", ".join(filter(None, (manifest.snapshot_id, error.where)))
            raise
        for name in compiled.tables(options):
            if name != "placement" or cycle.places_jobs:
                slices[name][place] = cycle.table(name)
        cycle.database.close()
    return _joined(slices, snapshots)


def _decide_group(
    compiled: CompiledPolicy,
    root: Path,
    snapshots: Sequence[SnapshotManifest],
    group: ParameterGroup,
    options: Options,
    scratch: Path,
) -> Iterator[tuple[str, pa.Table]]:
    """Yield the result tables of snapshots of the same parameters, numbered."""
    threads = options.n_threads
    database = ManySnapshots.of(len(snapshots), scratch, threads, options.memory_limit)
    try:
        # 1. the tables that lead to the results
        made = relations_for(compiled, options)
        load_many(database, root, snapshots, filter(made.wanted.__contains__, tables()))
        database.needs = made
        # 2. the programs: one range of decisions, since numbers begin in each snapshot
        first: Stage[Program] | None = None
        if compiled.asked is not None and group.asked is not None:
            first = make_stage(database, compiled.asked, group.asked)
        stage = make_stage(database, compiled.program, group.parameters, first)
        stage.play(PhaseTimer(), replace(options, threads=1))
        # 3. the results
        for name in compiled.tables(options):
            if name == "placement" and not _places_jobs(group):
                continue
            if name == "exclusion":
                _report_reasons(database, compiled.program, stage.n_units)
            yield name, database.table(result_sql(name))
    finally:
        database.close()


def relations_for(compiled: CompiledPolicy, options: Options) -> NeededRelations:
    """Return the relations that lead to the results, from the tables on."""
    names, program = compiled.tables(options), compiled.program
    results = [result_sql(name) for name in names]
    made = program.statements
    if isinstance(program, PairProgram):
        if "exclusion" in names:
            results.append(program.reported)
        made += tuple(_read(each.name, each.sql) for each in reports(program.decides))
    if compiled.asked is not None:
        asked_pair = _read("asked_pair", result_sql("asked_pair"))
        made = (*compiled.asked.statements, asked_pair, *made)
    read = [name for sql in results for name in _read("result", sql).reads]
    return needed_relations(made, read, _ALWAYS)


_read = cache(read_statement)


def _places_jobs(group: ParameterGroup) -> bool:
    named = group.parameters.has("place")
    return named and group.parameters.scalar("place") is True


def _report_reasons(database: Database, program: Program, n_units: int) -> None:
    assert isinstance(program, PairProgram)
    database.create_table_as("reported", program.reported, (0, n_units))


def _by_cycle(table: pa.Table, n_cycles: int) -> Iterator[tuple[int, pa.Table]]:
    """Yield the rows of each snapshot of a table that is ordered by them."""
    counted = table.group_by(CYCLE_NO).aggregate([([], "count_all")]).to_pylist()
    counts = {row[CYCLE_NO]: row["count_all"] for row in counted}
    rows, first = table.drop_columns([CYCLE_NO]), 0
    for number in range(n_cycles):
        n_rows = counts.get(number, 0)
        yield number, rows.slice(first, n_rows)
        first += n_rows


def _joined(
    slices: Mapping[str, Mapping[int, pa.Table]], snapshots: Sequence[SnapshotManifest]
) -> dict[str, pa.Table]:
    """Return one table of each kind, with the identifier of the snapshot in front."""
    return {
        name: pa.concat_tables(
            with_value(rows[place], 0, "snapshot_id", snapshots[place].snapshot_id)
            for place in sorted(rows)
        )
        for name, rows in slices.items()
    }

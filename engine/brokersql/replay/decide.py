"""The decisions of a policy about several snapshots, as one table of each kind.

The program is rewritten to decide all snapshots at once where that is possible, else
they are decided one after the other; the tables are the same. Parameters are connection
variables in fused conditions, so one run serves the snapshots whose parameters are the
same but for the seed, which is a column of `cfg`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import pyarrow as pa

from brokersql.compiler.batch_rewrite import (
    CYCLE_NO,
    UnbatchableError,
    rewrite_for_cycles,
)
from brokersql.core.engine_faults import retried
from brokersql.core.errors import CycleError, EngineError, OutOfMemoryError
from brokersql.core.sql_files import result_sql, sql_text
from brokersql.cycle import Options, Plan, play, run_cycle
from brokersql.cycle.needed_relations import decided_tables, relations_for
from brokersql.cycle.plan import places_jobs
from brokersql.cycle.stages import PairStage
from brokersql.policy import Parameters, resolve_parameters
from brokersql.replay.many_snapshots import (
    ManySnapshots,
    load_many,
    with_value,
)
from brokersql.replay.overlay import Overlay, overlaid
from brokersql.snapshot import Snapshot
from brokersql.snapshot.contract import tables
from brokersql.snapshot.manifest import SnapshotManifest, stored_bytes

_SEED = "cfg_seed"
_SETTINGS_TABLES = ("snapshot", "gdp_config")


@dataclass(frozen=True, slots=True)
class ManyParameters(Parameters):
    """The values in force of many snapshots, which differ in nothing but the seed."""

    each: tuple[Parameters, ...] = ()

    @classmethod
    def of(cls, each: Sequence[Parameters]) -> ManyParameters:
        """Return the values of several snapshots."""
        first = each[0]
        own_tables = first.own_tables
        return cls(first.profile, first.values, first.warnings, own_tables, tuple(each))

    def settings(self) -> dict[str, pa.Table]:
        """Return `cfg` and the keyed relations, with the number of the snapshot.

        Where the seed is the same too, they have no number.
        """
        found = [one.settings() for one in self.each]
        if all(one is self.each[0] for one in self.each):
            return found[0]
        return {
            name: pa.concat_tables(
                with_value(tables[name], tables[name].num_columns, CYCLE_NO, number)
                for number, tables in enumerate(found)
            )
            for name in found[0]
        }


#: The values in force of some snapshots by policy, for all that a plan runs.
_Values = Mapping[str, ManyParameters]


def _groups(
    root: Path,
    snapshots: Sequence[SnapshotManifest],
    plan: Plan,
    options: Options,
    scratch: Path,
) -> Iterator[tuple[list[int], _Values]]:
    """Yield the places of snapshots that one run decides, and their parameters."""
    recorded = _recorded_settings(root, snapshots, scratch)
    found = {plan.program.policy: _resolved(plan, recorded, options)}
    if (asked := plan.asked) is not None:
        known = _resolved(asked, recorded, asked.known(options))
        found[asked.program.policy] = known
    places: dict[str, list[int]] = defaultdict(list)
    for place, several in enumerate(zip(*found.values(), strict=True)):
        fixed = [each.variables() | {_SEED: ""} for each in several]
        places[repr(fixed)].append(place)
    for same in places.values():
        values = {
            name: ManyParameters.of([each[place] for place in same])
            for name, each in found.items()
        }
        yield same, values


#: The settings, the virtual organisation and the recorded seed of a snapshot.
_RecordedSettings = tuple[tuple[tuple[object, ...], ...], str, int]


def _recorded_settings(
    root: Path, snapshots: Sequence[SnapshotManifest], scratch: Path
) -> list[_RecordedSettings]:
    """Return the recorded settings of each snapshot."""
    rows: dict[object, list[tuple[object, ...]]] = defaultdict(list)
    with closing(ManySnapshots.of(len(snapshots), scratch, 1, None)) as database:
        load_many(database, root, snapshots, _SETTINGS_TABLES, _SETTINGS_TABLES)
        for number, *row in database.rows(sql_text("replay", "settings")):
            rows[number].append(tuple(row))
        return [
            (tuple(rows[number]), str(vo or ""), int(str(seed or 0)))
            for number, vo, seed in database.rows(sql_text("replay", "seeds"))
        ]


def _resolved(
    plan: Plan, recorded: Sequence[_RecordedSettings], options: Options
) -> list[Parameters]:
    """Return the parameters of a policy for each snapshot; equal ones are one."""

    @cache
    def resolved(each: _RecordedSettings) -> Parameters:
        rows, vo, seed = each
        chosen = seed if options.seed is None else options.seed
        return resolve_parameters(
            plan.policy, options.profile, options.settings, rows, vo, chosen
        )

    return [resolved(each) for each in recorded]


def first_parameters(
    plan: Plan,
    root: Path,
    snapshots: Sequence[SnapshotManifest],
    options: Options,
    overlay: Overlay,
    scratch: Path,
) -> Parameters:
    """Return the values in force in the first of several snapshots.

    Raises:
        SnapshotError: a file is gone or damaged, or a setting is out of range.
    """
    first = overlaid(root, snapshots[:1], overlay, scratch / "first")
    recorded = retried(lambda: _recorded_settings(root, first, scratch))
    return _resolved(plan, recorded, options)[0]


#: The rows of each result table of each snapshot, by the place of the snapshot.
_Slices = dict[str, dict[int, pa.Table]]


def obstacle_of(plan: Plan) -> str | None:
    """Return why the programs cannot be rewritten, None if they can."""
    if "match" in plan.program.results:
        return f"{plan.program.policy}: requests are served one after the other"
    for program in plan.programs:
        for each in program.statements:
            try:
                rewrite_for_cycles(each.sql)
            except UnbatchableError as error:
                return f"{program.policy}.{each.name}: {error}"
    return None


def decide_together(
    plan: Plan,
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
    slices: _Slices = defaultdict(dict)
    for places, values in _groups(root, snapshots, plan, options, scratch):
        chosen = [snapshots[place] for place in places]
        for name, table in _decide_group(plan, root, chosen, values, options, scratch):
            counted = table.group_by(CYCLE_NO).aggregate([([], "count_all")])
            counts = {row[CYCLE_NO]: row["count_all"] for row in counted.to_pylist()}
            rows, first = table.drop_columns([CYCLE_NO]), 0
            for number, place in enumerate(places):
                slices[name][place] = rows.slice(first, counts.get(number, 0))
                first += counts.get(number, 0)
    return _joined(slices, snapshots)


def decide_alone(
    plan: Plan,
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
    slices: _Slices = defaultdict(dict)
    for place, manifest in enumerate(snapshots):
        for stored in manifest.tables.values():
            stored_bytes(root, stored)
        snapshot = overlay.over(Snapshot.open(root / manifest.folder))
        try:
            cycle = run_cycle(snapshot, plan.source, options)
        except (CycleError, EngineError, OutOfMemoryError) as error:
            error.where = ", ".join(filter(None, (manifest.snapshot_id, error.where)))
            raise
        for name in cycle.kept_tables:
            if name != "criterion":
                slices[name][place] = cycle.table(name)
        cycle.database.close()
    return _joined(slices, snapshots)


def _decide_group(
    plan: Plan,
    root: Path,
    snapshots: Sequence[SnapshotManifest],
    values: _Values,
    options: Options,
    scratch: Path,
) -> Iterator[tuple[str, pa.Table]]:
    """Yield the result tables of snapshots of the same parameters, numbered."""
    sizes = (options.n_threads, options.memory_limit)
    with closing(ManySnapshots.of(len(snapshots), scratch, *sizes)) as database:
        # 1. the tables that lead to the results
        made = relations_for(plan, options)
        wanted = filter(made.wanted.__contains__, tables())
        database.seal(load_many(database, root, snapshots, wanted))
        database.plan_by_size("main")
        database.needs = made
        # 2. the programs: one range of decisions, since numbers begin in each snapshot
        stage = play(
            plan,
            database,
            replace(options, threads=1),
            lambda each, _: values[each.program.policy],
        )
        # 3. the results
        for name in decided_tables(plan, options):
            if name == "placement" and not places_jobs(stage.parameters):
                continue
            if name == "exclusion":
                assert isinstance(stage, PairStage)
                stage.show_reported()
            elif name == "verdict":
                assert isinstance(stage, PairStage)
                stage.show_names()
            yield name, database.table(result_sql(name))


def _joined(
    slices: _Slices, snapshots: Sequence[SnapshotManifest]
) -> dict[str, pa.Table]:
    """Return one table of each kind, with the identifier of the snapshot in front."""
    return {
        name: pa.concat_tables(
            with_value(rows[place], 0, "snapshot_id", snapshots[place].snapshot_id)
            for place in sorted(rows)
        )
        for name, rows in slices.items()
    }

"""The parameters of each snapshot of a block, and which snapshots share a program run.

Conditions that are fused hold parameters as connection variables, so one run serves
snapshots whose parameters are the same but for the seed, which is a column of `cfg`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa

from brokersql.compiler.lift_scope import CYCLE
from brokersql.cycle import Options
from brokersql.policy import (
    Parameters,
    Policy,
    known_settings,
    load_policy,
    resolve_parameters,
)
from brokersql.replay.load import load_many, statement
from brokersql.replay.many import ManySnapshots, with_value
from brokersql.snapshot.manifest import Manifest

_SEED = "cfg_seed"
_TOLD = ("snapshot", "gdp_config")


@dataclass(frozen=True, slots=True)
class ManyParameters(Parameters):
    """The values in force of many snapshots, which differ in nothing but the seed."""

    each: tuple[Parameters, ...] = ()

    def tables(self) -> dict[str, pa.Table]:
        """Return `cfg` and the keyed relations, with the number of the snapshot.

        Where the seed is one too, they stand there once, without a number.
        """
        found = [one.tables() for one in self.each]
        if all(one is self.each[0] for one in self.each):
            return found[0]
        return {
            name: pa.concat_tables(
                with_value(tables[name], tables[name].num_columns, CYCLE, number)
                for number, tables in enumerate(found)
            )
            for name in found[0]
        }


@dataclass(frozen=True, slots=True)
class Group:
    """Snapshots of a block, by their place in it, that one run decides."""

    places: tuple[int, ...]
    parameters: ManyParameters
    asked: ManyParameters | None


def groups(
    root: Path,
    snapshots: Sequence[Manifest],
    policy: Policy,
    options: Options,
    scratch: Path,
) -> list[Group]:
    """Return the snapshots that have the same parameters, in the order of time.

    Raises:
        UsageError: an unknown profile or parameter, or a value of another type.
        SnapshotError: a file is gone or damaged.
    """
    told = _told(root, snapshots, scratch)
    found = [_resolved(policy, told, options, options.settings)]
    if policy.asks is not None:
        asks = load_policy(policy.asks)
        known = known_settings(asks, options.settings)
        found.append(_resolved(asks, told, options, known))
    places: dict[str, list[int]] = defaultdict(list)
    for place, several in enumerate(zip(*found, strict=True)):
        fixed = [each.variables() | {_SEED: ""} for each in several]
        places[repr(fixed)].append(place)
    return [
        Group(
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
_Told = tuple[tuple[tuple[object, ...], ...], str, int]


def _told(root: Path, snapshots: Sequence[Manifest], scratch: Path) -> list[_Told]:
    """Return what each snapshot says about parameters."""
    database = ManySnapshots.of(len(snapshots), scratch, 1, None)
    try:
        load_many(database, root, snapshots, _TOLD, _TOLD)
        rows: dict[int, list[tuple[object, ...]]] = defaultdict(list)
        for number, *row in database.rows(statement("settings")):
            rows[int(str(number))].append(tuple(row))
        return [
            (tuple(rows[int(str(number))]), str(vo or ""), int(str(seed or 0)))
            for number, vo, seed in database.rows(statement("seeds"))
        ]
    finally:
        database.close()


def _resolved(
    policy: Policy,
    told: Sequence[_Told],
    options: Options,
    settings: Mapping[str, str],
) -> list[Parameters]:
    """Return the parameters of a policy for each snapshot; equal ones are one."""
    known: dict[_Told, Parameters] = {}
    for each in told:
        if each not in known:
            rows, vo, seed = each
            chosen = seed if options.seed is None else options.seed
            known[each] = resolve_parameters(
                policy, options.profile, settings, rows, vo, chosen
            )
    return [known[each] for each in told]

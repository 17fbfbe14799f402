"""The two runs that a diff compares, as their records and files describe them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from brokersql.errors import SnapshotError, UsageError
from brokersql.report.recorded import RECORD, RecordedPolicy, is_run, open_run

Values = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two runs: `name` is A or B, `shown` the folder's own name."""

    name: str
    folder: Path
    snapshots: str
    seed: int
    policies: Mapping[str, RecordedPolicy]
    parameters: Mapping[str, Values]
    updates: tuple[str, ...]

    @property
    def shown(self) -> str:
        """Return what the folder is called."""
        return self.folder.resolve().name

    def files(self, table: str) -> list[str]:
        """Return the files of a result table; none where the run has no such table."""
        single = self.folder / f"{table}.parquet"
        if single.is_file():
            return [str(single)]
        return sorted(map(str, (self.folder / table).rglob("*.parquet")))


def open_side(name: str, folder: Path) -> Side:
    """Return one side of a comparison.

    Raises:
        UsageError: the folder holds no run.
        SnapshotError: its record is damaged.
    """
    if not is_run(folder):
        raise UsageError(
            f"{folder} holds no run",
            hint="name two folders that brokersql run --out wrote",
        )
    run = open_run(folder)
    policies = {each.name: each for each in run.policies}
    parameters = _parameters(folder)
    return Side(
        name, folder, run.content_hash, run.seed, policies, parameters, run.updates
    )


def _parameters(folder: Path) -> dict[str, Values]:
    """Return the value of every parameter in force, by policy and full name."""
    path = folder / RECORD
    try:
        record = cast("dict[str, object]", json.loads(path.read_text(encoding="utf-8")))
        policies = cast("list[dict[str, object]]", record["policies"])
        return {str(each["policy"]): _values(each) for each in policies}
    except (ValueError, KeyError, TypeError) as error:
        raise SnapshotError(
            f"is no record of a run ({type(error).__name__}: {error})",
            where=str(path),
            hint="write the run again: brokersql run … --out",
        ) from error


def _values(policy: Mapping[str, object]) -> Values:
    listed = cast("list[dict[str, object]]", policy["parameters"])
    return {
        str(each["name"]) + (f"_{each['key']}" if each["key"] else ""): each["value"]
        for each in listed
    }


def compared(a: Side, b: Side) -> dict[str, str]:
    """Return the policies that are compared: that of A to that of B.

    Those that both runs have; where they share none and have one each, those two.

    Raises:
        UsageError: there is nothing to compare.
    """
    shared = {name: name for name in a.policies if name in b.policies}
    if not shared and len(a.policies) == len(b.policies) == 1:
        shared = dict(zip(a.policies, b.policies, strict=True))
    if not shared:
        raise UsageError(
            f"no policy of {a.shown} is one of {b.shown}",
            hint=f"A has {', '.join(a.policies)}; B has {', '.join(b.policies)}",
        )
    return shared

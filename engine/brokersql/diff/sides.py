"""The two runs or replays that a diff compares, as their records describe them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from brokersql.errors import SnapshotError, UsageError
from brokersql.report.recorded import RECORD, setting

#: The record of a replay, and of each block of its snapshots.
REPLAY = "replay.json"
BLOCK = "block.json"

Record = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Played:
    """How one policy was set: `values` are the parameters that the record tells."""

    profile: str
    content_hash: str
    values: Record


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two: `name` is A or B; `inputs` stands for the rows that were read.

    `cycles` counts the snapshots, `first` and `last` are their times, '' for a run.
    """

    name: str
    folder: Path
    inputs: str
    updates: tuple[str, ...]
    seed: int | None
    policies: Mapping[str, Played]
    cycles: int = 1
    first: str = ""
    last: str = ""

    @property
    def shown(self) -> str:
        """Return what the folder is called."""
        return self.folder.resolve().name

    def files(self, table: str) -> list[Path]:
        """Return the files of a result table; none where the run has no such table."""
        single = self.folder / f"{table}.parquet"
        found = [single] if single.is_file() else self.folder.glob(f"*/{table}.parquet")
        return sorted(found)


def open_side(name: str, folder: Path) -> Side:
    """Return one side of a comparison: what `run --out` or `replay --out` wrote.

    Raises:
        UsageError: the folder holds neither.
        SnapshotError: its record is damaged.
    """
    for file, read in ((RECORD, _run), (REPLAY, _replay)):
        path = folder / file
        if path.is_file():
            try:
                return read(name, folder, _record(path))
            except (OSError, ValueError, KeyError, TypeError) as error:
                raise SnapshotError(
                    f"is no such record ({type(error).__name__}: {error})",
                    where=str(path),
                    hint="write it again: brokersql run, or replay, with --out",
                ) from error
    raise UsageError(
        f"{folder} holds no run",
        hint="name two folders that brokersql run, or replay, wrote with --out",
    )


def _record(path: Path) -> Record:
    return cast(Record, json.loads(path.read_text(encoding="utf-8")))


def _run(name: str, folder: Path, record: Record) -> Side:
    snapshot = cast(Record, record["snapshot"])
    policies = {
        str(each["policy"]): Played(
            str(each["profile"]), str(each["content_hash"]), _values(each)
        )
        for each in cast("list[Record]", record["policies"])
    }
    updates = cast("list[str]", snapshot.get("updates", []))
    seed = int(str(record["seed"]))
    inputs = str(snapshot["content_hash"])
    return Side(name, folder, inputs, tuple(updates), seed, policies)


def _values(policy: Record) -> dict[str, object]:
    """Return the value of every parameter in force by its full name."""
    return {
        str(each["name"]) + (f"_{each['key']}" if each["key"] else ""): each["value"]
        for each in cast("list[Record]", policy["parameters"])
    }


def _replay(name: str, folder: Path, record: Record) -> Side:
    blocks = [_record(path) for path in sorted(folder.glob(f"*/{BLOCK}"))]
    policy = str(record["policy"])
    programs = cast(Record, record["programs"])
    profile = str(record["profile"] or "page")
    settings = cast(Record, record["settings"])
    seed = record["seed"]
    return Side(
        name,
        folder,
        " ".join(str(each["inputs"]) for each in blocks),
        tuple(cast("list[str]", record.get("updates", []))),
        None if seed is None else int(str(seed)),
        {policy: Played(profile, str(programs[policy]), settings)},
        sum(len(cast("list[str]", each["snapshots"])) for each in blocks),
        str(blocks[0]["first"]) if blocks else "",
        str(blocks[-1]["last"]) if blocks else "",
    )


def compared(a: Side, b: Side) -> dict[str, str]:
    """Return the policies that are compared: that of A to that of B.

    Those that both runs have; where they share none and have one each, those two.

    Raises:
        UsageError: there is nothing to compare.
    """
    if bool(a.first) != bool(b.first):
        raise UsageError(
            "one is a run, the other a replay of many", hint="compare two of a kind"
        )
    shared = {name: name for name in a.policies if name in b.policies}
    if not shared and len(a.policies) == len(b.policies) == 1:
        shared = dict(zip(a.policies, b.policies, strict=True))
    if not shared:
        raise UsageError(
            f"no policy of {a.shown} is one of {b.shown}",
            hint=f"A has {', '.join(a.policies)}; B has {', '.join(b.policies)}",
        )
    return shared


def told(value: object) -> str:
    """Return a value of a record as `--set` takes it; what is not there as a dash."""
    return "–" if value is None else setting(value)

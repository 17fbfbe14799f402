"""The two sides of a comparison: what each was made from, and how that differs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self

from brokersql.core.errors import SnapshotError, UsageError
from brokersql.core.record_version import refuse_other_version
from brokersql.render.numbers import moment
from brokersql.render.text import plural, printable
from brokersql.results.run_record import (
    BLOCK_FILE,
    RECORD,
    REPLAY_FILE,
    full_name,
    refuse_missing,
    setting,
)

Record = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class PolicySettings:
    """Settings of one policy: `values` are the recorded parameters in force.

    Those of a replay are those of its first snapshot.
    """

    profile: str
    content_hash: str
    values: Record


@dataclass(frozen=True, slots=True)
class RunSide:
    """One of the two runs: `name` is A or B; `inputs` identifies the rows read.

    `snapshot_id` and `snapshot_time` are those of a run, '' for a replay; `cycles`
    counts the snapshots, `first` and `last` are their times, '' for a run.
    """

    name: str
    folder: Path
    inputs: str
    updates: tuple[str, ...]
    seed: int | None
    policies: Mapping[str, PolicySettings]
    snapshot_id: str = ""
    snapshot_time: str = ""
    cycles: int = 1
    first: str = ""
    last: str = ""

    @property
    def shown(self) -> str:
        """Return the name of the folder."""
        return self.folder.resolve().name

    @property
    def snapshot(self) -> str:
        """Return the snapshot of a run by its name and time; '' for a replay."""
        if not self.snapshot_id:
            return ""
        return f"{printable(self.snapshot_id)} of {moment(self.snapshot_time)}"

    def document(self) -> dict[str, object]:
        """Return what it was made from, as an object for JSON."""
        return {
            "name": self.name,
            "run": self.shown,
            "snapshot_id": self.snapshot_id or None,
            "snapshot_time": self.snapshot_time or None,
            "inputs": self.inputs,
            "updates": list(self.updates),
            "seed": self.seed,
            "policies": [
                {"policy": name, "profile": it.profile, "content_hash": it.content_hash}
                for name, it in self.policies.items()
            ],
        }

    def files(self, table: str) -> list[Path]:
        """Return the files of a result table; none where the run has no such table."""
        single = self.folder / f"{table}.parquet"
        found = [single] if single.is_file() else self.folder.glob(f"*/{table}.parquet")
        return sorted(found)


def open_run_side(name: str, folder: Path) -> RunSide:
    """Return one side of a comparison: what `run --out` or `replay --out` wrote.

    Raises:
        UsageError: the folder holds neither.
        SnapshotError: its record is damaged.
    """
    for file, read in ((RECORD, _run), (REPLAY_FILE, _replay)):
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
    found = json.loads(path.read_text(encoding="utf-8"))
    refuse_other_version(found, path)
    refuse_missing(path.parent, found)
    return found


def _run(name: str, folder: Path, record: Record) -> RunSide:
    policies = {
        str(each["policy"]): PolicySettings(
            str(each["profile"]),
            str(each["content_hash"]),
            _values(each),
        )
        for each in record["policies"]
    }
    snapshot = record["snapshot"]
    return RunSide(
        name,
        folder,
        str(snapshot["content_hash"]),
        tuple(snapshot.get("updates", [])),
        int(record["seed"]),
        policies,
        str(snapshot["snapshot_id"]),
        str(snapshot["snapshot_time"]),
    )


def _replay(name: str, folder: Path, record: Record) -> RunSide:
    blocks = [_record(path) for path in sorted(folder.glob(f"*/{BLOCK_FILE}"))]
    policy, seed = str(record["policy"]), record["seed"]
    profile = str(record["profile"] or "page")
    values: Record = _values(blocks[0]) if blocks else {}
    content_hash = str(record["programs"][policy])
    return RunSide(
        name,
        folder,
        " ".join(str(each["inputs"]) for each in blocks),
        tuple(record.get("updates", [])),
        None if seed is None else int(seed),
        {policy: PolicySettings(profile, content_hash, values)},
        cycles=sum(len(each["snapshots"]) for each in blocks),
        first=str(blocks[0]["first"]) if blocks else "",
        last=str(blocks[-1]["last"]) if blocks else "",
    )


def _values(record: Record) -> Record:
    """Return the recorded parameters in force by the name that `--set` takes."""
    return {full_name(it): it["value"] for it in record["parameters"]}


_SHOWN_HASH = 6
_SHOWN_SETTINGS = 8
_SEED = "SEED"


@dataclass(frozen=True, slots=True)
class Difference:
    """A setting or policy file that differs between the runs."""

    policy: str
    name: str
    a: object
    b: object


@dataclass(frozen=True, slots=True)
class ComparedSides:
    """Two sides, and which policy of A is compared with which one of B."""

    a: RunSide
    b: RunSide
    policies: Mapping[str, str]

    @classmethod
    def open(cls, a: Path, b: Path) -> Self:
        """Return the sides of two folders.

        Raises:
            UsageError: a folder is no run, or the runs share no policy.
            SnapshotError: a record is damaged.
        """
        sides = open_run_side("A", a), open_run_side("B", b)
        return cls(*sides, _compared_policies(*sides))

    @property
    def both(self) -> tuple[RunSide, RunSide]:
        """Return A and B."""
        return self.a, self.b

    @property
    def settings(self) -> list[Difference]:
        """Return the parameters in force that differ; absent ones are None.

        One that several policies share is there once; the seed is no setting.
        """
        found: dict[tuple[str, str], Difference] = {}
        for ours, theirs in self.policies.items():
            a, b = self.a.policies[ours].values, self.b.policies[theirs].values
            for name in sorted({*a, *b} - {_SEED}):
                one, other = a.get(name), b.get(name)
                if one != other:
                    key = name, f"{one} {other}"
                    found.setdefault(key, Difference(ours, name, one, other))
        return list(found.values())

    @property
    def files(self) -> list[Difference]:
        """Return the policies whose files differ, with both content hashes."""
        hashes = (
            (*names, self.a.policies[names[0]], self.b.policies[names[1]])
            for names in self.policies.items()
        )
        return [
            Difference(ours, theirs, a.content_hash, b.content_hash)
            for ours, theirs, a, b in hashes
            if a.content_hash != b.content_hash
        ]

    def head(self) -> list[str]:
        """Return the lines that say what is compared: sides, inputs, parameters."""
        names = f"A {printable(self.a.shown)} · B {printable(self.b.shown)}"
        times = dict.fromkeys(
            f"{plural(it.cycles, 'cycle')}, {it.first} – {it.last}" for it in self.both
        )
        cycles = f" · {' → '.join(times)}" if self.a.first else ""
        return [f"{names} · {self._policies()}{cycles}", *self._inputs()]

    def document_head(self) -> dict[str, object]:
        """Return the same as keys for JSON."""
        same_inputs = self.a.inputs == self.b.inputs and self.a.seed == self.b.seed
        return {
            "policies": [{"a": a, "b": b} for a, b in self.policies.items()],
            "same_inputs": same_inputs,
            "parameters": [asdict(each) for each in self.settings],
            "files": [asdict(each) for each in self.files],
        }

    def _policies(self) -> str:
        names: list[str] = []
        for ours, theirs in self.policies.items():
            one = f"{ours} ({self.a.policies[ours].profile})"
            other = f"{theirs} ({self.b.policies[theirs].profile})"
            names.append(one if one == other else f"{one} → {other}")
        return ", ".join(map(printable, names))

    def _inputs(self) -> list[str]:
        """Return one line per way in: rows, seed, parameters, policy files."""
        parts = [f"inputs: {'equal' if self.a.inputs == self.b.inputs else 'differ'}"]
        if self.a.snapshot != self.b.snapshot:
            parts[0] += f", {self.a.snapshot} → {self.b.snapshot}"
        if self.a.updates != self.b.updates:
            changes = [*self.a.updates, "→", *self.b.updates]
            parts[0] += f" (--update {' '.join(map(printable, changes))})"
        if self.a.seed != self.b.seed:
            parts.append(f"seed: {_value(self.a.seed)} → {_value(self.b.seed)}")
        files = ", ".join(
            f"{printable(each.policy)} {str(each.a)[:_SHOWN_HASH]}… → "
            f"{printable(each.name)} {str(each.b)[:_SHOWN_HASH]}…"
            for each in self.files
        )
        parts.append(f"policy files: {files or 'equal'}")
        settings = self.settings
        shown = ", ".join(
            f"{printable(each.name)} {_value(each.a)} → {_value(each.b)}"
            for each in settings[:_SHOWN_SETTINGS]
        )
        if (rest := len(settings) - _SHOWN_SETTINGS) > 0:
            shown += f" and {plural(rest, 'other')}"
        return [f"{'. '.join(parts)}.", f"parameters: {shown or 'equal'}."]


def _compared_policies(a: RunSide, b: RunSide) -> dict[str, str]:
    """Return the policies that are compared: that of A to that of B.

    Those that both runs have; where they share none and have one each, those two.
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


def _value(value: object) -> str:
    """Return a value of a record as `--set` takes it; what is not there as a dash."""
    return "–" if value is None else printable(setting(value))

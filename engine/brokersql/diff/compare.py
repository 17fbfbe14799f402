"""Compares two runs or replays in one database, with the queries of sql/diff."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import pyarrow as pa

from brokersql.core.database import Database, SqlError, literal
from brokersql.core.errors import SnapshotError, UsageError
from brokersql.core.sql_files import sql_text
from brokersql.results.run_record import RECORD, setting

#: The record of a replay, and of each block of its snapshots.
REPLAY_FILE = "replay.json"
BLOCK_FILE = "block.json"

Record = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class PolicySettings:
    """Settings of one policy: `values` are the recorded parameters."""

    profile: str
    content_hash: str
    values: Record


@dataclass(frozen=True, slots=True)
class RunSide:
    """One of the two runs: `name` is A or B; `inputs` identifies the rows read.

    `cycles` counts the snapshots, `first` and `last` are their times, '' for a run.
    """

    name: str
    folder: Path
    inputs: str
    updates: tuple[str, ...]
    seed: int | None
    policies: Mapping[str, PolicySettings]
    cycles: int = 1
    first: str = ""
    last: str = ""

    @property
    def shown(self) -> str:
        """Return the name of the folder."""
        return self.folder.resolve().name

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
    return cast(Record, json.loads(path.read_text(encoding="utf-8")))


def _run(name: str, folder: Path, record: Record) -> RunSide:
    snapshot = cast(Record, record["snapshot"])
    policies = {
        str(each["policy"]): PolicySettings(
            str(each["profile"]), str(each["content_hash"]), _values(each)
        )
        for each in cast("list[Record]", record["policies"])
    }
    updates = cast("list[str]", snapshot.get("updates", []))
    seed = int(str(record["seed"]))
    inputs = str(snapshot["content_hash"])
    return RunSide(name, folder, inputs, tuple(updates), seed, policies)


def _values(policy: Record) -> dict[str, object]:
    """Return the value of every parameter in force by its full name."""
    return {
        str(each["name"]) + (f"_{each['key']}" if each["key"] else ""): each["value"]
        for each in cast("list[Record]", policy["parameters"])
    }


def _replay(name: str, folder: Path, record: Record) -> RunSide:
    blocks = [_record(path) for path in sorted(folder.glob(f"*/{BLOCK_FILE}"))]
    policy = str(record["policy"])
    programs = cast(Record, record["programs"])
    profile = str(record["profile"] or "page")
    settings = cast(Record, record["settings"])
    seed = record["seed"]
    return RunSide(
        name,
        folder,
        " ".join(str(each["inputs"]) for each in blocks),
        tuple(cast("list[str]", record.get("updates", []))),
        None if seed is None else int(str(seed)),
        {policy: PolicySettings(profile, str(programs[policy]), settings)},
        sum(len(cast("list[str]", each["snapshots"])) for each in blocks),
        str(blocks[0]["first"]) if blocks else "",
        str(blocks[-1]["last"]) if blocks else "",
    )


def compared_policies(a: RunSide, b: RunSide) -> dict[str, str]:
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


def value_text(value: object) -> str:
    """Return a value of a record as `--set` takes it; what is not there as a dash."""
    return "–" if value is None else setting(value)


#: Result tables that are read whole, and those read for changed decisions only.
_WHOLE = ("result", "candidate", "action", "match", "criterion")
_OF_CHANGED = ("verdict", "exclusion", "weighed")
_DECLARED = (
    ("diff", "shape"),
    ("diff", "shape_pair"),
    ("lib", "reject_mask"),
)
_SEED = "SEED"
_CAUSES = ("cause_filter", "cause_factor", "cause_cut", "cause_reported", "tie")


@dataclass(frozen=True, slots=True)
class Difference:
    """A setting or policy file that differs between the runs."""

    policy: str
    name: str
    a: object
    b: object


@dataclass(frozen=True, slots=True)
class Comparison:
    """The comparison of two runs.

    `change` has one row per changed decision: snapshot_id, policy, jedi_task_id,
    chunk_no, panda_id, seq, status_a, status_b, criterion_a, criterion_b, best_a,
    best_b, queues_a, queues_b, change, cause_kind, first_cause, cause_queue.
    `decided` counts the decisions by policy, `score` has policy, figure, value_a and
    value_b.
    """

    a: RunSide
    b: RunSide
    policies: Mapping[str, str]
    change: pa.Table
    decided: Mapping[str, int]
    score: pa.Table

    @property
    def n_decisions(self) -> int:
        """Return how many decisions either run took."""
        return sum(self.decided.values())

    @property
    def same_inputs(self) -> bool:
        """Return whether both runs read the same rows and drew from the same seed."""
        return self.a.inputs == self.b.inputs and self.a.seed == self.b.seed

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
        hashes = {
            (ours, theirs): (
                self.a.policies[ours].content_hash,
                self.b.policies[theirs].content_hash,
            )
            for ours, theirs in self.policies.items()
        }
        return [
            Difference(*names, *found)
            for names, found in hashes.items()
            if len({*found}) > 1
        ]


def compare(a: Path, b: Path) -> Comparison:
    """Return what changed from one run to the other.

    Raises:
        UsageError: a folder is no run, or the runs share no policy.
        SnapshotError: a result table is damaged.
    """
    # 1. both runs
    sides = open_run_side("A", a), open_run_side("B", b)
    policies = compared_policies(*sides)
    database = Database.open()
    try:
        # 2. their decisions, and which of them differ
        for folder, name in _DECLARED:
            database.run(sql_text(folder, name))
        for name in _WHOLE:
            _load(database, sides, name, policies, "from of_run")
        _keep(database, ("decision", "changed"))
        # 3. the pairs behind those, and the causes
        for name in _OF_CHANGED:
            _load(database, sides, name, policies, sql_text("diff", "of_changed"))
        database.set_variables(
            {"diff_by": literal(_kept(sides)), "diff_rest": literal(_rest(sides))}
        )
        _keep(database, ("moved", "both_factor", "factor_order"))
        _keep(database, (*_CAUSES, "decision_change"))
        # 4. counts and figures
        decided = {
            str(policy): int(str(n))
            for policy, n in database.rows(sql_text("diff", "decided"))
        }
        change = database.table("from decision_change")
        score = database.table(sql_text("diff", "score"))
        return Comparison(*sides, policies, change, decided, score)
    finally:
        database.close()


def _kept(sides: Sequence[RunSide]) -> str:
    """Return which reasons of pairs both runs kept: all, the reported one, or none."""
    for table in ("verdict", "exclusion"):
        if all(each.files(table) for each in sides):
            return table
    return "none"


def _rest(sides: Sequence[RunSide]) -> str:
    """Return the cause of what no criterion, factor, cut or tie explains."""
    a, b = sides
    if a.inputs != b.inputs:
        return "input"
    return "draw" if a.seed != b.seed else "another decision"


def _keep(database: Database, names: Sequence[str]) -> None:
    for name in names:
        database.create_table_as(name, sql_text("diff", name))


def _load(
    database: Database,
    sides: Sequence[RunSide],
    table: str,
    policies: Mapping[str, str],
    wanted: str,
) -> None:
    """Read wanted rows of a result table of both runs into one table.

    A policy of B that is compared with another one of A goes by A's name.
    """
    (ours, theirs), *more = policies.items()
    renamed = not more and ours != theirs
    database.create_table_as(f"both_{table}", f"from shape_{table}")
    for side, names in zip(sides, (policies.keys(), policies.values()), strict=True):
        files = side.files(table)
        if not files:
            continue
        values = {
            "diff_side": literal(side.name),
            "diff_policy": literal(ours) if renamed else "null::varchar",
            "diff_policies": f"[{', '.join(map(literal, names))}]",
        }
        try:
            database.set_variables(values)
            database.create_file_view("found", files, f"shape_{table}")
            database.create_view("of_run", sql_text("diff", "of_run"))
            database.extend_table(f"both_{table}", wanted)
        except SqlError as error:
            raise SnapshotError(
                f"{table} cannot be read: {error.message}",
                where=str(side.folder),
                hint="write the run again: brokersql run … --out",
            ) from error

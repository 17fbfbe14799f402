"""Compares two runs or replays: which decisions changed, each with its first cause.

The queries of sql/views/diff find both, in one database.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, cast

import pyarrow as pa

from brokersql.core.database import Database, SqlError, literal
from brokersql.core.errors import SnapshotError, UsageError
from brokersql.core.sql_files import sql_text
from brokersql.render.documents import SCHEMA_VERSION, plain
from brokersql.render.html import Renderable
from brokersql.render.numbers import count, figure, share
from brokersql.render.table import Display, TableColumn, lay_out, side_by_side
from brokersql.render.text import plural, printable
from brokersql.results.run_record import (
    BLOCK_FILE,
    RECORD,
    REPLAY_FILE,
    full_name,
    setting,
)

Record = Mapping[str, Any]


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
    return json.loads(path.read_text(encoding="utf-8"))


def _run(name: str, folder: Path, record: Record) -> RunSide:
    policies = {
        str(each["policy"]): PolicySettings(
            str(each["profile"]),
            str(each["content_hash"]),
            {full_name(it): it["value"] for it in each["parameters"]},
        )
        for each in record["policies"]
    }
    updates = tuple(record["snapshot"].get("updates", []))
    inputs = str(record["snapshot"]["content_hash"])
    return RunSide(name, folder, inputs, updates, int(record["seed"]), policies)


def _replay(name: str, folder: Path, record: Record) -> RunSide:
    blocks = [_record(path) for path in sorted(folder.glob(f"*/{BLOCK_FILE}"))]
    policy, seed = str(record["policy"]), record["seed"]
    profile = str(record["profile"] or "page")
    content_hash = str(record["programs"][policy])
    return RunSide(
        name,
        folder,
        " ".join(str(each["inputs"]) for each in blocks),
        tuple(record.get("updates", [])),
        None if seed is None else int(seed),
        {policy: PolicySettings(profile, content_hash, record["settings"])},
        sum(len(each["snapshots"]) for each in blocks),
        str(blocks[0]["first"]) if blocks else "",
        str(blocks[-1]["last"]) if blocks else "",
    )


_SHOWN_HASH = 6
_SHOWN_SETTINGS = 8
_FIGURES = {
    "assigned_percent": "chunks assigned, %",
    "best_weight_median": "best weight, median",
    "candidates_mean": "candidates of a chunk, mean",
}
_SCORE = (
    TableColumn("scoreboard"),
    TableColumn("policy", drop=1),
    *(TableColumn(name, right=True) for name in ("A", "B", "B − A")),
)
_SEED = "SEED"


@dataclass(frozen=True, slots=True)
class Difference:
    """A setting or policy file that differs between the runs."""

    policy: str
    name: str
    a: object
    b: object


@dataclass(frozen=True, slots=True)
class Comparison(Renderable):
    """The comparison of two runs.

    `change` has one row per changed decision: snapshot_id, policy, jedi_task_id,
    chunk_no, panda_id, seq, status_a, status_b, criterion_a, criterion_b, best_a,
    best_b, queues_a, queues_b, change, cause_kind, first_cause, cause_queue.
    `n_decisions` counts those that either run took, `score` has policy, figure,
    value_a and value_b.
    """

    a: RunSide
    b: RunSide
    policies: Mapping[str, str]
    change: pa.Table
    n_decisions: int
    score: pa.Table

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

    def lines(self, look: Display) -> list[str]:
        """Return head, inputs, changes next to their causes, figures of both runs."""
        n_changed, n_all = self.change.num_rows, self.n_decisions
        names = f"A {printable(self.a.shown)} · B {printable(self.b.shown)}"
        cycles = f" · {plural(self.a.cycles, 'cycle')}, {self.a.first} – {self.a.last}"
        head = f"{names} · {self._policies()}{cycles if self.a.first else ''}"
        lines = [head, *self._inputs()]
        if not n_changed:
            return [*lines, f"0 of {plural(n_all, 'decision')} changed."]
        kinds, causes, changes = (
            cast("list[str]", self.change[name].to_pylist())
            for name in ("cause_kind", "first_cause", "change")
        )
        named = (
            cause if kind == cause else f"{cause}  ({kind})"
            for kind, cause in zip(kinds, causes, strict=True)
        )
        left, right = _counted("what changed", changes), _counted("first cause", named)
        lines += [
            f"{count(n_changed)} of {plural(n_all, 'decision')} changed "
            f"({share(n_changed, n_all)})",
            "",
            *side_by_side(left, right, look),
        ]
        if self.score.num_rows:
            lines += ["", *lay_out(_SCORE, self._scores(), look)]
        return lines

    @plain
    def document(self) -> dict[str, object]:
        """Return the same as an object for JSON, with every changed decision."""
        same_inputs = self.a.inputs == self.b.inputs and self.a.seed == self.b.seed
        return {
            "schema_version": SCHEMA_VERSION,
            "kind": "diff",
            "a": str(self.a.folder),
            "b": str(self.b.folder),
            "policies": [{"a": a, "b": b} for a, b in self.policies.items()],
            "same_inputs": same_inputs,
            "parameters": [asdict(each) for each in self.settings],
            "files": [asdict(each) for each in self.files],
            "decisions": self.n_decisions,
            "changed": self.change.num_rows,
            "score": self.score.to_pylist(),
            "changes": self.change.to_pylist(),
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

    def _scores(self) -> list[list[str]]:
        rows: list[list[str]] = []
        for row in self.score.to_pylist():
            a, b = row["value_a"], row["value_b"]
            change = None if a is None or b is None else b - a
            name = _FIGURES[row["figure"]]
            rows.append([name, row["policy"], figure(a), figure(b), _signed(change)])
        return rows


def _counted(head: str, names: Iterable[str]) -> list[str]:
    """Return counts with the largest first and their sum last."""
    counts = Counter(names)
    rows = sorted(counts.items(), key=lambda each: (-each[1], each[0]))
    columns = [TableColumn(head), TableColumn("decisions", right=True)]
    shown = [[name, count(n)] for name, n in (*rows, ("all", counts.total()))]
    return lay_out(columns, shown, Display())


def _value(value: object) -> str:
    """Return a value of a record as `--set` takes it; what is not there as a dash."""
    return "–" if value is None else printable(setting(value))


def _signed(change: float | None) -> str:
    if change is None:
        return figure(None)
    sign = "+" if change > 0 else "−" if change < 0 else ""
    return f"{sign}{figure(abs(change))}"


#: Result tables that are read whole, and those read for changed decisions only.
_WHOLE = ("result", "candidate", "action", "match", "criterion")
_OF_CHANGED = ("verdict", "exclusion", "weighed")
_DECLARED = (("diff", "shape"), ("diff", "shape_pair"), ("lib", "reject_mask"))
_CAUSES = ("cause_filter", "cause_factor", "cause_cut", "cause_reported", "tie")


def compare(a: Path, b: Path) -> Comparison:
    """Return what changed from one run to the other.

    Raises:
        UsageError: a folder is no run, or the runs share no policy.
        SnapshotError: a result table is damaged.
    """
    # 1. both runs
    sides = open_run_side("A", a), open_run_side("B", b)
    policies = _compared_policies(*sides)
    with closing(Database.open()) as database:
        # 2. their decisions, and which of them differ
        for folder, name in _DECLARED:
            database.run(sql_text(folder, name))
        for name in _WHOLE:
            _load(database, sides, name, policies, "from of_run")
        _make(database, "decision", "changed")
        # 3. the pairs behind those, and the causes
        for name in _OF_CHANGED:
            _load(database, sides, name, policies, sql_text("diff", "of_changed"))
        database.set_variables(
            {"diff_by": literal(_kept(sides)), "diff_rest": literal(_rest(*sides))}
        )
        _make(database, "moved", "both_factor", "factor_order")
        _make(database, *_CAUSES, "decision_change")
        # 4. counts and figures
        (n_decisions,) = database.rows(sql_text("diff", "decided"))[0]
        change = database.table("from decision_change")
        score = database.table(sql_text("diff", "score"))
        return Comparison(*sides, policies, change, int(str(n_decisions)), score)


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


def _kept(sides: Sequence[RunSide]) -> str:
    """Return which reasons of pairs both runs kept: all, the reported one, or none."""
    for table in ("verdict", "exclusion"):
        if all(each.files(table) for each in sides):
            return table
    return "none"


def _rest(a: RunSide, b: RunSide) -> str:
    """Return the cause of what no criterion, factor, cut or tie explains."""
    if a.inputs != b.inputs:
        return "input"
    return "draw" if a.seed != b.seed else "another decision"


def _make(database: Database, *names: str) -> None:
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

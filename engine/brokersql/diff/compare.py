"""Two runs beside each other in one database; the queries of sql/diff compare them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa

from brokersql.database import Database, SqlError
from brokersql.diff.sides import Side, compared, open_side
from brokersql.errors import SnapshotError
from brokersql.report.queries import query
from brokersql.snapshot.statements import literal

#: Result tables that are read whole, and those read for changed decisions only.
_WHOLE = ("result", "candidate", "action", "match", "criterion")
_OF_CHANGED = ("verdict", "exclusion", "weighed")
_DECLARED = (
    ("diff", "shape"),
    ("diff", "shape_pair"),
    ("lib", "reject_mask"),
)
_SEED = "SEED"
_CAUSES = ("cause_filter", "cause_factor", "cause_cut", "cause_told", "tie")


@dataclass(frozen=True, slots=True)
class Changed:
    """A setting or policy file that differs between the runs."""

    policy: str
    name: str
    a: object
    b: object


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two runs, compared.

    `change` has one row per changed decision: snapshot_id, policy, jedi_task_id,
    chunk_no, panda_id, seq, status_a, status_b, criterion_a, criterion_b, best_a,
    best_b, queues_a, queues_b, change, cause_kind, first_cause, cause_queue.
    `decided` counts the decisions by policy, `score` has policy, figure, value_a and
    value_b.
    """

    a: Side
    b: Side
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
        """Tell whether both runs read the same rows and drew from the same seed."""
        return self.a.inputs == self.b.inputs and self.a.seed == self.b.seed

    @property
    def settings(self) -> list[Changed]:
        """Return the parameters in force that differ; absent ones are None.

        One that several policies share is there once; the seed is no setting.
        """
        found: dict[tuple[str, str], Changed] = {}
        for ours, theirs in self.policies.items():
            a, b = self.a.policies[ours].values, self.b.policies[theirs].values
            for name in sorted({*a, *b} - {_SEED}):
                one, other = a.get(name), b.get(name)
                if one != other:
                    key = name, f"{one} {other}"
                    found.setdefault(key, Changed(ours, name, one, other))
        return list(found.values())

    @property
    def files(self) -> list[Changed]:
        """Return the policies whose files differ, with both content hashes."""
        hashes = {
            (ours, theirs): (
                self.a.policies[ours].content_hash,
                self.b.policies[theirs].content_hash,
            )
            for ours, theirs in self.policies.items()
        }
        return [
            Changed(*names, *found)
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
    sides = open_side("A", a), open_side("B", b)
    policies = compared(*sides)
    database = Database.open()
    try:
        # 2. their decisions, and which of them differ
        for folder, name in _DECLARED:
            database.run(query(folder, name))
        for name in _WHOLE:
            _load(database, sides, name, policies, "from of_run")
        _keep(database, ("decision", "changed"))
        # 3. the pairs behind those, and the causes
        for name in _OF_CHANGED:
            _load(database, sides, name, policies, query("diff", "of_changed"))
        database.set_variables(
            {"diff_by": literal(_kept(sides)), "diff_rest": literal(_rest(sides))}
        )
        _keep(database, ("moved", "both_factor", "factor_order"))
        _keep(database, (*_CAUSES, "decision_change"))
        # 4. what is told of them
        decided = {
            str(policy): int(str(n))
            for policy, n in database.rows(query("diff", "decided"))
        }
        change = database.table("from decision_change")
        score = database.table(query("diff", "score"))
        return Comparison(*sides, policies, change, decided, score)
    finally:
        database.close()


def _kept(sides: Sequence[Side]) -> str:
    """Return which reasons of pairs both runs kept: all, the reported one, or none."""
    for table in ("verdict", "exclusion"):
        if all(each.files(table) for each in sides):
            return table
    return "none"


def _rest(sides: Sequence[Side]) -> str:
    """Return the cause of what no criterion, factor, cut or tie explains."""
    a, b = sides
    if a.inputs != b.inputs:
        return "input"
    return "draw" if a.seed != b.seed else "another decision"


def _keep(database: Database, names: Sequence[str]) -> None:
    for name in names:
        database.create_table_as(name, query("diff", name))


def _load(
    database: Database,
    sides: Sequence[Side],
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
            database.create_view("of_run", query("diff", "of_run"))
            database.extend_table(f"both_{table}", wanted)
        except SqlError as error:
            raise SnapshotError(
                f"{table} cannot be read: {error.message}",
                where=str(side.folder),
                hint="write the run again: brokersql run … --out",
            ) from error

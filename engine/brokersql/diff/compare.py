"""Compares two runs or replays: which decisions changed, each with its first cause.

The queries of sql/views/diff find both, in one database.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import pyarrow as pa

from brokersql.core.database import Database, SqlError, literal
from brokersql.core.errors import SnapshotError
from brokersql.core.parquet_checksum import refuse_damaged
from brokersql.core.sql_files import sql_text
from brokersql.diff.sides import ComparedSides
from brokersql.render.documents import plain
from brokersql.render.html import Renderable
from brokersql.render.numbers import count, figure, share
from brokersql.render.table import Display, TableColumn, lay_out, side_by_side
from brokersql.render.text import plural

_AGAIN = "write it again: brokersql run, or replay, with --out"
_FIGURES = {
    "assigned_percent": "chunks assigned, %",
    "best_weight_median": "best weight, median",
    "candidates_mean": "candidates of a chunk, mean",
}
_SCORE = ("scoreboard", TableColumn("policy", drop=1), ">A", ">B", ">B − A")


@dataclass(frozen=True, slots=True)
class Comparison(ComparedSides, Renderable):
    """The comparison of two runs.

    `change` has one row per changed decision: snapshot_id, policy, jedi_task_id,
    chunk_no, panda_id, seq, status_a, status_b, criterion_a, criterion_b, best_a,
    best_b, queues_a, queues_b, change, cause_kind, first_cause, cause_queue.
    `n_decisions` counts those that either run took, `score` has policy, figure,
    value_a and value_b.
    """

    change: pa.Table
    n_decisions: int
    score: pa.Table

    def lines(self, look: Display) -> list[str]:
        """Return head, inputs, changes next to their causes, figures of both runs."""
        n_changed, n_all = self.change.num_rows, self.n_decisions
        lines = self.head()
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

    @plain("diff")
    def document(self) -> dict[str, object]:
        """Return the same as an object for JSON, with every changed decision."""
        return {
            "a": str(self.a.folder),
            "b": str(self.b.folder),
            "sides": [each.document() for each in self.both],
            **self.document_head(),
            "decisions": self.n_decisions,
            "changed": self.change.num_rows,
            "score": self.score.to_pylist(),
            "changes": self.change.to_pylist(),
        }

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
    columns = [TableColumn(head), ">decisions"]
    shown = [[name, count(n)] for name, n in (*rows, ("all", counts.total()))]
    return lay_out(columns, shown, Display())


def _signed(change: float | None) -> str:
    if change is None:
        return figure(None)
    sign = "+" if change > 0 else "−" if change < 0 else ""
    return f"{sign}{figure(abs(change))}"


#: Result tables that are read whole, and those read for changed decisions only.
_WHOLE = ("result", "candidate", "action", "match", "criterion")
_OF_CHANGED = ("verdict", "exclusion", "weighed")
_DECLARED = (("result", "absent"), ("lib", "reject_mask"))
#: What is kept where a side has no reasons of pairs.
_NO_REASONS = "none"
_CAUSES = ("cause_filter", "cause_factor", "cause_cut", "cause_reported", "tie")


def compare(a: Path, b: Path) -> Comparison:
    """Return what changed from one run to the other.

    Raises:
        UsageError: a folder is no run, or the runs share no policy.
        SnapshotError: a result table is damaged.
    """
    # 1. both runs
    sides = ComparedSides.open(a, b)
    with closing(Database.open()) as database:
        # 2. their decisions, and which of them differ
        find_changed(database, sides)
        # 3. the pairs behind those, and the causes
        for name in _OF_CHANGED:
            _load(database, sides, name, sql_text("diff", "of_changed"))
        kept = _kept(sides)
        rest = _rest(sides, kept)
        database.set_variables({"diff_by": literal(kept), "diff_rest": literal(rest)})
        _make(database, "moved", "both_factor", "factor_order")
        _make(database, *_CAUSES, "decision_change")
        # 4. counts and figures
        counts = database.rows("from decided")
        n_decisions = sum(int(str(n)) for _, n in counts)
        change = database.table("from decision_change")
        score = database.table(sql_text("diff", "score"))
        return Comparison(*sides.both, sides.policies, change, n_decisions, score)


def find_changed(database: Database, sides: ComparedSides) -> None:
    """Make `decision` of both sides, `changed` of those that differ, and `decided`.

    Raises:
        SnapshotError: a result table is damaged.
    """
    for folder, name in _DECLARED:
        database.run(sql_text(folder, name))
    for name in _WHOLE:
        _load(database, sides, name, "from of_run")
    _make(database, "decision", "changed", "decided")


def _kept(sides: ComparedSides) -> str:
    """Return which reasons of pairs both runs kept: all, the reported one, or none."""
    for table in ("verdict", "exclusion"):
        if all(each.files(table) for each in sides.both):
            return table
    return _NO_REASONS


def _rest(sides: ComparedSides, kept: str) -> str:
    """Return the cause of what no criterion, factor, cut or tie explains."""
    a, b = sides.both
    if a.inputs != b.inputs:
        return "input"
    if a.seed != b.seed:
        return "draw"
    return "reasons not written" if kept == _NO_REASONS else "another decision"


def _make(database: Database, *names: str) -> None:
    for name in names:
        database.create_table_as(name, sql_text("diff", name))


def _load(database: Database, sides: ComparedSides, table: str, wanted: str) -> None:
    """Read wanted rows of a result table of both runs into one table.

    A policy of B that is compared with another one of A goes by A's name.
    """
    policies = sides.policies
    (ours, theirs), *more = policies.items()
    renamed = not more and ours != theirs
    database.create_view("shape", sql_text("diff", "shape", absent=f"absent_{table}"))
    database.create_table_as(f"both_{table}", "from shape")
    for side, names in zip(
        sides.both, (policies.keys(), policies.values()), strict=True
    ):
        files = side.files(table)
        if not files:
            continue
        refuse_damaged(files, _AGAIN)
        values = {
            "diff_side": literal(side.name),
            "diff_policy": literal(ours) if renamed else "null::varchar",
            "diff_policies": f"[{', '.join(map(literal, names))}]",
        }
        try:
            database.set_variables(values)
            database.create_file_view("found", files, "shape")
            database.create_view("of_run", sql_text("diff", "of_run"))
            database.extend_table(f"both_{table}", wanted)
        except SqlError as error:
            raise SnapshotError(
                f"{table} cannot be read: {error.message}",
                where=str(side.folder),
                hint=_AGAIN,
            ) from error

"""Decides the tasks of a broker's log on a snapshot, and says where both differ.

Queries of sql/views/shadow take the log apart and find the first cause of each
difference; what the broker logged is never taken for granted, nor what is decided here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from typing import cast

import pyarrow as pa

from brokersql.core.database import Database
from brokersql.core.errors import UsageError
from brokersql.core.sql_files import sql_text
from brokersql.cycle import FinishedCycle, MultiPolicyRun, Options
from brokersql.render.documents import plain
from brokersql.render.numbers import count
from brokersql.render.prometheus import gauge
from brokersql.render.table import Display, TableColumn, lay_out
from brokersql.render.text import plural, printable
from brokersql.snapshot import Snapshot

_statement = partial(sql_text, "shadow")
#: Result tables of a cycle that are compared.
_TABLES = ("result", "candidate", "weighed", "exclusion", "verdict", "criterion")
#: How long before and after the snapshot's time a decision may begin.
BEFORE, AFTER = timedelta(minutes=5), timedelta(minutes=30)
#: Completes options for each of some policies.
Configure = Callable[[Sequence[str], Options], Mapping[str, Options]]


@dataclass(frozen=True, slots=True)
class LogText:
    """The lines of one log: its name for messages, and each line without its end.

    The first `n_known` lines were counted before. Of a log in several files `parts`
    holds the name of each, oldest first, and how many of the lines it has.
    """

    name: str
    lines: Sequence[str]
    n_known: int = 0
    parts: Sequence[tuple[str, int]] = ()

    def place(self, line_no: int) -> str:
        """Return the file and number of a line.

        >>> LogText("a.log", ["x"] * 3, parts=(("a.log.1", 2), ("a.log", 1))).place(3)
        'a.log:1'
        """
        for name, n_lines in self.parts:
            if line_no <= n_lines:
                return f"{name}:{line_no}"
            line_no -= n_lines
        return f"{self.name}:{line_no}"


@dataclass(frozen=True, slots=True)
class Shadow:
    """The outcome of a comparison.

    Attributes:
        decisions: decisions of the log that could be compared.
        agree: those that are the same here: outcome, queues with weights, reasons.
        differ: the others.
        not_decided: decisions whose end is not in the log, or whose lines are mixed.
        n_lines: lines of the log.
        lines_not_understood: lines that name a criterion in a form that is not known.
        n_outside: decisions that began before the log, or outside of the window.
        causes: one row per policy and cause, with counts.
        differences: one row per queue about which both differ.
        compared: one row per decision.
        decided_causes: one row per decision that differs and cause of it.
        unknown: the first lines that were not understood, with file and number.
        span: the times of the first and the last line, where lines have times.
    """

    decisions: int
    agree: int
    differ: int
    not_decided: int
    n_lines: int
    lines_not_understood: int
    n_outside: int
    causes: pa.Table
    differences: pa.Table
    compared: pa.Table
    decided_causes: pa.Table
    unknown: tuple[str, ...]
    span: tuple[datetime | None, datetime | None]

    @plain("shadow")
    def document(self) -> dict[str, object]:
        """Return the comparison as an object for JSON."""
        return {
            "decisions": self.decisions,
            "agree": self.agree,
            "differ": self.differ,
            "not_decided": self.not_decided,
            "outside": self.n_outside,
            "lines": self.n_lines,
            "lines_not_understood": self.lines_not_understood,
            "unknown_lines": list(self.unknown),
            "causes": self.causes.to_pylist(),
            "differences": self.differences.to_pylist(),
        }

    def lines(self, look: Display) -> list[str]:
        """Return causes with their counts, the first differences, and a sentence."""
        out: list[str] = []
        if self.causes.num_rows:
            columns = [
                "policy",
                "cause",
                "log / here",
                ">decisions",
                ">pairs",
                ">first task",
            ]
            rows = [
                [
                    *(str(it["policy"]), str(it["cause"]), str(it["between"])),
                    *(count(it["n_decisions"]), count(it["n_pairs"])),
                    str(it["first_task"]),
                ]
                for it in self.causes.to_pylist()
            ]
            out += [*lay_out(columns, rows, look), ""]
            out += [*self._first(look), ""]
        return [*out, self.sentence()]

    def _first(self, look: Display) -> list[str]:
        columns = ["task.chunk", "queue", "cause", TableColumn("detail", cut="end")]
        rows = [
            [
                f"{it['jedi_task_id']}.{it['chunk_no'] or 0}",
                printable(it["queue_name"] or "–"),
                str(it["cause"]),
                printable(it["detail"] or ""),
            ]
            for it in self.differences.to_pylist()
        ]
        return lay_out(columns, rows, look)

    def sentence(self) -> str:
        """Return one line: how many decisions agree, and what was read."""
        decided = plural(self.decisions, "decision")
        text = f"{decided} compared, {self.agree:,} agree, {self.differ:,} differ"
        read = plural(self.n_lines, "line")
        unknown = f"{self.lines_not_understood:,} not understood"
        return f"{text}; {read} read, {unknown}"

    def new_lines(self, reported: set[tuple[object, ...]]) -> list[str]:
        """Return a line per decision that is not in `reported`, and add it."""
        out: list[str] = []
        causes: dict[tuple[object, ...], str] = {}
        for row in self.differences.to_pylist():
            key = (row["policy"], row["jedi_task_id"], row["chunk_no"])
            queue = f" at {row['queue_name']}" if row["queue_name"] else ""
            causes.setdefault(key, f"{row['cause']}{queue}: {row['detail']}")
        for row in self.compared.to_pylist():
            key = (row["policy"], row["jedi_task_id"], row["chunk_no"])
            if row["agrees"] is None or (*key, row["log_time"]) in reported:
                continue
            reported.add((*key, row["log_time"]))
            verdict = "agrees" if row["agrees"] else f"differs, {causes.get(key, '')}"
            name = f"task {row['jedi_task_id']} chunk {row['chunk_no'] or 0}"
            out.append(f"{name} ({row['theirs']}): {printable(verdict)}")
        return out

    def with_more(self, other: Shadow) -> Shadow:
        """Return the sum of two comparisons; of a decision in both the later counts."""
        keys = {_key(row) for row in other.compared.to_pylist()}

        def both(mine: pa.Table, more: pa.Table) -> pa.Table:
            kept = [row for row in mine.to_pylist() if _key(row) not in keys]
            return pa.Table.from_pylist([*kept, *more.to_pylist()], mine.schema)

        compared = both(self.compared, other.compared)
        agrees = compared["agrees"].to_pylist()
        judged = [each for each in agrees if each is not None]
        return replace(
            other,
            decisions=len(judged),
            agree=sum(judged),
            differ=len(judged) - sum(judged),
            not_decided=len(agrees) - len(judged),
            n_lines=self.n_lines + other.n_lines,
            lines_not_understood=self.lines_not_understood + other.lines_not_understood,
            n_outside=self.n_outside + other.n_outside,
            differences=both(self.differences, other.differences),
            compared=compared,
            decided_causes=both(self.decided_causes, other.decided_causes),
            unknown=(*self.unknown, *other.unknown)[:20],
            span=(self.span[0] or other.span[0], other.span[1] or self.span[1]),
        )

    def metrics(self) -> str:
        """Return the counts as Prometheus reads them."""
        counts = (
            ("decisions", "that were compared with the broker's log", self.decisions),
            ("agree", "decisions that are the same here", self.agree),
            ("differ", "decisions that are not", self.differ),
            ("lines", "of the log", self.n_lines),
            (
                "lines_not_understood",
                "lines with a criterion in an unknown form",
                self.lines_not_understood,
            ),
        )
        stem = "brokersql_shadow"
        out = [gauge(f"{stem}_{it}", text, [({}, n)]) for it, text, n in counts]
        causes = self.decided_causes.to_pylist()
        totals = Counter((str(row["policy"]), str(row["cause"])) for row in causes)
        differing = [
            ({"policy": policy, "cause": cause}, n)
            for (policy, cause), n in sorted(totals.items())
        ]
        meaning = "decisions that differ, by each of their causes"
        out.append(gauge(f"{stem}_differing_decisions", meaning, differing))
        return "".join(out)


def _key(row: Mapping[str, object]) -> tuple[object, ...]:
    return (row["policy"], row["jedi_task_id"], row["chunk_no"])


def compare_log(
    logs: Sequence[LogText],
    snapshot: Snapshot,
    options: Options | None = None,
    *,
    before: timedelta = BEFORE,
    after: timedelta = AFTER,
    configure: Configure = lambda names, options: dict.fromkeys(names, options),
) -> Shadow:
    """Return how decisions of logs compare with those made here on a snapshot.

    Args:
        logs: the lines of the broker's logs.
        snapshot: the state of the same moment.
        options: how cycles run; without a profile that of the running system counts.
        before: how long before the snapshot's time a decision may begin.
        after: how long after it.
        configure: completes the options of each policy that may be compared.

    Raises:
        UsageError: no line of the logs is one of a broker.
        SnapshotError: the snapshot cannot be used.
    """
    with closing(Database.open()) as database:
        snapshot.load_into(database)
        _read_logs(database, logs, before, after)
        cycles = _decide(database, snapshot, options or Options(), configure)
        return _compared(database, cycles, logs)


def _read_logs(
    database: Database, logs: Sequence[LogText], before: timedelta, after: timedelta
) -> None:
    """Take the lines apart into decisions."""
    numbers: list[int] = []
    places: list[int] = []
    texts: list[str] = []
    known: list[bool] = []
    for number, log in enumerate(logs):
        numbers += [number] * len(log.lines)
        places += range(1, len(log.lines) + 1)
        texts += log.lines
        known += [place < log.n_known for place in range(len(log.lines))]
    rows = {"file_no": numbers, "line_no": places, "line": texts, "is_known": known}
    kinds = [
        ("file_no", pa.int64()),
        ("line_no", pa.int64()),
        ("line", pa.string()),
        ("is_known", pa.bool_()),
    ]
    table = pa.Table.from_pydict(rows, pa.schema(kinds))  # pyright: ignore
    database.create_table("log_text", table)
    seconds = {"before_s": before, "after_s": after}
    database.set_variables(
        {name: str(int(span.total_seconds())) for name, span in seconds.items()}
    )
    for name in ("brokers", "log_line", "log_decision", "log_pair", "matched"):
        database.run(_statement(name))
    if (
        not database.count("log_decision")
        and not database.rows(_statement("counts"))[0][3]
    ):
        names = ", ".join(each.name for each in logs)
        raise UsageError(
            f"no decision of a broker in {names}",
            hint="lines read LEVEL <jediTaskID=N> text, a decision begins with start",
        )


def _decide(
    database: Database,
    snapshot: Snapshot,
    options: Options,
    configure: Configure,
) -> list[FinishedCycle]:
    run = MultiPolicyRun(snapshot)
    wanted = cast("list[tuple[str, list[int]]]", database.rows(_statement("wanted")))
    names = [str(policy) for _, policy in database.rows("from brokers")]
    chosen = configure(names, options)
    return [
        run.run(policy, replace(chosen[policy], tasks=tuple(tasks)))
        for policy, tasks in wanted
    ]


def _compared(
    database: Database, cycles: Sequence[FinishedCycle], logs: Sequence[LogText]
) -> Shadow:
    database.run(sql_text("result", "absent"))
    database.run(_statement("our_tables"))
    for name in _TABLES:
        compared = [str(row[0]) for row in database.rows(f"describe our_{name}")]
        for rows in (cycle.table(name) for cycle in cycles):
            chosen = [it for it in compared if it in rows.column_names]
            database.register("result_rows", rows.select(chosen))  # pyright: ignore
            database.run(f"insert into our_{name} by name from result_rows")
    for name in ("macros", "our_pair", "weight_input", "difference"):
        database.run(_statement(name))
    ((decisions, agree, differ, undecided),) = _numbers(database, "compared")
    ((n_lines, n_unknown, _, n_outside),) = _numbers(database, "counts")
    ((first, last),) = database.rows(_statement("span"))
    unknown = [
        f"{logs[int(str(file))].place(int(str(line)))}: {printable(str(text))}"
        for file, line, text in database.rows(_statement("unknown_lines"))
    ]
    return Shadow(
        *(decisions, agree, differ, undecided, n_lines, n_unknown, n_outside),
        causes=database.table(_statement("causes")),
        differences=database.table(_statement("differences")),
        compared=database.table(_statement("decisions")),
        decided_causes=database.table(_statement("decided_causes")),
        unknown=tuple(unknown),
        span=(cast("datetime | None", first), cast("datetime | None", last)),
    )


def _numbers(database: Database, name: str) -> list[tuple[int, ...]]:
    return cast("list[tuple[int, ...]]", database.rows(_statement(name)))

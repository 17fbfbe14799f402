"""Warnings about the snapshot and the settings that a run rests on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from brokersql.cycle import FinishedCycle
from brokersql.policy import load_policy
from brokersql.render.numbers import span
from brokersql.render.text import plural
from brokersql.results.queries import number, rows
from brokersql.snapshot import Violation
from brokersql.snapshot.validate import findings

#: Stages whose files decide; the others read what these made.
_DECIDE = (
    *("gates", "filters", "set_rules", "weights", "caps"),
    *("exemptions", "timeouts", "picks"),
)
#: How many readers of a table are named.
_SHOWN = 5


@dataclass(frozen=True, slots=True)
class MissingTable:
    """A table without a row, and what reads it: first what rests on little else."""

    table: str
    readers: tuple[str, ...]

    @property
    def feeds(self) -> str:
        """Return who reads it; of many the first ones."""
        few = list(self.readers[:_SHOWN])
        if n_left := len(self.readers) - len(few):
            few.append(f"{n_left} more")
        return ", ".join(few)

    def __str__(self) -> str:
        return f"{self.table}: missing, read by {self.feeds}"

    def document(self) -> dict[str, object]:
        """Return the table as an object for JSON."""
        return {"table": self.table, "read_by": list(self.readers)}


def missing_tables(cycle: FinishedCycle) -> tuple[MissingTable, ...]:
    """Return the tables that rules of a cycle read and that its snapshot lacks."""
    lacking = cycle.loaded.lacking
    if not lacking:
        return ()
    known = _readers(cycle.policy_source, cycle.program.content_hash)
    return tuple(MissingTable(name, known[name]) for name in lacking if name in known)


@cache
def _readers(source: str, _content_hash: str) -> Mapping[str, tuple[str, ...]]:
    """Return who reads each table; the hash identifies the policy."""
    from brokersql.compiler.lineage import origins_of

    names: dict[str, str] = {}
    found: dict[str, Counter[str]] = {}
    for each in origins_of(load_policy(source)):
        if each.stage in _DECIDE and each.table is not None:
            names[each.file] = each.criterion or f"weight {each.file}"
            found.setdefault(each.table, Counter())[each.file] += 1
    whole = sum(found.values(), Counter[str]())
    return {
        table: tuple(
            dict.fromkeys(
                names[file]
                for file in sorted(reads, key=lambda it: -reads[it] / whole[it])
            )
        )
        for table, reads in found.items()
    }


#: Findings that a run does not repeat: it reports ages of links, and PanDA writes each
#: task without a parent as its own.
_NOT_REPEATED = ("stale_network_metric", "own_parent")
_SHOWN_KINDS = 4


@dataclass(frozen=True, slots=True)
class RunWarning:
    """One warning: a code for programs, a message, and the rows in question."""

    code: str
    message: str
    table: str
    column: str
    n_rows: int
    is_value: bool = False

    def document(self) -> dict[str, object]:
        """Return the warning as an object for JSON."""
        return {
            "code": self.code,
            "message": self.message,
            "table": self.table or None,
            "column": self.column or None,
            "rows": self.n_rows,
        }


def snapshot_warnings(cycle: FinishedCycle) -> list[RunWarning]:
    """Return the warnings about the snapshot and settings of a cycle.

    Rows left out come first, then links that are too old, settings that count as
    unset, values that need a warning each, and values that cannot be right.
    """
    loading = (
        it
        for it in cycle.loaded.violations
        if it.severity != "note" or it.kind == "unknown_table"
    )
    warnings = list(map(_of_violation, loading))
    warnings += _stale_links(cycle)
    warnings += [
        RunWarning("setting", text, "gdp_config", "value", 1)
        for text in cycle.parameters.warnings
    ]
    # with some tasks only, the chunks of all others are gone
    violations = () if cycle.options.tasks else findings(cycle.database)
    warnings += [
        _of_violation(each, each.severity == "note")
        for each in violations
        if each.kind not in _NOT_REPEATED
    ]
    return warnings


def warning_lines(found: Iterable[RunWarning]) -> list[str]:
    """Return the warnings that get a line of their own."""
    return [each.message for each in found if not each.is_value]


def doubtful_values(found: Iterable[RunWarning]) -> str:
    """Return one sentence on values that cannot be right; empty if there are none."""
    values = [each for each in found if each.is_value]
    if not values:
        return ""
    total = sum(each.n_rows for each in values)
    counts = [
        f"{each.code.replace('_', ' ')} {each.n_rows:,}"
        for each in values[:_SHOWN_KINDS]
    ]
    if len(values) > _SHOWN_KINDS:
        counts.append(f"{len(values) - _SHOWN_KINDS} more kinds")
    carry = "carries" if total == 1 else "carry"
    counted = f"{plural(total, 'row')} {carry} a value that cannot be right"
    return f"{counted} ({', '.join(counts)})"


def _of_violation(violation: Violation, is_value: bool = False) -> RunWarning:
    return RunWarning(
        violation.kind,
        violation.message,
        violation.table,
        violation.column,
        violation.count,
        is_value,
    )


def _stale_links(cycle: FinishedCycle) -> list[RunWarning]:
    """Return the warning that links count as absent, where age matters and one does."""
    if not cycle.parameters.has("metric_validity_min"):
        return []
    (row,) = rows(cycle, "report", "stale_links")
    n_stale, limit = number(row["n_stale"]), number(row["limit_min"])
    if not n_stale:
        return []
    age = span(number(row["age_s"]))
    of = "all" if n_stale == row["n_links"] else f"{n_stale:,} of"
    links = plural(number(row["n_links"]), "link")
    verb = "is" if n_stale == 1 else "are"
    text = f"{of} {links} {verb} at least {age} old; from {limit} min on one counts"
    return [
        RunWarning("stale_links", f"{text} as absent", "network_metric", "ts", n_stale)
    ]


def missing_table_warnings(cycles: Sequence[FinishedCycle]) -> list[RunWarning]:
    """Return the warnings about tables that rules of some cycles read in vain."""
    readers: dict[str, dict[str, None]] = {}
    for each in (it for cycle in cycles for it in missing_tables(cycle)):
        readers.setdefault(each.table, {}).update(dict.fromkeys(each.readers))
    return [
        RunWarning(
            "missing_table", str(MissingTable(table, tuple(names))), table, "", 0
        )
        for table, names in readers.items()
    ]


def input_warnings(cycle: FinishedCycle) -> list[RunWarning]:
    """Return the warnings about what tasks and queues say that cannot be used."""
    if cycle.database.has("setting_remark"):
        return [
            RunWarning("setting", str(row["remark"]), "dirac_cfg", "content", 1)
            for row in rows(cycle, "report/pilot", "setting_remarks")
        ]
    if not cycle.database.has("task_remark"):
        return []
    columns = {"task": "architecture", "queue": "fairshare_policy"}
    found: list[RunWarning] = []
    for row in rows(cycle, "report", "remarks"):
        kind, n_rows = str(row["kind"]), number(row["n_rows"])
        if n_rows:
            first = f"{row['first_name']}: {row['first_remark']}"
            of = f"{columns[kind]} of {plural(n_rows, kind)}"
            text = f"unusable parts in the {of}, first {first}"
            found.append(RunWarning("unusable_part", text, kind, columns[kind], n_rows))
    return found

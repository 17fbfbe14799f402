"""What a reader of decisions should know about the snapshot they rest on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from brokersql.cycle import Cycle
from brokersql.report.absent import Absent, absent_of
from brokersql.report.figures import span
from brokersql.report.queries import number, rows
from brokersql.report.words import plural
from brokersql.snapshot import Violation
from brokersql.snapshot.validate import findings

#: Findings of this kind are told as ages of links.
_STALE = "stale_network_metric"
_SHOWN = 4


@dataclass(frozen=True, slots=True)
class Oddity:
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


def oddities(cycle: Cycle) -> list[Oddity]:
    """Return what is odd about the snapshot and settings of a cycle.

    Rows left out come first, then links that are too old, settings that count as
    unset, values that need a warning each, and values that cannot be right.
    """
    told = [_of_violation(each) for each in _loading(cycle)]
    told += _stale_links(cycle)
    told += [
        Oddity("setting", text, "gdp_config", "value", 1)
        for text in cycle.parameters.warnings
    ]
    # with some tasks only, the chunks of all others are gone
    found = () if cycle.options.tasks else findings(cycle.database)
    told += [
        _of_violation(each, each.severity == "note")
        for each in found
        if each.kind != _STALE
    ]
    return told


def warnings(told: Iterable[Oddity]) -> list[str]:
    """Return the oddities that deserve a line of their own."""
    return [each.message for each in told if not each.is_value]


def doubtful(told: Iterable[Oddity]) -> str:
    """Return one sentence on values that cannot be right; empty if there are none."""
    values = [each for each in told if each.is_value]
    if not values:
        return ""
    total = sum(each.n_rows for each in values)
    counts = [
        f"{each.code.replace('_', ' ')} {each.n_rows:,}" for each in values[:_SHOWN]
    ]
    if len(values) > _SHOWN:
        counts.append(f"{len(values) - _SHOWN} more kinds")
    carry = "carries" if total == 1 else "carry"
    said = f"{plural(total, 'row')} {carry} a value that cannot be right"
    return f"{said} ({', '.join(counts)})"


def _loading(cycle: Cycle) -> list[Violation]:
    return [each for each in cycle.loaded.violations if each.severity != "note"]


def _of_violation(violation: Violation, is_value: bool = False) -> Oddity:
    return Oddity(
        violation.kind,
        violation.message,
        violation.table,
        violation.column,
        violation.count,
        is_value,
    )


def _stale_links(cycle: Cycle) -> list[Oddity]:
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
    return [Oddity("stale_links", f"{text} as absent", "network_metric", "ts", n_stale)]


def missing(cycles: Sequence[Cycle]) -> list[Oddity]:
    """Return the warnings about tables that rules of some cycles read in vain."""
    readers: dict[str, dict[str, None]] = {}
    for each in (it for cycle in cycles for it in absent_of(cycle)):
        readers.setdefault(each.table, {}).update(dict.fromkeys(each.readers))
    return [
        Oddity("missing_table", str(Absent(table, tuple(names))), table, "", 0)
        for table, names in readers.items()
    ]


def _setting_remarks(cycle: Cycle) -> list[Oddity]:
    """Return the warnings about what the configuration says that cannot be used."""
    return [
        Oddity("setting", str(row["remark"]), "dirac_cfg", "content", 1)
        for row in rows(cycle, "report/pilot", "setting_remarks")
    ]


def remarks(cycle: Cycle) -> list[Oddity]:
    """Return the warnings about what tasks and queues say that cannot be used."""
    if cycle.database.has("setting_remark"):
        return _setting_remarks(cycle)
    if not cycle.database.has("task_remark"):
        return []
    columns = {"task": "architecture", "queue": "fairshare_policy"}
    told: list[Oddity] = []
    for row in rows(cycle, "report", "remarks"):
        kind, n_rows = str(row["kind"]), number(row["n_rows"])
        if n_rows:
            first = f"{row['first_name']}: {row['first_remark']}"
            of = f"{columns[kind]} of {plural(n_rows, kind)}"
            text = f"unusable parts in the {of}, first {first}"
            told.append(Oddity("unusable_part", text, kind, columns[kind], n_rows))
    return told

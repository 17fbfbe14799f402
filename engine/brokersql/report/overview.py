"""The summary of a run as a reader sees it: outcomes, then why."""

from __future__ import annotations

from collections.abc import Sequence

from brokersql.report.beside import beside
from brokersql.report.figures import count, share, span
from brokersql.report.look import Look
from brokersql.report.summary import PolicySummary, Reason, Summary
from brokersql.report.table import Cell, Column, lay_out
from brokersql.report.words import plural

_TOP = 5
_OUTCOMES = (
    ("assigned", "good"),
    ("pending", "wait"),
    ("throttled", "throttled"),
    ("failed", "bad"),
)
_COLUMNS = (
    Column("policy"),
    Column("profile", drop=3),
    *(Column(name, right=True) for name in ("tasks", "assigned", "pending")),
    *(Column(name, right=True) for name in ("throttled", "failed")),
    Column("pairs", right=True, drop=2),
    Column("time s", right=True, drop=1),
)


def overview(summary: Summary, look: Look) -> list[str]:
    """Return outcomes and why, of the policies that place work, then of the others."""
    blocks = [_placed(summary.policies, look)] if summary.policies else []
    blocks += [each.lines(look) for each in (*summary.actions, *summary.pilots)]
    if not blocks:
        return ["No work: the snapshot has nothing for the policies of this run."]
    return [line for block in blocks for line in ("", *block)][1:]


def _placed(policies: Sequence[PolicySummary], look: Look) -> list[str]:
    """Return the table of outcomes, then why pairs were rejected and tasks wait."""
    whole = Look(look.colour, look.width)
    lines = lay_out(_COLUMNS, _outcomes(policies), whole)
    shown = policies
    if not look.verbose:
        shown = (max(policies, key=lambda each: each.n_waiting),)
    for each in shown:
        lines += ["", *_why(each, look)]
    return lines


def _outcomes(policies: Sequence[PolicySummary]) -> list[list[str | Cell]]:
    rows = [
        [
            each.policy,
            each.profile,
            count(each.tasks),
            *(_outcome(each.statuses.get(name, 0), look) for name, look in _OUTCOMES),
            count(each.pairs),
            f"{each.seconds:.2f}",
        ]
        for each in policies
    ]
    if len(policies) > 1:
        totals = [
            sum(each.statuses.get(name, 0) for each in policies)
            for name, _ in _OUTCOMES
        ]
        rows.append(
            [
                "all",
                "",
                count(sum(each.tasks for each in policies)),
                *map(count, totals),
                count(sum(each.pairs for each in policies)),
                f"{sum(each.seconds for each in policies):.2f}",
            ]
        )
    return rows


def _outcome(n: int, meaning: str) -> Cell:
    return Cell(count(n), meaning if n else "dim")


def _why(each: PolicySummary, look: Look) -> list[str]:
    """Return both lists of reasons, side by side where there is room."""
    n_rejected = sum(reason.n for reason in each.rejected)
    of = f"{each.policy}: {count(n_rejected)} of {count(each.pairs)}"
    left = [f"Why pairs were rejected ({of})", *_rejected(each, n_rejected)]
    if not n_rejected:
        left = ["No pair was rejected."]
    right = [f"Why tasks wait ({each.policy}: {count(each.n_waiting)})"]
    right += _waiting(each)
    if not each.n_waiting:
        right = ["No task waits."]
    return beside(left, right, look)


def _rejected(each: PolicySummary, total: int) -> list[str]:
    top = each.rejected[:_TOP]
    rows = [[one.criterion, count(one.n), share(one.n, total)] for one in top]
    rest = sum(one.n for one in each.rejected[_TOP:])
    if rest:
        named = plural(len(each.rejected) - _TOP, "other")
        rows.append([named, count(rest), share(rest, total)])
    return _indented([Column(""), Column("", True), Column("", True)], rows)


def _waiting(each: PolicySummary) -> list[str]:
    top = each.waiting[:_TOP]
    rows = [[one.criterion, count(one.n), _retry(one)] for one in top]
    rest = sum(one.n for one in each.waiting[_TOP:])
    if rest:
        rows.append([plural(len(each.waiting) - _TOP, "other"), count(rest), ""])
    return _indented([Column(""), Column("", True), Column("")], rows)


def _retry(reason: Reason) -> str:
    return "" if reason.retry_after_s is None else f"retry {span(reason.retry_after_s)}"


def _indented(columns: Sequence[Column], rows: list[list[str]]) -> list[str]:
    return [f"  {line}" for line in lay_out(columns, rows, Look())[1:]]

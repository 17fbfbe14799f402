"""What a run decided, counted: one summary per policy, as text, rows and JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pyarrow as pa

from brokersql.cycle import FinishedCycle
from brokersql.render.documents import SCHEMA_VERSION, plain
from brokersql.render.formats import listing
from brokersql.render.numbers import count, share, span
from brokersql.render.table import Cell, Display, TableColumn, lay_out, side_by_side
from brokersql.render.text import plural
from brokersql.results.queries import number, rows
from brokersql.results.warnings import RunWarning

#: Actions from the strongest to the weakest, with the meaning of their colour.
ACTIONS = (("fail", "bad"), ("kill", "throttled"), ("reassign", "wait"))
_ACTION_COLUMNS = (
    TableColumn("policy"),
    TableColumn("profile", drop=3),
    *(TableColumn(name, right=True) for name in ("jobs", "fail", "kill", "reassign")),
    TableColumn("left alone", right=True),
    TableColumn("exempt", right=True, drop=2),
    TableColumn("time s", right=True, drop=1),
)
_RULES = (
    TableColumn("rule"),
    TableColumn("action"),
    TableColumn("code", right=True, drop=2),
    TableColumn("jobs", right=True),
    TableColumn("decisive", right=True, drop=1),
    TableColumn("oldest", right=True),
    TableColumn("title", cut="end"),
)
_UPCOMING = (
    TableColumn("rule"),
    TableColumn("action"),
    TableColumn("jobs", right=True),
    TableColumn("first in", right=True),
    TableColumn("title", cut="end"),
)


@dataclass(frozen=True, slots=True)
class ActingRule:
    """A rule, its jobs, and those of them that no stronger rule hits."""

    rule_id: str
    title: str
    action: str
    code: int | None
    jobs: int
    decisive: int
    oldest_s: int | None

    def document(self) -> dict[str, object]:
        """Return the rule as an object for JSON."""
        return {
            "rule_id": self.rule_id,
            "action": self.action,
            "code": self.code,
            "jobs": self.jobs,
            "decisive": self.decisive,
            "oldest_s": self.oldest_s,
        }


@dataclass(frozen=True, slots=True)
class UpcomingRule:
    """A rule that will act, on how many jobs, and how soon on the first."""

    rule_id: str
    title: str
    action: str
    jobs: int
    first_in_s: int

    def document(self) -> dict[str, object]:
        """Return the rule as an object for JSON."""
        return {
            "rule_id": self.rule_id,
            "action": self.action,
            "jobs": self.jobs,
            "first_in_s": self.first_in_s,
        }


@dataclass(frozen=True, slots=True)
class ActionSummary:
    """What one policy does: jobs by their strongest action, and rules by their jobs."""

    policy: str
    profile: str
    content_hash: str
    jobs: int
    exempt: int
    n_upcoming: int
    hours: int
    actions: dict[str, int]
    seconds: float
    rules: tuple[ActingRule, ...]
    upcoming: tuple[UpcomingRule, ...]

    @property
    def acted_on(self) -> int:
        """Return the number of jobs that something is done to."""
        return sum(self.actions.values())

    @property
    def top_rule(self) -> str | None:
        """Return the rule that hits most jobs."""
        found = max(self.rules, key=lambda each: each.jobs, default=None)
        return found.rule_id if found else None

    def document(self) -> dict[str, object]:
        """Return the summary as an object for JSON."""
        return {
            "policy": self.policy,
            "profile": self.profile,
            "content_hash": self.content_hash,
            "jobs": self.jobs,
            **self.actions,
            "exempt": self.exempt,
            "rules": [each.document() for each in self.rules],
            "forecast_hours": self.hours,
            "upcoming_jobs": self.n_upcoming,
            "upcoming": [each.document() for each in self.upcoming],
        }

    def lines(self, look: Display) -> list[str]:
        """Return the counts, which rules act, and which will."""
        whole = Display(look.colour, look.width)
        head = [
            *(self.policy, self.profile, count(self.jobs)),
            *(_count_cell(self.actions[name], meaning) for name, meaning in ACTIONS),
            count(self.jobs - self.acted_on),
            *(count(self.exempt), f"{self.seconds:.2f}"),
        ]
        lines = lay_out(_ACTION_COLUMNS, [head], whole)
        return [*lines, "", *self._acting(look), "", *self._coming(look)]

    def _acting(self, look: Display) -> list[str]:
        if not self.rules:
            return ["No rule acts on a job."]
        table = [
            [
                *(each.rule_id, each.action),
                "" if each.code is None else str(each.code),
                *(count(each.jobs), count(each.decisive)),
                "–" if each.oldest_s is None else span(each.oldest_s),
                each.title,
            ]
            for each in self.rules
        ]
        title = (
            f"Which rules act ({count(self.acted_on)} of {plural(self.jobs, 'job')})"
        )
        return [look.paint("bold", title), *_indented(_RULES, table, look)]

    def _coming(self, look: Display) -> list[str]:
        hours = plural(self.hours, "hour")
        if not self.upcoming:
            return [f"No further rule falls due in the next {hours}."]
        table = [
            [
                *(each.rule_id, each.action, count(each.jobs)),
                *(span(each.first_in_s), each.title),
            ]
            for each in self.upcoming
        ]
        title = f"In the next {hours}, if nothing happens "
        title += f"({plural(self.n_upcoming, 'job')})"
        return [look.paint("bold", title), *_indented(_UPCOMING, table, look)]


def summarise_actions(cycle: FinishedCycle) -> ActionSummary:
    """Return what one policy of single units does."""
    (counts,) = rows(cycle, "report", "action_counts")
    return ActionSummary(
        cycle.policy,
        cycle.parameters.profile,
        cycle.program.content_hash,
        number(counts["n_jobs"]),
        number(counts["n_exempt"]),
        number(counts["n_upcoming"]),
        number(cycle.parameters.scalar("forecast_hours")),
        {name: number(counts[f"n_{name}"]) for name, _ in ACTIONS},
        cycle.clock.total - cycle.clock.seconds.get("load", 0.0),
        tuple(
            ActingRule(
                str(row["rule_id"]),
                str(row["title"]),
                str(row["action"]),
                None if row["code"] is None else number(row["code"]),
                number(row["n_jobs"]),
                number(row["n_decisive"]),
                None if row["oldest_s"] is None else number(row["oldest_s"]),
            )
            for row in rows(cycle, "report", "acting_rules")
        ),
        tuple(
            UpcomingRule(
                str(row["rule_id"]),
                str(row["title"]),
                str(row["action"]),
                number(row["n_jobs"]),
                number(row["first_in_s"]),
            )
            for row in rows(cycle, "report", "upcoming_rules")
        ),
    )


def _count_cell(n: int, meaning: str) -> Cell:
    return Cell(count(n), meaning if n else "dim")


def _indented(
    columns: Sequence[TableColumn], table: list[list[str]], look: Display
) -> list[str]:
    width = None if look.width is None else look.width - 2
    return [
        f"  {line}" for line in lay_out(columns, table, Display(look.colour, width))
    ]


_TOP = 5
_PILOT_COLUMNS = (
    TableColumn("policy"),
    TableColumn("profile", drop=3),
    *(TableColumn(name, right=True) for name in ("pilots", "served", "unserved")),
    TableColumn("refused", right=True),
    TableColumn("task queues", right=True),
    TableColumn("jobs", right=True),
    TableColumn("time s", right=True, drop=1),
)


@dataclass(frozen=True, slots=True)
class RejectionCount:
    """A criterion, and how many pairs of pilot and task queue it takes first."""

    criterion: str
    pairs: int


@dataclass(frozen=True, slots=True)
class RefusalCount:
    """Pilots or jobs that are refused for one reason."""

    kind: str
    reason: str
    n: int


@dataclass(frozen=True, slots=True)
class PilotSummary:
    """What one policy finds for its pilots.

    `served` pilots may draw a job, `unserved` ones find no task queue that fits.
    """

    policy: str
    profile: str
    content_hash: str
    counts: dict[str, int]
    seconds: float
    rejected: tuple[RejectionCount, ...]
    refused: tuple[RefusalCount, ...]

    @property
    def has_work(self) -> bool:
        """Return whether there is a pilot or a job."""
        names = ("pilots", "jobs", "refused_jobs")
        return any(self.counts[name] for name in names)

    def document(self) -> dict[str, object]:
        """Return the summary as an object for JSON."""
        return {
            "policy": self.policy,
            "profile": self.profile,
            "content_hash": self.content_hash,
            **self.counts,
            "rejected": [
                {"criterion": each.criterion, "pairs": each.pairs}
                for each in self.rejected
            ],
            "refusals": [
                {"kind": each.kind, "reason": each.reason, "rows": each.n}
                for each in self.refused
            ],
        }

    def lines(self, look: Display) -> list[str]:
        """Return the counts, why task queues are not for pilots, and refusals."""
        counts = self.counts
        head = [
            *(self.policy, self.profile, count(counts["pilots"])),
            *(
                _cell_pilots(counts["served"], "good"),
                _cell_pilots(counts["unserved"], "wait"),
            ),
            _cell_pilots(counts["refused"], "bad"),
            *(count(counts["queues"]), count(counts["jobs"]), f"{self.seconds:.2f}"),
        ]
        lines = lay_out(_PILOT_COLUMNS, [head], Display(look.colour, look.width))
        return [*lines, "", *self._why(look), *self._refusals()]

    def _why(self, look: Display) -> list[str]:
        total = sum(each.pairs for each in self.rejected)
        if not total:
            return ["No task queue was rejected."]
        pairs = self.counts["pilots"] * self.counts["queues"]
        title = f"Why task queues are not for pilots ({count(total)} of {count(pairs)})"
        table = [
            [each.criterion, count(each.pairs), share(each.pairs, total)]
            for each in self.rejected[:_TOP]
        ]
        rest = sum(each.pairs for each in self.rejected[_TOP:])
        if rest:
            named = plural(len(self.rejected) - _TOP, "other")
            table.append([named, count(rest), share(rest, total)])
        columns = [TableColumn(""), TableColumn("", True), TableColumn("", True)]
        shown = lay_out(columns, table, Display())[1:]
        return [look.paint("bold", title), *(f"  {line}" for line in shown)]

    def _refusals(self) -> list[str]:
        if not self.refused:
            return []
        counted = [
            f"  {plural(each.n, each.kind)} refused: {each.reason}"
            for each in self.refused[:_TOP]
        ]
        rest = sum(each.n for each in self.refused[_TOP:])
        return ["", *counted, *([f"  {count(rest)} more refused"] if rest else [])]


def summarise_pilots(cycle: FinishedCycle) -> PilotSummary:
    """Return what one policy finds for its pilots."""
    (counts,) = rows(cycle, "report/pilot", "pilot_counts")
    return PilotSummary(
        cycle.policy,
        cycle.parameters.profile,
        cycle.program.content_hash,
        {name.removeprefix("n_"): number(value) for name, value in counts.items()},
        cycle.clock.total - cycle.clock.seconds.get("load", 0.0),
        tuple(
            RejectionCount(str(row["criterion"]), number(row["n_pairs"]))
            for row in rows(cycle, "report/pilot", "rejecting")
        ),
        tuple(
            RefusalCount(str(row["kind"]), str(row["reason"]), number(row["n_rows"]))
            for row in rows(cycle, "report/pilot", "refusals")
        ),
    )


def _cell_pilots(n: int, meaning: str) -> Cell:
    return Cell(count(n), meaning if n else "dim")


_STATUSES = ("assigned", "pending", "throttled", "failed")
_JOBS = ("jobs", "fail", "kill", "reassign")
_PILOTS = ("pilots", "served", "unserved", "refused")


@dataclass(frozen=True, slots=True)
class Reason:
    """A criterion, and how many pairs or tasks it stands for."""

    criterion: str
    n: int
    retry_after_s: int | None = None


@dataclass(frozen=True, slots=True)
class PolicySummary:
    """What one policy decided; tasks by outcome, pairs by criterion."""

    policy: str
    profile: str
    content_hash: str
    statuses: dict[str, int]
    pairs: int
    weighed: int
    seconds: float
    rejected: tuple[Reason, ...]
    waiting: tuple[Reason, ...]

    @property
    def tasks(self) -> int:
        """Return the number of tasks that were decided."""
        return sum(self.statuses.values())

    @property
    def n_waiting(self) -> int:
        """Return the number of tasks without a choice."""
        return self.tasks - self.statuses.get("assigned", 0)

    def document(self) -> dict[str, object]:
        """Return the summary as an object for JSON."""
        return {
            "policy": self.policy,
            "profile": self.profile,
            "content_hash": self.content_hash,
            "tasks": self.tasks,
            **{name: self.statuses.get(name, 0) for name in _STATUSES},
            "pairs": self.pairs,
            "weighed": self.weighed,
            "rejected": [
                {"criterion": each.criterion, "pairs": each.n} for each in self.rejected
            ],
            "waiting": [
                {"criterion": each.criterion, "tasks": each.n} for each in self.waiting
            ],
        }


@dataclass(frozen=True, slots=True)
class Summary:
    """A run: its policies, its warnings, where it was written, how long it took.

    `policies` are those that place work, `actions` those that act upon jobs, `pilots`
    those that match pilots.
    """

    snapshot_id: str
    seed: int
    out: str | None
    policies: tuple[PolicySummary, ...]
    actions: tuple[ActionSummary, ...]
    pilots: tuple[PilotSummary, ...]
    timings: dict[str, float]
    warnings: tuple[RunWarning, ...]

    @plain
    def document(self) -> dict[str, object]:
        """Return the run as an object for JSON."""
        return {
            "schema_version": SCHEMA_VERSION,
            "kind": "run",
            "run": {
                "snapshot_id": self.snapshot_id,
                "seed": self.seed,
                "out": self.out,
            },
            "policies": [
                each.document()
                for each in (*self.policies, *self.actions, *self.pilots)
            ],
            "timings_s": {name: round(each, 6) for name, each in self.timings.items()},
            "warnings": [each.document() for each in self.warnings],
        }

    def rows(self) -> pa.Table:
        """Return one row per policy, with the criterion that speaks most often."""
        columns: dict[str, type] = {"policy": str, "profile": str, "tasks": int}
        columns |= {name: int for name in (*_STATUSES, "pairs")}
        columns |= {"time_s": float, "top_criterion": str}
        columns |= {name: int for name in _JOBS}
        rows = [
            (
                *(each.policy, each.profile, each.tasks),
                *(each.statuses.get(name, 0) for name in _STATUSES),
                *(each.pairs, round(each.seconds, 3)),
                each.rejected[0].criterion if each.rejected else None,
                *(None for _ in _JOBS),
            )
            for each in self.policies
        ]
        rows += [
            (
                *(each.policy, each.profile),
                *(None for _ in ("tasks", *_STATUSES, "pairs")),
                *(round(each.seconds, 3), each.top_rule),
                *(each.jobs, *each.actions.values()),
            )
            for each in self.actions
        ]
        columns |= {name: int for name in _PILOTS}
        rows = [(*row, *(None for _ in _PILOTS)) for row in rows]
        rows += [
            (
                *(each.policy, each.profile),
                *(None for _ in ("tasks", *_STATUSES, "pairs")),
                round(each.seconds, 3),
                each.rejected[0].criterion if each.rejected else None,
                *(each.counts.get(name) for name in (*_JOBS, *_PILOTS)),
            )
            for each in self.pilots
        ]
        return listing(columns, rows)


def summarise(cycle: FinishedCycle) -> PolicySummary:
    """Return what one policy decided."""
    statuses = {
        str(row["status"]): number(row["n_tasks"])
        for row in rows(cycle, "report", "statuses")
    }
    rejected = [
        Reason(str(row["criterion"]), number(row["n_pairs"]))
        for row in rows(cycle, "report", "rejected")
    ]
    waiting = [
        Reason(
            str(row["criterion"]),
            number(row["n_tasks"]),
            None if row["retry_after_s"] is None else number(row["retry_after_s"]),
        )
        for row in rows(cycle, "report", "waiting")
    ]
    seconds = cycle.clock.total - cycle.clock.seconds.get("load", 0.0)
    return PolicySummary(
        cycle.policy,
        cycle.parameters.profile,
        cycle.program.content_hash,
        statuses,
        cycle.pairs.n_pairs,
        cycle.database.count("weighed"),
        seconds,
        tuple(rejected),
        tuple(waiting),
    )


def timings(cycles: Sequence[FinishedCycle], write: float | None) -> dict[str, float]:
    """Return the seconds of each phase over all policies."""
    spent: dict[str, float] = {}
    for cycle in cycles:
        for phase, seconds in cycle.clock.seconds.items():
            spent[phase] = spent.get(phase, 0.0) + seconds
    return spent if write is None else {**spent, "write": write}


_TOP_REASONS = 5
_OUTCOMES = (
    ("assigned", "good"),
    ("pending", "wait"),
    ("throttled", "throttled"),
    ("failed", "bad"),
)
_TASK_COLUMNS = (
    TableColumn("policy"),
    TableColumn("profile", drop=3),
    *(TableColumn(name, right=True) for name in ("tasks", "assigned", "pending")),
    *(TableColumn(name, right=True) for name in ("throttled", "failed")),
    TableColumn("pairs", right=True, drop=2),
    TableColumn("time s", right=True, drop=1),
)


def overview(summary: Summary, look: Display) -> list[str]:
    """Return outcomes and why, of the policies that place work, then of the others."""
    blocks = [_placed(summary.policies, look)] if summary.policies else []
    blocks += [each.lines(look) for each in (*summary.actions, *summary.pilots)]
    if not blocks:
        return ["No work: the snapshot has nothing for the policies of this run."]
    return [line for block in blocks for line in ("", *block)][1:]


def _placed(policies: Sequence[PolicySummary], look: Display) -> list[str]:
    """Return the table of outcomes, then why pairs were rejected and tasks wait."""
    whole = Display(look.colour, look.width)
    lines = lay_out(_TASK_COLUMNS, _outcomes(policies), whole)
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


def _why(each: PolicySummary, look: Display) -> list[str]:
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
    return side_by_side(left, right, look)


def _rejected(each: PolicySummary, total: int) -> list[str]:
    top = each.rejected[:_TOP_REASONS]
    rows = [[one.criterion, count(one.n), share(one.n, total)] for one in top]
    rest = sum(one.n for one in each.rejected[_TOP_REASONS:])
    if rest:
        named = plural(len(each.rejected) - _TOP_REASONS, "other")
        rows.append([named, count(rest), share(rest, total)])
    return _indented_plain(
        [TableColumn(""), TableColumn("", True), TableColumn("", True)], rows
    )


def _waiting(each: PolicySummary) -> list[str]:
    top = each.waiting[:_TOP_REASONS]
    rows = [[one.criterion, count(one.n), _retry(one)] for one in top]
    rest = sum(one.n for one in each.waiting[_TOP_REASONS:])
    if rest:
        rows.append(
            [plural(len(each.waiting) - _TOP_REASONS, "other"), count(rest), ""]
        )
    return _indented_plain(
        [TableColumn(""), TableColumn("", True), TableColumn("")], rows
    )


def _retry(reason: Reason) -> str:
    return "" if reason.retry_after_s is None else f"retry {span(reason.retry_after_s)}"


def _indented_plain(columns: Sequence[TableColumn], rows: list[list[str]]) -> list[str]:
    return [f"  {line}" for line in lay_out(columns, rows, Display())[1:]]

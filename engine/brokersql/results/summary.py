"""What a run decided, counted: one summary per policy, as text, rows and JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain

import pyarrow as pa

from brokersql.cycle import CycleReader, FinishedCycle
from brokersql.render.documents import plain
from brokersql.render.formats import listing
from brokersql.render.numbers import count, share, span
from brokersql.render.table import Cell, Display, TableColumn, lay_out, side_by_side
from brokersql.render.text import fold, plural
from brokersql.results.queries import Row, number, rows
from brokersql.results.warnings import RunWarning

#: Actions from the strongest to the weakest, with the meaning of their colour.
ACTIONS = (("fail", "bad"), ("kill", "throttled"), ("reassign", "wait"))
_ACTION_COLUMNS = (
    "policy",
    TableColumn("profile", drop=3),
    ">jobs",
    ">fail",
    ">kill",
    ">reassign",
    ">left alone",
    TableColumn("exempt", right=True, drop=2),
    TableColumn("time s", right=True, drop=1),
)
_RULES = (
    "rule",
    "action",
    TableColumn("code", right=True, drop=2),
    ">jobs",
    TableColumn("decisive", right=True, drop=1),
    ">oldest",
    TableColumn("title", cut="end"),
)
_BY_ACTION = (
    "action",
    ">jobs",
    TableColumn("oldest", right=True, drop=1),
    TableColumn("rules", cut="end"),
)
_UPCOMING = ("rule", "action", ">jobs", ">first in", TableColumn("title", cut="end"))


@dataclass(frozen=True, slots=True)
class PolicySummary:
    """What the summaries of all policies share; `counts` are those of its JSON."""

    policy: str
    profile: str
    content_hash: str
    seconds: float
    counts: dict[str, int]

    @property
    def top_criterion(self) -> str | None:
        """Return the criterion that speaks most often, None where none does."""
        raise NotImplementedError

    def reasons(self) -> dict[str, object]:
        """Return the rows by reason that stand in the object for JSON."""
        raise NotImplementedError

    def document(self) -> dict[str, object]:
        """Return the summary as an object for JSON."""
        return {
            "policy": self.policy,
            "profile": self.profile,
            "content_hash": self.content_hash,
            **self.counts,
            **self.reasons(),
        }

    def values(self) -> dict[str, object]:
        """Return the summary as a flat row by column name."""
        return {
            "policy": self.policy,
            "profile": self.profile,
            **self.counts,
            "time_s": round(self.seconds, 3),
            "top_criterion": self.top_criterion,
        }


def _identity(cycle: FinishedCycle) -> tuple[str, str, str, float]:
    return (
        cycle.policy,
        cycle.parameters.profile,
        cycle.program.content_hash,
        cycle.clock.total - cycle.clock.seconds.get("load", 0.0),
    )


def _picked(found: Sequence[Row], names: str) -> list[Row]:
    """Return the named keys of rows; `n_jobs` is `jobs` in a document."""
    keys = names.split()
    return [{key.removeprefix("n_"): row[key] for key in keys} for row in found]


@dataclass(frozen=True, slots=True)
class ActionSummary(PolicySummary):
    """What one policy does: jobs by their strongest action, and rules by their jobs.

    `rules` and `upcoming` are the rows of `acting_rules` and `upcoming_rules`.
    """

    n_upcoming: int
    hours: int
    rules: Sequence[Row]
    upcoming: Sequence[Row]

    @property
    def acted_on(self) -> int:
        """Return the number of jobs that something is done to."""
        return sum(self.counts[name] for name, _ in ACTIONS)

    @property
    def top_criterion(self) -> str | None:
        """Return the rule that hits most jobs."""
        found = max(self.rules, key=lambda each: each["n_jobs"], default=None)
        return found["rule_id"] if found else None

    def reasons(self) -> dict[str, object]:
        """Return the rules that act, and those that will."""
        acting = "rule_id action code n_jobs n_decisive oldest_s"
        return {
            "rules": _picked(self.rules, acting),
            "forecast_hours": self.hours,
            "upcoming_jobs": self.n_upcoming,
            "upcoming": _picked(self.upcoming, "rule_id action n_jobs first_in_s"),
        }

    def head(self, look: Display) -> list[str]:
        """Return the counts as a table of one row."""
        n = self.counts
        head = [
            *(self.policy, self.profile, count(n["jobs"])),
            *(_count_cell(n[name], meaning) for name, meaning in ACTIONS),
            count(n["jobs"] - self.acted_on),
            *(count(n["exempt"]), f"{self.seconds:.2f}"),
        ]
        return lay_out(_ACTION_COLUMNS, [head], Display(look.colour, look.width))

    def lines(self, look: Display) -> list[str]:
        """Return which rules act, and which will: of each action, or all if verbose."""
        if look.verbose:
            return [*self._acting(look), "", *self._coming(look)]
        if not self.rules:
            return ["No rule acts on a job.", *self._next_actions(look)]
        lines = [look.paint("bold", self._title())]
        table = [
            self._action(name, meaning)
            for name, meaning in ACTIONS
            if any(each["action"] == name for each in self.rules)
        ]
        return [*lines, *_indented(_BY_ACTION, table, look), *self._next_actions(look)]

    def _action(self, name: str, meaning: str) -> list[str | Cell]:
        """Return an action, its jobs (nothing stronger is done to them), its rules."""
        rules = [each for each in self.rules if each["action"] == name]
        tags = list(dict.fromkeys(each["rule_id"] for each in rules))
        ages = [each["oldest_s"] for each in rules if each["oldest_s"] is not None]
        oldest = span(max(ages)) if ages else "–"
        jobs = count(self.counts[name])
        return [Cell(name, meaning), jobs, oldest, ", ".join(tags)]

    def _next_actions(self, look: Display) -> list[str]:
        """Return in a sentence what falls due next of each action."""
        if not self.upcoming:
            return self._coming(look)
        first: dict[str, int] = {}
        for each in self.upcoming:
            due = first.get(each["action"], each["first_in_s"])
            first[each["action"]] = min(due, each["first_in_s"])
        found = ", ".join(f"{name} first in {span(it)}" for name, it in first.items())
        text = f"In the next {plural(self.hours, 'hour')}, if nothing happens: "
        text += f"{plural(self.n_upcoming, 'job')}, {found} (-v: rule by rule)"
        return fold(text.split(" "), look.width)

    def _title(self) -> str:
        of = plural(self.counts["jobs"], "job")
        return f"Which rules act ({count(self.acted_on)} of {of})"

    def _acting(self, look: Display) -> list[str]:
        if not self.rules:
            return ["No rule acts on a job."]
        table = [
            [
                *(each["rule_id"], each["action"]),
                "" if each["code"] is None else str(each["code"]),
                *(count(each["n_jobs"]), count(each["n_decisive"])),
                "–" if each["oldest_s"] is None else span(each["oldest_s"]),
                each["title"],
            ]
            for each in self.rules
        ]
        return [look.paint("bold", self._title()), *_indented(_RULES, table, look)]

    def _coming(self, look: Display) -> list[str]:
        hours = plural(self.hours, "hour")
        if not self.upcoming:
            return [f"No further rule falls due in the next {hours}."]
        table = [
            [
                *(each["rule_id"], each["action"], count(each["n_jobs"])),
                *(span(each["first_in_s"]), each["title"]),
            ]
            for each in self.upcoming
        ]
        title = f"In the next {hours}, if nothing happens "
        title += f"({plural(self.n_upcoming, 'job')})"
        return [look.paint("bold", title), *_indented(_UPCOMING, table, look)]


def summarise_actions(cycle: FinishedCycle) -> ActionSummary:
    """Return what one policy of single units does."""
    (found,) = rows(cycle, "report", "action_counts")
    names = ("jobs", *(name for name, _ in ACTIONS), "exempt")
    return ActionSummary(
        *_identity(cycle),
        {name: found[f"n_{name}"] for name in names},
        found["n_upcoming"],
        number(cycle.parameters.scalar("forecast_hours")),
        rows(cycle, "report", "acting_rules"),
        rows(cycle, "report", "upcoming_rules"),
    )


def _count_cell(n: int, meaning: str) -> Cell:
    return Cell(count(n), meaning if n else "dim")


def _indented(
    columns: Sequence[TableColumn | str],
    table: Sequence[Sequence[str | Cell]],
    look: Display,
) -> list[str]:
    width = None if look.width is None else look.width - 2
    return [
        f"  {line}" for line in lay_out(columns, table, Display(look.colour, width))
    ]


_PILOT_COLUMNS = (
    "policy",
    TableColumn("profile", drop=3),
    ">pilots",
    ">served",
    ">unserved",
    ">refused",
    ">task queues",
    ">jobs",
    TableColumn("time s", right=True, drop=1),
)


#: Reasons that are shown one by one.
_TOP = 5


def _ranked(
    reasons: Sequence[Row], key: str, note: Callable[[Row], str], *, right: bool = False
) -> list[str]:
    """Return a line for each of the first reasons, and one for all others."""
    shown = list(reasons[:_TOP])
    if others := reasons[_TOP:]:
        rest = sum(each[key] for each in others)
        shown.append({"criterion": plural(len(others), "other"), key: rest})
    table = [[each["criterion"], count(each[key]), note(each)] for each in shown]
    columns = ["", ">", TableColumn("", right)]
    return [f"  {line}" for line in lay_out(columns, table, Display())[1:]]


def _shares(rejected: Sequence[Row], total: int) -> list[str]:
    return _ranked(
        rejected, "n_pairs", lambda each: share(each["n_pairs"], total), right=True
    )


@dataclass(frozen=True, slots=True)
class PilotSummary(PolicySummary):
    """What one policy finds for its pilots.

    `served` pilots got a job; `unserved` ones found no task queue that fits, or no job
    was left.
    `rejected` and `refused` are the rows of `rejecting` and `refusals`.
    """

    rejected: Sequence[Row]
    refused: Sequence[Row]

    @property
    def has_work(self) -> bool:
        """Return whether there is a pilot or a job."""
        names = ("pilots", "jobs", "refused_jobs")
        return any(self.counts[name] for name in names)

    @property
    def top_criterion(self) -> str | None:
        """Return the criterion that rejects most pairs."""
        return self.rejected[0]["criterion"] if self.rejected else None

    def reasons(self) -> dict[str, object]:
        """Return why task queues are not for pilots, and why requests are refused."""
        return {
            "rejected": _picked(self.rejected, "criterion n_pairs"),
            "refusals": _picked(self.refused, "kind reason n_rows"),
        }

    def head(self, look: Display) -> list[str]:
        """Return the counts as a table of one row."""
        counts = self.counts
        head = [
            *(self.policy, self.profile, count(counts["pilots"])),
            *(
                _count_cell(counts["served"], "good"),
                _count_cell(counts["unserved"], "wait"),
            ),
            _count_cell(counts["refused"], "bad"),
            *(count(counts["queues"]), count(counts["jobs"]), f"{self.seconds:.2f}"),
        ]
        return lay_out(_PILOT_COLUMNS, [head], Display(look.colour, look.width))

    def lines(self, look: Display) -> list[str]:
        """Return why task queues are not for pilots, and refusals."""
        return [*self._why(look), *self._refusals()]

    def _why(self, look: Display) -> list[str]:
        total = sum(each["n_pairs"] for each in self.rejected)
        if not total:
            return ["No task queue was rejected."]
        pairs = self.counts["pilots"] * self.counts["queues"]
        title = f"Why task queues are not for pilots ({count(total)} of {count(pairs)})"
        return [look.paint("bold", title), *_shares(self.rejected, total)]

    def _refusals(self) -> list[str]:
        if not self.refused:
            return []
        counted = [
            f"  {plural(each['n_rows'], each['kind'])} refused: {each['reason']}"
            for each in self.refused[:_TOP]
        ]
        rest = sum(each["n_rows"] for each in self.refused[_TOP:])
        return [*counted, *([f"  {count(rest)} more refused"] if rest else [])]


def summarise_pilots(cycle: FinishedCycle) -> PilotSummary:
    """Return what one policy finds for its pilots."""
    (found,) = rows(cycle, "report/pilot", "pilot_counts")
    return PilotSummary(
        *_identity(cycle),
        {name.removeprefix("n_"): n for name, n in found.items()},
        rows(cycle, "report/pilot", "rejecting"),
        rows(cycle, "report/pilot", "refusals"),
    )


_OUTCOMES = (
    ("assigned", "good"),
    ("pending", "wait"),
    ("throttled", "throttled"),
    ("failed", "bad"),
)
_STATUSES = tuple(name for name, _ in _OUTCOMES)


@dataclass(frozen=True, slots=True)
class TaskSummary(PolicySummary):
    """What one policy decided; tasks by outcome, pairs by criterion.

    `rejected` and `waiting` are the rows of the queries of these names.
    """

    rejected: Sequence[Row]
    waiting: Sequence[Row]

    @property
    def n_waiting(self) -> int:
        """Return the number of tasks without a choice."""
        return self.counts["tasks"] - self.counts["assigned"]

    @property
    def n_rejected(self) -> int:
        """Return the number of pairs that some criterion rejects."""
        return sum(reason["n_pairs"] for reason in self.rejected)

    @property
    def top_criterion(self) -> str | None:
        """Return the criterion that rejects most pairs."""
        return self.rejected[0]["criterion"] if self.rejected else None

    def reasons(self) -> dict[str, object]:
        """Return why pairs were rejected and why tasks wait."""
        return {
            "rejected": _picked(self.rejected, "criterion n_pairs"),
            "waiting": _picked(self.waiting, "criterion n_tasks"),
        }


#: Of a row per policy; those about tasks, about jobs and about pilots are its counts.
_COLUMNS = (
    "policy profile tasks:int assigned:int pending:int throttled:int failed:int "
    "pairs:int time_s:float top_criterion jobs:int fail:int kill:int reassign:int "
    "pilots:int served:int unserved:int refused:int"
)


@dataclass(frozen=True, slots=True)
class Summary:
    """A run: its policies, its warnings, where it was written, how long it took.

    `policies` are those that place work, `actions` those that act upon jobs, `pilots`
    those that match pilots. `undecided` counts the tasks that none of them decided, by
    why: rows of undecided.sql.
    """

    snapshot_id: str
    seed: int
    out: str | None
    policies: tuple[TaskSummary, ...]
    actions: tuple[ActionSummary, ...]
    pilots: tuple[PilotSummary, ...]
    timings: dict[str, float]
    warnings: tuple[RunWarning, ...]
    undecided: tuple[Row, ...] = ()

    @plain("run")
    def document(self) -> dict[str, object]:
        """Return the run as an object for JSON."""
        return {
            "run": {
                "snapshot_id": self.snapshot_id,
                "seed": self.seed,
                "out": self.out,
            },
            "policies": [each.document() for each in self._every()],
            "timings_s": {name: round(each, 6) for name, each in self.timings.items()},
            "warnings": [each.document() for each in self.warnings],
            "undecided": _picked(self.undecided, "why n_tasks"),
        }

    def rows(self) -> pa.Table:
        """Return one row per policy, with the criterion that speaks most often."""
        names = [each.partition(":")[0] for each in _COLUMNS.split()]
        found = [each.values() for each in self._every()]
        return listing(_COLUMNS, [[row.get(name) for name in names] for row in found])

    def _every(self) -> tuple[PolicySummary, ...]:
        return (*self.policies, *self.actions, *self.pilots)


def summarise(cycle: FinishedCycle) -> TaskSummary:
    """Return what one policy decided."""
    found = {row["status"]: row["n_tasks"] for row in rows(cycle, "report", "statuses")}
    (pairs,) = rows(cycle, "report", "pairs")
    counts = {
        "tasks": sum(found.values()),
        "chunks": cycle.database.count("result"),
        **{name: found.get(name, 0) for name in _STATUSES},
        "pairs": pairs["n_pairs"],
        "weighed": cycle.database.count("weighed"),
    }
    return TaskSummary(
        *_identity(cycle),
        counts,
        rows(cycle, "report", "rejected"),
        rows(cycle, "report", "waiting"),
    )


class SummaryReader(CycleReader):
    """Sums up what policies decide about tasks, in however many blocks they do."""

    def __init__(self) -> None:
        self._blocks: dict[str, list[TaskSummary]] = {}
        self._placed: dict[str, Counter[str]] = {}

    def begin(self, policy: str) -> None:
        """Begin a policy, or begin it again: then forget what was read of it."""
        self._blocks[policy] = []
        self._placed[policy] = Counter()

    def read(self, cycle: FinishedCycle) -> None:
        """Sum up a cycle, or one block of it."""
        if cycle.program.decides == "task" and cycle.program.select:
            self._blocks[cycle.policy].append(summarise(cycle))
            if "placement" in cycle.kept_tables:
                self._placed[cycle.policy].update(rows(cycle, "report", "placed")[0])

    def placed(self, cycle: FinishedCycle) -> Counter[str]:
        """Return the numbers of placed.sql, nothing where no jobs are placed."""
        return self._placed[cycle.policy]

    def summary(self, cycle: FinishedCycle) -> TaskSummary:
        """Return what a policy decided about tasks."""
        blocks = self._blocks[cycle.policy]
        counts = {
            name: sum(each.counts[name] for each in blocks) for name in blocks[0].counts
        }
        rejected = _added([each.rejected for each in blocks], "n_pairs")
        waiting = _added([each.waiting for each in blocks], "n_tasks")
        return TaskSummary(*_identity(cycle), counts, rejected, waiting)


_RETRY = "retry_after_s"


def _added(blocks: Iterable[Sequence[Row]], key: str) -> list[Row]:
    """Return rows by criterion with the sum of a count, the largest first."""
    found: dict[str, Row] = {}
    for row in chain.from_iterable(blocks):
        known = found.setdefault(row["criterion"], {**row, key: 0})
        known[key] += row[key]
        if _RETRY in row:
            times = [each for each in (known[_RETRY], row[_RETRY]) if each is not None]
            known[_RETRY] = min(times, default=None)
    return sorted(found.values(), key=lambda row: (-row[key], row["criterion"]))


def undecided(cycles: Sequence[FinishedCycle]) -> tuple[Row, ...]:
    """Return how many tasks none of the cycles decided, by why."""
    if not cycles:
        return ()
    decided: set[object] = set()
    for cycle in cycles:
        decided |= set(cycle.result.column("jedi_task_id").to_pylist())
    return tuple(rows(cycles[0], "report", "undecided", (list(decided - {None}),)))


def timings(cycles: Sequence[FinishedCycle], write: float | None) -> dict[str, float]:
    """Return the seconds of each phase over all policies."""
    spent: dict[str, float] = {}
    for cycle in cycles:
        for phase, seconds in cycle.clock.seconds.items():
            spent[phase] = spent.get(phase, 0.0) + seconds
    return spent if write is None else {**spent, "write": write}


_TASK_COLUMNS = (
    "policy",
    TableColumn("profile", drop=3),
    ">tasks",
    *(f">{name}" for name in _STATUSES),
    TableColumn("chunks", right=True, drop=2),
    TableColumn("pairs", right=True, drop=2),
    TableColumn("time s", right=True, drop=1),
)


def overview(summary: Summary, look: Display) -> list[str]:
    """Return the outcomes of all policies, then what waits and why, policy by policy.

    Of those that place work all that waits is shown, and the rejections of the one that
    rejects most pairs; of each if verbose. Of a policy that acts upon jobs each rule is
    shown where it is the only one.
    """
    placed, others = summary.policies, (*summary.actions, *summary.pilots)
    lines = _placed(summary, look) if placed else []
    lines += [line for each in others for line in each.head(look)]
    if not lines:
        return ["No work: the snapshot has nothing for the policies of this run."]
    whole = replace(look, verbose=look.verbose or len(placed) + len(others) == 1)
    groups = (
        [(each,) for each in placed] if look.verbose else [placed] if placed else []
    )
    blocks = [_why(each, look) for each in groups]
    blocks += [each.lines(whole) for each in others]
    return [*lines, *(line for block in blocks for line in ("", *block))]


def _placed(summary: Summary, look: Display) -> list[str]:
    """Return the table of outcomes of policies that place work, and what they left."""
    whole = Display(look.colour, look.width)
    lines = lay_out(_TASK_COLUMNS, _outcomes(summary.policies), whole)
    if n_left := sum(each["n_tasks"] for each in summary.undecided):
        belong = "belongs" if n_left == 1 else "belong"
        why = "; ".join(
            f"{count(each['n_tasks'])} {each['why']}" for each in summary.undecided
        )
        if len(summary.undecided) == 1:
            why = summary.undecided[0]["why"]
        text = f"{plural(n_left, 'task')} {belong} to no policy of this run: {why}."
        lines += fold(text.split(" "), look.width)
    return lines


def _outcomes(policies: Sequence[TaskSummary]) -> list[list[str | Cell]]:
    table = [
        [
            *(each.policy, each.profile, count(each.counts["tasks"])),
            *(_count_cell(each.counts[name], colour) for name, colour in _OUTCOMES),
            *(count(each.counts[name]) for name in ("chunks", "pairs")),
            f"{each.seconds:.2f}",
        ]
        for each in policies
    ]
    if len(policies) > 1:
        names = ("tasks", *_STATUSES, "chunks", "pairs")
        totals = [sum(each.counts[name] for each in policies) for name in names]
        seconds = sum(each.seconds for each in policies)
        table.append(["all", "", *map(count, totals), f"{seconds:.2f}"])
    return table


def _why(policies: Sequence[TaskSummary], look: Display) -> list[str]:
    """Return why tasks of policies wait and why pairs of one of them are rejected.

    The lists are side by side where there is room. The one policy is that of which most
    pairs are rejected. A pair is a chunk of a task with a pseudo queue, or with a
    nucleus.
    """
    right, left = ["No pair was rejected."], ["No task waits."]
    most = max(policies, key=lambda each: each.n_rejected)
    if most.n_rejected:
        of = f"{count(most.n_rejected)} of {count(most.counts['pairs'])}"
        right = [f"Why pairs were rejected ({most.policy}: {of})"]
        right += _shares(most.rejected, most.n_rejected)
    waiting = [each for each in policies if each.n_waiting]
    if len(waiting) == 1:
        left = [f"Why tasks wait ({waiting[0].policy}: {count(waiting[0].n_waiting)})"]
        left += _ranked(waiting[0].waiting, "n_tasks", _retry)
    elif waiting:
        width = max(len(each.policy) for each in waiting)
        reasons: list[Row] = [
            {**reason, "policy": each.policy.ljust(width)}
            for each in waiting
            for reason in each.waiting
        ]
        reasons.sort(key=lambda reason: reason["n_tasks"], reverse=True)
        left = [f"Why tasks wait ({count(sum(each.n_waiting for each in waiting))})"]
        left += _ranked(reasons, "n_tasks", _of_policy)
    return side_by_side(left, right, look)


def _of_policy(reason: Row) -> str:
    return "  ".join(filter(None, [reason.get("policy", ""), _retry(reason)]))


def _retry(reason: Row) -> str:
    seconds = reason.get("retry_after_s")
    return "" if seconds is None else f"retry {span(seconds)}"

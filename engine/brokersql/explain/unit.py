"""The story of a policy that acts upon jobs: what happens to those of a subject."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from brokersql.compiler import Criterion
from brokersql.core.errors import UsageError, suggest
from brokersql.cycle import FinishedCycle
from brokersql.explain.context import Explanation, StoryContext, context_of
from brokersql.explain.not_found import no_queue
from brokersql.render.documents import plain
from brokersql.render.numbers import clock, count, span
from brokersql.render.table import Cell, Display, TableColumn, lay_out
from brokersql.render.text import plural, printable
from brokersql.results.queries import Row, number, rows
from brokersql.results.summary import ACTIONS

_MEANING = dict(ACTIONS)
_DONE = {"fail": "failed", "kill": "killed", "reassign": "reassigned"}
_JOBS = (
    TableColumn("panda_id", right=True),
    TableColumn("job_status"),
    TableColumn("queue_name", cut="middle", drop=3),
    TableColumn("jedi_task_id", right=True, drop=2),
    TableColumn("action"),
    TableColumn("code", right=True, drop=1),
    TableColumn("rule"),
    TableColumn("age", right=True),
    TableColumn("rules that hit it", cut="end", drop=4),
)
_UPCOMING = (
    TableColumn("panda_id", right=True),
    TableColumn("job_status"),
    TableColumn("queue_name", cut="middle", drop=2),
    TableColumn("jedi_task_id", right=True, drop=1),
    TableColumn("action"),
    TableColumn("rule"),
    TableColumn("in", right=True),
    TableColumn("at"),
)


@dataclass(frozen=True, slots=True)
class ActionSubject:
    """The jobs that are asked about: of a task, of a queue, or those of a rule."""

    task: int | None = None
    queue: str | None = None
    rule: Criterion | None = None

    @property
    def kind(self) -> str:
        """Return the kind of the story."""
        if self.rule is not None:
            return "explain.criterion"
        return "explain.queue" if self.task is None else "explain.task"

    @property
    def words(self) -> str:
        """Return the side in words."""
        task = "" if self.task is None else f"task {self.task}"
        queue = "" if self.queue is None else f"queue {printable(self.queue)}"
        rule = "" if self.rule is None else self.rule.criterion
        return " at ".join(part for part in (task, queue, rule) if part)

    @property
    def values(self) -> tuple[object, ...]:
        """Return what the queries of sql/explain ask for, in their order."""
        return (self.task, self.queue, self.rule.criterion if self.rule else None)


@dataclass(frozen=True, slots=True)
class ActionStory(Explanation):
    """What is done to the jobs of a side, and what will be."""

    policy: StoryContext
    side: ActionSubject
    hours: int
    counts: Row
    jobs: tuple[Row, ...]
    upcoming: tuple[Row, ...]

    @property
    def next_rule(self) -> str:
        """Return the rule file to look at next: that of the oldest job."""
        if self.side.rule is not None:
            return f"{self.policy.name}/{self.side.rule.stem}"
        first = next(iter((*self.jobs, *self.upcoming)), None)
        return f"{self.policy.name}/{first['rule_id']}" if first else ""

    @plain
    def document(self) -> dict[str, Any]:
        """Return the story as an object for JSON."""
        return {
            **self.policy.document(self.side.kind),
            "jedi_task_id": self.side.task,
            "queue_name": self.side.queue,
            "rule_id": self.side.rule.criterion if self.side.rule else None,
            "n_jobs": self.counts["n_jobs"],
            "n_exempt": self.counts["n_exempt"],
            "forecast_hours": self.hours,
            "jobs": list(self.jobs),
            "upcoming": list(self.upcoming),
        }

    def lines(self, look: Display, *, short: bool = False) -> list[str]:
        """Return the story for a reader; `short` leaves the jobs out."""
        name = f"{self.policy.name} ({self.policy.profile})"
        time = clock(self.policy.snapshot_time)
        lines = [f"{look.paint('bold', self.side.words)} · {name} · {time}"]
        if self.side.rule is not None:
            lines += [f"{self.side.rule.title}: {self.side.rule.effect}"]
            lines += [printable(self.side.rule.file)]
        lines += [self._outcome(look), *self._exempt()]
        if short:
            return lines
        if self.jobs:
            lines += ["", *lay_out(_JOBS, [_job(each) for each in self.jobs], look)]
        if self.upcoming:
            heading = f"In the next {plural(self.hours, 'hour')}, if nothing happens"
            table = [self._coming(each) for each in self.upcoming]
            lines += ["", look.paint("bold", heading), *lay_out(_UPCOMING, table, look)]
        return lines

    def _outcome(self, look: Display) -> str:
        n_jobs = number(self.counts["n_jobs"])
        if not n_jobs:
            place = f" at {printable(self.side.queue)}" if self.side.queue else ""
            return f"The snapshot has no jobs{place}."
        coming = len({each["panda_id"] for each in self.upcoming})
        due = f"{plural(coming, 'job')} due in the next {plural(self.hours, 'hour')}"
        if not self.jobs:
            return f"nothing is done to any of {plural(n_jobs, 'job')}; {due}"
        done = [str(each["action"]) for each in self.jobs]
        parts = [
            look.paint(meaning, f"{count(done.count(name))} {_DONE[name]}")
            for name, meaning in ACTIONS
            if name in done
        ]
        return f"{', '.join(parts)} of {plural(n_jobs, 'job')}; {due}"

    def _exempt(self) -> list[str]:
        n_exempt = number(self.counts["n_exempt"])
        if not n_exempt:
            return []
        detail = printable(str(self.counts["exempt_detail"]))
        return [f"no rule acts on {plural(n_exempt, 'job')}: {detail}"]

    def _coming(self, row: Row) -> list[str | Cell]:
        due = row["due_time"]
        assert isinstance(due, datetime), "what is upcoming has a time"
        seconds = number(row["due_in_s"])
        return [
            *_who(row),
            _action(row),
            *(str(row["rule_id"]), span(seconds)),
            clock(due, self.policy.snapshot_time),
        ]


def has_jobs(cycle: FinishedCycle, task: int) -> bool:
    """Return whether a task has jobs."""
    (counts,) = rows(cycle, "explain", "job_counts", (task, None))
    return bool(counts["n_jobs"])


def explain_actions(
    cycle: FinishedCycle,
    task: int | None = None,
    queue: str | None = None,
    criterion: str | None = None,
) -> ActionStory:
    """Return what a policy of single units does to the jobs of a side.

    Raises:
        UsageError: no such rule or queue, or the task has no jobs.
    """
    rule = None if criterion is None else _rule(cycle.program.criteria, criterion)
    side = ActionSubject(task, queue, rule)
    (counts,) = rows(cycle, "explain", "job_counts", side.values[:2])
    if queue is not None and not counts["n_jobs"]:
        known = {str(row["queue_name"]) for row in rows(cycle, "explain", "job_queues")}
        if queue not in known:
            raise no_queue(queue, known)
    if task is not None and not counts["n_jobs"]:
        raise UsageError(
            f"{side.words} has no jobs: {cycle.policy} has nothing to decide",
            hint="the jobs of a snapshot stand in its table job",
        )
    return ActionStory(
        context_of(cycle),
        side,
        number(cycle.parameters.scalar("forecast_hours")),
        counts,
        tuple(rows(cycle, "explain", "acted_jobs", side.values)),
        tuple(rows(cycle, "explain", "upcoming_jobs", side.values)),
    )


def _rule(criteria: Sequence[Criterion], name: str) -> Criterion:
    """Return the first rule of an id, or that of a file's stem."""
    wanted = name.casefold()
    for each in criteria:
        if wanted in (each.criterion.casefold(), each.stem):
            return each
    hint = suggest(name, {each.criterion for each in criteria})
    raise UsageError(
        f"no rule {printable(name)}", hint=hint or "brokersql policy show lists them"
    )


def _who(row: Row) -> list[str]:
    task = row["jedi_task_id"]
    return [
        *(str(row["panda_id"]), str(row["job_status"]), str(row["queue_name"] or "–")),
        "–" if task is None else str(task),
    ]


def _action(row: Row) -> Cell:
    return Cell(str(row["action"]), _MEANING[str(row["action"])])


def _job(row: Row) -> list[str | Cell]:
    return [
        *_who(row),
        _action(row),
        "" if row["code"] is None else str(row["code"]),
        str(row["rule_id"]),
        "–" if row["age_s"] is None else span(number(row["age_s"])),
        str(row["rule_ids"]),
    ]

"""The story of a policy that acts upon jobs: what happens to those of a subject."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from brokersql.compiler import Criterion
from brokersql.core.errors import UsageError, suggest
from brokersql.cycle import FinishedCycle
from brokersql.explain.context import Story, StoryAnswer, StoryContext, context_of
from brokersql.explain.not_found import no_queue
from brokersql.render.documents import plain
from brokersql.render.numbers import clock, count, span
from brokersql.render.table import Cell, Display, TableColumn, lay_out
from brokersql.render.text import plural, printable
from brokersql.results.queries import Row, rows
from brokersql.results.summary import ACTIONS

_MEANING = dict(ACTIONS)
_DONE = {"fail": "failed", "kill": "killed", "reassign": "reassigned"}
_JOBS = (
    ">panda_id",
    "job_status",
    TableColumn("queue_name", cut="middle", drop=3),
    TableColumn("jedi_task_id", right=True, drop=2),
    "action",
    TableColumn("code", right=True, drop=1),
    "rule",
    ">age",
    TableColumn("rules that hit it", cut="end", drop=4),
)
_UPCOMING = (
    ">panda_id",
    "job_status",
    TableColumn("queue_name", cut="middle", drop=2),
    TableColumn("jedi_task_id", right=True, drop=1),
    "action",
    "rule",
    ">in",
    "at",
)


@dataclass(frozen=True, slots=True, repr=False)
class ActionStory(Story):
    """What is done to the jobs of a task, a queue or a rule, and what will be."""

    policy: StoryContext
    task: int | None
    queue: str | None
    job: int | None
    rule: Criterion | None
    hours: int
    counts: Row
    jobs: Sequence[Row]
    upcoming: Sequence[Row]

    @property
    def next_rule(self) -> str:
        """Return the rule file to look at next: that of the oldest job."""
        if self.rule is not None:
            return f"{self.policy.name}/{self.rule.stem}"
        first = next(iter((*self.jobs, *self.upcoming)), None)
        return f"{self.policy.name}/{first['rule_id']}" if first else ""

    @property
    def answer(self) -> StoryAnswer:
        """Return what is done to how many jobs."""
        return StoryAnswer("", self._outcome(Display()), tuple(self._exempt()))

    @plain()
    def document(self) -> dict[str, Any]:
        """Return the story as an object for JSON."""
        subject = "queue" if self.task is None else "task"
        if self.rule is not None:
            subject = "criterion"
        if self.job is not None:
            subject = "job"
        return {
            **self.policy.document(f"explain.{subject}"),
            "jedi_task_id": self.task,
            "queue_name": self.queue,
            "panda_id": self.job,
            "rule_id": self.rule.criterion if self.rule else None,
            "n_jobs": self.counts["n_jobs"],
            "n_exempt": self.counts["n_exempt"],
            "forecast_hours": self.hours,
            "jobs": self.jobs,
            "upcoming": self.upcoming,
        }

    def lines(self, look: Display, *, short: bool = False) -> list[str]:
        """Return the story for a reader; `short` leaves the jobs out."""
        time = clock(self.policy.snapshot_time)
        name = _subject(self.task, self.queue, self.rule, self.job)
        lines = [f"{look.paint('bold', name)} · {self.policy} · {time}"]
        if self.rule is not None:
            lines += [f"{self.rule.title}: {self.rule.effect}"]
            lines += [printable(self.rule.file)]
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
        n_jobs = self.counts["n_jobs"]
        if not n_jobs:
            place = f" at {printable(self.queue)}" if self.queue else ""
            return f"The snapshot has no jobs{place}."
        coming = len({each["panda_id"] for each in self.upcoming})
        due = f"{plural(coming, 'job')} due in the next {plural(self.hours, 'hour')}"
        if not self.jobs:
            return f"nothing is done to any of {plural(n_jobs, 'job')}; {due}"
        done = [each["action"] for each in self.jobs]
        parts = [
            look.paint(meaning, f"{count(done.count(name))} {_DONE[name]}")
            for name, meaning in ACTIONS
            if name in done
        ]
        return f"{', '.join(parts)} of {plural(n_jobs, 'job')}; {due}"

    def _exempt(self) -> list[str]:
        if not self.counts["n_exempt"]:
            return []
        jobs = plural(self.counts["n_exempt"], "job")
        return [f"no rule acts on {jobs}: {printable(self.counts['exempt_detail'])}"]

    def _coming(self, row: Row) -> list[str | Cell]:
        due = clock(row["due_time"], self.policy.snapshot_time)
        return [*_who(row), row["rule_id"], span(row["due_in_s"]), due]


def has_jobs(cycle: FinishedCycle, task: int) -> bool:
    """Return whether a task has jobs."""
    (counts,) = rows(cycle, "explain", "job_counts", (task, None, None))
    return bool(counts["n_jobs"])


def explain_actions(
    cycle: FinishedCycle,
    task: int | None = None,
    queue: str | None = None,
    criterion: str | None = None,
    job: int | None = None,
) -> ActionStory:
    """Return what a policy of single units does to the jobs of a side, or to one job.

    Raises:
        UsageError: no such rule, queue or job, or the task has no jobs.
    """
    rule = None if criterion is None else _rule(cycle.program.criteria, criterion)
    (counts,) = rows(cycle, "explain", "job_counts", (task, queue, job))
    if job is not None and not counts["n_jobs"]:
        hint = "the jobs of a snapshot stand in its table job"
        raise UsageError(f"no job {job}", hint=hint)
    if queue is not None and not counts["n_jobs"]:
        known = {row["queue_name"] for row in rows(cycle, "explain", "job_queues")}
        if queue not in known:
            raise no_queue(queue, known)
    if task is not None and not counts["n_jobs"]:
        name = _subject(task, queue, rule)
        raise UsageError(
            f"{name} has no jobs: {cycle.policy} has nothing to decide",
            hint="the jobs of a snapshot stand in its table job",
        )
    keys = (task, queue, rule.criterion if rule else None, job)
    return ActionStory(
        context_of(cycle),
        task,
        queue,
        job,
        rule,
        int(str(cycle.parameters.scalar("forecast_hours"))),
        counts,
        rows(cycle, "explain", "acted_jobs", keys),
        rows(cycle, "explain", "upcoming_jobs", keys),
    )


def _subject(
    task: int | None, queue: str | None, rule: Criterion | None, job: int | None = None
) -> str:
    """Return in words whose jobs are asked about."""
    parts = [
        "" if job is None else f"job {job}",
        "" if task is None else f"task {task}",
        "" if queue is None else f"queue {printable(queue)}",
        "" if rule is None else rule.criterion,
    ]
    return " at ".join(filter(None, parts))


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


def _who(row: Row) -> list[str | Cell]:
    """Return the job and what is done to it."""
    task = row["jedi_task_id"]
    return [
        *(str(row["panda_id"]), row["job_status"], row["queue_name"] or "–"),
        "–" if task is None else str(task),
        Cell(row["action"], _MEANING[row["action"]]),
    ]


def _job(row: Row) -> list[str | Cell]:
    return [
        *_who(row),
        "" if row["code"] is None else str(row["code"]),
        row["rule_id"],
        "–" if row["age_s"] is None else span(row["age_s"]),
        row["rule_ids"],
    ]

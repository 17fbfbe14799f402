"""The story of a task, queue, criterion, user, pilot or job of a cycle."""

from __future__ import annotations

from brokersql.core.errors import UsageError
from brokersql.cycle import FinishedCycle
from brokersql.explain.criterion import N_MOVED, CriterionStory, explain_criterion
from brokersql.explain.job import JobStory, explain_job
from brokersql.explain.pair import PairStory, explain_pair
from brokersql.explain.pilot import PilotStory, explain_pilot
from brokersql.explain.queue import N_TRIED, QueueStory, explain_queue
from brokersql.explain.task import N_ADVISED, TaskStory, explain_task
from brokersql.explain.unit import ActionStory, explain_actions
from brokersql.explain.user import UserStory, explain_user

Story = (
    TaskStory
    | PairStory
    | QueueStory
    | CriterionStory
    | ActionStory
    | UserStory
    | PilotStory
    | JobStory
)

#: What may be asked about where pilots are decided about.
_PILOT = "pilot, job or criterion"


def explain_subject(
    cycle: FinishedCycle,
    task: int | None = None,
    queue: str | None = None,
    *,
    chunk: int | None = None,
    criterion: str | None = None,
    user: str | None = None,
    pilot: str | None = None,
    job: int | None = None,
    changes: bool = False,
    passing: bool = False,
) -> Story:
    """Return the story of a task, a queue, both, a criterion, a user, or a match.

    Of several chunks the worst is explained, of a unified queue the nearest pseudo
    queue. A policy that acts upon jobs explains those of the task, queue or rule; one
    that serves pilots explains a `pilot`, by name or seq, or a `job`. With `changes`
    what would admit is looked for and verified; with `passing` a pair lists what it
    passes, and by how much.

    Raises:
        UsageError: what is named is not there, or nothing is named.
    """
    if pilot is not None:
        return explain_pilot(cycle, pilot, is_advised=changes)
    if job is not None:
        return explain_job(cycle, job)
    if cycle.program.decides == "pilot" and criterion is None:
        raise UsageError(f"{cycle.policy} decides about pilots", hint=_PILOT)
    if cycle.program.shape == "unit" and (task or queue or criterion):
        return explain_actions(cycle, task, queue, criterion)
    if user is not None:
        return explain_user(cycle, user)
    if criterion is not None:
        return explain_criterion(cycle, criterion, n_moved=N_MOVED if changes else 0)
    if task is not None:
        return explain_task_or_pair(
            cycle, task, queue, chunk, changes=changes, passing=passing
        )
    if queue is not None:
        return explain_queue(cycle, queue, n_tried=N_TRIED if changes else 0)
    raise UsageError("what is to be explained?", hint="task, queue, criterion or user")


def explain_task_or_pair(
    cycle: FinishedCycle,
    task: int,
    queue: str | None,
    chunk: int | None,
    *,
    changes: bool,
    passing: bool,
) -> TaskStory | PairStory:
    """Return the story of a task, or of it at a queue."""
    if queue is not None:
        return explain_pair(
            cycle, task, queue, chunk, is_advised=changes, with_passing=passing
        )
    return explain_task(cycle, task, chunk, n_advised=N_ADVISED if changes else 0)

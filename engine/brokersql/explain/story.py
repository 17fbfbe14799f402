"""Any story of a finished cycle, by what it is about."""

from __future__ import annotations

from brokersql.cycle import Cycle
from brokersql.errors import UsageError
from brokersql.explain.actions import ActionStory, tell_actions
from brokersql.explain.criterion import N_MOVED, CriterionStory, tell_criterion
from brokersql.explain.pair import PairStory, tell_pair
from brokersql.explain.pilot import PilotStory, tell_pilot
from brokersql.explain.queue import N_TRIED, QueueStory, tell_queue
from brokersql.explain.task import N_ADVISED, TaskStory, tell_task
from brokersql.explain.user import UserStory, tell_user
from brokersql.explain.waiting import JobStory, tell_job

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


def tell(
    cycle: Cycle,
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

    Of several chunks the worst is told, of a unified queue the nearest pseudo queue. A
    policy that acts upon jobs tells of those of the task, queue or rule; one of pilots
    of a `pilot`, by name or seq, or a `job`. With `changes` what would admit is looked
    for and verified; with `passing` a pair tells what it passes, and by how much.

    Raises:
        UsageError: what is named is not there, or nothing is named.
    """
    if pilot is not None:
        return tell_pilot(cycle, pilot, is_advised=changes)
    if job is not None:
        return tell_job(cycle, job)
    if cycle.program.decides == "pilot" and criterion is None:
        raise UsageError(f"{cycle.policy} decides about pilots", hint=_PILOT)
    if cycle.program.shape == "unit" and (task or queue or criterion):
        return tell_actions(cycle, task, queue, criterion)
    if user is not None:
        return tell_user(cycle, user)
    if criterion is not None:
        return tell_criterion(cycle, criterion, n_moved=N_MOVED if changes else 0)
    if task is not None:
        return tell_of_task(cycle, task, queue, chunk, changes=changes, passing=passing)
    if queue is not None:
        return tell_queue(cycle, queue, n_tried=N_TRIED if changes else 0)
    raise UsageError("what is to be explained?", hint="task, queue, criterion or user")


def tell_of_task(
    cycle: Cycle,
    task: int,
    queue: str | None,
    chunk: int | None,
    *,
    changes: bool,
    passing: bool,
) -> TaskStory | PairStory:
    """Return the story of a task, or of it at a queue."""
    if queue is not None:
        return tell_pair(
            cycle, task, queue, chunk, is_advised=changes, with_passing=passing
        )
    return tell_task(cycle, task, chunk, n_advised=N_ADVISED if changes else 0)

"""Explanations of the decisions of a finished cycle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from brokersql.core.errors import UsageError

if TYPE_CHECKING:
    from brokersql.cycle import FinishedCycle
    from brokersql.explain.context import Story

#: For how many near misses of a task, sole blockers of a queue and queues of a
#: criterion a change is looked for.
_N_MISSES, _N_BLOCKERS, _N_QUEUES = 10, 5, 5
#: How many stories the memory of a cycle keeps at most.
_N_STORIES = 256


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
    queue. A policy that acts upon jobs explains those of the task, queue or rule, or
    one `job`; one that serves pilots a `pilot`, by name or seq, or a `job`. With
    `changes` what would admit is looked for and verified; with `passing` a pair lists
    what it passes, and by how much. A cycle with a memory makes each story once.

    Raises:
        UsageError: what is named is not there, or nothing is named.
    """
    subject = (task, queue, chunk, criterion, user, pilot, job, changes, passing)
    if cycle.memory is None:
        return _story(cycle, *subject)
    known: dict[str, Story] = cycle.memory.part("stories", _N_STORIES)
    made_from = (cycle.options, cycle.policy_source, cycle.snapshot.where)
    key = repr((subject, made_from))
    if key not in known:
        known[key] = _story(cycle, *subject)
    return known[key]


def _story(
    cycle: FinishedCycle,
    task: int | None,
    queue: str | None,
    chunk: int | None,
    criterion: str | None,
    user: str | None,
    pilot: str | None,
    job: int | None,
    changes: bool,
    passing: bool,
) -> Story:
    cycle.check_chooses()
    # only the modules of one story are imported: a command explains one subject
    if pilot is not None:
        from brokersql.explain.pilot import explain_pilot

        return explain_pilot(cycle, pilot, is_advised=changes)
    if job is not None and cycle.program.shape == "unit":
        from brokersql.explain.unit import explain_actions

        return explain_actions(cycle, job=job)
    if job is not None:
        from brokersql.explain.pilot import explain_job

        return explain_job(cycle, job)
    if cycle.program.decides == "pilot" and criterion is None:
        hint = "pilot, job or criterion"
        raise UsageError(f"{cycle.policy} decides about pilots", hint=hint)
    if cycle.program.shape == "unit" and (task or queue or criterion):
        from brokersql.explain.unit import explain_actions

        return explain_actions(cycle, task, queue, criterion)
    if user is not None:
        from brokersql.explain.user import explain_user

        return explain_user(cycle, user)
    if criterion is not None:
        from brokersql.explain.criterion import explain_criterion

        return explain_criterion(cycle, criterion, n_moved=changes * _N_QUEUES)
    if task is not None and queue is not None:
        from brokersql.explain.pair import explain_pair

        return explain_pair(
            cycle, task, queue, chunk, is_advised=changes, with_passing=passing
        )
    if task is not None:
        from brokersql.explain.task import explain_task

        return explain_task(cycle, task, chunk, n_advised=changes * _N_MISSES)
    if queue is not None:
        from brokersql.explain.queue import explain_queue

        return explain_queue(cycle, queue, n_tried=changes * _N_BLOCKERS)
    raise UsageError(
        "say what to explain", hint="a task, queue, criterion, user, pilot or job"
    )

"""Explain room: a finished cycle in, the story of its decisions out."""

from __future__ import annotations

from brokersql.explain.actions import ActionStory, has_jobs, tell_actions
from brokersql.explain.criterion import N_MOVED, CriterionStory, tell_criterion
from brokersql.explain.head import Fix, fix_document
from brokersql.explain.pair import PairStory, tell_pair
from brokersql.explain.pilot import PilotStory, tell_pilot
from brokersql.explain.queue import N_TRIED, QueueStory, tell_queue
from brokersql.explain.task import N_ADVISED, TaskStory, tell_task
from brokersql.explain.unknown import no_task
from brokersql.explain.user import UserStory, tell_user
from brokersql.explain.waiting import JobStory, tell_job

__all__ = [
    "N_ADVISED",
    "N_MOVED",
    "N_TRIED",
    "ActionStory",
    "CriterionStory",
    "Fix",
    "JobStory",
    "PairStory",
    "PilotStory",
    "QueueStory",
    "TaskStory",
    "UserStory",
    "fix_document",
    "has_jobs",
    "no_task",
    "tell_actions",
    "tell_criterion",
    "tell_job",
    "tell_pair",
    "tell_pilot",
    "tell_queue",
    "tell_task",
    "tell_user",
]

"""Explain room: a finished cycle in, the story of its decisions out."""

from __future__ import annotations

from brokersql.explain.actions import ActionStory, has_jobs, tell_actions
from brokersql.explain.criterion import CriterionStory, tell_criterion
from brokersql.explain.pair import PairStory, tell_pair
from brokersql.explain.queue import QueueStory, tell_queue
from brokersql.explain.task import TaskStory, tell_task
from brokersql.explain.unknown import no_task

__all__ = [
    "ActionStory",
    "CriterionStory",
    "PairStory",
    "QueueStory",
    "TaskStory",
    "has_jobs",
    "no_task",
    "tell_actions",
    "tell_criterion",
    "tell_pair",
    "tell_queue",
    "tell_task",
]

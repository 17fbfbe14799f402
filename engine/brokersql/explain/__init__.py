"""Explain room: a finished cycle in, the story of its decisions out."""

from __future__ import annotations

from brokersql.explain.actions import ActionStory, has_jobs, tell_actions
from brokersql.explain.criterion import CriterionStory
from brokersql.explain.head import Fix, fix_document
from brokersql.explain.pair import PairStory, tell_pair
from brokersql.explain.pilot import PilotStory, tell_pilot
from brokersql.explain.queue import QueueStory
from brokersql.explain.story import Story, tell, tell_of_task
from brokersql.explain.task import TaskStory, tell_task
from brokersql.explain.unknown import no_task
from brokersql.explain.user import UserStory
from brokersql.explain.waiting import JobStory, tell_job

__all__ = [
    "ActionStory",
    "CriterionStory",
    "Fix",
    "JobStory",
    "PairStory",
    "PilotStory",
    "QueueStory",
    "Story",
    "TaskStory",
    "UserStory",
    "fix_document",
    "has_jobs",
    "no_task",
    "tell",
    "tell_actions",
    "tell_job",
    "tell_of_task",
    "tell_pair",
    "tell_pilot",
    "tell_task",
]

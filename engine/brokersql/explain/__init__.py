"""Explanations of the decisions of a finished cycle."""

from __future__ import annotations

from brokersql.explain.context import Fix, fix_document
from brokersql.explain.criterion import CriterionStory
from brokersql.explain.dispatch import Story, explain_subject, explain_task_or_pair
from brokersql.explain.job import JobStory, explain_job
from brokersql.explain.not_found import no_task
from brokersql.explain.pair import PairStory, explain_pair
from brokersql.explain.pilot import PilotStory, explain_pilot
from brokersql.explain.queue import QueueStory
from brokersql.explain.task import TaskStory, explain_task
from brokersql.explain.unit import ActionStory, explain_actions, has_jobs
from brokersql.explain.user import UserStory

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
    "explain_actions",
    "explain_job",
    "explain_pair",
    "explain_pilot",
    "explain_subject",
    "explain_task",
    "explain_task_or_pair",
    "fix_document",
    "has_jobs",
    "no_task",
]

"""Explain room: a finished cycle in, the story of one of its decisions out."""

from __future__ import annotations

from brokersql.explain.pair import PairStory, tell_pair
from brokersql.explain.task import TaskStory, tell_task
from brokersql.explain.unknown import no_task

__all__ = ["PairStory", "TaskStory", "no_task", "tell_pair", "tell_task"]

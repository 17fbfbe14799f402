"""Scoreboard: how work and shares fare in runs, replays and histories.

Share against target, estimates of waiting, Jain's index, capped and starved tasks: all
figures are queries of sql/views/scoreboard.
"""

from __future__ import annotations

from brokersql.scoreboard.board import (
    STARVED_S,
    Scoreboard,
    ScoreboardStory,
    WaitCauses,
    make_scoreboard,
    wait_causes,
)
from brokersql.scoreboard.states import (
    STATES,
    States,
    current_states,
    is_decided,
    join_states,
    open_states,
    prepare_views,
    recorded_states,
    states_of,
    stored_states,
)

__all__ = [
    "STARVED_S",
    "STATES",
    "Scoreboard",
    "ScoreboardStory",
    "States",
    "WaitCauses",
    "current_states",
    "is_decided",
    "join_states",
    "make_scoreboard",
    "open_states",
    "prepare_views",
    "recorded_states",
    "states_of",
    "stored_states",
    "wait_causes",
]

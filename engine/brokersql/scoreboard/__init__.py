"""Scoreboard room: runs, replays and histories in, how work and shares fare out.

Share against target, estimates of waiting, Jain's index, capped and starved tasks: all
figures are queries of sql/scoreboard.
"""

from __future__ import annotations

from brokersql.scoreboard.board import STARVED_S, Board, make_board
from brokersql.scoreboard.places import is_decided, open_states, stored_states
from brokersql.scoreboard.states import (
    STATES,
    States,
    begin,
    found_states,
    joined,
    told_states,
)
from brokersql.scoreboard.story import BoardStory

__all__ = [
    "STARVED_S",
    "STATES",
    "Board",
    "BoardStory",
    "States",
    "begin",
    "found_states",
    "is_decided",
    "joined",
    "make_board",
    "open_states",
    "stored_states",
    "told_states",
]

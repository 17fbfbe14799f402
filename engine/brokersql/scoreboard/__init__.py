"""Scoreboard room: runs, replays and histories in, how work and shares fare out.

Share against target, estimates of waiting, Jain's index, capped and starved tasks: all
figures are queries of sql/scoreboard.
"""

from __future__ import annotations

from brokersql.scoreboard.board import Board, make_board
from brokersql.scoreboard.places import open_states
from brokersql.scoreboard.states import STATES, States, begin, found_states, joined
from brokersql.scoreboard.story import BoardStory

__all__ = [
    "STATES",
    "Board",
    "BoardStory",
    "States",
    "begin",
    "found_states",
    "joined",
    "make_board",
    "open_states",
]

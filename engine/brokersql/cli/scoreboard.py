"""`brokersql scoreboard`: how shares and chunks fare, in a run or over time."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, cast

import typer

from brokersql.cli.output import Choices, Output
from brokersql.cli.progress import Teller


def scoreboard(
    context: typer.Context,
    place: Annotated[
        Path,
        typer.Argument(
            metavar="RUN|REPLAY|HISTORY",
            help="What run, replay or simulate wrote, or a history.",
        ),
    ],
    history: Annotated[
        Path | None,
        typer.Option("--history", help="Where the history of a replay is now."),
    ] = None,
    starved: Annotated[
        str, typer.Option("--starved", help="Time without a queue that is too long.")
    ] = "24h",
) -> None:
    """Tell how near global shares are to their targets, and how long work waits.

    Text and json tell means and all cycles, the other formats give one row per cycle,
    policy and share.
    """
    from brokersql.scoreboard import BoardStory, make_board, open_states
    from brokersql.snapshot.generate import seconds

    output = Output(cast(Choices, context.obj))
    starved_s = seconds(starved)
    teller = Teller("scoreboard", "parts", output)
    board = make_board(open_states(place, history, teller.tell), starved_s)
    output.story(BoardStory(str(place), board), lambda: board.told, "scoreboard")

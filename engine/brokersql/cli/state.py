"""What all commands on a state share: where it is, and how it may be taken over."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, cast

import typer

TakeOver = Annotated[
    bool,
    typer.Option("--take-over", help="Take the state from a process that hangs."),
]


def state_folder(context: typer.Context) -> Path:
    """Return the folder that stands before the name of the command."""
    assert context.parent is not None
    return cast(Path, context.parent.params["state"])

"""`brokersql match STATE serve`: many pilots ask over a local socket."""

from __future__ import annotations

import signal
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING, Annotated, cast

import typer

from brokersql.cli.output import Choices, Output
from brokersql.cli.state import TakeOver, state_folder

if TYPE_CHECKING:
    from brokersql.match.server import Server
    from brokersql.match.state import State


def serve(
    context: typer.Context,
    listen: Annotated[
        str | None,
        typer.Option(help="127.0.0.1:PORT or unix:PATH; default: STATE/socket."),
    ] = None,
    waiting: Annotated[
        int, typer.Option(min=1, help="Pilots that may wait; more are refused.")
    ] = 2000,
    timeout: Annotated[
        float, typer.Option(min=0, help="Seconds that a request waits for its turn.")
    ] = 30.0,
    take_over: TakeOver = False,
) -> None:
    """Answer match requests, HTTP with JSON, until SIGTERM or Ctrl-C.

    Requests that arrive together are one batch. What is being decided when it ends is
    still acknowledged.
    """
    from brokersql.match.address import SOCKET, Address, parse_address
    from brokersql.match.desk import Limits
    from brokersql.match.server import Server
    from brokersql.match.state import State

    output = Output(cast(Choices, context.obj))
    folder = state_folder(context)
    address = parse_address(listen) if listen else Address(path=folder / SOCKET)
    with State.open(folder, take_over=take_over) as state:
        server = Server(
            state,
            address,
            limits=Limits(n_waiting=waiting),
            timeout_s=timeout,
            describe=lambda: _description(state),
            view=state.ledger.view,
        )
        output.news(f"{folder} is served at {server.address}; Ctrl-C ends it")
        with _ended_by_sigterm(server):
            server.run()
    output.news("stopped; everything acknowledged is stored")


@contextmanager
def _ended_by_sigterm(server: Server) -> Generator[None]:
    """Let a server finish what it decides when the process is told to terminate."""

    def end(number: int, frame: FrameType | None) -> None:
        server.ending.say()

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _description(state: State) -> Mapping[str, object]:
    """Return what the service says of its state."""
    ledger = state.ledger
    return {
        "state": str(ledger.folder),
        "epoch": ledger.owner.epoch,
        "since": ledger.owner.since,
        "n_records": ledger.head.seq,
        "n_requests": state.n_requests,
        "digest": ledger.head.digest.hex(),
    }


def rebuild(context: typer.Context) -> None:
    """Make everything again that the ledger tells: checkpoint, manifest, head.

    Needed only where `verify` found one of these damaged. The segments and the tables
    in bulk are never changed.
    """
    from brokersql.match.ledger import Ledger
    from brokersql.match.mend import mend
    from brokersql.match.state import State
    from brokersql.match.verify import verify

    output = Output(cast(Choices, context.obj))
    folder = state_folder(context)
    for name in mend(folder):
        output.news(f"{name} made again from the segments")
    with State(Ledger.open(folder), whole=True) as state:
        state.checkpoint()
    output.lines([str(verify(folder))])

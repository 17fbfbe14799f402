"""`brokersql serve`: the pages of a run on this machine, read only."""

from __future__ import annotations

import secrets
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from brokersql.cli import completion
from brokersql.cli.options import RunFolder
from brokersql.cli.output import Choices, Output
from brokersql.cli.report import open_run_book
from brokersql.cli.source import open_source
from brokersql.errors import UsageError

if TYPE_CHECKING:
    from brokersql.web.server import Server

#: Seconds between two looks at whether Ctrl-C was pressed.
_POLL = 0.2

_Port = Annotated[
    int, typer.Option("--port", help="Port to listen on; 0 takes a free one.")
]
_Host = Annotated[
    str, typer.Option("--host", help="127.0.0.1: nothing else is listened on.")
]
_Beside = Annotated[
    list[Path] | None,
    typer.Option(
        "--beside",
        metavar="RUN_B",
        autocompletion=completion.places,
        help="A run that /diff may compare with, besides those next to RUN; "
        "repeatable.",
    ),
]


def serve(
    context: typer.Context,
    run: RunFolder,
    port: _Port = 0,
    host: _Host = "127.0.0.1",
    beside: _Beside = None,
) -> None:
    """Show a run in a browser, with all rows; every page has a .json twin.

    It listens on the loopback address only, changes nothing, and stops with Ctrl-C. It
    reads RUN, its snapshot, and the runs in the same folder; no URL names a file.
    """
    from brokersql.cycle import Options
    from brokersql.export import Desk
    from brokersql.web.beside import Beside
    from brokersql.web.server import HOST, Server
    from brokersql.web.site import Site

    output = Output(cast(Choices, context.obj))
    if host not in (HOST, "localhost"):
        raise UsageError(
            f"--host {host}: only {HOST} is listened on",
            hint="let ssh bring it nearer: ssh -L 8423:127.0.0.1:8423 HOST",
        )
    book = open_run_book(run)
    for remark in book.remarks:
        output.warn(remark)
    source = open_source(run)
    with Desk(lambda: source.shelf(None, Options())) as desk:
        runs = Beside(book.run.folder, beside or ())
        site = Site(book, secrets.token_urlsafe(12), desk.ask, runs)
        _listen(Server(site, port), output)


def _listen(server: Server, output: Output) -> None:
    """Answer requests until Ctrl-C, which reaches only the main thread."""
    thread = threading.Thread(
        target=server.serve_forever, args=(_POLL,), daemon=True, name="pages"
    )
    thread.start()
    output.lines([server.address])
    output.news("read only; Ctrl-C stops")
    try:
        while thread.is_alive():
            thread.join(_POLL)
    finally:
        server.shutdown()
        server.server_close()

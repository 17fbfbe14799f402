"""`brokersql serve`: the pages of a run on this machine, read only."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from brokersql.cli import completion
from brokersql.cli.options import (
    QueryMemory,
    QueryTimeout,
    RunFolder,
    query_limits,
)
from brokersql.cli.output import Choices, Output
from brokersql.cli.report import open_run_book
from brokersql.cli.source import open_source

if TYPE_CHECKING:
    from brokersql.sandbox import Limits
    from brokersql.web.editions import Editions, Opened
    from brokersql.web.server import Server

#: Seconds between two looks at whether Ctrl-C was pressed.
_POLL = 0.2

_Port = Annotated[
    int, typer.Option("--port", help="Port to listen on; 0 takes a free one.")
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
    beside: _Beside = None,
    timeout: QueryTimeout = 60.0,
    memory_limit: QueryMemory = "1GB",
) -> None:
    """Show a run in a browser, with all rows; every page has a .json twin.

    It listens on 127.0.0.1 only (let ssh bring it nearer: ssh -L 8423:127.0.0.1:8423
    HOST), changes nothing, and stops with Ctrl-C. It reads RUN, its snapshot, and the
    runs in the same folder; no URL names a file. A run that was written since is
    offered at the top.
    """
    from brokersql.web.editions import Editions
    from brokersql.web.server import Server

    output = Output(cast(Choices, context.obj))
    output.refuse_shaping()
    limits = query_limits(timeout, memory_limit)
    opened = partial(_opened, output=output, named=beside or (), limits=limits)
    editions = Editions(opened)
    try:
        site = editions.first(Path(run))
        _listen(Server(site, port, editions), output)
    finally:
        editions.close()


def _opened(
    folder: Path,
    key: str,
    editions: Editions,
    *,
    output: Output,
    named: Sequence[Path],
    limits: Limits,
) -> Opened:
    """Return the pages of a run, with a desk of its own for queries by hand."""
    from brokersql.cycle import Options
    from brokersql.export import Desk
    from brokersql.web.beside import Beside
    from brokersql.web.editions import Opened
    from brokersql.web.site import Site

    book = open_run_book(str(folder))
    for remark in book.remarks:
        output.warn(remark)
    beside = Beside(folder, named)
    source = open_source(str(folder))
    stack = ExitStack()
    stack.callback(book.database.close)
    desk = stack.enter_context(Desk(lambda: source.shelf(None, Options()), limits))
    newer = partial(editions.newer, folder, book.record)
    return Opened(Site(book, key, desk.ask, beside, newer), stack.close)


def _listen(server: Server, output: Output) -> None:
    """Answer requests until Ctrl-C, which reaches only the main thread."""
    thread = threading.Thread(
        target=server.serve_forever, args=(_POLL,), daemon=True, name="pages"
    )
    thread.start()
    try:
        output.lines([server.address])
        output.news("read only; Ctrl-C stops")
        while thread.is_alive():
            thread.join(_POLL)
    finally:
        server.shutdown()
        server.server_close()

"""`brokersql report` and `brokersql serve`: a run as a file, or as pages to browse."""

from __future__ import annotations

import secrets
import shlex
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from brokersql.cli import completion
from brokersql.cli.inputs import open_input
from brokersql.cli.options import (
    QueryMemory,
    QueryTimeout,
    argument,
    option,
    query_limits,
)
from brokersql.cli.output import Output, ProgressReporter, output_of
from brokersql.core.errors import UsageError

if TYPE_CHECKING:
    from brokersql.sandbox import QueryLimits
    from brokersql.web.history import Course
    from brokersql.web.routes import Site
    from brokersql.web.run_reader import RunReader
    from brokersql.web.server import OpenedRun, PageServer, RunRegistry


_SUFFIXES = (".html", ".htm")


def report(
    context: typer.Context,
    run: Annotated[
        str,
        argument(
            "RUN|REPLAY", "What run, replay or simulate wrote.", completion.places
        ),
    ],
) -> None:
    """Write a run as one HTML page: outcomes, reasons, maps, and the rows behind them.

    Of a replay or a simulation: how its chunks and pilots fared over time. The page
    opens offline. --format json prints the numbers of the page instead.
    """
    from brokersql.results.run_record import is_run
    from brokersql.web.history import is_course

    output = output_of(context)
    output.refuse_shaping()
    is_page = _is_page(output)
    if not is_run(run) and is_course(Path(run)):
        _report_history(Path(run), output, is_page=is_page)
    else:
        _report_run(run, output, is_page=is_page)


def _report_run(run: str, output: Output, *, is_page: bool) -> None:
    from brokersql.render.text import plural
    from brokersql.web.report import report_document, report_page

    reader = open_run(run)
    for remark in reader.remarks:
        output.warn(remark)
    if not is_page:
        output.document(report_document(reader))
        return
    _write(report_page(reader), plural(len(reader.policies), "policy"), output)
    if output.choices.output is not None:
        output.notice(f"next: brokersql serve {shlex.quote(run)}      (with all rows)")


def _report_history(place: Path, output: Output, *, is_page: bool) -> None:
    from brokersql.render.text import plural
    from brokersql.web.history import history_page

    course = _opened_course("report", place, output)
    if is_page:
        _write(history_page(course), plural(course.n_cycles, "cycle"), output)
        if output.choices.output is not None:
            output.notice(f"next: brokersql serve {shlex.quote(str(place))}")
    else:
        output.document(course.document)


def _opened_course(what: str, place: Path, output: Output) -> Course:
    from brokersql.web.history import open_course

    progress = ProgressReporter(what, "parts", output)
    return open_course(place, progress.update)


def _write(page: str, held: str, output: Output) -> None:
    """Write a page, and print its file and what it holds."""
    from brokersql.render.numbers import size

    output.text(page)
    if output.choices.output is not None:
        bytes_ = size(len(page.encode()))
        output.notice(f"written: {output.choices.output} ({held}, {bytes_})")


def open_run(run: str) -> RunReader:
    """Return the run of a folder, opened for its pages.

    Raises:
        UsageError: the folder holds no run.
        SnapshotError: its record or a table is damaged.
    """
    from brokersql.results.run_record import is_run, refuse_unfinished
    from brokersql.web.run_reader import open_reader

    if not is_run(run):
        refuse_unfinished(run)
        raise UsageError(
            f"{run} holds no run",
            hint="brokersql run SNAPSHOT --out DIR writes one",
        )
    return open_reader(run)


def _is_page(output: Output) -> bool:
    """Return whether a page is wanted, and not JSON.

    Raises:
        UsageError: another format, or a page for a terminal.
    """
    style, file = output.choices.format, output.choices.output
    if style == "json" or (style is None and _suffix(file) == ".json"):
        return False
    if style is not None:
        raise UsageError(
            f"a report has no form for {style}", hint="leave --format out, or json"
        )
    if file is not None and _suffix(file) not in _SUFFIXES:
        raise UsageError(
            f"--output {file}: a report is a page", hint="name it FILE.html"
        )
    if file is None and sys.stdout.isatty():
        raise UsageError("a page is not for a terminal", hint="--output FILE.html")
    return True


def _suffix(file: Path | None) -> str:
    return "" if file is None else file.suffix.lower()


#: Seconds between two checks for Ctrl-C.
_POLL = 0.2
#: Queries by hand that are answered at a time.
_AT_ONCE = 2

_Port = Annotated[int, option("--port", "Port to listen on; 0 takes a free one.")]
_ComparableRun = Annotated[
    list[Path] | None,
    option(
        "--beside",
        "A run that /diff may compare with, besides those next to RUN; repeatable.",
        completion.places,
        metavar="RUN_B",
    ),
]


def serve(
    context: typer.Context,
    run: Annotated[
        str,
        argument(
            "RUN|REPLAY|HISTORY",
            "What run, replay or simulate wrote, or a history.",
            completion.places,
        ),
    ],
    port: _Port = 0,
    comparable: _ComparableRun = None,
    timeout: QueryTimeout = 60.0,
    memory_limit: QueryMemory = "1GB",
) -> None:
    """Show a run in a browser, with all rows; every page has a .json twin.

    Of a replay, a simulation or a history: how work and shares fare over time.

    It listens on 127.0.0.1 only (let ssh bring it nearer: ssh -L 8423:127.0.0.1:8423
    HOST), changes nothing, and stops with Ctrl-C. It reads RUN, its snapshot, and the
    runs in the same folder; no URL names a file. A run that was written since is
    offered at the top. Meanwhile explain and sql of RUN answer at once.
    """
    from brokersql.cli.resident import ResidentProcess
    from brokersql.results.run_record import is_run
    from brokersql.web.history import is_course
    from brokersql.web.server import PageServer, RunRegistry

    output = output_of(context)
    output.refuse_shaping()
    if not is_run(run) and is_course(Path(run)):
        _serve_course(Path(run), port, output)
        return
    limits = query_limits(timeout, memory_limit)
    opened = partial(_opened, output=output, named=comparable or (), limits=limits)
    with closing(RunRegistry(opened)) as editions:
        server = PageServer(editions.first(Path(run)), port, editions)
        with ResidentProcess(Path(run)) as resident:
            _listen(server, output, resident.renew)


def _serve_course(place: Path, port: int, output: Output) -> None:
    """Show many cycles until Ctrl-C."""
    from brokersql.web.history import CourseSite
    from brokersql.web.server import PageServer

    site = CourseSite(_opened_course("serve", place, output), secrets.token_urlsafe(12))
    _listen(PageServer(site, port), output, lambda: None)


def _opened(
    folder: Path,
    key: str,
    editions: RunRegistry[Site],
    *,
    output: Output,
    named: Sequence[Path],
    limits: QueryLimits,
) -> OpenedRun[Site]:
    """Return the pages of a run, with a database of its own for queries."""
    from brokersql.cycle import Options
    from brokersql.export import QuerySession
    from brokersql.web.routes import Site
    from brokersql.web.server import OpenedRun
    from brokersql.web.stories import ComparableRuns

    reader = open_run(str(folder))
    for remark in reader.remarks:
        output.warn(remark)
    comparable = ComparableRuns(folder, named)
    source = open_input(str(folder))
    stack = ExitStack()
    stack.callback(reader.database.close)
    queries = stack.enter_context(
        QuerySession(partial(source.workspace, None, Options()), limits, _AT_ONCE)
    )
    newer = partial(editions.newer, folder, reader.record)
    return OpenedRun(Site(reader, key, queries.ask, comparable, newer), stack.close)


def _listen(
    server: PageServer[Any], output: Output, at_times: Callable[[], None]
) -> None:
    """Answer requests until Ctrl-C, which reaches only the main thread."""
    thread = threading.Thread(
        target=server.serve_forever, args=(_POLL,), daemon=True, name="pages"
    )
    thread.start()
    try:
        output.lines([server.address])
        output.notice("read only; Ctrl-C stops")
        while thread.is_alive():
            thread.join(_POLL)
            at_times()
    finally:
        server.end()

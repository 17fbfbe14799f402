"""`brokersql report`: a run as one HTML file that can be sent and opened anywhere."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from brokersql.cli import completion
from brokersql.cli.output import Choices, Output
from brokersql.cli.progress import Teller
from brokersql.errors import UsageError

if TYPE_CHECKING:
    from brokersql.web import Book

_SUFFIXES = (".html", ".htm")


def report(
    context: typer.Context,
    run: Annotated[
        str,
        typer.Argument(
            metavar="RUN|REPLAY",
            autocompletion=completion.places,
            help="What run, replay or simulate wrote.",
        ),
    ],
) -> None:
    """Write a run as one HTML page: outcomes, reasons, maps, and the rows behind them.

    Of a replay or a simulation: how its chunks and pilots fared over time. The page
    opens offline. --format json prints the numbers of the page instead.
    """
    from brokersql.report.recorded import is_run
    from brokersql.scoreboard import is_decided

    output = Output(cast(Choices, context.obj))
    output.refuse_shaping()
    is_page = _is_page(output)
    if not is_run(run) and is_decided(Path(run)):
        _report_history(Path(run), output, is_page=is_page)
    else:
        _report_run(run, output, is_page=is_page)


def _report_run(run: str, output: Output, *, is_page: bool) -> None:
    from brokersql.report.words import plural
    from brokersql.web import report_document, report_page

    book = open_run_book(run)
    for remark in book.remarks:
        output.warn(remark)
    if not is_page:
        output.document(report_document(book))
        return
    _write(report_page(book), plural(len(book.policies), "policy"), output)
    if output.choices.output is not None:
        output.news(f"next: brokersql serve {shlex.quote(run)}      (with all rows)")


def _report_history(place: Path, output: Output, *, is_page: bool) -> None:
    from brokersql.report.words import plural
    from brokersql.scoreboard import STARVED_S, make_board, open_states
    from brokersql.web import history_document, history_page

    teller = Teller("report", "parts", output)
    board = make_board(open_states(place, None, teller.tell), STARVED_S)
    if is_page:
        _write(history_page(place, board), plural(board.n_cycles, "cycle"), output)
    else:
        output.document(history_document(place, board))


def _write(page: str, held: str, output: Output) -> None:
    """Write a page, and tell where to and what it holds."""
    from brokersql.report.figures import size

    output.text(page)
    if output.choices.output is not None:
        bytes_ = size(len(page.encode()))
        output.news(f"written: {output.choices.output} ({held}, {bytes_})")


def open_run_book(run: str) -> Book:
    """Return the run of a folder, opened for its pages.

    Raises:
        UsageError: the folder holds no run.
        SnapshotError: its record or a table is damaged.
    """
    from brokersql.report.recorded import is_run
    from brokersql.web import open_book

    if not is_run(run):
        raise UsageError(
            f"{run} holds no run",
            hint="brokersql run SNAPSHOT --out DIR writes one",
        )
    return open_book(run)


def _is_page(output: Output) -> bool:
    """Tell whether a page is wanted, or the same as JSON.

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

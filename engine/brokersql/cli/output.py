"""Where results and notices of a command go: format, file, colour, width, progress."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

from brokersql.cli.config import COLOURS, FORMATS, LOG_FORMATS, SETTING_TYPES, Config
from brokersql.core.errors import BrokersqlError, UsageError

if TYPE_CHECKING:
    import pyarrow as pa
    import typer

    from brokersql.render.table import Display
    from brokersql.sandbox import QueryLimits


_SUFFIXES: Mapping[str, str] = {
    ".txt": "table",
    ".json": "json",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".csv": "csv",
    ".parquet": "parquet",
    ".arrow": "arrow",
    ".arrows": "arrow",
}
#: Rows of a report's table that a terminal shows unless --limit says otherwise.
_ROWS = 10


class Printable(Protocol):
    """A result as text and as an object for JSON."""

    def lines(self, look: Display) -> list[str]:
        """Return it as text."""
        ...

    def document(self) -> Mapping[str, object]:
        """Return it as one object."""
        ...


class LinesOrRows(Protocol):
    """A result as text and as rows."""

    def lines(self, look: Display) -> list[str]:
        """Return it as text."""
        ...

    def rows(self) -> pa.Table:
        """Return it as rows."""
        ...


@dataclass(slots=True)
class Choices:
    """The values of the options that every command has."""

    verbose: int = 0
    quiet: bool = False
    colour: str = "auto"
    format: str | None = None
    output: Path | None = None
    limit: int | None = None
    columns: str | None = None
    condition: str | None = None
    sort: str | None = None
    raw_csv: bool = False
    progress: bool | None = None
    log_format: str = "text"
    config: Config = field(default_factory=Config)
    #: Whether a part of the result is there: the command cannot be done again.
    has_result: bool = False
    #: What was read from stdin, which can be read once.
    stdin: str | None = None

    def begin(self, config: Config) -> None:
        """Start with the configured values; options on the command line come later."""
        self.config = config
        for name in SETTING_TYPES:
            attribute = {"color": "colour"}.get(name, name.replace("-", "_"))
            value = config.value(name)
            if attribute in Choices.__slots__ and value is not None:
                setattr(self, attribute, value)


class Output:
    """The two streams of one command: results on stdout, notices on stderr."""

    def __init__(self, choices: Choices) -> None:
        self.choices = choices
        #: The limits of --where, where the command has others than the default.
        self.limits: QueryLimits | None = None
        for name, known in (
            ("format", FORMATS),
            ("colour", COLOURS),
            ("log_format", LOG_FORMATS),
        ):
            given = getattr(choices, name)
            if given is not None and given not in known:
                option = {"colour": "--color"}.get(name, f"--{name.replace('_', '-')}")
                hint = f"one of: {', '.join(known)}"
                raise UsageError(f"no {option} {given}", hint=hint)
        if (choices.limit or 0) < 0:
            raise UsageError(f"--limit {choices.limit} is negative", hint="0 is all")

    def format(self, in_pipe: str = "csv") -> str:
        """Return the format in force; `in_pipe` is the default of a pipe."""
        if self.choices.format is not None:
            return self.choices.format
        output = self.choices.output
        if output is not None:
            suffix = output.suffix.lower()
            if suffix not in _SUFFIXES:
                raise UsageError(
                    f"--output {output}: its suffix names no format",
                    hint=f"add --format, or use one of {' '.join(_SUFFIXES)}",
                )
            return _SUFFIXES[suffix]
        return "table" if sys.stdout.isatty() else in_pipe

    @cached_property
    def look(self) -> Display:
        """Return the look of text on stdout, or in the file."""
        from brokersql.render.table import Display

        to_terminal = self.choices.output is None and sys.stdout.isatty()
        limit = self.choices.limit
        return Display(
            colour=_has_colour(self.choices.colour, to_terminal),
            width=shutil.get_terminal_size().columns if to_terminal else None,
            limit=(_ROWS if to_terminal else 0) if limit is None else limit,
            verbose=self.choices.verbose > 0,
        )

    def lines(self, lines: Iterable[str], *, whole: bool = False) -> None:
        """Write a result that is text, no line wider than the terminal.

        `whole` leaves the lines as they are, for another program to read.
        """
        from brokersql.render.text import fitted

        self.refuse_shaping()
        width = None if whole else self.look.width
        self._write(f"{line}\n" for line in fitted(lines, width))

    def text(self, text: str) -> None:
        """Write a result that is text in every format."""
        self._write([text if text.endswith("\n") else f"{text}\n"])

    def document(self, document: Mapping[str, object]) -> None:
        """Write a result that is one JSON object."""
        from brokersql.render.documents import json_line

        self.lines([json_line(document)], whole=True)

    def result(self, found: Printable, rows: Callable[[], pa.Table], kind: str) -> None:
        """Write a result as text, as one JSON object, or as its rows."""
        style = self.format("table")
        if style == "json":
            self.document(found.document())
        elif style == "table":
            self.lines(found.lines(self.look))
        else:
            self.rows(rows(), kind)

    def lines_or_rows(
        self, found: LinesOrRows, kind: str, *, in_pipe: str = "table"
    ) -> None:
        """Write a result as text, or as its rows in all other formats."""
        if self.format(in_pipe) == "table":
            self.lines(found.lines(self.look))
        else:
            self.rows(found.rows(), kind)

    def table_sizes(self, sizes: Iterable[tuple[str, int]], kind: str) -> None:
        """Write the names of tables with their numbers of rows."""
        from brokersql.render.formats import listing

        self.rows(listing("table n_rows:int", sizes), kind)

    def is_json(self, kind: str, instead: str) -> bool:
        """Return whether a nested result is wanted as JSON; refuse what is for rows.

        `instead` is the command that gives rows.
        """
        self.refuse_shaping()
        style = self.format("table")
        if style not in ("table", "json"):
            raise UsageError(
                f"{kind} is nested: {style} has no form for it",
                hint=f"use --format json, or a table: {instead}",
            )
        return style == "json"

    def rows(self, table: pa.Table, kind: str, *, in_pipe: str = "csv") -> int:
        """Write a flat result in the format in force; return how many rows it has."""
        from brokersql.render.formats import TEXT_FORMATS, text_lines, write_binary

        style = self.format(in_pipe)
        limit = self.choices.limit or 0
        table = self._shaped(table)
        if style in TEXT_FORMATS:
            cut = style != "table" and limit
            chosen = table.slice(0, limit) if cut else table
            look = replace(self.look, limit=limit)
            is_raw = self.choices.raw_csv
            lines = text_lines(chosen, style, look, kind, is_raw_csv=is_raw)
            self._write(f"{line}\n" for line in lines)
            return table.num_rows
        self._refuse_terminal(style)
        chosen = table.slice(0, limit or None)
        self._write_bytes(write_binary(chosen, style))
        return table.num_rows

    def check_rows(self, columns: pa.Schema) -> None:
        """See that rows can be written, before what cannot be done again is done.

        Raises:
            UsageError: an option names no such column, or no file that can be written.
        """
        from brokersql.core.files import partial_folder
        from brokersql.render.formats import TEXT_FORMATS

        style, output = self.format(), self.choices.output
        self._shaped(columns.empty_table())
        if style not in TEXT_FORMATS:
            self._refuse_terminal(style)
        if output is not None and (output.is_file() or not output.exists()):
            target = Path(os.path.realpath(output))
            with writing(output, "--output"), partial_folder(target):
                pass

    def _refuse_terminal(self, style: str) -> None:
        if self.choices.output is None and sys.stdout.isatty():
            raise UsageError(f"{style} is not for a terminal", hint="add --output FILE")

    def _shaped(self, table: pa.Table) -> pa.Table:
        """Return the rows, columns and order of --where, --columns and --sort."""
        from brokersql.render.formats import shaped

        if self.choices.condition is not None:
            from brokersql.results.queries import rows_where

            table = rows_where(table, self.choices.condition, self.limits)
        return shaped(table, self.choices.columns, self.choices.sort)

    def refuse_shaping(self) -> None:
        """Refuse options that shape rows, where there are none.

        Raises:
            UsageError: one of them is given.
        """
        choices = self.choices
        for option, given in (
            ("columns", choices.columns),
            ("where", choices.condition),
            ("sort", choices.sort),
        ):
            if given is not None:
                raise UsageError(
                    f"--{option} needs rows, and this result is a text",
                    hint="add --format csv, or ask brokersql sql",
                )

    def notice(self, text: str) -> None:
        """Write a line about the work to stderr, unless --quiet."""
        if not self.choices.quiet:
            self._log("news", text)

    def warn(self, text: str, level: str = "warning") -> None:
        """Write a warning or a note to stderr, unless --quiet."""
        if self.choices.quiet:
            return
        if self.choices.log_format == "json":
            self._log(level, text)
        else:
            self._log(level, f"{self.painted('wait', level + ':')} {text}")

    def error(self, error: BrokersqlError) -> None:
        """Write an error and its hint to stderr, unless --quiet."""
        from brokersql.render.text import printable

        parts = (part for line in error.lines() for part in line.split("\n"))
        first, *rest = map(printable, parts)
        self.notice("\n".join([f"{self.painted('bad', 'error:')} {first}", *rest]))

    def painted(self, meaning: str, text: str) -> str:
        """Return text for stderr in the colour of its meaning."""
        from brokersql.render.table import Display

        look = Display(colour=_has_colour(self.choices.colour, sys.stderr.isatty()))
        return look.paint(meaning, text)

    def _log(self, level: str, text: str) -> None:
        """Write to stderr: text, or an object with level and message."""
        if self.choices.log_format == "json":
            from brokersql.render.documents import json_line

            text = json_line({"level": level, "message": text})
        elif sys.stderr.isatty():
            from brokersql.render.text import fitted

            width = shutil.get_terminal_size().columns
            text = "\n".join(fitted(text.split("\n"), width))
        sys.stderr.write(_fit(f"{text}\n", sys.stderr.encoding))
        sys.stderr.flush()

    def _write(self, chunks: Iterable[str]) -> None:
        """Write text to stdout or, as a whole, to the output file."""
        if self.choices.output is None:
            for chunk in _joined(chunks):
                self.choices.has_result = True
                sys.stdout.write(_fit(chunk, sys.stdout.encoding))
            sys.stdout.flush()
        else:
            self._write_bytes("".join(chunks).encode())

    def _write_bytes(self, content: bytes) -> None:
        output = self.choices.output
        if output is None:
            self.choices.has_result = True
            sys.stdout.flush()
            sys.stdout.buffer.write(content)
            sys.stdout.buffer.flush()
            return
        write_whole(output, "--output", content)


def write_whole(place: Path, option: str, content: bytes) -> None:
    """Write the file that an option names, as a whole.

    Raises:
        UsageError: it cannot be written.
    """
    from brokersql.core.files import whole_file

    with writing(place, option), whole_file(place) as partial:
        partial.write_bytes(content)


def output_of(context: typer.Context) -> Output:
    """Return the output of a command."""
    return Output(cast(Choices, context.obj))


@contextmanager
def writing(place: Path, option: str) -> Generator[None]:
    """Let a file that cannot be written be a fault of the option that names it."""
    try:
        yield
    except OSError as error:
        raise UsageError(
            f"cannot write {place}: {error.strerror}",
            hint=f"give {option} a file that you may write, on a disk with space",
        ) from error


def _joined(chunks: Iterable[str]) -> Iterator[str]:
    """Yield larger pieces, since every write to a pipe costs."""
    rest = iter(chunks)
    while piece := "".join(islice(rest, 1000)):
        yield piece


def _fit(text: str, encoding: str | None) -> str:
    """Return text that an encoding can hold: known signs in ASCII, others escaped."""
    try:
        text.encode(encoding or "utf-8")
        return text
    except UnicodeEncodeError:
        from brokersql.render.text import plain_signs

        known = encoding or "ascii"
        return plain_signs(text).encode(known, "backslashreplace").decode(known)


def _has_colour(choice: str, is_terminal: bool) -> bool:
    """Return whether to use colour: by the option, else by NO_COLOR and the like."""
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    forced = os.environ.get("FORCE_COLOR") or os.environ.get("CLICOLOR_FORCE")
    return is_terminal or forced not in (None, "", "0")


#: Seconds between two updates on a terminal, and between two lines of a log.
_UPDATE_S = 0.25
_LINE_S = 60.0


@dataclass(slots=True)
class ProgressReporter:
    """Prints on stderr how many steps of a command are done, and the time left.

    `what` is the command, `unit` the noun of its steps. On a terminal one line is
    rewritten, in a log there is a line a minute.
    """

    what: str
    unit: str
    output: Output
    start: float = field(default_factory=time.monotonic)
    last_shown: float = 0.0

    @property
    def spent(self) -> float:
        """Return the seconds since the work began."""
        return time.monotonic() - self.start

    def update(
        self, n_done: int, n_all: int, n_found: int = 0, at: datetime | None = None
    ) -> None:
        """Report a step; `n_found` of those done were there from the start."""
        now = time.monotonic()
        is_first, is_last = n_done == n_found, n_done == n_all
        if is_first and n_found:
            self.output.notice(f"{n_found:,} {self.unit} found done")
        asked = self.output.choices.progress
        if self.output.choices.quiet or asked is False:
            return
        if asked or sys.stderr.isatty():
            if is_first or is_last or now - self.last_shown >= _UPDATE_S:
                self._draw(n_done, n_all, n_found, at)
        elif not is_first and now - max(self.last_shown, self.start) >= _LINE_S:
            self.last_shown = now
            where = "" if at is None else f" at {at}"
            self.output.notice(f"{self.what} {n_done:,}/{n_all:,}{where}")

    def _draw(self, n_done: int, n_all: int, n_found: int, at: datetime | None) -> None:
        from brokersql.render.text import progress_line

        self.last_shown = time.monotonic()
        n_new = n_done - n_found
        rate = n_new / self.spent if n_new else None
        line = progress_line(self.what, n_done, n_all, rate, at, unit=self.unit)
        end = "\n" if n_done == n_all else ""
        sys.stderr.write(f"\r\x1b[K{line}{end}")
        sys.stderr.flush()


def format_timings(seconds: Mapping[str, float]) -> str:
    """Return the seconds of each phase, and of all.

    >>> format_timings({"load": 0.254, "write": 1.0})
    'load 0.25 · write 1.00 = 1.25 s'
    """
    spent = " · ".join(f"{name} {s:.2f}" for name, s in seconds.items())
    return f"{spent} = {sum(seconds.values()):.2f} s"

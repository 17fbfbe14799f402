"""Where a command's result goes, and its news: format, file, colour, width."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from brokersql.cli.usual import COLOURS, FORMATS, KINDS, LOG_FORMATS, Usual
from brokersql.errors import UsageError

if TYPE_CHECKING:
    import pyarrow as pa

    from brokersql.report import Look

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


class Story(Protocol):
    """A result as text and as an object for JSON."""

    def lines(self, look: Look) -> list[str]:
        """Return it as text."""
        ...

    def document(self) -> Mapping[str, object]:
        """Return it as one object."""
        ...


@dataclass(slots=True)
class Choices:
    """What the options that every command has were given as."""

    verbose: int = 0
    quiet: bool = False
    colour: str = "auto"
    format: str | None = None
    output: Path | None = None
    limit: int | None = None
    columns: str | None = None
    condition: str | None = None
    sort: str | None = None
    progress: bool | None = None
    log_format: str = "text"
    usual: Usual = field(default_factory=Usual)
    #: Whether a part of the result is there: the command cannot be done again.
    has_result: bool = False
    #: What was read from stdin, which can be read once.
    stdin: str | None = None

    def begin(self, usual: Usual) -> None:
        """Start with what is usual; options on the command line come later."""
        self.usual = usual
        for name in KINDS:
            attribute = {"color": "colour"}.get(name, name.replace("-", "_"))
            value = usual.value(name)
            if attribute in Choices.__slots__ and value is not None:
                setattr(self, attribute, value)


class Output:
    """The two streams of one command: results on stdout, news on stderr."""

    def __init__(self, choices: Choices) -> None:
        self.choices = choices
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
        """Return the format in force; `in_pipe` is that of a result without one."""
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
    def look(self) -> Look:
        """Return how text may look on stdout, or in the file."""
        from brokersql.report import Look

        to_terminal = self.choices.output is None and sys.stdout.isatty()
        limit = self.choices.limit
        return Look(
            colour=_has_colour(self.choices.colour, to_terminal),
            width=shutil.get_terminal_size().columns if to_terminal else None,
            limit=(_ROWS if to_terminal else 0) if limit is None else limit,
            verbose=self.choices.verbose > 0,
        )

    def lines(self, lines: Iterable[str], *, whole: bool = False) -> None:
        """Write a result that is text, no line wider than the terminal.

        `whole` is for what another program reads: its lines are left as they are.
        """
        from brokersql.report.words import fitted

        self.refuse_shaping()
        width = None if whole else self.look.width
        self._write(f"{line}\n" for line in fitted(lines, width))

    def text(self, text: str) -> None:
        """Write a result that is a text of its own, whatever the format."""
        self._write([text if text.endswith("\n") else f"{text}\n"])

    def document(self, document: Mapping[str, object]) -> None:
        """Write a result that is one JSON object."""
        from brokersql.report.machine import json_line

        self.lines([json_line(document)], whole=True)

    def story(self, told: Story, rows: Callable[[], pa.Table], kind: str) -> None:
        """Write a result as text, as one JSON object, or as its rows."""
        style = self.format("table")
        if style == "json":
            self.document(told.document())
        elif style == "table":
            self.lines(told.lines(self.look))
        else:
            self.rows(rows(), kind)

    def nested(self, kind: str, instead: str, *, in_pipe: str = "table") -> bool:
        """Tell whether a nested result is wanted as JSON; refuse flat formats."""
        style = self.format(in_pipe)
        if style not in ("table", "json"):
            raise UsageError(
                f"{kind} is nested: {style} has no form for it",
                hint=f"use --format json, or a table: {instead}",
            )
        return style == "json"

    def rows(self, table: pa.Table, kind: str, *, in_pipe: str = "csv") -> int:
        """Write a flat result in the format in force; return how many rows it has."""
        from brokersql.report.rows import TEXT_FORMATS, text_lines, write_binary

        style = self.format(in_pipe)
        limit = self.choices.limit or 0
        table = self._shaped(table)
        if style in TEXT_FORMATS:
            cut = style != "table" and limit
            chosen = table.slice(0, limit) if cut else table
            look = replace(self.look, limit=limit)
            lines = text_lines(chosen, style, look, kind)
            self._write(f"{line}\n" for line in lines)
            return table.num_rows
        if self.choices.output is None and sys.stdout.isatty():
            raise UsageError(f"{style} is not for a terminal", hint="add --output FILE")
        chosen = table.slice(0, limit or None)
        self._write_bytes(write_binary(chosen, style))
        return table.num_rows

    def _shaped(self, table: pa.Table) -> pa.Table:
        """Return the rows, the columns and the order that were asked for."""
        from brokersql.report.rows import shaped

        if self.choices.condition is not None:
            from brokersql.report.condition import fulfilling

            table = fulfilling(table, self.choices.condition)
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

    def news(self, text: str) -> None:
        """Say something about the work, on stderr, unless asked to be quiet."""
        if not self.choices.quiet:
            self._tell("news", text)

    def warn(self, text: str, word: str = "warning") -> None:
        """Say that something is odd, on stderr."""
        if self.choices.quiet:
            return
        if self.choices.log_format == "json":
            self._tell(word, text)
        else:
            self._tell(word, f"{self.painted('wait', word + ':')} {text}")

    def painted(self, meaning: str, text: str) -> str:
        """Return text for stderr in the colour of its meaning."""
        from brokersql.report import Look

        look = Look(colour=_has_colour(self.choices.colour, sys.stderr.isatty()))
        return look.paint(meaning, text)

    def _tell(self, level: str, text: str) -> None:
        """Write to stderr: text, or an object with level and message."""
        if self.choices.log_format == "json":
            from brokersql.report.machine import json_line

            text = json_line({"level": level, "message": text})
        elif sys.stderr.isatty():
            from brokersql.report.words import fitted

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
        partial = output.with_name(f".{output.name}.partial")
        try:
            partial.write_bytes(content)
            os.replace(partial, output)
        except OSError as error:
            raise UsageError(
                f"cannot write {output}: {error.strerror}",
                hint="give --output a file that you may write",
            ) from error


def _joined(chunks: Iterable[str]) -> Iterator[str]:
    """Yield larger pieces, since every write to a pipe costs."""
    rest = iter(chunks)
    while piece := "".join(islice(rest, 1000)):
        yield piece


def _fit(text: str, encoding: str | None) -> str:
    """Return text that an encoding can hold: our signs in ASCII, others escaped."""
    try:
        text.encode(encoding or "utf-8")
        return text
    except UnicodeEncodeError:
        from brokersql.report.words import plain_signs

        known = encoding or "ascii"
        return plain_signs(text).encode(known, "backslashreplace").decode(known)


def _has_colour(choice: str, is_terminal: bool) -> bool:
    """Tell whether to use colour: the option wins, then the usual variables."""
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    forced = os.environ.get("FORCE_COLOR") or os.environ.get("CLICOLOR_FORCE")
    return is_terminal or forced not in (None, "", "0")

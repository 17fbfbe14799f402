"""The input contract: which tables and columns a snapshot has, read from sql/snapshot.

One file holds one table: header lines ``-- key: value`` (``title``, ``note``,
``expected with``, ``key``, ``key nulls``, ``reference``, ``range``, ``settable``,
``unit of``), each continued by lines without a key, then a ``create table`` with one
column per line. A range names one column, or several that it holds of. It is open where
it ends in ``…``, as a vocabulary that others may add to: ``status in ('online', …)``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from types import MappingProxyType

from brokersql.core.sql_files import sql_root, sql_text

#: The table of the rows that loading refuses, beside those of the contract.
QUARANTINE = "quarantine"
_HEADER = re.compile(r"-- ([a-z ]+): (.+)")
_MORE = re.compile(r"-- (.+)")
_UNIT = re.compile(r"(MB|GB|TB|s|jobs|files|cores|slots|kB/s|%)(?:[,; ]|$)")
_UNIT_COLUMN = re.compile(r"in (\w+_unit)\b")
_OPENING = re.compile(r"create table (\w+) \(")
_BEGINNING = re.compile(r"^create table ", re.MULTILINE)
_VOCABULARY = re.compile(r"\w+ in \((.+)\)")
_SHARED_RANGE = re.compile(r"(?P<names>\w+(?:, \w+)+) (?P<range>(?:between|in) .+)")
_COLUMN = re.compile(r"    (\w+) +([A-Z]+(?:\[\])?),?(?:  -- (.+))?")


class ContractError(ValueError):
    """A line of a contract file has not the form that it should have."""

    def __init__(self, name: str, line: int, text: str) -> None:
        super().__init__(f"{name}:{line}: not a line of a contract: {text}")
        self.line = line


@dataclass(frozen=True, slots=True)
class Column:
    """One column: `type` as DuckDB writes it, `comment` with unit and source."""

    name: str
    type: str
    comment: str

    @property
    def unit(self) -> str | None:
        """Return the unit with which the comment begins, if it does."""
        found = _UNIT.match(self.comment.removeprefix("optional").lstrip("; "))
        return found[1] if found else None

    @property
    def unit_column(self) -> str | None:
        """Return the column of the same row that holds the unit, if there is one."""
        found = _UNIT_COLUMN.match(self.comment)
        return found[1] if found else None

    @property
    def is_optional(self) -> bool:
        """True when a file may lack the column, which then is NULL."""
        return self.comment.startswith("optional")


@dataclass(frozen=True, slots=True)
class Reference:
    """Columns whose values should stand in the columns of another table."""

    columns: tuple[str, ...]
    table: str
    target: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RowCondition:
    """A SQL condition that is true of every row, or NULL.

    An open one, which ends in `…`, says what is usual: a row beyond it is named and
    stays. A row beyond a closed one is left out.
    """

    text: str
    is_open: bool = False

    @classmethod
    def of(cls, text: str) -> RowCondition:
        """Return the condition that a header line declares."""
        closed = text.replace(", …)", ")").removesuffix(" …")
        return cls(closed, closed != text)

    @property
    def words(self) -> tuple[str, ...]:
        """Return the words of a vocabulary; none where it is another condition.

        >>> RowCondition.of("role in ('nucleus', 'satellite', …)").words
        ('nucleus', 'satellite')
        """
        found = _VOCABULARY.fullmatch(self.text)
        values = re.findall(r"'([^']*)'|(\d+)", found[1]) if found else ()
        return tuple(word or number for word, number in values)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Table:
    """One input table.

    `settable` are the columns that whoever owns the row sets, and could set otherwise.
    A snapshot that has rows in all of `expected_with` has some in this one; with none
    named, no row means that there is nothing of the kind. `units` are the units of
    columns that have several: by column, pattern of the last part of the key, and unit.
    """

    name: str
    title: str
    expected_with: tuple[str, ...]
    key: tuple[str, ...]
    nullable_key: tuple[str, ...]
    references: tuple[Reference, ...]
    ranges: tuple[RowCondition, ...]
    settable: tuple[str, ...]
    units: tuple[tuple[str, str, str], ...]
    columns: tuple[Column, ...]

    @property
    def column_types(self) -> dict[str, str]:
        """Return column name → type, in the order of the contract."""
        return {column.name: column.type for column in self.columns}

    def unit_of(self, name: str, key: Sequence[str]) -> str | None:
        """Return the unit of a value of one row, where the contract names it."""
        for column, pattern, unit in self.units:
            if column == name and fnmatchcase(key[-1], pattern):
                return unit
        return next(each.unit for each in self.columns if each.name == name)


@cache
def tables() -> Mapping[str, Table]:
    """Return all input tables by name, sorted by name."""
    files = sorted((sql_root() / "snapshot").glob("*.sql"))
    texts = {file.stem: file.read_text(encoding="utf-8") for file in files}
    return MappingProxyType({name: read_table(texts[name], name) for name in texts})


@cache
def ddl(table: str) -> str:
    """Return the ``create table`` statement of one table, comments included."""
    return statement_of(sql_text("snapshot", table))


def statement_of(text: str) -> str:
    """Return the ``create table`` statement of the text of a contract file."""
    found = _BEGINNING.search(text)
    return text[found.start() :] if found else ""


@cache
def quarantine_ddl() -> str:
    """Return the ``create table`` statement of the rows that loading refuses."""
    return sql_text("snapshot/validate", f"{QUARANTINE}_table")


@cache
def schema() -> str:
    """Return the statements that create all tables and the quarantine, in one text."""
    return "\n".join((*(ddl(name) for name in tables()), quarantine_ddl()))


def read_table(text: str, name: str) -> Table:
    """Return the table that the text of a contract file declares.

    Raises:
        ContractError: a line has not the form that the contract asks for.
    """
    header, columns = parse(text, f"{name}.sql")
    return Table(
        name=name,
        title=" ".join(header.get("title", ())),
        expected_with=_names(" ".join(header.get("expected with", ()))),
        key=_names(" ".join(header.get("key", ()))),
        nullable_key=_names(" ".join(header.get("key nulls", ()))),
        references=tuple(_reference(text) for text in header.get("reference", ())),
        ranges=tuple(map(RowCondition.of, _ranges(header.get("range", ())))),
        settable=_names(", ".join(header.get("settable", ()))),
        units=tuple(_units(header)),
        columns=columns,
    )


def parse(text: str, name: str) -> tuple[dict[str, list[str]], tuple[Column, ...]]:
    """Return the header values by key and the columns of one contract file.

    Raises:
        ContractError: a line has not the form that the contract asks for.
    """
    header: dict[str, list[str]] = {}
    columns: list[Column] = []
    is_inside, last = False, ""
    for number, line in enumerate(text.splitlines(), start=1):
        if match := _HEADER.fullmatch(line):
            last = match[1]
            header.setdefault(last, []).append(match[2])
        elif last and not columns and (match := _MORE.fullmatch(line)):
            header[last][-1] += f" {match[1]}"
        elif _OPENING.fullmatch(line):
            is_inside = True
        elif is_inside and (match := _COLUMN.fullmatch(line)):
            columns.append(Column(match[1], match[2], match[3] or ""))
        elif line == ");":
            is_inside = False
        else:
            raise ContractError(name, number, line)
    return header, tuple(columns)


def _ranges(texts: Iterable[str]) -> Iterator[str]:
    """Yield the range of each column; several may have one: `a, b between 0 and 1`."""
    for text in texts:
        found = _SHARED_RANGE.fullmatch(text)
        if found is None:
            yield text
        else:
            yield from (f"{name} {found['range']}" for name in _names(found["names"]))


def _units(header: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, str, str]]:
    """Yield column, pattern and unit of what ``unit of column: pattern unit`` says."""
    for name, texts in header.items():
        _, is_unit, column = name.partition("unit of ")
        for text in _names(", ".join(texts)) if is_unit else ():
            pattern, unit = text.split(" ")
            yield column, pattern, unit


def _names(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _reference(text: str) -> Reference:
    left, _, right = text.partition(" -> ")
    table, _, target = right.partition(".")
    return Reference(_names(left), table, _names(target))

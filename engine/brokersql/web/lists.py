"""The lists behind every number: rows of one relation, filtered, sorted, paged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pyarrow as pa

from brokersql.compiler.frames import frame
from brokersql.database import quote
from brokersql.errors import UsageError
from brokersql.policy.faults import suggest
from brokersql.web.book import Book
from brokersql.web.kinds import LISTS, ListKind
from brokersql.web.links import Filter, parse_filter

#: Names in a query that are no columns.
_NUMBERS = ("page", "limit", "offset")
_RESERVED = ("sort", *_NUMBERS, "group", "key", "q")
_PAGE = 100
#: Identifiers are numbers that nobody adds up.
_IDS = ("jedi_task_id", "panda_id", "dataset_id", "tq_id", "job_id", "code", "bit")
#: Columns whose values have a page of their own, and its kind.
_TARGETS: Mapping[str, str] = {
    "jedi_task_id": "task",
    "unified_name": "queue",
    "best_queue": "queue",
    "criterion": "criterion",
    "waits_by": "criterion",
    "only_blocker": "criterion",
    "top_criterion": "criterion",
    "rule_id": "criterion",
    "user_name": "user",
    "seq": "pilot",
    "pilot_id": "pilot",
    "job_id": "job",
    "tq_id": "matches",
}


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a list: how its values read, and the kind of page they lead to."""

    name: str
    kind: str
    target: str | None


@dataclass(frozen=True, slots=True)
class Listed:
    """A page of a list; `n_rows` counts all rows that pass the filters."""

    kind: ListKind
    columns: tuple[Column, ...]
    rows: pa.Table
    n_rows: int
    n_all: int


def columns_of(book: Book, policy: str, kind: ListKind) -> tuple[Column, ...]:
    """Return the columns of a list that hold anything for this policy."""
    rows = book.database.table(f"from {quote(kind.relation)} limit 0")
    filled = _filled(book, policy, kind.relation)
    return tuple(
        Column(name, _kind(name, type_), _TARGETS.get(name))
        for name, type_ in zip(rows.column_names, rows.schema.types, strict=True)
        if name in filled
    )


def _filled(book: Book, policy: str, relation: str) -> frozenset[str]:
    """Return the columns of a relation that hold anything for this policy."""
    key = (policy, relation)
    if key not in book.filled:
        sql = frame("listed_filled", table=quote(relation))
        counts = book.database.table(sql, (policy,)).to_pylist()[0]
        book.filled[key] = frozenset(
            name for name, n in counts.items() if n and name != "policy"
        )
    return book.filled[key]


def _kind(name: str, type_: pa.DataType) -> str:
    if name in _IDS:
        return "id"
    if pa.types.is_integer(type_):
        return "int"
    return "num" if pa.types.is_floating(type_) else "text"


def listed(book: Book, policy: str, name: str, query: Mapping[str, str]) -> Listed:
    """Return the rows of a list that a query asks for.

    Raises:
        UsageError: a filter or an order names no column, or a number is none.
    """
    kind = LISTS[name]
    columns = columns_of(book, policy, kind)
    kept, values = _kept(policy, columns, query, kind)
    limit = _whole(query, "limit", _PAGE)
    offset = _whole(query, "offset", (_whole(query, "page", 1) - 1) * limit)
    table = quote(kind.relation)
    shown = [quote(each.name) for each in columns] or ["policy"]
    keys = _keys(columns, query.get("sort", ""), kind.order)
    sql = frame("listed", table=table, columns=shown, filtered=kept, keys=keys)
    rows = book.database.table(sql, (*values, limit, max(offset, 0)))
    n_rows = count_rows(book, policy, name, query)
    return Listed(kind, columns, rows, n_rows, count_rows(book, policy, name, {}))


def count_rows(book: Book, policy: str, name: str, query: Mapping[str, str]) -> int:
    """Return how many rows of a list pass the filters of a query.

    Raises:
        UsageError: a filter names no column.
    """
    kind = LISTS[name]
    kept, values = _kept(policy, columns_of(book, policy, kind), query, kind)
    sql = frame("listed_count", table=quote(kind.relation), filtered=kept)
    return int(str(book.database.rows(sql, values)[0][0]))


def check_filters(book: Book, policy: str, name: str, query: Mapping[str, str]) -> None:
    """Refuse a query that names what a list has not.

    Raises:
        UsageError: a filter, an order or a group names no column, or a number is none.
    """
    kind = LISTS[name]
    columns = columns_of(book, policy, kind)
    _kept(policy, columns, query, kind)
    _keys(columns, query.get("sort", ""), kind.order)
    for each in _NUMBERS:
        _whole(query, each, 1)
    if "group" in query:
        _known(columns, query["group"])


def grouped(
    book: Book, policy: str, name: str, query: Mapping[str, str], limit: int = 50
) -> list[dict[str, object]]:
    """Return how many rows of a list have which value in the column `group`.

    Raises:
        UsageError: a filter or the group names no column.
    """
    kind = LISTS[name]
    columns = columns_of(book, policy, kind)
    column = _known(columns, query.get("group", ""))
    kept, values = _kept(policy, columns, query, kind)
    sql = frame(
        "listed_groups",
        table=quote(kind.relation),
        column=quote(column.name),
        filtered=kept,
    )
    return book.database.table(sql, (*values, limit)).to_pylist()


def _kept(
    policy: str, columns: Sequence[Column], query: Mapping[str, str], kind: ListKind
) -> tuple[list[str], list[object]]:
    """Return the values that are filtered, and operator and operand of each."""
    filters = [
        parse_filter(_known(columns, kind.also.get(name, name)).name, text)
        for name, text in query.items()
        if name not in _RESERVED
    ]
    kept = ["coalesce(policy, ?)", *(quote(each.column) for each in filters)]
    values: list[object] = [policy, "is", policy]
    for each in filters:
        values += _operands(each)
    if query.get("q"):
        kept.append(f"concat_ws(' ', {', '.join(quote(c.name) for c in columns)})")
        values += _operands(parse_filter("q", f"*{query['q']}*"))
    return kept, values


def _operands(wanted: Filter) -> tuple[object, object]:
    return wanted.operator, wanted.value


def _known(columns: Sequence[Column], name: str) -> Column:
    for each in columns:
        if each.name == name:
            return each
    names = [each.name for each in columns]
    raise UsageError(f"no column {name}", hint=suggest(name, names) or ", ".join(names))


def _keys(columns: Sequence[Column], sort: str, usual: Sequence[str]) -> list[str]:
    """Return the order of a list: what is asked for first, then the usual one."""
    known = {each.name for each in columns}
    keys = [each for each in usual if each.removeprefix("-") in known]
    if sort:
        _known(columns, sort.removeprefix("-"))
        keys.insert(0, sort)
    return [
        f"{quote(key.removeprefix('-'))} {'desc' if key[0] == '-' else ''} nulls last"
        for key in keys
    ]


def _whole(query: Mapping[str, str], name: str, usual: int) -> int:
    text = query.get(name, "")
    if text and not text.isdecimal():
        raise UsageError(f"{name}={text} is no number", hint="1, 2, 3 …")
    return min(int(text), 1_000_000) if text else usual

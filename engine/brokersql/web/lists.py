"""The lists behind every number: rows of one relation, filtered, sorted, paged.

`LISTS` names them, with their relation and order; `parse_filter` is the filter grammar.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa

from brokersql.compiler.templates import frame
from brokersql.core.database import quote
from brokersql.core.errors import UsageError, suggest
from brokersql.web.run_reader import RunReader


@dataclass(frozen=True, slots=True)
class ListDefinition:
    """A list that pages can show: its relation, title, order and one line about it.

    `table` is the result table of the run that holds what it is made of; `also` are
    other names of columns that a filter may use.
    """

    relation: str
    table: str
    title: str
    about: str
    order: tuple[str, ...]
    facets: tuple[str, ...] = ()
    also: Mapping[str, str] = field(default_factory=dict[str, str])


LISTS: Mapping[str, ListDefinition] = {
    "tasks": ListDefinition(
        "decision",
        "result",
        "Tasks",
        "One row per chunk that was decided.",
        ("-priority", "jedi_task_id", "chunk_no"),
        ("status", "waits_by", "processing_type", "gshare", "core_count"),
        {"criterion": "waits_by"},
    ),
    "pairs": ListDefinition(
        "pair_row",
        "verdict",
        "Tasks at queues",
        "One row per task and queue; of its pseudo queues the one that came furthest. "
        "failing lists all criteria that fail there, not only the first.",
        ("jedi_task_id", "chunk_no", "rank", "n_failing", "unified_name"),
        ("outcome", "criterion", "only_blocker", "cloud"),
    ),
    "queues": ListDefinition(
        "queue_row",
        "exclusion",
        "Queues",
        "What became of all tasks at each queue; n_alone counts the tasks that one "
        "criterion alone keeps away.",
        ("-n_chosen", "unified_name"),
        ("cloud", "status", "top_criterion"),
    ),
    "weights": ListDefinition(
        "weight_row",
        "weighed",
        "Weights",
        "Every pair that reached the weights, with its factors; rank is empty where it "
        "was not chosen.",
        ("jedi_task_id", "chunk_no", "place"),
        ("criterion",),
    ),
    "exclusion": ListDefinition(
        "exclusion",
        "exclusion",
        "Rejected pseudo queues",
        "The reported reason of every rejected pair, with its numbers.",
        ("jedi_task_id", "chunk_no", "round", "step", "queue_name"),
        ("criterion", "class"),
    ),
    "links": ListDefinition(
        "link_row",
        "network_metric",
        "Links",
        "The newest metrics between two sites.",
        ("-n_queued", "src_site", "dst_site"),
        (),
    ),
    "rules": ListDefinition(
        "rule_row",
        "criterion",
        "Rules",
        "The files that decide, in their order, and what each of them touches.",
        ("step",),
        ("class", "effect"),
    ),
    "actions": ListDefinition(
        "action_row",
        "action",
        "Actions upon jobs",
        "One row per job and rule that hits it.",
        ("-is_strongest", "-age_s", "panda_id", "rule_id"),
        ("action", "rule_id", "job_status", "queue_name"),
    ),
    "placements": ListDefinition(
        "placement",
        "placement",
        "Placements",
        "The batches of jobs in the order in which queues get them.",
        ("jedi_task_id", "chunk_no", "seq"),
        ("queue_name",),
    ),
    "destinations": ListDefinition(
        "destination",
        "destination",
        "Destinations",
        "Where the output and log datasets of each task go.",
        ("jedi_task_id", "dataset_id"),
        ("nucleus",),
    ),
    "pilots": ListDefinition(
        "pilot_row",
        "exclusion",
        "Pilots",
        "Resources that ask for a job, what each got, and how many task queues fit it.",
        ("n_fit", "seq"),
        ("status", "site", "setup", "top_criterion"),
    ),
    "task_queues": ListDefinition(
        "task_queue_row",
        "task_queue",
        "Task queues",
        "What jobs that are alike ask for, their priority, and the pilots that fit.",
        ("-n_jobs", "tq_id"),
        ("owner_group", "setup", "top_criterion"),
    ),
    "matches": ListDefinition(
        "match_row",
        "verdict",
        "Pilots at task queues",
        "One row per pilot and task queue; failing lists all conditions that do not "
        "hold, not only the first.",
        ("seq", "n_failing", "tq_id"),
        ("outcome", "criterion", "only_blocker", "owner_group"),
    ),
    "refused_jobs": ListDefinition(
        "refused_job",
        "refused_job",
        "Refused jobs",
        "Jobs that stand in no task queue, with the reason.",
        ("job_id",),
        ("reason",),
    ),
}


#: Signs that begin a filter which is no plain value.
_SIGNS = ("!", "<", ">", "=", "~")


@dataclass(frozen=True, slots=True)
class ColumnFilter:
    """A condition on one column: `operator` and `value` are those of `keeps`."""

    column: str
    operator: str
    value: str | None


def literal(value: object) -> str:
    """Return the text of a filter that means exactly this value.

    >>> literal("-lowmemory"), literal("!odd*"), literal(None)
    ('-lowmemory', '=!odd*', 'null')
    """
    if value is None:
        return "null"
    text = str(value)
    is_plain = text not in ("", "null") and "*" not in text
    return text if is_plain and not text.startswith(_SIGNS) else f"={text}"


def parse_filter(column: str, text: str) -> ColumnFilter:
    r"""Return what the text of a filter means.

    >>> parse_filter("cloud", "DE").operator, parse_filter("weight", ">=2").operator
    ('is', '>=')
    >>> parse_filter("failing", "~-disk").operator
    'has'
    >>> parse_filter("site", "!BNL*")
    ColumnFilter(column='site', operator='unlike', value='BNL%')
    """
    for sign in ("<=", ">=", "<", ">"):
        if text.startswith(sign):
            return ColumnFilter(column, sign, text.removeprefix(sign).strip())
    is_negated = text.startswith("!")
    wanted = text.removeprefix("!")
    if wanted.startswith("="):
        return ColumnFilter(column, "not" if is_negated else "is", wanted[1:])
    if wanted.startswith("~"):
        return ColumnFilter(column, "lacks" if is_negated else "has", wanted[1:])
    if wanted == "null":
        return ColumnFilter(column, "not" if is_negated else "is", None)
    if "*" in wanted:
        return ColumnFilter(
            column, "unlike" if is_negated else "like", _pattern(wanted)
        )
    return ColumnFilter(column, "not" if is_negated else "is", wanted)


def _pattern(text: str) -> str:
    """Return the pattern of SQL for a text with stars."""
    for sign in ("\\", "%", "_"):
        text = text.replace(sign, f"\\{sign}")
    return text.replace("*", "%")


def list_header(kind: ListDefinition, columns: Sequence[ListColumn]) -> dict[str, Any]:
    """Return what a page needs to know of a list besides its rows."""
    return {
        "title": kind.title,
        "about": kind.about,
        "also": dict(kind.also),
        "facets": [name for name in kind.facets if name in {c.name for c in columns}],
        "columns": [
            {"name": each.name, "kind": each.kind, "target": each.target}
            for each in columns
        ],
    }


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
class ListColumn:
    """A column of a list: how its values read, and the kind of page they lead to."""

    name: str
    kind: str
    target: str | None


@dataclass(frozen=True, slots=True)
class ListPage:
    """A page of a list; `n_rows` counts all rows that pass the filters."""

    kind: ListDefinition
    columns: tuple[ListColumn, ...]
    rows: pa.Table
    n_rows: int
    n_all: int


def columns_of(
    reader: RunReader, policy: str, kind: ListDefinition
) -> tuple[ListColumn, ...]:
    """Return the columns of a list that hold anything for this policy."""
    rows = reader.database.table(f"from {quote(kind.relation)} limit 0")
    filled = _filled(reader, policy, kind.relation)
    return tuple(
        ListColumn(name, _column_kind(name, type_), _TARGETS.get(name))
        for name, type_ in zip(rows.column_names, rows.schema.types, strict=True)
        if name in filled
    )


def _filled(reader: RunReader, policy: str, relation: str) -> frozenset[str]:
    """Return the columns of a relation that hold anything for this policy."""
    key = (policy, relation)
    if key not in reader.filled:
        sql = frame("listed_filled", table=quote(relation))
        counts = reader.database.table(sql, (policy,)).to_pylist()[0]
        reader.filled[key] = frozenset(
            name for name, n in counts.items() if n and name != "policy"
        )
    return reader.filled[key]


def _column_kind(name: str, type_: pa.DataType) -> str:
    if name in _IDS:
        return "id"
    if pa.types.is_integer(type_):
        return "int"
    return "num" if pa.types.is_floating(type_) else "text"


def list_page(
    reader: RunReader, policy: str, name: str, query: Mapping[str, str]
) -> ListPage:
    """Return the rows of a list that a query asks for.

    Raises:
        UsageError: a filter or an order names no column, or a number is none.
    """
    kind = LISTS[name]
    columns = columns_of(reader, policy, kind)
    kept, values = _filtered(policy, columns, query, kind)
    limit = _whole_number(query, "limit", _PAGE)
    offset = _whole_number(
        query, "offset", (_whole_number(query, "page", 1) - 1) * limit
    )
    table = quote(kind.relation)
    shown = [quote(each.name) for each in columns] or ["policy"]
    keys = _keys(columns, query.get("sort", ""), kind.order)
    sql = frame("listed", table=table, columns=shown, filtered=kept, keys=keys)
    rows = reader.database.table(sql, (*values, limit, max(offset, 0)))
    n_rows = count_rows(reader, policy, name, query)
    return ListPage(kind, columns, rows, n_rows, count_rows(reader, policy, name, {}))


def count_rows(
    reader: RunReader, policy: str, name: str, query: Mapping[str, str]
) -> int:
    """Return how many rows of a list pass the filters of a query.

    Raises:
        UsageError: a filter names no column.
    """
    kind = LISTS[name]
    kept, values = _filtered(policy, columns_of(reader, policy, kind), query, kind)
    sql = frame("listed_count", table=quote(kind.relation), filtered=kept)
    return int(str(reader.database.rows(sql, values)[0][0]))


def check_filters(
    reader: RunReader, policy: str, name: str, query: Mapping[str, str]
) -> None:
    """Refuse a query that names what a list has not.

    Raises:
        UsageError: a filter, an order or a group names no column, or a number is none.
    """
    kind = LISTS[name]
    columns = columns_of(reader, policy, kind)
    _filtered(policy, columns, query, kind)
    _keys(columns, query.get("sort", ""), kind.order)
    for each in _NUMBERS:
        _whole_number(query, each, 1)
    if "group" in query:
        _known_column(columns, query["group"])


def grouped(
    reader: RunReader, policy: str, name: str, query: Mapping[str, str], limit: int = 50
) -> list[dict[str, object]]:
    """Return how many rows of a list have which value in the column `group`.

    Raises:
        UsageError: a filter or the group names no column.
    """
    kind = LISTS[name]
    columns = columns_of(reader, policy, kind)
    column = _known_column(columns, query.get("group", ""))
    kept, values = _filtered(policy, columns, query, kind)
    sql = frame(
        "listed_groups",
        table=quote(kind.relation),
        column=quote(column.name),
        filtered=kept,
    )
    return reader.database.table(sql, (*values, limit)).to_pylist()


def _filtered(
    policy: str,
    columns: Sequence[ListColumn],
    query: Mapping[str, str],
    kind: ListDefinition,
) -> tuple[list[str], list[object]]:
    """Return the values that are filtered, and operator and operand of each."""
    filters = [
        parse_filter(_known_column(columns, kind.also.get(name, name)).name, text)
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


def _operands(wanted: ColumnFilter) -> tuple[object, object]:
    return wanted.operator, wanted.value


def _known_column(columns: Sequence[ListColumn], name: str) -> ListColumn:
    for each in columns:
        if each.name == name:
            return each
    names = [each.name for each in columns]
    raise UsageError(f"no column {name}", hint=suggest(name, names) or ", ".join(names))


def _keys(
    columns: Sequence[ListColumn], sort: str, default: Sequence[str]
) -> list[str]:
    """Return the order of a list: what is asked for first, then the default one."""
    known = {each.name for each in columns}
    keys = [each for each in default if each.removeprefix("-") in known]
    if sort:
        _known_column(columns, sort.removeprefix("-"))
        keys.insert(0, sort)
    return [
        f"{quote(key.removeprefix('-'))} {'desc' if key[0] == '-' else ''} nulls last"
        for key in keys
    ]


def _whole_number(query: Mapping[str, str], name: str, default: int) -> int:
    text = query.get(name, "")
    if text and not text.isdecimal():
        raise UsageError(f"{name}={text} is no number", hint="1, 2, 3 …")
    return min(int(text), 1_000_000) if text else default


#: Pairs of each chunk that were weighed: the chosen ones, then the best of the others.
WEIGHED_PLACES = 12

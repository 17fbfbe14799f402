"""The lists behind every number: rows of one relation, filtered, sorted, paged.

`LISTS` names them, with their relation and order; `parse_filter` is the filter grammar.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from typing import Any

import pyarrow as pa

from brokersql.compiler.templates import frame
from brokersql.core.database import listed, quote
from brokersql.core.errors import UsageError, suggest
from brokersql.snapshot.columns import heading_of, hover_of
from brokersql.web.responses import whole_number
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
        "What became of all tasks at each queue; alone counts the tasks that one "
        "criterion alone keeps away.",
        ("-n_chosen", "unified_name"),
        ("cloud", "status", "top_criterion"),
    ),
    "users": ListDefinition(
        "user_row",
        "result",
        "Users",
        "Analysis users, what waits of each, and why the most urgent of it does.",
        ("-n_waiting", "user_name"),
        ("top_criterion",),
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
    "jobs": ListDefinition(
        "job_row",
        "waiting_job",
        "Jobs",
        "Jobs, the pilot that got each, or in which task queue it waits and why.",
        ("job_id",),
        ("status", "owner_group", "top_criterion"),
    ),
}


#: Signs that begin a filter -> operator, the first that fits counts. The value of
#: `like` and `unlike` is the word null, a text with stars, or what has to be equal.
FILTER_SIGNS = {
    **{sign: sign for sign in ("<=", ">=", "<", ">")},
    **{"!~": "lacks", "~": "has", "!=": "not", "=": "is", "!": "unlike", "": "like"},
}
#: More digits than a column of whole numbers has.
_MOST_DIGITS = 40
#: Operators that compare numbers.
_BOUNDS = ("<", "<=", ">", ">=")
_MARKED = tuple(filter(None, FILTER_SIGNS))


def literal(value: object) -> str:
    """Return the text of a filter that means exactly this value.

    >>> literal("-lowmemory"), literal("!odd*"), literal(None)
    ('-lowmemory', '=!odd*', 'null')
    """
    if value is None:
        return "null"
    text = str(value)
    is_plain = text not in ("", "null") and "*" not in text
    return text if is_plain and not text.startswith(_MARKED) else f"={text}"


def parse_filter(text: str) -> tuple[str, str | None]:
    r"""Return what the text of a filter means: operator and value of `keeps`.

    >>> parse_filter("DE"), parse_filter("!null"), parse_filter(">= 2")
    (('is', 'DE'), ('not', None), ('>=', '2'))
    >>> parse_filter("~-disk"), parse_filter("!BNL*")
    (('has', '-disk'), ('unlike', 'BNL%'))
    """
    sign = next(each for each in FILTER_SIGNS if text.startswith(each))
    operator, value = FILTER_SIGNS[sign], text.removeprefix(sign)
    if operator in ("like", "unlike"):
        if "*" in value:
            return operator, _pattern(value)
        exact = "is" if operator == "like" else "not"
        return exact, None if value == "null" else value
    return operator, value.strip() if operator == sign else value


def _pattern(text: str) -> str:
    """Return the pattern of SQL for a text with stars."""
    for sign in ("\\", "%", "_"):
        text = text.replace(sign, f"\\{sign}")
    return text.replace("*", "%")


#: A column of a list: its `name` in the contract, the `label` above it, what it means
#: as `hover`, the `kind` of its values, and as `target` the kind of page that they lead
#: to.
ListColumn = dict[str, Any]


def list_header(name: str, columns: Sequence[ListColumn]) -> dict[str, Any]:
    """Return what a page needs to know of a list besides its rows."""
    shown, names = LISTS[name], {each["name"] for each in columns}
    return {
        "title": shown.title,
        "about": shown.about,
        "also": dict(shown.also),
        "facets": [each for each in shown.facets if each in names],
        "columns": columns,
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
    "working_group": "user",
    "seq": "pilot",
    "pilot_id": "pilot",
    "job_id": "job",
    "tq_id": "matches",
}


@dataclass(frozen=True, slots=True)
class ListPage:
    """A page of a list; `n_rows` counts all rows that pass the filters."""

    columns: list[ListColumn]
    rows: pa.Table
    n_rows: int
    n_all: int


def _columns(reader: RunReader, policy: str, relation: str) -> list[ListColumn]:
    """Return the columns of a relation that hold anything for this policy."""
    key = (policy, relation)
    if key not in reader.columns:
        sql = frame("listed_filled", table=quote(relation))
        (counts,) = reader.database.records(sql, (policy,))
        schema = reader.database.table(f"from {quote(relation)} limit 0").schema
        reader.columns[key] = [
            {
                "name": name,
                "label": heading_of(relation, name),
                "hover": hover_of(relation, name),
                "kind": _kind(name, type_),
                "target": _TARGETS.get(name),
            }
            for name, type_ in zip(schema.names, schema.types, strict=True)
            if counts[name] and name != "policy"
        ]
    return reader.columns[key]


def _kind(name: str, type_: pa.DataType) -> str:
    if name in _IDS:
        return "id"
    if pa.types.is_integer(type_):
        return "int"
    return "num" if pa.types.is_floating(type_) else "text"


def _meant(column: str, text: str, kind: str) -> tuple[str, str | None]:
    """Return operator and value of a filter, numbers as a column of the kind has them.

    No number equals a text.

    Raises:
        UsageError: a bound is no number.
    """
    operator, wanted = parse_filter(text)
    is_equality = operator in ("is", "not") and kind in ("int", "num")
    if wanted is None or not (is_equality or operator in _BOUNDS):
        return operator, wanted
    try:
        number = Decimal(wanted)
    except InvalidOperation:
        number = Decimal("nan")
    if not number.is_finite():
        if is_equality:
            return operator, wanted
        hint = f"as in {column}=500, {column}=>100, {column}=<=5"
        raise UsageError(f"{column}={text}: {wanted} is no number", hint=hint)
    if is_equality and kind == "num":
        return operator, str(float(number))
    is_whole = number.adjusted() < _MOST_DIGITS and number == number.to_integral_value()
    return operator, str(int(number)) if is_equality and is_whole else wanted


class _ListQuery:
    """A list of a policy with its columns, and the filters that a query sets.

    Raises:
        UsageError: a filter names no column, or compares one with what is no number.
    """

    def __init__(
        self, reader: RunReader, policy: str, name: str, query: Mapping[str, str]
    ) -> None:
        self.query = query
        self.listed = LISTS[name]
        self.columns = _columns(reader, policy, self.listed.relation)
        self._database = reader.database
        self._kinds = {each["name"]: each["kind"] for each in self.columns}
        self._known = list(self._kinds)
        self._filtered = ["coalesce(policy, ?)"]
        self._values: list[object] = [policy, "is", policy]
        for column, text in query.items():
            if column not in _RESERVED:
                name = self.listed.also.get(column, column)
                self._filtered.append(self.column(name))
                self._values += _meant(column, text, self._kinds[name])
        if query.get("q"):
            self._filtered.append(f"concat_ws(' ', {listed(self._known)})")
            self._values += parse_filter(f"*{query['q']}*")

    def column(self, name: str) -> str:
        """Return a column as it stands in a statement.

        Raises:
            UsageError: the list has no such column.
        """
        if name not in self._known:
            hint = suggest(name, self._known) or ", ".join(self._known)
            raise UsageError(f"no column {name}", hint=hint)
        return quote(name)

    def order(self) -> list[str]:
        """Return the order of the rows: what is asked for first, then the default one.

        Raises:
            UsageError: it names no column.
        """
        default = self.listed.order
        keys = [each for each in default if each.removeprefix("-") in self._known]
        if sort := self.query.get("sort", ""):
            keys.insert(0, sort)
        return [
            f"{self.column(key.removeprefix('-'))} "
            f"{'desc' if key[0] == '-' else ''} nulls last"
            for key in keys
        ]

    def number(self, name: str, default: int) -> int:
        """Return a number of the query, at most a million.

        Raises:
            UsageError: the text is no number.
        """
        text = self.query.get(name, "")
        return min(whole_number(f"{name}=", text), 1_000_000) if text else default

    def run(self, template: str, *last: object, **parts: object) -> pa.Table:
        """Return what a statement about the rows that pass the filters gives."""
        table = quote(self.listed.relation)
        sql = frame(template, table=table, filtered=self._filtered, **parts)
        return self._database.table(sql, (*self._values, *last))


def list_page(
    reader: RunReader, policy: str, name: str, query: Mapping[str, str]
) -> ListPage:
    """Return the rows of a list that a query asks for.

    Raises:
        UsageError: a filter or an order names no column, or a number is none.
    """
    asked = _ListQuery(reader, policy, name, query)
    limit = asked.number("limit", _PAGE)
    offset = asked.number("offset", (asked.number("page", 1) - 1) * limit)
    shown = [quote(each["name"]) for each in asked.columns] or ["policy"]
    keys, last = asked.order(), (limit, max(offset, 0))
    rows = asked.run("listed", *last, columns=shown, keys=keys)
    n_rows = count_rows(reader, policy, name, query)
    return ListPage(asked.columns, rows, n_rows, count_rows(reader, policy, name, {}))


def count_rows(
    reader: RunReader, policy: str, name: str, query: Mapping[str, str]
) -> int:
    """Return how many rows of a list pass the filters of a query.

    Raises:
        UsageError: a filter names no column.
    """
    counted = _ListQuery(reader, policy, name, query).run("listed_count")
    return counted.to_pylist()[0]["n_rows"]


def check_filters(
    reader: RunReader, policy: str, name: str, query: Mapping[str, str]
) -> None:
    """Refuse a query that names what a list has not.

    Raises:
        UsageError: a filter, an order or a group names no column, or a number is none.
    """
    asked = _ListQuery(reader, policy, name, query)
    asked.order()
    for each in _NUMBERS:
        asked.number(each, 1)
    if "group" in query:
        asked.column(query["group"])


def grouped(
    reader: RunReader, policy: str, name: str, query: Mapping[str, str], limit: int = 50
) -> list[dict[str, object]]:
    """Return how many rows of a list have which value in the column `group`.

    Raises:
        UsageError: a filter or the group names no column.
    """
    asked = _ListQuery(reader, policy, name, query)
    column = asked.column(query.get("group", ""))
    return asked.run("listed_groups", limit, column=column).to_pylist()


#: Pairs of each chunk that were weighed: the chosen ones, then the best of the others.
WEIGHED_PLACES = 12

"""The SQL of others that is run: policies, their tests, scripts that change rows.

It computes from relations, and calls functions that sql/functions.toml lists. What is
looked at is the tree that DuckDB itself reads in a text: no second parser can see
something else in it.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from threading import Lock
from typing import cast

from brokersql.core.database import Database, ParsedStatement, SqlError
from brokersql.core.errors import suggest
from brokersql.core.sql_files import sql_root, sql_text

#: Kinds of queries, and of what stands in FROM.
_QUERIES = ("SELECT_NODE", "SET_OPERATION_NODE", "RECURSIVE_CTE_NODE", "CTE_NODE")
_CHANGES = ("UPDATE_QUERY_NODE", "INSERT_QUERY_NODE", "DELETE_QUERY_NODE")
_RELATIONS = (
    *("BASE_TABLE", "SUBQUERY", "JOIN", "TABLE_FUNCTION", "EXPRESSION_LIST", "EMPTY"),
    *("PIVOT", "CTE"),
)
#: Functions that call the aggregate whose name is their second argument.
_BY_NAME = (
    *("aggregate", "array_aggr", "array_aggregate", "list_aggr", "list_aggregate"),
)
#: Where the function of a relation stands.
_IN_FROM = "TABLE_FUNCTION.function"
_MODIFIERS = re.compile(r"\w+_MODIFIER|ORDER_DEFAULT|ASCENDING|DESCENDING")
#: A change is read as the query of a query: DuckDB shows the tree of queries only.
_BEFORE, _AFTER = "with change as (\n", "\n) from change"
#: Names that DuckDB takes for a function where no column is called so.
_SESSION = re.compile(r"(current|session)_\w+|user|localtime(stamp)?", re.IGNORECASE)
#: Relations that describe the session and what it holds; files are no names.
_CATALOGUE = re.compile(
    r"(duckdb|pg|pragma|sqlite)_\w+|.*\W.*|", re.IGNORECASE | re.DOTALL
)
_SCHEMAS = ("information_schema", "pg_catalog", "system")
_MACRO = re.compile(r"create or replace macro (?P<name>\w+)", re.IGNORECASE)
_LISTED = "sql/functions.toml lists what may be called"
_CLOCK = "time, draws and settings are inputs: snapshot.snapshot_time, cfg"


@dataclass(frozen=True, slots=True)
class Forbidden:
    """A part of a text that is not run: where it stands, in characters, and why."""

    offset: int
    length: int
    message: str
    hint: str


@cache
def functions() -> Mapping[str, frozenset[str]]:
    """Return the names of functions that may be called, by kind."""
    text = (sql_root() / "functions.toml").read_text(encoding="utf-8")
    listed = cast("dict[str, str]", tomllib.loads(text))
    return {kind: frozenset(names.split()) for kind, names in listed.items()}


@cache
def macros() -> frozenset[str]:
    """Return the names of the macros that come with the package."""
    texts = (path.read_text("utf-8") for path in sorted(sql_root().glob("lib/*.sql")))
    return frozenset(
        it["name"].lower() for text in texts for it in _MACRO.finditer(text)
    )


@cache
def _called() -> frozenset[str]:
    kinds = (names for kind, names in functions().items() if kind != "table")
    return macros().union(*kinds)


@cache
def _reader() -> Database:
    """Return a database that reads texts, and runs none."""
    database = Database.open(threads=1, spills=False, keeps_bundles=False)
    database.seal()
    return database


_lock = Lock()


def statements_of(script: str) -> list[ParsedStatement]:
    """Return the statements of a script, each with its kind and text.

    Raises:
        SqlError: it cannot be read.
    """
    with _lock:
        return _reader().script(script)


@lru_cache(maxsize=4096)  # policies share files, and are read more than once
def forbidden(text: str, *, is_change: bool = False) -> tuple[Forbidden, ...]:
    """Return what forbids to run a query, or a change of rows; nothing if it may."""
    with _lock:
        return forbidden_in(_reader(), text, is_change=is_change)


def forbidden_in(
    database: Database, text: str, *, is_change: bool = False
) -> tuple[Forbidden, ...]:
    """Return what forbids to run a query in a database, which reads it now."""
    before, after = (_BEFORE, _AFTER) if is_change else ("", "")
    whole = f"{before}{text}{after}"
    try:
        ((answer,),) = database.rows(sql_text("sandbox", "parsed"), (whole,))
        tree = cast("dict[str, object]", json.loads(str(answer)))
    except (SqlError, RecursionError) as error:
        return (Forbidden(0, 1, _unreadable(str(error)), ""),)
    if tree.get("error_type") == "not implemented":
        return (Forbidden(0, 1, "it is no query, and nothing else may run", ""),)
    if tree["error"]:
        at = int(str(tree.get("position", 0))) - len(before)
        message = _unreadable(str(tree["error_message"]))
        return (Forbidden(max(at, 0), 1, message, ""),)
    statements = cast("list[dict[str, object]]", tree["statements"])
    if len(statements) != 1:
        message = f"{len(statements)} statements instead of one"
        return (Forbidden(0, 1, message, ""),)
    encoded = whole.encode()
    found: list[Forbidden] = []
    for at, length, message, hint in _faults(statements[0], is_change):
        start = len(encoded[:at].decode(errors="ignore")) - len(before)
        found.append(Forbidden(max(start, 0), length, message, hint))
    return tuple(sorted(found, key=lambda each: each.offset))


def _unreadable(message: str) -> str:
    first = message.splitlines()[0] if message else "it is too deep"
    return first.removeprefix("Parser Error: ")


#: Offset in bytes, length, message and hint.
_Fault = tuple[int, int, str, str]


def _faults(tree: Mapping[str, object], is_change: bool) -> Iterator[_Fault]:
    """Yield what is wrong in a tree."""
    nodes: list[tuple[object, int, str]] = [(tree, 0, "")]
    n_changes = 0
    while nodes:
        node, above, key = nodes.pop()
        if isinstance(node, list):
            nodes += [(each, above, key) for each in cast("list[object]", node)]
        if not isinstance(node, dict):
            continue
        held = cast("dict[str, object]", node)
        at = int(str(held.get("query_location", above)))
        kind = held.get("type")
        if kind in _CHANGES and is_change:
            n_changes += 1
        elif isinstance(kind, str):
            yield from _fault(held, kind, at, key)
        if "sample" in held:
            yield at, 1, "a sample is not allowed", _CLOCK
        nodes += [(each, at, f"{kind}.{name}") for name, each in held.items()]
    if n_changes != is_change:
        yield 0, 1, "it is not one change of rows", "update, insert or delete"


def _fault(
    node: Mapping[str, object], kind: str, at: int, key: str
) -> Iterator[_Fault]:
    """Yield what is wrong with a node alone; `key` is what it is of which node."""
    if "function_name" in node:
        name = str(node["function_name"]).lower()
        known = functions()["table"] if key == _IN_FROM else _called()
        if name not in known:
            is_input = _INPUTS.fullmatch(name)
            hint = _CLOCK if is_input else suggest(name, known) or _LISTED
            yield at, len(name), f"{name}() is not allowed", hint
        elif name in _BY_NAME and _second(node) not in functions()["aggregate"]:
            message = f"{name}() of what is not listed is not allowed"
            yield at, len(name), message, "write the name: list_aggr(x, 'sum')"
    elif "class" in node:
        names = cast("list[str]", node.get("column_names", []))
        if kind == "COLUMN_REF" and len(names) == 1 and _SESSION.fullmatch(names[0]):
            hint = "name the relation of a column that is called so"
            yield at, len(names[0]), f"{names[0]} is not allowed", hint
    elif kind == "BASE_TABLE":
        path = cast("dict[str, list[str]]", node["qualified_name"])["path"]
        *schemas, name = path
        if _CATALOGUE.fullmatch(name) or {*map(str.lower, schemas)} & {*_SCHEMAS}:
            shown = ".".join(path)
            yield at, len(shown), f"{shown} is out of reach", "name a relation"
    elif kind not in (*_QUERIES, *_RELATIONS) and not _MODIFIERS.fullmatch(kind):
        word = kind.removesuffix("_NODE").removesuffix("_QUERY").lower()
        yield at, 1, f"{word} is not allowed", "a query only reads"


def _second(node: Mapping[str, object]) -> str:
    """Return the text that a function has as its second argument; else nothing."""
    arguments = cast("list[dict[str, object]]", node.get("arguments") or [])
    match arguments[1:2]:
        case [{"expression": {"literal": {"text": str(text)}}}]:
            return text.lower()
        case _:
            return ""


#: Functions that give what a policy takes from its inputs.
_INPUTS = re.compile(
    r"rand\w*|uuid\w*|gen_random_uuid|setseed|now|today|age|ago|current_\w+|get_current_\w+"
    r"|transaction_timestamp|localtime\w*|getvariable|getenv|read_\w+|parquet_\w+|glob"
)

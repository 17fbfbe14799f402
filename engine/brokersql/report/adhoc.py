"""Queries by hand over snapshot, facts, rules and results; read only."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager

import pyarrow as pa

from brokersql.cycle import TABLES, Cycle, add_facts, fact_names
from brokersql.database import Database, SqlError
from brokersql.errors import UsageError
from brokersql.policy.faults import suggest
from brokersql.report.queries import query as stored
from brokersql.report.words import printable

#: The name space of the result tables; it comes first where names are looked up.
RESULTS = "results"
#: The view with a row for each failing criterion of a pair.
REASONS = "verdict_reason"
_MISSING = re.compile(r"Catalog Error: Table with name (?P<name>.+) does not exist")
#: A function of an extension, which DuckDB then advises to install.
_OUTSIDE = re.compile(r'\w+ Function with name "?(?P<name>[^" ]+)"? is not in the cat')
#: What the parser says of lambdas in the older spelling.
_ARROW = "lambda arrow (->)"
_SETTING = re.compile(r"\b(SET|INSTALL|LOAD)\b")
_LINE = re.compile(r"LINE \d+: ")


def mentioned(text: str, names: Iterable[str]) -> list[str]:
    """Return the names that occur as words of a text.

    >>> mentioned("from exclusion", ["exclusion", "result"])
    ['exclusion']
    """
    words = set(re.findall(r"\w+", text.lower()))
    return [name for name in names if name in words]


@contextmanager
def results_in_view(
    database: Database, policy: str | None, names: Iterable[str], read: Reader
) -> Generator[None]:
    """Let queries see these result tables before all other relations.

    `read` gives the rows of a table by its name; each is asked once per database.
    """
    own = ("main",) if policy is None else (policy, "main")
    wanted = {name: read(name) for name in names if not _has(database, name)}
    if not _has_schema(database):
        database.create_schema(RESULTS)
    database.use_schemas((RESULTS, *own))
    try:
        for name, table in wanted.items():
            database.create_table(name, table)
        yield
    finally:
        database.use_schemas(own)


Reader = Callable[[str], pa.Table]


def _has_schema(database: Database) -> bool:
    return bool(database.rows(stored("report", "has_schema"), (RESULTS,))[0][0])


def _has(database: Database, name: str) -> bool:
    return bool(database.rows(stored("report", "has_table"), (RESULTS, name))[0][0])


def ask_cycle(cycle: Cycle, text: str) -> pa.Table:
    """Return the rows of a query over a finished cycle and its result tables.

    Raises:
        UsageError: the query is faulty, or asks for a table that is not there.
    """
    names = mentioned(text, cycle.program.results)
    read = cycle_reader(cycle)
    add_named_facts(cycle, text)
    with results_in_view(cycle.database, cycle.policy, names, read):
        return ask(cycle.database, text, fact_names(cycle.policy_source))


def add_named_facts(cycle: Cycle, text: str) -> None:
    """Make what a query names and no rule reads: facts, and views of reasons."""
    cycle.show_named(text)
    add_facts(cycle, mentioned(text, fact_names(cycle.policy_source)))


def cycle_reader(cycle: Cycle) -> Reader:
    """Return what gives the result tables of a cycle by their names."""
    return cycle.table


def ask(database: Database, text: str, known: Iterable[str] = ()) -> pa.Table:
    """Return the rows of a query; `known` are names that are not relations yet.

    Raises:
        UsageError: the query is faulty; the hint names what is near.
    """
    try:
        return database.table(text)
    except SqlError as error:
        names = [*known_names(database), *TABLES, *known]
        raise told(str(error), names) from error


def known_names(database: Database) -> list[str]:
    """Return the names of all relations."""
    return [str(row[0]) for row in database.rows(stored("report", "relations"))]


def told(message: str, known: Iterable[str]) -> UsageError:
    """Return DuckDB's error in our words, with a suggestion where one helps."""
    missing = _MISSING.match(message)
    if missing:
        name = missing["name"]
        names = list(known)
        hint = suggest(name, names) or "without a query it lists what there is"
        if name in names:
            hint = "the policy lacks what it reads: name another one with --policy"
        return UsageError(f"no table {printable(name)}", hint=hint)
    first, *rest = [line for line in message.splitlines() if line.strip()]
    kind, _, text = first.partition(": ")
    outside = _OUTSIDE.match(text)
    if outside:
        name = printable(outside["name"])
        hint = "extensions of DuckDB are switched off: only what it has built in counts"
        return UsageError(f"no function {name} here", hint=hint)
    if _ARROW in message:
        hint = "apply(range(9), lambda x: x + 1)"
        return UsageError("a lambda is written lambda x: …, not x -> …", hint=hint)
    if kind == "Permission Error":
        text = "files and networks are switched off: no file can be read here"
        rest = []
    said = text[:1].lower() + text[1:] if text else kind
    return UsageError(said, hint="\n  ".join(_placed(rest)))


def _placed(rest: list[str]) -> list[str]:
    """Return what DuckDB advises in one line, else the place in the query.

    >>> _placed(["Did you mean x?", "LINE 1: select y", "    ^"])
    ['Did you mean x?']
    >>> _placed(["Candidates:", "a", "b", "LINE 1: select y", "    ^"])
    ['LINE 1: select y', '    ^']
    """
    at = next((at for at, line in enumerate(rest) if _LINE.match(line)), len(rest))
    advice = [line for line in rest[:at] if not _SETTING.search(line)]
    return advice if len(advice) == 1 else rest[at : at + 2]

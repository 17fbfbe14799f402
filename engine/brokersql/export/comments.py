"""Comments on tables, views, columns and macros: the words of the SQL files."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from brokersql.compiler import relation_of
from brokersql.cycle import TABLES
from brokersql.database import Database
from brokersql.policy import Policy, SourceFile
from brokersql.report.adhoc import RESULTS
from brokersql.report.catalogue import title_of
from brokersql.report.queries import query as stored
from brokersql.snapshot.contract import tables as contract

_MACRO = re.compile(r"create or replace macro (?P<name>\w+)", re.IGNORECASE)
_Name = tuple[str, str]


def comment_all(database: Database, policies: Sequence[Policy]) -> None:
    """Comment every relation and macro of a database, but for inner ones."""
    words = dict(_words(policies))
    made = {
        str(name): str(told)
        for name, told in database.rows(stored("export", "made_relations"))
    }
    for schema, kind, name, _ in database.rows(stored("export", "relations")):
        key = (str(schema), str(name))
        said = words.get(key) or made.get(str(name)) or title_of("report", str(name))
        if said:
            database.comment(str(kind), key, said)
        if schema == "main" and name in contract():
            _comment_columns(database, str(name))
    titles = _macro_titles(policies)
    for schema, name in database.rows(stored("export", "macros")):
        if titles.get(str(name)):
            database.comment("macro", (str(schema), str(name)), titles[str(name)])


def _comment_columns(database: Database, table: str) -> None:
    for column in contract()[table].columns:
        if column.comment:
            database.comment("column", ("main", table, column.name), column.comment)


def _words(policies: Sequence[Policy]) -> Iterator[tuple[_Name, str]]:
    for name, table in contract().items():
        key = ", ".join(table.key)
        yield ("main", name), table.title + (f"; one row per {key}" if key else "")
    for name in TABLES:
        yield (RESULTS, name), title_of("result", name)
    yield (RESULTS, "verdict_reason"), title_of("result", "verdict_reason")
    for policy in policies:
        yield (policy.name, "verdict_reason"), title_of("result", "verdict_reason")
        for name in ("ladder", "fate", "queue_fate", "funnel_cut", "funnel"):
            yield (policy.name, name), title_of("report", name)
        staged = [file for _, files in policy.stages for file in files]
        for file in (*policy.facts, policy.subject, *staged):
            yield (policy.name, relation_of(file)), _words_of(file)


def _words_of(file: SourceFile) -> str:
    """Return title, grain and place of a file."""
    grain = ", ".join(file.grain)
    per = f"; one row per {grain}" if grain else ""
    return f"{file.header.text('title')}{per} ({file.shown})"


def _macro_titles(policies: Sequence[Policy]) -> dict[str, str]:
    return {
        found["name"]: file.header.text("title")
        for policy in policies
        for file in policy.macros
        for found in _MACRO.finditer(file.text)
    }

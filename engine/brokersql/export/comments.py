"""Comments of relations, columns and macros, from the files that say what they are."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from brokersql.compiler import PAIR_TABLES, relation_of
from brokersql.core.database import Database
from brokersql.core.result_tables import RESULTS, TABLES
from brokersql.core.sql_files import sql_text
from brokersql.policy import Policy, SourceFile
from brokersql.results.queries import title_of
from brokersql.snapshot.columns import meaning_of
from brokersql.snapshot.contract import Table
from brokersql.snapshot.contract import tables as contract

_MACRO = re.compile(r"create or replace macro (?P<name>\w+)", re.IGNORECASE)
_Name = tuple[str, ...]
#: Relations with a column for each weight factor, besides those of the weights.
_WEIGHED = ("pair_weight", "weighed", "candidate")


def comment_all(database: Database, policies: Sequence[Policy]) -> None:
    """Comment every relation, column and macro of a database, except inner ones.

    A relation that has its comment already is passed over with its columns.
    """
    titles, stated = dict(_titles(policies)), dict(_stated_columns(policies))
    made = {
        str(name): str(title)
        for name, title in database.rows(sql_text("export", "made_relations"))
    }
    columns = _columns(database)
    for schema, kind, name, present in database.rows(sql_text("export", "relations")):
        key = (str(schema), str(name))
        comment = (
            titles.get(key) or made.get(str(name)) or title_of("report", str(name))
        )
        if present == comment:
            continue
        of_columns = {
            each: stated.get((*key, each)) or meaning_of(str(name), each)
            for each in columns.get(key, ())
        }
        words = [(str(kind), key, comment)]
        words += [("column", (*key, each), text) for each, text in of_columns.items()]
        database.comment(each for each in words if each[-1])
    macros = macro_titles(policies)
    database.comment(
        ("macro", (str(schema), str(name)), macros[str(name)])
        for schema, name in database.rows(sql_text("export", "macros"))
        if macros.get(str(name))
    )


def _columns(database: Database) -> Mapping[_Name, list[str]]:
    """Return the columns of all relations, by schema and name."""
    found: dict[_Name, list[str]] = {}
    for schema, name, column in database.rows(sql_text("export", "all_columns")):
        found.setdefault((str(schema), str(name)), []).append(str(column))
    return found


def _stated_columns(policies: Sequence[Policy]) -> Iterator[tuple[_Name, str]]:
    """Yield what policies say of columns: own tables, parameters, weights.

    The first policy comes last, and says what a weight in the results is.
    """
    for policy in reversed(policies):
        for table in policy.tables:
            for column in table.contract.columns:
                yield (policy.name, table.name, column.name), column.comment
        for each in policy.parameters:
            words = f"{each.unit}: {each.meaning}" if each.unit else each.meaning
            yield (policy.name, each.relation, each.column), words
        for file in policy.weights:
            words = f"weight factor: {file.header.text('title')}"
            for relation in (relation_of(file), *_WEIGHED):
                yield (policy.name, relation, file.stem), words
                yield (RESULTS, relation, file.stem), words


def _tables(policies: Sequence[Policy]) -> dict[_Name, Table]:
    """Return the tables of the snapshot and those of policies, by schema and name."""
    return {
        **{("main", name): table for name, table in contract().items()},
        **{
            (it.name, each.name): each.contract for it in policies for each in it.tables
        },
    }


def _titles(policies: Sequence[Policy]) -> Iterator[tuple[_Name, str]]:
    for name, table in _tables(policies).items():
        key = ", ".join(table.key)
        yield name, table.title + (f"; one row per {key}" if key else "")
    for name in TABLES:
        yield (RESULTS, name), title_of("result", name)
    yield (RESULTS, "verdict_reason"), title_of("result", "verdict_reason")
    for policy in policies:
        yield (policy.name, "verdict_reason"), title_of("result", "verdict_reason")
        for name in ("ladder", "fate", "queue_fate", "funnel_cut", "funnel"):
            yield (policy.name, name), title_of("report", name)
        by_hand = f"; to run the file by hand: {search_path(policy.name)} .read FILE"
        for file in (*policy.facts, policy.subject):
            yield (policy.name, relation_of(file)), _title_with_grain(file)
        for file in (file for _, files in policy.stages for file in files):
            yield (policy.name, relation_of(file)), _title_with_grain(file) + by_hand
        for file in (file for file in policy.select if file.stem in PAIR_TABLES):
            yield (policy.name, file.stem), title_of("result", file.stem)


def search_path(policy: str) -> str:
    """Return the statement after which the files of a policy run as they are.

    >>> search_path("panda_job")
    "set search_path = 'panda_job,results,main';"
    """
    return f"set search_path = '{policy},{RESULTS},main';"


def _title_with_grain(file: SourceFile) -> str:
    """Return title, grain and place of a file."""
    grain = ", ".join(file.grain)
    per = f"; one row per {grain}" if grain else ""
    return f"{file.header.text('title')}{per} ({file.shown})"


def macro_titles(policies: Sequence[Policy]) -> dict[str, str]:
    """Return the titles of the macros of policies, by name."""
    return {
        found["name"]: file.header.text("title")
        for policy in policies
        for file in policy.macros
        for found in _MACRO.finditer(file.text)
    }

"""The glossary names every column that stands in several tables, and no other."""

from __future__ import annotations

import re
from collections import Counter

import sqlglot
from sqlglot import exp

from brokersql.snapshot.contract import tables
from tests.meta.tree import read, tracked

PAGE = "docs/glossary.md"
_NAME = re.compile(r"`(\w+)`")


def explained() -> list[str]:
    """Return the columns that the glossary explains, in its order."""
    _, _, rows = read(PAGE).partition("## Columns")
    cells = (line.split("|")[1] for line in rows.splitlines() if line.startswith("| `"))
    return [name for cell in cells for name in _NAME.findall(cell)]


def result_columns() -> dict[str, list[str]]:
    """Return result table -> its columns, those of single policies left out."""
    found = {}
    for name in tracked("sql/views/result/*.sql"):
        tree = sqlglot.parse(read(name), read="duckdb")[0]
        if isinstance(tree, exp.Query):
            found[name] = tree.named_selects
    return found


def shared() -> set[str]:
    """Return the columns that stand in two tables of the snapshot or of the results."""
    contract = [[each.name for each in table.columns] for table in tables().values()]
    counts = [Counter(name for names in contract for name in names)]
    counts += [Counter(name for names in result_columns().values() for name in names)]
    return {name for count in counts for name in count if count[name] > 1}


def test_columns_of_several_tables_are_explained() -> None:
    assert sorted(shared() - set(explained()) - {"*"}) == []


def test_explained_columns_exist_and_are_in_order() -> None:
    contract = {each.name for table in tables().values() for each in table.columns}
    results = {name for names in result_columns().values() for name in names}
    assert [each for each in explained() if each not in contract | results] == []
    assert explained() == sorted(set(explained()))

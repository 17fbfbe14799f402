"""The part of the glossary about columns, made from what the engine says of them."""

from __future__ import annotations

from collections import Counter
from functools import cache

import sqlglot
from sqlglot import exp

from brokersql.core.result_tables import TABLES
from brokersql.core.sql_files import sql_folder
from brokersql.snapshot.columns import meaning_of, meanings
from brokersql.snapshot.contract import tables

#: What a run writes, and the view over it with all failing criteria.
_RESULTS = (*TABLES, "verdict_reason")
_HEAD = "| column | means |\n|---|---|\n"


def glossary_page(page: str) -> str:
    """Return the glossary with its table of columns, which ends it, made anew."""
    text, head, _ = page.rpartition(_HEAD)
    if not head:
        raise ValueError("the glossary has no table of columns")
    rows = (f"| `{name}` | {_cell(name)} |\n" for name in sorted(shared()))
    return text + head + "".join(rows)


def shared() -> set[str]:
    """Return the columns that stand in several tables of the snapshot or results."""
    counts = [Counter(c for names in each.values() for c in names) for each in _kinds()]
    return {name for count in counts for name in count if count[name] > 1} - {"*"}


@cache
def _kinds() -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Return the tables of the snapshot and of the results, with their columns."""
    contract = {name: list(table.column_types) for name, table in tables().items()}
    results: dict[str, list[str]] = {}
    for file in sorted(sql_folder("result").rglob("*.sql")):
        if file.stem in _RESULTS:
            text = file.read_text(encoding="utf-8")
            tree = sqlglot.parse_one(text, read="duckdb")
            assert isinstance(tree, exp.Query), file
            results.setdefault(file.stem, []).extend(tree.named_selects)
    return contract, {name: sorted(set(each)) for name, each in results.items()}


def _cell(column: str) -> str:
    """Return what a column means, and in which tables it means something else."""
    usual = meanings().get(column, "")
    others: dict[str, dict[str, None]] = {}
    for kind in _kinds():
        for name in sorted(name for name, columns in kind.items() if column in columns):
            words = meaning_of(name, column)
            if words not in ("", usual):
                others.setdefault(words, {})[f"`{name}`"] = None
    stated = [f"{', '.join(names)}: {words}" for words, names in others.items()]
    return "; ".join(filter(None, (usual, *stated))).replace("|", "\\|")

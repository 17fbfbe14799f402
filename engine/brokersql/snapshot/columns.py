"""What columns mean, of the snapshot's tables and of all that is made from them.

sql/columns.tsv holds one row per name: a column of any relation, or `relation.name`
where it means something else there. Columns of one table of the snapshot say in
sql/snapshot what they mean.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from brokersql.core.sql_files import sql_root
from brokersql.snapshot.contract import tables


@cache
def meanings() -> Mapping[str, str]:
    """Return sql/columns.tsv: meanings by `name` or `relation.name`."""
    with open(sql_root() / "columns.tsv", encoding="utf-8", newline="") as lines:
        rows = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        return MappingProxyType({row["column"]: row["means"] for row in rows})


def meaning_of(relation: str, column: str) -> str:
    """Return what a column of a relation means, with its unit; "" if nothing says it.

    >>> meaning_of("site_class", "class").partition(":")[0]
    '1 hi, 0 mid, -1 lo'
    """
    table = tables().get(relation)
    stated = (
        (each.comment for each in table.columns if each.name == column) if table else ()
    )
    found = meanings()
    names = (f"{relation}.{column}", column)
    return next((text for text in (*stated, *map(found.get, names)) if text), "")

"""What columns mean, of the snapshot's tables and of all that is made from them.

sql/columns.tsv holds one row per name: a column of any relation, or `relation.name`
where it means something else there. Columns of one table of the snapshot say in
sql/snapshot what they mean.
"""

from __future__ import annotations

import csv
import re
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


#: Units with which a meaning, or the comment of a column, may begin.
_UNIT = re.compile(
    r"(?:optional[;,] )?(s|min|h|%|bytes|[kMGT]B(?:/s)?|HS06(?: per core|·s)?"
    r"|tasks|jobs|cores|files|queues|pairs|pilots|decisions|task queues|criteria)"
    r"(?=[ ,;]|$)"
)
#: Parts of names that a heading does without.
_BEGINNING, _END = re.compile(r"^(jedi|n|is)_"), re.compile(r"_(id|no|name|count)$")
#: Names that say less than what people call the thing.
_CALLED = {
    "unified_name": "queue",
    "queue_name": "queue name",
    "tq_id": "task queue",
    "panda_id": "job",
    "seq": "request",
    "mb_per_s": "rate",
}


def unit_of(relation: str, column: str) -> str:
    """Return the unit with which the meaning of a column begins; "" without one.

    >>> unit_of("link_row", "mb_per_s"), unit_of("queue_row", "cloud")
    ('MB/s', '')
    """
    found = _UNIT.match(meaning_of(relation, column))
    return found[1] if found else ""


def heading_of(relation: str, column: str) -> str:
    """Return what stands above the values of a column on a page: words and unit.

    >>> heading_of("link_row", "age_s"), heading_of("queue_row", "n_rejected")
    ('age, s', 'rejected, tasks')
    >>> heading_of("queue_row", "n_tasks"), heading_of("decision", "jedi_task_id")
    ('tasks', 'task')
    """
    unit = unit_of(relation, column)
    words = _END.sub("", _BEGINNING.sub("", column)).removesuffix(f"_{unit.lower()}")
    words = _CALLED.get(column, words.replace("_", " "))
    if f"{words}s" == unit:
        return unit
    return words if not unit or unit in words else f"{words}, {unit}"


def hover_of(relation: str, column: str) -> str:
    """Return the name of a column in the contract, and what it means.

    >>> hover_of("link_row", "age_s")
    'age_s: s since the newest metric of the link'
    """
    return ": ".join(filter(None, (column, meaning_of(relation, column))))

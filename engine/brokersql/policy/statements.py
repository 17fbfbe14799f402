"""The statements of the brokerage pages, in short: what `-- source:` lines cite by id.

sql/statements.tsv holds one row per statement: id, page, section, and what it says.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import groupby

from brokersql.core.sql_files import sql_root

_ID = r"[COPT][0-9]{3}"
_IDS = re.compile(rf"{_ID}(?:, *{_ID})*")


@dataclass(frozen=True, slots=True)
class PageStatement:
    """One statement of a page, in the words of brokersql."""

    id: str
    page: str
    section: str
    statement: str


@cache
def statements() -> Mapping[str, PageStatement]:
    """Return every statement by its id, in the order of the pages."""
    with open(sql_root() / "statements.tsv", encoding="utf-8", newline="") as lines:
        rows = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        return {row["id"]: PageStatement(**row) for row in rows}


def cited_ids(source: str) -> tuple[str, ...]:
    """Return the ids that a source consists of; () if it is free text.

    >>> cited_ids("C115, C116"), cited_ids("a ticket, see C115")
    (('C115', 'C116'), ())
    """
    return tuple(re.findall(_ID, source)) if _IDS.fullmatch(source) else ()


def resolve_sources(sources: Iterable[str], own_page: str = "") -> str:
    """Return sources as one text, with page, section and statement in place of ids.

    Where an id is of a page that `own_page` begins with, those of others are left out.

    >>> resolve_sources(["C053", "running system"])
    'Brokerage, job brokerage: a pre-assigned queue may have another status (C053); \
running system'
    """
    parts: list[str] = []
    for source in sources:
        ids = cited_ids(source)
        if not ids:
            parts.append(source)
        every = [statements()[each] for each in ids]
        cited = [each for each in every if own_page.startswith(each.page)] or every
        for place, found in groupby(cited, lambda each: (each.page, each.section)):
            stated = "; ".join(f"{each.statement} ({each.id})" for each in found)
            parts.append(f"{', '.join(place)}: {stated}")
    return "; ".join(parts)

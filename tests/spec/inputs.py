"""The tables that a spec test may draw: those of the snapshot, and two more.

What another policy says, which is asked first, stands in `asked_pair`; rows that
loading refuses stand in `quarantine`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from brokersql.core.sql_files import sql_root
from brokersql.snapshot import contract

ASKED = "asked_pair"
COLUMN = re.compile(r'    "?(\w+)"? +(\w+)')


def is_input(table: str) -> bool:
    """Tell whether a table can be drawn."""
    return table in (ASKED, contract.QUARANTINE) or table in contract.tables()


@cache
def columns(table: str) -> Mapping[str, str]:
    """Return the types of the columns of a table, in their order."""
    if table not in contract.tables():
        return dict(COLUMN.findall(ddl(table)))
    return contract.tables()[table].column_types


@cache
def ddl(table: str) -> str:
    """Return the statement that makes a table."""
    if table == ASKED:
        file = sql_root() / "frame" / "asked_table.sql.j2"
        return file.read_text(encoding="utf-8")
    if table == contract.QUARANTINE:
        return contract.quarantine_ddl()
    return contract.ddl(table)

"""Policies side by side, from what became of jobs in each cycle."""

from __future__ import annotations

from collections.abc import Mapping

import pyarrow as pa

from brokersql.database import Database
from brokersql.report.queries import query


def compared(flows: Mapping[str, pa.Table]) -> pa.Table:
    """Return one row per policy, from the tables of `FLOWS` of all cycles."""
    database = Database.open()
    try:
        for name, table in flows.items():
            database.create_table(name, table)
        database.create_view("wait_figures", query("simulate", "wait_figures"))
        return database.table(query("simulate", "compared"))
    finally:
        database.close()

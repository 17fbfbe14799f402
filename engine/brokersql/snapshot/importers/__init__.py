"""Importers: files of other services become tables of a snapshot folder."""

from __future__ import annotations

from brokersql.snapshot.importers.cric import import_cric
from brokersql.snapshot.importers.network import import_network
from brokersql.snapshot.importers.report import ImportReport, Quarantined, TableRows

__all__ = [
    "ImportReport",
    "Quarantined",
    "TableRows",
    "import_cric",
    "import_network",
]

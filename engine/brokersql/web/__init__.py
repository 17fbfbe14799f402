"""Web pages of a run, in one file or on a server of this machine.

Numbers come from the queries of sql/web; each links to the rows it counts, in lists
with the same names and filters in the file and on the server.
"""

from __future__ import annotations

from brokersql.web.report import (
    history_document,
    history_page,
    report_document,
    report_page,
)
from brokersql.web.run_reader import RunReader, open_reader

__all__ = [
    "RunReader",
    "history_document",
    "history_page",
    "open_reader",
    "report_document",
    "report_page",
]

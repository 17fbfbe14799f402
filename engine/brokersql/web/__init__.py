"""Web room: a run as pages, in one file or on a server of this machine.

Numbers come from the queries of sql/web; each leads to the rows that it counts, in
lists with the same names and filters in the file and on the server.
"""

from __future__ import annotations

from brokersql.web.book import Book, open_book
from brokersql.web.history import history_document, history_page
from brokersql.web.report import report_document, report_page

__all__ = [
    "Book",
    "history_document",
    "history_page",
    "open_book",
    "report_document",
    "report_page",
]

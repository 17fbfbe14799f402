"""Export and ad-hoc queries: all relations of a snapshot or run in one database.

For a query, relations are made when it first names them; a file for other tools holds
everything.
"""

from __future__ import annotations

from brokersql.export.query_session import QuerySession, Vocabulary
from brokersql.export.workspace import Workspace

__all__ = ["QuerySession", "Vocabulary", "Workspace"]

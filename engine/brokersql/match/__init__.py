"""The room of matching against durable state: ledger, lock, service.

In come pilots and jobs, out go matches; the ledger is the truth.
"""

from __future__ import annotations

from brokersql.match.ledger import Ledger
from brokersql.match.reading import View
from brokersql.match.record import Record, Stored

__all__ = ["Ledger", "Record", "Stored", "View"]

"""Matching against durable state: a store (ledger and lock), a state, a service.

Pilots and jobs come in, matches go out; the ledger is the truth.
"""

from __future__ import annotations

from brokersql.match.store.ledger import Ledger
from brokersql.match.store.record import Record, StoredRecord
from brokersql.match.store.view import LedgerView

__all__ = ["Ledger", "LedgerView", "Record", "StoredRecord"]

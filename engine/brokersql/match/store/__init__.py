"""The durable store of a state: ledger, lock, and the files that hold them."""

from __future__ import annotations

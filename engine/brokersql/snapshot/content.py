"""The content hash of loaded tables."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

from brokersql.database import Database, quote
from brokersql.snapshot.statements import numbers, statement


def content_hash(database: Database, filled: Iterable[str]) -> str:
    """Return a hash of all rows that stand in the tables of the contract.

    Only the tables named by `filled` have rows. Of each the number of rows and the sum
    of the high halves of the MD5 of their JSON text enter a SHA-256. So neither the
    order of the rows nor the way they are split into files matters, nor the version of
    DuckDB; quarantined rows do not count.
    """
    digest = sha256()
    for name in sorted(filled):
        sums = numbers(database, statement("content", table=quote(name)))
        digest.update(f"{name} {sums[0]} {sums[1]}\n".encode())
    return digest.hexdigest()

"""Sandbox: a database file and an ad-hoc query in, its rows out.

The query runs in a process of its own, on a connection that can only read, under limits
of memory, time, files and rows.
"""

from __future__ import annotations

from brokersql.sandbox.limits import QueryLimits
from brokersql.sandbox.session import OverLimit, Refused, Sandbox, TooManyRows

__all__ = ["OverLimit", "QueryLimits", "Refused", "Sandbox", "TooManyRows"]

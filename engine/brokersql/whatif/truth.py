"""The one truth value that a condition gives, as SQL says it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from brokersql.errors import UsageError


def truth(rows: Sequence[Mapping[str, object]], where: str) -> bool:
    """Return the one truth value that a condition gives.

    Raises:
        UsageError: it gives none, or something else.

    >>> truth([{"ok": True}], "--expect")
    True
    """
    values = [value for row in rows for value in row.values()]
    if len(values) != 1 or not isinstance(values[0], bool):
        raise UsageError(
            f"{where} gives no single truth value",
            hint="such as: select count(*) < 10 from result where status = 'pending'",
        )
    return values[0]

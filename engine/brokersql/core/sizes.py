"""Sizes of memory, as people write them."""

from __future__ import annotations

import re

from brokersql.core.errors import UsageError

_SIZE = re.compile(
    r"(?P<number>\d+(\.\d+)?)\s*(?P<unit>[KMGT]|[KMGT]i(?=B))B?", re.IGNORECASE
)
_POWERS = {"k": 1, "m": 2, "g": 3, "t": 4}


def parse_size(text: str) -> int:
    """Return a number of bytes, written as DuckDB takes it.

    Raises:
        UsageError: it is no size.

    >>> parse_size("1.5GB"), parse_size("64 MiB")
    (1500000000, 67108864)
    """
    found = _SIZE.fullmatch(text.strip())
    if found is None:
        hint = "a number and KB, MB, GB or TB: --memory-limit 2GB"
        raise UsageError(f"{text} is no size", hint=hint)
    unit = found["unit"].lower()
    base = 1024 if unit.endswith("i") else 1000
    return int(float(found["number"]) * base ** _POWERS[unit.removesuffix("i")])

"""Values as programs read them: JSON without NaN, CSV without thousands."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from functools import wraps
from typing import Any, ParamSpec, cast

SCHEMA_VERSION = 1
_P = ParamSpec("_P")
#: Columns whose whole numbers need more than the 53 bits of a JSON reader.
_WIDE = frozenset({"reject_mask"})


def json_value(value: object, name: str = "") -> object:
    """Return a value as JSON holds it; what is not finite becomes None.

    >>> json_value(datetime(2025, 10, 14, 12)), json_value(5, "reject_mask")
    ('2025-10-14T12:00:00Z', '5')
    """
    match value:
        case None | bool() | str():
            return value
        case int():
            return str(value) if name in _WIDE else value
        case float():
            return value if math.isfinite(value) else None
        case Decimal():
            return int(value) if value == value.to_integral_value() else float(value)
        case Mapping():
            return json_object(cast(Mapping[str, object], value))
        case list() | tuple():
            return [json_value(each) for each in cast(Sequence[object], value)]
        case timedelta():
            return value.total_seconds()
        case bytes():
            return value.hex()
        case _:
            return text_value(value)


def json_object(row: Mapping[str, object]) -> dict[str, object]:
    """Return an object as JSON holds it, marked where a value is not finite.

    >>> json_object({"weight": math.inf})
    {'weight': None, 'not_finite': True}
    """
    made = {str(name): json_value(value, str(name)) for name, value in row.items()}
    if any(
        isinstance(each, float) and not math.isfinite(each) for each in row.values()
    ):
        made["not_finite"] = True
    return made


def plain(
    made: Callable[_P, Mapping[str, object]],
) -> Callable[_P, dict[str, Any]]:
    """Let a function that makes an object return it as JSON holds it.

    >>> plain(dict)(time=datetime(2025, 10, 14, 12))
    {'time': '2025-10-14T12:00:00Z'}
    """

    @wraps(made)
    def told(*args: _P.args, **keys: _P.kwargs) -> dict[str, Any]:
        return json_object(made(*args, **keys))

    return told


def json_line(value: Mapping[str, object]) -> str:
    """Return an object as one line of JSON."""
    return json.dumps(json_object(value), ensure_ascii=False, allow_nan=False)


def text_value(value: object) -> str:
    """Return a value as a cell of CSV shows it; None is empty.

    >>> text_value(True), text_value(2.0), text_value(None)
    ('true', '2.0', '')
    """
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case datetime():
            utc = value.replace(tzinfo=None) - (value.utcoffset() or timedelta())
            return f"{utc.isoformat()}Z"
        case date() | time():
            return value.isoformat()
        case Mapping() | list() | tuple():
            return json.dumps(json_value(cast(object, value)), ensure_ascii=False)
        case timedelta():
            return str(value.total_seconds())
        case bytes():
            return value.hex()
        case _:
            return str(value)


def csv_lines(names: Sequence[str], rows: Iterator[Sequence[object]]) -> Iterator[str]:
    """Yield the lines of a CSV file: NULL is empty, an empty text is quoted.

    >>> list(csv_lines(["a", "b"], iter([("x,y", None), ("", 1.5)])))
    ['a,b', '"x,y",', '"",1.5']
    """
    yield ",".join(_quoted(name) for name in names)
    for row in rows:
        yield ",".join(
            "" if cell is None else _quoted(text_value(cell)) for cell in row
        )


def _quoted(text: str) -> str:
    if text and not any(sign in text for sign in ',"\n\r') and text == text.strip():
        return text
    return '"' + text.replace('"', '""') + '"'

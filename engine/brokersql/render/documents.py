"""JSON documents: values without NaN, the error document, the schemas.

Values of CSV stand here too, since both formats share them.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from functools import wraps
from typing import Any, ParamSpec, cast

from brokersql.core.errors import BrokersqlError, UsageError, suggest
from brokersql.core.sql_files import schema_root

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
        case tuple() if hasattr(cast(object, value), "nanoseconds"):
            return _interval(*cast("tuple[int, int, int]", value))
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
    kind: str = "",
) -> Callable[[Callable[_P, Mapping[str, object]]], Callable[_P, dict[str, Any]]]:
    """Decorate a function so that the object it returns is fit for JSON.

    With a kind the object begins with it, and with the version of the schemas.

    >>> plain("x")(dict)(time=datetime(2025, 10, 14, 12))
    {'schema_version': 1, 'kind': 'x', 'time': '2025-10-14T12:00:00Z'}
    """
    head = {"schema_version": SCHEMA_VERSION, "kind": kind} if kind else {}

    def decorate(
        made: Callable[_P, Mapping[str, object]],
    ) -> Callable[_P, dict[str, Any]]:
        @wraps(made)
        def converted(*args: _P.args, **keys: _P.kwargs) -> dict[str, Any]:
            return json_object({**head, **made(*args, **keys)})

        return converted

    return decorate


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
        case tuple() if hasattr(cast(object, value), "nanoseconds"):
            return _interval(*cast("tuple[int, int, int]", value))
        case Mapping() | list() | tuple():
            return json.dumps(json_value(cast(object, value)), ensure_ascii=False)
        case timedelta():
            return str(value.total_seconds())
        case bytes():
            return value.hex()
        case _:
            return str(value)


def _interval(months: int, days: int, nanoseconds: int) -> str:
    """Return an interval as DuckDB writes it.

    >>> _interval(14, -1, 18_000_500_000_000), _interval(0, 0, -60_000_000_000)
    ('1 year 2 months -1 day 05:00:00.5', '-00:01:00')
    """
    years = int(months / 12)
    counts = {"year": years, "month": months - 12 * years, "day": days}
    words = [
        f"{count} {name}{'' if abs(count) == 1 else 's'}"
        for name, count in counts.items()
        if count
    ]
    if nanoseconds or not words:
        seconds, rest = divmod(abs(nanoseconds) // 1000, 10**6)
        minutes, seconds = divmod(seconds, 60)
        clock = f"{minutes // 60:02}:{minutes % 60:02}:{seconds:02}.{rest:06}"
        words.append(f"{'-' if nanoseconds < 0 else ''}{clock.rstrip('0').rstrip('.')}")
    return " ".join(words)


_KINDS = {
    2: "usage",
    3: "snapshot",
    4: "policy",
    5: "cycle",
    6: "state",
    7: "engine",
    8: "memory",
}
_PLACE = re.compile(r"(?P<file>[^\s:]+\.\w+):(?P<line>\d+)(:(?P<column>\d+))?$")


@plain()
def error_document(error: BrokersqlError) -> dict[str, Any]:
    """Return an error as an object for JSON, its file and line where it has them.

    >>> made = error_document(BrokersqlError("no column", where="a/b.sql:3"))
    >>> made["error"], made["file"], made["line"], made["column"]
    ('unexpected', 'a/b.sql', 3, None)
    """
    place = _PLACE.search(error.where)
    return {
        "schema_version": SCHEMA_VERSION,
        "error": _KINDS.get(error.exit_code, "unexpected"),
        "exit_code": error.exit_code,
        "message": error.message,
        "where": error.where or None,
        "file": place["file"] if place else None,
        "line": int(place["line"]) if place else None,
        "column": int(place["column"]) if place and place["column"] else None,
        "hint": error.hint or None,
        "items": list(error.items),
    }


#: Holds what schemas share, and is none of a document.
_SHARED = "common"
_REFERENCE = re.compile(r'"\$ref": "(?P<file>[\w.]+\.json)')


def schema_kinds() -> list[str]:
    """Return the kinds of document that have a schema, in order.

    `error` and `log` are written to stderr; `rows` stands for all flat results.
    """
    names = {path.stem for path in schema_root().glob("*.json")}
    return sorted(names - {_SHARED})


def json_schema(kind: str) -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of a kind of document, complete in itself.

    Every key has its type and, where the name does not say them, meaning and unit; an
    object has no other keys, and each unless its description says when. Files that it
    refers to stand in its `$defs`, as they stand in the folder `brokersql/schema`.

    Raises:
        UsageError: no document is of this kind.

    >>> json_schema("bisect")["title"]
    '`brokersql bisect SNAPSHOT`'
    """
    known = schema_kinds()
    if kind not in known:
        hint = suggest(kind, known) or f"one of: {', '.join(known)}"
        raise UsageError(f"no schema of {kind}", hint=hint)
    found: dict[str, dict[str, Any]] = {}
    wanted = [f"{kind}.json"]
    for name in wanted:
        text = (schema_root() / name).read_text(encoding="utf-8")
        found[name] = json.loads(text)
        others = dict.fromkeys(_REFERENCE.findall(text))
        wanted += [each for each in others if each not in wanted]
    own = found.pop(wanted[0])
    if found:
        own["$defs"] = {**own.get("$defs", {}), **found}
    return own

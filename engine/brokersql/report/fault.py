"""An error as the object that programs read: on stderr, and from a server."""

from __future__ import annotations

import re
from typing import Any

from brokersql.errors import BrokersqlError
from brokersql.report.machine import SCHEMA_VERSION, plain

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


@plain
def error_document(error: BrokersqlError) -> dict[str, Any]:
    """Return an error as an object for JSON, its file and line where it has them.

    >>> told = error_document(BrokersqlError("no column", where="a/b.sql:3"))
    >>> told["error"], told["file"], told["line"], told["column"]
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

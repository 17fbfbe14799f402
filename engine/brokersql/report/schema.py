"""JSON Schemas of what `--format json` prints, one per kind of document."""

from __future__ import annotations

import json
import re
from typing import Any

from brokersql.errors import UsageError, suggest
from brokersql.resources import schema_root

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

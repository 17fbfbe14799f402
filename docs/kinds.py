"""The page of all that is printed as JSON, made from the schemas themselves."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from brokersql.core.sql_files import schema_root
from brokersql.render.documents import schema_kinds

_ABOUT = """\
# What `--format json` says

One object per call, on one line. Every key is always there: null where it does not
apply. Keys are added, never renamed; `schema_version` rises when one changes its
meaning or goes. Columns keep the names of the result tables. Times are ISO with `Z`. A
number that is not finite is null, and its object has `"not_finite": true`.

Each kind of document has a JSON Schema (2020-12), of which this page is made. They are
installed as `brokersql/schema/KIND.json`; what several of them hold is in
`common.json` next to them. From Python each is complete in itself:

```python
jsonschema.validate(document, brokersql.json_schema("explain.pair"))
```

An object has no other keys than these. In Python `story.document()` is what `explain
--format json` prints; `brokersql serve` adds `answer`, `next`, `text`, `remark`.
"""
_TYPES = {"array": "list", "object": "object"}
_COMMON = "common.json#/$defs/"
_OWN = "#/$defs/"
_PAGE = ".json"

Schema = dict[str, Any]


def json_page() -> str:
    """Return the page, a section per kind of document and one per shared part."""
    shared = _read("common")["$defs"]
    lines = [_ABOUT]
    for kind in schema_kinds():
        schema = _read(kind)
        lines += [f"## {kind}", "", f"{schema['title']}."]
        if meaning := schema.get("description"):
            lines[-1] += f" {meaning}"
        lines += ["", *_section(schema, schema.get("$defs", {})), ""]
    lines += ["## Parts", "", "Parts of several kinds.", ""]
    for name, part in shared.items():
        if "$ref" in part or "properties" in part:
            meaning = part.get("description", "")
            lines += [f"### {name}", "", *([meaning, ""] if meaning else [])]
            lines += [*_section(part, {}), ""]
    return "\n".join(lines).rstrip() + "\n"


def _read(name: str) -> Schema:
    return json.loads((schema_root() / f"{name}.json").read_text(encoding="utf-8"))


def _section(schema: Schema, own: Schema) -> Iterator[str]:
    """Yield what an object begins with, its keys, and those of its other forms."""
    if base := schema.get("$ref"):
        yield from (f"It begins with the keys of {_named(base)}.", "")
    if rows := list(_rows(schema, own, "")):
        yield from ("| key | holds | |", "|---|---|---|", *rows)
    for form in _forms(schema):
        target = form.get("$ref", "")
        if _is_inline(form, own):
            form = own[target.removeprefix(_OWN)]
        elif target:
            yield from ("", f"Else: the keys of {_named(target)}.")
            continue
        yield from ("", form.get("description", "Besides:"), "")
        yield from ("| key | holds | |", "|---|---|---|", *_rows(form, own, ""))


def _forms(schema: Schema) -> Iterator[Schema]:
    """Yield the forms that an object may have, the usual one first."""
    if "if" in schema:
        ends = [schema["then"], schema["else"]]
        for end in sorted(ends, key=lambda it: _COMMON in it.get("$ref", "")):
            yield from _forms(end) if "if" in end else (end,)


def _rows(schema: Schema, own: Schema, above: str) -> Iterator[str]:
    """Yield a row per key, below it those of a part that only this kind has."""
    for name, each in schema.get("properties", {}).items():
        if name == "not_finite":
            continue
        meaning = each.get("description", "").replace("|", "\\|")
        yield f"| `{above}{name}` | {_held(each, own)} | {meaning} |"
        inner, marks = _inner(each)
        if _is_inline(inner, own):
            part = own[inner["$ref"].removeprefix(_OWN)]
            yield from _parts(part, own, f"{above}{name}{marks}.")


def _parts(part: Schema, own: Schema, above: str) -> Iterator[str]:
    yield from _rows(part, own, above)
    for form in _forms(part):
        name = form["$ref"].removeprefix(_OWN)
        yield f"| *{own[name]['description'].removesuffix('.')}:* | | |"
        yield from _rows(own[name], own, above)


def _inner(each: Schema) -> tuple[Schema, str]:
    """Return what a value is made of, and how its place is written."""
    if "items" in each:
        inner, marks = _inner(each["items"])
        return inner, f"[]{marks}"
    if "anyOf" in each:
        return each["anyOf"][0], ""
    return each, ""


def _is_inline(each: Schema, own: Schema) -> bool:
    return each.get("$ref", "").removeprefix(_OWN) in own


def _held(each: Schema, own: Schema) -> str:
    """Return in words what a value may be."""
    if _is_inline(each, own):
        base = own[each["$ref"].removeprefix(_OWN)].get("$ref")
        return f"{_named(base)} and more" if base else "object"
    if "$ref" in each:
        return _named(each["$ref"])
    if "const" in each:
        return f"`{json.dumps(each['const'])}`"
    if "enum" in each:
        return " or ".join("null" if it is None else f"`{it}`" for it in each["enum"])
    if "anyOf" in each:
        return " or ".join(_held(it, own) for it in each["anyOf"])
    if "if" in each:
        return f"{_held(each['then'], own)} or {_held(each['else'], own)}"
    kinds = each.get("type", "any value")
    names = [kinds] if isinstance(kinds, str) else list(kinds)
    meaning = [_TYPES.get(name, name) for name in names]
    if each.get("format") == "date-time":
        meaning[0] = "time"
    if "items" in each:
        meaning[0] = f"list of {_held(each['items'], own)}"
    if isinstance(each.get("additionalProperties"), dict):
        meaning[0] = f"names to {_held(each['additionalProperties'], own)}"
    return " or ".join(meaning)


def _named(reference: str) -> str:
    """Return a link to the section about a part."""
    if reference.startswith((_COMMON, _OWN)):
        name = reference.rpartition("/")[2]
        return f"[{name}](#{name})" if name != "schema_version" else "`1`"
    kind = reference.removesuffix(_PAGE)
    return f"[{kind}](#{kind.replace('.', '')})"

"""The parameters of a policy: value, default, unit, where it is from who reads it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from brokersql.policy import Policy, Resolved, SourceFile, Value
from brokersql.report.look import Look
from brokersql.report.table import Column, lay_out


def parameter_lines(
    policy: Policy, values: Sequence[Resolved], look: Look
) -> list[str]:
    """Return the parameters with value, default, unit, origin and their readers."""
    columns = [
        Column("parameter"),
        Column("value", right=True, cut="end"),
        Column("default", right=True, cut="end"),
        Column("unit", drop=2),
        Column("from"),
        Column("used by", cut="end", drop=1),
    ]
    rows = [
        [
            _full_name(each),
            shown_value(each.value),
            shown_value(each.parameter.default),
            each.parameter.unit,
            each.origin,
            ", ".join(_readers(policy, each)),
        ]
        for each in values
    ]
    return lay_out(columns, rows, look)


def shown_value(value: Value) -> str:
    """Return a value as `--set` takes it, lists in brackets.

    >>> shown_value(True), shown_value(("a", "b")), shown_value(None), shown_value(0.9)
    ('true', '[a, b]', '–', '0.9')
    """
    match value:
        case None:
            return "–"
        case bool():
            return "true" if value else "false"
        case tuple():
            return f"[{', '.join(shown_value(each) for each in value)}]"
        case _:
            return str(value)


def parameter_document(policy: Policy, each: Resolved) -> dict[str, object]:
    """Return a parameter with its value and readers as an object for JSON."""
    return {
        "parameter": each.parameter.name,
        "key": each.suffix,
        "value": each.value,
        "default": each.parameter.default,
        "type": each.parameter.type,
        "unit": each.parameter.unit or None,
        "origin": each.origin,
        "meaning": each.parameter.meaning,
        "used_by": _readers(policy, each),
    }


def reads(file: SourceFile, resolved: Resolved) -> bool:
    """Tell whether a file names a parameter."""
    return bool(re.search(rf"\b{re.escape(resolved.parameter.column)}\b", file.text))


def _full_name(resolved: Resolved) -> str:
    name = resolved.parameter.name
    return f"{name}_{resolved.suffix}" if resolved.suffix else name


def _readers(policy: Policy, resolved: Resolved) -> list[str]:
    return [file.stem for file in policy.files if reads(file, resolved)]

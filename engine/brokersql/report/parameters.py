"""The parameters of a policy: value, default, unit, where it is from who reads it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from brokersql.policy import (
    Parameter,
    Parameters,
    Policy,
    Resolved,
    SourceFile,
    Value,
    known_settings,
    resolve_parameters,
)
from brokersql.report.look import Look
from brokersql.report.table import Column, lay_out


@dataclass(frozen=True, slots=True)
class Wanted:
    """Profile and values that are asked for, and those that are usual.

    Of what is usual only that counts which a policy has; `origins` tells where each
    usual value was said.
    """

    profile: str | None = None
    settings: Mapping[str, str] = field(default_factory=dict[str, str])
    usual_profile: str | None = None
    usual: Mapping[str, str] = field(default_factory=dict[str, str])
    origins: Mapping[str, str] = field(default_factory=dict[str, str])

    def in_force(self, policy: Policy) -> Parameters:
        """Return the parameters of a policy, each with its origin.

        Raises:
            UsageError: an unknown profile or parameter is asked for, or a value of
                another type.
        """
        is_known = self.usual_profile in policy.profiles
        profile = self.profile or (self.usual_profile if is_known else None)
        usual = known_settings(policy, self.usual)
        found = resolve_parameters(policy, profile, {**usual, **self.settings})
        asked = {name.lower() for name in self.settings}
        places = {
            name.lower(): place
            for name, place in self.origins.items()
            if name.lower() not in asked
        }
        values = [
            replace(each, origin=places.get(_full_name(each).lower(), each.origin))
            for each in found.values
        ]
        return replace(found, values=tuple(values))


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
            ", ".join(readers(policy, each.parameter)),
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
        "used_by": readers(policy, each.parameter),
    }


def reads(file: SourceFile, resolved: Resolved) -> bool:
    """Tell whether a file names a parameter."""
    return _names(file, resolved.parameter)


def readers(policy: Policy, parameter: Parameter) -> list[str]:
    """Return the files of a policy that name a parameter."""
    return [file.stem for file in policy.files if _names(file, parameter)]


def _names(file: SourceFile, parameter: Parameter) -> bool:
    return parameter.column in _words(file.text)


@cache
def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text))


def _full_name(resolved: Resolved) -> str:
    name = resolved.parameter.name
    return f"{name}_{resolved.suffix}" if resolved.suffix else name

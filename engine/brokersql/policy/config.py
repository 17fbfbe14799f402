"""What the snapshot's gdp_config sets, and which of it a policy cannot use."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from brokersql.database import Database
from brokersql.policy.model import Policy
from brokersql.policy.parameter import Parameter, Resolved, Value, convert, parse_text
from brokersql.snapshot import Violation


class ConfigRow(NamedTuple):
    """One row of the snapshot's gdp_config, in the order of its columns."""

    app: str | None
    component: str | None
    key: str | None
    vo: str | None
    type: str | None
    value: str | None


def configured(
    parameters: Sequence[Parameter],
    gdp_config: Iterable[Sequence[object]],
    vo: str | None,
    warnings: list[str],
) -> Iterable[Resolved]:
    """Yield what gdp_config sets; the more exact row of a key comes last."""
    ordered = sorted(
        (ConfigRow(*(_text(cell) for cell in row)) for row in gdp_config),
        key=lambda row: (row.vo is not None, *(cell or "" for cell in row)),
    )
    scalar_keys = {(each.component, each.key) for each in parameters if not each.per}
    for parameter in parameters:
        for row in ordered:
            if (row.app, row.component) != (parameter.app, parameter.component):
                continue
            if row.vo is not None and (row.vo != vo or not parameter.vo):
                continue
            key = row.key or ""
            keyed = (
                parameter.per is not None and (row.component, key) not in scalar_keys
            )
            suffix = _suffix(parameters, parameter, key) if keyed else None
            if suffix is None and (parameter.per is not None or key != parameter.key):
                continue
            try:
                value = convert_config(parameter.type, row.type, row.value)
            except ValueError as error:
                warnings.append(
                    f"gdp_config {row.component}.{key} counts as unset: {error}"
                )
                continue
            if value is not None:
                yield Resolved(parameter, value, "gdp_config", suffix)


def _suffix(
    parameters: Sequence[Parameter], parameter: Parameter, key: str
) -> str | None:
    """Return what follows ``KEY_`` if no longer key of the same component fits."""
    rivals = [
        each.key
        for each in parameters
        if each.per is not None
        and each.component == parameter.component
        and key.startswith(f"{each.key}_")
    ]
    if parameter.key not in rivals or max(rivals, key=len) != parameter.key:
        return None
    return key[len(parameter.key) + 1 :] or None


def convert_config(type_name: str, kind: str | None, text: str | None) -> Value:
    """Return a gdp_config value, read by its own type, as a parameter value.

    Raises:
        ValueError: it is not of its own type, or that does not fit the parameter.

    >>> convert_config("DOUBLE", "int", "3")
    3.0
    """
    if text is None:
        return None
    match (kind or "str").lower():
        case "int" | "integer":
            typed: object = int(text)
        case "float" | "double":
            typed = float(text)
        case "bool" | "boolean":
            typed = text.strip().lower() == "true"
        case "json":
            typed = json.loads(text)
        case _ if type_name.startswith("VARCHAR"):
            return parse_text(type_name, text)
        case other:
            raise ValueError(f"{other} {text!r} is no {type_name}")
    return convert(type_name, str(typed) if type_name == "VARCHAR" else typed)


def beyond(configured: Resolved) -> str:
    """Return what to say of a value of gdp_config outside its range, else nothing."""
    fault = configured.parameter.beyond(configured.value)
    key = f"{configured.parameter.component}.{configured.parameter.key}"
    key += f"_{configured.suffix}" if configured.suffix else ""
    return f"gdp_config {key}: {fault}" if fault else ""


def setting_violations(
    policies: Iterable[Policy], database: Database
) -> list[Violation]:
    """Return the settings of a loaded snapshot outside the ranges of policies."""
    rows = database.rows("from main.gdp_config")
    vos = {str(vo) for (vo,) in database.rows("select vo from main.snapshot")}
    faults = {
        beyond(each)
        for policy in policies
        for vo in vos
        for each in configured(policy.parameters, rows, vo, [])
    }
    return [
        Violation("error", "out_of_range", "gdp_config", "value", 1, (), fault)
        for fault in sorted(faults - {""})
    ]


def _text(cell: object) -> str | None:
    return None if cell is None else str(cell)

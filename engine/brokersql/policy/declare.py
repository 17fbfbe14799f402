"""The ``[parameters.NAME]`` tables of a chain of policy.toml files."""

from __future__ import annotations

from collections.abc import Sequence

from brokersql.policy.faults import suggest
from brokersql.policy.parameter import KEYED, TYPES, Parameter, Value, convert
from brokersql.policy.range import Range, read_range
from brokersql.policy.toml import TomlTable

_KEYS = (
    *("type", "unit", "default", "meaning", "profiles"),
    *("app", "component", "key", "vo", "per", "range"),
)

#: Every policy has this one: all draws and ties hash it.
SEED = Parameter(
    name="SEED", type="BIGINT", default=0, meaning="the seed of every draw and tie"
)


def read_parameters(
    tables: Sequence[TomlTable], profiles: tuple[str, ...]
) -> tuple[Parameter, ...]:
    """Return all parameters by name; a nearer table overrides single keys.

    `tables` begins with the policy's own. Faults are recorded in the tables.
    """
    groups = [table.table("parameters") for table in tables]
    names = dict.fromkeys(name for group in reversed(groups) for name in group.values)
    found = [SEED]
    for name in names:
        layers = [group.table(name) for group in groups if name in group.values]
        values: dict[str, object] = {}
        for layer in reversed(layers):
            values.update(_merged(values, layer))
        nearest = layers[0]
        merged = TomlTable(
            nearest.file, nearest.text, nearest.path, values, nearest.findings
        )
        found.append(_read_parameter(name, merged, profiles))
    columns = [parameter.column for parameter in found]
    for parameter in found:
        if columns.count(parameter.column) > 1:
            message = f"parameter {parameter.name} stands twice"
            tables[0].table("parameters").report(parameter.name, message)
    return tuple(sorted(found, key=lambda each: each.column))


def _merged(values: dict[str, object], layer: TomlTable) -> dict[str, object]:
    """Return the keys of a layer; its profiles are laid over the inherited ones."""
    own = dict(layer.values)
    below = values.get("profiles")
    above = own.get("profiles")
    if isinstance(below, dict) and isinstance(above, dict):
        own["profiles"] = {**below, **above}
    return own


def _read_parameter(
    name: str, table: TomlTable, profiles: tuple[str, ...]
) -> Parameter:
    table.check_keys(_KEYS)
    kind = table.string("type") or ""
    if kind not in TYPES:
        hint = suggest(kind, TYPES) or f"one of {', '.join(TYPES)}"
        table.report("type", f"parameter {name} has no known type", hint)
        kind = "VARCHAR"
    if not table.string("meaning"):
        table.report("meaning", f"parameter {name} has no meaning", "one line of text")
    per = table.string("per")
    if per is not None and per not in KEYED:
        table.report("per", f"no kind of key {per}", f"one of {', '.join(KEYED)}")
        per = None
    own = table.table("profiles")
    for profile in own.values:
        if profile not in profiles:
            table.report(
                "profiles", f"no profile {profile}", suggest(profile, profiles)
            )
    defaults = [(profile, _default(own, profile, kind)) for profile in own.values]
    parameter = Parameter(
        name=name,
        type=kind,
        meaning=table.string("meaning") or "",
        unit=table.string("unit") or "",
        default=_default(table, "default", kind),
        defaults=tuple(defaults),
        app=table.string("app") or "jedi",
        component=table.string("component"),
        key=table.string("key") or name,
        vo=table.boolean("vo", True),
        per=per,
        range=_range(table, kind),
    )
    _check_range(parameter, table)
    return parameter


def _check_range(parameter: Parameter, table: TomlTable) -> None:
    if fault := parameter.beyond(parameter.default):
        table.report("default", fault)
    for profile, value in parameter.defaults:
        if fault := parameter.beyond(value):
            table.table("profiles").report(profile, fault)


def _range(table: TomlTable, kind: str) -> Range | None:
    text = table.string("range")
    if text is None:
        return None
    hint = 'bounds of a number, as "> 0, <= 1"'
    if kind not in ("BIGINT", "DOUBLE"):
        table.report("range", f"{kind} has no range", hint)
        return None
    try:
        return read_range(text)
    except ValueError as error:
        table.report("range", str(error), hint)
        return None


def _default(table: TomlTable, key: str, kind: str) -> Value:
    try:
        return convert(kind, table.values.get(key))
    except ValueError as error:
        table.report(key, str(error))
        return None

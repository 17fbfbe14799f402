"""The values in force: ``--set`` over the snapshot's gdp_config over the defaults."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import pyarrow as pa

from brokersql.core.database import Database
from brokersql.core.errors import PolicyError, SnapshotError, UsageError, suggest
from brokersql.policy.model import Policy
from brokersql.policy.parameters import (
    KEYED,
    Parameter,
    Resolved,
    Value,
    arrow_type,
    convert,
    literal,
    parse_text,
)
from brokersql.snapshot import Violation


class ConfigRow(NamedTuple):
    """One row of the snapshot's gdp_config, in the order of its columns."""

    app: str | None
    component: str | None
    key: str | None
    vo: str | None
    type: str | None
    value: str | None


def configured_values(
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


def refusal(configured: Resolved) -> str:
    """Return what to say of a value of gdp_config that is refused, else nothing."""
    fault = configured.parameter.refusal(configured.value)
    key = f"{configured.parameter.component}.{configured.parameter.key}"
    key += f"_{configured.suffix}" if configured.suffix else ""
    return f"gdp_config {key}: {fault}" if fault else ""


def setting_violations(
    policies: Iterable[Policy], database: Database
) -> list[Violation]:
    """Return the settings of a loaded snapshot that parameters of policies refuse."""
    rows = database.rows("from main.gdp_config")
    vos = {str(vo) for (vo,) in database.rows("select vo from main.snapshot")}
    faults = {
        refusal(each)
        for policy in policies
        for vo in vos
        for each in configured_values(policy.parameters, rows, vo, [])
    }
    return [
        Violation("error", "out_of_range", "gdp_config", "value", 1, (), fault)
        for fault in sorted(faults - {""})
    ]


def _text(cell: object) -> str | None:
    return None if cell is None else str(cell)


@dataclass(frozen=True, slots=True)
class Parameters:
    """All values in force under one profile, and warnings about their sources.

    `own_tables` are the rows of the tables that the policy brings, by name.
    """

    profile: str
    values: tuple[Resolved, ...]
    warnings: tuple[str, ...]
    own_tables: Mapping[str, pa.Table]

    def scalar(self, name: str) -> Value:
        """Return the value of one parameter; names are case-insensitive."""
        column = name.lower()
        return next(
            each.value
            for each in self.values
            if each.suffix is None and each.parameter.column == column
        )

    def has(self, name: str) -> bool:
        """Return whether the policy has a parameter; names are case-insensitive."""
        return any(each.parameter.column == name.lower() for each in self.values)

    def tables(self) -> dict[str, pa.Table]:
        """Return all relations that come with the policy: settings and own tables."""
        return {**self.settings(), **self.own_tables}

    def settings(self) -> dict[str, pa.Table]:
        """Return `cfg`, one row, and each keyed relation, one row for each key."""
        scalars = [each for each in self.values if each.parameter.per is None]
        row = {each.parameter.column: _plain(each.value) for each in scalars}
        tables = {"cfg": _table([row], [each.parameter for each in scalars])}
        for per, (relation, column) in KEYED.items():
            keyed = [each for each in self.values if each.parameter.per == per]
            if keyed:
                tables[relation] = _keyed_table(column, keyed)
        return tables

    def variables(self) -> dict[str, str]:
        """Return the literal of each connection variable ``cfg_<column>``."""
        return {
            f"cfg_{each.parameter.column}": literal(each.parameter.type, each.value)
            for each in self.values
            if each.parameter.per is None
        }


def resolve_parameters(
    policy: Policy,
    profile: str | None = None,
    overrides: Mapping[str, str] | None = None,
    gdp_config: Iterable[Sequence[object]] = (),
    vo: str | None = None,
    seed: int | None = None,
) -> Parameters:
    """Return the values in force; the first profile of the policy is the default.

    `overrides` are the ``--set`` options. `gdp_config` holds the rows of the snapshot's
    table in its column order; where a key has rows for `vo` and for no vo, that for
    `vo` counts.

    Raises:
        UsageError: an unknown profile or parameter, or a value of another type.
        PolicyError: a value of `overrides` is outside the range of its parameter, or
            none of its choices.
        SnapshotError: a value of gdp_config is.
    """
    chosen = profile or policy.profiles[0]
    if chosen not in policy.profiles:
        known = ", ".join(policy.profiles)
        hint = suggest(chosen, policy.profiles) or f"it has {known}"
        raise UsageError(f"policy {policy.name} has no profile {chosen}", hint=hint)
    warnings: list[str] = []
    set_by_snapshot = list(
        configured_values(policy.parameters, gdp_config, vo, warnings)
    )
    if faults := [text for each in set_by_snapshot if (text := refusal(each))]:
        hint = "correct these rows, or take them out"
        raise SnapshotError(faults[0], items=faults[1:], hint=hint)
    layers = [
        *(_default(parameter, chosen) for parameter in policy.parameters),
        *set_by_snapshot,
        *_seeded(policy.parameters, seed),
        *(_override(policy, name, text) for name, text in (overrides or {}).items()),
    ]
    found = {
        (each.parameter.column, each.suffix or ""): _in_force(each, chosen)
        for each in layers
    }
    ordered = tuple(found[key] for key in sorted(found))
    own_tables = {each.name: each.rows for each in policy.tables}
    return Parameters(chosen, ordered, tuple(warnings), own_tables)


def _default(parameter: Parameter, profile: str) -> Resolved:
    """Return a parameter's default; that of a keyed one stands under the key ''."""
    value, is_own = parameter.default_of(profile)
    suffix = None if parameter.per is None else ""
    return Resolved(parameter, value, "profile" if is_own else "default", suffix)


def _in_force(resolved: Resolved, profile: str) -> Resolved:
    """Return a value, or the default for which its 0 stands."""
    if not resolved.parameter.zero_is_unset or resolved.value != 0:
        return resolved
    return replace(resolved, value=resolved.parameter.default_of(profile)[0])


def _seeded(parameters: Sequence[Parameter], seed: int | None) -> Iterable[Resolved]:
    """Yield the seed of the cycle, where one is given."""
    for parameter in parameters:
        if parameter.column == "seed" and seed is not None:
            yield Resolved(parameter, seed, "--seed")


def _plain(value: Value) -> object:
    return list(value) if isinstance(value, tuple) else value


def _keyed_table(column: str, keyed: Sequence[Resolved]) -> pa.Table:
    """Return one row for each key that is set; a value that is not set is NULL.

    The key '' holds the defaults, for a rule that falls back on them.
    """
    suffixes = sorted({each.suffix or "" for each in keyed})
    parameters = {each.parameter.column: each.parameter for each in keyed}
    values = {(each.parameter.column, each.suffix or ""): each.value for each in keyed}
    rows: list[dict[str, object]] = [
        {column: suffix}
        | {name: _plain(values.get((name, suffix))) for name in parameters}
        for suffix in suffixes
    ]
    return _table(rows, list(parameters.values()), column)


def _table(
    rows: Sequence[Mapping[str, object]],
    parameters: Sequence[Parameter],
    key: str | None = None,
) -> pa.Table:
    """Return rows as an Arrow table of the declared types."""
    fields = [pa.field(each.column, arrow_type(each.type)) for each in parameters]
    if key is not None:
        fields.insert(0, pa.field(key, pa.string()))
    return pa.Table.from_pylist(list(rows), schema=pa.schema(fields))


def known_settings(policy: Policy, settings: Mapping[str, str]) -> Mapping[str, str]:
    """Return the ``--set`` options that name a parameter of a policy."""
    return {
        name: text for name, text in settings.items() if named_parameter(policy, name)
    }


def configured_settings(
    policy: Policy,
    settings: Mapping[str, str],
    origins: Mapping[str, str],
    asked: Iterable[str],
) -> Mapping[str, str]:
    """Return the settings of a configuration that count for a policy.

    Those `asked` for otherwise do not. `origins` are the places of the values.

    Raises:
        UsageError: a value is of another type than its parameter.
        PolicyError: a value is outside the range of its parameter.
    """
    wanted = {name.lower() for name in asked}
    found = {
        name: text
        for name, text in known_settings(policy, settings).items()
        if name.lower() not in wanted
    }
    for name, text in found.items():
        try:
            _override(policy, name, text)
        except (UsageError, PolicyError) as error:
            error.message = error.message.removeprefix("--set ")
            error.where = origins[name]
            raise
    return found


def named_parameter(policy: Policy, name: str) -> tuple[Parameter, str | None] | None:
    """Return what ``NAME`` sets, or ``NAME_<key>`` of a keyed one, with its key.

    None where the policy has no such parameter.
    """
    wanted = name.lower()
    for parameter in policy.parameters:
        if parameter.per is None and wanted in (
            parameter.column,
            parameter.key.lower(),
        ):
            return parameter, None
    keyed = [each for each in policy.parameters if each.per is not None]
    stems = [(stem, each) for each in keyed for stem in (each.name, each.key)]
    for stem, parameter in sorted(stems, key=lambda pair: -len(pair[0])):
        if wanted.startswith(f"{stem.lower()}_") and len(name) > len(stem) + 1:
            return parameter, name[len(stem) + 1 :]
    return None


def known_parameter(policy: Policy, name: str) -> tuple[Parameter, str | None]:
    """Return what `named_parameter` does.

    Raises:
        UsageError: the policy has no such parameter, or the name lacks its key.
    """
    if (found := named_parameter(policy, name)) is not None:
        return found
    for each in policy.parameters:
        if each.per and name.lower() in (each.name.lower(), each.key.lower()):
            raise UsageError(
                f"{name} of policy {policy.name} has a value for each {each.per}",
                hint=f"its name is {name}_<{each.per}>",
            )
    names = [each.name for each in policy.parameters]
    hint = suggest(name, names) or f"brokersql policy show {policy.name} lists them"
    raise UsageError(f"policy {policy.name} has no parameter {name}", hint=hint)


def _override(policy: Policy, name: str, text: str) -> Resolved:
    """Return the value of one ``--set``."""
    parameter, suffix = known_parameter(policy, name)
    return Resolved(parameter, _override_value(parameter, name, text), "--set", suffix)


def _override_value(parameter: Parameter, name: str, text: str) -> Value:
    try:
        value = parse_text(parameter.type, text)
    except ValueError as error:
        kind = parameter.type
        raise UsageError(
            f"--set {name}: {error}", hint=f"{name} is a {kind}"
        ) from error
    if fault := parameter.refusal(value):
        raise PolicyError(f"--set {name}: {fault}")
    return value

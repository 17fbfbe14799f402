"""The values in force: ``--set`` over the snapshot's gdp_config over the defaults."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import pyarrow as pa

from brokersql.errors import PolicyError, SnapshotError, UsageError
from brokersql.policy.config import beyond, configured
from brokersql.policy.faults import suggest
from brokersql.policy.model import Policy
from brokersql.policy.parameter import (
    KEYED,
    Parameter,
    Resolved,
    Value,
    arrow_type,
    literal,
    parse_text,
)


@dataclass(frozen=True, slots=True)
class Parameters:
    """All values in force under one profile, and what was odd about their sources."""

    profile: str
    values: tuple[Resolved, ...]
    warnings: tuple[str, ...]

    def scalar(self, name: str) -> Value:
        """Return the value of one parameter; names are case-insensitive."""
        column = name.lower()
        return next(
            each.value
            for each in self.values
            if each.suffix is None and each.parameter.column == column
        )

    def has(self, name: str) -> bool:
        """Tell whether the policy has a parameter; names are case-insensitive."""
        return any(each.parameter.column == name.lower() for each in self.values)

    def tables(self) -> dict[str, pa.Table]:
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
        PolicyError: a value of `overrides` is outside the range of its parameter.
        SnapshotError: a value of gdp_config is.
    """
    chosen = profile or policy.profiles[0]
    if chosen not in policy.profiles:
        known = ", ".join(policy.profiles)
        hint = suggest(chosen, policy.profiles) or f"it has {known}"
        raise UsageError(f"policy {policy.name} has no profile {chosen}", hint=hint)
    warnings: list[str] = []
    set_by_snapshot = list(configured(policy.parameters, gdp_config, vo, warnings))
    if faults := [text for each in set_by_snapshot if (text := beyond(each))]:
        hint = "correct these rows, or take them out"
        raise SnapshotError(faults[0], items=faults[1:], hint=hint)
    layers = [
        *(_default(parameter, chosen) for parameter in policy.parameters),
        *set_by_snapshot,
        *_seeded(policy.parameters, seed),
        *(_override(policy, name, text) for name, text in (overrides or {}).items()),
    ]
    found = {(each.parameter.column, each.suffix or ""): each for each in layers}
    ordered = tuple(found[key] for key in sorted(found))
    return Parameters(chosen, ordered, tuple(warnings))


def _default(parameter: Parameter, profile: str) -> Resolved:
    """Return a parameter's default; that of a keyed one stands under the key ''."""
    value, is_own = parameter.default_of(profile)
    suffix = None if parameter.per is None else ""
    return Resolved(parameter, value, "profile" if is_own else "default", suffix)


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


def _override(policy: Policy, name: str, text: str) -> Resolved:
    """Return the value of one ``--set``."""
    found = named_parameter(policy, name)
    if found is None:
        names = [each.name for each in policy.parameters]
        hint = suggest(name, names) or f"brokersql policy show {policy.name} lists them"
        raise UsageError(f"policy {policy.name} has no parameter {name}", hint=hint)
    parameter, suffix = found
    return Resolved(parameter, _override_value(parameter, name, text), "--set", suffix)


def _override_value(parameter: Parameter, name: str, text: str) -> Value:
    try:
        value = parse_text(parameter.type, text)
    except ValueError as error:
        kind = parameter.type
        raise UsageError(
            f"--set {name}: {error}", hint=f"{name} is a {kind}"
        ) from error
    if fault := parameter.beyond(value):
        raise PolicyError(f"--set {name}: {fault}")
    return value

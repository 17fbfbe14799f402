"""Typed reading of policy.toml and its parameters; a finding has line and column."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import cast

from brokersql.core.errors import suggest
from brokersql.policy.findings import Finding, finding_at
from brokersql.policy.parameters import (
    KEYED,
    TYPES,
    Parameter,
    Range,
    Value,
    convert,
    read_range,
)


@dataclass(frozen=True, slots=True)
class TomlTable:
    """One table of a TOML file, its faults collected in a list shared by all."""

    file: str
    text: str
    path: tuple[str, ...]
    values: Mapping[str, object]
    findings: list[Finding] = field(default_factory=list[Finding])

    def report(self, key: str, message: str, hint: str = "") -> None:
        """Record a fault of `key`, once, or of the whole table where it has none."""
        found = self.finding(key, message, hint)
        if found not in self.findings:
            self.findings.append(found)

    def finding(self, key: str, message: str, hint: str = "") -> Finding:
        """Return what is to be said of `key`, or of the table where it has none."""
        offset, length = _locate(self.text, self.path, key)
        return finding_at(self.file, self.text, offset, length, message, hint)

    def check_keys(self, known: tuple[str, ...]) -> None:
        """Record every key that is not in `known`."""
        for key in self.values:
            if key not in known:
                hint = suggest(key, known) or f"known keys: {', '.join(known)}"
                self.report(key, f"unknown key {key}", hint)

    def string(self, key: str) -> str | None:
        """Return a text value, or None where there is none."""
        value = self.values.get(key)
        if value is None or isinstance(value, str):
            return value
        self.report(key, f"{key} is not a text")
        return None

    def boolean(self, key: str, default: bool) -> bool:
        """Return a true/false value, or `default` where there is none."""
        value = self.values.get(key, default)
        if isinstance(value, bool):
            return value
        self.report(key, f"{key} is neither true nor false")
        return default

    def strings(self, key: str) -> tuple[str, ...] | None:
        """Return a list of texts, or None where there is none."""
        value = self.values.get(key)
        if value is None:
            return None
        items = cast(list[object], value) if isinstance(value, list) else [None]
        texts = [item for item in items if isinstance(item, str)]
        if len(texts) != len(items):
            self.report(key, f"{key} is not a list of texts")
        twice = sorted({text for text in texts if texts.count(text) > 1})
        if twice:
            self.report(key, f"{key} lists {', '.join(twice)} twice")
        return tuple(dict.fromkeys(texts))

    def table(self, key: str) -> TomlTable:
        """Return a table inside this one; empty where there is none."""
        value = self.values.get(key, {})
        path = (*self.path, key)
        if not isinstance(value, dict):
            self.report(key, f"{key} is not a table")
            value = {}
        return replace(self, path=path, values=cast(Mapping[str, object], value))

    def tables(self, key: str) -> list[TomlTable]:
        """Return the tables of an array of tables; none where there is no array."""
        value = self.values.get(key, [])
        items = cast(list[object], value) if isinstance(value, list) else [None]
        found: list[TomlTable] = []
        for number, item in enumerate(items):
            if not isinstance(item, dict):
                self.report(key, f"{key} is not an array of tables", f"[[{key}]]")
                return []
            path = (*self.path, key, str(number))
            inner = cast(Mapping[str, object], item)
            found.append(replace(self, path=path, values=inner))
        return found


def read_toml(file: str, text: str) -> TomlTable:
    """Return the top table of a TOML text; a syntax error is its only finding."""
    try:
        values = _parsed(text)
    except tomllib.TOMLDecodeError as error:
        match = re.search(r"line (\d+), column (\d+)", str(error))
        rows = text.split("\n")
        last = (len(rows), len(rows[-1]) + 1)  # of a fault at the end of the text
        line, column = (int(match[1]), int(match[2])) if match else last
        offset = sum(len(row) + 1 for row in rows[: line - 1]) + column - 1
        message = re.sub(r"\s*\(at .*\)", "", str(error)).lower()
        found = finding_at(file, text, offset, 1, f"no valid TOML: {message}")
        return TomlTable(file, text, (), {}, [found])
    except RecursionError:
        found = finding_at(file, text, 0, 1, "no valid TOML: it is nested too deeply")
        return TomlTable(file, text, (), {}, [found])
    return TomlTable(file, text, (), values)


@lru_cache(maxsize=64)  # policies that extend another are read with it
def _parsed(text: str) -> Mapping[str, object]:
    return tomllib.loads(text)


def _locate(text: str, path: tuple[str, ...], key: str) -> tuple[int, int]:
    """Return offset and length of a key, else of the nearest table head above it."""
    table: tuple[str, ...] = ()
    heads: Counter[str] = Counter()
    best, depth, offset = (0, 1), -1, 0
    for row in text.splitlines(keepends=True):
        head = re.match(r"\s*\[+\s*([^\]]+?)\s*\]", row)
        entry = re.match(r"(\s*)([A-Za-z0-9_-]+)\s*=", row)
        if head is not None:
            table = tuple(part.strip().strip('"') for part in head[1].split("."))
            if "[[" in head[0]:
                table = (*table, str(heads[head[1]]))
                heads[head[1]] += 1
            if (*path, key) == table:
                return offset + head.start(1), len(head[1])
            if table == path[: len(table)] and len(table) > depth:
                best, depth = (offset + head.start(1), len(head[1])), len(table)
        elif entry is not None:
            here = (*table, entry[2])
            if here == (*path, key):
                return offset + entry.end(1), len(entry[2])
            if here == path[: len(here)] and len(here) > depth:
                best, depth = (offset + entry.end(1), len(entry[2])), len(here)
        offset += len(row)
    return best


_KEYS = (
    *("type", "unit", "default", "meaning", "profiles"),
    *("app", "component", "key", "vo", "per", "range", "choices"),
    "zero_is_unset",
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
        found.append(_read_parameter(name, replace(layers[0], values=values), profiles))
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
    if not re.fullmatch(r"[A-Za-z]\w*", name, re.ASCII):
        hint = "letters, digits and underscores"
        table.report("", f"{name!r} is no name of a parameter", hint)
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
        choices=_choices(table, kind),
        zero_is_unset=table.boolean("zero_is_unset", False),
    )
    _check_defaults(parameter, table)
    return parameter


def _check_defaults(parameter: Parameter, table: TomlTable) -> None:
    if fault := parameter.refusal(parameter.default):
        table.report("default", fault)
    for profile, value in parameter.defaults:
        if fault := parameter.refusal(value):
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


def _choices(table: TomlTable, kind: str) -> tuple[str, ...]:
    if "choices" in table.values and kind.removesuffix("[]") != "VARCHAR":
        table.report("choices", f"{kind} has no choices", "they are for texts")
        return ()
    return table.strings("choices") or ()


def _default(table: TomlTable, key: str, kind: str) -> Value:
    try:
        return convert(kind, table.values.get(key))
    except ValueError as error:
        table.report(key, str(error))
        return None

"""Configuration: defaults of options, from the environment and from a file.

An option of the command line wins over its variable `BROKERSQL_<OPTION>`, this over the
file, this over the default.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from brokersql.core.errors import UsageError, suggest
from brokersql.core.folders import read_regular

FORMATS = ("table", "json", "jsonl", "csv", "parquet", "arrow")
COLOURS = ("auto", "always", "never")
LOG_FORMATS = ("text", "json")
VERDICTS = ("full", "reasons", "none")
#: Names the file; empty means none.
FILE_VARIABLE = "BROKERSQL_CONFIG"
#: Bytes of a file that are read at most.
_MOST_BYTES = 1024 * 1024
_PREFIX = "BROKERSQL_"
_OWN, _SHARED = "brokersql.toml", "pyproject.toml"
_SWITCH_WORDS = {
    **dict.fromkeys(("1", "true", "yes", "on"), True),
    **dict.fromkeys(("0", "false", "no", "off"), False),
}
#: The table of a file, and the option, whose entries are parameters of policies.
PARAMETERS = "set"
#: The table of a file whose entries are sources of snapshots.
SOURCES = "source"


@dataclass(frozen=True, slots=True)
class SettingType:
    """How a setting is parsed, and the values it may have."""

    read: Callable[[str], object]
    form: str
    values: tuple[str, ...] = ()


def _parse_switch(text: str) -> bool:
    return _SWITCH_WORDS[text.strip().lower()]


_TEXT, _NUMBER = SettingType(str, "a text"), SettingType(int, "a whole number")
_SWITCH_TYPE = SettingType(_parse_switch, "true or false")
#: Every option that can be configured.
SETTING_TYPES: Mapping[str, SettingType] = {
    "color": SettingType(str, "a word", COLOURS),
    "format": SettingType(str, "a word", FORMATS),
    "limit": _NUMBER,
    "log-format": SettingType(str, "a word", LOG_FORMATS),
    "memory-limit": _TEXT,
    "port": _NUMBER,
    "profile": _TEXT,
    "progress": _SWITCH_TYPE,
    "quiet": _SWITCH_TYPE,
    "scheduler": _TEXT,
    "seed": _NUMBER,
    "threads": _NUMBER,
    "timeout": SettingType(float, "a number of seconds"),
    "verbose": _NUMBER,
    "verdict": SettingType(str, "a word", VERDICTS),
    "workers": _NUMBER,
}


@dataclass(frozen=True, slots=True)
class ConfigValue:
    """One value and its origin: a variable, or a file with the line."""

    value: object
    origin: str


@dataclass(frozen=True, slots=True)
class ConfigSource:
    """The keys of a section [source.NAME] with their values, and where it stands."""

    values: Mapping[str, str]
    origin: str


@dataclass(frozen=True, slots=True)
class Config:
    """The configured options, parameters of policies, and sources of snapshots."""

    options: Mapping[str, ConfigValue] = field(default_factory=dict[str, ConfigValue])
    parameters: Mapping[str, ConfigValue] = field(
        default_factory=dict[str, ConfigValue]
    )
    sources: Mapping[str, ConfigSource] = field(
        default_factory=dict[str, "ConfigSource"]
    )
    file: str = ""

    def value(self, name: str) -> object:
        """Return the value of an option, None where it is not set."""
        given = self.options.get(name)
        return None if given is None else given.value

    @property
    def profile(self) -> str | None:
        """Return the configured profile."""
        return cast("str | None", self.value("profile"))

    @property
    def seed(self) -> int | None:
        """Return the configured seed."""
        return cast("int | None", self.value("seed"))

    @property
    def settings(self) -> dict[str, str]:
        """Return the configured parameters of policies, as text."""
        return {name: str(given.value) for name, given in self.parameters.items()}

    @property
    def origins(self) -> dict[str, str]:
        """Return the places of the configured parameters of policies."""
        return {name: given.origin for name, given in self.parameters.items()}


def variable(name: str) -> str:
    """Return the name of the variable of an option.

    >>> variable("memory-limit")
    'BROKERSQL_MEMORY_LIMIT'
    """
    return _PREFIX + name.replace("-", "_").upper()


def read_config(environment: Mapping[str, str] | None = None) -> Config:
    """Return the configuration of environment and file.

    Raises:
        UsageError: the file is no TOML, a setting does not exist or has no such value.
    """
    known = os.environ if environment is None else environment
    path = _file(known.get(FILE_VARIABLE))
    options, parameters, sources = ({}, {}, {}) if path is None else _from_file(path)
    for name in SETTING_TYPES:
        text = known.get(variable(name), "")
        if text:
            options[name] = ConfigValue(
                _read(name, text, variable(name)), variable(name)
            )
    own = variable(PARAMETERS)
    for word in known.get(own, "").split():
        name, sign, text = word.partition("=")
        if not sign or not name:
            raise UsageError(
                f"{word} is not KEY=VALUE", where=own, hint=f"{own}=NW_ACTIVE=true"
            )
        parameters[name] = ConfigValue(text, own)
    return Config(options, parameters, sources, "" if path is None else str(path))


def misspelt_variables(environment: Mapping[str, str]) -> Iterator[str]:
    """Yield a remark on each variable that nearly has the name of a setting."""
    names = [*map(variable, (*SETTING_TYPES, PARAMETERS)), FILE_VARIABLE]
    ends = [name.removeprefix(_PREFIX) for name in names]
    for name in environment:
        if name.startswith(_PREFIX) and name not in names:
            near = suggest(name.removeprefix(_PREFIX), ends, _PREFIX)
            if near:
                yield f"{name} is no setting: {near}"


def _file(named: str | None) -> Path | None:
    """Return the file to read: named, of this folder, or of the user.

    Raises:
        UsageError: the named one does not exist.
    """
    if named is not None:
        if named and not Path(named).is_file():
            raise UsageError(f"no file {named}", where=FILE_VARIABLE)
        return Path(named) if named else None
    if Path(_OWN).is_file():
        return Path(_OWN)
    if Path(_SHARED).is_file() and "[tool.brokersql" in _text(Path(_SHARED)):
        return Path(_SHARED)
    from platformdirs import user_config_path

    own = user_config_path("brokersql") / _OWN
    return own if own.is_file() else None


def _text(path: Path) -> str:
    try:
        content = read_regular(path, _MOST_BYTES + 1)
        text = content.decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"cannot be read as text: {error}", where=str(path)) from error
    if len(content) > _MOST_BYTES:
        raise UsageError("is larger than 1 MiB", where=str(path))
    return text


def _from_file(
    path: Path,
) -> tuple[dict[str, ConfigValue], dict[str, ConfigValue], dict[str, ConfigSource]]:
    """Return options, parameters and sources of a file."""
    import tomllib

    text = _text(path)
    try:
        table = cast("Mapping[str, object]", tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        place = re.search(r"line (\d+)", message)
        where = f"{path}:{place[1]}" if place else str(path)
        raise UsageError(f"no valid TOML: {message}", where=where) from error
    if path.name == _SHARED:
        table = _table(_table(table, "tool", path), "brokersql", path)
    options = {
        name: _given(path, text, name, value)
        for name, value in table.items()
        if name not in (PARAMETERS, SOURCES)
    }
    parameters = {
        name: ConfigValue(_as_text(value), f"{path}:{_line(text, name)}")
        for name, value in _table(table, PARAMETERS, path).items()
    }
    sources = {
        name: ConfigSource(
            {key: _as_text(value) for key, value in _table(given, name, path).items()},
            f"{path}:{_section_line(text, name)}",
        )
        for given in [_table(table, SOURCES, path)]
        for name in given
    }
    return options, parameters, sources


def _section_line(text: str, name: str) -> int:
    """Return the line of the section of a source, 1 where it cannot be found."""
    found = re.search(rf"^\s*\[[\w.]*{SOURCES}\.\"?{re.escape(name)}\"?\]", text, re.M)
    return 1 if found is None else text.count("\n", 0, found.start()) + 1


def _table(table: Mapping[str, object], name: str, path: Path) -> Mapping[str, object]:
    inner = table.get(name, {})
    if not isinstance(inner, dict):
        raise UsageError(f"{name} is no table", where=str(path), hint=f"[{name}]")
    return cast("Mapping[str, object]", inner)


def _given(path: Path, text: str, name: str, value: object) -> ConfigValue:
    where = f"{path}:{_line(text, name)}"
    if name not in SETTING_TYPES:
        hint = (
            suggest(name, SETTING_TYPES)
            or f"settings: {', '.join(SETTING_TYPES)}; [set]; [source.NAME]"
        )
        raise UsageError(f"no setting {name}", where=where, hint=hint)
    return ConfigValue(_read(name, _as_text(value), where), where)


def _read(name: str, text: str, where: str) -> object:
    """Return the value of a text."""
    kind = SETTING_TYPES[name]
    try:
        value = kind.read(text)
    except (ValueError, KeyError):
        value = None
    if value is None or (kind.values and value not in kind.values):
        hint = f"one of: {', '.join(kind.values)}" if kind.values else ""
        raise UsageError(f"{name} = {text} is not {kind.form}", where=where, hint=hint)
    return value


def _as_text(value: object) -> str:
    """Return a TOML value as the command line spells it.

    >>> _as_text(True), _as_text(80), _as_text(["a", 1])
    ('true', '80', '["a", 1]')
    """
    if isinstance(value, str):
        return value
    import json

    return json.dumps(value, default=str)


def _line(text: str, name: str) -> int:
    """Return the line in which a key is set, 1 where it cannot be found."""
    found = re.search(rf"^[ \t]*[\"']?{re.escape(name)}[\"']?\s*=", text, re.MULTILINE)
    return 1 if found is None else text.count("\n", 0, found.start()) + 1

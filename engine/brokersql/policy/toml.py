"""Typed reading of policy.toml; every fault gets a line and a column."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import cast

from brokersql.policy.faults import Finding, finding_at, suggest


@dataclass(frozen=True, slots=True)
class TomlTable:
    """One table of a TOML file, its faults collected in a list shared by all."""

    file: str
    text: str
    path: tuple[str, ...]
    values: Mapping[str, object]
    findings: list[Finding] = field(default_factory=list[Finding])

    def report(self, key: str, message: str, hint: str = "") -> None:
        """Record a fault of `key`, or of the whole table where it has none."""
        offset, length = _locate(self.text, self.path, key)
        self.findings.append(
            finding_at(self.file, self.text, offset, length, message, hint)
        )

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
            return TomlTable(self.file, self.text, path, {}, self.findings)
        inner = cast(Mapping[str, object], value)
        return TomlTable(self.file, self.text, path, inner, self.findings)


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
    return TomlTable(file, text, (), values)


@lru_cache(maxsize=64)  # policies that extend another are read with it
def _parsed(text: str) -> Mapping[str, object]:
    return tomllib.loads(text)


def _locate(text: str, path: tuple[str, ...], key: str) -> tuple[int, int]:
    """Return offset and length of a key, else of the nearest table head above it."""
    table: tuple[str, ...] = ()
    best, depth, offset = (0, 1), -1, 0
    for row in text.splitlines(keepends=True):
        head = re.match(r"\s*\[\s*([^\]]+?)\s*\]", row)
        entry = re.match(r"(\s*)([A-Za-z0-9_-]+)\s*=", row)
        if head is not None:
            table = tuple(part.strip().strip('"') for part in head[1].split("."))
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

"""The header of a policy file: ``-- key: value`` lines above its query."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from brokersql.policy.faults import Finding, finding_at, suggest

_LINE = re.compile(r"--[ \t]*(?P<key>[a-z_]+):(?P<value>.*)")
_REPEATABLE = frozenset({"source", "differs", "bounds", "nulls", "tells"})
_LONGEST_LINE = 88

_RULE = (
    *("criterion", "label", "title", "effect", "class"),
    *("source", "bounds", "nulls", "differs"),
)
_ACTION = tuple(key for key in _RULE if key != "class")
_CLASSES = ("misconfigured", "never_fits", "policy", "capacity", "throttled")

#: Stage -> (keys that must stand there, keys that may).
KEYS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "gates": (_RULE, ()),
    "filters": (_RULE, ()),
    "set_rules": (_RULE, ()),
    "caps": (_RULE, ()),
    "exemptions": (_ACTION, ()),
    "timeouts": (_ACTION, ("code",)),
    "picks": (_ACTION, ("code",)),
    "weights": (("title", "source", "nulls", "differs"), ()),
    "facts": (("title", "grain"), ("kind", "source", "bounds", "nulls", "differs")),
    "candidate": (("title",), ("source", "bounds", "nulls", "differs")),
    "unit": (("title", "grain"), ("source", "bounds", "nulls", "differs")),
    "select": (
        ("title",),
        ("grain", "tells", "kind", "source", "bounds", "nulls", "differs"),
    ),
    "lib": ((), ("title", "tells", "source", "bounds", "nulls", "differs")),
}

_EFFECTS: Mapping[str, tuple[str, ...]] = {
    "gates": ("pending", "throttle", "fail"),
    "filters": ("drop", "defer"),
    "set_rules": ("drop",),
    "caps": ("drop", "use"),
    "exemptions": ("exempt",),
    "timeouts": ("fail", "kill", "reassign"),
    "picks": ("fail", "kill", "reassign"),
}


@dataclass(frozen=True, slots=True)
class HeaderLine:
    """One ``-- key: value`` line and where its key begins in the file."""

    key: str
    value: str
    offset: int


@dataclass(frozen=True, slots=True)
class Header:
    """The header lines of one file, in the order in which they stand there."""

    lines: tuple[HeaderLine, ...] = ()

    def all(self, key: str) -> tuple[str, ...]:
        """Return every value of a repeatable key."""
        return tuple(line.value for line in self.lines if line.key == key)

    def text(self, key: str) -> str:
        """Return the values of `key` as one text; empty if it is absent."""
        return " ".join(self.all(key))

    def offset(self, key: str) -> int:
        """Return where `key` stands in the file; 0 if it is absent."""
        return next((line.offset for line in self.lines if line.key == key), 0)


@lru_cache(maxsize=2048)  # policies share files, and are read more than once
def parse_header(text: str) -> Header:
    r"""Return the header of a file; it ends at the first line of another shape.

    >>> parse_header("-- title: a\n-- grain: k\nselect 1").text("grain")
    'k'
    """
    lines: list[HeaderLine] = []
    offset = 0
    for row in text.splitlines(keepends=True):
        match = _LINE.match(row)
        if match is None:
            break
        value = match["value"].strip()
        lines.append(HeaderLine(match["key"], value, offset + match.start("key")))
        offset += len(row)
    return Header(tuple(lines))


def check_header(stage: str, file: str, text: str, header: Header) -> list[Finding]:
    """Return every fault of a header: unknown, missing, twice, empty, wrong value."""
    required, optional = KEYS[stage]
    known = (*required, *optional)
    found: list[Finding] = []
    seen: set[str] = set()

    def report(offset: int, length: int, message: str, hint: str = "") -> None:
        found.append(finding_at(file, text, offset, length, message, hint))

    for line in header.lines:
        size = len(line.key)
        if line.key not in known:
            hint = suggest(line.key, known) or f"known keys: {', '.join(known)}"
            report(line.offset, size, f"unknown header key {line.key}", hint)
        elif line.key in seen and line.key not in _REPEATABLE:
            report(line.offset, size, f"header key {line.key} stands twice", "keep one")
        elif not line.value:
            report(line.offset, size, f"header key {line.key} is empty", "say it")
        seen.add(line.key)
    missing = [key for key in required if key not in seen]
    if missing:
        hint = f"add '-- {missing[0]}: …' to its first lines"
        report(0, 1, f"header key {', '.join(missing)} is missing", hint)
    return found + _check_values(stage, file, text, header)


def _check_values(stage: str, file: str, text: str, header: Header) -> list[Finding]:
    """Return faults of values: an effect or class outside its set, a long line."""
    allowed = {
        "effect": _EFFECTS.get(stage, ()),
        "class": _CLASSES,
        "kind": ("view", "table"),
    }
    found: list[Finding] = []
    for line in header.lines:
        start = text.rfind("\n", 0, line.offset) + 1
        end = text.find("\n", line.offset)
        width = (len(text) if end < 0 else end) - start
        values = allowed.get(line.key, ())
        if values and line.value and line.value not in values:
            message = f"{line.key} {line.value} is none of {', '.join(values)}"
            at = text.index(line.value, line.offset + len(line.key))
            hint = suggest(line.value, values)
            found.append(finding_at(file, text, at, len(line.value), message, hint))
        elif line.key == "code" and line.value and not line.value.isdecimal():
            message = f"code {line.value} is no number"
            at = text.index(line.value, line.offset + len(line.key))
            found.append(finding_at(file, text, at, len(line.value), message))
        elif width > _LONGEST_LINE:
            message = f"header line is longer than {_LONGEST_LINE} characters"
            hint = "the formatter would break it: repeat the key instead"
            at = start + _LONGEST_LINE
            found.append(
                finding_at(file, text, at, width - _LONGEST_LINE, message, hint)
            )
    return found

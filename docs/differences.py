"""The page of what sets the profiles apart, made from parameters and headers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from brokersql.policy import Policy, load_policy, shipped_policies
from brokersql.policy.model import SourceFile

_ABOUT = """\
# Where the profiles differ

The profile `page` of a policy does what the page of the broker says, `asrun` what the
running system does; DIRAC has `dirac2009` and `modern` for that. A difference is a
parameter whose values differ, for `--set NAME=VALUE` to try one alone, or a sentence in
the header of a file.

Made by `make docs` from `policy.toml` and the `-- differs:` lines of the SQL files;
change those, not this page. A policy that extends another shows only what is not in its
parent. The numbers (D1, D2 …) count within a policy.
"""
_NUMBERS = re.compile(r" ?\((?P<numbers>[DV]\d+(?:, [DV]\d+)*)\)")


def differences_page() -> str:
    """Return the page: per policy its parameters, then its files; last shared files."""
    lines = [_ABOUT]
    policies = sorted(map(load_policy, shipped_policies()), key=_depth)
    rows: set[str] = set()
    files = {file.shown: file for policy in policies for file in policy.files}
    for policy in policies:
        lines += [f"## {policy.name}", "", f"{policy.title}.", ""]
        own = [row for row in _parameters(policy) if row not in rows]
        rows.update(own)
        if own:
            others = list(policy.profiles)
            names = ("no.", "parameter", "unit", *others, "meaning")
            lines += [*table(names, own), ""]
        lines += _files(files.values(), f"sql/{policy.name}/")
    lines += ["## Files that policies share", ""]
    lines += _files(files.values(), ("sql/facts/", "sql/lib/"))
    return "\n".join(lines).rstrip() + "\n"


def _depth(policy: Policy) -> tuple[int, str]:
    """Return a key that puts parents before their children."""
    extended = {change.policy for change in policy.changes}
    return len(extended), policy.name


def _parameters(policy: Policy) -> Iterator[str]:
    """Yield a row per parameter whose values differ between profiles."""
    for each in policy.parameters:
        own = dict(each.defaults)
        values = [own.get(name, each.default) for name in policy.profiles]
        if any(value != values[0] for value in values):
            found = _NUMBERS.search(each.meaning)
            yield row(
                found["numbers"] if found else "",
                f"`{each.name}`",
                each.unit,
                *map(_value, values),
                _NUMBERS.sub("", each.meaning),
            )


def _value(value: object) -> str:
    if value is None:
        return "unset"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        items: tuple[object, ...] = value
        return ", ".join(map(str, items)) or "none"
    return f"{value:g}" if isinstance(value, float) else str(value)


def _files(files: Iterable[SourceFile], folder: str | tuple[str, ...]) -> Iterator[str]:
    """Yield the table of the files of a folder that name a difference."""
    rows = [
        row(f"[{file.stem}](../{file.shown})", file.stage, *_said(file))
        for file in sorted(files, key=lambda each: each.shown)
        if file.shown.startswith(folder) and _said(file)
    ]
    if rows:
        yield from (*table(("file", "stage", "difference"), rows), "")


def _said(file: SourceFile) -> tuple[str, ...]:
    """Return what the header says of a difference; () where there is none."""
    said = [each for each in file.header.all("differs") if not each.startswith("none")]
    return ("; ".join(said),) if said else ()


def table(names: Iterable[str], rows: Iterable[str]) -> Iterator[str]:
    heads = list(names)
    yield from (row(*heads), "|" + "---|" * len(heads), *rows)


def row(*cells: str) -> str:
    return "| " + " | ".join(each.replace("|", "\\|") for each in cells) + " |"

"""The policies that ship, and those that are used where none is named."""

from __future__ import annotations

import tomllib
from functools import cache

from brokersql.core.sql_files import sql_root

_POLICIES = tomllib.loads((sql_root() / "policies.toml").read_text(encoding="utf-8"))
#: The policy of commands that take one, where none is named.
DEFAULT_POLICY: str = _POLICIES["default"]
#: The policy by which a matcher with state works.
MATCHING_POLICY: str = _POLICIES["matching"]


@cache
def shipped_policies() -> tuple[str, ...]:
    """Return the names of the policies that ship with the package, in order."""
    found = (path.parent.name for path in sql_root().glob("*/policy.toml"))
    return tuple(sorted(found))


def default_policies() -> list[str]:
    """Return the shipped policies that run without being named, the default first."""
    others = {DEFAULT_POLICY, *_POLICIES["named_only"]}
    return [
        DEFAULT_POLICY,
        *(name for name in shipped_policies() if name not in others),
    ]


def work_of(policy: str) -> str:
    """Return what a shipped policy decides about, in words; empty if nobody said."""
    return _POLICIES["work"].get(policy, "")

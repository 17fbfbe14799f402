"""Configured sources: what a database or file is called, and where its password is."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from brokersql.core.errors import UsageError, suggest
from brokersql.snapshot.importers.kinds import database_kinds, file_kinds

#: What a section of a source may say, besides its kind.
KEYS = (
    *("dsn", "schema", "meta_schema", "option_file", "file", "vo", "tables"),
    *("job_stats", "lock_owner", "sql", "profile", "stamp"),
)
_PASSWORD = re.compile(r"(?i)(://[^/@:]*:[^@/]+@)|(\bpassword\s*=)|(\bpasswd\s*=)")


@dataclass(frozen=True, slots=True)
class Source:
    """One source: `values` are those of `KEYS` that are given, `where` says by what."""

    name: str
    kind: str
    values: Mapping[str, str] = field(default_factory=dict[str, str])
    where: str = ""

    @property
    def is_database(self) -> bool:
        """Return whether it is a server, not files."""
        return self.kind in database_kinds()

    def value(self, key: str) -> str | None:
        """Return what is configured, None where nothing is."""
        return self.values.get(key)

    @property
    def password(self) -> str | None:
        """Return the password that the environment holds for it."""
        return os.environ.get(password_variable(self.name)) or None

    @property
    def option_file(self) -> Path | None:
        """Return the option file of MySQL, which holds a password.

        Raises:
            UsageError: it is not there, or others than its owner can read it.
        """
        given = self.value("option_file")
        if given is None:
            return None
        path = Path(given).expanduser()
        try:
            mode = path.stat().st_mode
        except OSError as error:
            raise UsageError(f"option_file {given}: {error.strerror}") from error
        if mode & (stat.S_IRWXG | stat.S_IRWXO):
            hint = f"chmod 600 {given}"
            raise UsageError(f"option_file {given} can be read by others", hint=hint)
        return path


def source_of(name: str, values: Mapping[str, str], where: str = "") -> Source:
    """Return the source that a section describes.

    Raises:
        UsageError: it has no kind, one that does not exist, unknown keys, or a
            password in its DSN.
    """
    section = where or f"source {name}"
    known = (*database_kinds(), *file_kinds())
    kind = values.get("kind")
    if kind is None or kind not in known:
        hint = suggest(kind or "", known) or f"one of: {', '.join(known)}"
        message = "has no kind" if kind is None else f"no kind {kind}"
        raise UsageError(message, where=section, hint=hint)
    for key in values:
        if key not in ("kind", *KEYS):
            hint = suggest(key, KEYS) or f"one of: {', '.join(KEYS)}"
            raise UsageError(f"no key {key}", where=section, hint=hint)
    refuse_password(values.get("dsn", ""), name, section)
    rest = {key: value for key, value in values.items() if key != "kind"}
    return Source(name, kind, rest, where)


def password_variable(name: str) -> str:
    """Return the variable of the environment that holds the password of a source.

    >>> password_variable("my-panda")
    'BROKERSQL_SOURCE_MY_PANDA_PASSWORD'
    """
    plain = re.sub(r"\W", "_", name).upper()
    return f"BROKERSQL_SOURCE_{plain}_PASSWORD"


def refuse_password(dsn: str, name: str, where: str) -> None:
    """Refuse a DSN that holds a password; the message does not repeat it.

    Raises:
        UsageError: it does.
    """
    if _PASSWORD.search(dsn):
        hint = f"put it into ~/.pgpass, an option file, or {password_variable(name)}"
        raise UsageError("a DSN must not hold a password", where=where, hint=hint)

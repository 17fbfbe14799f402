"""Databases on disk, found by a digest of all that made them, as parts of the cache.

An entry is one file: a line of JSON with its key, the digest of what follows and a text
about it, then a DuckDB file. It is read whole, so damage is found before anything rests
on it; whatever is wrong with an entry, it is as if there were none. What is used is a
private copy, so that processes do not wait for each other.
"""

from __future__ import annotations

import json
import os
from collections.abc import Generator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from typing import Self, cast

from brokersql.core.folders import scratch_folder
from brokersql.core.user_cache import cache_folder, new_entry, read_entry

#: The folder of the user's cache.
_NAME = "databases"
#: Bytes of the first line of an entry at most, of which `about_kept` wants to know.
_MOST_HEAD = 1024**2
#: Bytes of one entry, and of all together, at most.
_MOST_BYTES, _ALL_BYTES = 128 * 1024**2, 512 * 1024**2


@dataclass(frozen=True, slots=True)
class KeptDatabase:
    """What was kept: the text about it, and a copy of the file for this process."""

    about: str
    file: Path


@contextmanager
def kept_database(key: str) -> Generator[KeptDatabase | None]:
    """Yield what was kept under a key, None without it; the copy goes with the block.

    On systems that let an open file go, what has it open keeps it.
    """
    with ExitStack() as stack:
        found = None
        with suppress(OSError):
            found = _copied(key, stack)
        yield found


def about_kept(key: str) -> str | None:
    """Return the text about an entry alone, for a guess: nothing proves it sound."""
    try:
        head = (read_entry(_NAME, key, _MOST_HEAD) or b"").partition(b"\n")[0]
        return str(json.loads(head)["about"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def _copied(key: str, stack: ExitStack) -> KeptDatabase | None:
    content = read_entry(_NAME, key, _MOST_BYTES)
    head, _, body = (content or b"").partition(b"\n")
    try:
        entry = cast("dict[str, object]", json.loads(head))
        named = (entry["key"], entry["digest"])
        about = str(entry["about"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    if named != (key, sha256(body).hexdigest()):
        return None
    with suppress(OSError):  # what was used last goes last
        os.utime(cache_folder(_NAME) / key)
    folder = scratch_folder()
    folder.mkdir(mode=0o700, exist_ok=True)  # beside results DuckDB makes it, later
    copy = folder / f"kept-{os.getpid()}-{token_hex(8)}.duckdb"
    handle = os.open(copy, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    stack.callback(_remove, copy)
    with os.fdopen(handle, "wb") as file:
        file.write(body)
    return KeptDatabase(about, copy)


def _remove(file: Path) -> None:
    with suppress(OSError):
        file.unlink()


class DatabaseKeeper:
    """A new entry: a database is written to `file`, then `keep` names it.

    `file` is None where nothing can be kept.
    """

    def __init__(self, key: str) -> None:
        self._key = key
        self._stack = ExitStack()
        self._entry: Path | None = None
        self.file: Path | None = None

    def __enter__(self) -> Self:
        """Make room for the file."""
        with suppress(OSError):
            self._entry = self._stack.enter_context(new_entry(_NAME, self._key))
            if self._entry is not None:
                self.file = self._entry.with_name("written.duckdb")
        return self

    def __exit__(self, *error: object) -> None:
        """Put the entry in its place, and remove the oldest ones if there are many."""
        with suppress(OSError):
            self._stack.close()
            _remove_oldest(cache_folder(_NAME))

    @property
    def files(self) -> list[Path]:
        """Return all files that DuckDB opens to write it."""
        ends = ("", ".wal", ".wal.checkpoint")
        file = self.file
        return (
            [] if file is None else [file.with_name(f"{file.name}{it}") for it in ends]
        )

    def keep(self, about: str) -> None:
        """Let the file be the entry, with a text about it."""
        if self._entry is None or self.file is None:
            return
        with suppress(OSError):
            if self.file.stat().st_size > _MOST_BYTES:
                return
            body = self.file.read_bytes()
            digest = sha256(body).hexdigest()
            head = {"key": self._key, "digest": digest, "about": about}
            self._entry.write_bytes(json.dumps(head).encode() + b"\n" + body)


def _remove_oldest(folder: Path) -> None:
    """Remove what was not used for longest, until few enough bytes are left."""
    entries = [entry for entry in folder.iterdir() if not entry.name.startswith(".")]
    ages = sorted(((it.lstat().st_mtime_ns, it) for it in entries), reverse=True)
    n_bytes = 0
    for _, entry in ages:
        n_bytes += entry.lstat().st_size
        if n_bytes > _ALL_BYTES:
            entry.unlink(missing_ok=True)

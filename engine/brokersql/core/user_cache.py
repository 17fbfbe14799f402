"""The user's cache: a folder that nobody else can write to, with bounded entries.

What stands in it is read without further checks of what it does: see `is_trusted`. The
digest in an entry finds damage, not forgery.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Generator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from brokersql.core.files import partial_folder
from brokersql.core.folders import distrust, exchangeable, read_regular

_log = logging.getLogger(__name__)


def cache_folder(name: str) -> Path:
    """Return a folder below the user's cache of brokersql; nothing is made."""
    named = os.environ.get("BROKERSQL_CACHE")
    if named:
        return Path(named) / name
    from platformdirs import user_cache_path

    return user_cache_path("brokersql") / name


def is_trusted(folder: Path) -> bool:
    """Return whether nobody else can write to a folder or exchange it; else say so.

    Raises:
        OSError: there is no such folder.
    """
    fault = distrust(folder.stat())
    if not fault and (above := exchangeable(folder)):
        fault = f"stands in {above}, which all can write to"
    if fault:
        _warn(f"{folder.name} are not kept: the cache folder {folder} {fault}")
    return not fault


def read_entry(place: str, name: str, most: int) -> bytes | None:
    """Return the first bytes of an entry, at most so many; None if it is not trusted.

    Raises:
        OSError: there is no such entry, or it is no regular file.
    """
    folder = cache_folder(place)
    if not is_trusted(folder) or distrust((folder / name).lstat()):
        return None
    return read_regular(folder / name, most, follows=False)


@contextmanager
def new_entry(place: str, name: str) -> Generator[Path | None]:
    """Yield a path to write to; what stands there after the block is the entry.

    None where the folder, which is made if it is missing, is not trusted. Whatever has
    the name, as a link or a pipe, makes room and is not written to.

    Raises:
        OSError: it cannot be written; then nothing is left of it.
    """
    folder = cache_folder(place)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not is_trusted(folder):
        yield None
        return
    with partial_folder(folder / name) as partial:
        yield partial / name
        if (partial / name).exists():
            (partial / name).chmod(0o600)
            os.replace(partial / name, folder / name)


def forget_warnings() -> None:
    """Warn again of what was warned of: another command begins."""
    _warn.cache_clear()


@cache
def _warn(message: str) -> None:
    _log.warning("%s; another one: BROKERSQL_CACHE=DIR", message)

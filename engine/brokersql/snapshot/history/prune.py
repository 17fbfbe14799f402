"""Snapshots leave a history; files that others reference move to one that stays.

Files are copied before anything is removed, and manifests are replaced one by one, so
a killed process leaves every snapshot whole; the same call again does the rest.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from brokersql.snapshot.history.folder import History
from brokersql.snapshot.history.seal import sync, write_synced
from brokersql.snapshot.manifest import NAME, Manifest, StoredTable


@dataclass(frozen=True, slots=True)
class Pruned:
    """The snapshots that left, those that stay, and the bytes that were freed."""

    removed: tuple[Manifest, ...]
    kept: tuple[Manifest, ...]
    n_bytes: int


def prune(history: History, leaves: Callable[[Manifest], bool]) -> Pruned:
    """Remove the snapshots that `leaves` names; the others stay as they are."""
    removed = tuple(each for each in history.snapshots if leaves(each))
    gone = {each.folder for each in removed}
    kept: list[Manifest] = []
    moved: dict[str, StoredTable] = {}
    for manifest in history.snapshots:
        if manifest.folder not in gone:
            kept.append(_settled(history.folder, manifest, gone, moved))
    for manifest in removed:
        _remove(history.folder / manifest.folder)
    after = History(history.folder, tuple(kept))
    return Pruned(removed, after.snapshots, history.n_bytes - after.n_bytes)


def _settled(
    root: Path, manifest: Manifest, gone: set[str], moved: dict[str, StoredTable]
) -> Manifest:
    """Return a manifest that references no folder which leaves."""
    tables = dict(manifest.tables)
    for name, stored in manifest.tables.items():
        if stored.file.partition("/")[0] not in gone:
            continue
        if stored.file not in moved:
            file = f"{manifest.folder}/{name}.parquet"
            _copy(root / stored.file, root / file)
            moved[stored.file] = replace(stored, file=file)
        tables[name] = moved[stored.file]
    if tables == manifest.tables:
        return manifest
    settled = replace(manifest, tables=tables)
    write_synced(root / manifest.folder / NAME, settled.written())
    return settled


def _copy(source: Path, target: Path) -> None:
    partial = target.with_name(f".{target.name}.partial")
    shutil.copyfile(source, partial)
    sync(partial)
    os.replace(partial, target)


def _remove(folder: Path) -> None:
    """Remove a snapshot: first its name, so that no half of it is ever seen."""
    hidden = folder.with_name(f".{folder.name}.pruned")
    shutil.rmtree(hidden, ignore_errors=True)
    os.rename(folder, hidden)
    shutil.rmtree(hidden)

"""Tables in a scratch folder become a snapshot of a history, all at once.

What the history holds already, under the same SHA-256, is referenced and removed from
the scratch folder. Then the folder is renamed: a killed process leaves no half of it.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from brokersql.snapshot.manifest import NAME, Manifest, StoredTable, folder_name


def scratch_folder(root: Path, name: str) -> Path:
    """Return a new empty folder beside the snapshots; one left behind is removed."""
    folder = root / f".{name}.partial"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def seal(
    root: Path,
    scratch: Path,
    manifest: Manifest,
    rows: Mapping[str, int],
    known: Mapping[str, StoredTable],
) -> Manifest:
    """Return the manifest, with its tables, of what now stands in the history.

    `rows` counts the rows of each table of the scratch folder, `known` are the files of
    the history by SHA-256.
    """
    tables: dict[str, StoredTable] = {}
    for name in sorted(rows):
        path = scratch / f"{name}.parquet"
        content = path.read_bytes()
        digest = sha256(content).hexdigest()
        file = f"{folder_name(manifest.snapshot_time)}/{path.name}"
        stored = StoredTable(file, digest, rows[name], len(content))
        if digest in known:
            path.unlink()
            stored = known[digest]
        else:
            sync(path)
        tables[name] = stored
    sealed = replace(manifest, tables=tables)
    write_synced(scratch / NAME, sealed.written())
    sync(scratch)
    final = root / sealed.folder
    if final.exists():
        shutil.rmtree(final)
    os.rename(scratch, final)
    sync(root)
    return sealed


def write_synced(path: Path, content: bytes) -> None:
    """Write a file as a whole: what reads it sees the old content or the new one."""
    partial = path.with_name(f".{path.name}.partial")
    partial.write_bytes(content)
    sync(partial)
    os.replace(partial, path)


def sync(path: Path) -> None:
    """Let a file, or the names in a folder, reach the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

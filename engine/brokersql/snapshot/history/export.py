"""A history for others: the same decisions, other names of people and data."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from brokersql.database import Database
from brokersql.errors import SnapshotError, UsageError
from brokersql.resources import sql_root
from brokersql.snapshot import contract
from brokersql.snapshot.content import content_hash
from brokersql.snapshot.history.folder import History
from brokersql.snapshot.history.seal import scratch_folder, seal
from brokersql.snapshot.importers.tables import ensure_empty, write_table
from brokersql.snapshot.manifest import Manifest, StoredTable
from brokersql.snapshot.snapshot import Snapshot
from brokersql.snapshot.statements import literal

#: Shorter keys could be found by trying.
LEAST_KEY_LENGTH = 16


def export(history: History, target: Path, key: str) -> History:
    """Return a copy of a history in an empty folder, with pseudonyms under a key.

    The same key gives the same pseudonyms; who has not got it cannot tell names by
    hashing those that he guesses.

    Raises:
        UsageError: the key is too short, or the folder holds snapshots.
        SnapshotError: a snapshot cannot be read, or the folder not be written.
    """
    if len(key) < LEAST_KEY_LENGTH:
        hint = f"at least {LEAST_KEY_LENGTH} characters, such as openssl rand -hex 32"
        raise UsageError("the key of the pseudonyms is too short", hint=hint)
    ensure_empty(target)
    known: dict[str, StoredTable] = {}
    exported: list[Manifest] = []
    for manifest in history.snapshots:
        try:
            made = _one(history, manifest, target, key, known)
        except OSError as error:
            raise SnapshotError(
                f"cannot be written: {error.strerror or error}", where=str(target)
            ) from error
        known |= {each.sha256: each for each in made.tables.values()}
        exported.append(made)
    return History(target, tuple(exported))


@cache
def _statements() -> tuple[str, ...]:
    folder = sql_root() / "history"
    names = ("pseudonyms", "pseudonyms_data")
    return tuple((folder / f"{name}.sql").read_text(encoding="utf-8") for name in names)


def _one(
    history: History,
    manifest: Manifest,
    target: Path,
    key: str,
    known: dict[str, StoredTable],
) -> Manifest:
    database = Database.open()
    try:
        Snapshot.open(history.folder / manifest.folder).load_into(database)
        database.set_variables({"key": literal(key)})
        for sql in _statements():
            database.run(sql)
        scratch = scratch_folder(target, manifest.folder)
        names = [name for name in contract.tables() if database.count(name)]
        rows = {name: write_table(database, scratch, name) for name in names}
        described = Manifest(
            manifest.snapshot_id,
            manifest.snapshot_time,
            content_hash(database, names),
            manifest.n_quarantined,
            {},
        )
        return seal(target, scratch, described, rows, known)
    finally:
        database.close()

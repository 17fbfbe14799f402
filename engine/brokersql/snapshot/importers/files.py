"""Imports of files: JSON of CRIC, of the network weather service, of Rucio.

sources.toml says which statements make which tables of each kind.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from brokersql.core.database import Database
from brokersql.core.errors import SnapshotError, UsageError
from brokersql.core.sql_files import sql_text
from brokersql.snapshot.importers.documents import open_documents, refuse_other_texts
from brokersql.snapshot.importers.folder import (
    ImportReport,
    TableOrigin,
    begin_snapshot,
    check_tables,
    files_of,
    open_tables,
    read_findings,
    write_folder,
)
from brokersql.snapshot.importers.kinds import SourceKind, file_kinds, import_text
from brokersql.snapshot.write import held_as

STAMPS = ("snapshot", "file")
PROFILES = ("page", "asrun")


def import_file(
    kind: str,
    place: Path,
    into: Path,
    *,
    time: datetime | None = None,
    stamp: str = "snapshot",
    profile: str | None = None,
    makes_pilots: bool = False,
    vo: str | None = None,
) -> ImportReport:
    """Return what was written to `into` from a file, a folder of files, or stdin (`-`).

    Rows that other imports read stay, where both write to a table. Without a table
    snapshot in the folder the snapshot time is `time`, else the one that the files
    record.

    Args:
        kind: one of `file_kinds()`.
        place: the file or folder; compressed files are unpacked.
        into: the snapshot folder.
        time: the snapshot time, where the folder has none.
        stamp: of an NWS dump: rules count only values of the last hour, and a dump is
            seldom of the same hour as the queues beside it. So with 'snapshot' every
            value takes the snapshot's time, as if measured then; with 'file' it keeps
            its own, except the means over a day and a week.
        profile: of a dump of queues: `asrun` leaves out the old roles pr and pw of
            storage, which the running system ignores; else they count at queues
            without the newer ones.
        makes_pilots: of a configuration of DIRAC: make up a request of a pilot for
            each queue of a CE, and mark them so.
        vo: whose snapshot it is, where the folder has none.

    Raises:
        SnapshotError: a file is unreadable, or holds no usable record.
        UsageError: `stamp` or `profile` is none that is known.
    """
    if stamp not in STAMPS:
        raise UsageError(f"stamp is {stamp!r}", hint="one of: snapshot, file")
    if profile is not None and profile not in PROFILES:
        raise UsageError(f"profile is {profile!r}", hint="one of: page, asrun")
    variables = {
        "stamp": f"'{stamp}'",
        "old_roles": str(profile != "asrun").lower(),
        "makes_pilots": str(makes_pilots).lower(),
    }
    found = file_kinds()[kind]
    if not makes_pilots:
        found = replace(found, made=())
    with closing(Database.open()) as database:
        database.set_variables(variables)
        return _import(database, found, place, into, time, vo)


def _import(
    database: Database,
    kind: SourceKind,
    place: Path,
    into: Path,
    time: datetime | None,
    vo: str | None,
) -> ImportReport:
    # 1. the records
    found = open_documents(database, place, kind)
    where = str(place)
    open_tables(database, into, kind)
    _create_facts(database, kind)
    kind.run(database, kind.reads)
    refuse_other_texts(database, kind)
    ((newest, n_records, n_usable),) = database.rows(import_text(kind.time))
    if not n_usable:
        hint = f"the file should be {kind.title}"
        raise SnapshotError(f"holds no {kind.record}", where=where, hint=hint)
    # 2. the tables
    origin = f"{kind.name} {found.origin}"
    start = time if time is not None else newest
    start = start if isinstance(start, datetime) else None
    row = [vo or kind.vo or None, origin, None]
    kept = begin_snapshot(database, into, start, kind.prefix, row)
    kind.run(database, kind.steps)
    tables = (*kind.tables, *kind.made)
    notes = check_tables(database, tables)
    left_out, remarks = read_findings(database, import_text(kind.findings), tables)
    # 3. the folder
    added = [name for name in kind.added if not held_as(into, name)]
    written = (*tables, *added)
    notes = [*notes, *remarks]
    read = TableOrigin(
        *(kind.name, kind.name, found.origin, found.time, kind.sql_hash, kind.held),
        invented=kind.made,
    )
    rows = write_folder(database, into, written, read, notes)
    return ImportReport(
        source=place,
        into=into,
        n_records=n_records if isinstance(n_records, int) else 0,
        files=files_of(into, rows),
        rows=rows,
        quarantined=left_out,
        notes=tuple((kept, *notes) if kept else notes),
    )


def _create_facts(database: Database, kind: SourceKind) -> None:
    """Make facts of the policy dirac readable, which take its configuration apart."""
    if kind.facts:
        database.run(sql_text("lib", "cfg"))
    for name in kind.facts:
        database.create_view(name, sql_text("dirac/facts", name))

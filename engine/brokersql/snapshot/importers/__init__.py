"""Imports: files and databases of other services become tables of a snapshot folder.

What is read and how it becomes rows stands in sql/snapshot/import.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from pathlib import Path

from brokersql.core.errors import UsageError
from brokersql.snapshot.importers.databases import ImportOptions, import_database
from brokersql.snapshot.importers.files import import_file
from brokersql.snapshot.importers.folder import ImportReport, Quarantined
from brokersql.snapshot.importers.kinds import database_kinds, file_kinds
from brokersql.snapshot.importers.source import Source, source_of


def import_source(
    source: Source,
    into: Path,
    *,
    time: datetime | None = None,
    task: int | None = None,
) -> ImportReport:
    """Return what was written to `into` from a configured source, database or file.

    Raises:
        UsageError: the source says less than is needed.
        SnapshotError: it cannot be read.
    """
    value = source.value
    if source.is_database:
        own = value("sql")
        options = ImportOptions(
            vo=value("vo") or database_kinds()[source.kind].vo,
            task=task,
            tables=tuple(
                part.strip()
                for part in (value("tables") or "").split(",")
                if part.strip()
            ),
            job_stats=value("job_stats") or "exact",
            time=time,
            sql=None if own is None else Path(own),
            lock_owner=value("lock_owner"),
        )
        return import_database(source, into, options)
    file = value("file")
    if file is None:
        raise UsageError("names no file", where=source.where, hint='file = "…"')
    done = import_file(
        source.kind,
        Path(file).expanduser(),
        into,
        time=time,
        stamp=value("stamp") or "snapshot",
        profile=value("profile"),
    )
    return replace(done, source=source.name)


__all__ = [
    "ImportOptions",
    "ImportReport",
    "Quarantined",
    "Source",
    "database_kinds",
    "file_kinds",
    "import_database",
    "import_file",
    "import_source",
    "source_of",
]

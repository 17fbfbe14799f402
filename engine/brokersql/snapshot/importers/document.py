"""JSON files of other services: from a path to a one-row relation `document`."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pyarrow as pa

from brokersql.database import Database
from brokersql.errors import SnapshotError
from brokersql.snapshot.importers.tables import statement


def open_document(database: Database, file: Path, kind: str) -> str:
    """Make the file the relation `document` (column content), return its SHA-256.

    Compressed files (.gz, .bz2, .zst) are unpacked by their suffix.

    Raises:
        SnapshotError: the file is missing, unreadable, no JSON, or not an object or
        list.
    """
    try:
        with pa.input_stream(str(file), compression="detect") as stream:
            raw = stream.read()
    except FileNotFoundError as error:
        raise SnapshotError("there is no such file", where=str(file)) from error
    except (OSError, pa.ArrowException) as error:
        raise SnapshotError(f"cannot be read: {error}", where=str(file)) from error
    try:
        content = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _not_json(file, kind) from error
    database.run(statement("import", "document"), [content.strip()])
    ((json_type,),) = database.rows(statement("import", "document_type"))
    if json_type not in ("OBJECT", "ARRAY"):
        raise _not_json(file, kind)
    return hashlib.sha256(raw).hexdigest()


def _not_json(file: Path, kind: str) -> SnapshotError:
    return SnapshotError(
        "holds no JSON object", where=str(file), hint=f"the file should be {kind}"
    )

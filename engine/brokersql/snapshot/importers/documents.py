"""Files to import, as texts in a database: a file, a folder, stdin, packed or not."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pyarrow as pa

from brokersql.core.database import Database
from brokersql.core.errors import SnapshotError
from brokersql.core.packed import unpacked
from brokersql.snapshot.importers.kinds import SourceKind, create_macros, import_text

#: Names that begin so are no data.
_HIDDEN = (".", "_")
STDIN = Path("-")


@dataclass(frozen=True, slots=True)
class Documents:
    """What was read: a name for messages, the SHA-256 of all bytes, and their age.

    `time` is when the youngest file was written, of stdin when it was read.
    """

    name: str
    sha256: str
    time: datetime

    @property
    def origin(self) -> str:
        """Return name and hash in short."""
        return f"{self.name} sha256:{self.sha256[:16]}"


def open_documents(database: Database, place: Path, kind: SourceKind) -> Documents:
    """Make the texts of a file, of all files of a folder, or of stdin (`-`) documents.

    The relation `document` gets a row per JSON value: file_no, file, line_no, content.

    Raises:
        SnapshotError: a file is missing or unreadable, or holds no JSON object or list.
    """
    texts, digest = list(_texts(place, kind)), hashlib.sha256()
    for _, raw in texts:
        digest.update(raw)
    rows = [
        {"file_no": number, "file": file, "content": _text(file, raw, kind)}
        for number, (file, raw) in enumerate(texts)
    ]
    database.create_table("document_text", pa.Table.from_pylist(rows))
    create_macros(database)
    if not kind.text:
        database.run(import_text("common/document"))
    name = "stdin" if place == STDIN else place.name
    return Documents(name, digest.hexdigest(), _written(place, texts))


def _written(place: Path, texts: list[tuple[str, bytes]]) -> datetime:
    if place == STDIN:
        return datetime.now(UTC).replace(tzinfo=None)
    youngest = max(Path(file).stat().st_mtime for file, _ in texts)
    return datetime.fromtimestamp(int(youngest), UTC).replace(tzinfo=None)


def refuse_other_texts(database: Database, kind: SourceKind) -> None:
    """Refuse what is no JSON object or list, or has braces that do not pair."""
    if kind.text:
        _refuse_lone_braces(database, kind)
        return
    found = database.rows(import_text("common/document_type"))
    for file, n_good, n_bad, line_no in found:
        if not n_good:
            raise _not_json(str(file), kind)
        if n_bad:
            raise _not_json(f"{file}:{line_no}", kind)


def _refuse_lone_braces(database: Database, kind: SourceKind) -> None:
    """Refuse a text in sections of which one is not closed, or never opened."""
    for file, line_no, is_open, n_open in database.rows(
        import_text(f"{kind.name}/brace_fault")
    ):
        where = f"{file}:{line_no}"
        if is_open:
            message = f"braces are not closed: {n_open} at the end, the first here"
            hint = "the file may have broken off: fetch it again, or close them"
        else:
            message, hint = "a brace is closed that none opens", "remove it"
        raise SnapshotError(message, where=where, hint=hint)


def _texts(place: Path, kind: SourceKind) -> Iterator[tuple[str, bytes]]:
    """Yield the name and the unpacked bytes of each file."""
    if place == STDIN:
        yield "stdin", _unpacked("stdin", sys.stdin.buffer.read())
        return
    if not place.is_dir():
        yield str(place), _read(place)
        return
    files = [
        each
        for each in sorted(place.iterdir())
        if each.is_file() and not each.name.startswith(_HIDDEN)
    ]
    if not files:
        hint = f"it should hold {kind.title}"
        raise SnapshotError("holds no file", where=str(place), hint=hint)
    for file in files:
        yield str(file), _read(file)


def _read(file: Path) -> bytes:
    try:
        return _unpacked(str(file), file.read_bytes())
    except FileNotFoundError as error:
        raise SnapshotError("there is no such file", where=str(file)) from error
    except OSError as error:
        raise SnapshotError(f"cannot be read: {error}", where=str(file)) from error


def _unpacked(file: str, raw: bytes) -> bytes:
    try:
        return unpacked(raw)
    except OSError as error:
        raise SnapshotError(f"cannot be unpacked: {error}", where=file) from error


def _text(file: str, raw: bytes, kind: SourceKind) -> str:
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _not_json(file, kind) from error


def _not_json(file: str, kind: SourceKind) -> SnapshotError:
    return SnapshotError(
        "holds no JSON object", where=file, hint=f"the file should be {kind.title}"
    )

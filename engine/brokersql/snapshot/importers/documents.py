"""Files to import, as texts in a database: a file, a folder, stdin, packed or not."""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pyarrow as pa

from brokersql.core.database import Database
from brokersql.core.errors import SnapshotError, within_sentence
from brokersql.core.packed import unpacked
from brokersql.snapshot.importers.kinds import SourceKind, create_macros, import_text

#: Names that begin so are no data.
_HIDDEN = (".", "_")
STDIN = Path("-")
#: One half of a pair of escapes, which alone is no character.
_HALF_PAIR = re.compile(
    r"\\u[dD][89abAB]\w\w(?!\\u[dD][c-fC-F])"
    r"|(?<!\\u[dD][89abAB]\w\w)\\u[dD][c-fC-F]\w\w",
    re.ASCII,
)


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
    for file, n_good, n_bad, line_no, text in found:
        if not n_good:
            raise _not_json(str(file), kind, str(text))
        if n_bad:
            line = str(text).split("\n")[int(str(line_no)) - 1]
            raise _not_json(f"{file}:{line_no}", kind, line)


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
        fault = f"is no UTF-8 text at byte {error.start + 1}"
        if error.reason == "unexpected end of data":
            fault = _broken_off(raw)
        hint = f"the file should be {kind.title}, in UTF-8"
        raise SnapshotError(fault, where=file, hint=hint) from error


def _not_json(where: str, kind: SourceKind, text: str) -> SnapshotError:
    """Return the error of a text that should be JSON, and names where it is not."""
    fault = "holds no JSON object"
    if text.lstrip().startswith(("{", "[")):
        fault = _json_fault(text) or fault
    return SnapshotError(fault, where=where, hint=f"the file should be {kind.title}")


def _json_fault(text: str) -> str:
    """Return what is wrong with JSON, empty where that is not known.

    >>> _json_fault('{"a": "b'), _json_fault('{"a" 1}')
    ('breaks off at byte 8', "is no JSON in line 1, column 6: expecting ':' delimiter")
    """
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        is_cut = error.pos >= len(text.rstrip()) or "Unterminated" in error.msg
        fault = within_sentence(error.msg)
        place = f"line {error.lineno}, column {error.colno}"
        return (
            _broken_off(text.encode()) if is_cut else f"is no JSON in {place}: {fault}"
        )
    except (ValueError, RecursionError):  # too many digits, too deep
        return ""
    half = _HALF_PAIR.search(text)
    return f"has half of a character, {half[0]}" if half else ""


def _broken_off(raw: bytes) -> str:
    return f"breaks off at byte {len(raw):,}"

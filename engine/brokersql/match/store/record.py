"""Records of the ledger: a note and tables, as bytes and back.

A record is one step of the state that holds as a whole or not at all: a batch of
matches, new jobs, requeued jobs. Small tables stand inside the record as Arrow streams,
large ones as Parquet files next to the segments, named in the record with size and
SHA-256.
"""

from __future__ import annotations

import hashlib
import json
import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import cast

import pyarrow as pa
import pyarrow.ipc as ipc
import pyarrow.parquet as pq

from brokersql.core.errors import StateError
from brokersql.match.store.files import Files, naming, replace_file

#: Values that JSON has: what stands in a record's note.
Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]

#: Bytes of one table up to which it travels inside its record.
INLINE_BYTES = 1 << 20

_LENGTH = struct.Struct("<I")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Record:
    """One step of the state, before it is stored.

    Attributes:
        kind: what happened, such as `match` or `add`.
        note: what is no table, such as the parameters in force.
        tables: the rows, by the name of their table.
    """

    kind: str
    note: Mapping[str, Json] = field(default_factory=dict[str, Json])
    tables: Mapping[str, pa.Table] = field(default_factory=dict[str, pa.Table])


@dataclass(frozen=True, slots=True)
class Attachment:
    """A large table in a file of its own; `file` is relative to the state's folder."""

    name: str
    file: str
    size: int
    sha256: str
    n_rows: int

    def load(self, folder: Path) -> pa.Table:
        """Return the rows.

        Raises:
            StateError: the file is missing or is not what was written.
        """
        content = self.checked(folder)
        return pq.read_table(pa.BufferReader(content))  # pyright: ignore[reportUnknownMemberType]

    def checked(self, folder: Path) -> bytes:
        """Return the content of the file after comparing it with its checksum."""
        path, follows = folder / self.file, self.file.startswith("checkpoints")
        with naming(path, "read"):
            content = path.read_bytes()
        if (n := len(content)) != self.size:
            raise damage(path, min(n, self.size), "it has another length", follows)
        if hashlib.sha256(content).hexdigest() != self.sha256:
            raise damage(path, 0, "its SHA-256 is not the one recorded", follows)
        return content


@dataclass(frozen=True, slots=True)
class StoredRecord:
    """One record of the ledger, in its place.

    Attributes:
        seq: its number, counted from 1 without gaps.
        epoch: of the writer that stored it; every writer's is higher than the last.
        time_us: when it was stored, µs since 1970 UTC; information, never a rule.
        digest: SHA-256 of it and of all records before it.
    """

    seq: int
    epoch: int
    time_us: int
    digest: bytes
    body: bytes
    folder: Path

    @property
    def kind(self) -> str:
        """Return what happened."""
        return str(self._head["kind"])

    @property
    def note(self) -> Mapping[str, Json]:
        """Return what is no table."""
        return cast("Mapping[str, Json]", self._head["note"])

    @property
    def time(self) -> datetime:
        """Return when it was stored, in UTC; the last day there is, if later."""
        try:
            return _EPOCH + timedelta(microseconds=self.time_us)
        except OverflowError:
            return datetime.max.replace(tzinfo=UTC)

    @property
    def attachments(self) -> list[Attachment]:
        """Return the tables that stand in files of their own."""
        return attachments_of(self._tables)

    def table(self, name: str) -> pa.Table:
        """Return one of its tables; KeyError where it has none of that name."""
        offset = _LENGTH.size + self._head_size
        for entry in self._tables:
            is_attached = "file" in entry
            if entry["name"] == name:
                if is_attached:
                    return attachments_of([entry])[0].load(self.folder)
                content = pa.py_buffer(self.body).slice(offset, _size(entry))
                return ipc.open_stream(content).read_all()
            offset += 0 if is_attached else _size(entry)
        raise KeyError(name)

    @property
    def table_names(self) -> list[str]:
        """Return the names of its tables."""
        return [str(entry["name"]) for entry in self._tables]

    @property
    def record(self) -> Record:
        """Return it as it was given to the ledger."""
        tables = {name: self.table(name) for name in self.table_names}
        return Record(self.kind, self.note, tables)

    @property
    def _head_size(self) -> int:
        return int(_LENGTH.unpack_from(self.body)[0])

    @property
    def _head(self) -> dict[str, object]:
        end = _LENGTH.size + self._head_size
        return json.loads(self.body[_LENGTH.size : end])

    @property
    def _tables(self) -> list[dict[str, object]]:
        return cast("list[dict[str, object]]", self._head["tables"])


def encode(record: Record, attached: Mapping[str, Attachment]) -> bytes:
    """Return the bytes of a record whose large tables are already in their files."""
    entries: list[dict[str, object]] = []
    streams: list[bytes] = []
    for name, table in record.tables.items():
        if name in attached:
            entries.append(entry_of(attached[name]))
        else:
            streams.append(_stream(table))
            entries.append({"name": name, "size": len(streams[-1])})
    head = {"kind": record.kind, "note": record.note, "tables": entries}
    text = json.dumps(head, separators=(",", ":"), allow_nan=False).encode()
    return b"".join((_LENGTH.pack(len(text)), text, *streams))


def entry_of(attachment: Attachment) -> dict[str, object]:
    """Return what a record or the manifest says about an attachment."""
    return {
        "name": attachment.name,
        "file": attachment.file,
        "size": attachment.size,
        "sha256": attachment.sha256,
        "rows": attachment.n_rows,
    }


def attachments_of(entries: list[dict[str, object]]) -> list[Attachment]:
    """Return the attachments among the tables of a record or of the manifest."""
    return [
        Attachment(
            name=str(entry["name"]),
            file=str(entry["file"]),
            size=_size(entry),
            sha256=str(entry["sha256"]),
            n_rows=int(str(entry["rows"])),
        )
        for entry in entries
        if "file" in entry
    ]


def parquet_bytes(table: pa.Table) -> bytes:
    """Return a table as the content of a Parquet file with page checksums."""
    sink = pa.BufferOutputStream()
    pq.write_table(  # pyright: ignore[reportUnknownMemberType]
        table, sink, compression="zstd", write_page_checksum=True
    )
    return sink.getvalue().to_pybytes()


def damage(path: Path, offset: int, found: str, follows: bool = False) -> StateError:
    """Return the error of a file that is not what was written.

    What `follows` from the segments is made again: a copy may be older.
    """
    hint = "bring the folder back from a copy; nothing was changed"
    if follows:
        hint = "the segments hold the same: brokersql match STATE rebuild"
    where = f"{path}:{offset}"
    return StateError(f"the state is damaged here: {found}", where=where, hint=hint)


def _stream(table: pa.Table) -> bytes:
    sink = pa.BufferOutputStream()
    with ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    return sink.getvalue().to_pybytes()


def _size(entry: Mapping[str, object]) -> int:
    return int(str(entry["size"]))


def attach(
    files: Files, folder: Path, prefix: str, tables: Mapping[str, pa.Table]
) -> dict[str, Attachment]:
    """Write each table durably into `<prefix>-<name>.parquet`; return them by name.

    Raises:
        StateError: one cannot be written.
    """
    kept: dict[str, Attachment] = {}
    for name, table in tables.items():
        file = f"{prefix}-{name}.parquet"
        content = parquet_bytes(table)
        points = ("segment_tmp_written", "segment_renamed")
        replace_file(files, folder / file, content, points)
        digest = hashlib.sha256(content).hexdigest()
        kept[name] = Attachment(name, file, len(content), digest, table.num_rows)
    return kept

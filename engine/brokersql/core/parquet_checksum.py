"""The SHA-256 of a Parquet file, kept in the file itself.

Parquet is read without a look at most of its bytes: with a few bits changed, one file
in ten gives other rows, without an error. So files that are written here carry their
length and their SHA-256, taken with zeros in its place, in the metadata at their end.
What rewrites such a file with its metadata makes it longer; its checksum is then one of
another file, and is not looked at.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from mmap import ACCESS_COPY, ACCESS_WRITE, mmap
from pathlib import Path
from typing import TYPE_CHECKING

from brokersql.core.errors import SnapshotError

if TYPE_CHECKING:
    import pyarrow.parquet as pq

#: What is said of a file whose bytes are not those that were written.
DAMAGED = "the file is damaged: it is not what was written"
_KEY = "brokersql.sha256"
#: What every Parquet file ends with.
_END = b"PAR1"
_N_LENGTH, _N_DIGEST = 16, 64
_N_VALUE = _N_LENGTH + _N_DIGEST
#: How the entry begins in the file: its key, then type and length of its value.
_MARK = _KEY.encode() + bytes((0x18, _N_VALUE))


def reserve_checksum(writer: pq.ParquetWriter) -> None:
    """Let a file that is written have room for its checksum."""
    writer.add_key_value_metadata({_KEY: "0" * _N_VALUE})


def put_checksum(file: Path) -> None:
    """Write the checksum of a complete file into the room that it has for it."""
    with (
        file.open("r+b") as opened,
        mmap(opened.fileno(), 0, access=ACCESS_WRITE) as it,
    ):
        start = it.rfind(_MARK) + len(_MARK)
        it[start : start + _N_LENGTH] = f"{len(it):0{_N_LENGTH}}".encode()
        digest = sha256(it).hexdigest().encode()
        it[start + _N_LENGTH : start + _N_VALUE] = digest


def is_damaged(file: Path) -> bool:
    """Return whether a file has a checksum of its own that is not that of its bytes.

    Raises:
        OSError: it cannot be read.
    """
    if not file.stat().st_size:
        return False
    with file.open("rb") as opened, mmap(opened.fileno(), 0, access=ACCESS_COPY) as it:
        start = it.rfind(_MARK) + len(_MARK)
        middle = start + _N_LENGTH
        length, given = it[start:middle], it[middle : start + _N_VALUE]
        if start < len(_MARK) or length != f"{len(it):0{_N_LENGTH}}".encode():
            return False
        it[middle : start + _N_VALUE] = b"0" * _N_DIGEST
        return sha256(it).hexdigest().encode() != given


def _has_end(file: Path) -> bool:
    """Return whether a file ends as every Parquet file does."""
    with file.open("rb") as opened:
        opened.seek(max(file.stat().st_size - len(_END), 0))
        return opened.read() == _END


def refuse_damaged(files: Iterable[Path], hint: str) -> None:
    """Refuse files that are not what was written, or lack their end.

    Raises:
        SnapshotError: that is so of one, or it cannot be read.
    """
    for file in files:
        try:
            is_good = _has_end(file) and not is_damaged(file)
            fault = "" if is_good else DAMAGED
        except OSError as error:
            fault = f"cannot be read: {error.strerror or error}"
        if fault:
            raise SnapshotError(fault, where=str(file), hint=hint)

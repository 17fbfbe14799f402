"""Files that may be packed: gzip, bzip2 and Zstandard, known by how they begin."""

from __future__ import annotations

from typing import Literal

import pyarrow as pa

#: How packed bytes begin -> codec.
_MARKS: tuple[tuple[bytes, Literal["gzip", "bz2", "zstd"]], ...] = (
    (b"\x1f\x8b", "gzip"),
    (b"BZh", "bz2"),
    (b"\x28\xb5\x2f\xfd", "zstd"),
)
#: Bytes that a packed file may have unpacked; a few packed ones could fill the memory.
MOST_UNPACKED = 2 * 1024**3
_PIECE = 16 * 1024**2


def unpacked(raw: bytes) -> bytes:
    """Return bytes, unpacked where they begin as packed ones do.

    Raises:
        OSError: they cannot be unpacked, or are too many then.
    """
    for mark, codec in _MARKS:
        if raw.startswith(mark):
            with pa.input_stream(pa.py_buffer(raw), compression=codec) as stream:
                return _read(stream)
    return raw


def _read(stream: pa.NativeFile) -> bytes:
    pieces: list[bytes] = []
    n_bytes = 0
    while piece := stream.read(_PIECE):
        pieces.append(piece)
        n_bytes += len(piece)
        if n_bytes > MOST_UNPACKED:
            most = f"{MOST_UNPACKED // 1024**2} MiB"
            raise OSError(f"it has more than {most} then; unpack it, if that is right")
    return b"".join(pieces)

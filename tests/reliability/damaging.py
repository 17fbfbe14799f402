"""Reads damaged snapshots; used by a process of its own, which a reader may end.

`python damaging.py FOLDER FORM SEED N` prints a line of JSON for each damaged file of
which nobody is told, and how often each thing came of it last.
"""

from __future__ import annotations

import json
import random
import shutil
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pyarrow as pa

from brokersql.core.database import Database
from brokersql.core.errors import BrokersqlError
from brokersql.snapshot import Snapshot, SnapshotSource
from brokersql.snapshot.history import add_snapshot
from brokersql.snapshot.write import write_tables
from tests.snapshot.build import (
    DEFAULT,
    contents,
    loaded,
    world,
    write_database,
    write_lines,
)

Content = dict[str, list[tuple[object, ...]]]


def written(folder: Path) -> Path:
    """Write the Parquet files of a snapshot, as imports do."""
    database, _ = loaded(world())
    write_tables(database, folder, DEFAULT)
    database.close()
    return folder


def stored(folder: Path) -> Path:
    return folder / add_snapshot(folder, Snapshot.open(world())).manifest.folder


def streamed(folder: Path) -> Path:
    """Write Arrow streams, which readers of them give as tables."""
    folder.mkdir()
    for name, table in world().items():
        with pa.ipc.new_stream(str(folder / f"{name}.arrow"), table.schema) as writer:
            writer.write_table(table)
    return folder


def as_tables(folder: Path) -> SnapshotSource:
    return {
        file.stem: pa.ipc.open_stream(file.read_bytes()).read_all()
        for file in folder.glob("*.arrow")
    }


def as_path(place: Path) -> SnapshotSource:
    return place


#: Form -> what writes it, and what gives it as a source.
FORMS: dict[str, tuple[Callable[[Path], Path], Callable[[Path], SnapshotSource]]] = {
    "parquet": (written, as_path),
    "history": (stored, as_path),
    "arrow": (streamed, as_tables),
    "json": (lambda place: write_lines(place, world()), as_path),
    "duckdb": (lambda place: write_database(place, world()), as_path),
}


def damaged(content: bytes, dice: random.Random) -> bytes:
    """Return bytes with up to four bits changed, cut, or with a part overwritten."""
    found = bytearray(content)
    way = dice.random()
    if way < 0.1:
        return bytes(found[: dice.randrange(len(found))])
    if way < 0.2:
        start = dice.randrange(len(found))
        found[start : start + 64] = dice.randbytes(len(found[start : start + 64]))
        return bytes(found)
    for _ in range(dice.randint(1, 4)):
        bit = dice.randrange(8 * len(found))
        found[bit // 8] ^= 1 << bit % 8
    return bytes(found)


def read(source: SnapshotSource) -> tuple[str, Content, bool]:
    """Return hash and content, and whether a reader is told that something is wrong."""
    with closing(Database.open(threads=1)) as database:
        report = Snapshot.open(source).load_into(database, partial=True)
        return report.content_hash, contents(database), bool(report.violations)


def main() -> None:
    root, form, seed, n_files = Path(sys.argv[1]), *sys.argv[2:]
    write, source = FORMS[form]
    place = write(root / form)
    plain = read(source(place))
    dice, found = random.Random(int(seed)), Counter[str]()
    files = [place] if place.is_file() else sorted(place.iterdir())
    for number in range(int(n_files)):
        file = dice.choice(files)
        before = file.read_bytes()
        file.write_bytes(damaged(before, dice))
        try:
            digest, content, is_told = read(source(place))
        except (BrokersqlError, pa.ArrowException, OSError) as error:
            if form != "arrow" and not isinstance(error, BrokersqlError):
                print(json.dumps([number, file.name, repr(error)[:300]]))
            found["refused"] += 1
        else:
            if content == plain[1]:
                found["same"] += 1
            elif is_told:
                found["told"] += 1
            elif digest != plain[0]:
                found["another snapshot"] += 1
            if (digest == plain[0]) != (content == plain[1]):
                print(json.dumps([number, file.name, "the hash does not tell"]))
        file.write_bytes(before)
    shutil.rmtree(root / form, ignore_errors=True)
    print(json.dumps(found))


if __name__ == "__main__":
    main()

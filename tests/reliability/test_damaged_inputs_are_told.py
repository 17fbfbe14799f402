"""A damaged input is refused, told, or gives the same rows; small ones fill no memory.

Promise: of files that were written here (Parquet, histories) and of DuckDB files no
changed byte gives other rows. JSON and Arrow hold no checksum: there, other rows are
another snapshot, by a hash that runs record and `explain` compares.
"""

from __future__ import annotations

import bz2
import gzip
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from brokersql.core import packed
from brokersql.core.errors import SnapshotError, UsageError
from brokersql.shadow.follow import read_log
from brokersql.snapshot import Snapshot
from tests.cli.calling import ROOT, call, environment
from tests.reliability.damaging import written
from tests.snapshot.build import contents, loaded, world, write_lines

SEED = 24


@pytest.mark.parametrize(
    ("form", "n_files"),
    [
        *((form, 6) for form in ("parquet", "history", "arrow", "json", "duckdb")),
        *(
            pytest.param(form, 250, marks=pytest.mark.long)
            for form in ("parquet", "history", "arrow", "json", "duckdb")
        ),
    ],
)
def test_damage_is_never_silent(form: str, n_files: int, tmp_path: Path) -> None:
    """A process of its own reads them: a crash of a reader is its end."""
    script = Path(__file__).with_name("damaging.py")
    done = subprocess.run(
        [sys.executable, script, tmp_path, form, str(SEED), str(n_files)],
        env=environment({"PYTHONPATH": f"{ROOT / 'engine'}{os.pathsep}{ROOT}"}),
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, (SEED, done.stderr[-2000:])
    *faults, counts = map(json.loads, done.stdout.decode().splitlines())
    assert faults == [], SEED
    print(f"{form}, seed {SEED}: {counts}")
    assert sum(counts.values()) == n_files
    if form not in ("arrow", "json"):
        assert "another snapshot" not in counts, (SEED, counts)


def test_what_rewrites_a_file_may(tmp_path: Path) -> None:
    """Its checksum is one of another file then, also where its metadata stay."""
    file = written(tmp_path / "snap") / "task.parquet"
    for _ in range(2):
        pq.write_table(pq.read_table(file), file)
        assert contents(loaded(tmp_path / "snap")[0]) == contents(loaded(world())[0])


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    file = written(tmp_path / "snap") / "task.parquet"
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)
    said = call("run", tmp_path / "snap", "--policy", "panda_job")
    assert said.code == 3
    assert "task.parquet cannot be read: the file is damaged" in said.err


PACKERS = (
    gzip.compress,
    bz2.compress,
    lambda it: pa.compress(it, "zstd", asbytes=True),
)


@pytest.mark.parametrize("pack", PACKERS)
def test_packed_files_have_a_bound(
    pack: Callable[[bytes], bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "cric.json.packed"
    file.write_bytes(pack(b" " * 40 * 1024**2))
    monkeypatch.setattr(packed, "MOST_UNPACKED", 20 * 1024**2)
    said = call("snapshot", "import", "cric", file, "--into", tmp_path / "snap")
    assert said.code == 3
    assert "more than 20 MiB then; unpack it, if that is right" in said.err
    with pytest.raises(UsageError, match="more than 20 MiB"):
        read_log([file])


def test_json_that_is_nested_too_deeply_is_an_error(tmp_path: Path) -> None:
    folder = write_lines(tmp_path / "snap", world())
    deep = '{"jedi_task_id": 3, "x": ' + "[" * 500_000 + "]" * 500_000 + "}\n"
    (folder / "task.jsonl").write_text(deep)
    with pytest.raises(SnapshotError):
        _ = Snapshot.open(folder).content_hash


def test_a_small_file_of_many_rows_stays_within_the_memory(tmp_path: Path) -> None:
    """Six megabytes of Parquet are 30 million rows, and 60 GB of texts."""
    folder = written(tmp_path / "snap")
    names = pa.DictionaryArray.from_arrays(
        pa.array([0] * 1_000_000, pa.int32()), pa.array(["x" * 2000])
    )
    rows = pa.table({"jedi_task_id": pa.array([1] * 1_000_000), "task_name": names})
    file = folder / "task.parquet"
    with pq.ParquetWriter(file, rows.schema, compression="zstd") as writer:
        for _ in range(30):
            writer.write_table(rows)
    assert file.stat().st_size < 10_000_000
    said = call("run", folder, "--policy", "panda_job", "--memory-limit", "200MB")
    assert said.code in (3, 8), said.err

"""Into which jobs a chunk is cut: by each splitting rule, and as recorded."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from dataclasses import replace

import pyarrow.parquet as pq
import pytest

from brokersql.core.database import Database
from brokersql.snapshot import Snapshot
from brokersql.snapshot.importers.splitting import (
    ESTIMATED,
    MB,
    ChunkTask,
    InputDataset,
    InputFile,
    sizes_of,
    split_chunks,
)
from tests.conformance.recorded import FOLDER

#: Six files of 100 MB with ten events each, in three groups and two lumi blocks.
FILES = tuple(
    InputFile(f"f{at}", 100 * MB, 10, None, None, at // 2, at // 3) for at in range(6)
)
#: One file of 30 events as three ranges, and a fourth one behind a gap.
RANGES = tuple(
    replace(FILES[0], n_events=50, start_event=start, end_event=start + 9)
    for start in (0, 10, 20, 40)
)
ONE = InputDataset(FILES)
#: Four files of another dataset.
MORE = tuple(replace(file, lfn=f"g{at}") for at, file in enumerate(FILES[:4]))
PLAIN = ChunkTask("", False, False, 0, "", 0, "")

#: Splitting rule, master, other datasets -> bytes, MB and events of the smallest job,
#: most events in a row, number of jobs; sizes in units of 100 MB.
CASES = {
    "a file a job where nothing is said": ("", ONE, (), (1, 1, 10, 0, 1)),
    "files a job": ("NF=4", ONE, (), (4, 4, 40, 0, 2)),
    "most files a job": ("MF=5", ONE, (), (1, 1, 10, 0, 2)),
    "one group a job": ("NF=6,GB=2", ONE, (), (2, 2, 20, 0, 3)),
    "one lumi block a job": ("NF=6,RL=1", ONE, (), (3, 3, 30, 0, 2)),
    "gigabytes a job": ("NG=1", ONE, (), (1, 1, 10, 0, 1)),
    "files of a merging job": ("NF=1,ZF=3", ONE, (), (1, 1, 10, 0, 6)),
    "events a job": ("NE=20", InputDataset(RANGES), (), (1, 0.4, 20, 30, 3)),
    "a second dataset, two files for each": (
        *("NF=2", ONE, (InputDataset(MORE, "ratio=2"),)),
        (6, 2, 20, 0, 3),
    ),
    "a second dataset that every job reads whole": (
        *("NF=2", ONE, (InputDataset(MORE, "nosplit"),)),
        (6, 2, 20, 0, 3),
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_rules_cut_chunks(
    case: tuple[
        str, InputDataset, tuple[InputDataset, ...], tuple[float, float, int, int, int]
    ],
) -> None:
    rules, master, others, expected = case
    size, effective, *counts = sizes_of(
        replace(PLAIN, split_rule=rules), master, others
    )
    assert (size / MB / 100, effective / 100, *counts) == pytest.approx(expected)


#: What is read of a recorded world; the rest takes time only.
READ = ("snapshot", "input_chunk", "task", "task_dataset", "task_file")


@pytest.mark.skipif(not FOLDER.is_dir(), reason="the recorded worlds are not here")
def test_the_recorded_sizes_come_out() -> None:
    right, known = Counter[str](), Counter[str]()
    for world in sorted((FOLDER / "panda").iterdir()):
        with closing(Database.open()) as database:
            tables = {name: pq.read_table(world / f"{name}.parquet") for name in READ}
            Snapshot.open(tables).load_into(database, partial=True)
            columns = ", ".join(ESTIMATED)
            query = f"select {columns} from input_chunk order by jedi_task_id, chunk_no"
            recorded = database.rows(query)
            unknown = ", ".join(f"{name} = null" for name in ESTIMATED)
            database.run(f"update input_chunk set {unknown}")
            split_chunks(database)
            for before, after in zip(recorded, database.rows(query), strict=True):
                for name, old, new in zip(ESTIMATED, before, after, strict=True):
                    known[name] += old is not None
                    right[name] += old is not None and new == pytest.approx(old)
    assert known["atom_size_bytes"] == 1340
    wrong = {name: known[name] - right[name] for name in ESTIMATED}
    assert wrong == {**dict.fromkeys(ESTIMATED, 0), "n_jobs": 1}, known

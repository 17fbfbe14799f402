"""A cycle in blocks of tasks writes and reports what it does as a whole."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from brokersql.core.files import FolderWriter
from brokersql.cycle import (
    FinishedCycle,
    Options,
    RunWriter,
    run_cycle,
    run_record,
    task_blocks,
)
from brokersql.results.summary import SummaryReader
from brokersql.snapshot import Snapshot
from tests.cli.calling import call

PLACED = Options(threads=2, settings={"place": "true"})


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a block be a few tasks of the demo, and a table be written in pieces."""
    monkeypatch.setattr(task_blocks, "BLOCK_PAIRS", 5_000)
    monkeypatch.setattr(run_record, "_ROW_GROUP_SIZE", 700)
    monkeypatch.setattr(run_record, "_MOST_HELD", 1_500)


def content(folder: Path) -> dict[str, bytes]:
    """Return the bytes of the tables of a run."""
    return {file.name: file.read_bytes() for file in folder.glob("*.parquet")}


class Blocks(RunWriter):
    """Counts the blocks that it writes."""

    n_blocks = 0

    def read(self, cycle: FinishedCycle) -> None:
        super().read(cycle)
        self.n_blocks += 1


@pytest.mark.parametrize(
    ("policy", "n_pairs"),
    [("panda_analysis", 2_500), ("panda_job_legacy", 5_000)],
)
def test_blocks_are_the_whole(
    demo: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    policy: str,
    n_pairs: int,
) -> None:
    monkeypatch.setattr(run_record, "_ROW_GROUP_SIZE", 700)
    found: list[tuple[dict[str, bytes], object, object, int]] = []
    for most in (10**9, n_pairs):
        monkeypatch.setattr(task_blocks, "BLOCK_PAIRS", most)
        with FolderWriter(tmp_path / str(most)) as folder:
            writer, summaries = Blocks(folder), SummaryReader()
            readers = (writer, summaries)
            cycle = run_cycle(Snapshot.open(demo), policy, PLACED, readers=readers)
            writer.finish_run([cycle])
        summary = summaries.summary(cycle)
        shown = (summary.document(), summaries.placed(cycle), cycle.result.to_pylist())
        found.append((content(tmp_path / str(most)), *shown[:2], writer.n_blocks))
        assert len(shown[2]) == summary.counts["chunks"]
    whole, blocks = found
    assert (whole[3], blocks[3] > 2) == (1, True)
    assert set(whole[0]) >= {"verdict.parquet", "exclusion.parquet", "funnel.parquet"}
    assert whole[:3] == blocks[:3]


def test_the_command_says_the_same(
    demo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, done, n_read = RunWriter.read, list[Any](), list[int]()

    def counted(writer: RunWriter, cycle: FinishedCycle) -> None:
        n_read[-1] += 1
        read(writer, cycle)

    monkeypatch.setattr(RunWriter, "read", counted)
    monkeypatch.setattr(run_record, "_ROW_GROUP_SIZE", 700)
    for name, n_pairs in (("whole", 10**9), ("blocks", 5_000)):
        monkeypatch.setattr(task_blocks, "BLOCK_PAIRS", n_pairs)
        out = tmp_path / name
        n_read.append(0)
        made = ("run", demo, "--policy", "panda_job", "--place")
        arguments = (*made, "--seed", 7, "--out", out)
        run = call(*arguments, "--format", "json")
        assert run.code == 0, run.err
        told = json.loads(run.out)
        assert told["timings_s"].pop("write") > 0
        del told["timings_s"], told["run"]["out"]
        placed = [line for line in run.err.splitlines() if line.startswith("placed")]
        record = json.loads((out / "run.json").read_text())
        for each in record["policies"]:
            del each["timings_s"]
        done.append((content(out), told, placed, record["policies"]))
    assert len(done[0][2]) == 1
    assert {*done[0][0]} >= {"verdict.parquet", "exclusion.parquet", "funnel.parquet"}
    assert (n_read[0], n_read[1] > 2) == (1, True)
    assert done[0] == done[1]


def test_a_policy_that_is_run_anew_replaces_its_rows(
    demo: Path, tmp_path: Path, small_blocks: None
) -> None:
    snapshot = Snapshot.open(demo)
    with (
        FolderWriter(tmp_path / "1") as one,
        FolderWriter(tmp_path / "2") as two,
    ):
        once, twice = RunWriter(one), RunWriter(two)
        first, second = (
            run_cycle(snapshot, policy, readers=[once, twice])
            for policy in ("panda_task", "panda_analysis")
        )
        once.finish_run([first, second])
        again = run_cycle(snapshot, "panda_analysis", readers=[twice])
        twice.finish_run([first, again])
    assert content(tmp_path / "2") == content(tmp_path / "1")


def test_columns_that_come_later_are_null_before(
    tmp_path: Path, small_blocks: None
) -> None:
    first = pa.table({"a": list(range(4_000))})
    later = pa.table({"a": [-1] * 900, "b": ["x"] * 900})
    with FolderWriter(tmp_path / "out") as folder:
        writer = RunWriter(folder)
        writer.add("result", first)
        writer.add("result", later)
        (file, _) = writer.finish(dict)
    found = pq.read_table(file)
    assert found.equals(pa.concat_tables([first, later], promote_options="default"))
    assert pq.read_metadata(file).num_row_groups == 7

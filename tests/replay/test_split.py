"""One cycle in parts decides what it does in one piece; test_workers has the bytes."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from brokersql.cycle import Options, run_cycle, task_blocks
from brokersql.replay import Overlay, SplitRequest
from brokersql.replay.distributed import decide_part
from brokersql.snapshot import Snapshot
from tests.cli.calling import call
from tests.property.analysis_worlds import merged_analysis_world
from tests.replay.histories import of_worlds, world_folder


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a random world."""
    return world_folder(tmp_path_factory.mktemp("world"))


@pytest.fixture(scope="module")
def users(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a random world of analysis tasks."""
    worlds = [merged_analysis_world(range(901, 904))]
    history = of_worlds(tmp_path_factory.mktemp("users"), worlds)
    return history.folder / history.snapshots[0].folder


@pytest.mark.parametrize(
    ("at", "policy", "n_parts"),
    [
        ("world", "panda_job", 2),
        ("world", "panda_job_legacy", 2),
        ("users", "panda_analysis", 3),
    ],
)
def test_parts_are_the_whole(
    request: pytest.FixtureRequest,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    at: str,
    policy: str,
    n_parts: int,
) -> None:
    folder: Path = request.getfixturevalue(at)
    monkeypatch.setattr(task_blocks, "BLOCK_PAIRS", 500)
    options = Options(verdict="full", threads=1, settings={"place": "true"})
    split = SplitRequest(str(folder), Overlay(), policy, options)
    whole = run_cycle(Snapshot.open(folder), policy, options)
    parts = [
        decide_part(split, (tmp_path / str(no), no + 1, n_parts))
        for no in range(n_parts)
    ]
    names = [*whole.kept_tables]
    assert {"result", "candidate", "funnel", "exclusion", "verdict"} <= set(names)
    found = {
        name: [
            pq.read_table(file)
            for part in parts
            if (file := part.folder / f"{name}.parquet").is_file()
        ]
        for name in names
    }
    assert sum(bool(part.num_rows) for part in found["verdict"]) > 1
    for name in names:
        assert pa.concat_tables(found[name]).equals(whole.table(name)), name


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (
            ("--policy", "panda_task"),
            "cannot be split over tasks: it asks panda_job_hint about all",
        ),
        (("--policy", "dirac"), "it decides about pilots"),
        (("--task", 1), "split all tasks of one policy"),
        (("--policy", "panda_job", "--policy", "panda_task"), "of one policy"),
        (("--workers", 0), "--workers 0"),
    ],
)
def test_what_cannot_be_split_is_said(
    world: Path, tmp_path: Path, options: tuple[str | int, ...], told: str
) -> None:
    out = tmp_path / "out"
    failed = call("run", world, "--workers", 2, "--out", out, *options)
    assert (failed.code, told in failed.err) == (2, True), failed.err
    assert not out.exists()

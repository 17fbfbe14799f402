"""Small histories for the tests of this folder, and what their cycles decide alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import timedelta
from functools import cache
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from brokersql.cycle import Options, run_cycle
from brokersql.replay import Overlay
from brokersql.snapshot import Snapshot
from brokersql.snapshot.history import History, add_snapshot
from tests.property.world_parts.dice import NOW
from tests.property.worlds import random_world
from tests.snapshot.build import typed

UNCHANGED = Overlay()


def of_worlds(folder: Path, worlds: Iterable[Mapping[str, pa.Table]]) -> History:
    """Return a history of worlds, an hour apart, in a folder."""
    for number, world in enumerate(worlds):
        (row,) = world["snapshot"].to_pylist()
        time = NOW + timedelta(hours=number)
        row |= {"snapshot_time": time, "snapshot_id": f"hour-{number}"}
        add_snapshot(
            folder, Snapshot.open({**world, "snapshot": typed("snapshot", [row])})
        )
    return History.open(folder)


@cache
def small_world(seed: int, config: int) -> Mapping[str, pa.Table]:
    """Return a random world with the configuration of another one."""
    return {**random_world(seed), "gdp_config": random_world(config)["gdp_config"]}


def world_folder(folder: Path) -> Path:
    """Return the folder of a snapshot of a random world."""
    history = of_worlds(folder, [small_world(901, 5)])
    return history.folder / history.snapshots[0].folder


def alone(
    history: History,
    policy: str,
    options: Options,
    names: Iterable[str],
    overlay: Overlay = UNCHANGED,
) -> dict[str, dict[str, pa.Table]]:
    """Return result tables by snapshot, of cycles that know one snapshot only."""
    found: dict[str, dict[str, pa.Table]] = {}
    for each in history.snapshots:
        snapshot = overlay.over(Snapshot.open(history.folder / each.folder))
        cycle = run_cycle(snapshot, policy, options)
        found[each.snapshot_id] = {name: cycle.table(name) for name in names}
    return found


def replayed(out: Path, snapshot_id: str, name: str) -> pa.Table:
    """Return the rows of a snapshot in a table of a replay, as a cycle has them."""
    files = sorted(out.glob(f"block=*/{name}.parquet"))
    rows = pa.concat_tables([pq.ParquetFile(file).read() for file in files])
    own = rows.filter(pc.field("snapshot_id") == snapshot_id)
    return own.drop_columns(["snapshot_id"])


def contents(out: Path) -> dict[str, bytes]:
    """Return every file of a replay."""
    files = (file for file in sorted(out.rglob("*")) if file.is_file())
    return {str(file.relative_to(out)): file.read_bytes() for file in files}

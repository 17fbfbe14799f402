"""What a simulation leaves behind, in the form of a replay: a block per cycle."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import cast

import pyarrow as pa

from brokersql import __version__
from brokersql.cycle import write_table
from brokersql.cycle.record import record
from brokersql.cycle.timing import Clock
from brokersql.diff.sides import BLOCK, REPLAY
from brokersql.errors import UsageError
from brokersql.replay.block import PREFIX
from brokersql.replay.many import with_value
from brokersql.report.recorded import RECORD
from brokersql.simulate.loop import Loop
from brokersql.snapshot.manifest import time_text


def write_record(folder: Path, loop: Loop) -> None:
    """Write what is simulated, and the criteria of the policy, which all cycles share.

    Raises:
        UsageError: the folder cannot be written.
    """
    cycle, model = loop.cycle, loop.model
    body = {
        "schema_version": 1,
        "kind": "simulation",
        "policy": cycle.policy,
        "programs": {cycle.policy: cycle.program.content_hash},
        "profile": cycle.options.profile,
        "settings": dict(cycle.options.settings),
        "seed": cycle.seed,
        "snapshot_id": cycle.loaded.snapshot_id,
        "content_hash": cycle.loaded.content_hash,
        "every_s": model.every_s,
        "load": model.load,
        "version": __version__,
    }
    try:
        folder.mkdir(parents=True)
        _write_json(folder / REPLAY, body)
        write_table(cycle.criterion, folder / "criterion.parquet")
    except OSError as error:
        raise _unwritable(folder, error) from error


def write_cycle(
    folder: Path, loop: Loop, number: int, tables: Mapping[str, pa.Table]
) -> None:
    """Write the tables of a cycle; its folder appears as a whole.

    Raises:
        UsageError: the folder cannot be written.
    """
    name, cycle_id = time_text(loop.time(number)), loop.snapshot_id(number)
    scratch, final = folder / f".{PREFIX}{name}", folder / f"{PREFIX}{name}"
    inputs = f"{loop.cycle.loaded.content_hash} {loop.model} {number}"
    body = {
        "schema_version": 1,
        "kind": "simulated cycle",
        "inputs": sha256(inputs.encode()).hexdigest(),
        "first": name,
        "last": name,
        "snapshots": [cycle_id],
    }
    try:
        scratch.mkdir()
        for table_name, table in tables.items():
            is_shared = {"snapshot_id", "bit"} & {*table.column_names}
            told = table if is_shared else with_value(table, 0, "snapshot_id", cycle_id)
            write_table(told, scratch / f"{table_name}.parquet")
        _write_json(scratch / BLOCK, body)
        _write_json(scratch / RECORD, _run_record(loop, number))
        os.rename(scratch, final)
    except OSError as error:
        raise _unwritable(folder, error) from error


def _run_record(loop: Loop, number: int) -> dict[str, object]:
    """Return the record of a cycle as of a run, whose snapshot is nowhere.

    It holds no timings, so that the same simulation leaves the same bytes.
    """
    made = record([loop.cycle], Clock())
    snapshot = cast("dict[str, object]", made["snapshot"])
    policies = cast("list[dict[str, object]]", made["policies"])
    told: dict[str, object] = {
        "snapshot_id": loop.snapshot_id(number),
        "snapshot_time": time_text(loop.time(number)),
        "source": f"{snapshot['source']} after {number} simulated cycles",
        "rows": {},
    }
    made["snapshot"] = {**snapshot, **told}
    made["policies"] = [{**each, "timings_s": {}} for each in policies]
    return made


def _write_json(path: Path, body: Mapping[str, object]) -> None:
    text = json.dumps(body, indent=1, ensure_ascii=False)
    path.write_text(f"{text}\n", encoding="utf-8")


def _unwritable(folder: Path, error: OSError) -> UsageError:
    return UsageError(
        f"cannot write {error.filename or folder}: {error.strerror}",
        hint="give --out a folder that you may write",
    )

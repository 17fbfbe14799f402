"""run.json: what a run was made from, so that it can be made again."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from importlib.metadata import version

from brokersql import __version__
from brokersql.cycle.run import Cycle
from brokersql.cycle.timing import Clock
from brokersql.policy import split_reference
from brokersql.snapshot.manifest import time_text

SCHEMA_VERSION = 1


def record(cycles: Sequence[Cycle], clock: Clock) -> dict[str, object]:
    """Return the description of a run as plain values for JSON."""
    first = cycles[0]
    time = first.loaded.snapshot_time
    assert time is not None, "a loaded snapshot has a time"
    return {
        "schema_version": SCHEMA_VERSION,
        "kind": "run.record",
        "snapshot": {
            "snapshot_id": first.loaded.snapshot_id,
            "snapshot_time": time_text(time),
            "content_hash": first.loaded.content_hash,
            "source": first.snapshot.where,
            "updates": [str(each) for each in first.snapshot.changes],
            "scripts": list(first.snapshot.scripts),
            "rows": {
                name: table.n_loaded for name, table in first.loaded.tables.items()
            },
            "quarantined": first.loaded.n_quarantined,
        },
        "seed": first.seed,
        "tasks": list(first.options.tasks),
        "verdict": first.options.verdict,
        "policies": [policy_record(cycle) for cycle in cycles],
        "versions": {
            "brokersql": __version__,
            "python": platform.python_version(),
            **{name: version(name) for name in ("duckdb", "pyarrow", "sqlglot")},
        },
        "engine_faults": [
            {
                "message": each.message,
                "where": each.where or None,
                "bundle": each.bundle or None,
            }
            for each in dict.fromkeys(
                it for one in cycles for it in one.database.faults
            )
        ],
        "timings_s": {**clock.seconds},
    }


def policy_record(cycle: Cycle) -> dict[str, object]:
    """Return what one policy did, and with which parameters."""
    return {
        "policy": cycle.policy,
        "profile": cycle.parameters.profile,
        "content_hash": cycle.program.content_hash,
        "shape": cycle.program.shape,
        "without": list(split_reference(cycle.policy_source)[1]),
        "parameters": [
            {
                "name": each.parameter.name,
                "key": each.suffix,
                "value": each.value,
                "unit": each.parameter.unit,
                "origin": each.origin,
            }
            for each in cycle.parameters.values
        ],
        **cycle.stage.counts,
        "timings_s": {**cycle.clock.seconds},
    }

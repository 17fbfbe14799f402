"""A small world for compiled policies: tables from rows, a program run on them."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from brokersql.compiler import PairProgram, compile_policy
from brokersql.core.database import Database
from brokersql.policy import Policy, load_policy, resolve_parameters
from brokersql.snapshot import contract
from tests.typed_rows import cells

POLICIES = Path(__file__).parent / "policies"
Row = dict[str, object]
Pair = tuple[object, ...]


def open_world(tables: Mapping[str, Sequence[Row]]) -> Database:
    """Return a database with all tables of the contract, those named filled."""
    database = Database.open(threads=1)
    database.run(contract.schema())
    for name, rows in tables.items():
        columns = contract.tables()[name].column_types
        arrays: Any = [[row.get(column) for row in rows] for column in columns]
        database.register("rows_", pa.table(arrays, names=list(columns)))
        database.run(f"insert into {name} from rows_")
        database.unregister("rows_")
    return database


def run_policy(
    folder: str | Path,
    tables: Mapping[str, Sequence[Row]],
    overrides: Mapping[str, str] | None = None,
    gdp_config: Sequence[Sequence[object]] = (),
) -> tuple[Database, PairProgram]:
    """Return the database after a whole cycle of a policy, and its program."""
    policy = load_policy(str(folder))
    program = compile_pairs(policy)
    database = open_world(tables)
    parameters = resolve_parameters(
        policy, overrides=overrides, gdp_config=gdp_config, vo="atlas"
    )
    for name, table in parameters.tables().items():
        database.register(name, table)
    database.set_variables(parameters.variables())
    for statement in program.statements:
        is_range = statement is program.verdict_fill
        database.run(statement.sql, (0, 1_000_000, 1, 0) if is_range else ())
    return database, program


def compile_pairs(policy: Policy) -> PairProgram:
    """Return the program of a policy of pairs."""
    program = compile_policy(policy)
    assert isinstance(program, PairProgram)
    return program


def rejected(database: Database, program: PairProgram, stem: str) -> set[Pair]:
    """Return the keys of the pairs that have the bit of a filter in their mask."""
    bit = next(each.bit for each in program.criteria if each.stem == stem)
    keys = ", ".join((*program.unit_key, *program.partner_key))
    rows = database.rows(
        f"select {keys} from verdict where reject_mask & (1::bigint << {bit}) <> 0"
    )
    assert len(rows) == len(set(rows))
    return set(rows)


def plain(database: Database, program: PairProgram, stem: str) -> set[Pair]:
    """Return the keys of the pairs that a filter's own query lists."""
    keys = ", ".join((*program.unit_key, *program.partner_key))
    return set(database.rows(f"select {keys} from filter_{stem}"))


def random_world(
    seed: int, n_tasks: int = 7, n_queues: int = 9
) -> dict[str, list[Row]]:
    """Return tables with values from small domains, every column NULL at times."""
    dice = random.Random(seed)

    def maybe(*values: object) -> object:
        return dice.choice([*values, None])

    sites = ["s1", "s2", "s3"]
    shares = ["express", "slow"]
    tasks: list[Row] = [
        {
            "jedi_task_id": number,
            "nucleus": maybe(*sites),
            "gshare": maybe(*shares),
            "core_count": maybe(0, 1, 8),
            "ram_count": maybe(0, 1, 2, 3),
            "io_intensity": maybe(0, 5),
            "frozen_time": maybe("2025-01-01 00:00:00", "2025-01-03 00:00:00"),
            "resource_type": maybe("a", "b"),
        }
        for number in range(n_tasks)
    ]
    chunks: list[Row] = [
        cells(
            "jedi_task_id chunk_no is_merging", task, number, maybe(*[False] * 3, True)
        )
        for task in range(n_tasks)
        for number in range(dice.choice([1, 1, 2]))
    ]
    queues: list[Row] = [
        {
            "queue_name": f"q{number}",
            "site_name": maybe(*sites),
            "status": maybe("online", "online", "offline"),
            "type": dice.choice(["production", "production", "analysis"]),
            "max_rss": maybe(0, 2, 8, 16),
            "core_count": maybe(0, 1, 8),
            "core_power": maybe(1.0, 2.0, 3.5),
            "is_cvmfs": maybe(True, False),
        }
        for number in range(n_queues)
    ]
    names = "src_site dst_site key value"
    links: list[Row] = [
        cells(names, a, b, "AGIS_closeness", maybe(0.0, 3.0))
        for a in sites
        for b in sites
        if dice.random() < 0.6
    ]
    jobs: list[Row] = [
        cells("queue_name gshare n_jobs", queue["queue_name"], share, maybe(1, 5, 9))
        for queue in queues
        for share in shares
        if dice.random() < 0.5
    ]
    own: list[Row] = [
        cells(
            "jedi_task_id queue_name n_jobs", task, queue["queue_name"], maybe(0, 1, 4)
        )
        for task in range(n_tasks)
        for queue in queues
        if dice.random() < 0.3
    ]
    return {
        "snapshot": [{"snapshot_id": "w", "snapshot_time": "2025-01-02 00:00:00"}],
        "task": tasks,
        "input_chunk": chunks,
        "queue": queues,
        "network_metric": links,
        "job_stats": jobs,
        "task_job_stats": own,
    }

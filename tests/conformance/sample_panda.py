"""What the plain-Python references decide on the worlds of the sample of PanDA."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from brokersql.snapshot import contract
from tests.conformance.recorded import DEFAULTS, lines_of
from tests.property.reference.analysis import broker_analysis
from tests.property.reference.brokerage import broker
from tests.property.reference.task_brokerage import broker_tasks
from tests.property.reference.world import World

Row = dict[str, Any]
STATUS = {"assigned": "succeeded", "failed": "fatal"}
OUTSIDE = "-not_candidate"


def production(world: World) -> Iterator[Row]:
    """Yield the decisions of the production job brokerage."""
    for key, found in broker(world, "asrun").items():
        decision = decision_on(key, found.status, found.criterion)
        if found.criterion != "-incomplete_input":
            stage = {
                name: {
                    "weight": weight,
                    "n_queued_jobs": found.counters[name][1],
                    "n_running_jobs_cap": found.counters[name][2],
                    "outcome": outcome,
                }
                for name, (weight, outcome, _) in found.weighed.items()
            }
            chosen = {row.queue: row.weight for row in found.candidates}
            jumbo = {row.queue: row.weight for row in found.jumbo_candidates}
            rejected = {name: [(tag, 0)] for name, (tag, _) in found.rejected.items()}
            decision |= choice(stage, chosen, rejected)
            decision["candidates_jumbo"] = candidates(jumbo)
        yield decision


def analysis(world: World) -> Iterator[Row]:
    """Yield the decisions of the analysis brokerage."""
    for key, found in broker_analysis(world, "asrun").items():
        rejected: dict[str, list[tuple[str, int]]] = {}
        for number, failing in found.rounds.items():
            for name, tags in failing.items():
                rejected.setdefault(name, []).append((tags[0], number))
        stage = {
            name: {"weight": row.weight, "outcome": row.criterion}
            for name, row in found.weighed.items()
        }
        decision = decision_on(key, found.status, found.criterion)
        yield decision | choice(stage, found.chosen, rejected)


def decision_on(key: tuple[int, int], status: str, criterion: str | None) -> Row:
    """Return a decision on a chunk as it is recorded, with its criterion."""
    task, chunk = key
    own = {"jedi_task_id": task, "chunk_no": chunk}
    return own | {"status": STATUS.get(status, "failed"), "criterion": criterion}


def choice(
    weighed: Mapping[str, Row],
    chosen: Mapping[str, float],
    rejected: Mapping[str, Sequence[tuple[str, int]]],
) -> Row:
    """Return what became of the queues of a chunk as it is recorded."""
    rest = {row["weight"] for name, row in weighed.items() if name not in chosen}
    return {
        "candidates": candidates(chosen),
        "candidates_jumbo": [],
        "weight_stage": weighed,
        "eliminated": first_of_each(rejected),
        "tie_at_cut": not rest.isdisjoint(chosen.values()),
    }


def first_of_each(rejected: Mapping[str, Sequence[tuple[str, int]]]) -> Row:
    """Return one queue for each criterion and round, so that a sample is small."""
    found: dict[str, list[list[object]]] = {}
    seen: set[tuple[str, int]] = {(OUTSIDE, 0), (OUTSIDE, 1), (OUTSIDE, 2)}
    for name in sorted(rejected):
        for tag, number in rejected[name]:
            if (tag, number) not in seen:
                seen.add((tag, number))
                found.setdefault(name, []).append(["", tag, True, number])
    return found


def candidates(weights: Mapping[str, float]) -> list[Row]:
    """Return chosen queues as they are recorded."""
    return [{"queue_name": name, "weight": weights[name]} for name in weights]


def tasks(world: World) -> Iterator[Row]:
    """Yield the decisions of the task brokerage."""
    for task, found in broker_tasks(world, "asrun").items():
        yield {
            "jedi_task_id": task,
            "status": "assigned" if found.nucleus else "failed",
            "criterion": found.criterion,
            "nucleus": found.nucleus,
            "weights": found.weights,
            "first_failure": {name: tags[0] for name, tags in found.failing.items()},
            "destinations": found.tokens,
        }


def world_of(case: Path) -> World:
    """Return the world of a case."""
    tables: dict[str, list[Row]] = {}
    for name, table in contract.tables().items():
        file = case / f"{name}.jsonl"
        for given in lines_of(file) if file.is_file() else ():
            row = {**dict.fromkeys(table.column_types), **given}
            for column, kind in table.column_types.items():
                if kind == "TIMESTAMP" and row[column] is not None:
                    row[column] = datetime.fromisoformat(row[column])
            tables.setdefault(name, []).append(row)
    return World(tables)


def decided(case: Path) -> list[Row]:
    """Return the decisions on a case as they are recorded, without defaults."""
    return [
        {name: row[name] for name in row if row[name] != DEFAULTS.get(name, ...)}
        for row in CASES[case.name](world_of(case))
    ]


#: Cases, with what decides on them.
CASES: Mapping[str, Callable[[World], Iterator[Row]]] = {
    "prod_sample": production,
    "anal_sample": analysis,
    "task_sample": tasks,
}

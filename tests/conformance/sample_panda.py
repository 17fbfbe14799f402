"""The sample of PanDA: small worlds, and what the plain-Python references decide.

Worlds are random ones. Of each only the rows stay that something new comes from, as a
criterion that is reported or an outcome; and of the rows only the values that decisions
depend on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any

import pyarrow as pa

from brokersql.snapshot import contract
from tests.conformance.recorded import DEFAULTS, lines, lines_of
from tests.property.analysis_worlds import random_analysis_world
from tests.property.merged_worlds import rename
from tests.property.reference.analysis import broker_analysis
from tests.property.reference.brokerage import broker
from tests.property.reference.task_brokerage import broker_tasks
from tests.property.reference.world import World
from tests.property.worlds import random_world, waiting_world

Row = dict[str, Any]
#: Rows with the names of their tables.
Rows = list[tuple[str, Row]]
Traits = set[tuple[object, ...]]
Decide = Callable[[World], Iterator[Row]]
Make = Callable[[int], Mapping[str, pa.Table]]

#: Worlds that are looked through; the shortest of so many that fit is taken.
SEEDS = range(900)
TRIES = 4
#: Tables that worlds have in common, with the columns that tell their rows apart.
COMMON = {
    "snapshot": (),
    "resource_type": ("resource_name",),
    "work_queue": ("queue_id",),
    "gdp_config": ("component", "key", "vo"),
    "queue_software": ("queue_name",),
}
STATUS = {"assigned": "succeeded", "failed": "fatal"}
OUTSIDE = "-not_candidate"


def production(world: World) -> Iterator[Row]:
    """Yield the decisions of the production job brokerage."""
    for (task, chunk), found in broker(world, "asrun").items():
        if found.criterion == "-incomplete_input":
            yield decision_on(task, chunk, found.status, found.criterion)
            continue
        stage = {
            name: {
                "weight": weight,
                "n_queued_jobs": found.counters[name][1],
                "n_running_jobs_cap": found.counters[name][2],
                "outcome": outcome,
                "factors": acting(factors),
            }
            for name, (weight, outcome, factors) in found.weighed.items()
        }
        chosen = {row.queue: row.weight for row in found.candidates}
        yield decision_on(
            task,
            chunk,
            found.status,
            found.criterion,
            weighed=stage,
            chosen=chosen,
            jumbo={row.queue: row.weight for row in found.jumbo_candidates},
            eliminated={name: [(tag, 0)] for name, (tag, _) in found.rejected.items()},
        )


def analysis(world: World) -> Iterator[Row]:
    """Yield the decisions of the analysis brokerage."""
    for (task, chunk), found in broker_analysis(world, "asrun").items():
        eliminated: dict[str, list[tuple[str, int]]] = {}
        for number, failing in found.rounds.items():
            for name, tags in failing.items():
                eliminated.setdefault(name, []).append((tags[0], number))
        yield decision_on(
            task,
            chunk,
            found.status,
            found.criterion,
            weighed={
                name: {
                    "weight": row.weight,
                    "outcome": row.criterion,
                    "factors": acting(row.factors),
                }
                for name, row in found.weighed.items()
            },
            chosen=found.chosen,
            eliminated=eliminated,
        )


def decision_on(
    task: int,
    chunk: int,
    status: str,
    criterion: str | None,
    *,
    weighed: Mapping[str, Row] | None = None,
    chosen: Mapping[str, float] | None = None,
    jumbo: Mapping[str, float] | None = None,
    eliminated: Mapping[str, Sequence[tuple[str, int]]] | None = None,
) -> Row:
    """Return a decision on a chunk as it is recorded, with its criterion."""
    weighed, chosen = weighed or {}, chosen or {}
    rest = {row["weight"] for name, row in weighed.items() if name not in chosen}
    return {
        "jedi_task_id": task,
        "chunk_no": chunk,
        "status": STATUS.get(status, "failed"),
        "criterion": criterion,
        "candidates": candidates(chosen),
        "candidates_jumbo": candidates(jumbo or {}),
        "weight_stage": weighed,
        "eliminated": first_of_each(eliminated or {}),
        "tie_at_cut": not rest.isdisjoint(chosen.values()),
        "order_dependent": False,
    }


def first_of_each(eliminated: Mapping[str, Sequence[tuple[str, int]]]) -> Row:
    """Return one queue for each criterion and round, so that a sample is small."""
    found: dict[str, list[list[object]]] = {}
    seen: set[tuple[str, int]] = {(OUTSIDE, 0), (OUTSIDE, 1), (OUTSIDE, 2)}
    for name in sorted(eliminated):
        for tag, number in eliminated[name]:
            if (tag, number) not in seen:
                seen.add((tag, number))
                found.setdefault(name, []).append(["", tag, True, number])
    return found


def acting(factors: Mapping[str, float]) -> list[str]:
    """Return the factors that make something of a weight."""
    return [name for name in factors if factors[name] not in (0, 1)]


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
            "order_dependent": False,
        }


def traits(rows: Rows, decide: Decide) -> Traits:
    """Return what decisions on a world show: criteria, outcomes and factors.

    A world in which something has a name that nothing bears shows nothing.
    """
    found: Traits = set()
    try:
        decisions = list(decide(world_of(rows)))
    except (KeyError, IndexError):
        return found
    for decision in decisions:
        found.add((decision["status"], decision["criterion"]))
        for steps in decision.get("eliminated", {}).values():
            found |= {(tag,) for _, tag, _, _ in steps}
        found |= {(tag,) for tag in decision.get("first_failure", {}).values()}
        stage = decision.get("weight_stage", {}).values()
        for row in stage:
            found |= {(row["outcome"],), *(("factor", name) for name in row["factors"])}
        weights = set(decision.get("weights", {}).values())
        found |= {("nuclei", min(2, len(weights))), ("weighed", bool(weights - {1}))}
    return found


def world_of(rows: Rows) -> World:
    """Return the world of these rows."""
    tables: dict[str, list[Row]] = {}
    for name, row in rows:
        tables.setdefault(name, []).append(row)
    return World(tables)


def grown(make: Make, decide: Decide) -> Rows:
    """Return a world that shows what random worlds show, what is rare first."""
    shows: dict[tuple[object, ...], list[int]] = {}
    for seed in SEEDS:
        for trait in traits(rows_of(make(seed)), decide):
            shows.setdefault(trait, []).append(seed)
    kept: Rows = []
    shown: Traits = set()
    for trait in sorted(shows, key=lambda trait: (len(shows[trait]), str(trait))):
        if trait not in shown:
            more = (extended(kept, trait, make, decide, seed) for seed in shows[trait])
            goal = {*shown, trait}
            able = (rows for rows in more if traits(rows, decide) >= goal)
            found = list(islice(able, TRIES))
            kept = min(found, key=lambda rows: size(rows, decide), default=kept)
            shown = traits(kept, decide)
    return fewest(kept, lambda few: traits(few, decide) >= shown)


def extended(
    kept: Rows, trait: tuple[object, ...], make: Make, decide: Decide, seed: int
) -> Rows:
    """Return rows and those of one more world that show a trait."""
    tables = {name: table.to_pylist() for name, table in make(seed).items()}
    world = rename(tables, seed)
    common = [each for each in kept if each[0] in COMMON]
    known = [key_of(*each) for each in common]
    rows = [(name, row) for name in world for row in world[name]]
    more = [each for each in rows if key_of(*each) not in known]
    return kept + fewest(more, lambda few: trait in traits(common + few, decide))


def size(rows: Rows, decide: Decide) -> int:
    """Return about how long the files of a world are."""
    return sum(map(len, files(rows, decide).values()))


def rows_of(tables: Mapping[str, pa.Table]) -> Rows:
    """Return the rows of all tables."""
    return [(name, row) for name in tables for row in tables[name].to_pylist()]


def key_of(table: str, row: Row) -> tuple[object, ...] | None:
    """Return what only one row may be, in tables that worlds have in common."""
    return (table, *(row[name] for name in COMMON[table])) if table in COMMON else None


def fewest(rows: Rows, suffice: Callable[[Rows], bool]) -> Rows:
    """Return rows none of which can be left out."""
    size = len(rows)
    while size:
        start = 0
        while start < len(rows):
            fewer = rows[:start] + rows[start + size :]
            if suffice(fewer):
                rows = fewer
            else:
                start += size
        size //= 2
    return rows


def blanked(rows: Rows, decide: Decide) -> Rows:
    """Return rows without the values that no decision depends on; keys stay."""
    wanted = list(decide(world_of(rows)))
    keys = {name: table.key for name, table in contract.tables().items()}
    cells = [
        (place, column)
        for place, (table, row) in enumerate(rows)
        for column in row
        if column not in keys[table]
    ]
    columns: dict[tuple[str, str], list[tuple[int, str]]] = {}
    for place, name in cells:
        columns.setdefault((rows[place][0], name), []).append((place, name))
    for blanks in (*columns.values(), *([cell] for cell in cells)):
        fewer = list(rows)
        for place, name in blanks:
            table, row = fewer[place]
            fewer[place] = (table, {**row, name: None})
        try:
            if list(decide(world_of(fewer))) == wanted:
                rows = fewer
        except (KeyError, TypeError, AttributeError):
            continue  # it is needed
    return rows


def kept_rows(case: Path) -> Rows:
    """Return the rows of a case as it stands."""
    rows: Rows = []
    for name, table in contract.tables().items():
        file = case / f"{name}.jsonl"
        for given in lines_of(file) if file.is_file() else ():
            row = {**dict.fromkeys(table.column_types), **given}
            for column, kind in table.column_types.items():
                if kind == "TIMESTAMP" and row[column] is not None:
                    row[column] = datetime.fromisoformat(row[column])
            rows.append((name, row))
    return rows


def files(rows: Rows, decide: Decide) -> Mapping[str, str]:
    """Return the files of a case by their names; the first line has every column."""
    tables: dict[str, list[Row]] = {"expected": expected(rows, decide)}
    for name, row in rows:
        given = {key: value for key, value in row.items() if value is not None}
        some = tables.setdefault(name, [])
        some.append(given if some else row)
    return {f"{name}.jsonl": lines(some) for name, some in tables.items()}


def expected(rows: Rows, decide: Decide) -> list[Row]:
    """Return the decisions on a world as they are recorded, without defaults."""
    decisions = list(decide(world_of(rows)))
    for decision in decisions:
        for row in decision.get("weight_stage", {}).values():
            del row["factors"]
    return [
        {name: row[name] for name in row if row[name] != DEFAULTS.get(name, ...)}
        for row in decisions
    ]


#: Cases, with what makes their random worlds and what decides on them.
CASES = {
    "prod_sample": (random_world, production),
    "anal_sample": (random_analysis_world, analysis),
    "task_sample": (waiting_world, tasks),
}

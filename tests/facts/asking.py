"""Many software questions, each put to one queue of its own, answered in one world."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pyarrow as pa

from tests.facts.world import ASRUN, Row, World, arrow

QUESTION: Mapping[str, str] = {
    "jedi_task_id": "BIGINT",
    "architecture": "VARCHAR",
    "cvmfs_tag": "VARCHAR",
    "project": "VARCHAR",
    "version": "VARCHAR",
    "container_name": "VARCHAR",
    "only_tags": "BOOLEAN",
    "asks_platform": "BOOLEAN",
    "base_needs_container": "BOOLEAN",
    "needs_cvmfs": "BOOLEAN",
    "is_platform_only": "BOOLEAN",
    "is_unreadable": "BOOLEAN",
    "is_any_refused": "BOOLEAN",
    "is_exempt": "BOOLEAN",
}
ASKS_ALL: Row = {
    "only_tags": False,
    "asks_platform": True,
    "base_needs_container": True,
    "needs_cvmfs": False,
    "is_platform_only": False,
    "is_unreadable": False,
    "is_any_refused": False,
    "is_exempt": False,
}
RELEASE: Row = {"cvmfs_tag": "atlas", "project": "Athena", "version": "22.0.1"}
HARDWARE: Row = {"asks_platform": False}


@dataclass(frozen=True, slots=True)
class Case:
    """One task's question and the queue that is asked."""

    name: str
    architecture: str | None = None
    asked: Row = field(default_factory=dict)
    data: object = None
    gpus: Sequence[Row] = ()
    levels: Mapping[str, float] = field(default_factory=dict)
    releases: Sequence[str] = ("AUTO",)


@dataclass(frozen=True, slots=True)
class Answer:
    """What the facts say of a case; `test` names what decided, with + if it accepts."""

    test: str
    is_accepted: bool
    is_unresolved: bool
    platform: str | None
    cpu_preference: float
    via: str | None
    failed_test: str | None
    problems: tuple[str, ...]


def questions(cases: Sequence[Case]) -> pa.Table:
    """Return the fact software_question of the cases, numbered in their order."""
    rows = [
        {
            **ASKS_ALL,
            **case.asked,
            "jedi_task_id": number,
            "architecture": case.architecture,
        }
        for number, case in enumerate(cases)
    ]
    return arrow(rows, QUESTION)


def world_of(
    cases: Sequence[Case], parameters: Row = ASRUN, all_tags: object = None
) -> World:
    """Return a world with one task and one queue, `Q<number>`, per case."""
    published: list[Row] = [
        {"queue_name": f"Q{number}", "data": json.dumps(case.data)}
        for number, case in enumerate(cases)
        if case.data is not None
    ]
    if all_tags is not None:
        data = json.dumps({"tags": all_tags})
        published.append({"queue_name": "ALL", "data": data})
    world = World(
        parameters,
        task=[
            {"jedi_task_id": number, "trans_home": "A-1"}
            for number in range(len(cases))
        ],
        queue=[
            {"queue_name": f"Q{number}", "releases": list(case.releases)}
            for number, case in enumerate(cases)
        ],
        queue_software=published,
        queue_gpu=[
            {**gpu, "queue_name": f"Q{number}"}
            for number, case in enumerate(cases)
            for gpu in case.gpus
        ],
        queue_cpu_level=[
            {
                "queue_name": f"Q{number}",
                "cpu_architecture_level": level,
                "pct_within_queue": percent,
            }
            for number, case in enumerate(cases)
            for level, percent in case.levels.items()
        ],
    )
    world.give("software_question", questions(cases))
    return world


def answers(
    cases: Sequence[Case], parameters: Row = ASRUN, all_tags: object = None
) -> dict[str, Answer]:
    """Return the answer to each case by its name."""
    world = world_of(cases, parameters, all_tags)
    asked = world.rows("software_request")
    configs = {
        row["queue_name"]: row["config_no"] for row in world.rows("software_queue")
    }
    decisions = {
        (row["software_no"], row["config_no"]): row
        for row in world.rows("software_decision")
    }
    problems: dict[object, list[str]] = {}
    for row in world.rows("task_remark"):
        problems.setdefault(row["jedi_task_id"], []).append(str(row["remark"]))
    preferences = cpu_preferences(world, asked)
    found: dict[str, Answer] = {}
    for row in asked:
        number = row["jedi_task_id"]
        decision = decisions[row["software_no"], configs[f"Q{number}"]]
        test, is_accepted = str(decision["test"]), bool(decision["is_accepted"])
        found[cases[number].name] = Answer(
            test=f"+{test}" if is_accepted else test,
            is_accepted=is_accepted,
            is_unresolved=decision["is_unresolved"],
            platform=decision["platform"],
            cpu_preference=preferences[number],
            via=("any" if test == "any" else "auto") if is_accepted else None,
            failed_test=decision["failed_test"],
            problems=tuple(sorted(problems.get(number, []))),
        )
    return found


def cpu_preferences(world: World, asked: Sequence[Row]) -> dict[object, float]:
    """Return by task the weight of the CPU level that it prefers, at its own queue."""
    pairs = [
        {
            "jedi_task_id": row["jedi_task_id"],
            "chunk_no": 0,
            "software_no": row["software_no"],
            "queue_name": f"Q{row['jedi_task_id']}",
            "unified_name": f"Q{row['jedi_task_id']}",
        }
        for row in asked
    ]
    table = pa.Table.from_pylist(pairs)
    world.give(
        "weighed_chunk", table.select(["jedi_task_id", "chunk_no", "software_no"])
    )
    world.give("survivor", table.drop_columns("software_no"))
    return {
        row["jedi_task_id"]: row["cpu_preference"]
        for row in world.rows("cpu_preference")
    }

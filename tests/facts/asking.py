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
    "is_auto_asked": "BOOLEAN",
    "is_any_refused": "BOOLEAN",
}
ASKS_ALL: Row = {
    "only_tags": False,
    "asks_platform": True,
    "base_needs_container": True,
    "needs_cvmfs": False,
    "is_platform_only": False,
    "is_auto_asked": True,
    "is_any_refused": False,
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
    """What the facts say of a case; `test` names the test that decided."""

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
    return World(
        parameters,
        {"software_question": questions(cases)},
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


def answers(
    cases: Sequence[Case], parameters: Row = ASRUN, all_tags: object = None
) -> dict[str, Answer]:
    """Return the answer to each case by its name."""
    world = world_of(cases, parameters, all_tags)
    world.make("software_match", "software_request", "software_problem")
    numbers = {
        row["jedi_task_id"]: row["software_no"]
        for row in world.rows("software_request")
    }
    matches = {
        (row["software_no"], row["queue_name"]): row
        for row in world.rows("software_match")
    }
    configs = {
        row["queue_name"]: row["config_no"] for row in world.rows("software_queue")
    }
    tests = {
        (row["software_no"], row["config_no"]): str(row["test"])
        for row in world.rows("software_outcome")
    }
    problems: dict[object, list[str]] = {}
    for row in world.rows("software_problem"):
        problems.setdefault(row["software_no"], []).append(str(row["problem"]))
    found: dict[str, Answer] = {}
    for number, case in enumerate(cases):
        row = dict(matches[numbers[number], f"Q{number}"])
        software_no = row.pop("software_no")
        test = tests[software_no, configs[row.pop("queue_name")]]
        remarks = tuple(sorted(problems.get(software_no, [])))
        found[case.name] = Answer(test=test, problems=remarks, **row)  # pyright: ignore
    return found

"""Many software questions, each put to one queue of its own, answered in one world."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.facts.world import ASRUN, PAGE, Row, World
from tests.property.reference.software import SoftwareQueue
from tests.typed_rows import arrow

TEXTS = ("architecture", "cvmfs_tag", "project", "version", "container_name")
FLAGS = (
    *("only_tags", "asks_platform", "base_needs_container", "needs_cvmfs"),
    *("is_platform_only", "is_unreadable", "is_any_refused", "is_exempt"),
)
#: The columns of the fact software_question.
QUESTION: Mapping[str, str] = {
    "jedi_task_id": "BIGINT",
    **dict.fromkeys(TEXTS, "VARCHAR"),
    **dict.fromkeys(FLAGS, "BOOLEAN"),
}
ASKS_ALL: Row = {
    **dict.fromkeys(FLAGS, False),
    **dict.fromkeys(["asks_platform", "base_needs_container"], True),
}
RELEASE: Row = {"cvmfs_tag": "atlas", "project": "Athena", "version": "22.0.1"}
HARDWARE: Row = {"asks_platform": False}
#: The test that decides, with a + if it accepts; as run and on the page, if it differs.
Test = str | tuple[str, str]


@dataclass(frozen=True, slots=True)
class Case:
    """One task's question and the queue that is asked."""

    name: str
    architecture: str | None = None
    asked: Row = field(default_factory=dict)
    data: Any = None
    gpus: Sequence[Row] = ()
    levels: Mapping[str, float] = field(default_factory=dict)
    releases: Sequence[str] = ("AUTO",)


@dataclass(frozen=True, slots=True)
class Answer:
    """What the facts say of a case."""

    test: str
    is_unresolved: bool
    platform: str | None
    failed_test: str | None
    problems: tuple[str, ...]

    @property
    def is_accepted(self) -> bool:
        """Tell whether the queue is accepted."""
        return self.test[0] == "+"


def world_of(
    cases: Sequence[Case], parameters: Row = ASRUN, all_tags: object = None
) -> World:
    """Return a world with one task and one queue, `Q<number>`, per case."""
    questions = [
        {**ASKS_ALL, **case.asked, "architecture": case.architecture} for case in cases
    ]
    queues = [
        SoftwareQueue(case.releases, case.data, case.gpus, case.levels)
        for case in cases
    ]
    return world_of_all(questions, queues, parameters, all_tags)


def world_of_all(
    questions: Sequence[Row],
    queues: Sequence[SoftwareQueue],
    parameters: Row,
    all_tags: object,
) -> World:
    """Return a world in which every question meets every queue."""
    named = {f"Q{number}": queue for number, queue in enumerate(queues)}
    data = {name: queue.data for name, queue in named.items() if queue.data is not None}
    if all_tags is not None:
        data["ALL"] = {"tags": all_tags}
    world = World(
        parameters,
        task=[{"jedi_task_id": n, "trans_home": "A-1"} for n in range(len(questions))],
        queue=[
            {"queue_name": name, "releases": list(queue.releases)}
            for name, queue in named.items()
        ],
        queue_software=[
            {"queue_name": name, "data": json.dumps(each)}
            for name, each in data.items()
        ],
        queue_gpu=[
            {**gpu, "queue_name": name}
            for name, queue in named.items()
            for gpu in queue.gpus
        ],
        queue_cpu_level=[
            {
                "queue_name": name,
                "cpu_architecture_level": level,
                "pct_within_queue": percent,
            }
            for name, queue in named.items()
            for level, percent in queue.levels.items()
        ],
    )
    rows = [{**each, "jedi_task_id": number} for number, each in enumerate(questions)]
    world.give("software_question", arrow(rows, QUESTION))
    return world


def decisions(world: World) -> dict[tuple[int, str], Mapping[str, Any]]:
    """Return the row of software_decision of each checked task and queue."""
    rows = world.rows("software_decision")
    by_number = {(row["software_no"], row["config_no"]): row for row in rows}
    configs = {r["queue_name"]: r["config_no"] for r in world.rows("software_queue")}
    return {
        (row["jedi_task_id"], name): by_number[row["software_no"], config]
        for row in world.rows("software_request")
        if row["software_no"] is not None
        for name, config in configs.items()
    }


def told_test(decision: Mapping[str, Any]) -> str:
    """Return the test that decided, with a + if it accepts."""
    return "+" * decision["is_accepted"] + decision["test"]


def answers(
    cases: Sequence[Case], parameters: Row = ASRUN, all_tags: object = None
) -> dict[str, Answer]:
    """Return the answer to each case by its name."""
    world = world_of(cases, parameters, all_tags)
    found = decisions(world)
    problems: dict[object, list[str]] = {}
    for row in world.rows("task_remark"):
        problems.setdefault(row["jedi_task_id"], []).append(str(row["remark"]))
    return {
        case.name: Answer(
            test=told_test(found[number, f"Q{number}"]),
            is_unresolved=found[number, f"Q{number}"]["is_unresolved"],
            platform=found[number, f"Q{number}"]["platform"],
            failed_test=found[number, f"Q{number}"]["failed_test"],
            problems=tuple(sorted(problems.get(number, []))),
        )
        for number, case in enumerate(cases)
    }


def decided(cases: Sequence[Case], all_tags: object = None) -> dict[str, Test]:
    """Return the test that decides each case, in both profiles."""
    asrun, page = (answers(cases, each, all_tags) for each in (ASRUN, PAGE))
    tests = {name: (asrun[name].test, page[name].test) for name in asrun}
    return {name: a if a == b else (a, b) for name, (a, b) in tests.items()}

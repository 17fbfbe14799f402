"""Many software questions, each put to one queue of its own, answered in one world."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tests.facts.world import ASRUN, PAGE, Row, World, arrow

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
    data: object = None
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
    data = {f"Q{n}": case.data for n, case in enumerate(cases) if case.data is not None}
    if all_tags is not None:
        data["ALL"] = {"tags": all_tags}
    world = World(
        parameters,
        task=[{"jedi_task_id": n, "trans_home": "A-1"} for n in range(len(cases))],
        queue=[
            {"queue_name": f"Q{n}", "releases": list(case.releases)}
            for n, case in enumerate(cases)
        ],
        queue_software=[
            {"queue_name": name, "data": json.dumps(each)}
            for name, each in data.items()
        ],
        queue_gpu=[
            {**gpu, "queue_name": f"Q{n}"}
            for n, case in enumerate(cases)
            for gpu in case.gpus
        ],
        queue_cpu_level=[
            {
                "queue_name": f"Q{n}",
                "cpu_architecture_level": level,
                "pct_within_queue": percent,
            }
            for n, case in enumerate(cases)
            for level, percent in case.levels.items()
        ],
    )
    questions = [
        {**ASKS_ALL, **case.asked, "jedi_task_id": n, "architecture": case.architecture}
        for n, case in enumerate(cases)
    ]
    world.give("software_question", arrow(questions, QUESTION))
    return world


def answers(
    cases: Sequence[Case], parameters: Row = ASRUN, all_tags: object = None
) -> dict[str, Answer]:
    """Return the answer to each case by its name."""
    world = world_of(cases, parameters, all_tags)
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
    found: dict[str, Answer] = {}
    for row in world.rows("software_request"):
        number = row["jedi_task_id"]
        decision = decisions[row["software_no"], configs[f"Q{number}"]]
        found[cases[number].name] = Answer(
            test="+" * decision["is_accepted"] + decision["test"],
            is_unresolved=decision["is_unresolved"],
            platform=decision["platform"],
            failed_test=decision["failed_test"],
            problems=tuple(sorted(problems.get(number, []))),
        )
    return found


def decided(cases: Sequence[Case], all_tags: object = None) -> dict[str, Test]:
    """Return the test that decides each case, in both profiles."""
    asrun, page = (answers(cases, each, all_tags) for each in (ASRUN, PAGE))
    tests = {name: (asrun[name].test, page[name].test) for name in asrun}
    return {name: a if a == b else (a, b) for name, (a, b) in tests.items()}

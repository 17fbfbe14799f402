"""Random architecture strings and queue tags: the facts agree with plain Python."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tests.facts.asking import QUESTION
from tests.facts.random_software import ALL_TAGS, question, queue
from tests.facts.world import ASRUN, PAGE, Row, World, arrow
from tests.property.reference import software as reference
from tests.property.reference.architecture import parse_architecture

N_TASKS = 5_000
N_QUEUES = 10


def make(asked: Sequence[Row], queues: Sequence[Row], parameters: Row) -> World:
    """Return a world in which every question meets every queue."""
    numbered = [{**row, "jedi_task_id": number} for number, row in enumerate(asked)]
    named = [(f"Q{number}", row) for number, row in enumerate(queues)]
    descriptions: list[Row] = [
        {"queue_name": name, "data": json.dumps(row["data"])}
        for name, row in named
        if row["data"] is not None
    ]
    all_data = {"queue_name": "ALL", "data": json.dumps({"tags": ALL_TAGS})}
    world = World(
        parameters,
        task=[
            {"jedi_task_id": number, "trans_home": "A-1"}
            for number in range(len(asked))
        ],
        queue=[
            {"queue_name": name, "releases": row["releases"]} for name, row in named
        ],
        queue_software=[*descriptions, all_data],
        queue_gpu=[
            {**gpu, "queue_name": name}
            for name, row in named
            for gpu in row["gpus"]  # pyright: ignore
        ],
    )
    world.give("software_question", arrow(numbered, QUESTION))
    return world


def decisions(world: World) -> dict[tuple[int, str], tuple[str, str | None, bool]]:
    """Return the test, the platform, and is it open? of each checked pair."""
    outcomes = {
        (row["software_no"], row["config_no"]): (
            f"+{row['test']}" if row["is_accepted"] else row["test"],
            row["platform"],
            row["is_unresolved"],
        )
        for row in world.rows("software_decision")
    }
    configs = {r["queue_name"]: r["config_no"] for r in world.rows("software_queue")}
    return {
        (row["jedi_task_id"], name): outcomes[row["software_no"], config]
        for row in world.rows("software_request")
        if row["software_no"] is not None
        for name, config in configs.items()
    }


@pytest.mark.parametrize("parameters", [ASRUN, PAGE], ids=["asrun", "page"])
@settings(max_examples=2, phases=[Phase.generate])
@given(seed=st.integers(0, 2**32))
def test_ten_thousand_strings_agree_at_every_queue(parameters: Row, seed: int) -> None:
    random = Random(seed)
    asked = [question(random) for _ in range(N_TASKS)]
    queues = [queue(random) for _ in range(N_QUEUES)]
    found = decisions(make(asked, queues, parameters))
    specs = [parse_architecture(row["architecture"], parameters) for row in asked]
    checked = {n for n, row in enumerate(asked) if reference.asks(row, specs[n])}
    assert 0 < N_TASKS - len(checked) < N_TASKS / 4
    assert found.keys() == {(n, f"Q{q}") for n in checked for q in range(N_QUEUES)}
    offered = [
        reference.SoftwareQueue(row["releases"], row["data"], row["gpus"])
        for row in queues
    ]
    for (task, name), outcome in found.items():
        asking = asked[task], specs[task], offered[int(name[1:])]
        test = reference.decide(*asking, ALL_TAGS, parameters)
        is_auto = test[0] == "+" and test != "+any"
        unresolved = is_auto and reference.is_unresolved(*asking)
        assert outcome == (test, reference.resolve(*asking), unresolved), asking

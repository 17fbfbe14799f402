"""From candidates to jobs: batches of jobs for the chosen queues (spec 6.7).

Without input the weight is (running + 1) / (queued + 10) and the cap is twice the
running jobs; links do not count here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from tests.spec.check import Spec
from tests.spec.stage import load
from tests.spec.whole import decide_each

PLACE = {"place": True, "NW_ACTIVE": False}
KEY = ["jedi_task_id", "seq"]
BATCH = ["queue_name", "n_jobs", "is_bootstrap"]
NO_INPUT = "fsize: 0"
BUSY = "queue_name: A | B, n_jobs: 1000"
TWO_QUEUES = "queue_name: A | B"
FULL = ("pending", "-no_candidates", "candidates became full", 3600, 1)


def check_batches(spec: Spec, columns: str | list[str], **drawn: Any) -> None:
    """Check the batches of tasks that have no input, by task and number."""
    usual = {"parameters": PLACE, "task_file": NO_INPUT}
    spec.check_cycle("placement", KEY, columns, **{**usual, **drawn})


#: Enough chunks to see how often a draw goes which way.
MANY = 600


def test_batches_of_25_jobs(spec: Spec) -> None:
    """The last one holds what is left: below, at and above a batch."""
    check_batches(
        spec,
        BATCH,
        task="jedi_task_id: 1 | 2 | 3 | 4",
        input_chunk="jedi_task_id: 1 | 2 | 3 | 4, n_jobs: 24 | 25 | 26 | 51",
        job_stats="n_jobs: 1000",
        expected={
            1: {1: ("Q", 24, False)},
            2: {1: ("Q", 25, False)},
            3: {1: ("Q", 25, False), 2: ("Q", 1, False)},
            4: {1: ("Q", 25, False), 2: ("Q", 25, False), 3: ("Q", 1, False)},
        },
    )


def test_smaller_batches(spec: Spec) -> None:
    """2 for scouts and for HPO; jobChunkSize of the queue counts more than either."""
    check_batches(
        spec,
        ["queue_name", "n_jobs"],
        queue="""
            queue_name | catchall       | params
            A          | jobChunkSize=3 |
            B          |                | {"jobChunkSize": 0}
        """,
        job_stats=BUSY,
        task="jedi_task_id: 1 | 2 | 3 | 4, split_rule: | HO=1 | |, site: B | B | A | A",
        input_chunk="jedi_task_id: 1 | 2 | 3 | 4, "
        "use_scout: true | false | true | false, n_jobs: 3 | 3 | 4 | 4",
        expected={
            **{(task, 1): ("B", 2) for task in (1, 2)},
            **{(task, 2): ("B", 1) for task in (1, 2)},
            **{(task, 1): ("A", 3) for task in (3, 4)},
            **{(task, 2): ("A", 1) for task in (3, 4)},
        },
    )


def test_how_many_jobs_there_are(spec: Spec) -> None:
    """Those of the splitter, else files by files per job, rounded up, else one. Where
    one is a guess, a warning tells so. Task 6 has no files."""
    world = {
        "task": "jedi_task_id: 1 | 2 | 3 | 4 | 5 | 6, "
        "split_rule: NF=2 | NF=2 | | NF=0 | NF=2 | NF=2",
        "input_chunk": "jedi_task_id: 1 | 2 | 3 | 4 | 5 | 6, n_jobs: 7 | |  | 0 | 0 |",
        "task_file": """
            jedi_task_id | file_id | lfn | fsize
            1            | 1       | a   | 0
            2            | 1       | a   | 0
            2            | 2       | b   | 0
            2            | 3       | c   | 0
            3            | 1       | a   | 0
            3            | 2       | b   | 0
            4            | 1       | a   | 0
            5            | 1       | a   | 0
        """,
        "job_stats": "n_jobs: 1000",
    }
    n_jobs = {1: 7, 2: 2, 3: 1, 4: 1, 5: 1, 6: 1}
    spec.check_fact(
        "chunk_jobs",
        ["n_jobs", "is_guessed"],
        world=world,
        expected={task: (n, task in (3, 4)) for task, n in n_jobs.items()},
    )
    spec.check_cycle(
        "placement",
        KEY,
        "n_jobs",
        parameters=PLACE,
        world=world,
        expected={(task, 1): n for task, n in n_jobs.items()},
    )


def test_empty_queues_come_first(spec: Spec) -> None:
    """Each gets one batch and no other; what is left goes to the others, if any."""
    check_batches(
        spec,
        ["n_jobs", "is_bootstrap"],
        queue="queue_name: A | B | C",
        task="jedi_task_id: 1 | 2 | 3, current_priority: 100 | 100 | 500, "
        "site:  | A,B |",
        input_chunk="jedi_task_id: 1 | 2 | 3, n_jobs: 100 | 100 | 25",
        job_stats="queue_name: C, n_jobs: 1000",
        profile="asrun",
        expected={
            1: {1: (25, True), 2: (25, True), 3: (25, False), 4: (25, False)},
            2: {1: (25, True), 2: (25, True)},
            3: {1: (25, False)},
        },
    )


def test_a_weight_of_zero_takes_what_the_others_leave(spec: Spec) -> None:
    """V19: on the page no queue is started; A weighs 0 by its link, B has a cap of 24.
    As run, no busy queue is started either."""
    link = {"NW_ACTIVE": True, "NW_QUEUE_IMPORTANCE": 0, "missing_closeness": 22}
    check_batches(
        spec,
        BATCH,
        parameters={"place": True, **link},
        queue=TWO_QUEUES,
        input_chunk="n_jobs: 75",
        job_stats="queue_name: A | B, n_jobs: 1000 | 12",
        network_metric="src_site: B, AGIS_closeness: 0",
        expected={
            1: {n: (name, 25, False) for n, name in ((1, "B"), (2, "A"), (3, "A"))}
        },
    )


def test_a_queue_takes_batches_until_it_is_full(spec: Spec) -> None:
    """Its cap must be above what is queued; the batch that fills it goes in whole. The
    cap is 60, so 59 + 25 jobs may be queued. The rest waits for the next cycle."""
    check_batches(
        spec,
        "n_jobs",
        task="jedi_task_id: 1 | 2 | 3, gshare: A | B | C",
        input_chunk="jedi_task_id: 1 | 2 | 3, n_jobs: 100",
        job_stats="gshare: A | B | C, running: 30, activated: 34 | 35 | 60",
        expected={1: {1: 25, 2: 25}, 2: {1: 25}},
    )


@pytest.mark.parametrize(
    ("parameters", "told"), [(PLACE, FULL), ({}, ("assigned", None, None, None, 1))]
)
def test_candidates_that_are_full_leave_the_task_pending(
    spec: Spec, parameters: Mapping[str, object], told: object
) -> None:
    """As many queued jobs as the cap pass the cap, and take no job (spec 6.7). Without
    placement the queue is a choice like any other."""
    spec.check_cycle(
        "result",
        ["jedi_task_id"],
        ["status", "criterion", "reason", "retry_after_s", "n_selected"],
        parameters=parameters,
        task_file=NO_INPUT,
        job_stats="running: 30, activated: 60",
        expected={1: told},
    )


def test_nothing_is_placed_unless_asked(spec: Spec) -> None:
    """Nor by a chunk without a choice, nor at queues for jumbo jobs alone or beyond the
    best, which may be one."""
    spec.check_cycle("placement", KEY, BATCH, expected={})
    check_batches(
        spec,
        "queue_name",
        queue="queue_name: A | B, catchall: useJumboJobs |",
        job_stats=BUSY,
        task="jedi_task_id: 1 | 2, split_rule: NJ=3 |, ram_count: 1000",
        input_chunk="jedi_task_id: 1 | 2, n_jobs: 26 | 1",
        expected={1: {1: "B", 2: "B"}, 2: {1: "B"}},
    )
    check_batches(
        spec,
        "queue_name",
        parameters={**PLACE, "max_candidates": 1},
        queue=TWO_QUEUES,
        job_stats="queue_name: A | B, running: 12 | 13",
        input_chunk="n_jobs: 75",
        expected={1: {1: "B", 2: "B"}},
    )


def placed(jobs: str, n_jobs: int, *seeds: int) -> list[dict[int, list[str]]]:
    """Return the queues of the batches of many equal chunks, in order, by seed."""
    world = {
        "task_file": NO_INPUT,
        "queue": TWO_QUEUES,
        "job_stats": jobs,
        "input_chunk": "\n".join(
            ["chunk_no | n_jobs", *(f"{number} | {n_jobs}" for number in range(MANY))]
        ),
    }
    choices = [("page", {**PLACE, "SEED": seed}) for seed in seeds]
    found: list[dict[int, list[str]]] = []
    for cycle in decide_each(load("panda_job").name, choices, world):
        queues: dict[int, list[str]] = {}
        for row in cycle.placement.to_pylist():
            queues.setdefault(row["chunk_no"], []).append(row["queue_name"])
        found.append(queues)
    return found


def test_a_queue_is_drawn_by_its_weight(spec: Spec) -> None:
    """Three times the weight, three of four chunks; the same seed, the same draws."""
    jobs = "queue_name: A | B, n_jobs: 2999 | 999"
    first, same, other = placed(jobs, 1, 1, 1, 2)
    assert first == same
    assert first != other
    for found in (first, other):
        drawn = Counter(names[0] for names in found.values())
        assert drawn["A"] / MANY == pytest.approx(0.75, abs=0.05)


@pytest.mark.parametrize(("queued", "again"), [(0, 1 / 26), (40, 41 / 66)])
def test_a_batch_makes_its_queue_weigh_less(
    spec: Spec, queued: int, again: float
) -> None:
    """By (queued + 1) / (queued + 1 + 25): of 40 queued jobs 41 / 66 (example 24). So
    that is what the one queue of two equal ones weighs against the other."""
    jobs = f"queue_name: A | B, running: 1000, activated: {queued}"
    (found,) = placed(jobs, 50, 1)
    twice = sum(first == second for first, second in found.values())
    assert len(found) == MANY
    assert twice / MANY == pytest.approx(again / (1 + again), abs=0.05)

"""The remaining candidates are sorted by weight, and the best 10 are taken.

V19: as run, empty queues come first, with weight 0. The queues here have no input to
fetch, so their weight is (running + 1) / 10.
"""

from __future__ import annotations

from tests.spec.check import Spec, both
from tests.spec.stage import Stage, load

NO_INPUT = "fsize: 0"
OFF = {"NW_ACTIVE": False}
BEST = ["rank", "criterion"]
LOW = "current_priority: 150"
THREE_QUEUES = "queue_name: A | B | C"


def queues(number: int) -> str:
    """Draw queues Q01, Q02 …"""
    return "\n".join(["queue_name", *(f"Q{n:02}" for n in range(1, number + 1))])


def running(number: int) -> str:
    """Draw 1 running job at Q01, 2 at Q02 …"""
    rows = [f"Q{n:02} | {n}" for n in range(1, number + 1)]
    return "\n".join(["queue_name | n_jobs", *rows])


def test_the_best_ten(spec: Spec) -> None:
    """Of twelve queues the two with the least weight are not taken."""
    spec.check_fact(
        "ranked",
        ["rank", "is_chosen", "criterion"],
        task_file=NO_INPUT,
        parameters=OFF,
        queue=queues(12),
        job_stats=running(12),
        expected={
            (1, 0, f"Q{n:02}"): (13 - n, n > 2, "+use" if n > 2 else "-low_weight")
            for n in range(1, 13)
        },
    )


def test_how_many_are_taken_is_a_parameter(spec: Spec) -> None:
    """`max_candidates`, for tests of small worlds."""
    spec.check_fact(
        "ranked",
        BEST,
        task_file=NO_INPUT,
        parameters={**OFF, "max_candidates": 1},
        queue=queues(2),
        job_stats=running(2),
        expected={(1, 0, "Q01"): (2, "-low_weight"), (1, 0, "Q02"): (1, "+use")},
    )


def test_where_empty_queues_come(spec: Spec) -> None:
    """V19: by their weight on the page; first as run, where their weight is 0."""
    spec.check_fact(
        "ranked",
        ["weight", "is_bootstrap", "rank", "criterion"],
        task_file=NO_INPUT,
        parameters={**OFF, "max_candidates": 2},
        task=LOW,
        queue=queues(2),
        job_stats="queue_name: Q02, n_jobs: 9",
        expected=both(
            page={
                (1, 0, "Q01"): (0.1, False, 2, "+use"),
                (1, 0, "Q02"): (1.0, False, 1, "+use"),
            },
            asrun={
                (1, 0, "Q01"): (0.0, True, 1, "+use"),
                (1, 0, "Q02"): (1.0, False, 2, "+use"),
            },
        ),
    )
    spec.check_fact(
        "ranked",
        "criterion",
        task_file=NO_INPUT,
        parameters={**OFF, "max_candidates": 1},
        task=LOW,
        queue=queues(2),
        job_stats="queue_name: Q02, n_jobs: 9",
        expected=both(
            page={(1, 0, "Q01"): "-low_weight", (1, 0, "Q02"): "+use"},
            asrun={(1, 0, "Q01"): "+use", (1, 0, "Q02"): "-low_weight"},
        ),
    )


def test_a_weight_of_zero_is_the_last(spec: Spec) -> None:
    """V19: on the page even at an idle queue, here by a link that weighs nothing.

    With NW_QUEUE_IMPORTANCE 1 a link weighs 0 where twice the cap of 150 files wait.
    """
    spec.check_fact(
        "ranked",
        ["weight", "is_bootstrap", "rank"],
        profile="page",
        task_file=NO_INPUT,
        parameters={"NW_QUEUE_IMPORTANCE": 1},
        task=LOW,
        queue=THREE_QUEUES,
        network_metric="""
            src_site | key                      | value
            A        | Production Output_queued | 300
            B        | Production Output_queued | 225
            C        | Production Output_queued | 0
        """,
        expected={
            (1, 0, "A"): (0.0, False, 3),
            (1, 0, "B"): (0.05, False, 2),
            (1, 0, "C"): (0.2, False, 1),
        },
    )


def test_too_many_empty_queues(spec: Spec) -> None:
    """As run ten of eleven are taken, the last is reported as beaten by the others."""
    world = {"task_file": NO_INPUT, "queue": queues(11), "task": LOW}
    for seed in (1, 2):
        stage = Stage(load(spec.policy), "asrun", {**OFF, "SEED": seed}, world)
        outcomes = [row["criterion"] for row in stage.rows("ranked")]
        assert sorted(map(str, outcomes)) == ["+use"] * 10 + ["-others_bootstrap"]


def test_equal_weights_are_ordered_by_the_seed(spec: Spec) -> None:
    """The same seed gives the same order; another seed or chunk gives another one."""
    world = {
        "task_file": NO_INPUT,
        "queue": THREE_QUEUES,
        "task": "\n".join(["jedi_task_id", *map(str, range(1, 21))]),
    }

    def orders(seed: int) -> dict[int, str]:
        stage = Stage(load(spec.policy), "page", {**OFF, "SEED": seed}, world)
        rows = sorted(stage.rows("weighed"), key=lambda row: str(row["rank"]))
        found: dict[int, str] = {}
        for row in rows:
            task = int(str(row["jedi_task_id"]))
            found[task] = found.get(task, "") + str(row["pseudo_queue"])
        return found

    assert orders(1) == orders(1)
    assert orders(1) != orders(2)
    assert {order[0] for order in orders(1).values()} == {"A", "B", "C"}


def test_what_a_cap_hits_is_not_ranked(spec: Spec) -> None:
    """It keeps the reason of the first cap that hits it; a lock comes first."""
    spec.check_fact(
        "weighed",
        ["rank", "is_chosen", "criterion", "detail"],
        task_file=NO_INPUT,
        parameters=OFF,
        queue=THREE_QUEUES,
        queue_lock="queue_name: B",
        job_stats="""
            queue_name | job_status | n_jobs
            A          | running    | 1
            A          | activated  | 1
            B          | activated  | 21
            C          | activated  | 21
        """,
        expected=both(
            page={
                (1, 0, "A"): (1, True, "+use", "weight 0.1818"),
                (1, 0, "B"): (None, False, "-lock", "locked by another-broker"),
                (1, 0, "C"): (None, False, "-cap", "queued 21 > cap 0"),
            },
            asrun={
                (1, 0, "A"): (1, True, "+use", "weight 0.1818"),
                (1, 0, "B"): (None, False, "-lock", "locked by another-broker"),
                (1, 0, "C"): (None, False, "-cap", "queued 21 > cap 20"),
            },
        ),
    )


def test_the_disk_of_a_job(spec: Spec) -> None:
    """Queues of 8 cores share 8000 MB; as run a job of all cores has all of it."""
    spec.check_fact(
        "weighed",
        "max_wdir",
        parameters=OFF,
        task="jedi_task_id: 1 | 2, core_count: 1 | 8",
        queue="queue_name: A | B, core_count: 8 | 8, max_wdir: 8000 | 0",
        expected=both(
            page={
                **{(task, 0, "A"): 1000.0 for task in (1, 2)},
                **{(task, 0, "B"): None for task in (1, 2)},
            },
            asrun={
                **{(1, 0, "A"): 1000.0, (2, 0, "A"): 8000.0},
                **{(task, 0, "B"): None for task in (1, 2)},
            },
        ),
    )


def test_empty_queues_are_taken_whatever_their_weight(spec: Spec) -> None:
    """The bootstrap comes before the minimum of the weight, and after the caps.

    On the page there is none (V19), so the minimum takes them.
    """
    spec.check_fact(
        "ranked",
        BEST,
        task_file=NO_INPUT,
        parameters=OFF,
        task=LOW,
        queue=THREE_QUEUES,
        gdp_config="key: MIN_WEIGHT_managed, type: float, value: 0.5",
        queue_lock="queue_name: C",
        job_stats="queue_name: B, n_jobs: 1",
        expected=both(
            page={
                (1, 0, "A"): (None, "-below_min_weight"),
                (1, 0, "B"): (None, "-below_min_weight"),
                (1, 0, "C"): (None, "-lock"),
            },
            asrun={
                (1, 0, "A"): (1, "+use"),
                (1, 0, "B"): (None, "-below_min_weight"),
                (1, 0, "C"): (None, "-lock"),
            },
        ),
    )


def test_jumbo_queues_of_jumbo_tasks(spec: Spec) -> None:
    """They stand in a list of their own, all of them, whatever caps say.

    With use_jumbo fake or only, they are ranked with the others. Those that stand apart
    do not count among the chosen.
    """
    world = {
        "task_file": NO_INPUT,
        "queue": "queue_name: A | B | C, catchall: useJumboJobs | useJumboJobs |",
        "queue_lock": "queue_name: B",
        "task": "jedi_task_id: 1 | 2 | 3, split_rule: NJ=3 | NJ=3 | NJ=3",
        "input_chunk": "jedi_task_id: 1 | 2 | 3, use_jumbo: | fake | only",
        "job_stats": "queue_name: A | B | C, n_jobs: 3 | 2 | 1",
    }
    parameters = {**OFF, "max_candidates": 1}
    spec.check_fact(
        "selected",
        "n_selected",
        world=world,
        parameters=parameters,
        expected={(task, 0): 1 for task in (1, 2, 3)},
    )
    spec.check_fact(
        "ranked",
        ["for_jumbo", "rank", "is_chosen", "criterion"],
        world=world,
        parameters=parameters,
        expected={
            (1, 0, "A"): (True, 1, True, "+usejumbo"),
            (1, 0, "B"): (True, 2, True, "+usejumbo"),
            (1, 0, "C"): (False, 1, True, "+use"),
            (2, 0, "A"): (False, 1, True, "+usejumbo"),
            (2, 0, "B"): (False, 2, False, "-low_weight"),
            (2, 0, "C"): (False, 3, False, "-low_weight"),
            (3, 0, "A"): (False, 1, True, "+usejumbo"),
            (3, 0, "B"): (False, 2, False, "-low_weight"),
            (3, 0, "C"): (False, 3, False, "-low_weight"),
        },
    )

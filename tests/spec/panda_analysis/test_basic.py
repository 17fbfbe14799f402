"""The basic weight: running over queued, or class of the site and queue length."""

from __future__ import annotations

from tests.spec.check import Spec

SITES = """
    metric          | entity | key   | value
    analy_site_eval | HI     | class | 1
    analy_site_eval | MID    | class | 0
    analy_site_eval | LO     | class | -1
    analy_task_eval | 1      | class | 1
    analy_task_eval | 2      | class | 0
    analy_task_eval | 3      | class | -1
"""
WORLD = {
    "queue": "queue_name: HI | MID | LO",
    "task": "jedi_task_id: 1 | 2 | 3 | 4, "
    "gshare: User Analysis | User Analysis | User Analysis | Group Analysis",
    "task_dataset": "type: pseudo_input",
    "evaluation": SITES,
}
CHUNKS = "jedi_task_id: 1 | 2 | 3 | 4, n_jobs: {0}"
SMALL = 2**-20


def test_original(spec: Spec) -> None:
    """(running + 1) / (activated + assigned + starting + defined + 1)."""
    spec.check(
        queue="queue_name: A | B",
        task_dataset="type: pseudo_input",
        job_stats="""
            queue_name | running | activated | assigned | starting | defined
            A          | 9       | 1         | 1        | 1        | 1
        """,
        profile="page",
        expected={"A": 2.0, "B": 1.0},
    )


def test_a_task_with_a_resource_work_queue(spec: Spec) -> None:
    """C330, C332, C334: running, queued and slots are those of its share all the same,
    as for a task without one (9.2)."""
    spec.check(
        queue="queue_name: A | B",
        task="jedi_task_id: 1 | 2, workqueue_id: 7 | , type: pseudo_input",
        work_queue="queue_id: 7, queue_name: special",
        job_stats="""
            queue_name | gshare        | workqueue_id | running | activated
            A          | User Analysis |              | 9       | 4
            A          | Other         | 7            | 99      |
        """,
        queue_slots="queue_name: B, gshare: User Analysis | 7, num_slots: 5 | 50",
        profile="page",
        expected={"A": {1: 2.0, 2: 2.0}, "B": {1: 6.0, 2: 6.0}},
    )


def test_new_as_worked_out(spec: Spec) -> None:
    """Three idle queues with room for 100 jobs each, 20 jobs; A, B, C, a group."""
    own = {
        (1, 0): (19.948, 0.05, 0.002),
        (2, 0): (0.001, 19.9, 0.1),
        (3, 0): (0.001, 0.001, 20.0),
        (4, 0): (20 / 3, 20 / 3, 20 / 3),
    }
    spec.check(
        world=WORLD,
        input_chunk=CHUNKS.format(20),
        profile="asrun",
        expected={
            (*key, name): weight + SMALL
            for key, weights in own.items()
            for name, weight in zip(("HI", "MID", "LO"), weights, strict=True)
        },
    )


def test_overflow(spec: Spec) -> None:
    """250 jobs of class A fill the hi queue, then the mid one."""
    spec.check(
        world={**WORLD, "task": "jedi_task_id\n1"},
        input_chunk="n_jobs: 250",
        profile="asrun",
        expected={
            "HI": 99.948 * (0.099948 / 0.052) + SMALL,
            "MID": 100.05 + SMALL,
            "LO": 50.002 + SMALL,
        },
    )


def test_new_on_the_page(spec: Spec) -> None:
    """W_s of the table, W_q over all candidates: (100 - 20/3) / (300 - 20) = 1/3."""
    spec.check(
        world=WORLD,
        input_chunk=CHUNKS.format(20),
        parameters={"basic_weight": "new"},
        profile="page",
        expected={
            "HI": {1: 20 / 3, 2: 0.002 / 3, 3: 0.002 / 3, 4: 20 / 3},
            "MID": {1: 0.05 / 3, 2: 20 / 3, 3: 0.05 / 3, 4: 20 / 3},
            "LO": {1: 0.002 / 3, 2: 0.05 / 3, 3: 20 / 3, 4: 20 / 3},
        },
    )


def test_queues_with_unequal_room(spec: Spec) -> None:
    """Jane has 40 queued at HI of 100, 10 at MID of a half, none at LO. The rooms are
    60, 40 and 100, less 20 / 3 each: over 200 - 20 (C345, C346)."""
    rooms = {"HI": 60, "MID": 40, "LO": 100}
    spec.check(
        world={**WORLD, "task": "jedi_task_id | gshare\n4 | Group Analysis"},
        input_chunk=CHUNKS.format(20),
        user_job_stats="""
            queue_name | gshare         | prod_user_name | job_status | n_jobs
            HI         | Group Analysis | Jane           | activated  | 40
            MID        | Group Analysis | Jane           | activated  | 10
            MID        | Group Analysis | Joe            | running    | 5
        """,
        parameters={"basic_weight": "new"},
        profile="page",
        expected={
            (4, name): 20 * (room - 20 / 3) / 180 for name, room in rooms.items()
        },
    )


def test_queues_with_a_temporary_problem_have_no_room(spec: Spec) -> None:
    """C has 41 queued jobs and none running: A and B share 20 jobs, 10 each."""
    spec.check(
        queue="queue_name: A | B | C",
        task="gshare: Group Analysis, type: pseudo_input",
        job_stats="""
            queue_name | gshare         | activated | running
            B          | Group Analysis | 40        | 1
            C          | Group Analysis | 41        |
        """,
        input_chunk="n_jobs: 20",
        parameters={"basic_weight": "new"},
        profile="page",
        expected={name: 20 * (100 - 20 / 2) / (200 - 20) for name in "ABC"},
    )


def test_small_numbers_are_parameters(spec: Spec) -> None:
    """Those of the table, of classes without jobs, of what spills, of a full queue."""
    table = {"basic_weight": "new", "epsilon_1": 0.3, "epsilon_2": 0.03}
    small = {"spill_mid": 0.2, "spill_lo": 0.1, "spill_b": 0.4}
    small |= {"idle_class_weight": 0.01, "least_weight": 0.5}
    full = {"least_weight": 0, "least_queue_weight": 0.01}
    for profile, parameters, n_jobs, own in (
        (
            "page",
            table,
            20,
            {1: (20 / 3, 0.1, 0.01), 2: (0.01, 20 / 3, 0.1), 3: (0.01, 0.1, 20 / 3)},
        ),
        (
            "asrun",
            small,
            20,
            {1: (20.2, 0.7, 0.6), 2: (0.51, 20.1, 0.9), 3: (0.51, 0.51, 20.5)},
        ),
        ("asrun", full, 250, {1: (99.948 * (0.99948 / 0.052), 100.05, 50.002)}),
    ):
        spec.check(
            world={**WORLD, "task": "\n".join(["jedi_task_id", *map(str, own)])},
            input_chunk=CHUNKS.format(n_jobs),
            parameters=parameters,
            profile=profile,
            expected={
                (task, name): weight
                for task, weights in own.items()
                for name, weight in zip(("HI", "MID", "LO"), weights, strict=True)
            },
        )


def test_old_classes_of_sites(spec: Spec) -> None:
    """site_evaluation_min: a site without fresh class is of the middle one."""
    for minutes, weight in ((61, 20 / 3), (60, 20 / 3), (59, 0.05 / 3)):
        spec.check(
            world={**WORLD, "task": "jedi_task_id\n1"},
            input_chunk=CHUNKS.format(20),
            evaluation="""
                metric          | entity | key   | value | ts
                analy_site_eval | HI     | class | 1     | 60 min ago
                analy_site_eval | MID    | class | 1     | 11:59
                analy_site_eval | LO     | class | 1     | 11:59
                analy_task_eval | 1      | class | 1     | 11:59
            """,
            parameters={"basic_weight": "new", "site_evaluation_min": minutes},
            profile="page",
            expected={"HI": weight, "MID": 20 / 3, "LO": 20 / 3},
        )


def test_an_idle_queue_is_no_candidate(spec: Spec) -> None:
    """B, overloaded and idle, is left out for now: on the page A is all there is. The
    weight is 0.05, of a queue without class, times (100 - 1) / (100 - 1)."""
    spec.check_cycle(
        "weighed",
        ("queue_name", "criterion"),
        "weight",
        queue="queue_name: A | B",
        task_dataset="type: pseudo_input",
        job_stats="queue_name: A | B | ELSEWHERE, activated: 30 | 30 |, "
        "running: 1 | | 1000",
        parameters={"basic_weight": "new"},
        profile="page",
        expected={("A", "+use"): 0.05, ("B", "-badsite"): 0.05},
    )

"""Each task gets one nucleus; if all are skipped it is pending for 30 min."""

from __future__ import annotations

from tests.spec.check import Rows, Spec
from tests.spec.panda_task.data import GB, datasets, held

NONE_LEFT = "no nucleus is left after {}".format


def assigned(n_candidates: int, nucleus: str) -> tuple[object, ...]:
    """Return what is told of a task that gets a nucleus, or has it."""
    return ("assigned", None, None, None, n_candidates, nucleus)


def pending(criterion: str, reason: str) -> tuple[object, ...]:
    """Return what is told of a task that waits for half an hour."""
    return ("pending", criterion, reason, 1800, 0, None)


def test_what_becomes_of_each_task(spec: Spec) -> None:
    """Assigned to one of several nuclei, or pending until it is tried again. Task 1
    finds two nuclei, the output of task 2 has no place, no queue has the cores of task
    3, the input of task 4 is nowhere, task 5 has its nucleus already, task 6 names one
    that is none. Task 7 is brokered already; spec 2.1: so is task 8, which has its
    nucleus and no output without a destination."""
    lost = "lost is complete at no endpoint that can be read over WAN"
    spec.check_cycle(
        "result",
        ["jedi_task_id"],
        ["status", "criterion", "reason", "retry_after_s", "n_candidates", "nucleus"],
        queue="queue_name: A | B",
        task="""
            jedi_task_id | core_count | nucleus | status
            1            | 1          |         | assigning
            2            | 1          |         | assigning
            3            | 8          |         | assigning
            4            | 1          |         | assigning
            5            | 8          | A       | assigning
            6            | 1          | X       | assigning
            7            | 1          | A       | ready
            8            | 1          | A       | assigning
        """,
        task_dataset="""
            jedi_task_id | dataset_id | dataset_name | type   | storage_token
            1            | 1          | data         | input  |
            2            | 1          | data         | input  |
            2            | 2          | out          | output | NOWHERE
            3            | 1          | data         | input  |
            4            | 1          | lost         | input  |
            5            | 1          | lost         | input  |
            5            | 2          | out          | output | DATADISK
            6            | 1          | data         | input  |
            6            | 2          | out          | log    | DATADISK
            8            | 1          | data         | input  |
        """,
        task_file="jedi_task_id: 1 | 2 | 3 | 4 | 5 | 6 | 8",
        recorded_draw="jedi_task_id: 1 | 6, u: 0.9 | 0.1",
        expected={
            1: assigned(2, "B"),
            2: pending("-no_candidates", NONE_LEFT("endpoint check")),
            3: pending("-no_candidates", NONE_LEFT("job check")),
            4: pending("-no_source_replica", lost),
            5: assigned(0, "A"),
            6: assigned(2, "A"),
        },
    )


def test_the_check_that_took_the_last_nucleus(spec: Spec) -> None:
    """Of several checks the one that came last, in their order."""
    spec.check_cycle(
        "result",
        ["jedi_task_id"],
        ["reason", "n_selected"],
        queue="queue_name: A | B, site_state: DISABLED | ACTIVE",
        network_metric="src_site: X, dst_site: B, Production Output_queued: 2001",
        task="jedi_task_id: 1 | 2 | 3, split_rule: | TW=-1 | FU=1,TW=-1",
        profile="page",
        expected={
            1: (NONE_LEFT("transfer backlog check"), 0),
            2: (None, 1),
            3: (NONE_LEFT("full chain check"), 0),
        },
    )


def test_without_any_nucleus(spec: Spec) -> None:
    """Only a satellite is there; the time until the next try is a parameter. Task 2 has
    the satellite as its nucleus, as after a full chain, and keeps it."""
    spec.check_cycle(
        "result",
        ["jedi_task_id"],
        ["status", "criterion", "retry_after_s", "nucleus"],
        queue="queue_name: S, role: satellite",
        task="jedi_task_id: 1 | 2, nucleus: | S, type: output",
        parameters={"task_pending_minutes": 10},
        profile="asrun",
        expected={
            1: ("pending", "-no_candidates", 600, None),
            2: ("assigned", None, None, "S"),
        },
    )


def test_only_nuclei_that_are_left_can_pass_the_data_check(spec: Spec) -> None:
    """A holds all the input but is not active, so nobody passes. Then the input of task
    1, which has little ioIntensity, may come from elsewhere."""
    spec.check_cycle(
        "result",
        ["jedi_task_id"],
        ["nucleus", "reason"],
        queue="queue_name: A | B, site_state: DISABLED | ACTIVE",
        task="jedi_task_id: 1 | 2, io_intensity: 100 | 300",
        dataset=datasets(data=(1, 5 * GB)),
        dataset_replica=held(("data", "A", 1, 5 * GB)),
        profile="asrun",
        expected={1: ("B", None), 2: (None, NONE_LEFT("data check"))},
    )


def test_full_chains_stay_at_one_nucleus(spec: Spec) -> None:
    """From the parent at a bare nucleus on; normal tasks go to the others. Task 1 is at
    B, a satellite that takes full chains only. Task 3 follows it, task 2 may not, and
    task 4 could go to B and C."""
    spec.check_cycle(
        "exclusion",
        ["jedi_task_id", "queue_name"],
        "criterion",
        queue="""
            queue_name | role      | catchall
            A          | nucleus   |
            B          | satellite | bareNucleus=only
            C          | nucleus   | bareNucleus=allow
        """,
        task="""
            jedi_task_id | status    | nucleus | split_rule | parent_tid
            1            | ready     | B       | FU=3       |
            2            | assigning |         |            | 1
            3            | assigning |         | FU=3       | 1
            4            | assigning |         | FU=2       |
        """,
        parameters={"nucleus_choice": "max"},
        profile="page",
        expected={
            2: {"B": "-not_candidate", "C": "-not_drawn"},
            3: {"A": "-full_chain", "C": "-full_chain"},
            4: {"A": "-full_chain", "C": "-not_drawn"},
        },
    )


def test_what_loading_refused(spec: Spec) -> None:
    """V04: refused tasks fail, a nucleus is refused with the last of its queues. Task 2
    is refused, of task 3 its chunk is; of task 4 a chunk that is none of its."""
    world = {
        "queue": "queue_name: A | B | C1 | C2, site_name: A | B | C | C, "
        "core_count: 1 | -1 | -1 | 1",
        "task": "jedi_task_id: 1 | 2 | 3 | 4, core_count: 1 | -1 | 1 | 1",
        "input_chunk": "jedi_task_id: 1 | 2 | 3 | 4 | 4, chunk_no: 0 | 0 | 0 | 0 | 1, "
        "ram_count: | | -1 | | -1",
    }
    cores, ram = (
        f"{column} breaks its range {column} between 0 and {most} (-1)"
        for column, most in (("core_count", "1e6"), ("ram_count", "1e12"))
    )
    outcome = {
        1: ("assigned", None, 2, None),
        2: ("failed", "-quarantined", 0, cores),
        3: ("failed", "-quarantined", 0, ram),
        4: ("assigned", None, 2, None),
    }
    rejected = {
        (task, *told)
        for task in (1, 4)
        for told in (("B", "-quarantined"), ("C", "-not_drawn"))
    }
    chunk = ["jedi_task_id", "chunk_no"]
    nucleus = ["jedi_task_id", "queue_name", "criterion"]
    spec.check_tables(
        Rows(
            "result", chunk, ["status", "criterion", "n_candidates", "reason"], outcome
        ),
        Rows("exclusion", nucleus, "detail", rejected),
        world=world,
        recorded_draw="jedi_task_id: 1 | 4, u: 0.1",
    )


def test_where_loading_refused_all_queues(spec: Spec) -> None:
    """No check took the last nucleus, and the task waits."""
    spec.check_cycle(
        "result",
        ["jedi_task_id"],
        ["status", "reason"],
        queue="queue_name: Q | N, core_count: -1 | -1",
        expected={1: ("pending", NONE_LEFT("loading: there are none"))},
    )

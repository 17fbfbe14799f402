"""If all queues are skipped, the task is pending for 1 hour.

V18: on the page for as long as it takes; as run, for 7 days.
"""

from __future__ import annotations

from tests.spec.check import Rows, Spec, both
from tests.spec.stage import Key

#: All that the outcome of a chunk says.
OUTCOME_OF_ALL = (
    *("status", "criterion", "reason", "retry_after_s"),
    *("n_candidates", "n_selected"),
)

CHUNK = ["jedi_task_id", "chunk_no"]
NO_MEMORY = "no queue is left after memory check"
LAST_CHECK = "no queue is left after temporary problem check"
WAITING = ("pending", "-no_candidates", NO_MEMORY, 3600)
EXHAUSTED = (
    "failed",
    "-no_candidates",
    f"{NO_MEMORY}, for more than 7 days: exhausted",
    None,
)


def test_how_long_a_task_is_pending(spec: Spec) -> None:
    """D33: one hour on the page; 30 minutes from priority 900, 10 from 950 as run."""

    def waiting(*seconds: int) -> dict[int, object]:
        told = enumerate(seconds, start=1)
        return {task: ("pending", "-no_candidates", wait, 0, 0) for task, wait in told}

    spec.check_cycle(
        "result",
        CHUNK,
        ["status", "criterion", "retry_after_s", "n_candidates", "n_selected"],
        queue="queue_name: Q, status: offline",
        task="jedi_task_id: 1 | 2 | 3 | 4 | 5, "
        "current_priority: 899 | 900 | 949 | 950 |",
        expected=both(
            page=waiting(3600, 3600, 3600, 3600, 3600),
            asrun=waiting(3600, 1800, 1800, 600, 3600),
        ),
    )


def test_what_becomes_of_each_chunk(spec: Spec) -> None:
    """Assigned, skipped by a filter, by a cap, or without its input. 2 asks for too
    much memory and, which is checked later, disk; for 3 all queues are locked, 4 has
    its input nowhere, 5 names no queue."""
    nobody = ("pending", "-no_candidates")
    lost = "lost is incomplete at any online storage"
    spec.check_cycle(
        "result",
        CHUNK,
        ["status", "criterion", "reason", "n_candidates", "n_selected"],
        queue="queue_name: A | B, max_rss: 2000, max_wdir: 9000",
        queue_lock="queue_name: A | B, workqueue_id: 7",
        task="jedi_task_id: 1 | 2 | 3 | 4 | 5, workqueue_id: | | 7 | |, "
        "site: | | | | X, dataset_name: data | data | data | lost | data, "
        "ram_count: 1000 | 9000 | 1000 | 1000 | 1000, "
        "work_disk_count: 0 | 9000 | 0 | 0 | 0",
        dataset="dataset_name: data | lost",
        expected={
            1: ("assigned", None, None, 2, 2),
            2: (*nobody, "no queue is left after memory check", 0, 0),
            3: (*nobody, "no queue is left after final check", 2, 0),
            4: ("pending", "-incomplete_input", lost, 0, 0),
            5: (*nobody, "no queue is left after initial candidates", 0, 0),
        },
    )


def test_jumbo_queues_do_not_carry_a_chunk(spec: Spec) -> None:
    """Spec 6.5: with nothing but the list apart, the chunk fails."""
    spec.check_cycle(
        "result",
        CHUNK,
        ["status", "n_candidates", "n_selected"],
        queue="queue_name: Q, catchall: useJumboJobs",
        task="jedi_task_id: 1 | 2, split_rule: NJ=3",
        input_chunk="jedi_task_id: 1 | 2, use_jumbo: | fake",
        expected={1: ("pending", 1, 0), 2: ("assigned", 1, 1)},
    )


def test_temporary_problems_are_checked_last(spec: Spec) -> None:
    """So the check that leaves no queue is theirs, not that which took A before. A has
    too little memory, the link of B is crowded."""
    spec.check_cycle(
        "result",
        CHUNK,
        "reason",
        queue="queue_name: A | B | N, max_rss: 100 | 2000 | 100",
        network_metric="src_site: B, Production Output_queued: 151",
        expected={1: "no queue is left after temporary problem check"},
    )


def test_a_chunk_that_fails_has_no_candidates(spec: Spec) -> None:
    """Jumbo queues in the list apart included."""
    spec.check_cycle(
        "candidate",
        ["jedi_task_id", "queue_name"],
        "for_jumbo",
        queue="queue_name: A | B, catchall: useJumboJobs |",
        queue_lock="queue_name: B, workqueue_id: 7",
        task="jedi_task_id: 1 | 2, split_rule: NJ=3, workqueue_id: 7 |",
        expected={(2, "A"): True, (2, "B"): False},
    )


def test_tasks_that_wait_too_long_are_exhausted(spec: Spec) -> None:
    """As run, more than 7 days after the first failure, unless the parent still runs
    (11; 12 is done, 13 has no status). 9 is served. V18: on the page all others
    wait."""
    served = {9: ("assigned", None, None, None)}
    spec.check_cycle(
        "result",
        ["jedi_task_id"],
        ["status", "criterion", "reason", "retry_after_s"],
        queue="queue_name: Q, max_rss: 2000",
        task="""
            jedi_task_id | frozen_time         | parent_tid | ram_count | status
            1            | 2025-12-25 12:00:00 |            | 9000      | running
            2            | 2025-12-25 11:59:59 |            | 9000      | running
            3            |                     |            | 9000      | running
            4            | 2025-12-25 11:59:59 | 4          | 9000      | running
            5            | 2025-12-25 11:59:59 | 11         | 9000      | running
            6            | 2025-12-25 11:59:59 | 12         | 9000      | running
            7            | 2025-12-25 11:59:59 | 13         | 9000      | running
            8            | 2025-12-25 11:59:59 | 14         | 9000      | running
            9            | 2025-12-25 11:59:59 |            | 1000      | running
            11           |                     |            | 1000      | running
            12           |                     |            | 1000      | done
            13           |                     |            | 1000      |
        """,
        input_chunk="\n".join(["jedi_task_id", *map(str, range(1, 10))]),
        expected=both(
            page={**dict.fromkeys(range(1, 9), WAITING), **served},
            asrun={
                **dict.fromkeys((2, 4, 6, 7, 8), EXHAUSTED),
                **{**dict.fromkeys((1, 3, 5), WAITING), **served},
            },
        ),
    )


def test_one_chunk_that_is_served_saves_the_task(spec: Spec) -> None:
    """Its other chunk waits on; a chunk that lacks its input may be exhausted too."""
    waits_on = {(1, 0): ("assigned", None), (1, 1): ("pending", "-no_candidates")}
    spec.check_cycle(
        "result",
        CHUNK,
        ["status", "criterion"],
        task="""
            jedi_task_id | frozen_time      | dataset_name
            1            | 2025-12-01 12:00 | data
            2            | 2025-12-01 12:00 | lost
        """,
        input_chunk="jedi_task_id: 1 | 1 | 2, chunk_no: 0 | 1 | 0, "
        "ram_count: 1000 | 9000 | 1000",
        queue="queue_name: Q, max_rss: 2000",
        dataset="dataset_name: data | lost",
        expected=both(
            page={**waits_on, (2, 0): ("pending", "-incomplete_input")},
            asrun={**waits_on, (2, 0): ("failed", "-incomplete_input")},
        ),
    )


def test_the_days_are_a_parameter(spec: Spec) -> None:
    """Here three hours of two days are left."""
    spec.check_cycle(
        "result",
        CHUNK,
        "status",
        parameters={"pending_timeout_days": 2},
        queue="queue_name: Q, status: offline",
        task="jedi_task_id: 1 | 2, frozen_time: 2025-12-30 11:00 | 2025-12-30 15:00",
        expected={1: "failed", 2: "pending"},
    )


def test_what_loading_refused(spec: Spec) -> None:
    """V04: a row of result for each chunk, with the violation; not tried again. Task 2
    is refused with its chunks, of 3 one chunk is. 4 is the work of another policy, 5 is
    the same row twice, of which one is kept."""
    negative = "{0} breaks its range {0} between 0 and {1} (-1)"
    of_task = negative.format("core_count", "1e6")
    of_chunk = negative.format("ram_count", "1e12")
    only_2: dict[Key, object] = {
        (2, n): ("failed", "-quarantined", of_task, None, 0, 0) for n in (0, 1)
    }
    kept = ((1, 0), (3, 1), (5, 0))
    world = {
        "queue": "queue_name: A | B, core_count: 1 | -1",
        "task": "jedi_task_id: 1 | 2 | 3 | 4 | 5 | 5, "
        "core_count: 1 | -1 | 1 | -1 | 1 | 1, "
        "prod_source_label: managed | managed | managed | user | managed | managed",
        "input_chunk": "jedi_task_id: 1 | 2 | 2 | 3 | 3 | 4 | 5, "
        "chunk_no: 0 | 0 | 1 | 0 | 1 | 0 | 0, ram_count: | | | -1 | | |",
    }
    all_tasks = {
        **only_2,
        (3, 0): ("failed", "-quarantined", of_chunk, None, 0, 0),
        **dict.fromkeys(kept, ("assigned", None, None, None, 1, 1)),
    }
    refused_queue = {
        (*unit, "B", 1): ("B", 0, "-quarantined", "misconfigured", of_task)
        for unit in kept
    }
    by_queue = ("jedi_task_id", "chunk_no", "queue_name", "round")
    reported = ("unified_name", "step", "criterion", "class", "detail")
    spec.check_tables(
        Rows("result", CHUNK, OUTCOME_OF_ALL, all_tasks),
        Rows("exclusion", by_queue, reported, refused_queue),
        world=world,
    )
    spec.check_cycle(
        "result", CHUNK, OUTCOME_OF_ALL, world=world, only=[2], expected=only_2
    )


def test_where_loading_refused_all_queues(spec: Spec) -> None:
    """No check took the last queue, and the chunk waits."""
    spec.check_cycle(
        "result",
        ["jedi_task_id"],
        ["status", "reason"],
        queue="queue_name: Q | N, core_count: -1",
        expected={1: ("pending", "no queue is left after loading: there are none")},
    )

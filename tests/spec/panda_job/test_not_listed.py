"""-not_candidate: where the list of preliminary candidates comes from."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_the_list_holds_the_queues_that_run_production(spec: Spec) -> None:
    """A queue of another type, or of none, is not in the list of all queues. The page
    is silent about queues without a cloud, the list of the running system is made by
    cloud. D1: the page leaves names with test out, in capitals or not."""
    unlisted = {
        **{
            "D": "type analysis runs no production",
            "E": "type unknown runs no production",
        },
        **dict.fromkeys("FG", "belongs to no cloud"),
    }
    tests = dict.fromkeys(("A_TEST", "test_B", "Contest"), "the name contains test")
    spec.check(
        queue="""
            queue_name | type       | cloud | catchall
            A          | production | WORLD |
            B          | unified    | WORLD |
            C          | analysis   | WORLD | grandly_unified
            D          | analysis   | WORLD |
            E          |            | WORLD |
            F          | production | ''    |
            G          | production |       |
            A_TEST     | production | WORLD |
            test_B     | production | WORLD |
            Contest    | production | WORLD |
        """,
        expected=both(page={**unlisted, **tests}, asrun=unlisted),
    )


def test_a_list_of_pre_assigned_queues_replaces_all_others(spec: Spec) -> None:
    """Names with test stay in it, and queues of any type; unknown names are skipped."""
    told = "not among the pre-assigned queues"
    spec.check(
        queue="queue_name: A | B_TEST | C | D, "
        "type: production | production | analysis | production",
        task="jedi_task_id: 1 | 2, site: A,B_TEST,C,X | X",
        expected={1: {"D": told}, 2: dict.fromkeys(("A", "B_TEST", "C", "D"), told)},
    )


def test_the_pre_assignment_of_merge_jobs_lapses(spec: Spec) -> None:
    """D3: after 24 hours without progress; B is in the list again where it has lapsed.
    As run the task must also be frozen for 6 hours, its dataset modified since
    creation."""
    spec.check(
        queue="queue_name: A | B",
        task="jedi_task_id: 1 | 2 | 3 | 4 | 5, "
        "frozen_time: 05:59 | 05:59 | 05:59 | 06:00 |",
        task_dataset="""
            jedi_task_id | queue_name | creation_time    | modification_time
            1            | A          | 2025-12-30 12:00 | 2025-12-31 12:00
            2            | A          | 2025-12-30 12:00 | 2025-12-31 11:59
            3            | A          | 2025-12-31 11:59 | 2025-12-31 11:59
            4            | A          | 2025-12-30 12:00 | 2025-12-31 11:59
            5            | A          | 2025-12-30 12:00 | 2025-12-31 11:59
        """,
        expected=both(page={(1, "B")}, asrun={(1, "B"), (3, "B"), (4, "B"), (5, "B")}),
    )

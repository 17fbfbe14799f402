"""-not_candidate: where the list of preliminary candidates comes from."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_the_list_holds_the_queues_that_run_production(spec: Spec) -> None:
    """A queue of another type, or of none, is not in the list of all queues."""
    spec.check(
        queue="""
            queue_name | type       | catchall
            A          | production |
            B          | unified    |
            C          | analysis   | grandly_unified
            D          | analysis   |
            E          |            |
        """,
        expected={
            "D": "type analysis runs no production",
            "E": "type unknown runs no production",
        },
    )


def test_a_queue_without_a_cloud_is_not_listed(spec: Spec) -> None:
    """The page is silent, the list of the running system is made by cloud."""
    spec.check(
        queue="queue_name: A | B | C, cloud: WORLD | '' |",
        expected={"B": "belongs to no cloud", "C": "belongs to no cloud"},
    )


def test_names_with_test_in_them(spec: Spec) -> None:
    """D1: the page leaves them out, in capitals or not; the running system does not."""
    tests = ("A_TEST", "test_B", "Contest")
    spec.check(
        queue="queue_name: A | A_TEST | test_B | Contest",
        expected=both(page=dict.fromkeys(tests, "the name contains test"), asrun={}),
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


def test_a_pre_assigned_unified_queue_stands_for_its_pseudo_queues(spec: Spec) -> None:
    """On the page they replace it, in the running system they stand beside it (4.2)."""
    spec.check(
        resource_type="resource_name: SCORE, min_core: 1, max_core: 1",
        queue="queue_name: A | B, capability: ucore",
        task="site: A",
        expected=both(page={"A", "B", "B/SCORE"}, asrun={"B", "B/SCORE"}),
    )


def test_merge_jobs_go_where_the_files_before_the_merge_are(spec: Spec) -> None:
    """To the queue that made them and to online queues that read its storage."""
    spec.check(
        queue="queue_name: A | B | C | D, status: online | online | offline | online",
        queue_endpoint="""
            queue_name | ddm_endpoint_name | read_lan_role | default_write
            A          | A_DATADISK        | true          | true
            B          | A_DATADISK        | true          | false
            C          | A_DATADISK        | true          | false
            D          | A_DATADISK        | false         | true
        """,
        input_chunk="is_merging: true",
        task_dataset="type: trn_output, queue_name: A",
        expected={"C", "D"},
    )


def test_merge_jobs_at_a_unified_queue(spec: Spec) -> None:
    """Its pseudo queues on the page; as run the unified queue itself stays (4.2)."""
    spec.check(
        resource_type="resource_name: SCORE, min_core: 1, max_core: 1",
        queue="queue_name: A, capability: ucore",
        task_dataset="type: trn_output, queue_name: A",
        expected=both(page={"A"}, asrun={}),
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

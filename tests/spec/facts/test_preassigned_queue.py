"""The queues of a list of pre-assigned ones: unified queues become pseudo queues."""

from __future__ import annotations

from tests.spec.check import Spec, both

FACT = "preassigned_queue"
TWO_TYPES = "resource_name: SCORE | SCORE_HIMEM, min_core: 1, max_core: 1"
CHILDREN = {"A/SCORE", "A/SCORE_HIMEM"}


def test_names_of_the_task(spec: Spec) -> None:
    """Of any type and status, in any order, with blanks; unknown ones are skipped."""
    spec.check_fact(
        FACT,
        "pseudo_queue",
        queue="queue_name: A | B | C, type: analysis | | unified, "
        "status: offline | | online",
        task="site: X, B,A",
        expected={1: {"A": "A", "B": "B"}},
    )


def test_unified_queues(spec: Spec) -> None:
    """They become their pseudo queues; as run, they stay beside them (spec 4.2). A
    pseudo queue stands for itself alone."""
    for site, expected in (
        ("A", both(page={1: CHILDREN}, asrun={1: {"A", *CHILDREN}})),
        ("A/SCORE", {(1, "A/SCORE")}),
    ):
        spec.check_fact(
            FACT,
            "pseudo_queue",
            queue="queue_name: A, capability: ucore",
            resource_type=TWO_TYPES,
            task=f"site: {site}",
            expected=expected,
        )


def test_where_files_wait_for_a_merge(spec: Spec) -> None:
    """The queue that made them, in any status, and those that read where it writes.
    These are online and run production. That others write where it reads is nothing."""
    spec.check_fact(
        FACT,
        "pseudo_queue",
        queue="""
            queue_name | status  | type
            A          | offline | production
            B          | online  | production
            C          | standby | production
            D          | online  | analysis
            E          | online  | production
        """,
        queue_endpoint="queue_name: A | B | C | D | E, ddm_endpoint_name: DISK, "
        "read_lan_role: true | true | true | true | false, "
        "default_write: true | false | false | false | true",
        endpoint="ddm_endpoint_name: DISK",
        task_dataset="queue_name: A",
        expected={1: {"A", "B"}},
    )


def test_merges_of_queues_that_run_analysis(spec: Spec) -> None:
    """Where the queue runs analysis, those that read its storage must run it too."""
    spec.check_fact(
        FACT,
        "pseudo_queue",
        queue="queue_name: A | B | C, type: unified | production | unified",
        queue_endpoint="queue_name: A | B | C, ddm_endpoint_name: DISK",
        endpoint="ddm_endpoint_name: DISK",
        task_dataset="queue_name: A",
        expected={1: {"A", "C"}},
    )


def test_merges_of_a_queue_of_no_cloud(spec: Spec) -> None:
    """Spec 3.1: it is dropped, so nobody reads where it writes."""
    spec.check_fact(
        FACT,
        "pseudo_queue",
        queue="queue_name: A | B, cloud: | WORLD",
        queue_endpoint="queue_name: A | B, ddm_endpoint_name: DISK",
        endpoint="ddm_endpoint_name: DISK",
        task_dataset="queue_name: A",
        expected={},
    )


def test_one_list_for_tasks_that_ask_for_the_same(spec: Spec) -> None:
    """Lists are told by number; merge jobs do not share that of task.site."""
    spec.check_fact(
        FACT,
        "pseudo_queue",
        queue="queue_name: A | B",
        task="jedi_task_id: 1 | 2 | 3 | 4, site: A | A | A,B |",
        task_dataset="jedi_task_id: 1 | 2 | 3 | 4, queue_name: | | | A",
        expected={1: {"A": "A"}, 2: {"A": "A", "B": "B"}, 3: {"A": "A"}},
    )

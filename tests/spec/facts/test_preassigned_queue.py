"""The queues of a list of pre-assigned ones: unified queues become pseudo queues."""

from __future__ import annotations

from tests.spec.check import Spec, both

FACT = "preassigned_queue"
TWO_TYPES = "resource_name: SCORE | SCORE_HIMEM, min_core: 1, max_core: 1"
CHILDREN = {"A/SCORE", "A/SCORE_HIMEM"}


def test_names_of_the_task(spec: Spec) -> None:
    """Of any type and status, in any order, with blanks; unknown ones are skipped.
    Tasks that ask for the same share one list, told by number; merge jobs (5) do not
    share that of task.site."""
    spec.check_fact(
        FACT,
        "pseudo_queue",
        queue="queue_name: A | B | C, type: analysis | | unified, "
        "status: offline | | online",
        task="jedi_task_id: 1 | 2 | 3 | 4 | 5, site: X, B,A | A | A | |, "
        "queue_name: | | | | A",
        expected={1: {"A": "A"}, 2: {"A": "A", "B": "B"}, 3: {"A": "A"}},
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
    These are online and run production. That others write where it reads is nothing.
    Where the queue runs analysis (F), those that read its storage must run it too. Spec
    3.1: a queue of no cloud (K) is dropped, so nobody reads where it writes."""
    spec.check_fact(
        FACT,
        "pseudo_queue",
        queue="""
            queue_name | status  | type       | cloud
            A          | offline | production | WORLD
            B          | online  | production | WORLD
            C          | standby | production | WORLD
            D          | online  | analysis   | WORLD
            E          | online  | production | WORLD
            F          | online  | unified    | WORLD
            G          | online  | production | WORLD
            H          | online  | unified    | WORLD
            K          | online  | production |
            L          | online  | production | WORLD
        """,
        queue_endpoint="""
            queue_name | ddm_endpoint_name | read_lan_role | default_write
            A          | DISK1             | true          | true
            B          | DISK1             | true          | false
            C          | DISK1             | true          | false
            D          | DISK1             | true          | false
            E          | DISK1             | false         | true
            F          | DISK2             | true          | true
            G          | DISK2             | true          | true
            H          | DISK2             | true          | true
            K          | DISK3             | true          | true
            L          | DISK3             | true          | true
        """,
        endpoint="ddm_endpoint_name: DISK1 | DISK2 | DISK3",
        task="jedi_task_id: 1 | 2 | 3, queue_name: A | F | K",
        expected={1: {"A", "B"}, 2: {"F", "H"}},
    )


def test_a_pseudo_queue_whose_files_wait_for_a_merge(spec: Spec) -> None:
    """Its unified queue writes for it (spec 4.2): A reads that as well, so does B."""
    readers = {"B", *CHILDREN}
    spec.check_fact(
        FACT,
        "pseudo_queue",
        queue="queue_name: A | B, capability: ucore |",
        queue_endpoint="queue_name: A | B, ddm_endpoint_name: DISK1, "
        "read_lan_role: true, default_write: true | false",
        endpoint="ddm_endpoint_name: DISK1",
        resource_type=TWO_TYPES,
        task="queue_name: A/SCORE",
        expected=both(page={1: readers}, asrun={1: {"A", *readers}}),
    )


def test_a_unified_queue_whose_files_wait_for_a_merge(spec: Spec) -> None:
    """Spec 4.2: as run the queue itself, and pseudo queues of it that are online and
    read where it writes: A does, B is offline, C reads elsewhere."""
    children = {
        name: {f"{name}/{kind}" for kind in ("SCORE", "MCORE")} for name in "ABC"
    }
    spec.check_fact(
        FACT,
        "pseudo_queue",
        queue="queue_name: A | B | C, capability: ucore, core_count: 8, "
        "status: online | offline | online",
        queue_endpoint="queue_name: A | B | C, "
        "ddm_endpoint_name: DISK1 | DISK2 | DISK3, "
        "read_lan_role: true | true | false, default_write: true",
        endpoint="ddm_endpoint_name: DISK1 | DISK2 | DISK3",
        resource_type="resource_name: SCORE | MCORE, min_core: 1 | 2, "
        "max_core: 1 | 128",
        task="jedi_task_id: 1 | 2 | 3, queue_name: A | B | C",
        expected=both(
            page={1: children["A"], 2: children["B"], 3: children["C"]},
            asrun={1: {"A", *children["A"]}, 2: {"B"}, 3: {"C"}},
        ),
    )

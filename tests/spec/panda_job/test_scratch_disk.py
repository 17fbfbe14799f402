"""-disk: the scratch disk of the queue must hold input, output and work space."""

from __future__ import annotations

from tests.spec.check import Spec, both

#: An input of 5 GiB, 1000 events.


def test_the_need_is_input_and_output_and_work_space(spec: Spec) -> None:
    """D18: 200 MB of work are 300 at least on the page, 300 more as run (12, no. 12);
    none stated (2) are none as run. An output of 500 kB per event is 488 MB, counted as
    1500; the input is 5120 MB."""
    spec.check(
        queue="queue_name: A | B | C, max_wdir: 6919 | 7119 | 8500",
        task="""
            jedi_task_id | out_disk_count | out_disk_unit | work_disk_count
            1            | 500            | kBPerEvent    | 200
            2            | 3              | MBPerEvent    |
        """,
        input_chunk="""
            jedi_task_id | atom_size_bytes | atom_effective_mb | atom_n_events
            1            | 5368709120      | 5120              | 1000
            2            | 5368709120      | 5120              | 1000
        """,
        expected=both(
            page={
                (1, "A"): "needs 6920 MB, maxwdir gives 6919 MB",
                (2, "A"): "needs 8420 MB, maxwdir gives 6919 MB",
                (2, "B"): "needs 8420 MB, maxwdir gives 7119 MB",
            },
            asrun={
                (1, "A"): "needs 7120 MB, maxwdir gives 6919 MB",
                (1, "B"): "needs 7120 MB, maxwdir gives 7119 MB",
                (2, "A"): "needs 8120 MB, maxwdir gives 6919 MB",
                (2, "B"): "needs 8120 MB, maxwdir gives 7119 MB",
            },
        ),
    )


def test_a_need_that_equals_the_limit(spec: Spec) -> None:
    """D45: the limit must be larger on the page, as run it may be the same."""
    below = {"A": "needs 7120 MB, maxwdir gives 7119 MB"}
    spec.check(
        queue="queue_name: A | B | C, max_wdir: 7119 | 7120 | 7121",
        task="work_disk_count: 500, atom_size_bytes: 5368709120",
        parameters={"work_margin_mode": "floor"},
        expected=both(
            page={**below, "B": "needs 7120 MB, maxwdir gives 7120 MB"}, asrun=below
        ),
    )


def test_the_output_grows_with_events_or_with_the_input(spec: Spec) -> None:
    """By the unit: for each event, or for each MB of input; 1500 MB at least."""
    spec.check(
        queue="max_wdir: 1",
        input_chunk="""
            jedi_task_id | atom_size_bytes | atom_effective_mb | atom_n_events
            1            | 0               | 4096              | 1000
            2            | 0               | 4096              | 1000
            3            | 0               | 4096              | 1000
            4            |                 |                   |
        """,
        task="""
            jedi_task_id | out_disk_count | out_disk_unit | work_disk_count
            1            | 2              | MBPerEvent    | 0
            2            | 512            | kB            | 0
            3            | 10             | kB            | 0
            4            | 2              | GB            | 0
        """,
        expected={
            1: "needs 2300 MB, maxwdir gives 1 MB",
            2: "needs 2348 MB, maxwdir gives 1 MB",
            3: "needs 1800 MB, maxwdir gives 1 MB",
            4: "needs 1800 MB, maxwdir gives 1 MB",
        },
    )


def test_input_that_is_read_directly_needs_no_space(spec: Spec) -> None:
    """The queue reads over LAN and the task lets it, or the queue always does. Merge
    jobs copy their input; so does a task that wants local files (LI)."""
    spec.check(
        queue="""
            queue_name | max_wdir | direct_access_lan | max_input_size
            A          | 2000     | true              | 0
            B          | 2000     | false             | 0
            C          | 2000     | false             | -1
            D          | 1799     | true              | -1
        """,
        task="jedi_task_id: 1 | 2 | 3, split_rule: IL=1 | IL=1,LI=1 |",
        input_chunk="""
            jedi_task_id | chunk_no | is_merging | atom_size_bytes
            1            | 0        | false      | 5368709120
            1            | 1        | true       | 5368709120
            2            | 0        | false      | 5368709120
            3            | 0        | false      | 5368709120
        """,
        expected={
            *((1, name) for name in "BD"),
            *((1, 1, name) for name in "ABCD"),
            *((2, name) for name in "ABD"),
            *((3, name) for name in "ABD"),
        },
    )


def test_jobs_share_the_disk_by_their_cores(spec: Spec) -> None:
    """V13: each has the part of a core; as run, of more cores or event service all.
    Cores are those of the whole queue, also at a pseudo queue."""
    small = {"A", "C", "C/SCORE", "D"}
    spec.check(
        resource_type="resource_name: SCORE, min_core: 1, max_core: 1",
        queue="""
            queue_name | max_wdir | core_count | capability
            A          | 14392    | 8          |
            B          | 14408    | 8          |
            C          | 14392    | 8          | ucore
            D          | 1799     |            |
            E          | 1801     | 0          |
        """,
        task="""
            jedi_task_id | core_count | event_service | atom_size_bytes
            1            | 1          |               | 0
            2            |            |               | 0
            3            | 8          |               | 0
            4            | 1          | 1             | 0
        """,
        expected=both(
            page={1: small, 2: small, 3: small, 4: small},
            asrun={1: small, 2: small, 3: {"D"}, 4: {"D"}},
        ),
    )


def test_a_queue_without_a_limit_passes(spec: Spec) -> None:
    """Unknown and 0 are no limit; a limit may be stated for each core."""
    spec.check(
        queue="""
            queue_name | max_wdir | core_count | catchall
            A          |          | 8          |
            B          | 0        | 8          |
            C          | 1000     | 8          | per_core_attr
            D          | 1000     | 8          |
        """,
        task="core_count: 8, atom_size_bytes: 0",
        expected=both(
            page={
                "C": "needs 1800 MB, maxwdir gives 1000 MB",
                "D": "needs 1800 MB, maxwdir gives 125 MB",
            },
            asrun={"D": "needs 1800 MB, maxwdir gives 1000 MB"},
        ),
    )

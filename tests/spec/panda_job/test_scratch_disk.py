"""-disk: the scratch disk of the queue must hold input, output and work space."""

from __future__ import annotations

from tests.spec.check import Spec, both

#: An input of 5 GiB, 1000 events.
CHUNK = "atom_size_bytes: 5368709120, atom_effective_mb: 5120, atom_n_events: 1000"


def test_the_need_is_input_and_output_and_work_space(spec: Spec) -> None:
    """D18: 200 MB of work are 300 at least on the page, 300 more as run (12, no. 12).

    An output of 500 kB per event is 488 MB, counted as 1500; the input is 5120 MB.
    """
    spec.check(
        queue="""
            queue_name | max_wdir
            A          | 6919
            B          | 7119
            C          | 7121
        """,
        input_chunk=CHUNK,
        task="""
            out_disk_count | out_disk_unit | work_disk_count | work_disk_unit
            500            | kBPerEvent    | 200             | MB
        """,
        expected=both(
            page={(1, 0, "A"): "needs 6920 MB, maxwdir gives 6919 MB"},
            asrun={
                (1, 0, "A"): "needs 7120 MB, maxwdir gives 6919 MB",
                (1, 0, "B"): "needs 7120 MB, maxwdir gives 7119 MB",
            },
        ),
    )


def test_a_need_that_equals_the_limit(spec: Spec) -> None:
    """D45: the limit must be larger on the page, as run it may be the same."""
    spec.check(
        queue="queue_name: A | B | C, max_wdir: 7119 | 7120 | 7121",
        input_chunk=CHUNK,
        task="work_disk_count: 500, work_disk_unit: MB",
        parameters={"work_margin_mode": "floor"},
        expected=both(
            page={
                (1, 0, "A"): "needs 7120 MB, maxwdir gives 7119 MB",
                (1, 0, "B"): "needs 7120 MB, maxwdir gives 7120 MB",
            },
            asrun={(1, 0, "A"): "needs 7120 MB, maxwdir gives 7119 MB"},
        ),
    )


def test_no_work_space_is_stated(spec: Spec) -> None:
    """D18: as run it is then 0, also without the 300 MB (spec 12, example 12)."""
    spec.check(
        queue="max_wdir: 1",
        input_chunk=CHUNK,
        task="out_disk_count: 3, out_disk_unit: MBPerEvent, work_disk_count:",
        expected=both(
            page={(1, 0, "Q"): "needs 8420 MB, maxwdir gives 1 MB"},
            asrun={(1, 0, "Q"): "needs 8120 MB, maxwdir gives 1 MB"},
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
            (1, 0, "Q"): "needs 2300 MB, maxwdir gives 1 MB",
            (2, 0, "Q"): "needs 2348 MB, maxwdir gives 1 MB",
            (3, 0, "Q"): "needs 1800 MB, maxwdir gives 1 MB",
            (4, 0, "Q"): "needs 1800 MB, maxwdir gives 1 MB",
        },
    )


def test_input_that_is_read_directly_needs_no_space(spec: Spec) -> None:
    """The queue reads over LAN and the task lets it, or the queue always does.

    Merge jobs copy their input; so does a task that wants local files (LI).
    """
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
            *((1, 0, name) for name in "BD"),
            *((1, 1, name) for name in "ABCD"),
            *((2, 0, name) for name in "ABD"),
            *((3, 0, name) for name in "ABD"),
        },
    )


def test_jobs_share_the_disk_by_their_cores(spec: Spec) -> None:
    """V13: each has the part of a core; as run, of more cores or event service all.

    Cores are those of the whole queue, also at a pseudo queue.
    """
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
        input_chunk="jedi_task_id: 1 | 2 | 3 | 4, atom_size_bytes: 0 | 0 | 0 | 0",
        task="""
            jedi_task_id | core_count | event_service
            1            | 1          |
            2            |            |
            3            | 8          |
            4            | 1          | 1
        """,
        expected=both(
            page={
                (task, 0, name)
                for task in (1, 2, 3, 4)
                for name in ("A", "C", "C/SCORE", "D")
            },
            asrun={
                *((1, 0, name) for name in ("A", "C", "C/SCORE", "D")),
                *((2, 0, name) for name in ("A", "C", "C/SCORE", "D")),
                *((3, 0, "D"), (4, 0, "D")),
            },
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
        input_chunk="atom_size_bytes: 0",
        task="core_count: 8",
        expected=both(
            page={
                (1, 0, "C"): "needs 1800 MB, maxwdir gives 1000 MB",
                (1, 0, "D"): "needs 1800 MB, maxwdir gives 125 MB",
            },
            asrun={(1, 0, "D"): "needs 1800 MB, maxwdir gives 1000 MB"},
        ),
    )

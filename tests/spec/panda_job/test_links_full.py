"""-links_full: too many files wait for transfer to the nucleus, over all its links."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_below_at_and_above_the_cap(spec: Spec) -> None:
    """D4: over 10000 files fail on the page, 10000 files already fail as run."""
    spec.check(
        network_metric="src_site: X, dst_site: NUC_1 | NUC_2 | NUC_3, "
        "Production Output_queued: 9999 | 10000 | 10001",
        task="jedi_task_id: 1 | 2 | 3, nucleus: NUC_1 | NUC_2 | NUC_3",
        expected=both(
            page={3: "10001 files wait for the nucleus, cap 10000 files"},
            asrun={
                2: "10000 files wait for the nucleus, cap 10000 files",
                3: "10001 files wait for the nucleus, cap 10000 files",
            },
        ),
    )


def test_the_files_of_all_links_count_together(spec: Spec) -> None:
    """Of the activity of the task, young enough, to its nucleus; all queues wait. Each
    transfer activity has a backlog of its own: express work (2) waits for its files."""
    told = "{} files wait for the nucleus, cap 600 files".format
    spec.check(
        queue="queue_name: A | B",
        network_metric="""
            src_site | dst_site | key                      | value | ts
            A        | N        | Production Output_queued | 100   | 11:59
            X        | N        | Production Output_queued |       | 11:59
            Y        | N        | Production Output_queued | 600   | 11:59
            Y        | M        | Production Output_queued | 5000  | 11:59
            Y        | N        | Express_queued           | 5000  | 11:59
            Z        | N        | Production Output_queued | 5000  | 11:00
        """,
        task="jedi_task_id: 1 | 2, processing_type: simul | urgent",
        parameters={"NQUEUED_NUC_CAP_FOR_JOBS": 600},
        expected={
            1: dict.fromkeys("AB", told(700)),
            2: dict.fromkeys("AB", told(5000)),
        },
    )


def test_queues_at_a_full_nucleus(spec: Spec) -> None:
    """D4: the page skips those of the nucleus as well, the running system does not.
    V10: a queue without default output (C) is skipped on the page, not as run. A
    nucleus without metrics passes (2), and a task without nucleus."""
    spec.check(
        queue="queue_name: A | B | C, site_name: N | B | C, "
        "default_write: true | true | false",
        network_metric="Production Output_queued: 20000",
        task="jedi_task_id: 1 | 2 | 3, nucleus: N | M |",
        expected=both(page={"A", "B", "C"}, asrun={"B"}),
    )


def test_a_cap_of_none(spec: Spec) -> None:
    """Nothing waits for a nucleus without metrics, which is as much as the cap."""
    spec.check(
        parameters={"NQUEUED_NUC_CAP_FOR_JOBS": 0},
        expected=both(
            page=set(), asrun={"Q": "0 files wait for the nucleus, cap 0 files"}
        ),
    )

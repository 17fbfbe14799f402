"""-closed: jobs of the task were closed at the queue of late."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_a_single_closed_job(spec: Spec) -> None:
    """In the running system; on the page the cap bad_jobs counts them (row 4).
    What was closed six hours ago is forgotten (2)."""
    spec.check(
        queue="queue_name: A | B",
        task="jedi_task_id: 1 | 2 | 3 | 4, site:  | | A |, "
        "is_merging: false | false | false | true",
        task_job_stats="""
            jedi_task_id | queue_name | job_status | last_change | n_jobs
            1            | A          | closed     | 5 h ago     | 1
            1            | B          | failed     | 1 h ago     | 9
            2            | A          | closed     | 6 h ago     | 1
            3            | A          | closed     | 1 h ago     | 1
            4            | A          | closed     | 1 h ago     | 1
        """,
        expected=both(page=set(), asrun={"A": "1 jobs closed in 6 h"}),
    )

"""TO-05: 12 hours for assigned jobs."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_below_at_and_above_twelve_hours(spec: Spec) -> None:
    """It counts from the last change."""
    spec.check_jobs(
        job="""
            panda_id | table_name | job_status | modification_time | creation_time
            1        | defined4   | assigned   | 11 h 59 min ago   | 2 d ago
            2        | defined4   | assigned   | 12 h ago          | 2 d ago
            3        | defined4   | assigned   | 12 h 1 s ago      | 2 d ago
            4        | defined4   | assigned   |                   | 2 d ago
            5        | active4    | assigned   | 2 d ago           | 2 d ago
        """,
        expected={3},
    )


def test_other_statuses(spec: Spec) -> None:
    """D54: as run, every status before activation."""
    spec.check_jobs(
        job="""
            panda_id | table_name | job_status | modification_time
            1        | defined4   | assigned   | 13 h ago
            2        | defined4   | defined    | 13 h ago
            3        | defined4   |            | 13 h ago
            4        | active4    | activated  | 13 h ago
        """,
        expected=both(page={1}, asrun={1, 2, 3}),
    )


def test_label_and_holder(spec: Spec) -> None:
    """D55: as run, only managed jobs that JEDI holds."""
    spec.check_jobs(
        every={
            "table_name": "defined4",
            "job_status": "assigned",
            "modification_time": "13 h ago",
        },
        job="""
            panda_id | prod_source_label | locked_by
            1        | managed           | jedi
            2        | test              | jedi
            3        |                   | jedi
            4        | managed           |
        """,
        expected=both(page={1, 2, 3, 4}, asrun={1}),
    )

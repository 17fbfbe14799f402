"""TO-03: 4 hours for defined jobs."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_below_at_and_above_four_hours(spec: Spec) -> None:
    """It counts from the last change."""
    spec.check_jobs(
        job="""
            panda_id | table_name | job_status | modification_time | creation_time
            1        | defined4   | defined    | 3 h 59 min ago    | 9 h ago
            2        | defined4   | defined    | 4 h ago           | 9 h ago
            3        | defined4   | defined    | 4 h 1 s ago       | 9 h ago
            4        | defined4   | defined    |                   | 9 h ago
            5        | defined4   | assigned   | 9 h ago           | 9 h ago
            6        | active4    | defined    | 9 h ago           | 9 h ago
        """,
        expected={3},
    )


def test_label_and_holder(spec: Spec) -> None:
    """D55: as run, only managed and test jobs that JEDI holds."""
    spec.check_jobs(
        every={
            "table_name": "defined4",
            "job_status": "defined",
            "modification_time": "5 h ago",
        },
        job="""
            panda_id | prod_source_label | locked_by
            1        | managed           | jedi
            2        | test              | jedi
            3        | user              | jedi
            4        |                   | jedi
            5        | managed           | bamboo
            6        | managed           |
        """,
        expected=both(page={1, 2, 3, 4, 5, 6}, asrun={1, 2}),
    )


def test_the_time_of_gdpconfig(spec: Spec) -> None:
    """TIMEOUT_defined of component job_timeout, in hours."""
    spec.check_jobs(
        gdp_config="""
            app         | component   | key             | type | value | vo
            pandaserver | job_timeout | TIMEOUT_defined | int  | 6     | atlas
        """,
        job="""
            panda_id | table_name | job_status | modification_time
            1        | defined4   | defined    | 6 h ago
            2        | defined4   | defined    | 6 h 1 s ago
        """,
        expected={2},
    )

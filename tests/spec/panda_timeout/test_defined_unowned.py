"""TO-04: 4 hours for defined build jobs and jobs that nobody holds."""

from __future__ import annotations

from tests.spec.check import Spec


def test_below_at_and_above_four_hours(spec: Spec) -> None:
    """It counts from the creation; label panda or no holder is needed."""
    spec.check_jobs(
        every={"table_name": "defined4", "job_status": "defined"},
        job="""
            panda_id | creation_time  | prod_source_label | locked_by
            1        | 3 h 59 min ago | panda             | jedi
            2        | 4 h ago        | panda             | jedi
            3        | 4 h 1 s ago    | panda             | jedi
            4        | 4 h 1 s ago    | managed           |
            5        | 9 h ago        | managed           | jedi
            6        |                | panda             |
            7        | 9 h ago        |                   | jedi
        """,
        expected={3, 4},
    )


def test_other_jobs(spec: Spec) -> None:
    """Assigned ones, and those that are active already."""
    spec.check_jobs(
        every={"creation_time": "9 h ago", "prod_source_label": "panda"},
        job="""
            panda_id | table_name | job_status
            1        | defined4   | assigned
            2        | active4    | defined
        """,
        expected=set(),
    )


def test_the_time_of_gdpconfig(spec: Spec) -> None:
    """It is that of all defined jobs, TIMEOUT_defined."""
    spec.check_jobs(
        gdp_config="""
            app         | component   | key             | type  | value | vo
            pandaserver | job_timeout | TIMEOUT_defined | float | 0.5   |
        """,
        job="""
            panda_id | table_name | job_status | creation_time  | prod_source_label
            1        | defined4   | defined    | 30 min ago     | panda
            2        | defined4   | defined    | 30 min 1 s ago | panda
        """,
        expected={2},
    )

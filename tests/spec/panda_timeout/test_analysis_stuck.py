"""TO-23: analysis jobs that do not start go elsewhere.

The page has 2 days for activated and starting jobs alone.
"""

from __future__ import annotations

from tests.spec.check import Spec, both

USER = {"prod_source_label": "user"}


def test_below_at_and_above_twelve_hours(spec: Spec) -> None:
    """V42: as run, activated and starting user and panda jobs, from the last change."""
    spec.check_jobs(
        job="""
            panda_id | job_status | prod_source_label | modification_time
            1        | activated  | user              | 11 h 59 min ago
            2        | activated  | user              | 12 h ago
            3        | activated  | user              | 12 h 1 s ago
            4        | starting   | panda             | 13 h ago
            5        | activated  | managed           | 13 h ago
            6        | activated  |                   | 13 h ago
            7        | sent       | user              | 13 h ago
            8        | activated  | user              |
        """,
        expected=both(page=set(), asrun={3, 4}),
    )


def test_jobs_that_jedi_has_locked_and_that_were_not_activated(spec: Spec) -> None:
    """As run, defined and assigned jobs from their creation; others, and jobs at a
    queue that is not known, stay."""
    spec.check_jobs(
        profile="asrun",
        every={"prod_source_label": "user", "modification_time": "1 h ago"},
        job="""
            panda_id | table_name | job_status | creation_time | locked_by | queue_name
            1        | defined4   | defined    | 12 h ago      | jedi      | Q
            2        | defined4   | defined    | 12 h 1 s ago  | jedi      | Q
            3        | defined4   | assigned   | 13 h ago      | jedi      | Q
            4        | defined4   | assigned   | 13 h ago        | panda     | Q
            5        | defined4   | assigned   | 13 h ago      |           | Q
            6        | defined4   | assigned   | 13 h ago      | jedi      | X
            7        | active4    | activated  | 13 h ago      | jedi      | Q
        """,
        expected={2, 3},
    )


def test_progress_of_the_same_definition_at_the_queue(spec: Spec) -> None:
    """A job that runs, transfers, is held or has finished, changed in three hours. At
    queues with the status offline or test jobs go at once when they are older than
    three hours, whatever runs of their definition (23)."""
    spec.check_jobs(
        profile="asrun",
        queue="queue_name: A | B | C | D | E, "
        "status: online | online | offline | test | brokeroff",
        every=USER,
        job="""
            panda_id | job_status   | modification_time | job_definition_id | queue_name
            1        | activated    | 13 h ago          | 1                 | A
            2        | running      | 2 h 59 min ago    | 1                 | A
            3        | activated    | 13 h ago          | 2                 | A
            4        | transferring | 3 h ago           | 2                 | A
            5        | activated    | 13 h ago          | 3                 | A
            6        | holding      | 3 h 1 s ago       | 3                 | A
            7        | activated    | 13 h ago          | 4                 | A
            8        | finished     | 1 h ago           | 4                 | A
            9        | activated    | 13 h ago          | 5                 | A
            10       | finished     | 1 h ago           | 5                 | B
            11       | activated    | 13 h ago          | 6                 | A
            12       | failed       | 1 h ago           | 6                 | A
            13       | activated    | 13 h ago          | 7                 | A
            14       | running      |                   | 7                 | A
            15       | activated    | 13 h ago          |                   | A
            16       | running      | 1 h ago           |                   | A
            17       | activated    | 2 h 59 min ago    | 8                 | C
            18       | activated    | 3 h ago           | 9                 | C
            19       | activated    | 3 h 1 s ago       | 10                | C
            20       | activated    | 4 h ago           | 11                | D
            21       | activated    | 4 h ago           | 12                | E
            22       | activated    | 4 h ago           | 13                | X
            23       | activated    | 4 h ago           | 14                | C
            24       | running      | 1 h ago           | 14                | C
        """,
        expected={5, 9, 11, 13, 15, 19, 20, 23},
    )


def test_the_times_of_gdpconfig(spec: Spec) -> None:
    """ANALY_TIMEOUT, or ANALY_TIMEOUT_<group>; none is shorter than three hours."""
    spec.check_jobs(
        profile="asrun",
        gdp_config="component: rebroker, type: int, value: 6 | 24 | 1, "
        "key: ANALY_TIMEOUT | ANALY_TIMEOUT_phys-top | ANALY_TIMEOUT_phys-fast",
        every={**USER, "job_status": "activated"},
        job="""
            panda_id | modification_time | working_group
            1        | 6 h ago           |
            2        | 6 h 1 s ago       |
            3        | 7 h ago           | phys-other
            4        | 24 h ago          | phys-top
            5        | 24 h 1 s ago      | phys-top
            6        | 3 h ago           | phys-fast
            7        | 3 h 1 s ago       | phys-fast
        """,
        expected={2, 3, 5, 7},
    )

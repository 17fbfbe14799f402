"""TO-19: transtimehi and transtimelo days for transferring jobs."""

from __future__ import annotations

from tests.spec.check import Spec, both

TRANSFERRING = {"job_status": "transferring"}
QUIET = {**TRANSFERRING, "modification_time": "1 d ago"}


def test_below_at_and_above_the_days(spec: Spec) -> None:
    """Two from priority 800 on, six below, since the end or the start of the job."""
    spec.check_jobs(
        every={"modification_time": "1 d ago"},
        job="""
            panda_id | job_status   | current_priority | end_time     | start_time
            1        | transferring | 800              | 1 d 23 h ago | 3 d ago
            2        | transferring | 800              | 2 d ago      | 3 d ago
            3        | transferring | 800              | 2 d 1 s ago  | 3 d ago
            4        | transferring | 799              | 3 d ago      | 7 d ago
            5        | transferring | 799              | 6 d ago      | 7 d ago
            6        | transferring | 799              | 6 d 1 s ago  | 7 d ago
            7        | transferring |                  | 3 d ago      | 7 d ago
            8        | transferring |                  | 7 d ago      | 7 d ago
            9        | transferring | 801              |              | 3 d ago
            10       | transferring | 801              |              |
            11       | running      | 801              | 9 d ago      | 9 d ago
        """,
        expected={3, 6, 8, 9},
    )


def test_jobs_that_were_looked_at_just_now(spec: Spec) -> None:
    """V44: as run, urgent jobs rest for an hour after a change, others for two. On the
    page only time counts, and a change within the hour spares nobody. Jobs are of any
    label, as run managed or test ones; jobs stay whose outputs are all there."""
    spec.check_jobs(
        every={**TRANSFERRING, "end_time": "9 d ago"},
        job="""
            panda_id | current_priority | modification_time | prod_source_label
            1        | 800              | 59 min ago        | managed
            2        | 800              | 1 h ago           | managed
            3        | 800              | 1 h 1 s ago       | managed
            4        | 799              | 1 h 59 min ago    | managed
            5        | 799              | 2 h ago           | managed
            6        | 799              | 2 h 1 s ago       | managed
            7        | 799              |                   | managed
            8        | 500              | 1 d ago           | test
            9        | 500              | 1 d ago           | user
            10       | 500              | 1 d ago           |
        """,
        expected=both(page={*range(1, 11)}, asrun={3, 6, 8}),
    )
    spec.check_jobs(
        every={**QUIET, "end_time": "9 d ago"},
        job="panda_id: 1 | 2 | 3, has_missing_outputs: true | false |",
        expected={1, 3},
    )


def test_days_of_the_queue(spec: Spec) -> None:
    """D38: keys transtimehi and transtimelo of params; as run, nobody reads them."""
    spec.check_jobs(
        queue="""
            queue_name | params
            A          | {"transtimehi": 1, "transtimelo": 3}
            B          | {"transtimehi": "4", "transtimelo": "8"}
            C          | {"transtimehi": null, "transtimelo": 0}
            D          | {"transtimehi": "soon", "transtimelo": -1}
        """,
        every=QUIET,
        job="""
            panda_id | queue_name | current_priority | end_time
            1        | A          | 900              | 1 d ago
            2        | A          | 900              | 1 d 1 s ago
            3        | A          | 100              | 3 d ago
            4        | A          | 100              | 3 d 1 s ago
            5        | B          | 900              | 3 d ago
            6        | B          | 100              | 7 d ago
            7        | C          | 900              | 3 d ago
            8        | C          | 100              | 5 d ago
            9        | D          | 900              | 3 d ago
            10       | D          | 100              | 7 d ago
        """,
        expected=both(page={2, 4, 7, 9, 10}, asrun={5, 6, 7, 9, 10}),
    )

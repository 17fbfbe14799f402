"""With a negative t1Weight one queue is left: that with most running jobs.

D24: there is no such rule on the page. The running system counts the jobs of all shares
and compares the queues that no cap closes (C8). A, B and C are at the nucleus; with no
input to fetch their weight is (running + 1) / 10.
"""

from __future__ import annotations

from tests.spec.check import Spec, both

NO_INPUT = "fsize: 0"
QUEUES = "queue_name: A | B | C, site_name: N"
NEGATIVE = "split_rule: TW=-1"
OFF = {"NW_ACTIVE": False}


def test_most_running_jobs_of_all_shares(spec: Spec) -> None:
    """Not the best weight: that is the weight of A. The others are reported so."""
    world = {
        "queue": QUEUES,
        "task": "split_rule: TW=-1, fsize: 0",
        "job_stats": "queue_name: A | B | B | C, gshare: MC | MC | Express | Express, "
        "n_jobs: 50 | 9 | 60 | 68",
    }
    spec.check_fact(
        "busiest_pair",
        "pseudo_queue",
        world=world,
        expected=both(page={}, asrun={1: "B"}),
    )
    less = (None, "-t1_weight")
    spec.check_fact(
        "ranked",
        ["rank", "criterion"],
        world=world,
        parameters=OFF,
        expected=both(
            page={"A": (1, "+use"), "B": (2, "+use"), "C": (3, "+use")},
            asrun={"A": less, "B": (1, "+use"), "C": less},
        ),
    )


def test_the_first_of_equal_queues(spec: Spec) -> None:
    """In the order of loading; a queue that a cap closes does not take part."""
    spec.check_fact(
        "busiest_pair",
        "pseudo_queue",
        profile="asrun",
        task=NEGATIVE,
        queue="queue_name: A | B | C, site_name: N, queue_order: 3 | 2 | 1",
        job_stats="queue_name: A | B | C, n_jobs: 5 | 5 | 9",
        queue_lock="queue_name: C",
        expected={1: "B"},
    )


def test_which_tasks(spec: Spec) -> None:
    """A t1Weight of -1 or less, but no merge jobs, which may use all queues."""
    spec.check_fact(
        "busiest_pair",
        "pseudo_queue",
        queue=QUEUES,
        job_stats="queue_name: B, n_jobs: 5",
        task="""
            jedi_task_id | split_rule | is_merging
            1            | TW=-1      | false
            2            | TW=-9      | false
            3            | TW=0       | false
            4            |            | false
            5            | TW=1       | false
            6            | TW=-1      | true
        """,
        expected=both(page={}, asrun={1: "B", 2: "B"}),
    )


def test_a_jumbo_queue_may_run_most_jobs(spec: Spec) -> None:
    """Then no other queue is left, and the jumbo queue has nobody to stand beside."""
    spec.check_fact(
        "ranked",
        "criterion",
        queue="queue_name: A | B, site_name: N, catchall: useJumboJobs |",
        task="split_rule: TW=-1,NJ=4, fsize: 0",
        job_stats="queue_name: A | B, n_jobs: 100 | 10",
        profile="asrun",
        parameters=OFF,
        expected={"A": "+usejumbo", "B": "-t1_weight"},
    )

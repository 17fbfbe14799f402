"""If all sites are skipped, the candidates with the 3 best weights go on.

No input has to be fetched and no link counts here, so the weight is (running + 1) /
(activated + starting + defined + 10), and the cap twice the running jobs.
"""

from __future__ import annotations

from tests.spec.check import Rows, Spec

NO_INPUT = "fsize: 0"
PLAIN = {"NW_ACTIVE": False}
FIVE = "queue_name: A | B | C | D | E"
#: Weights 6/110, 5/60, 5/60, 2/20, 4/90: all above twice the running jobs.
BUSY = "queue_name: A | B | C | D | E, running: 5 | 4 | 4 | 1 | 3, "
BUSY += "activated: 100 | 50 | 50 | 10 | 80"


def test_the_three_best_distinct_weights(spec: Spec) -> None:
    """Two queues share the second weight: four go on, the fourth weight does not."""
    weighed = {
        "A": ("+use", "weight 0.05455, though queued 100 > cap 10"),
        "B": ("+use", "weight 0.08333, though queued 50 > cap 8"),
        "C": ("+use", "weight 0.08333, though queued 50 > cap 8"),
        "D": ("+use", "weight 0.1, though queued 10 > cap 2"),
        "E": ("-cap", "queued 80 > cap 6"),
    }
    ranked = {1: 0.1, 2: 5 / 60, 3: 5 / 60, 4: 6 / 110}
    spec.check_tables(
        Rows("weighed", ["queue_name"], ["criterion", "detail"], weighed),
        Rows("candidate", ["rank"], "weight", ranked),
        profile="page",
        task_file=NO_INPUT,
        parameters=PLAIN,
        queue=FIVE,
        job_stats=BUSY,
    )


def test_only_where_no_queue_is_left(spec: Spec) -> None:
    """One queue below its cap is enough, however little it weighs."""
    spec.check_fact(
        "best_skipped",
        "pseudo_queue",
        task_file=NO_INPUT,
        parameters=PLAIN,
        queue=FIVE,
        job_stats=BUSY.replace("80", "1"),
        expected={},
    )


def test_only_queues_that_the_caps_took(spec: Spec) -> None:
    """Locked queues stay out, and so do weak links of express work."""
    spec.check_cycle(
        "result",
        ["jedi_task_id"],
        ["status", "n_selected"],
        profile="page",
        task_file=NO_INPUT,
        queue="queue_name: A | B",
        queue_lock="queue_name: A | B, workqueue_id: 7",
        task="jedi_task_id: 1 | 2 | 3, workqueue_id: 7 | |, "
        "processing_type: simul | urgent | simul",
        job_stats="queue_name: A | B, activated: 1",
        expected={1: ("pending", 0), 2: ("pending", 0), 3: ("assigned", 2)},
    )


def test_a_queue_for_jumbo_jobs_alone_is_none_for_the_others(spec: Spec) -> None:
    """J takes nothing but jumbo jobs: A and B are skipped, so both go on. Where jumbo
    jobs may go anywhere (task 2), J is a queue that is left."""
    spec.check_cycle(
        "weighed",
        ["jedi_task_id", "queue_name"],
        "criterion",
        profile="page",
        task_file=NO_INPUT,
        parameters=PLAIN,
        queue="queue_name: A | B | J, catchall: | | useJumboJobs",
        task="jedi_task_id: 1 | 2, split_rule: NJ=3",
        input_chunk="jedi_task_id: 1 | 2, use_jumbo: | fake",
        job_stats="queue_name: A | B | J, running: 5 | 4 | 9, activated: 100 | 50 | 1",
        expected={
            1: {"A": "+use", "B": "+use", "J": "+usejumbo"},
            2: {"A": "-cap", "B": "-cap", "J": "+usejumbo"},
        },
    )

"""-inactive: no job started for two hours although jobs were there to be started."""

from __future__ import annotations

from tests.spec.check import Spec, both

ACTIVATED = """
    queue_name | job_status | n_jobs
    A          | activated  | 1
    B          | activated  | 1
    C          | activated  | 1
    D          | activated  | 1
    Q          | activated  | 1
"""
SILENT = "queue_name: Q, last_start: 09:00"
URGENT = "jedi_task_id: 1, current_priority: 800"


def test_two_hours_without_a_start(spec: Spec) -> None:
    """It is 12:00: a start at 10:00 is young enough, one before is not.

    A queue with no record, or without a time in it, counts as active.
    """
    spec.check(
        task=URGENT,
        job_stats=ACTIVATED,
        queue="queue_name: A | B | C | D",
        pilot_activity="""
            queue_name | last_start
            A          | 10:00:01
            B          | 10:00:00
            C          | 09:59:59
            D          |
        """,
        expected={(1, 0, "C"): "no start for 2 h, 1 activated and 0 starting"},
    )


def test_only_starts_of_production_jobs_count(spec: Spec) -> None:
    """The page speaks of jobs of the queue; the record is kept by kind of work.

    Of several records, as at C, the last start counts.
    """
    spec.check(
        task=URGENT,
        job_stats=ACTIVATED,
        queue="queue_name: A | B | C",
        pilot_activity="""
            queue_name | flag       | last_start
            A          | production | 09:00
            A          | analysis   | 11:59
            B          | production | 11:59
            B          | analysis   | 09:00
            C          | production | 09:00
            C          | production | 11:59
        """,
        expected={(1, 0, "A")},
    )


def test_jobs_must_have_been_there_to_be_started(spec: Spec) -> None:
    """D36: as run, starting jobs show it too; on the page only activated ones.

    They count over all shares of the experiment.
    """
    activated = {
        (1, 0, "A"): "no start for 2 h, 2 activated and 0 starting",
        (1, 0, "B"): "no start for 2 h, 1 activated and 4 starting",
    }
    spec.check(
        task=URGENT,
        queue="queue_name: A | B | C | D | E",
        pilot_activity="""
            queue_name | last_start
            A          | 09:00
            B          | 09:00
            C          | 09:00
            D          | 09:00
            E          | 09:00
        """,
        job_stats="""
            queue_name | job_status | gshare  | vo    | n_jobs
            A          | activated  | MC      | atlas | 1
            A          | activated  | Express | atlas | 1
            B          | activated  | MC      | atlas | 1
            B          | starting   | MC      | atlas | 4
            C          | starting   | MC      | atlas | 1
            D          | running    | MC      | atlas | 1
            D          | activated  | MC      | other | 1
        """,
        expected=both(
            page=activated,
            asrun={
                **activated,
                (1, 0, "C"): "no start for 2 h, 0 activated and 1 starting",
            },
        ),
    )


def test_it_matters_to_urgent_work(spec: Spec) -> None:
    """From priority 800 on, to scouts, to merge jobs, and to jobs merged afterwards."""
    spec.check(
        pilot_activity=SILENT,
        job_stats=ACTIVATED,
        task="""
            jedi_task_id | current_priority | split_rule
            1            | 799              |
            2            | 800              |
            3            |                  |
            4            | 100              |
            5            | 100              |
            6            | 100              | NF=1,MO=1
            7            | 100              | NF=1,XMO=1
        """,
        input_chunk="""
            jedi_task_id | use_scout | is_merging
            1            | false     | false
            2            | false     | false
            3            | false     | false
            4            | true      | false
            5            | false     | true
            6            | false     | false
            7            | false     | false
        """,
        expected={(2, 0, "Q"), (4, 0, "Q"), (5, 0, "Q"), (6, 0, "Q")},
    )


def test_pre_assigned_queues(spec: Spec) -> None:
    """D47: as run, they are used although they are silent."""
    spec.check(
        pilot_activity=SILENT,
        job_stats=ACTIVATED,
        task="current_priority: 900, site: Q",
        expected=both(page={(1, 0, "Q")}, asrun={}),
    )

"""-inactive: no job started for two hours although jobs were there to be started."""

from __future__ import annotations

from tests.spec.check import Spec, both

ACTIVATED = "queue_name: A | B | C | D | E | F | G | Q, activated: 1"
SILENT = "queue_name: Q, last_start: 09:00"


def test_two_hours_without_a_start(spec: Spec) -> None:
    """It is 12:00: a start at 10:00 is young enough, one before is not. A queue with no
    record (E), or without a time in it, counts as active. The page speaks of jobs of
    the queue; the record is kept by kind of work, and only production counts. Of
    several records, as at Q, the last start does."""
    spec.check(
        task="jedi_task_id: 1, current_priority: 800",
        job_stats=ACTIVATED,
        queue="queue_name: A | B | C | D | E | F | G | Q",
        pilot_activity="""
            queue_name | flag       | last_start
            A          | production | 10:00:01
            B          | production | 10:00:00
            C          | production | 09:59:59
            D          | production |
            F          | production | 09:00
            F          | analysis   | 11:59
            G          | production | 11:59
            G          | analysis   | 09:00
            Q          | production | 09:00
            Q          | production | 11:59
        """,
        expected=dict.fromkeys("CF", "no start for 2 h, 1 activated and 0 starting"),
    )


def test_jobs_must_have_been_there_to_be_started(spec: Spec) -> None:
    """D36: as run, starting jobs show it too; on the page only activated ones. They
    count over all shares of the experiment."""
    activated = {
        "A": "no start for 2 h, 2 activated and 0 starting",
        "B": "no start for 2 h, 1 activated and 4 starting",
    }
    spec.check(
        task="jedi_task_id: 1, current_priority: 800",
        queue="queue_name: A | B | C | D | E, last_start: 09:00",
        job_stats="""
            queue_name | gshare  | vo    | activated | starting | running
            A          | MC      | atlas | 1         |          |
            A          | Express | atlas | 1         |          |
            B          | MC      | atlas | 1         | 4        |
            C          | MC      | atlas |           | 1        |
            D          | MC      | atlas |           |          | 1
            D          | MC      | other | 1         |          |
        """,
        expected=both(
            page=activated,
            asrun={**activated, "C": "no start for 2 h, 0 activated and 1 starting"},
        ),
    )


def test_it_matters_to_urgent_work(spec: Spec) -> None:
    """From priority 800 on, to scouts, to merge jobs, and to jobs merged afterwards.
    D47: as run, pre-assigned queues (8) are used although they are silent."""
    spec.check(
        pilot_activity=SILENT,
        job_stats=ACTIVATED,
        task="""
            jedi_task_id | current_priority | split_rule | use_scout | is_merging | site
            1            | 799              |            | false     | false      |
            2            | 800              |            | false     | false      |
            3            |                  |            | false     | false      |
            4            | 100              |            | true      | false      |
            5            | 100              |            | false     | true       |
            6            | 100              | NF=1,MO=1  | false     | false      |
            7            | 100              | NF=1,XMO=1 | false     | false      |
            8            | 900              |            | false     | false      | Q
        """,
        expected=both(page={2, 4, 5, 6, 8}, asrun={2, 4, 5, 6}),
    )

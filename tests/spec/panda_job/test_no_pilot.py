"""-nopilot: skip queues without pilots for the last 3 hours."""

from __future__ import annotations

from tests.spec.check import Spec, both

SILENT = "queue_name: N, n_get_job: 0, n_update_job: 0"


def test_signs_of_life(spec: Spec) -> None:
    """Pilots that ask for a job or report on one; no record is none of either. One
    unknown number counts as 0: the other one may still show a pilot (E, F). Pilots of
    production count, at queues named ANALY_ those of analysis; pseudo queues share the
    record (U)."""
    spec.check(
        resource_type="resource_name: SCORE, min_core: 1, max_core: 1",
        queue="queue_name: A | B | C | D | E | F | G | ANALY_H | ANALYI | U, "
        "capability: | | | | | | | | | ucore",
        pilot_activity="""
            queue_name | n_get_job | n_update_job | flag
            A          | 1         | 0            | production
            B          | 0         | 1            | production
            C          | 0         | 0            | production
            E          |           | 5            | production
            F          |           |              | production
            G          | 1         | 1            | analysis
            ANALY_H    | 1         | 1            | analysis
            ANALYI     | 1         | 1            | analysis
            U          | 1         | 1            | production
        """,
        expected=dict.fromkeys(("C", "D", "F", "G", "ANALYI"), "no pilot in 3 h"),
    )


def test_tests_need_no_pilots(spec: Spec) -> None:
    """D48: as run, a label with test is exempt unless the work is express. D47: as run,
    pre-assigned queues are used without pilots, one of them (6) or a list (7)."""
    spec.check(
        pilot_activity=SILENT,
        queue="queue_name: Q | A",
        task="""
            jedi_task_id | prod_source_label | current_priority | site
            1            | managed           | 500              |
            2            | test              | 500              |
            3            | rc_test2          | 500              |
            4            | test              | 1001             |
            5            |                   | 500              |
            6            | managed           | 500              | Q
            7            | managed           | 500              | Q,A
        """,
        expected=both(
            page={name: {*range(1, 8)} for name in "QA"},
            asrun={name: {1, 4, 5} for name in "QA"},
        ),
    )


def test_jumbo_tasks_need_no_pilots_at_jumbo_queues(spec: Spec) -> None:
    """D48: as run, where the task has jumbo jobs and the queue takes them."""
    spec.check(
        pilot_activity=SILENT,
        queue="queue_name: A | B, catchall: useJumboJobs |",
        task="jedi_task_id: 1 | 2, split_rule: NJ=5 |",
        expected=both(
            page={(1, "A"), (1, "B"), (2, "A"), (2, "B")},
            asrun={(1, "B"), (2, "A"), (2, "B")},
        ),
    )


def test_slots_stand_for_pilots(spec: Spec) -> None:
    """D48: as run, queues that promise slots to the share and type of the task. Even
    none of them. Negative slots and expired ones are not there; the row of the share
    comes before that of all shares."""
    spec.check(
        pilot_activity=SILENT,
        queue="queue_name: A | B | C | D | E | F",
        queue_slots="""
            queue_name | gshare  | resource_type | num_slots | expiration_time
            A          | MC      | SCORE         | 100       |
            B          |         |               | 0         | 12:00:01
            C          | MC      | SCORE         | 100       | 12:00
            D          | MC      | SCORE         | -1        |
            E          | Express | SCORE         | 100       |
            F          | MC      | MCORE         | 100       |
            F          |         | SCORE         | 100       |
        """,
        expected=both(page={*"ABCDEF"}, asrun={*"CDEF"}),
    )

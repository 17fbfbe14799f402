"""-scout_walltime: scout jobs skip queues whose maxtime is less than 24 hours."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_only_scouts_need_it(spec: Spec) -> None:
    """Where nobody says so, chunks of datasets with files beyond the scouts are. D21:
    the page names scouts and jobs of undefined walltime, not merge jobs (5)."""
    spec.check(
        queue="max_time: 3600",
        task="""
            jedi_task_id | use_scout | n_files | n_files_to_be_used | is_merging
            1            | true      | 10      | 10                 | false
            2            | false     | 10      | 5                  | false
            3            |           | 10      | 9                  | false
            4            |           | 10      | 10                 | false
            5            | true      | 10      | 10                 | true
        """,
        expected=both(page={1, 3}, asrun={1, 3, 5}),
    )


def test_a_single_pre_assigned_queue(spec: Spec) -> None:
    """D47: as run, it is not asked, unless the walltime is undefined besides."""
    spec.check(
        queue="queue_name: A | B, max_time: 3600 | 86400",
        task="jedi_task_id: 1 | 2 | 3, site: A | A,B | A, cpu_time: 10 | 10 |, "
        "use_scout: true",
        expected=both(page={(1, "A"), (2, "A"), (3, "A")}, asrun={(2, "A"), (3, "A")}),
    )

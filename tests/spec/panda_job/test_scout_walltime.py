"""-scout_walltime: scout jobs skip queues whose maxtime is less than 24 hours."""

from __future__ import annotations

from tests.spec.check import Spec, both

SCOUTS = "use_scout: true"


def test_only_scouts_need_it(spec: Spec) -> None:
    """Where nobody says so, chunks of datasets with files beyond the scouts are."""
    spec.check(
        queue="max_time: 3600",
        task="""
            jedi_task_id | use_scout | n_files | n_files_to_be_used
            1            | true      | 10      | 10
            2            | false     | 10      | 5
            3            |           | 10      | 9
            4            |           | 10      | 10
        """,
        expected={1, 3},
    )


def test_merge_jobs(spec: Spec) -> None:
    """D21: the page names scouts and jobs of undefined walltime, not merge jobs."""
    spec.check(
        queue="max_time: 3600",
        input_chunk="chunk_no: 0 | 1, use_scout: true, is_merging: true | false",
        expected=both(page={(1, 1, "Q")}, asrun={"Q", (1, 1, "Q")}),
    )


def test_a_single_pre_assigned_queue(spec: Spec) -> None:
    """D47: as run, it is not asked, unless the walltime is undefined besides."""
    spec.check(
        queue="queue_name: A | B, max_time: 3600 | 86400",
        task="jedi_task_id: 1 | 2 | 3, site: A | A,B | A, cpu_time: 10 | 10 |, "
        "use_scout: true",
        expected=both(page={(1, "A"), (2, "A"), (3, "A")}, asrun={(2, "A"), (3, "A")}),
    )

"""-nones: settings for event service: a queue of its own takes nothing else."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_job_seeds(spec: Spec) -> None:
    """Only the seed es shuts other work out; clones of jobs are other work."""
    spec.check(
        queue="queue_name: A | B | C | D | E, job_seed: es | eshigh | std | all |",
        task="""
            jedi_task_id | event_service | split_rule
            1            |               |
            2            | 1             | UC=1
            3            | 1             |
            4            | 2             |
        """,
        expected={(1, 0, "A"): "jobseed es", (2, 0, "A"): "jobseed es"},
    )


def test_a_single_pre_assigned_queue(spec: Spec) -> None:
    """D47: as run, it is not asked; a list of them is."""
    spec.check(
        queue="queue_name: A | B, job_seed: es | all",
        task="jedi_task_id: 1 | 2, site: A | A,B",
        expected=both(page={(1, 0, "A"), (2, 0, "A")}, asrun={(2, 0, "A")}),
    )

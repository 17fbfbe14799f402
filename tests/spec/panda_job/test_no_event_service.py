"""-nones: settings for event service: a queue of its own takes nothing else."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_job_seeds(spec: Spec) -> None:
    """Only the seed es shuts other work out; clones of jobs are other work. D47: as
    run, a single pre-assigned queue (5) is not asked; a list of them is (6)."""
    told = "jobseed es"
    spec.check(
        queue="queue_name: A | B | C | D | E, job_seed: es | eshigh | std | all |",
        task="jedi_task_id: 1 | 2 | 3 | 4 | 5 | 6, event_service: | 1 | 1 | 2 | |, "
        "split_rule: | UC=1 | | | |, site: | | | | A | A,B",
        expected=both(
            page={(task, "A"): told for task in (1, 2, 5, 6)},
            asrun={(task, "A"): told for task in (1, 2, 6)},
        ),
    )

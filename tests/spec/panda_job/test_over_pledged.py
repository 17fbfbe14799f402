"""-over_pledged: with WORK_SHORTAGE, partially pledged queues get no more than that."""

from __future__ import annotations

from tests.spec.check import Spec, both

SHORTAGE = "component: core, key: WORK_SHORTAGE, type: bool, value: True"


def test_below_at_and_above_the_pledge(spec: Spec) -> None:
    """Skipped when more cores run; a pledge that is not positive is none. Without the
    key the pledge is no limit. D47: as run, a single pre-assigned queue (2) is not
    asked; a list of them is (3)."""
    told = {"C": "101 cores in use > pledge 100"}
    short = both(page={1: told, 2: told, 3: told}, asrun={1: told, 3: told})
    for config, expected in ((SHORTAGE, short), ("key", {})):
        spec.check(
            gdp_config=config,
            queue="queue_name: A | B | C | D | E | F | G, "
            "pledged_cpu: 100 | 100 | 100 | 0 | | -1 | 100",
            job_stats="queue_name: A | B | C | D | E | F, "
            "n_jobs: 99 | 100 | 13 | 101 | 101 | 101, "
            "n_cores: 99 | 100 | 101 | 101 | 101 | 101",
            task="jedi_task_id: 1 | 2 | 3, site: | C | A,C",
            expected=expected,
        )


def test_which_cores_are_in_use(spec: Spec) -> None:
    """D26: the page counts cores of running jobs, as run those of starting jobs too.
    V16: on the page those of all labels count, as run those of the task's; of all
    shares of the experiment in both."""
    spec.check(
        gdp_config=SHORTAGE,
        queue="queue_name: A | B | C | D | E | F, pledged_cpu: 100",
        job_stats="""
            queue_name | job_status | gshare  | prod_source_label | vo    | n_cores
            A          | running    | MC      | managed           | atlas | 60
            A          | running    | Express | managed           | atlas | 41
            B          | running    | MC      | managed           | atlas | 60
            B          | starting   | MC      | managed           | atlas | 41
            C          | running    | MC      | managed           | atlas | 60
            C          | activated  | MC      | managed           | atlas | 41
            D          | running    | MC      | managed           | atlas | 60
            D          | running    | MC      | user              | atlas | 41
            E          | running    | MC      | managed           | atlas | 60
            E          | running    | MC      | managed           | other | 41
            F          | running    | MC      | user              | atlas | 101
        """,
        expected=both(page={"A", "D", "F"}, asrun={"A", "B"}),
    )

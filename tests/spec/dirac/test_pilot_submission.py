"""How many pilots to submit for each task queue, and to which pools."""

from __future__ import annotations

from tests.spec.check import Spec


def test_the_worked_example(spec: Spec) -> None:
    """Priorities 300 and 100: means 1250 and 10, at most 16 each."""
    ten = [("a", 5000), ("b", 300000)]
    rows = [
        f"{10 * at + n} | {group} | {cpu} | {types}"
        for at, ((group, cpu), types) in enumerate(
            zip(ten, ("", "[private]"), strict=True)
        )
        for n in range(10)
    ]
    spec.check_fact(
        "pilot_submission",
        ["n_expected", "n_most", "submit_pools", "is_generic"],
        profile="page",
        parameters={"default_submit_pools": ["grid"]},
        dirac_job="\n".join(["job_id | owner_group | cpu_time | pilot_types", *rows]),
        dirac_group="""
            group_name | job_share
            a          | 300
            b          | 100
        """,
        expected={
            (1,): (1250.0, 16, ["grid"], True),
            (2,): (10.0, 16, ["grid"], False),
        },
    )


def test_pools_and_middlewares_of_the_jobs(spec: Spec) -> None:
    """Nothing is submitted where no task queue has a priority."""
    spec.check_fact(
        "pilot_submission",
        ["n_expected", "submit_pools", "grid_middlewares"],
        profile="page",
        dirac_job="""
            job_id | submit_pools | grid_middlewares
            1      | [p2, p1]     | [gLite]
        """,
        dirac_group="""
            group_name | job_share
            user       | 0
        """,
        expected={(1,): (None, ["p1", "p2"], ["gLite"])},
    )

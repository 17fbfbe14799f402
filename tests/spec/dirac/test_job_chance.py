"""The chance of each user priority in a task queue, exactly."""

from __future__ import annotations

import pytest

from tests.spec.check import Spec


def jobs(*priorities: int) -> str:
    """Return the drawing of jobs alike with these user priorities."""
    rows = [f"{number} | {each}" for number, each in enumerate(priorities, 1)]
    return "\n".join(["job_id | user_priority", *rows])


def near(value: float) -> object:
    """Return what equals a value that is printed with five digits."""
    return pytest.approx(value, abs=5e-6)


def test_priorities_1_1_5_9(spec: Spec) -> None:
    """More jobs of a priority raise its chance."""
    spec.check_fact(
        "job_chance",
        "chance",
        dirac_job=jobs(1, 1, 5, 9),
        expected={(1, 1): near(0.08756), (1, 5): near(0.25777), (1, 9): near(0.65466)},
    )
    spec.check_fact(
        "job_chance",
        "chance",
        dirac_job=jobs(*[1] * 9, 9),
        expected={(1, 1): near(1 - 0.62285), (1, 9): near(0.62285)},
    )


def test_the_window(spec: Spec) -> None:
    """The oldest ten of a priority on the page, fifty in modern (D3)."""
    for profile, window in (("page", 10), ("dirac2009", 10), ("modern", 50)):
        spec.check_fact(
            "job_chance",
            ["n_jobs", "chance", "n_in_window"],
            profile=profile,
            dirac_job=jobs(*[1] * 80),
            expected={(1, 1): (80, 1.0, window)},
        )


def test_background_and_urgent(spec: Spec) -> None:
    """10 and 25 are different priorities of the same weight, 0 weighs next to nothing.

    Raw user priorities are weighed where use_real_priority is off (D14).
    """
    spec.check_fact(
        "job_chance",
        "chance",
        dirac_job=jobs(0, 1, 9, 10, 25),
        expected={
            (1, 0): near(0),
            (1, 1): near(0),
            (1, 9): near(5e-6),
            (1, 10): near(0.5),
            (1, 25): near(0.5),
        },
    )
    spec.check_fact(
        "job_chance",
        "chance",
        dirac_job=jobs(0, 1),
        expected={(1, 0): 5e-6, (1, 1): 1 - 5e-6},
    )
    spec.check_fact(
        "job_chance",
        "chance",
        parameters={"use_real_priority": False},
        dirac_job=jobs(10, 25),
        expected={(1, 10): 0.2, (1, 25): 0.8},
    )
    spec.check_fact(
        "job_chance",
        "chance",
        parameters={"use_real_priority": False},
        dirac_job=jobs(0, -5),
        expected={(1, 0): 0.5, (1, -5): 0.5},
    )

"""The chance of each user priority in a task queue, exactly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from tests.spec.check import Spec, by_profile


def jobs(*priorities: int) -> str:
    """Return the drawing of jobs alike with these user priorities."""
    rows = [f"{number} | {each}" for number, each in enumerate(priorities, 1)]
    return "\n".join(["job_id | user_priority", *rows])


#: Jobs of these user priorities, and the chance of each priority in five digits.
CHANCES: Sequence[tuple[Sequence[int], Mapping[int, float]]] = (
    ((1, 1, 5, 9), {1: 0.08756, 5: 0.25777, 9: 0.65466}),
    ((*[1] * 9, 9), {1: 1 - 0.62285, 9: 0.62285}),
    ((0, 1, 9, 10, 25), {0: 0, 1: 0, 9: 5e-6, 10: 0.5, 25: 0.5}),
)


@pytest.mark.parametrize(("priorities", "chances"), CHANCES)
def test_priorities(
    spec: Spec, priorities: Sequence[int], chances: Mapping[int, float]
) -> None:
    """More jobs of a priority raise its chance. 10 and 25 are different priorities of
    the same weight, 0 weighs next to nothing."""
    near = {(1, each): pytest.approx(p, abs=5e-6) for each, p in chances.items()}
    spec.check_fact("job_chance", "chance", dirac_job=jobs(*priorities), expected=near)


def test_the_window(spec: Spec) -> None:
    """The oldest ten of a priority on the page, fifty in modern (D3)."""
    spec.check_fact(
        "job_chance",
        ["n_jobs", "chance", "n_in_window"],
        dirac_job=jobs(*[1] * 80),
        expected=by_profile({(1, 1): (80, 1.0, 10)}, modern={(1, 1): (80, 1.0, 50)}),
    )


def test_background_and_raw_priorities(spec: Spec) -> None:
    """Raw user priorities are weighed where use_real_priority is off (D14)."""
    for is_real, priorities, chances in (
        (True, (0, 1), (5e-6, 1 - 5e-6)),
        (False, (10, 25), (0.2, 0.8)),
        (False, (0, -5), (0.5, 0.5)),
    ):
        spec.check_fact(
            "job_chance",
            "chance",
            parameters={"use_real_priority": is_real},
            dirac_job=jobs(*priorities),
            expected={1: dict(zip(priorities, chances, strict=True))},
        )

"""-cap_rt: defined+activated+assigned+starting > 2 x max(20, running)."""

from __future__ import annotations

from tests.spec.check import Spec, both

WORLD = {
    "queue": "queue_name: A | B | C | D",
    "task": "jedi_task_id: 1 | 2, site: | B",
    "job_stats": """
        queue_name | job_status | n_jobs
        A          | activated  | 40
        B          | activated  | 20
        B          | starting   | 11
        B          | defined    | 5
        B          | assigned   | 5
        C          | activated  | 60
        C          | running    | 30
        D          | activated  | 61
        D          | running    | 30
    """,
}


def test_queued_jobs(spec: Spec) -> None:
    """Exactly twice as many pass; the running system never applies it (row 3).

    Nor would it apply it to a pre-assigned queue, as the page does (V61).
    """
    hit = {
        "B": "41 queued > 2 x max(20, 0 running)",
        "D": "61 queued > 2 x max(20, 30 running)",
    }
    page = {(task, 0, name): told for task in (1, 2) for name, told in hit.items()}
    for parameters, asrun in (({}, set[int]()), ({"enforce_cap_rt": True}, {1})):
        spec.check(
            world=WORLD,
            parameters=parameters,
            expected=both(
                page=page,
                asrun={key: told for key, told in page.items() if key[0] in asrun},
            ),
        )

"""-cap_rt: defined+activated+assigned+starting > 2 x max(20, running)."""

from __future__ import annotations

from tests.spec.check import Spec, both

WORLD = {
    "queue": "queue_name: A | B | C | D",
    "task": "jedi_task_id: 1 | 2, site: | B",
    "job_stats": """
        queue_name | activated | starting | defined | assigned | running
        A          | 40        |          |         |          |
        B          | 20        | 11       | 5       | 5        |
        C          | 60        |          |         |          | 30
        D          | 61        |          |         |          | 30
    """,
}


def test_queued_jobs(spec: Spec) -> None:
    """Exactly twice as many pass; the running system never applies it (row 3). Nor
    would it apply it to a pre-assigned queue, as the page does (V61)."""
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

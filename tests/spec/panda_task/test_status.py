"""-status: the primary list of nuclei holds those in the ACTIVE status."""

from __future__ import annotations

from tests.spec.check import Spec


def test_only_active_nuclei(spec: Spec) -> None:
    """The state of the site; a state that nobody knows passes."""
    spec.check(
        queue="""
            queue_name | site_state
            A          | ACTIVE
            B          | DISABLED
            C          | ''
            D          |
            E          | active
        """,
        expected={
            (1, 0, "B"): "status=DISABLED",
            (1, 0, "C"): "status=",
            (1, 0, "E"): "status=active",
        },
    )


def test_the_first_queue_tells(spec: Spec) -> None:
    """Queues of a site share its state; where they do not, the first one counts."""
    spec.check(
        queue="""
            queue_name | site_name | site_state
            A1         | A         | ACTIVE
            A2         | A         | DISABLED
            B1         | B         | DISABLED
            B2         | B         | ACTIVE
        """,
        expected={(1, 0, "B")},
    )

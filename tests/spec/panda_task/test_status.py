"""-status: the primary list of nuclei holds those in the ACTIVE status."""

from __future__ import annotations

from tests.spec.check import Spec


def test_only_active_nuclei(spec: Spec) -> None:
    """The state of the site; a state that nobody knows passes."""
    spec.check(
        queue="queue_name: A | B | C | D | E, "
        "site_state: ACTIVE | DISABLED | '' | | active",
        expected={"B": "status=DISABLED", "C": "status=", "E": "status=active"},
    )


def test_the_first_queue_tells(spec: Spec) -> None:
    """Queues of a site share its state; where they do not, the first one counts."""
    spec.check(
        queue="queue_name: A1 | A2 | B1 | B2, site_name: A | A | B | B, "
        "site_state: ACTIVE | DISABLED | DISABLED | ACTIVE",
        expected={"B"},
    )

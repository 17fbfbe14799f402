"""-status: the primary list of nuclei holds those in the ACTIVE status."""

from __future__ import annotations

from tests.spec.check import Spec


def test_only_active_nuclei(spec: Spec) -> None:
    """The state of the site; a state that nobody knows passes. Queues of a site share
    it; where they do not, as at F and G, the first one counts."""
    spec.check(
        queue="queue_name: A | B | C | D | E | F1 | F2 | G1 | G2, "
        "site_name: A | B | C | D | E | F | F | G | G, site_state: "
        "ACTIVE | DISABLED | '' | | active | ACTIVE | DISABLED | DISABLED | ACTIVE",
        expected={
            **dict.fromkeys("BG", "status=DISABLED"),
            **{"C": "status=", "E": "status=active"},
        },
    )

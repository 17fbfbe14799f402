"""-excluded: queues of the list excludedSite are skipped."""

from __future__ import annotations

from tests.spec.check import Spec, both

QUEUES = "queue_name: A1 | A2 | B1"


def test_exact_names_and_patterns(spec: Spec) -> None:
    """The page takes exact names anywhere, the running system patterns with LS."""
    spec.check(
        queue=QUEUES,
        task="""
            jedi_task_id | split_rule | task_params
            1            |            | {"excludedSite": "A1,B1"}
            2            | LS=1       | {"excludedSite": ["A1"]}
            3            | LS=1       | {"excludedSite": "A*"}
            4            | LS=1       | {"excludedSite": ""}
            5            | LS=1       | {}
        """,
        expected=both(
            page={(1, "A1"), (1, "B1"), (2, "A1")},
            asrun={(2, "A1"), (3, "A1"), (3, "A2")},
        ),
    )

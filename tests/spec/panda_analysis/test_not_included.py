"""-notincluded: with a list includedSite all other queues are skipped."""

from __future__ import annotations

from tests.spec.check import Spec, both

QUEUES = "queue_name: A1 | A2 | B1"


def test_lists_of_names(spec: Spec) -> None:
    """An empty text is no list; an empty list names no queue as run, and is none on the
    page. A list with AUTO is another rule. A blank is part of a name (8)."""
    spec.check(
        queue=QUEUES,
        task="""
            jedi_task_id | split_rule | task_params
            1            |            | {"includedSite": "A1"}
            2            | LS=1       | {"includedSite": ["A1", "A2"]}
            3            | LS=1       | {"includedSite": "A*"}
            4            | LS=1       | {"includedSite": ""}
            5            | LS=1       | {"includedSite": ["AUTO", "A1"]}
            6            | LS=1       | {"includedSite": []}
            7            | LS=1       | {"includedSite": [""]}
            8            | LS=1       | {"includedSite": "A1, A2"}
        """,
        expected=both(
            page={
                *((1, "A2"), (1, "B1"), (2, "B1"), (3, "A1"), (3, "A2"), (3, "B1")),
                *((8, "A2"), (8, "B1")),
            },
            asrun={
                *((2, "B1"), (3, "B1"), (8, "A2"), (8, "B1")),
                *((task, queue) for task in (6, 7) for queue in ("A1", "A2", "B1")),
            },
        ),
    )


def test_an_endpoint_as_site(spec: Spec) -> None:
    """Where task.site is no queue, the queues that read from it are included. They
    replace those of the list (V84). As run an unknown name puts the list aside too."""
    of_endpoint = {(task, queue) for task in (1, 3) for queue in ("A1", "A2")}
    spec.check(
        queue=QUEUES,
        task="""
            jedi_task_id | split_rule | site        | task_params
            1            |            | B1_DATADISK |
            2            |            | NOWHERE     |
            3            | LS=1       | B1_DATADISK | {"includedSite": ["A1", "AUTO"]}
            4            | LS=1       | NOWHERE     | {"includedSite": ["A1"]}
        """,
        expected=both(
            page={*of_endpoint, *((4, queue) for queue in ("A2", "B1"))},
            asrun=of_endpoint,
        ),
    )

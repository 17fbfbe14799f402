"""Unified queues are resolved to pseudo queues, one per resource type that fits."""

from __future__ import annotations

from tests.spec.check import Spec

FACT = "pseudo_queue"
SIZES = ["core_count", "min_rss", "max_rss"]
TWO_TYPES = """
    resource_name | min_core | max_core | min_ram_per_core | max_ram_per_core
    SCORE         | 1        | 1        |                  | 2000
    MCORE_HIMEM   | 2        |          | 2001             | 3000
"""
#: The queue of the nucleus stands in every world.
N = {"N": (1, 0.0, 0.0)}


def test_cores_and_memory_of_the_children(spec: Spec) -> None:
    """8 cores and 24000 MB make children of all types; their ranges touch (example 11).
    Two of them are empty: more is asked per core than the queue has."""
    spec.check_fact(
        FACT,
        SIZES,
        queue="queue_name: A, capability: ucore, core_count: 8, max_rss: 24000",
        expected={
            **N,
            "A": (8, 0.0, 24000.0),
            "A/SCORE_LOMEM": (1, 0.0, 1000.0),
            "A/SCORE": (1, 1001.0, 2000.0),
            "A/SCORE_HIMEM": (1, 2001.0, 3000.0),
            "A/SCORE_VHIMEM": (1, 3001.0, 3000.0),
            "A/MCORE_LOMEM": (8, 0.0, 8000.0),
            "A/MCORE": (8, 8001.0, 16000.0),
            "A/MCORE_HIMEM": (8, 16001.0, 24000.0),
            "A/MCORE_VHIMEM": (8, 24001.0, 24000.0),
        },
    )


def test_which_types_fit(spec: Spec) -> None:
    """A type must not ask for more cores than there are; none or 0 of them are one."""
    spec.check_fact(
        FACT,
        "core_count",
        resource_type="resource_name: ONE | ANY | TWO | EIGHT, min_core: 1 | | 2 | 8, "
        "max_core: 1 | 4 | | 8",
        queue="queue_name: A | B | C | D | E, capability: ucore, "
        "core_count: 1 | | 0 | 2 | 16",
        expected={
            "N": 1,
            **{"A": 1, "A/ONE": 1, "A/ANY": 1},
            **{"B": 0, "B/ONE": 1, "B/ANY": 1},
            **{"C": 0, "C/ONE": 1, "C/ANY": 1},
            **{"D": 2, "D/ONE": 1, "D/ANY": 2, "D/TWO": 2},
            **{"E": 16, "E/ONE": 1, "E/ANY": 4, "E/TWO": 16, "E/EIGHT": 8},
        },
    )


def test_a_queue_without_a_memory_limit(spec: Spec) -> None:
    """Its children have none either, whatever their type says; NULL is 0. With
    per_core_attr (C to E), the limits of a queue are those of one core."""
    spec.check_fact(
        FACT,
        SIZES,
        resource_type=TWO_TYPES,
        queue="""
            queue_name | capability | core_count | min_rss | max_rss | catchall
            A          | ucore      | 2          |         | 0       |
            B          | ucore      | 2          |         |         |
            C          | ucore      | 4          | 500     | 2500    | per_core_attr
            D          |            | 4          | 500     | 2500    | per_core_attr
            E          |            |            | 500     | 2500    | per_core_attr
        """,
        expected={
            **N,
            **dict.fromkeys(("A", "B"), (2, 0.0, 0.0)),
            **dict.fromkeys(("A/SCORE", "B/SCORE"), (1, 0.0, 0.0)),
            **dict.fromkeys(("A/MCORE_HIMEM", "B/MCORE_HIMEM"), (2, 4001.0, 0.0)),
            **dict.fromkeys(("C", "D"), (4, 2000.0, 10000.0)),
            "C/SCORE": (1, 2000.0, 2000.0),
            "C/MCORE_HIMEM": (4, 8001.0, 10000.0),
            "E": (0, 500.0, 2500.0),
        },
    )


def test_least_memory(spec: Spec) -> None:
    """Where the type has one, the larger of both counts, else all that of the queue.
    7000 MB of 3 cores are 2333.3 for one of them."""
    spec.check_fact(
        FACT,
        SIZES,
        resource_type="""
            resource_name | min_core | max_core | min_ram_per_core | max_ram_per_core
            LOW           | 1        | 1        |                  |
            MIDDLE        | 1        | 1        | 1001             |
            HIGH          | 1        | 1        | 3001             | 9000
            PAIR          | 2        | 2        | 1001             |
        """,
        queue="queue_name: A, capability: ucore, core_count: 3, min_rss: 7000, "
        "max_rss: 10000",
        expected={
            **N,
            "A": (3, 7000.0, 10000.0),
            "A/LOW": (1, 7000.0, 10000 / 3),
            "A/MIDDLE": (1, 7000 / 3, 10000 / 3),
            "A/HIGH": (1, 3001.0, 10000 / 3),
            "A/PAIR": (2, 14000 / 3, 20000 / 3),
        },
    )


def test_what_a_pseudo_queue_is(spec: Spec) -> None:
    """Queues without the capability ucore are their own; the type unified is not asked.
    The entry ALL, which holds software, is no queue."""
    spec.check_fact(
        FACT,
        ["queue_name", "resource_name", "is_unified_parent", "is_unified_child"],
        resource_type=TWO_TYPES,
        queue="queue_name: A | B | C | ALL, capability: ucore | score | | ucore, "
        "type: production | unified | production | production",
        expected={
            **{name: (name, None, False, False) for name in ("N", "B", "C")},
            "A": ("A", None, True, False),
            "A/SCORE": ("A", "SCORE", False, True),
        },
    )


def test_without_resource_types(spec: Spec) -> None:
    """A unified queue has no children then."""
    spec.check_fact(
        FACT,
        "queue_name",
        resource_type="resource_name",
        queue="queue_name: A, capability: ucore",
        expected={"N": "N", "A": "A"},
    )

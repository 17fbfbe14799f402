"""-transferring: skip if transferring > max(transferring_limit, 2 x running)."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_below_at_and_above_the_limit(spec: Spec) -> None:
    """It is 2000 if undefined (A to D), which 0 is too, else that of the site (E to H).
    A queue without jobs passes (I). Twice the running jobs raise the limit, and never
    lower it (J to L)."""
    spec.check(
        queue="queue_name: A | B | C | D | E | F | G | H | I | J | K | L, "
        "transferring_limit: | | | 0 | 200 | 200 | 200 | 3000 | 200 | | |",
        job_stats="queue_name: A | B | C | D | E | F | G | H | J | K | L, "
        "running: | | | | | | | | 1500 | 1500 | 10, transferring: "
        "1999 | 2000 | 2001 | 2001 | 199 | 200 | 201 | 2001 | 3000 | 3001 | 2000",
        expected={
            **dict.fromkeys("CD", "transferring 2001 jobs > ceiling 2000"),
            "G": "transferring 201 jobs > ceiling 200",
            "K": "transferring 3001 jobs > ceiling 3000",
        },
    )


def test_all_jobs_of_the_experiment_count(spec: Spec) -> None:
    """Of every share and label; pseudo queues count together."""
    spec.check(
        resource_type="resource_name: SCORE, min_core: 1, max_core: 1",
        queue="queue_name: A | B, capability: ucore |",
        job_stats="""
            queue_name | gshare  | prod_source_label | vo    | transferring
            A          | MC      | managed           | atlas | 1500
            A          | Express | user              | atlas | 501
            B          | MC      | managed           | atlas | 1500
            B          | MC      | managed           | other | 501
        """,
        expected={"A", "A/SCORE"},
    )


def test_queues_of_the_nucleus(spec: Spec) -> None:
    """D23: as run, queues of the nucleus are exempt, and those that share its storage.
    A is at the nucleus, B writes there, C writes elsewhere, D writes nowhere. M has no
    queue, so nothing is exempt but what writes nowhere."""
    spec.check(
        queue="queue_name: A | B | C | D, site_name: N | B | C | D",
        queue_endpoint="""
            queue_name | ddm_endpoint_name | default_write
            A          | A_DATADISK        | true
            B          | N_DATADISK        | true
            C          | C_DATADISK        | true
            D          | D_DATADISK        | false
        """,
        job_stats="queue_name: A | B | C | D, transferring: 2001",
        task="jedi_task_id: 1 | 2 | 3, nucleus: N | M |",
        expected=both(
            page={(task, queue) for task in (1, 2, 3) for queue in "ABCD"},
            asrun={1: {"C"}, 2: {"A", "B", "C"}, 3: {"A", "B", "C"}},
        ),
    )


def test_jobs_bound_for_a_nucleus_that_is_down(spec: Spec) -> None:
    """D23: as run, they do not count: their nucleus cannot be written over WAN."""
    spec.check(
        queue="""
            queue_name | site_name | role      | write_wan
            Q          | Q         | satellite | ON
            N          | N         | nucleus   | ON
            M          | M         | nucleus   | OFF
            S          | S         | satellite | OFF
        """,
        job_stats="""
            queue_name | nucleus | transferring
            Q          | N       | 1000
            Q          | M       | 500
            Q          | S       | 400
            Q          |         | 601
            S          | N       | 1000
            S          | M       | 1001
        """,
        expected=both(
            page={
                "Q": "transferring 2501 jobs > ceiling 2000",
                "S": "transferring 2001 jobs > ceiling 2000",
            },
            asrun={"Q": "transferring 2001 jobs > ceiling 2000"},
        ),
    )

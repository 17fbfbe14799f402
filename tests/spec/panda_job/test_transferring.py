"""-transferring: skip if transferring > max(transferring_limit, 2 x running)."""

from __future__ import annotations

from tests.spec.check import Spec, both

THREE_QUEUES = "queue_name: A | B | C, transferring_limit: | |"


def test_the_limit_is_2000_if_undefined(spec: Spec) -> None:
    """Below, at and above it; 0 is undefined too."""
    spec.check(
        queue="queue_name: A | B | C | D, transferring_limit: | | | 0",
        job_stats="""
            queue_name | job_status   | n_jobs
            A          | transferring | 1999
            B          | transferring | 2000
            C          | transferring | 2001
            D          | transferring | 2001
        """,
        expected={
            (1, 0, "C"): "transferring 2001 jobs > ceiling 2000",
            (1, 0, "D"): "transferring 2001 jobs > ceiling 2000",
        },
    )


def test_the_limit_is_defined_by_the_site(spec: Spec) -> None:
    """Below, at and above it. A queue without jobs passes."""
    spec.check(
        queue="""
            queue_name | transferring_limit
            A          | 200
            B          | 200
            C          | 200
            D          | 3000
            E          | 200
        """,
        job_stats="""
            queue_name | job_status   | n_jobs
            A          | transferring | 199
            B          | transferring | 200
            C          | transferring | 201
            D          | transferring | 2001
        """,
        expected={(1, 0, "C"): "transferring 201 jobs > ceiling 200"},
    )


def test_twice_the_running_jobs(spec: Spec) -> None:
    """They raise the limit, and never lower it."""
    spec.check(
        queue=THREE_QUEUES,
        job_stats="""
            queue_name | job_status   | n_jobs
            A          | running      | 1500
            A          | transferring | 3000
            B          | running      | 1500
            B          | transferring | 3001
            C          | running      | 10
            C          | transferring | 2000
        """,
        expected={(1, 0, "B"): "transferring 3001 jobs > ceiling 3000"},
    )


def test_all_jobs_of_the_experiment_count(spec: Spec) -> None:
    """Of every share and label; pseudo queues count together."""
    spec.check(
        resource_type="resource_name: SCORE, min_core: 1, max_core: 1",
        queue="queue_name: A | B, capability: ucore |",
        job_stats="""
            queue_name | job_status   | gshare  | prod_source_label | vo    | n_jobs
            A          | transferring | MC      | managed           | atlas | 1500
            A          | transferring | Express | user              | atlas | 501
            B          | transferring | MC      | managed           | atlas | 1500
            B          | transferring | MC      | managed           | other | 501
        """,
        expected={(1, 0, "A"), (1, 0, "A/SCORE")},
    )


def test_queues_of_the_nucleus(spec: Spec) -> None:
    """D23: as run, queues of the nucleus are exempt, and those that share its storage.

    A is at the nucleus, B writes there, C writes elsewhere, D writes nowhere. M has no
    queue, so nothing is exempt but what writes nowhere.
    """
    spec.check(
        queue="""
            queue_name | site_name
            A          | N
            B          | B
            C          | C
            D          | D
        """,
        queue_endpoint="""
            queue_name | ddm_endpoint_name | default_write
            A          | A_DATADISK        | true
            B          | N_DATADISK        | true
            C          | C_DATADISK        | true
            D          | D_DATADISK        | false
        """,
        job_stats="""
            queue_name | job_status   | n_jobs
            A          | transferring | 2001
            B          | transferring | 2001
            C          | transferring | 2001
            D          | transferring | 2001
        """,
        task="jedi_task_id: 1 | 2 | 3, nucleus: N | M |",
        expected=both(
            page={(task, 0, queue) for task in (1, 2, 3) for queue in "ABCD"},
            asrun={
                (1, 0, "C"),
                (2, 0, "A"),
                (2, 0, "B"),
                (2, 0, "C"),
                (3, 0, "A"),
                (3, 0, "B"),
                (3, 0, "C"),
            },
        ),
    )


def test_jobs_bound_for_a_nucleus_that_is_down(spec: Spec) -> None:
    """D23: as run, they do not count: their nucleus cannot be written over WAN."""
    spec.check(
        queue="""
            queue_name | site_name | role
            Q          | Q         | satellite
            N          | N         | nucleus
            M          | M         | nucleus
            S          | S         | satellite
        """,
        endpoint="""
            ddm_endpoint_name | write_wan
            N_DATADISK        | ON
            M_DATADISK        | OFF
            S_DATADISK        | OFF
            Q_DATADISK        | ON
        """,
        job_stats="""
            queue_name | job_status   | nucleus | n_jobs
            Q          | transferring | N       | 1000
            Q          | transferring | M       | 500
            Q          | transferring | S       | 400
            Q          | transferring |         | 601
            S          | transferring | N       | 1000
            S          | transferring | M       | 1001
        """,
        expected=both(
            page={
                (1, 0, "Q"): "transferring 2501 jobs > ceiling 2000",
                (1, 0, "S"): "transferring 2001 jobs > ceiling 2000",
            },
            asrun={(1, 0, "Q"): "transferring 2001 jobs > ceiling 2000"},
        ),
    )

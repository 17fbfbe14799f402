"""-transferring: skip if transferring > max(transferring_limit, 2 x running).

No nucleus is chosen yet: as run, the queues of all nuclei are exempt (spec 4.5).
"""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_the_ceiling(spec: Spec) -> None:
    """2000 if the site defines none; running jobs raise it. At it a queue passes."""
    spec.check(
        queue="""
            queue_name | transferring_limit
            A          |
            B          |
            C          | 0
            D          | 200
            E          | 200
            F          | 200
            G          | 3000
        """,
        job_stats="""
            queue_name | job_status   | n_jobs
            A          | transferring | 2000
            B          | transferring | 2001
            C          | transferring | 2001
            D          | transferring | 200
            E          | transferring | 201
            F          | transferring | 201
            F          | running      | 101
            G          | transferring | 2001
        """,
        expected={
            (1, 0, "B"): "transferring 2001 jobs > ceiling 2000",
            (1, 0, "C"): "transferring 2001 jobs > ceiling 2000",
            (1, 0, "E"): "transferring 201 jobs > ceiling 200",
        },
    )


def test_who_is_exempt(spec: Spec) -> None:
    """D23: no queue on the page; as run those of nuclei, and those that write nowhere.

    A is at N, M is another nucleus, S a satellite that takes full chains.
    """
    spec.check(
        queue="""
            queue_name | site_name | role      | catchall
            A          | N         | nucleus   |
            B          | B         | satellite |
            C          | C         | satellite |
            M          | M         | nucleus   |
            S          | S         | satellite | bareNucleus=only
        """,
        queue_endpoint="""
            queue_name | ddm_endpoint_name | default_write
            A          | A_DATADISK        | true
            B          | B_DATADISK        | true
            C          | C_DATADISK        | false
            M          | M_DATADISK        | true
            S          | S_DATADISK        | true
        """,
        job_stats="""
            queue_name | job_status   | n_jobs
            A          | transferring | 2001
            B          | transferring | 2001
            C          | transferring | 2001
            M          | transferring | 2001
            S          | transferring | 2001
        """,
        expected=both(
            page={(1, 0, name) for name in "ABCMS"}, asrun={(1, 0, "B"), (1, 0, "S")}
        ),
    )

"""-transferring: skip if transferring > max(transferring_limit, 2 x running).

No nucleus is chosen yet: as run, the queues of all nuclei are exempt (spec 4.5).
"""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_the_ceiling(spec: Spec) -> None:
    """2000 if the site defines none; running jobs raise it. At it a queue passes."""
    spec.check(
        queue="queue_name: A | B | C | D | E | F | G, "
        "transferring_limit: | | 0 | 200 | 200 | 200 | 3000",
        job_stats="queue_name: A | B | C | D | E | F | G, "
        "transferring: 2000 | 2001 | 2001 | 200 | 201 | 201 | 2001, "
        "running: | | | | | 101 |",
        expected={
            **dict.fromkeys("BC", "transferring 2001 jobs > ceiling 2000"),
            "E": "transferring 201 jobs > ceiling 200",
        },
    )


def test_who_is_exempt(spec: Spec) -> None:
    """D23: no queue on the page; as run those of nuclei, and those that write nowhere.
    A is at N, M is another nucleus, S a satellite that takes full chains."""
    spec.check(
        queue="""
            queue_name | site_name | role      | catchall         | default_write
            A          | N         | nucleus   |                  | true
            B          | B         | satellite |                  | true
            C          | C         | satellite |                  | false
            M          | M         | nucleus   |                  | true
            S          | S         | satellite | bareNucleus=only | true
        """,
        job_stats="queue_name: A | B | C | M | S, transferring: 2001",
        expected=both(page={*"ABCMS"}, asrun={"B", "S"}),
    )

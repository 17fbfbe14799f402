"""-transfer_backlog: nuclei are skipped if there are long transfer backlogs."""

from __future__ import annotations

from tests.spec.check import Spec

NUCLEI = "queue_name: A | B | C | D"
WAITING = """
    src_site | dst_site | key                       | value | ts
    X        | A        | Production Output_queued  | 2000  | 11:59
    X        | B        | Production Output_queued  | 1200  | 11:59
    Y        | B        | Production Output_queued  | 801   | 11:00:01
    X        | C        | Production Output_queued  | 2001  | 11:00
    X        | C        | Express_queued            | 9000  | 11:59
    X        | C        | Data Consolidation_queued | 9000  | 11:59
    C        | X        | Production Output_queued  | 9000  | 11:59
    X        | D        | Production Output_queued  |       | 11:59
"""


def test_files_on_all_links_to_the_nucleus(spec: Spec) -> None:
    """2000 pass, one more fails; those of production output count, of the last hour.

    A task whose t1Weight is negative goes to a nucleus with a backlog.
    """
    spec.check(
        queue=NUCLEI,
        network_metric=WAITING,
        task="""
            jedi_task_id | split_rule
            1            |
            2            | TW=0
            3            | TW=5
            4            | TW=-1
            5            | TW=-10
        """,
        expected={
            (1, 0, "B"): "transfer backlog 2001 > cap 2000 files",
            (2, 0, "B"): "transfer backlog 2001 > cap 2000 files",
            (3, 0, "B"): "transfer backlog 2001 > cap 2000 files",
        },
    )


def test_the_cap_is_a_key_of_gdpconfig(spec: Spec) -> None:
    """NQUEUED_NUC_CAP of component taskbrokerage."""
    spec.check(
        queue=NUCLEI,
        network_metric=WAITING,
        gdp_config="""
            component     | key             | value | type
            taskbrokerage | NQUEUED_NUC_CAP | 1999  | int
            jobbroker     | NQUEUED_NUC_CAP | 5     | int
        """,
        expected={
            (1, 0, "A"): "transfer backlog 2000 > cap 1999 files",
            (1, 0, "B"): "transfer backlog 2001 > cap 1999 files",
        },
    )

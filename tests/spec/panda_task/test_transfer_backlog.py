"""-transfer_backlog: nuclei are skipped if there are long transfer backlogs."""

from __future__ import annotations

from tests.spec.check import Spec

METRICS = """
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
    """2000 pass, one more fails; those of production output count, of the last hour. A
    task whose t1Weight is negative goes to a nucleus with a backlog. The cap is a key
    of gdpconfig, NQUEUED_NUC_CAP of component taskbrokerage."""
    told = "transfer backlog {} > cap {} files".format
    lower = {"A": told(2000, 1999), "B": told(2001, 1999)}
    for component, expected in (
        ("jobbroker", {"B": told(2001, 2000)}),
        ("taskbrokerage", lower),
    ):
        spec.check(
            queue="queue_name: A | B | C | D",
            network_metric=METRICS,
            gdp_config=f"key: NQUEUED_NUC_CAP, component: {component}, value: 1999",
            task="jedi_task_id: 1 | 2 | 3 | 4 | 5, "
            "split_rule: | TW=0 | TW=5 | TW=-1 | TW=-10",
            expected=dict.fromkeys((1, 2, 3), expected),
        )

"""-network: wnconnectivity of the queue must be consistent with ipConnectivity.

Split rule IP: 1 asks for full, 2 for http, any other number for none.
"""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_what_each_task_asks_for(spec: Spec) -> None:
    """Only full gives outbound connectivity, unknown connectivity is none at all. Tasks
    that specify nothing go everywhere; a rule that ends in IP is another one. D22: on
    the page full, http and none accept IP=3; as run there is no such value. D47: as run
    a single pre-assigned queue (8) is not asked; a list of them is (9)."""
    full, http = "task asks for ipConnectivity 1", "task asks for ipConnectivity 2"
    by_full = {"B": f"queue has http, {full}", "C": f"queue has none, {full}"}
    by_full |= dict.fromkeys("DE", f"queue has unknown, {full}")
    by_http = {"C": f"queue has none, {http}"}
    by_http |= dict.fromkeys("DE", f"queue has unknown, {http}")
    in_both = {1: by_full, 2: by_http, 9: by_full}
    none = "queue has unknown, task asks for ipConnectivity 3"
    spec.check(
        queue="queue_name: A | B | C | D | E, "
        "wn_connectivity: full#IPv4 | http | none | #IPv4 |",
        task="jedi_task_id: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9, "
        "split_rule: NF=2,IP=1 | IP=2 | IP=3 | | '' | NF=2 | XIP=1 | IP=1 | IP=1, "
        "site: | | | | | | | B | A,B",
        expected=both(
            page={**in_both, 3: dict.fromkeys("DE", none), 8: by_full}, asrun=in_both
        ),
    )

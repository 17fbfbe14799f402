"""-non_pledged: with WORK_SHORTAGE, opportunistic queues are skipped."""

from __future__ import annotations

from tests.spec.check import Spec, both

FOUR_QUEUES = "queue_name: A | B | C | D, pledged_cpu: -1 | 0 | | 500"


def shortage(value: str, kind: str = "bool") -> str:
    """Draw the row of gdpconfig that says whether work is short."""
    return f"component: core, key: WORK_SHORTAGE, type: {kind}, value: {value}"


def test_a_pledge_of_minus_one_is_opportunistic(spec: Spec) -> None:
    """Only -1 is; 0 is unset, and so is an unknown pledge. D47: as run, a single
    pre-assigned queue (2) is not asked; a list of them is (3)."""
    told = {"A": "pledgedcpu -1 while work is short"}
    spec.check(
        queue=FOUR_QUEUES,
        gdp_config=shortage("True"),
        task="jedi_task_id: 1 | 2 | 3, site: | A | A,D",
        expected=both(page={1: told, 2: told, 3: told}, asrun={1: told, 3: told}),
    )


def test_work_is_short_only_where_the_key_is_true(spec: Spec) -> None:
    """Neither False nor a number, nor a missing value; the text 'True' is not the
    boolean, the key then counts as unset (spec 14). Nor do keys of another component,
    or of another experiment, say so."""
    for said in (
        *(shortage("False"), shortage("1"), shortage("1", "int"), shortage("")),
        shortage("True", "str"),
        "component: jobbroker | core, key: WORK_SHORTAGE, type: bool, value: True, "
        "vo: atlas | other",
    ):
        spec.check(queue=FOUR_QUEUES, gdp_config=said, expected={})

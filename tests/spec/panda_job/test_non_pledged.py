"""-non_pledged: with WORK_SHORTAGE, opportunistic queues are skipped."""

from __future__ import annotations

from tests.spec.check import Spec, both

FOUR_QUEUES = "queue_name: A | B | C | D, pledged_cpu: -1 | 0 | | 500"


def shortage(value: str, kind: str = "bool") -> str:
    """Draw the row of gdpconfig that says whether work is short."""
    return f"component: core, key: WORK_SHORTAGE, type: {kind}, value: {value}"


def test_a_pledge_of_minus_one_is_opportunistic(spec: Spec) -> None:
    """Only -1 is; 0 is unset, and so is an unknown pledge."""
    spec.check(
        queue=FOUR_QUEUES,
        gdp_config=shortage("True"),
        expected={"A": "pledgedcpu -1 while work is short"},
    )


def test_work_is_short_only_where_the_key_is_true(spec: Spec) -> None:
    """Neither False nor a number, nor a missing value; the text 'True' is not the
    boolean, the key then counts as unset (spec 14)."""
    for value, kind in (
        *(("False", "bool"), ("1", "bool"), ("1", "int"), ("", "bool")),
        ("True", "str"),
    ):
        spec.check(queue=FOUR_QUEUES, gdp_config=shortage(value, kind), expected={})


def test_without_the_key_work_is_not_short(spec: Spec) -> None:
    """Nor with the key of another component, or of another experiment."""
    spec.check(
        queue=FOUR_QUEUES,
        gdp_config="component: jobbroker | core, key: WORK_SHORTAGE, type: bool, "
        "value: True, vo: atlas | other",
        expected={},
    )


def test_a_single_pre_assigned_queue(spec: Spec) -> None:
    """D47: as run, it is not asked; a list of them is."""
    spec.check(
        queue=FOUR_QUEUES,
        gdp_config=shortage("true"),
        task="jedi_task_id: 1 | 2, site: A | A,D",
        expected=both(page={(1, "A"), (2, "A")}, asrun={(2, "A")}),
    )

"""Which comparison of a condition is reported, and how."""

from __future__ import annotations

import pytest
import sqlglot
from sqlglot import exp

from brokersql.compiler.explain_sql import comparisons_of
from brokersql.compiler.expressions import Macros
from brokersql.compiler.fuse import Bit
from brokersql.compiler.join_sides import ANYWHERE, PARTNER, UNIT, JoinSides
from brokersql.policy import load_policy

SIDES = JoinSides({"task": UNIT, "queue": PARTNER, "cfg": ANYWHERE})


def compared(condition: str) -> tuple[str, str, str] | None:
    """Return what is reported of a condition over task, queue and cfg."""
    tree = sqlglot.parse_one(condition, dialect="duckdb")
    assert isinstance(tree, exp.Expr)
    macros = Macros(load_policy("panda_job").macros)
    found = comparisons_of([Bit(0, "rule", tree, exp.null())], SIDES, macros).get(0)
    if found is None:
        return None
    ends = (found.requested, found.operator, found.offered)
    asked, operator, offered = (end.sql(dialect="duckdb") for end in ends)
    return asked, operator, offered


@pytest.mark.parametrize(
    ("condition", "reported"),
    [
        ("task.need > queue.room", ("task.need", "'<='", "queue.room")),
        ("queue.room < task.need", ("task.need", "'<='", "queue.room")),
        ("not queue.room >= task.need", ("task.need", "'<='", "queue.room")),
        ("queue.n > cfg.cap", ("cfg.cap", "'>='", "queue.n")),
        ("queue.n > cfg.cap and task.a > queue.b", ("task.a", "'<='", "queue.b")),
        ("queue.room > 0 and task.need > queue.b", ("task.need", "'<='", "queue.b")),
        ("queue.room > 0 and task.is_scout", None),
        ("queue.room > 0 and queue.n <= 1", ("1", "'<'", "queue.n")),
        ("queue.n = 0 and task.is_scout", ("0", "'<'", "queue.n")),
        ("queue.n = 1", None),
        ("task.need is null or task.need < queue.least", "cases"),
        ("task.need > queue.room or task.is_scout", None),
        ("coalesce(task.need > queue.room, true)", ("task.need", "'<='", "queue.room")),
        ("queue.name = task.name", None),
    ],
)
def test_plain_conditions(
    condition: str, reported: tuple[str, str, str] | str | None
) -> None:
    found = compared(condition)
    if reported == "cases":
        null = "CASE WHEN task.need IS NULL THEN NULL WHEN task.need < queue.least"
        assert found is not None
        assert found[0] == f"{null} THEN task.need ELSE NULL END"
    else:
        assert found == reported


def test_a_case_compares_what_the_branch_that_is_taken_compares() -> None:
    reported = compared(
        """case when cfg.mode = 'x' then queue.n <> 0 and queue.n < cfg.least
        else task.need > queue.room end"""
    )
    assert reported == (
        "CASE WHEN cfg.mode = 'x' THEN cfg.least ELSE task.need END",
        "'<='",
        "CASE WHEN cfg.mode = 'x' THEN queue.n ELSE queue.room END",
    )


def test_a_negated_case_of_a_value() -> None:
    reported = compared("not case cfg.mode when 1 then task.a <= queue.b end")
    assert reported == (
        "CASE WHEN cfg.mode = 1 THEN task.a ELSE NULL END",
        "CASE WHEN cfg.mode = 1 THEN '<=' ELSE NULL END",
        "CASE WHEN cfg.mode = 1 THEN queue.b ELSE NULL END",
    )


def test_a_macro_is_what_it_stands_for() -> None:
    """With an operator among its arguments, the one reported depends on it."""
    reported = compared("exceeds(queue.n, cfg.cap, cfg.op)")
    operator = "CASE WHEN cfg.op = '>=' THEN '>' ELSE '>=' END"
    assert reported == ("cfg.cap", operator, "queue.n")
    reported = compared("not exceeds(queue.n, cfg.cap, cfg.op)")
    operator = "CASE WHEN cfg.op = '>=' THEN '<=' ELSE '<' END"
    assert reported == ("cfg.cap", operator, "queue.n")


def test_a_macro_with_other_arguments_is_not_looked_into() -> None:
    assert compared("exceeds(queue.n, cfg.cap)") is None
    assert compared("no_such_macro(queue.n)") is None
    assert Macros(()).body(exp.column("n")) is None

"""The comparison that decides a filter: what is asked, what is offered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sqlglot import exp

from brokersql.compiler.clauses import normal_form
from brokersql.compiler.sides import ANYWHERE, PAIR, UNIT, Place, Sides

#: Failing comparison -> the operator that has to hold for the pair to pass.
_PASSES: Mapping[type[exp.Expr], str] = {
    exp.GT: "<=",
    exp.GTE: "<",
    exp.LT: ">=",
    exp.LTE: ">",
}
_TURNED = {"<=": ">=", "<": ">", ">=": "<=", ">": "<"}
_NEGATED: Mapping[type[exp.Expr], type[exp.Binary]] = {
    exp.GT: exp.LTE,
    exp.GTE: exp.LT,
    exp.LT: exp.GTE,
    exp.LTE: exp.GT,
}


@dataclass(frozen=True, slots=True)
class Comparison:
    """A pair passes where ``requested operator offered`` holds."""

    requested: exp.Expr
    operator: str
    offered: exp.Expr


def comparison_of(predicate: exp.Expr, sides: Sides) -> Comparison | None:
    """Return the comparison of a predicate that tells most; None if it has none.

    One that sets the task against the queue beats one against a setting; of several
    alike the last counts. Guards against 0 and NULL do not count.
    """
    found = list(_comparisons(normal_form(predicate)))
    found = [
        each for each in found if not any(map(_is_plain, (each.this, each.expression)))
    ]
    if not found:
        return None
    best = max(enumerate(found), key=lambda pair: (_rank(pair[1], sides), pair[0]))[1]
    operator = _PASSES[type(best)]
    if _is_asked(best.this, best.expression, sides):
        return Comparison(best.this, operator, best.expression)
    return Comparison(best.expression, _TURNED[operator], best.this)


def _comparisons(node: exp.Expr) -> Iterator[exp.Binary]:
    plain = node.unnest()
    if isinstance(plain, exp.And | exp.Or):
        for part in plain.flatten():
            yield from _comparisons(part)
    elif isinstance(plain, exp.Not):
        inner = plain.this.unnest()
        if type(inner) in _NEGATED:
            yield _NEGATED[type(inner)](this=inner.this, expression=inner.expression)
    elif type(plain) in _PASSES:
        assert isinstance(plain, exp.Binary)
        yield plain


def _is_plain(node: exp.Expr) -> bool:
    return node.find(exp.Column) is None


def _rank(node: exp.Binary, sides: Sides) -> int:
    left, right = _columns(node.this), _columns(node.expression)
    places = {sides.of(node.this), sides.of(node.expression)}
    if places == {ANYWHERE}:
        return 0
    is_setting = left <= {"cfg"} or right <= {"cfg"}
    return 1 if is_setting else 2 + (len(places) > 1 or PAIR in places)


def _columns(node: exp.Expr) -> set[str]:
    return {column.table for column in node.find_all(exp.Column)}


def _is_asked(left: exp.Expr, right: exp.Expr, sides: Sides) -> bool:
    """Tell whether the left end is what is asked: the task's, else a setting."""
    ends: list[Place] = [sides.of(left), sides.of(right)]
    for place in (UNIT, ANYWHERE):
        if (ends[0] == place) != (ends[1] == place):
            return ends[0] == place
    settings = ["cfg" in _columns(left), "cfg" in _columns(right)]
    return settings[0] or not settings[1]

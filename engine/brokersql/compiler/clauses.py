"""Conditions as clauses: an OR of ANDs, as long as that stays small.

Only where a condition is TRUE counts (FALSE and NULL both keep the pair), and the steps
taken here are exact in that sense: De Morgan and distribution hold in SQL's
three-valued logic, BETWEEN is two comparisons, and coalesce(p, false) is TRUE iff p is.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from math import prod

from sqlglot import exp

from brokersql.compiler.scope import all_of, any_of

#: More clauses than this are not worth their columns.
MOST_CLAUSES = 8

Clause = tuple[exp.Expr, ...]


def normal_form(node: exp.Expr, positive: bool = True) -> exp.Expr:
    """Return a condition, or its negation, with NOT on single atoms only."""
    plain = node.unnest()
    if isinstance(plain, exp.Not):
        return normal_form(plain.this, not positive)
    if isinstance(plain, exp.And | exp.Or):
        parts = [normal_form(side, positive) for side in plain.flatten()]
        is_and = isinstance(plain, exp.And) == positive
        return all_of(parts) if is_and else any_of(parts)
    if isinstance(plain, exp.Between) and not plain.args.get("symmetric"):
        value, low, high = plain.this, plain.args["low"], plain.args["high"]
        bounds = all_of(
            [
                exp.GTE(this=value.copy(), expression=low.copy()),
                exp.LTE(this=value.copy(), expression=high.copy()),
            ]
        )
        return normal_form(bounds, positive)
    if isinstance(plain, exp.Coalesce) and len(plain.expressions) == 1:
        fallback = plain.expressions[0]
        neutral = isinstance(fallback, exp.Boolean) and fallback.this is not positive
        if neutral:
            return normal_form(plain.this, positive)
    return plain if positive else exp.Not(this=_negatable(plain))


def _negatable(node: exp.Expr) -> exp.Expr:
    is_open = isinstance(node, exp.Binary | exp.Between | exp.In | exp.Unary)
    return exp.Paren(this=node) if is_open else node


def clauses_of(
    node: exp.Expr, is_whole: Callable[[exp.Expr], bool]
) -> list[Clause] | None:
    """Return the clauses of a condition in normal form; None if they are too many.

    A part for which `is_whole` holds stays one atom, whatever is inside it.
    """
    found = _clauses(node.unnest(), is_whole)
    return None if found is None else [tuple(dict.fromkeys(each)) for each in found]


def _clauses(
    node: exp.Expr, is_whole: Callable[[exp.Expr], bool]
) -> list[Clause] | None:
    if isinstance(node, exp.Boolean):
        return [()] if node.this else []
    if not isinstance(node, exp.And | exp.Or) or is_whole(node):
        return [(node,)]
    parts = [_clauses(side.unnest(), is_whole) for side in node.flatten()]
    known = [part for part in parts if part is not None]
    if len(known) < len(parts):
        return None
    if isinstance(node, exp.Or):
        whole = [clause for part in known for clause in part]
    elif prod(len(part) for part in known) > MOST_CLAUSES:
        return None
    else:
        whole = [
            tuple(atom for part in chosen for atom in part)
            for chosen in product(*known)
        ]
    return whole if len(whole) <= MOST_CLAUSES else None

"""Expressions as syntax trees: rebuild, join by AND and OR, normal form.

In normal form a condition is an OR of ANDs (clauses), as long as that stays small. Only
where a condition is TRUE counts (FALSE and NULL both keep the pair), and the steps are
exact in that sense: De Morgan and distribution hold in SQL's three-valued logic,
BETWEEN is two comparisons, and coalesce(p, false) is TRUE iff p is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from itertools import product
from math import prod
from typing import cast

from sqlglot import exp

from brokersql.compiler.parse import DIALECT

Columns = Mapping[str, exp.Expr]
_ATOMIC = (exp.Column, exp.Literal, exp.Var, exp.Paren, exp.Case, exp.Cast)


def rebuild(node: exp.Expr, change: Callable[[exp.Expr], exp.Expr]) -> exp.Expr:
    """Return a copy of `node` whose direct children went through `change`."""
    copy = node.__class__()
    copy.meta.update(node.meta)
    if node.type is not None:
        copy.type = node.type
    for name, value in node.args.items():
        if isinstance(value, exp.Expr):
            copy.set(name, _changed(node, value, change))
        elif isinstance(value, list):
            items: list[object] = [
                _changed(node, item, change) if isinstance(item, exp.Expr) else item
                for item in cast(list[object], value)
            ]
            copy.set(name, items)
        else:
            copy.set(name, value)
    return copy


def _changed(
    parent: exp.Expr, child: exp.Expr, change: Callable[[exp.Expr], exp.Expr]
) -> exp.Expr:
    """Return the changed child, in parentheses where the parent might split it."""
    changed = change(child)
    is_grouping = isinstance(parent, exp.Binary | exp.Unary | exp.Between | exp.In)
    same = type(changed) is type(child)
    if same or not (is_grouping or isinstance(parent, exp.Bracket | exp.Dot)):
        return changed
    return enclosed(changed)


def enclosed(node: exp.Expr) -> exp.Expr:
    """Return `node`, in parentheses unless it holds together by itself."""
    is_call = isinstance(node, exp.Func) and not isinstance(
        node, exp.Binary | exp.Connector
    )
    if is_call or isinstance(node, (*_ATOMIC, exp.Null, exp.Boolean, exp.Bracket)):
        return node
    return exp.Paren(this=node)


def is_value(node: exp.Expr) -> bool:
    """Return whether a part of an expression has a value of its own.

    A branch of CASE or a named field has not.
    """
    is_branch = isinstance(node, exp.If) and isinstance(node.parent, exp.Case)
    is_named = isinstance(node, exp.PropertyEQ | exp.Kwarg)
    return isinstance(node, exp.Condition) and not is_branch and not is_named


def conjuncts(node: exp.Expr) -> list[exp.Expr]:
    """Return the parts of a chain of ANDs."""
    plain = node.unnest()
    if isinstance(plain, exp.And):
        return [*conjuncts(plain.this), *conjuncts(plain.expression)]
    return [plain]


def all_of(parts: Sequence[exp.Expr]) -> exp.Expr:
    """Return the conjunction of conditions; true if there is none."""
    return _chain(parts, exp.And) if parts else exp.true()


def any_of(parts: Sequence[exp.Expr]) -> exp.Expr:
    """Return the disjunction of conditions; false if there is none."""
    return _chain(parts, exp.Or) if parts else exp.false()


def _chain(parts: Sequence[exp.Expr], kind: type[exp.Connector]) -> exp.Expr:
    def operand(node: exp.Expr) -> exp.Expr:
        is_other = isinstance(node, exp.Connector) and not isinstance(node, kind)
        return exp.Paren(this=node) if is_other else node

    def both(whole: exp.Expr, part: exp.Expr) -> exp.Expr:
        return kind(this=operand(whole), expression=operand(part))

    return reduce(both, parts)


def text_of(node: exp.Expr) -> str:
    """Return an expression as SQL, the same text for the same expression."""
    return node.sql(dialect=DIALECT, comments=False)


def tables_of(node: exp.Expr) -> set[str]:
    """Return the aliases of the relations that an expression reads."""
    return {column.table for column in node.find_all(exp.Column)}


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
    return plain if positive else exp.Not(this=enclosed(plain))


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

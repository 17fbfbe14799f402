"""Names to expressions: what each column of a select stands for.

The result of a resolution mentions only columns of instances and of `cfg`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import cast

from sqlglot import exp

from brokersql.compiler.parse import Parsed
from brokersql.policy.faults import suggest

Columns = Mapping[str, exp.Expr]
_ATOMIC = (exp.Column, exp.Literal, exp.Var, exp.Paren, exp.Case, exp.Cast)


@dataclass(slots=True)
class Scope:
    """The relations of one select, by alias, and the aliases of its own columns."""

    parsed: Parsed
    sources: dict[str, Columns] = field(default_factory=dict[str, Columns])
    aliases: dict[str, exp.Expr] = field(default_factory=dict[str, exp.Expr])

    def add(self, node: exp.Expr, alias: str, columns: Columns) -> None:
        """Make the columns of a relation known under an alias."""
        if alias in self.sources:
            raise self.parsed.fault(node, f"{alias} stands for two relations")
        self.sources[alias] = columns

    def resolve(self, node: exp.Expr) -> exp.Expr:
        """Return `node` in terms of instances.

        Raises:
            Fault: an unknown or ambiguous column, or more than a row can tell.
        """
        return self._resolve(node, frozenset())

    def _resolve(self, node: exp.Expr, bound: frozenset[str]) -> exp.Expr:
        if isinstance(node, exp.Query | exp.Exists | exp.Subquery):
            hint = "make it a fact with a grain and join it"
            raise self.parsed.fault(node, "a rule has no subquery in a condition", hint)
        if isinstance(node, exp.AggFunc | exp.Window):
            hint = "aggregate in a fact with a grain and join it"
            raise self.parsed.fault(node, "a rule looks at one pair only", hint)
        if isinstance(node, exp.Column):
            return self._column(node, bound)
        if isinstance(node, exp.Lambda):
            bound |= {each.name.lower() for each in node.expressions}
        if isinstance(node, exp.Comprehension):
            bound |= {node.expression.name.lower()}
        return rebuild(node, lambda child: self._resolve(child, bound))

    def _column(self, node: exp.Column, bound: frozenset[str]) -> exp.Expr:
        name, table = node.name.lower(), node.table.lower()
        if isinstance(node.this, exp.Star):
            raise self.parsed.fault(node, "a star is not allowed here")
        if node.db:
            owner = exp.column(node.args["table"].copy(), table=node.args["db"].copy())
            return exp.Dot(this=self._column(owner, bound), expression=node.this.copy())
        if not table and name in bound:
            return node.copy()
        if table and table not in self.sources:
            return self._field(node, bound)
        if table:
            if name not in self.sources[table]:
                hint = suggest(name, self.sources[table], f"{table}.")
                message = f"unknown column {table}.{name}"
                raise self.parsed.fault(node, message, hint)
            return self.sources[table][name].copy()
        return self._unqualified(node, name)

    def _field(self, node: exp.Column, bound: frozenset[str]) -> exp.Expr:
        """Return a field of a struct column, which looks like a qualified column."""
        owner = node.table.lower()
        has_owner = any(owner in columns for columns in self.sources.values())
        if not (has_owner or owner in bound or owner in self.aliases):
            known = [*self.sources]
            raise self.parsed.fault(
                node, f"unknown relation {owner}", suggest(owner, known)
            )
        struct = self._column(exp.Column(this=node.args["table"].copy()), bound)
        return exp.Dot(this=enclosed(struct), expression=node.this.copy())

    def _unqualified(self, node: exp.Column, name: str) -> exp.Expr:
        holders = [alias for alias, columns in self.sources.items() if name in columns]
        if len(holders) > 1:
            hint = f"write {' or '.join(f'{each}.{name}' for each in holders)}"
            raise self.parsed.fault(node, f"column {name} is ambiguous", hint)
        if holders:
            return self.sources[holders[0]][name].copy()
        if name in self.aliases:
            return self.aliases[name].copy()
        known = [f"{a}.{c}" for a, columns in self.sources.items() for c in columns]
        by_column = {each.split(".")[1]: each for each in known}
        near = suggest(name, by_column)
        raise self.parsed.fault(node, f"unknown column {name}", near)


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
    """Tell whether a part of an expression has a value of its own.

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


def all_of(parts: list[exp.Expr]) -> exp.Expr:
    """Return the conjunction of conditions; true if there is none."""
    if not parts:
        return exp.true()
    whole = parts[0]
    for part in parts[1:]:
        whole = exp.And(
            this=_operand(whole, exp.And), expression=_operand(part, exp.And)
        )
    return whole


def any_of(parts: list[exp.Expr]) -> exp.Expr:
    """Return the disjunction of conditions; false if there is none."""
    if not parts:
        return exp.false()
    whole = parts[0]
    for part in parts[1:]:
        whole = exp.Or(this=_operand(whole, exp.Or), expression=_operand(part, exp.Or))
    return whole


def _operand(node: exp.Expr, within: type[exp.Connector]) -> exp.Expr:
    is_other = isinstance(node, exp.Connector) and not isinstance(node, within)
    return exp.Paren(this=node) if is_other else node

"""Relations before they are joined, and the keys on which a join finds one row."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from sqlglot import exp

from brokersql.compiler.parse import Parsed
from brokersql.compiler.relations import Instance, Relation
from brokersql.compiler.scope import Columns, Scope, all_of

#: Alias of a relation whose key is not known before the join around it is read.
FREE = "?"


@dataclass(frozen=True, slots=True)
class Flat:
    """A flattened query: output columns, and the conditions that keep a row.

    `root` is the free relation it begins with, None if it begins with the pairs.
    """

    columns: Columns
    conditions: tuple[exp.Expr, ...]
    root: Relation | None = None

    @property
    def predicate(self) -> exp.Expr:
        """Return all conditions as one."""
        return all_of(list(self.conditions))


@dataclass(frozen=True, slots=True)
class Derived:
    """A query used as a relation, and the names that are visible inside it."""

    parsed: Parsed
    query: exp.Expr
    ctes: Mapping[str, Derived]


@dataclass(frozen=True, slots=True)
class Binding:
    """What stands at the root of a derived relation: an instance, and how it joins."""

    instance: Instance
    is_inner: bool

    def columns(self) -> Columns:
        """Return its columns; the key of a row that must be there is its key itself."""
        relation = self.instance.relation
        columns = {name: self.instance.column(name) for name in relation.columns}
        if self.is_inner and not self.instance.is_base:
            columns |= dict(zip(relation.grain or (), self.instance.keys, strict=False))
        return columns


def free_columns(relation: Relation) -> Columns:
    """Return the columns of a relation whose key is not known yet."""
    return {name: exp.column(name, table=FREE) for name in relation.columns}


def joins_of(select: exp.Expr) -> list[exp.Join]:
    """Return the joins of a select in their order."""
    return cast(list[exp.Join], select.args.get("joins") or [])


def equal_sides(part: exp.Expr) -> list[exp.Expr]:
    """Return both ends of an equality; nothing of any other condition."""
    plain = part.unnest()
    return [plain.this, plain.expression] if isinstance(plain, exp.EQ) else []


def join_keys(
    scope: Scope, join: exp.Join, alias: str, free: Flat, on: list[exp.Expr]
) -> tuple[list[exp.Expr], list[exp.Expr]]:
    """Return the key of a joined relation, and the conditions of ON beyond it.

    Raises:
        Fault: ON does not cover the grain, so a pair could find several rows.
    """
    relation = free.root
    assert relation is not None
    if relation.grain is None:
        hint = "make a fact with a grain of it"
        message = f"{relation.name} has no key: a join may multiply pairs"
        raise scope.parsed.fault(join.this, message, hint)
    found: dict[str, exp.Expr] = {}
    rest: list[exp.Expr] = []
    for part in on:
        key = _key(scope, alias, free, part)
        if key is None or key[0] in found or key[0] not in relation.grain:
            rest.append(part)
        else:
            found[key[0]] = key[1]
    missing = [name for name in relation.grain if name not in found]
    if missing:
        message = f"{alias} is joined without its key {', '.join(missing)}"
        hint = f"one row of {relation.name} per {', '.join(relation.grain)}"
        raise scope.parsed.fault(join.this, message, hint)
    return [found[name] for name in relation.grain], rest


def _key(
    scope: Scope, alias: str, free: Flat, part: exp.Expr
) -> tuple[str, exp.Expr] | None:
    """Return root column and outer value of ``alias.column = value``, else None."""
    sides = equal_sides(part)
    for own, other in (sides, sides[::-1]) if sides else ():
        is_own = isinstance(own, exp.Column) and own.table.lower() == alias
        mentioned = {each.table.lower() for each in other.find_all(exp.Column)}
        if not is_own or alias in mentioned:
            continue
        target = free.columns.get(own.name.lower())
        if isinstance(target, exp.Column) and target.table == FREE:
            return target.name, scope.resolve(other)
    return None


def null_by_itself(instance: Instance, flat: Flat) -> str | None:
    """Return the instance whose absence is all that hides a relation's row."""
    is_alone = flat.conditions == (instance.found(),)
    return instance.name if is_alone else None


def optional(flat: Flat, own: str | None) -> Columns:
    """Return the columns of a left-joined relation: NULL where its row is not there.

    Columns of instance `own` are NULL by themselves.
    """
    if not flat.conditions:
        return flat.columns
    whole = flat.predicate
    columns: dict[str, exp.Expr] = {}
    for name, value in flat.columns.items():
        is_own = isinstance(value, exp.Column) and value.table == own
        columns[name] = value if is_own else exp.Case().when(whole.copy(), value)
    return columns


def expanded(scope: Scope, item: exp.Expr, star: exp.Star) -> Columns:
    """Return the columns that a star stands for."""
    if star.args.get("except_") or star.args.get("replace") or star.args.get("rename"):
        raise scope.parsed.fault(item, "a rule has no star with exclude or replace")
    only = item.table.lower() if isinstance(item, exp.Column) else None
    return {
        name: value
        for alias, columns in scope.sources.items()
        if only in (None, alias)
        for name, value in columns.items()
    }

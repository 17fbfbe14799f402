"""A statement about one snapshot in, the same statement about many snapshots out.

Every relation that has a name gets the column `cycle_no`, the number of its snapshot;
`x_cycle` lists these numbers. What a statement does with the rows of one snapshot, the
lifted one does with the rows of each:

* relations are joined within a snapshot, crossed ones too;
* GROUP BY, DISTINCT ON and windows take `cycle_no` as one key more;
* a query in an expression finds rows of the snapshot of the row that asks;
* a query that makes one row of all, or the first rows, is asked once per snapshot.

`cycle_no` is the last column of every lifted query, so that places in lists stay.
Rows without a name of their own (`values`, `unnest`) belong to all snapshots, as do
those of relations that are the same in all.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import cast

import sqlglot
from sqlglot import exp

from brokersql.compiler.lift_scope import (
    CYCLE,
    CYCLES,
    UnliftableError,
    add_keys,
    all_of,
    cycle_of,
    is_one_row,
    is_shared,
    mark_shared,
    names_of,
    own_nodes,
)
from brokersql.compiler.parse import DIALECT


@dataclass(frozen=True, slots=True)
class Lifted:
    """A lifted text; `is_shared`: it makes relations that are the same everywhere."""

    sql: str
    is_shared: bool


def lift(sql: str) -> str:
    """Return the text of one or more statements, lifted.

    Raises:
        UnliftableError: a statement has a shape that cannot be lifted.
    """
    return lift_beside(sql, frozenset[str]()).sql


@cache
def lift_beside(sql: str, shared: frozenset[str]) -> Lifted:
    """Return a text, lifted where some relations have the same rows in all snapshots.

    These stand there once, without a number. What is made of nothing else stays as it
    is, and what it makes is such a relation too.

    Raises:
        UnliftableError: a statement has a shape that cannot be lifted.
    """
    logging.getLogger("sqlglot").setLevel(logging.ERROR)  # it wonders about RESET
    trees = [tree for tree in sqlglot.parse(sql, dialect=DIALECT) if tree is not None]
    if all(_is_for_all(tree) for tree in trees):
        return Lifted(sql, is_shared=False)
    if shared and all([mark_shared(tree, shared) for tree in trees]):
        return Lifted(sql, is_shared=True)
    return Lifted(";\n".join(_statement(tree) for tree in trees), is_shared=False)


def _is_for_all(tree: exp.Expr) -> bool:
    """Tell whether a statement says the same for all snapshots: a macro, a schema."""
    if not isinstance(tree, exp.Create) or tree.kind in ("TABLE", "VIEW"):
        return False
    if tree.find(exp.From):
        raise UnliftableError(f"macro {tree.this.name} reads relations")
    return True


def _statement(tree: exp.Expr) -> str:
    match tree:
        case exp.Create() if _is_for_all(tree):
            pass
        case exp.Set() | exp.Command():
            pass
        case exp.Query():
            tree = _query(tree)
        case exp.Create(expression=exp.Query() as query):
            tree.set("expression", _query(query))
        case exp.Create(this=exp.Schema() as schema):
            kind = exp.DataType.build("integer")
            column = exp.ColumnDef(this=exp.to_identifier(CYCLE), kind=kind)
            schema.append("expressions", column)
        case exp.Insert(expression=exp.Query() as query):
            if isinstance(tree.this, exp.Schema):
                tree.this.append("expressions", exp.to_identifier(CYCLE))
            tree.set("expression", _query(query))
        case exp.Update() | exp.Delete():
            _change(tree)
        case _:
            raise UnliftableError(f"statement {tree.key}")
    return tree.sql(dialect=DIALECT)


def _change(tree: exp.Update | exp.Delete) -> None:
    """Lift an update or a delete: what it reads is of the snapshot of the row."""
    target = tree.this
    if not isinstance(target, exp.Table):
        raise UnliftableError(f"{tree.key} of {target.key}")
    own = cycle_of(target)
    for node in own_nodes(tree, exp.Subquery, exp.Exists, exp.In):
        _ask_per_cycle(node, own)
    where = tree.args.get("where")
    conditions: list[exp.Expr] = [where.this] if isinstance(where, exp.Where) else []
    origin = tree.args.get("from_")
    if isinstance(origin, exp.From):
        scope = _Sources()
        scope.add(origin.this)
        for join in cast(Sequence[exp.Join], origin.this.args.get("joins") or ()):
            scope.join(join)
        if scope.driver is None:
            raise UnliftableError("a change from rows that belong to all snapshots")
        conditions.append(exp.EQ(this=own, expression=scope.driver))
    if conditions:
        tree.set("where", exp.Where(this=all_of(conditions)))


def _query(tree: exp.Query) -> exp.Query:
    """Return a query whose last column is the number of the snapshot."""
    for cte in tree.ctes:
        if cte.args.get("key_expressions"):
            raise UnliftableError("a recursion with a key")
        cte.set("this", _query(cte.this))
    match tree:
        case exp.SetOperation():
            if tree.args.get("limit") or tree.args.get("offset"):
                raise UnliftableError("the first rows of a set operation")
            tree.set("this", _query(tree.left))
            tree.set("expression", _query(tree.right))
            return tree
        case exp.Subquery():
            tree.set("this", _query(tree.this))
            return tree
        case exp.Select() if _is_of_all(tree):
            return _one_by_one(tree)
        case exp.Select():
            driver = _from(tree)
            add_keys(tree, driver)
            return tree.select(exp.alias_(driver.copy(), CYCLE), copy=False)
        case _:
            raise UnliftableError(f"query {tree.key}")


def _is_of_all(select: exp.Select) -> bool:
    """Tell whether a select looks at its rows as a whole."""
    if select.args.get("sample"):
        raise UnliftableError("a sample")
    has_limit = select.args.get("limit") or select.args.get("offset")
    return bool(has_limit) or is_one_row(select)


def _one_by_one(select: exp.Select) -> exp.Query:
    """Return a select that is asked for each snapshot, also where nothing is found."""
    asking = exp.alias_(exp.to_table(CYCLES), "asking", table=True)
    outer = exp.column(CYCLE, table="asking")
    names, ctes = names_of(select), select.args.get("with_")
    select.set("with_", None)
    driver = _from(select)
    select.where(exp.EQ(this=driver, expression=outer), copy=False)
    alias = exp.TableAlias(this=exp.to_identifier("asked"))
    asked = exp.Lateral(this=exp.Subquery(this=select), alias=alias)
    made = exp.select(*_columns(names), exp.alias_(outer.copy(), CYCLE))
    made = made.from_(asking).join(asked, join_type="cross")
    made.set("with_", ctes)
    return made


def _columns(names: Sequence[str]) -> list[exp.Column]:
    """Return columns of the query `asked` by their names."""
    quoted = [exp.to_identifier(name, quoted=True) for name in names]
    return [exp.column(name, table="asked") for name in quoted]


class _Sources:
    """The relations of a FROM; the driver is the snapshot of the first that has one."""

    def __init__(self) -> None:
        self.driver: exp.Column | None = None
        self.lifted: set[str] = set()

    def add(self, source: exp.Expr) -> exp.Column | None:
        """Lift a relation; return the column of its snapshot, None if it has none."""
        match source:
            case exp.Table() if is_shared(source):
                return None
            case exp.Table() if isinstance(source.this, exp.Identifier):
                pass
            case exp.Subquery() if not isinstance(source.this, exp.Values):
                source.set("this", _query(source.this))
            case exp.Subquery() | exp.Unnest() | exp.Values() | exp.Table():
                return None
            case _:
                raise UnliftableError(f"relation {source.key}")
        name = source.alias_or_name
        if not name:
            raise UnliftableError("a query without a name in FROM")
        self.lifted.add(name)
        found = cycle_of(source)
        self.driver = self.driver or found
        return found

    def join(self, join: exp.Join) -> None:
        """Lift a joined relation and join it within the snapshot."""
        known = self.driver
        kind = [join.args.get("method"), join.side, join.kind]
        is_odd = join.args.get("using") or join.args.get("method")
        if is_odd or join.side in ("RIGHT", "FULL"):
            raise UnliftableError(f"join {' '.join(filter(None, kind)) or 'using'}")
        found = self.add(join.this)
        if found is None or known is None:
            return
        parts = [join.args["on"]] if join.args.get("on") else []
        same = exp.EQ(this=found, expression=known.copy())
        join.set("on", all_of([*parts, same]))
        if join.kind == "CROSS" or not (join.kind or join.side):
            join.set("kind", "INNER")


def _from(select: exp.Select) -> exp.Column:
    """Lift the relations of a select; return the column of the snapshot of a row."""
    scope = _Sources()
    origin = select.args.get("from_")
    joins = cast(Sequence[exp.Join], select.args.get("joins") or ())
    if not isinstance(origin, exp.From):
        select.set("from_", exp.From(this=exp.to_table(CYCLES)))
        scope.driver = exp.column(CYCLE, table=CYCLES)
    elif scope.add(origin.this) is None:
        scope.driver = exp.column(CYCLE, table=CYCLES)
        crossed = exp.Join(this=origin.this, kind="CROSS")
        origin.set("this", exp.to_table(CYCLES))
        select.set("joins", [crossed, *joins])
    for join in joins:
        scope.join(join)
    assert scope.driver is not None
    _stars(select, scope.lifted)
    for node in own_nodes(select, exp.Subquery, exp.Exists, exp.In):
        _ask_per_cycle(node, scope.driver)
    return scope.driver


def _stars(select: exp.Select, lifted: set[str]) -> None:
    """Leave the number of the snapshot out of what a star stands for."""
    for item in select.expressions:
        is_bare = isinstance(item, exp.Star)
        star = item if is_bare else item.this
        if isinstance(star, exp.Star) and (lifted if is_bare else item.table in lifted):
            left_out = cast(Sequence[exp.Expr], star.args.get("except_") or ())
            star.set("except_", [*left_out, exp.to_identifier(CYCLE)])


def _ask_per_cycle(node: exp.Expr, outer: exp.Column) -> None:
    """Let a query in an expression find only rows of the snapshot of the outer row."""
    if isinstance(node, exp.In):
        query = node.args.get("query")
        if isinstance(query, exp.Subquery):
            query.set("this", _asked(query.this, outer))
    else:
        node.set("this", _asked(node.this, outer))


def _asked(query: exp.Expr, outer: exp.Column) -> exp.Query:
    """Return a lifted query, cut to one snapshot; only its own name is in sight."""
    if not isinstance(query, exp.Query):
        raise UnliftableError(f"query {query.key}")
    names = names_of(query)
    alias = exp.TableAlias(this=exp.to_identifier("asked"))
    inner = exp.Subquery(this=_query(query), alias=alias)
    own = exp.column(CYCLE, table="asked")
    same = exp.EQ(this=own, expression=outer.copy())
    return exp.select(*_columns(names)).from_(inner).where(same)

"""A statement about one snapshot in, the same statement about many snapshots out.

Every relation that has a name gets the column `cycle_no`, the number of its snapshot;
`x_cycle` lists these numbers. What a statement does with the rows of one snapshot, the
rewritten one does with the rows of each:

* relations are joined within a snapshot, crossed ones too;
* GROUP BY, DISTINCT ON and windows take `cycle_no` as one key more;
* a query in an expression finds rows of the snapshot of the row that asks;
* a query that makes one row of all, or the first rows, is asked once per snapshot.

`cycle_no` is the last column of every rewritten query, so that positions in lists stay.
Rows without a name of their own (`values`, `unnest`) belong to all snapshots, as do
those of relations that are the same in all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeVar, cast

from sqlglot import exp

from brokersql.compiler.parse import (
    DIALECT,
    around_aggregate,
    joins_of,
    parse_statements,
    written_table,
)
from brokersql.core.database import Database
from brokersql.core.sql_files import sql_text

#: The number of a snapshot in a block: a column of every rewritten relation.
CYCLE_NO = "cycle_no"
#: The relation that lists these numbers.
CYCLE_LIST = "x_cycle"

E = TypeVar("E", bound=exp.Expr)
_SHARED = "is_shared"


class UnbatchableError(Exception):
    """A statement has a shape that is not known to mean the same per snapshot."""


def own_nodes(select: exp.Expr, *kinds: type[E]) -> Iterator[E]:
    """Yield the nodes of a select outside of its FROM and of the queries in it.

    A query in an expression is yielded itself, as are IN and EXISTS around one.
    """

    def is_outside(node: exp.Expr) -> bool:
        around, key = node.parent, node.arg_key
        is_source = isinstance(around, exp.Join) and key == "this"
        is_list = isinstance(around, exp.In) and key == "query"
        return is_source or is_list or isinstance(node, exp.From | exp.With)

    def is_closed(node: exp.Expr) -> bool:
        is_query = isinstance(node, exp.Query | exp.Exists)
        return node is not select and (is_query or is_outside(node))

    for node in select.walk(prune=is_closed):
        if isinstance(node, kinds) and not is_outside(node):
            yield node


def cycle_of(source: exp.Expr) -> exp.Column:
    """Return the column of the snapshot of a relation in a FROM."""
    alias = source.args.get("alias")
    name = alias.this if isinstance(alias, exp.TableAlias) else source.this
    return exp.column(CYCLE_NO, table=name.copy())


def is_one_row(select: exp.Select) -> bool:
    """Return whether a select makes one row of all: it aggregates without groups."""
    if select.args.get("group"):
        return False
    if select.args.get("having"):
        return True
    return any(
        _is_aggregate(node) and not isinstance(around_aggregate(node), exp.Window)
        for node in own_nodes(select, exp.Func)
    )


def _is_aggregate(node: exp.Func) -> bool:
    if isinstance(node, exp.Anonymous):
        return node.name.lower() in _aggregates()
    names = {name.lower() for name in node.sql_names()}
    return isinstance(node, exp.AggFunc) or bool(names & _aggregates())


@cache
def _aggregates() -> frozenset[str]:
    """Return the names of DuckDB's aggregate functions."""
    database = Database.open(threads=1)
    try:
        rows = database.rows(sql_text("replay", "aggregates"))
    finally:
        database.close()
    return frozenset(str(name) for (name,) in rows)


def add_keys(select: exp.Select, driver: exp.Column) -> None:
    """Make the snapshot a key of whatever puts rows together or in order."""
    group = select.args.get("group")
    if isinstance(group, exp.Group):
        if group.find(exp.GroupingSets, exp.Cube, exp.Rollup):
            raise UnbatchableError("grouping sets")
        if not group.args.get("all"):
            group.append("expressions", driver.copy())
    distinct = select.args.get("distinct")
    if isinstance(distinct, exp.Distinct) and distinct.args.get("on"):
        distinct.args["on"].append("expressions", driver.copy())
    order = select.args.get("order")
    if isinstance(order, exp.Order) and select.parent is None:
        first = exp.Ordered(this=driver.copy(), nulls_first=False)
        order.set("expressions", [first, *order.expressions])
    for window in own_nodes(select, exp.Window):
        if not window.args.get("alias"):  # else it is partitioned under its name
            window.append("partition_by", driver.copy())


def mark_shared(tree: exp.Expr, shared: frozenset[str]) -> bool:
    """Mark the relations of a statement that are the same in all snapshots.

    Return whether it makes a relation of nothing else.
    """
    made = tree.this if isinstance(tree, exp.Create) else None
    own = {cte.alias for cte in tree.find_all(exp.CTE)}
    is_whole = isinstance(made, exp.Table)
    for table in tree.find_all(exp.Table):
        if table is made or table.name in own:
            continue
        if table.name in shared:
            table.meta[_SHARED] = True
        elif isinstance(table.this, exp.Identifier):
            is_whole = False
    return is_whole


@dataclass(frozen=True, slots=True)
class BatchStatement:
    """A rewritten text; `shared` are relations it makes that are the same in all."""

    sql: str
    shared: tuple[str, ...] = ()


def rewrite_for_cycles(sql: str) -> str:
    """Return the text of one or more statements, rewritten.

    Raises:
        UnbatchableError: a statement has a shape that cannot be rewritten.
    """
    return rewrite_with_shared(sql, frozenset[str]()).sql


@cache
def rewrite_with_shared(sql: str, shared: frozenset[str]) -> BatchStatement:
    """Return a text, rewritten where all snapshots share some relations.

    These stand there once, without a number. What is made of nothing else stays as it
    is, and what it makes is such a relation too.

    Raises:
        UnbatchableError: a statement has a shape that cannot be rewritten.
    """
    trees = parse_statements(sql)
    if all(_is_for_all(tree) for tree in trees):
        return BatchStatement(sql)
    if shared and all([mark_shared(tree, shared) for tree in trees]):
        made = [table for tree in trees if (table := written_table(tree))]
        return BatchStatement(sql, tuple(table.name for table in made))
    return BatchStatement(";\n".join(map(_statement, trees)))


def _is_for_all(tree: exp.Expr) -> bool:
    """Return whether a statement says the same for all snapshots: a macro, a schema."""
    if not isinstance(tree, exp.Create) or tree.kind in ("TABLE", "VIEW"):
        return False
    if tree.find(exp.From):
        raise UnbatchableError(f"macro {tree.this.name} reads relations")
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
            column = exp.ColumnDef(this=exp.to_identifier(CYCLE_NO), kind=kind)
            schema.append("expressions", column)
        case exp.Insert(expression=exp.Query() as query):
            if isinstance(tree.this, exp.Schema):
                tree.this.append("expressions", exp.to_identifier(CYCLE_NO))
            tree.set("expression", _query(query))
        case exp.Update() | exp.Delete():
            _change(tree)
        case _:
            raise UnbatchableError(f"statement {tree.key}")
    return tree.sql(dialect=DIALECT)


def _change(tree: exp.Update | exp.Delete) -> None:
    """Rewrite an update or a delete: what it reads is of the snapshot of the row."""
    target = tree.this
    if not isinstance(target, exp.Table):
        raise UnbatchableError(f"{tree.key} of {target.key}")
    own = cycle_of(target)
    for node in own_nodes(tree, exp.Subquery, exp.Exists, exp.In):
        _ask_per_cycle(node, own)
    where = tree.args.get("where")
    conditions: list[exp.Expr] = [where.this] if isinstance(where, exp.Where) else []
    origin = tree.args.get("from_")
    if isinstance(origin, exp.From):
        scope = _Sources()
        scope.add(origin.this)
        for join in joins_of(origin.this):
            scope.join(join)
        if scope.driver is None:
            raise UnbatchableError("a change from rows that belong to all snapshots")
        conditions.append(exp.EQ(this=own, expression=scope.driver))
    if conditions:
        tree.set("where", exp.Where(this=exp.and_(*conditions, copy=False)))


def _query(tree: exp.Query) -> exp.Query:
    """Return a query whose last column is the number of the snapshot."""
    for cte in tree.ctes:
        if cte.args.get("key_expressions"):
            raise UnbatchableError("a recursion with a key")
        cte.set("this", _query(cte.this))
    match tree:
        case exp.SetOperation():
            if tree.args.get("limit") or tree.args.get("offset"):
                raise UnbatchableError("the first rows of a set operation")
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
            return tree.select(exp.alias_(driver.copy(), CYCLE_NO), copy=False)
        case _:
            raise UnbatchableError(f"query {tree.key}")


def _is_of_all(select: exp.Select) -> bool:
    """Return whether a select looks at its rows as a whole."""
    if select.args.get("sample"):
        raise UnbatchableError("a sample")
    has_limit = select.args.get("limit") or select.args.get("offset")
    return bool(has_limit) or is_one_row(select)


def _one_by_one(select: exp.Select) -> exp.Query:
    """Return a select that is asked for each snapshot, also where nothing is found."""
    asking = exp.alias_(exp.to_table(CYCLE_LIST), "asking", table=True)
    outer = exp.column(CYCLE_NO, table="asking")
    names, ctes = select.named_selects, select.args.get("with_")
    select.set("with_", None)
    driver = _from(select)
    select.where(exp.EQ(this=driver, expression=outer), copy=False)
    alias = exp.TableAlias(this=exp.to_identifier("asked"))
    asked = exp.Lateral(this=exp.Subquery(this=select), alias=alias)
    made = exp.select(*_columns(names), exp.alias_(outer.copy(), CYCLE_NO))
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
        self.rewritten: set[str] = set()

    def add(self, source: exp.Expr) -> exp.Column | None:
        """Rewrite a relation; return the column of its snapshot, if it has one."""
        match source:
            case exp.Table() if _SHARED in source.meta:
                return None
            case exp.Table() if isinstance(source.this, exp.Identifier):
                pass
            case exp.Subquery() if not isinstance(source.this, exp.Values):
                source.set("this", _query(source.this))
            case exp.Subquery() | exp.Unnest() | exp.Values() | exp.Table():
                return None
            case _:
                raise UnbatchableError(f"relation {source.key}")
        name = source.alias_or_name
        if not name:
            raise UnbatchableError("a query without a name in FROM")
        self.rewritten.add(name)
        found = cycle_of(source)
        self.driver = self.driver or found
        return found

    def join(self, join: exp.Join) -> None:
        """Rewrite a joined relation and join it within the snapshot."""
        known = self.driver
        kind = [join.args.get("method"), join.side, join.kind]
        is_unknown = join.args.get("using") or join.args.get("method")
        if is_unknown or join.side in ("RIGHT", "FULL"):
            raise UnbatchableError(f"join {' '.join(filter(None, kind)) or 'using'}")
        found = self.add(join.this)
        if found is None or known is None:
            return
        parts = [join.args["on"]] if join.args.get("on") else []
        same = exp.EQ(this=found, expression=known.copy())
        join.set("on", exp.and_(*parts, same, copy=False))
        if join.kind == "CROSS" or not (join.kind or join.side):
            join.set("kind", "INNER")


def _from(select: exp.Select) -> exp.Column:
    """Rewrite the relations of a select; return the column of the snapshot of a row."""
    scope = _Sources()
    origin = select.args.get("from_")
    joins = joins_of(select)
    if not isinstance(origin, exp.From):
        select.set("from_", exp.From(this=exp.to_table(CYCLE_LIST)))
        scope.driver = exp.column(CYCLE_NO, table=CYCLE_LIST)
    elif scope.add(origin.this) is None:
        scope.driver = exp.column(CYCLE_NO, table=CYCLE_LIST)
        crossed = exp.Join(this=origin.this, kind="CROSS")
        origin.set("this", exp.to_table(CYCLE_LIST))
        select.set("joins", [crossed, *joins])
    for join in joins:
        scope.join(join)
    assert scope.driver is not None
    _stars(select, scope.rewritten)
    for node in own_nodes(select, exp.Subquery, exp.Exists, exp.In):
        _ask_per_cycle(node, scope.driver)
    return scope.driver


def _stars(select: exp.Select, rewritten: set[str]) -> None:
    """Leave the number of the snapshot out of what a star stands for."""
    for item in select.expressions:
        is_bare = isinstance(item, exp.Star)
        star = item if is_bare else item.this
        if not isinstance(star, exp.Star):
            continue
        if rewritten if is_bare else item.table in rewritten:
            left_out = cast(Sequence[exp.Expr], star.args.get("except_") or ())
            star.set("except_", [*left_out, exp.to_identifier(CYCLE_NO)])


def _ask_per_cycle(node: exp.Expr, outer: exp.Column) -> None:
    """Let a query in an expression find only rows of the snapshot of the outer row."""
    if isinstance(node, exp.In):
        query = node.args.get("query")
        if isinstance(query, exp.Subquery):
            query.set("this", _asked(query.this, outer))
    else:
        node.set("this", _asked(node.this, outer))


def _asked(query: exp.Expr, outer: exp.Column) -> exp.Query:
    """Return a rewritten query of one snapshot; only its own name is in scope."""
    if not isinstance(query, exp.Query):
        raise UnbatchableError(f"query {query.key}")
    names = query.named_selects
    alias = exp.TableAlias(this=exp.to_identifier("asked"))
    inner = exp.Subquery(this=_query(query), alias=alias)
    own = exp.column(CYCLE_NO, table="asked")
    same = exp.EQ(this=own, expression=outer.copy())
    return exp.select(*_columns(names)).from_(inner).where(same)

"""What the parts of a statement are to those who lift it.

What a select itself holds and what only the queries inside it do, which relations are
the same in all snapshots, which columns and settings keep snapshots apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import TypeVar, cast

from sqlglot import exp

from brokersql.compiler.parse import DIALECT
from brokersql.database import Database
from brokersql.resources import sql_root

#: The number of a snapshot in a block: a column of every lifted relation.
CYCLE = "cycle_no"
#: The relation that lists these numbers.
CYCLES = "x_cycle"

E = TypeVar("E", bound=exp.Expr)
_SHARED = "is_shared"


class UnliftableError(Exception):
    """A statement has a shape that is not known to mean the same per snapshot."""


def own_nodes(select: exp.Expr, *kinds: type[E]) -> Iterator[E]:
    """Yield the nodes of a select outside of its FROM and of the queries in it.

    A query in an expression is yielded itself, as are IN and EXISTS around one.
    """
    waiting: list[exp.Expr] = []
    for key, value in select.args.items():
        if key not in ("from_", "with_", "joins"):
            waiting += _listed(value)
    for join in cast(Sequence[exp.Join], select.args.get("joins") or ()):
        waiting += _listed(join.args.get("on"))
    while waiting:
        node = waiting.pop()
        if isinstance(node, kinds):
            yield node
        if isinstance(node, exp.In) and node.args.get("query"):
            waiting.append(node.this)
        elif not isinstance(node, exp.Query | exp.Exists):
            waiting.extend(node.iter_expressions())


def _listed(value: object) -> list[exp.Expr]:
    several = cast(Sequence[object], value) if isinstance(value, list) else [value]
    return [each for each in several if isinstance(each, exp.Expr)]


def cycle_of(source: exp.Expr) -> exp.Column:
    """Return the column of the snapshot of a relation in a FROM."""
    alias = source.args.get("alias")
    name = alias.this if isinstance(alias, exp.TableAlias) else source.this
    return exp.column(CYCLE, table=name.copy())


def is_one_row(select: exp.Select) -> bool:
    """Tell whether a select makes one row of all: it aggregates without groups."""
    if select.args.get("group"):
        return False
    if select.args.get("having"):
        return True
    return any(
        _is_aggregate(node) and not _is_windowed(node)
        for node in own_nodes(select, exp.Func)
    )


def _is_windowed(node: exp.Expr) -> bool:
    parent = node.parent
    while isinstance(parent, exp.Filter | exp.IgnoreNulls | exp.RespectNulls):
        parent = parent.parent
    return isinstance(parent, exp.Window)


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
        file = sql_root() / "replay" / "aggregates.sql"
        rows = database.rows(file.read_text(encoding="utf-8"))
    finally:
        database.close()
    return frozenset(str(name) for (name,) in rows)


def names_of(query: exp.Query) -> list[str]:
    """Return the names of the columns of a query."""
    return [str(name) for name in query.named_selects]


def all_of(parts: Sequence[exp.Expr]) -> exp.Expr:
    """Return conditions joined by AND."""
    return exp.and_(*parts, dialect=DIALECT, copy=False)


def add_keys(select: exp.Select, driver: exp.Column) -> None:
    """Make the snapshot a key of whatever puts rows together or in order."""
    group = select.args.get("group")
    if isinstance(group, exp.Group):
        if group.find(exp.GroupingSets, exp.Cube, exp.Rollup):
            raise UnliftableError("grouping sets")
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


def is_shared(table: exp.Table) -> bool:
    """Tell whether a relation was marked as the same in all snapshots."""
    return _SHARED in table.meta

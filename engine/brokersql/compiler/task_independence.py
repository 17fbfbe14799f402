"""Whether the tasks of a program are independent, so that machines may share them.

Every machine knows all facts, but only some rows of `x_unit`, the decisions. What is
made of these is *partial*. Either each row belongs to a task, which a column names, or
rows are what tasks ask for, without repetition, whichever task does. A statement must
not put partial rows of several tasks together, by a group, a window, a join, or as the
first of all. What cannot be shown to keep tasks independent counts as dependence.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from sqlglot import exp

from brokersql.compiler.batch_rewrite import is_one_row, own_nodes
from brokersql.compiler.parse import (
    DIALECT,
    parse_statements,
    sources_of,
    written_table,
)

#: Columns that say of a row whose it is.
_NAMES = frozenset({"unit_no", "pair_no", "jedi_task_id", "verdict_row"})
_DECISIONS = "x_unit"
#: Relations that the compiler itself joins, by numbers of what decisions ask.
_BY_NUMBER = ("x_level_", "x_sparse_")
#: Where a pair stands in `x_verdict`, as x_passed calls it.
_ROW = {"rowid": "verdict_row"}
_WHAT_IS_SHOWN = 60


class TaskDependencyError(Exception):
    """A statement puts tasks together, or cannot be shown to keep them independent."""

    def __init__(self, tree: exp.Expr) -> None:
        text = " ".join(tree.sql(dialect=DIALECT).split())
        is_short = len(text) <= _WHAT_IS_SHOWN
        super().__init__(text if is_short else f"{text[:_WHAT_IS_SHOWN]}…")


#: Rows of each task (no columns), or what tasks ask for, by these columns.
_Kind = frozenset[str]
_OWN = _Kind()
#: Partial relations by name; all others are whole.
_Known = Mapping[str, _Kind]


def find_dependency(statements: Sequence[tuple[str, str]]) -> str | None:
    """Return where tasks meet in named statements, readers last; None if nowhere."""
    parsed = [
        (name, tree) for name, sql in statements for tree in parse_statements(sql)
    ]
    known: dict[str, _Kind] = {}
    names = _identifying([tree for _, tree in parsed])
    for name, tree in parsed:
        if _made(tree) == _DECISIONS:
            known[_DECISIONS] = _OWN
        try:
            kind = _IndependenceReader(names).of_statement(tree, known)
        except TaskDependencyError as error:
            return f"{name}: {error}"
        if kind is not None and (made := _made(tree)):
            known[made] = kind
    return None


def _made(tree: exp.Expr) -> str:
    """Return the relation that a statement makes or changes, or nothing."""
    target = written_table(tree)
    return target.name if target is not None else ""


def _identifying(trees: Sequence[exp.Expr]) -> frozenset[str]:
    """Return the columns that name a task, numbers in the order of tasks among them."""
    numbers: dict[str, bool] = {}
    for tree in trees:
        for window in tree.find_all(exp.Window):
            order = window.args.get("order")
            name = window.parent.alias if isinstance(window.parent, exp.Alias) else ""
            if not name or not isinstance(order, exp.Order):
                continue
            keys = [each.this for each in order.expressions]
            by = {each.name for each in keys if isinstance(each, exp.Column)}
            is_one = isinstance(window.this, exp.DenseRank | exp.RowNumber | exp.Rank)
            is_whole = not window.args.get("partition_by")
            names_task = is_one and is_whole and not by.isdisjoint(_NAMES)
            numbers[name] = numbers.get(name, True) and names_task
    return _NAMES | {name for name, names_task in numbers.items() if names_task}


#: The partial relations of a FROM by name.
_Sources = dict[str, _Kind]


class _IndependenceReader:
    """Reads statements; `names` are the columns that say whose a row is."""

    def __init__(self, names: frozenset[str]) -> None:
        self._names = names

    def of_statement(self, tree: exp.Expr, known: _Known) -> _Kind | None:
        """Return the kind of what a statement makes, None for whole relations."""
        match tree:
            case exp.Create(expression=exp.Query() as query):
                return self._query(query, known)
            case exp.Insert(expression=exp.Query() as query):
                return self._query(query, known)
            case exp.Update() | exp.Delete():
                return self._change(tree, known)
            case exp.Query():
                return self._query(tree, known)
            case _:
                return None

    def _change(self, tree: exp.Update | exp.Delete, known: _Known) -> _Kind | None:
        origin = tree.args.get("from_")
        found: _Sources = {}
        if isinstance(origin, exp.From):
            self._add(found, origin.this, None, known)
        if found:
            self._demand_same(tree.args.get("where"), tree)
        self._subqueries(tree, known)
        return known.get(_made(tree))

    def _query(self, tree: exp.Expr, known: _Known) -> _Kind | None:
        inner = dict(known)
        for cte in tree.ctes if isinstance(tree, exp.Query) else ():
            inner.pop(cte.alias, None)
            if (kind := self._query(cte.this, inner)) is not None:
                inner[cte.alias] = kind
        match tree:
            case exp.Subquery():
                return self._query(tree.this, inner)
            case exp.SetOperation():
                return self._union(tree, inner)
            case exp.Select():
                return self._select(tree, inner)
            case _:
                if any(table.name in inner for table in tree.find_all(exp.Table)):
                    raise TaskDependencyError(tree)
                return None

    def _union(self, tree: exp.SetOperation, known: _Known) -> _Kind | None:
        kinds = [self._query(side, known) for side in (tree.left, tree.right)]
        partial = [kind for kind in kinds if kind is not None]
        if not partial:
            return None
        is_all = isinstance(tree, exp.Union) and not tree.args.get("distinct")
        is_named = not self._names.isdisjoint(tree.named_selects)
        if not (is_all or is_named) or tree.args.get("limit"):
            raise TaskDependencyError(tree)
        return partial[0] if len({*partial}) == 1 else _OWN

    def _select(self, select: exp.Select, known: _Known) -> _Kind | None:
        sources: _Sources = {}
        for source in sources_of(select):
            join = source.parent if isinstance(source.parent, exp.Join) else None
            self._add(sources, source, join, known)
        self._subqueries(select, known)
        if not sources:
            return None
        distinct = select.args.get("distinct")
        asks = isinstance(distinct, exp.Distinct) and not distinct.args.get("on")
        is_plain = not select.args.get("group") and not any(
            True for _ in own_nodes(select, exp.Window)
        )
        is_named = not self._names.isdisjoint(select.named_selects)
        if select.args.get("limit") or is_one_row(select):
            raise TaskDependencyError(select)
        if asks and is_plain and not is_named:
            return _Kind(select.named_selects)
        if _OWN not in sources.values():
            if not is_plain or isinstance(distinct, exp.Distinct):
                raise TaskDependencyError(select)
            return next(iter(sources.values()))
        self._keys(select)
        return _OWN

    def _keys(self, select: exp.Select) -> None:
        """See that what puts rows together has a column that says whose they are."""
        group = select.args.get("group")
        if isinstance(group, exp.Group):
            by: Sequence[exp.Expr] = group.expressions
            if group.args.get("all"):
                by = [each for each in select.expressions if not each.find(exp.AggFunc)]
            self._demand(by, group)
        distinct = select.args.get("distinct")
        if isinstance(distinct, exp.Distinct):
            on = distinct.args.get("on")
            named = on.expressions if isinstance(on, exp.Expr) else select.expressions
            self._demand(named, select)
        windows = [*own_nodes(select, exp.Window)]
        windows += cast(Sequence[exp.Window], select.args.get("windows") or ())
        for window in windows:
            if not window.args.get("alias"):  # else it stands under its name
                self._demand(window.args.get("partition_by") or (), window)

    def _demand(self, keys: Sequence[exp.Expr], shown: exp.Expr) -> None:
        found = {each.name for key in keys for each in key.find_all(exp.Column)}
        if self._names.isdisjoint(found):
            raise TaskDependencyError(shown)

    def _add(
        self, found: _Sources, source: exp.Expr, join: exp.Join | None, known: _Known
    ) -> None:
        """Note a source, and see that its rows meet those of one task alone."""
        match source:
            case exp.Table() if isinstance(source.this, exp.Identifier):
                kind = known.get(source.name)
            case exp.Subquery():
                kind = self._query(source.this, known)
            case _:
                if any(each.name in known for each in source.find_all(exp.Table)):
                    raise TaskDependencyError(source)
                kind = None
        if kind is None:
            return
        is_by_number = isinstance(source, exp.Table) and source.name.startswith(
            _BY_NUMBER
        )
        if join is not None and not is_by_number:
            self._meet(found, join, kind)
        found[source.alias_or_name] = kind

    def _meet(self, found: _Sources, join: exp.Join, kind: _Kind) -> None:
        """See that a joined relation gives a task what it asks for, or its own rows."""
        condition = join.args.get("on")
        asked = [
            each for name, each in found.items() if not name.startswith(_BY_NUMBER)
        ]
        equal = {name for name, _ in _equal(condition)}
        if kind != _OWN:
            if not kind <= equal:
                raise TaskDependencyError(join)
        elif _OWN in found.values() or join.side:
            self._demand_same(condition, join)
        elif not frozenset[str]().union(*asked) <= equal:
            raise TaskDependencyError(join)

    def _subqueries(self, tree: exp.Expr, known: _Known) -> None:
        """See that queries in expressions ask for rows of the row's own task."""
        for node in own_nodes(tree, exp.Subquery, exp.Exists, exp.In):
            query = node.args.get("query") if isinstance(node, exp.In) else node.this
            if not isinstance(query, exp.Query) or self._query(query, known) is None:
                continue
            is_same = self._is_same(query.find(exp.Where))
            if isinstance(node, exp.In):
                names = [node.this.name, *query.named_selects]
                is_same = is_same or (names[0] == names[-1] and names[0] in self._names)
            if not is_same:
                raise TaskDependencyError(node)

    def _demand_same(self, condition: object, shown: exp.Expr) -> None:
        if not self._is_same(condition):
            raise TaskDependencyError(shown)

    def _is_same(self, condition: object) -> bool:
        """Return whether a condition holds for rows of one task only."""
        return any(a == b and a in self._names for a, b in _equal(condition))


def _equal(condition: object) -> Iterator[tuple[str, str]]:
    """Yield the columns that a condition demands to be equal, each way round."""
    if isinstance(condition, exp.Where):
        condition = condition.this
    parts = condition.flatten() if isinstance(condition, exp.And) else [condition]
    for part in parts:
        sides = [part.left, part.right] if isinstance(part, exp.EQ) else []
        if sides and all(isinstance(each, exp.Column) for each in sides):
            left, right = (_ROW.get(each.name, each.name) for each in sides)
            yield left, right
            yield right, left

"""Which statements of a program see another value of one column of a table.

A change of one column leaves most relations as they were. An effect is a column that a
query reads, with the columns of its result that change with it: all of them where the
value decides which rows there are. What is not understood changes everything.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import cast

from sqlglot import exp

from brokersql.compiler.parse import (
    BARE,
    SETTINGS,
    parse_statements,
    relations_and_settings,
    sources_of,
    variable_of,
    written_table,
)
from brokersql.compiler.program import Statement, affected_relations, written_after

#: In place of a column: each column of a relation, and which rows it has.
ALL = "*"
#: In place of a column: the one of the same name.
_SAME = "="
_ALL = frozenset([ALL])

#: A relation, and one of its columns.
Column = tuple[str, str]
#: Columns that a query reads -> the columns of its result that change with them.
Effects = Mapping[Column, frozenset[str]]

#: What makes rows or columns of a value, wherever it stands.
_MAKERS = (exp.Explode, exp.Unnest, exp.Columns)
_ROW_MAKERS = ("generate_subscripts",)


def column_effects(
    statements: Sequence[Statement], tables: Mapping[str, Iterable[str]]
) -> dict[str, list[int]]:
    """Return the places of the statements that may see another value of a column.

    The keys are ``table.column`` for columns of `tables` that some statement sees.

    >>> a = "create table a as select t.x, t.y + 1 as z from t"
    >>> b = "create table b as select a.x from a where a.x > 0"
    >>> steps = [Statement("a", a, ("a",), reads=("t",)),
    ...          Statement("b", b, ("b",), reads=("a",))]
    >>> column_effects(steps, {"t": ["x", "y", "k"]})
    {'t.x': [0, 1], 't.y': [0]}
    """
    reach = _Reach(statements)
    found = {
        f"{table}.{column}": reach.places(table, column)
        for table, columns in tables.items()
        for column in columns
    }
    return {name: places for name, places in found.items() if places}


class _Reach:
    """How far a change of a column goes, each column looked at once."""

    def __init__(self, statements: Sequence[Statement]) -> None:
        self._writes = [each.writes for each in statements]
        self._written = written_after(statements)
        self._readers: dict[str, dict[int, dict[str, frozenset[str]]]] = defaultdict(
            dict
        )
        self._known: dict[Column, int] = {}
        for place, each in enumerate(statements):
            for (relation, column), outputs in effects_of(each).items():
                self._readers[relation].setdefault(place, {})[column] = outputs
        n_writers = Counter(name for writes in self._writes for name in writes)
        # what several statements write: one makes it, others fill it
        self._filled = {name for name, n in n_writers.items() if n > 1}

    def places(self, relation: str, column: str) -> list[int]:
        """Return the places of the statements that a change of a column reaches."""
        mask = self._mask(relation, column)
        return [place for place in range(mask.bit_length()) if mask >> place & 1]

    def _mask(self, relation: str, column: str) -> int:
        """Return the places as bits."""
        key = (relation, column)
        if key not in self._known:
            is_whole = column == ALL
            found = self._whole(relation) if is_whole else self._part(relation, column)
            self._known[key] = found
        return self._known[key]

    def _part(self, relation: str, column: str) -> int:
        """Return the bits of the statements that see a column of a relation."""
        mask = 0
        for place, effects in self._readers[relation].items():
            outputs = _outputs(effects, column)
            if not outputs:
                continue
            mask |= 1 << place
            for name in self._writes[place]:
                # tables that are filled, and so lead back, change as a whole
                for output in [ALL] if name in self._filled else outputs:
                    mask |= self._mask(name, output)
        return mask

    def _whole(self, relation: str) -> int:
        """Return the bits of all statements that rest on a relation."""
        others = affected_relations(self._written, [relation])
        steps = enumerate(self._writes)
        return sum(1 << place for place, writes in steps if writes & others)


def _outputs(effects: Mapping[str, frozenset[str]], column: str) -> set[str]:
    """Return what changes in a result with a column of one relation."""
    found = {*effects.get(column, ()), *effects.get(ALL, ())}
    if _SAME in found:
        found = (found - {_SAME}) | {column}
    return {ALL} if ALL in found else found


@lru_cache(maxsize=1024)
def effects_of(statement: Statement) -> Effects:
    """Return what a statement reads, with what changes in what it makes.

    Policies that are compiled by one process have most of their statements in common.

    >>> sql = "create table a as select t.k, max(t.v) as v from t where t.w group by k"
    >>> found = effects_of(Statement("a", sql, makes=("a",), reads=("t",)))
    >>> [(column, *outputs) for (_, column), outputs in sorted(found.items())]
    [('k', '*'), ('v', 'v'), ('w', '*')]
    """
    trees = parse_statements(statement.sql) if statement.reads else []
    found: dict[Column, frozenset[str]] = {}
    if len(trees) == 1 and isinstance(trees[0], exp.Create):
        (tree,) = trees
        is_plain = not isinstance(tree.this, exp.Schema) and written_table(tree)
        query = cast("exp.Expr | None", tree.expression)
        if is_plain and isinstance(query, exp.Query):
            found = _query_effects(query, {})
    reads = set(statement.reads) - {SETTINGS}
    if not found:
        found = {(name, ALL): _ALL for name in reads}
    known = {it: found[it] for it in found if it[0] in reads or it[0] == SETTINGS}
    for name in reads - {relation for relation, _ in known}:
        # only its rows count, or it is read in a way that is not understood
        known[name, ALL] = _ALL
    for name in statement.settings:
        known[SETTINGS, name] = found.get((SETTINGS, name), _ALL)
    return known


_Found = dict[Column, frozenset[str]]
#: What queries around a select gave names: the effects of each.
_Named = Mapping[str, Effects]
#: What a union may end in.
_ENDS = ("order", "limit", "offset")


def _query_effects(query: exp.Expr, around: _Named) -> _Found:
    """Return what changes in the result of a query with each column."""
    inner, named = query.unnest(), dict(around)
    if not isinstance(inner, exp.Query) or (
        inner is not query and any(query.args.get(each) for each in _ENDS)
    ):
        return _everything(query, around)
    with_ = cast("exp.With | None", inner.args.get("with_"))
    is_recursive = with_ is not None and bool(with_.args.get("recursive"))
    for cte in inner.ctes:
        is_plain = not is_recursive and not cte.args["alias"].columns
        read = _query_effects if is_plain else _everything
        named[cte.alias.lower()] = read(cte.this, named)
    if isinstance(inner, exp.Select):
        return _select_effects(inner, named)
    if isinstance(inner, exp.SetOperation):
        return _set_effects(inner, named)
    return _everything(inner, named)


def _everything(tree: exp.Expr, named: _Named) -> _Found:
    """Return the effects of what is not looked at: each column changes all."""
    keys: set[Column] = set()
    for table in tree.find_all(exp.Table):
        keys |= set(named.get(table.name.lower(), [(table.name.lower(), ALL)]))
    keys |= {(SETTINGS, name) for name in relations_and_settings(tree)[1]}
    return dict.fromkeys(keys, _ALL)


def _set_effects(query: exp.SetOperation, named: _Named) -> _Found:
    """Return the effects of both sides, whose columns have the names of the left.

    Where it is more than all rows of both, each column changes which rows there are.
    """
    sides = [query.left, query.right]
    names = [[name.lower() for name in each.named_selects] for each in sides]
    is_plain = isinstance(query, exp.Union) and not any(
        query.args.get(each) for each in ("distinct", "by_name", *_ENDS)
    )
    is_known = len(names[0]) == len(names[1]) and not any("*" in it for it in names)
    found: _Found = {}
    for own, side in zip(names, sides, strict=True):
        left: dict[str, set[str]] = defaultdict(set)
        for name, other in zip(own, names[0], strict=False):
            left[name].add(other if is_plain and is_known else ALL)
        for key, outputs in _query_effects(side, named).items():
            more = frozenset[str]().union(*(left.get(it, _ALL) for it in outputs))
            found[key] = found.get(key, frozenset()) | more
    return found


def _select_effects(select: exp.Select, named: _Named) -> _Found:
    """Return what changes in the result of a select with each column."""
    sources = [each for each in sources_of(select) if isinstance(each, exp.Subquery)]
    inside = [each for each in sources if not _renames(each)]
    with_ = select.args.get("with_")
    nodes = list(_nodes(select, [with_, *inside]))
    tables = [
        node
        for node in nodes
        if isinstance(node, exp.Table) and isinstance(node.this, exp.Identifier)
    ]
    is_beyond = any(map(_is_beyond, (*nodes, *sources))) or any(map(_renames, tables))
    if is_beyond:
        return _everything(select, named)
    # 1. what stands in FROM, here and in the conditions and items, by alias
    by_alias: dict[str, list[Effects]] = defaultdict(list)
    for table in tables:
        name = table.name.lower()
        own = named.get(name, {(name, ALL): frozenset([_SAME])})
        by_alias[table.alias_or_name.lower()].append(own)
    for each in inside:
        by_alias[each.alias_or_name.lower()].append(_query_effects(each.this, named))
    every = [each for several in by_alias.values() for each in several]
    # 2. what each item changes; others than items change everything
    outputs = _item_outputs(select, nodes)
    items = {id(item): at for at, item in enumerate(select.expressions)}
    found: dict[Column, set[str]] = defaultdict(set)
    # 3. each column where it is read
    for effects in every:
        for key, changed in effects.items():
            if ALL in changed:
                found[key].add(ALL)
    for node in nodes:
        places = outputs.get(_item_of(node, select, items), _ALL)
        if variable := variable_of(node):
            found[SETTINGS, variable] |= places
        for effects, column in _columns_read(node, select, by_alias, every):
            for key, more in _behind(effects, column, places):
                found[key] |= more
    # 4. a query in FROM may see the relations before it
    for each in inside:
        own = {it.alias_or_name.lower() for it in each.this.find_all(exp.Table)}
        for node in each.find_all(exp.Column):
            first, *more = _parts(node)
            is_owned = bool(more) and first in by_alias
            if more and not is_owned and first in own:
                continue
            for effects in by_alias[first] if is_owned else every:
                for key, _ in _behind(effects, more[0] if is_owned else first, _ALL):
                    found[key].add(ALL)
    return {key: _ALL if ALL in it else frozenset(it) for key, it in found.items()}


def _nodes(select: exp.Select, left_out: Iterable[object]) -> Iterator[exp.Expr]:
    """Yield all nodes of a select but those below some of them."""
    skipped = {id(each) for each in left_out if each is not None}
    return select.walk(prune=lambda node: id(node) in skipped)


def _renames(source: exp.Expr) -> bool:
    """Return whether the columns of what stands in FROM have other names there."""
    alias = source.args.get("alias")
    return isinstance(alias, exp.TableAlias) and bool(alias.columns)


def _is_beyond(node: exp.Expr) -> bool:
    """Return whether a part of a query is one that is not looked at."""
    has_method = isinstance(node, exp.Join) and node.method
    is_numbered = isinstance(node, exp.PositionalColumn)
    return bool(has_method or is_numbered or node.args.get("pivots"))


def _item_outputs(
    select: exp.Select, nodes: Sequence[exp.Expr]
) -> dict[int | None, frozenset[str]]:
    """Return the columns of the result that change with each item, by its place."""
    items: list[exp.Expr] = select.expressions
    names = [each.alias_or_name.lower() for each in items]
    if select.args.get("distinct") or _is_numbered(select.args.get("order")):
        return {}
    group = cast("exp.Group | None", select.args.get("group"))
    if _is_numbered(group):
        return {}
    is_grouped = group is not None and bool(group.args.get("all"))
    n_handed_on = sum(
        1 if isinstance(item, exp.Column) else len(sources_of(select))
        for item in items
        if item.is_star
    )
    # of two columns of one name the second gets another
    same = _SAME if n_handed_on <= 1 else ALL
    outputs = {
        at: {same if item.is_star else name}
        for at, (name, item) in enumerate(zip(names, items, strict=True))
        if (name or item.is_star)
        and not _makes_more(item)
        and (not is_grouped or isinstance(item.unalias(), exp.AggFunc))
    }
    # an item may be named in another one, or in a condition
    places = {id(item): at for at, item in enumerate(items)}
    named = [
        (names.index(node.name.lower()), _item_of(node, select, places))
        for node in nodes
        if isinstance(node, exp.Column)
        and node.table.lower() in ("", "alias")
        and node.name.lower() in names
    ]
    for _ in range(len(items)):
        for at, reader in named:
            if at in outputs and reader != at:
                outputs[at] |= (
                    outputs.get(reader, {ALL}) if reader is not None else _ALL
                )
    return {at: frozenset(it) for at, it in outputs.items()}


def _makes_more(item: exp.Expr) -> bool:
    """Return whether an item makes rows, or columns that are not those it names."""
    if item.find(*_MAKERS) or any(
        node.name.lower() in _ROW_MAKERS for node in item.find_all(exp.Anonymous)
    ):
        return True
    own = item.this if isinstance(item, exp.Column) else item
    return any(
        star is not own or star.args.get("replace") or star.args.get("rename")
        for star in item.find_all(exp.Star)
        if not isinstance(star.parent, exp.Count)
    )


def _is_numbered(end: object) -> bool:
    """Return whether a group or order names items by their places, or all of them."""
    if not isinstance(end, exp.Group | exp.Order):
        return False
    keys = [
        each.this if isinstance(each, exp.Ordered) else each for each in end.expressions
    ]
    places = (exp.Literal, exp.Var, exp.Rollup, exp.Cube, exp.GroupingSets)
    return any(isinstance(it.unnest(), places) for it in keys)


def _item_of(
    node: exp.Expr, select: exp.Select, places: Mapping[int, int]
) -> int | None:
    """Return the place of the item of a select that a node belongs to, if to one."""
    inner: exp.Expr | None = node
    while inner is not None and inner.parent is not select:
        inner = inner.parent
    return places.get(id(inner))


def _columns_read(
    node: exp.Expr,
    select: exp.Select,
    by_alias: Mapping[str, Sequence[Effects]],
    every: Sequence[Effects],
) -> Iterator[tuple[Effects, str]]:
    """Yield what a node reads of relations: a column, all, or the one of each name."""
    if isinstance(node, exp.Join):
        keys = cast("list[exp.Expr]", node.args.get("using") or [])
        yield from ((it, key.name.lower()) for key in keys for it in every)
    elif isinstance(node, exp.Columns):
        yield from ((it, ALL) for it in every)
    elif isinstance(node, exp.Star) and not isinstance(node.parent, exp.Count):
        owner = node.parent if isinstance(node.parent, exp.Column) else None
        is_item = (owner or node).parent is select
        sources = every if owner is None else by_alias.get(owner.table.lower(), every)
        yield from ((it, _SAME if is_item else ALL) for it in sources)
    elif isinstance(node, exp.Column) and not _is_star_or_left_out(node):
        first, *more = _parts(node)
        is_owned = bool(more) and first in by_alias
        column = more[0] if is_owned else first
        yield from ((it, column) for it in (by_alias[first] if is_owned else every))
        if not is_owned or node.meta.get(BARE):
            # the name of a relation in place of a column is its row
            yield from ((it, ALL) for it in by_alias.get(column, ()))


def _is_star_or_left_out(column: exp.Column) -> bool:
    """Return whether a column is a star, or one that a star leaves out."""
    is_left_out = isinstance(column.parent, exp.Star) and column.arg_key == "except_"
    return is_left_out or isinstance(column.this, exp.Star)


def _parts(column: exp.Column) -> list[str]:
    """Return the names that a column is written with, in small letters."""
    return [each.name.lower() for each in column.parts]


def _behind(
    effects: Effects, column: str, places: Iterable[str]
) -> Iterator[tuple[Column, frozenset[str]]]:
    """Yield the columns behind one of a source, with what they change."""
    for (relation, own), outputs in effects.items():
        if column == _SAME and _SAME in places:
            yield (relation, own), outputs
        elif column in (ALL, _SAME) or column in outputs:
            yield (relation, own), frozenset(places)
        elif _SAME in outputs:
            yield (relation, column), frozenset(places)

"""A filter as one predicate over instances: CTEs, views and joins dissolved.

`from candidate` with joins N:1 keeps one row per pair, so a filter's query is the same
as a condition on the pair: each join becomes an instance, each name an expression over
instances, WHERE and the presence of inner-joined rows the predicate.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from sqlglot import exp

from brokersql.compiler.catalog import Instance, Instances, Relation
from brokersql.compiler.expressions import (
    Columns,
    all_of,
    conjuncts,
    enclosed,
    rebuild,
    text_of,
)
from brokersql.compiler.parse import Parsed, joins_of
from brokersql.core.errors import suggest

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
        return all_of(self.conditions)


@dataclass(frozen=True, slots=True)
class Derived:
    """A query used as a relation, and the names that are visible inside it."""

    parsed: Parsed
    query: exp.Expr
    ctes: Mapping[str, Derived]


def bound_columns(instance: Instance, is_inner: bool) -> Columns:
    """Return the columns of an instance, `is_inner` where its row must be there.

    The key of such a row is the key that it is looked up by.
    """
    relation = instance.relation
    columns = {name: instance.column(name) for name in relation.columns}
    if is_inner and not instance.is_base:
        columns |= dict(zip(relation.grain or (), instance.keys, strict=False))
    return columns


def free_columns(relation: Relation) -> Columns:
    """Return the columns of a relation whose key is not known yet."""
    return {name: exp.column(name, table=FREE) for name in relation.columns}


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


def optional(flat: Flat, own: Instance | None) -> Columns:
    """Return the columns of a left-joined relation: NULL where its row is not there.

    Columns of `own` are NULL by themselves if only its absence hides the row.
    """
    if not flat.conditions:
        return flat.columns
    alone = own.name if own and flat.conditions == (own.found(),) else None
    whole = flat.predicate
    return {
        name: value
        if isinstance(value, exp.Column) and value.table == alone
        else exp.Case().when(whole.copy(), value)
        for name, value in flat.columns.items()
    }


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


@dataclass(slots=True)
class Scope:
    """The relations of one select, by alias, and the aliases of its own columns.

    `relations` are those that it could join besides.
    """

    parsed: Parsed
    sources: dict[str, Columns] = field(default_factory=dict[str, Columns])
    aliases: dict[str, exp.Expr] = field(default_factory=dict[str, exp.Expr])
    relations: Mapping[str, Relation] = field(default_factory=dict[str, Relation])

    def add(self, node: exp.Expr, alias: str, columns: Columns) -> None:
        """Make the columns of a relation known under an alias."""
        if alias in self.sources:
            raise self.parsed.fault(node, f"{alias} stands for two relations")
        self.sources[alias] = columns

    def resolve(self, node: exp.Expr) -> exp.Expr:
        """Return `node` in terms of instances.

        Raises:
            Fault: an unknown or ambiguous column, or more than one row can answer.
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
        known = self.relations.get(owner)
        is_of_relation = known is not None and node.name.lower() in known.columns
        if is_of_relation or not (has_owner or owner in bound or owner in self.aliases):
            if owner in self.relations:
                keys = ", ".join(self.relations[owner].grain or ())
                hint = f"join it using ({keys})" if keys else "join it"
                raise self.parsed.fault(node, f"{owner} is not joined", hint)
            hint = suggest(owner, [*self.sources])
            raise self.parsed.fault(node, f"unknown relation {owner}", hint)
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


_SHAPES: Mapping[str, str] = {
    "group": "group by",
    "having": "having",
    "qualify": "qualify",
    "windows": "window",
    "distinct": "distinct",
    "order": "order by",
    "limit": "limit",
    "offset": "offset",
    "sample": "using sample",
    "laterals": "lateral",
    "pivots": "pivot",
}


@dataclass(slots=True)
class Flattener:
    """Flattens files; all it flattens share one collection of instances.

    `pairs` names the relation of which each file is about one row.
    """

    relations: Mapping[str, Relation]
    pair_facts: Mapping[str, Parsed]
    instances: Instances
    candidate: Columns
    pair_keys: frozenset[str]
    pairs: str = "candidate"

    def flatten(
        self, parsed: Parsed, key: Mapping[str, exp.Expr] | None = None
    ) -> Flat:
        """Return a file's query as columns and conditions of a pair.

        With a `key`, columns by name, it may begin with a relation of this grain as
        well.

        Raises:
            Fault: it is not a condition on a pair, or names something unknown.
        """
        query = Derived(parsed, parsed.tree, {})
        flat = self._query(query, None) if key is None else self._probe(query)
        if flat.root is None:
            return flat if key is None else self._query(query, None)
        grain = flat.root.grain or ()
        if key is None or set(grain) != set(key):
            head = parsed.tree.find(exp.From) or parsed.tree
            hint = "candidate holds the pairs"
            raise parsed.fault(head, "a rule begins with from candidate", hint)
        keys = [key[name] for name in grain]
        return self._bound(query, self.instances.get(flat.root, keys), True)

    def _query(self, derived: Derived, root: Columns | None) -> Flat:
        parsed, query = derived.parsed, derived.query
        if isinstance(query, exp.Subquery):
            query = query.this
        if not isinstance(query, exp.Select):
            hint = "one select with joins; or make it a fact with a grain"
            raise parsed.fault(query, "a rule has no union, except or intersect", hint)
        self._check_shape(parsed, query)
        visible = dict(derived.ctes)
        for cte in query.ctes:
            visible[cte.alias.lower()] = Derived(parsed, cte.this, dict(visible))
        scope = Scope(parsed, relations=self.relations)
        conditions: list[exp.Expr] = []
        head = query.args["from_"].this
        base = self._head(scope, head, visible, root, conditions)
        for join in joins_of(query):
            self.join(scope, join, visible, conditions)
        columns = self.finish(scope, query, conditions)
        return Flat(columns, tuple(conditions), base)

    def _check_shape(self, parsed: Parsed, query: exp.Select) -> None:
        for key, shown in _SHAPES.items():
            clause = query.args.get(key)
            if clause:
                hint = "make it a fact with a grain and join it"
                node = clause if isinstance(clause, exp.Expr) else query
                message = f"a rule looks at one pair only: no {shown}"
                raise parsed.fault(node, message, hint)
        names = query.args.get("with_")
        if names is not None and names.recursive:
            raise parsed.fault(names, "a rule has no recursive query")
        if query.args.get("from_") is None:
            raise parsed.fault(query, "a rule begins with from candidate")

    def finish(
        self, scope: Scope, select: exp.Select, conditions: list[exp.Expr]
    ) -> Columns:
        """Return the output columns of a select; WHERE is added to `conditions`."""
        columns: dict[str, exp.Expr] = {}
        for item in select.expressions:
            star = item.this if isinstance(item, exp.Column) else item
            if isinstance(star, exp.Star):
                columns.update(expanded(scope, item, star))
                continue
            name = item.alias_or_name.lower()
            if not name:
                raise scope.parsed.fault(
                    item, "a column has no name", "write … as name"
                )
            columns[name] = scope.resolve(item.this if item.alias else item)
            scope.aliases[name] = columns[name]
        where = select.args.get("where")
        if where is not None:
            conditions.extend(scope.resolve(part) for part in conjuncts(where.this))
        return columns

    def _head(
        self,
        scope: Scope,
        head: exp.Expr,
        ctes: Mapping[str, Derived],
        root: Columns | None,
        conditions: list[exp.Expr],
    ) -> Relation | None:
        """Open the first relation of a select; return it if its key is still free."""
        opened = self._open(scope.parsed, head, ctes)
        alias = head.alias_or_name.lower()
        if opened is None:
            scope.add(head, alias, self.candidate)
            return None
        if isinstance(opened, Derived):
            flat = self._query(opened, root)
            scope.add(head, alias, flat.columns)
            conditions.extend(flat.conditions)
            return flat.root
        if root is None and opened.grain == ():
            root = bound_columns(self.instances.get(opened, ()), True)
        scope.add(head, alias, free_columns(opened) if root is None else root)
        return opened

    def _open(
        self, parsed: Parsed, node: exp.Expr, ctes: Mapping[str, Derived]
    ) -> Relation | Derived | None:
        """Return what a FROM or JOIN names; None stands for the pairs."""
        if isinstance(node, exp.Subquery):
            return Derived(parsed, node, ctes)
        if not isinstance(node, exp.Table) or not isinstance(node.this, exp.Identifier):
            hint = "make it a fact with a grain and join it"
            raise parsed.fault(node, "a rule joins relations only", hint)
        if node.args.get("sample") or node.args.get("pivots"):
            raise parsed.fault(node, "a rule has no pivot and no sample")
        name = node.name.lower()
        if name in ctes:
            return ctes[name]
        if name == self.pairs:
            return None
        if name in self.pair_facts:
            fact = self.pair_facts[name]
            return Derived(fact, fact.tree, {})
        if name not in self.relations:
            hint = suggest(name, [*self.relations, *self.pair_facts, *ctes])
            raise parsed.fault(node, f"unknown relation {name}", hint)
        return self.relations[name]

    def join(
        self,
        scope: Scope,
        join: exp.Join,
        ctes: Mapping[str, Derived],
        conditions: list[exp.Expr],
    ) -> None:
        """Open a joined relation; what an inner join demands goes to `conditions`."""
        parsed, alias = scope.parsed, join.this.alias_or_name.lower()
        kind = _kind(parsed, join)
        opened = self._open(parsed, join.this, ctes)
        on = conjuncts(join.args["on"]) if join.args.get("on") is not None else []
        if opened is None:
            hint = "begin with from candidate"
            raise parsed.fault(join.this, "candidate is joined", hint)
        free = self._probe(opened)
        own = None
        if free.root is None:
            flat = self._query(opened, None) if isinstance(opened, Derived) else free
            rest = self._pair_join(scope, join, alias, flat, on)
        else:
            keys, rest = join_keys(scope, join, alias, free, on)
            own = self.instances.get(free.root, keys)
            self.instances.origins.setdefault(own.name, (parsed, join.this))
            flat = self._bound(opened, own, kind != "LEFT")
        if rest and kind == "LEFT":
            hint = "move the condition into the fact, or to where"
            raise parsed.fault(rest[0], "a left join is on the key alone", hint)
        if kind == "LEFT":
            scope.add(join.this, alias, optional(flat, own))
            return
        scope.add(join.this, alias, flat.columns)
        conditions.extend(flat.conditions)
        conditions.extend(scope.resolve(part) for part in rest)

    def _probe(self, opened: Relation | Derived) -> Flat:
        """Return what a relation looks like while its key is not known."""
        if isinstance(opened, Relation):
            return Flat(free_columns(opened), (), opened)
        probe = replace(self, instances=self.instances.copy())
        return probe._query(opened, None)

    def _bound(
        self, opened: Relation | Derived, root: Instance, is_inner: bool
    ) -> Flat:
        """Return a relation whose root is found; its presence is a condition."""
        columns = bound_columns(root, is_inner)
        if isinstance(opened, Relation):
            flat = Flat(columns, (), opened)
        else:
            flat = self._query(opened, columns)
        found = root.found()
        conditions = flat.conditions if found is None else (found, *flat.conditions)
        return Flat(flat.columns, conditions, flat.root)

    def _pair_join(
        self,
        scope: Scope,
        join: exp.Join,
        alias: str,
        flat: Flat,
        on: list[exp.Expr],
    ) -> list[exp.Expr]:
        """Check that a relation of pairs is joined on the pair; return what is more."""
        inner = Scope(scope.parsed, {**scope.sources, alias: flat.columns})
        same: set[str] = set()
        rest: list[exp.Expr] = []
        for part in on:
            sides = [text_of(inner.resolve(side)) for side in equal_sides(part)]
            if len(sides) == 2 and sides[0] == sides[1]:
                same.add(sides[0])
            else:
                rest.append(part)
        if not self.pair_keys <= same:
            hint = "join on every key column of candidate"
            message = f"{alias} is joined to another pair"
            raise scope.parsed.fault(join.this, message, hint)
        return rest


def _kind(parsed: Parsed, join: exp.Join) -> str:
    """Return INNER, LEFT or CROSS.

    Raises:
        Fault: any other kind of join.
    """
    kind = (join.side or join.kind).upper()
    is_half = join.kind.upper() in ("SEMI", "ANTI")
    if kind not in ("INNER", "LEFT", "CROSS") or is_half:
        hint = "write inner join, left join … on, or cross join"
        shown = join.kind.lower() if is_half else kind.lower() or "comma"
        raise parsed.fault(join.this, f"a rule has no {shown} join", hint)
    return kind

"""A filter as one predicate over instances: CTEs, views and joins dissolved.

`from candidate` with joins N:1 keeps one row per pair, so a filter's query is the same
as a condition on the pair: each join becomes an instance, each name an expression over
instances, WHERE and the presence of inner-joined rows the predicate.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from sqlglot import exp

from brokersql.compiler.joins import (
    Binding,
    Derived,
    Flat,
    equal_sides,
    expanded,
    free_columns,
    join_keys,
    joins_of,
    null_by_itself,
    optional,
)
from brokersql.compiler.parse import Parsed
from brokersql.compiler.relations import Instances, Relation, text_of
from brokersql.compiler.scope import Columns, Scope, conjuncts
from brokersql.policy.faults import suggest

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

    def flatten(self, parsed: Parsed) -> Flat:
        """Return a file's query as columns and conditions of a pair.

        Raises:
            Fault: it is not a condition on a pair, or names something unknown.
        """
        flat = self._query(Derived(parsed, parsed.tree, {}), None)
        if flat.root is not None:
            head = parsed.tree.find(exp.From) or parsed.tree
            hint = "candidate holds the pairs"
            raise parsed.fault(head, "a rule begins with from candidate", hint)
        return flat

    def flatten_at(self, parsed: Parsed, key: exp.Expr) -> Flat:
        """Return the same of a file that may begin with a relation of one `key` a row.

        Raises:
            Fault: as for `flatten`, or it begins with a relation of another key.
        """
        query = Derived(parsed, parsed.tree, {})
        free = self._probe(query)
        if free.root is None:
            return self.flatten(parsed)
        if free.root.grain != (key.name,):
            head = parsed.tree.find(exp.From) or parsed.tree
            raise parsed.fault(head, f"{free.root.name} is not keyed by {key.name}")
        found = self.instances.get(free.root, (key,))
        return self._bound(query, Binding(found, is_inner=True))

    def _query(self, derived: Derived, root: Binding | None) -> Flat:
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
        return self._select(parsed, query, visible, root)

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

    def _select(
        self,
        parsed: Parsed,
        select: exp.Select,
        ctes: Mapping[str, Derived],
        root: Binding | None,
    ) -> Flat:
        scope = Scope(parsed)
        head = select.args["from_"].this
        conditions: list[exp.Expr] = []
        base = self._head(scope, head, ctes, root, conditions)
        for join in joins_of(select):
            self.join(scope, join, ctes, conditions)
        columns = self.finish(scope, select, conditions)
        return Flat(columns, tuple(conditions), base)

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
        root: Binding | None,
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
            root = Binding(self.instances.get(opened, ()), is_inner=True)
        scope.add(head, alias, root.columns() if root else free_columns(opened))
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
            binding = Binding(self.instances.get(free.root, keys), kind != "LEFT")
            origin = (parsed, join.this)
            self.instances.origins.setdefault(binding.instance.name, origin)
            flat = self._bound(opened, binding)
            own = null_by_itself(binding.instance, flat)
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
        aside = replace(self, instances=self.instances.copy())
        return aside._query(opened, None)

    def _bound(self, opened: Relation | Derived, binding: Binding) -> Flat:
        """Return a relation whose root is found; its presence is a condition."""
        if isinstance(opened, Relation):
            flat = Flat(binding.columns(), (), opened)
        else:
            flat = self._query(opened, binding)
        found = binding.instance.found()
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

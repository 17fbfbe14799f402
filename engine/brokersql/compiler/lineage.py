"""Which values of the snapshot, and which parameters, a filter's condition rests on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from sqlglot import exp

from brokersql.compiler.catalog import Catalog
from brokersql.compiler.compare import Comparison
from brokersql.compiler.criteria import FileKey
from brokersql.compiler.fuse import Bit
from brokersql.compiler.joins import joins_of
from brokersql.compiler.parse import Parsed
from brokersql.compiler.program import Lever
from brokersql.compiler.relations import Instances
from brokersql.policy import Parameter
from brokersql.snapshot import contract

_NUMBERS = ("BIGINT", "DOUBLE")
_SWITCH = "BOOLEAN"
_CFG = "cfg"

Leaf = tuple[str, str]
#: A table and column, and the facts between them and what asks, the outermost first.
Way = tuple[str, str, tuple[str, ...]]
#: A query as a relation, with the CTEs that it may read.
_Source = tuple[exp.Expr, "_Ctes"]
_Ctes = Mapping[str, _Source]


@dataclass(slots=True)
class Lineage:
    """The columns of snapshot tables and settings behind the columns of facts."""

    facts: Mapping[str, exp.Query]
    known: dict[Leaf, tuple[Way, ...]] = field(
        default_factory=dict[Leaf, tuple[Way, ...]]
    )

    def leaves(self, relation: str, column: str) -> tuple[Leaf, ...]:
        """Return tables and columns that the values of a column are made from."""
        found = self.ways(relation, column)
        return tuple(dict.fromkeys((table, leaf) for table, leaf, _ in found))

    def ways(self, relation: str, column: str) -> tuple[Way, ...]:
        """Return what a column is made from, once for each way through the facts."""
        if relation == _CFG or relation in contract.tables():
            return ((relation, column, ()),)
        key = (relation, column)
        if key not in self.known:
            self.known[key] = ()  # a circle adds nothing
            tree = self.facts.get(relation)
            found = () if tree is None else self._output((tree, {}), column)
            self.known[key] = tuple(
                dict.fromkeys(
                    (table, leaf, (relation, *way)) for table, leaf, way in found
                )
            )
        return self.known[key]

    def reads(self, tree: exp.Expr) -> Iterator[Leaf]:
        """Yield the relations and columns that a query names itself, CTEs aside."""
        own = {cte.alias.lower() for cte in tree.find_all(exp.CTE)}
        for select in tree.find_all(exp.Select):
            tables = {
                alias: node.name.lower()
                for alias, node in _sources(select).items()
                if isinstance(node, exp.Table) and node.name.lower() not in own
            }
            for column in select.find_all(exp.Column):
                alias = column.table.lower()
                if column.find_ancestor(exp.Select) is not select:
                    continue
                if not alias and len(_sources(select)) == 1:
                    (alias,) = _sources(select)
                if alias in tables and not isinstance(column.this, exp.Star):
                    yield tables[alias], column.name.lower()

    def conditions(self, tree: exp.Expr) -> Iterator[Leaf]:
        """Yield what decides whether the facts that a query names have rows."""
        for relation in dict.fromkeys(name for name, _ in self.reads(tree)):
            query = self.facts.get(relation)
            where = query.args.get("where") if query else None
            if isinstance(where, exp.Where):
                yield from self.reads(alone(where.this))

    def _output(self, source: _Source, column: str) -> Iterator[Way]:
        """Yield what one output column of a query is made from."""
        query, ctes = source[0].unnest(), source[1]
        if isinstance(query, exp.Query):
            ctes = _with_own(query, ctes)
        if isinstance(query, exp.SetOperation):
            names = [name.lower() for name in query.named_selects]
            for side in (query.this, query.expression):
                own = [name.lower() for name in cast(exp.Query, side).named_selects]
                place = names.index(column) if column in names else -1
                name = own[place] if 0 <= place < len(own) else column
                yield from self._output((side, ctes), name)
        elif isinstance(query, exp.Select):
            yield from self._selected(query, ctes, column)

    def _selected(self, query: exp.Select, ctes: _Ctes, column: str) -> Iterator[Way]:
        sources = _sources(query)
        for item in query.expressions:
            if item.alias_or_name.lower() == column and not item.is_star:
                yield from self._read(item.unalias(), query, ctes)
                return
        for item in query.expressions:
            if item.is_star:
                only = item.table.lower() if isinstance(item, exp.Column) else ""
                for alias, node in sources.items():
                    if only in ("", alias):
                        yield from self._column(node, ctes, column)

    def _read(self, node: exp.Expr, query: exp.Select, ctes: _Ctes) -> Iterator[Way]:
        sources = _sources(query)
        for found in node.find_all(exp.Column):
            alias, name = found.table.lower(), found.name.lower()
            if alias in sources:
                yield from self._column(sources[alias], ctes, name)
            elif not alias and len(sources) == 1:
                (only,) = sources.values()
                yield from self._column(only, ctes, name)

    def _column(self, node: exp.Expr, ctes: _Ctes, column: str) -> Iterator[Way]:
        """Yield what a column of one relation in FROM is made from."""
        if isinstance(node, exp.Subquery):
            yield from self._output((node, ctes), column)
        elif isinstance(node, exp.Table):
            name = node.name.lower()
            if name in ctes:
                yield from self._output(ctes[name], column)
            else:
                yield from self.ways(name, column)


def _with_own(query: exp.Query, ctes: _Ctes) -> _Ctes:
    """Return the CTEs that a query may read; each sees those before it."""
    known = dict(ctes)
    for cte in query.ctes:
        known[cte.alias.lower()] = (cte.this, dict(known))
    return known


def _sources(query: exp.Select) -> dict[str, exp.Expr]:
    """Return what stands in FROM, by alias."""
    head = cast("exp.Expr | None", query.args.get("from_"))
    nodes = ([head.this] if head is not None else []) + [
        join.this for join in joins_of(query)
    ]
    return {node.alias_or_name.lower(): node for node in nodes}


def alone(node: exp.Expr) -> exp.Expr:
    """Return the query around a node with nothing selected but the node."""
    select = cast(exp.Select, node.find_ancestor(exp.Select)).copy()
    for part in ("where", "group", "having", "qualify", "order"):
        select.set(part, None)
    select.set("expressions", [node.copy()])
    return select


def levers_of(
    bits: Sequence[Bit],
    compared: Mapping[int, Comparison],
    instances: Instances,
    catalog: Catalog,
    parameters: Iterable[Parameter],
) -> tuple[Lever, ...]:
    """Return what each filter's condition rests on, and can be set to another value.

    Of a filter that compares, what is offered stands first, then what is requested.
    """
    settings = _types(parameters)
    lineage = Lineage({parsed.file.stem: parsed.tree for parsed in catalog.facts})
    relations = {each.name: each.relation.name for each in instances}
    levers: dict[Lever, None] = {}
    for bit in bits:
        for node in _ends(bit, compared.get(bit.number)):
            for column in node.find_all(exp.Column):
                name = relations.get(column.table, column.table)
                for table, leaf, way in lineage.ways(name, column.name):
                    if kind := _type_of(settings, table, leaf):
                        rule = f"filters/{bit.stem}"
                        lever = Lever(bit.number, rule, table, leaf, kind, way)
                        levers[lever] = None
    return tuple(levers)


def late_levers_of(
    files: Iterable[Parsed],
    bits: Mapping[FileKey, int],
    catalog: Catalog,
    parameters: Iterable[Parameter],
) -> tuple[Lever, ...]:
    """Return what rules after the filters rest on, and can be set otherwise.

    `bits` are those of the rules that have one. What a file reads
    itself stands before what facts between make of it.
    """
    settings = _types(parameters)
    facts = (catalog.pair_facts, catalog.side_facts, catalog.late_facts)
    known = {name: each.tree for some in facts for name, each in some.items()}
    known |= {parsed.file.stem: parsed.tree for parsed in catalog.facts}
    lineage = Lineage(known)
    levers: dict[Lever, None] = {}
    for each in files:
        rule = f"{each.file.stage}/{each.file.stem}"
        bit = bits.get((each.file.stage, each.file.stem))
        # what sets of pairs it is about counts for a rule that rejects
        about = () if bit is None else lineage.conditions(each.tree)
        for relation, column in (*lineage.reads(each.tree), *about):
            for table, leaf, way in lineage.ways(relation, column):
                if kind := _type_of(settings, table, leaf):
                    lever = Lever(bit, rule, table, leaf, kind, way)
                    levers[lever] = None
    return tuple(sorted(levers, key=lambda it: len(it.way)))


def _ends(bit: Bit, comparison: Comparison | None) -> list[exp.Expr]:
    if comparison is None:
        return [bit.predicate]
    return [comparison.offered, comparison.requested, bit.predicate]


def _types(parameters: Iterable[Parameter]) -> dict[str, str]:
    """Return column -> type of the parameters that one could set otherwise.

    These are the numbers, and the switches that stand in GDP config.
    """
    return {
        each.column: each.type
        for each in parameters
        if each.type in _NUMBERS or (each.type == _SWITCH and each.component)
    }


def _type_of(settings: Mapping[str, str], table: str, column: str) -> str:
    """Return the type of a leaf; empty where nobody could set another value."""
    if table == _CFG:
        return settings.get(column, "")
    known = contract.tables()[table]
    return known.column_types[column] if column in known.levers else ""

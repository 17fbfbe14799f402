"""Columns of the snapshot and parameters behind what the files of a policy read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import cast

from sqlglot import exp

from brokersql.compiler.catalog import KEYED_SETTINGS, Catalog, Instances, tables_of
from brokersql.compiler.fuse import Bit
from brokersql.compiler.parse import (
    EXEMPTS,
    SETTINGS,
    CompileError,
    Parsed,
    joins_of,
    keys_of,
    parse_file,
    sources_of,
)
from brokersql.compiler.program import FileKey, Origin, RuleInput
from brokersql.compiler.shorthand import Shorthand
from brokersql.policy import Finding, Parameter, Policy, PolicyFault
from brokersql.snapshot import contract
from brokersql.snapshot.contract import Table

_NUMBERS = ("BIGINT", "DOUBLE")
_SWITCH = "BOOLEAN"

Leaf = tuple[str, str]
#: A table and column, and the facts between them and what asks, the outermost first.
Way = tuple[str, str, tuple[str, ...]]
#: A query as a relation, with the CTEs that it may read.
_Source = tuple[exp.Expr, "_Ctes"]
_Ctes = Mapping[str, _Source]


class Lineage:
    """The columns of tables and settings behind the columns of facts."""

    def __init__(self, files: Iterable[Parsed], tables: Mapping[str, Table]) -> None:
        self.tables = tables
        self.facts = {each.file.stem: each.tree for each in files}
        self.known: dict[Leaf, tuple[Way, ...]] = {}

    def leaves(self, relation: str, column: str) -> tuple[Leaf, ...]:
        """Return tables and columns that the values of a column are made from."""
        found = self.ways(relation, column)
        return tuple(dict.fromkeys((table, leaf) for table, leaf, _ in found))

    def ways(self, relation: str, column: str) -> tuple[Way, ...]:
        """Return what a column is made from, once for each way through the facts."""
        if relation == SETTINGS or relation in self.tables:
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
        """Yield the relations and columns that a query names itself, without CTEs."""
        own = {cte.alias.lower() for cte in tree.find_all(exp.CTE)}
        for select in tree.find_all(exp.Select):
            sources = sources_by_alias(select)
            for column in select.find_all(exp.Column):
                node = column_owner(column, sources)
                if not isinstance(node, exp.Table) or node.name.lower() in own:
                    continue
                is_star = isinstance(column.this, exp.Star)
                if not is_star and column.find_ancestor(exp.Select) is select:
                    yield node.name.lower(), column.name.lower()

    def conditions(self, tree: exp.Expr) -> Iterator[Leaf]:
        """Yield what decides whether the facts that a query names have rows."""
        for relation in dict.fromkeys(name for name, _ in self.reads(tree)):
            query = self.facts.get(relation)
            where = query.args.get("where") if query else None
            if isinstance(where, exp.Where):
                yield from self.reads(select_only(where.this))

    def _output(self, source: _Source, column: str) -> Iterator[Way]:
        """Yield what one output column of a query is made from."""
        query, ctes = source[0].unnest(), dict(source[1])
        for cte in query.ctes if isinstance(query, exp.Query) else ():
            # each sees those before it
            ctes[cte.alias.lower()] = (cte.this, dict(ctes))
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
        sources = sources_by_alias(query)
        made = {it.alias_or_name.lower(): it for it in query.selects if not it.is_star}
        if column in made:
            yield from self._made(column, made, sources, ctes)
            return
        for item in query.expressions:
            if item.is_star:
                only = item.table.lower() if isinstance(item, exp.Column) else ""
                for alias, node in sources.items():
                    if only in ("", alias):
                        yield from self._column(node, ctes, column)

    def _made(
        self,
        column: str,
        made: Mapping[str, exp.Expr],
        sources: Mapping[str, exp.Expr],
        ctes: _Ctes,
    ) -> Iterator[Way]:
        """Yield what an output column is made from, through others of its select."""
        others = {name: item for name, item in made.items() if name != column}
        for found in made[column].unalias().find_all(exp.Column):
            name, node = found.name.lower(), column_owner(found, sources)
            if node is None and not found.table and name in others:
                yield from self._made(name, others, sources, ctes)
            else:
                yield from self._column(node, ctes, name)

    def _column(self, node: exp.Expr | None, ctes: _Ctes, column: str) -> Iterator[Way]:
        """Yield what a column of one relation in FROM is made from."""
        if isinstance(node, exp.Subquery):
            yield from self._output((node, ctes), column)
        elif isinstance(node, exp.Table):
            name = node.name.lower()
            if name in ctes:
                yield from self._output(ctes[name], column)
            else:
                yield from self.ways(name, column)


def sources_by_alias(query: exp.Select) -> dict[str, exp.Expr]:
    """Return what stands in FROM, by alias."""
    return {node.alias_or_name.lower(): node for node in sources_of(query)}


def column_owner(
    column: exp.Column, sources: Mapping[str, exp.Expr]
) -> exp.Expr | None:
    """Return what a column is read from; None of an outer query's, or where unsure."""
    alias = column.table.lower()
    if not alias and len(sources) == 1:
        return next(iter(sources.values()))
    return sources.get(alias)


def select_only(node: exp.Expr) -> exp.Expr:
    """Return the query around a node with nothing selected but the node."""
    select = cast(exp.Select, node.find_ancestor(exp.Select)).copy()
    for part in ("where", "group", "having", "qualify", "order"):
        select.set(part, None)
    select.set("expressions", [node.copy()])
    return select


def filter_inputs(
    bits: Sequence[Bit],
    instances: Instances,
    catalog: Catalog,
    parameters: Iterable[Parameter],
) -> tuple[RuleInput, ...]:
    """Return what each filter's condition rests on, and can be set to another value.

    Of a filter that compares, what is offered stands first, then what is asked.
    """
    lineage = Lineage(catalog.facts, catalog.tables)
    relations = {each.name: each.relation.name for each in instances}
    columns: list[_RuleColumn] = []
    for bit in bits:
        ends = [bit.columns[end] for end in ("offered", "asked") if end in bit.columns]
        columns += [
            (
                *(bit.number, f"filters/{bit.stem}"),
                *(relations.get(column.table, column.table), column.name),
            )
            for node in (*ends, bit.condition)
            for column in node.find_all(exp.Column)
        ]
    return tuple(_settable(columns, lineage, parameters))


def late_inputs(
    files: Iterable[Parsed],
    bits: Mapping[FileKey, int],
    catalog: Catalog,
    parameters: Iterable[Parameter],
) -> tuple[RuleInput, ...]:
    """Return what rules after the filters rest on, and what can be changed.

    `bits` are those of the rules that have one. What a file reads
    itself stands before what facts between make of it.
    """
    late = catalog.pair_facts | catalog.late_facts
    lineage = Lineage([*late.values(), *catalog.facts], catalog.tables)
    columns: list[_RuleColumn] = []
    for each in files:
        rule = f"{each.file.stage}/{each.file.stem}"
        bit = bits.get((each.file.stage, each.file.stem))
        # what sets of pairs it is about counts for a rule that rejects
        about = () if bit is None else lineage.conditions(each.tree)
        columns += [(bit, rule, *it) for it in (*lineage.reads(each.tree), *about)]
    found = _settable(columns, lineage, parameters)
    return tuple(sorted(found, key=lambda it: len(it.way)))


#: Bit and name of a rule, and a relation and column that it reads.
_RuleColumn = tuple[int | None, str, str, str]


def _settable(
    columns: Iterable[_RuleColumn], lineage: Lineage, parameters: Iterable[Parameter]
) -> list[RuleInput]:
    """Return what is behind columns and can be set to another value, each once.

    Of parameters these are the numbers, and the switches that stand in GDP config.
    """
    settings = {
        each.column: each.type
        for each in parameters
        if each.type in _NUMBERS or (each.type == _SWITCH and each.component)
    }
    found: dict[RuleInput, None] = {}
    for bit, rule, relation, column in columns:
        for table, leaf, way in lineage.ways(relation, column):
            if table == SETTINGS:
                kind = settings.get(leaf, "")
            else:
                known = lineage.tables[table]
                kind = known.column_types[leaf] if leaf in known.settable else ""
            if kind:
                found[RuleInput(bit, rule, table, leaf, kind, way)] = None
    return list(found)


def origins_of(policy: Policy) -> tuple[Origin, ...]:
    """Return what the files of a policy read, facts last, each in the order of names.

    Left out are facts that no file of the policy needs.

    Raises:
        PolicyFault: a file is no query.
    """
    files = needed_files(policy)
    lineage = Lineage(files, tables_of(policy))
    return tuple(origin for each in files for origin in _origins(each, lineage))


def needed_files(policy: Policy) -> list[Parsed]:
    """Return the files of a policy, then the facts that one of them needs.

    Raises:
        PolicyFault: a file is no query.
    """
    staged = [file for _, files in policy.stages for file in files]
    sources = {file.stem: file for file in policy.facts}
    found: dict[str, Parsed] = {}
    try:
        files = [parse_file(file) for file in (policy.subject, *staged)]
        waiting = list(files)
        while waiting:
            for table in waiting.pop().relations():
                name = table.name.lower()
                if name in sources and name not in found:
                    found[name] = parse_file(sources[name])
                    waiting.append(found[name])
    except CompileError as fault:
        raise PolicyFault(policy.name, [fault.finding]) from fault
    needed = [*files, *(found[name] for name in sorted(found))]
    Shorthand(needed, tables_of(policy)).write_out()
    return needed


def _origins(parsed: Parsed, lineage: Lineage) -> Iterator[Origin]:
    file = parsed.file
    named = (file.stem, file.stage, file.header.text("criterion"))
    for relation, column in sorted(set(lineage.reads(parsed.tree))):
        leaves: tuple[Leaf, ...] = lineage.leaves(relation, column)
        if relation in KEYED_SETTINGS:
            leaves = ((relation, column),)
        for table, source in sorted(leaves) or [(None, None)]:
            yield Origin(*named, relation, column, table, source)


#: Endings of columns that identify rows.
_NAMING = ("_id", "_name", "_no", "_key", "seq", "position", "key")
_RANKING = (exp.RowNumber, exp.First, exp.FirstValue, exp.LastValue, exp.Lag, exp.Lead)


def advice(policy: Policy) -> list[tuple[str, Finding]]:
    """Return what could surprise, each with its kind; stages first, then facts.

    Raises:
        PolicyFault: a file is no query.
    """
    files = needed_files(policy)
    lineage = Lineage(files, tables_of(policy))
    return [
        *(found for each in files for found in _nulls(each)),
        *(found for each in files for found in _orders(each)),
        *(found for each in files for found in _sums(each, lineage)),
        *_depths(files),
        *(found for each in files for found in _joined_again(each, files)),
        *_unread(policy, files),
    ]


def _nulls(parsed: Parsed) -> Iterator[tuple[str, Finding]]:
    """Yield lists that are no list any more with one NULL in them."""
    for node in parsed.tree.find_all(exp.Not):
        inner = node.this.unnest()
        if isinstance(inner, exp.In) and inner.args.get("query") is not None:
            message = "one NULL in this query, and the condition never holds"
            hint = "write not exists (select …)"
            yield "null-list", parsed.finding(inner, message, hint)


def _orders(parsed: Parsed) -> Iterator[tuple[str, Finding]]:
    """Yield choices among rows that may tie: the order does not end in a key."""
    for window in parsed.tree.find_all(exp.Window):
        order = cast("exp.Order | None", window.args.get("order"))
        if order is None or not isinstance(window.this, _RANKING):
            continue
        parts = cast("list[exp.Expr]", window.args.get("partition_by") or [])
        items = [each.this for each in order.expressions]
        nodes = [each for each in (*items, *parts) if isinstance(each, exp.Column)]
        names = {each.name.lower() for each in nodes}
        keys = [frozenset(parsed.file.grain), *_keys()]
        is_keyed = any(key and key <= names for key in keys)
        if not is_keyed and not any(name.endswith(_NAMING) for name in names):
            message = "equal rows tie, and then any of them comes first"
            yield "tie", parsed.finding(order, message, "end the order in the key")


@cache
def _keys() -> frozenset[frozenset[str]]:
    """Return the columns by which a row of a snapshot table differs from all others."""
    tables = contract.tables().values()
    return frozenset(frozenset(each.key or each.column_types) for each in tables)


def _sums(parsed: Parsed, lineage: Lineage) -> Iterator[tuple[str, Finding]]:
    """Yield sums of fractions: their last digits depend on the order of the rows.

    The rows of an ordered window come in one order.
    """
    for node in parsed.tree.find_all(exp.Sum):
        if isinstance(node.parent, exp.Window) and node.parent.args.get("order"):
            continue
        if parsed.spelling(node).lower() != "sum" or node.find(exp.Cast) is not None:
            continue
        leaves = [
            leaf
            for relation, column in lineage.reads(select_only(node))
            for leaf in lineage.leaves(relation, column)
        ]
        if any(_is_fraction(lineage.tables, *leaf) for leaf in leaves):
            message = "a sum of DOUBLE has other last digits with other threads"
            yield "float-sum", parsed.finding(node, message, "write fsum(…)")


def _is_fraction(tables: Mapping[str, Table], table: str, column: str) -> bool:
    known = tables.get(table)
    return known is not None and known.column_types.get(column) == "DOUBLE"


#: As many facts as a rule, or candidate, may stand on before that is remarked.
_MANY_FACTS = 15
_DEEP_HINT = "read a nearer fact, or split the one that reads most"


def _depths(files: list[Parsed]) -> Iterator[tuple[str, Finding]]:
    """Yield what stands on many facts: candidate, and filters beside what that reads.

    What a header exempts is not counted: a rule is read without it.
    """
    facts = {it.file.stem: _reads(it) for it in files if it.file.stage == "facts"}
    subjects = [each for each in files if each.file.stage == "candidate"]
    below = {it for each in subjects for it in _all_below(_reads(each), facts)}
    for each in files:
        if each.file.stage not in ("candidate", "filters"):
            continue
        is_filter = each.file.stage == "filters"
        found = _all_below(_reads(each), facts) - (below if is_filter else set())
        if len(found) > _MANY_FACTS:
            more = " beside those of candidate" if is_filter else ""
            message = f"it stands on {len(found)} facts{more}"
            key = "criterion" if is_filter else "title"
            yield "depth", each.file.at_key(key, message, _DEEP_HINT)


def _reads(parsed: Parsed) -> frozenset[str]:
    exempt = parsed.file.header.text(EXEMPTS)
    return frozenset(it.name.lower() for it in parsed.relations()) - {exempt}


def _all_below(names: Iterable[str], facts: Mapping[str, frozenset[str]]) -> set[str]:
    """Return the facts among names, and all that these are made from."""
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name in facts and name not in found:
            found.add(name)
            waiting += facts[name]
    return found


def _joined_again(parsed: Parsed, files: list[Parsed]) -> Iterator[tuple[str, Finding]]:
    """Yield relations that several of the others in a FROM join by the same key."""
    facts = {each.file.stem: each for each in files if each.file.stage == "facts"}
    own = _joined(parsed)
    own.pop(parsed.file.header.text(EXEMPTS), None)
    for name, (node, keys) in own.items():
        again = [
            other
            for other in own
            if other in facts
            and keys <= set(facts[other].file.grain)
            and keys == _joined(facts[other]).get(name, (node, None))[1]
        ]
        if len(again) > 1:
            message = f"{name} is joined here and in {', '.join(again)}"
            hint = "let one of them hand on its columns"
            yield "rejoin", parsed.finding(node, message, hint)


def _joined(parsed: Parsed) -> dict[str, tuple[exp.Expr, frozenset[str]]]:
    """Return the tables that the last select of a file joins by their own keys."""
    if not isinstance(parsed.tree, exp.Select):
        return {}
    found: dict[str, tuple[exp.Expr, frozenset[str]]] = {}
    for join in joins_of(parsed.tree):
        equal = cast("exp.Expr | None", join.args.get("on"))
        sides = (
            [] if equal is None else [it.expression for it in equal.find_all(exp.EQ)]
        )
        keys = frozenset(it.name.lower() for it in (*sides, *keys_of(join)))
        if isinstance(join.this, exp.Table) and keys:
            found[join.this.name.lower()] = (join.this, keys)
    return found


def _unread(policy: Policy, files: list[Parsed]) -> Iterator[tuple[str, Finding]]:
    """Yield facts of the policy's own folder that nothing reads."""
    read: Mapping[str, str] = {each.file.stem: each.file.shown for each in files}
    for file in policy.facts:
        is_own = Path(file.shown).parent.parent.name == policy.name
        if is_own and file.stem not in read:
            hint = "remove the file, or let a rule read it"
            yield "unread-fact", file.finding(0, 1, "no file reads this fact", hint)
    named = {table.name.lower() for each in files for table in each.relations()}
    for table in policy.tables:
        if table.name not in named:
            hint = "remove its files, or let a rule read it"
            found = table.file.finding(0, 1, "no file reads this table", hint)
            yield "unread-table", found

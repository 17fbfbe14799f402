"""Whose names a column holds, and joins of columns that hold names of different things.

A name of a pseudo queue such as ``A/SCORE`` is never that of a queue in CRIC; where the
two meet in a join, rules about the children of unified queues find no rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from sqlglot import exp

from brokersql.compiler.lineage import column_owner, sources_by_alias
from brokersql.compiler.parse import Parsed
from brokersql.policy import Finding
from brokersql.snapshot import contract

#: Columns of facts and of the snapshot with names of their own -> what they name.
_OWN = {
    ("queue_lock", "queue_name"): "pseudo queues",
    ("pseudo_queue", "queue_name"): "pseudo queues",
    ("queue_child", "queue_name"): "pseudo queues",
}
#: The same of columns of all other tables of the snapshot.
_RECORDED = {"queue_name": "queues in CRIC"}
#: Relations with the columns of the candidates.
_OF_CANDIDATES = (
    *("passed", "remaining", "survivor", "verdict"),
    "numbered_partner",
)
_HINT = "of a pair: queue_name is the pseudo queue, unified_name its queue in CRIC"

_Ctes = Mapping[str, exp.Expr]


class NameDomains:
    """What the columns of relations hold names of, as far as queries pass them on."""

    def __init__(self, files: Iterable[Parsed]) -> None:
        self._trees: dict[str, exp.Expr] = {}
        for each in files:
            is_subject = each.file.stage == "candidate"
            for name in (each.file.stem, *(_OF_CANDIDATES if is_subject else ())):
                self._trees[name] = each.tree
        self._known: dict[tuple[str, str], str | None] = {}

    def of(self, relation: str, column: str) -> str | None:
        """Return what a column of a relation holds names of; None where unknown."""
        key = (relation, column)
        if key in _OWN:
            return _OWN[key]
        if relation in contract.tables():
            return _RECORDED.get(column)
        if key not in self._known:
            self._known[key] = None  # in a circle it is unknown
            tree = self._trees.get(relation)
            if tree is not None:
                self._known[key] = self._output(tree, {}, column)
        return self._known[key]

    def findings(self, parsed: Parsed) -> Iterator[Finding]:
        """Yield each equation of names of different things in a file."""
        ctes = {each.alias.lower(): each.this for each in parsed.tree.find_all(exp.CTE)}
        for equal in parsed.tree.find_all(exp.EQ):
            sides = [equal.this, equal.expression]
            if not all(isinstance(each, exp.Column) for each in sides):
                continue
            held = [self._column(each, ctes) for each in sides]
            if None not in held and held[0] != held[1]:
                first, second = (each.sql() for each in sides)
                message = f"{first} holds names of {held[0]}, {second} of {held[1]}"
                yield parsed.finding(sides[0], message, _HINT)

    def _column(self, column: exp.Column, ctes: _Ctes) -> str | None:
        """Return what a column of a query holds names of."""
        select = column.find_ancestor(exp.Select)
        while select is not None:
            node = column_owner(column, sources_by_alias(select))
            if node is not None:
                return self._of_source(node, ctes, column.name.lower())
            select = select.find_ancestor(exp.Select)
        return None

    def _of_source(self, node: exp.Expr, ctes: _Ctes, column: str) -> str | None:
        if isinstance(node, exp.Subquery):
            return self._output(node.this, ctes, column)
        if not isinstance(node, exp.Table):
            return None
        name = node.name.lower()
        if name in ctes:
            others = {key: tree for key, tree in ctes.items() if key != name}
            return self._output(ctes[name], others, column)
        return self.of(name, column)

    def _output(self, query: exp.Expr, ctes: _Ctes, column: str) -> str | None:
        """Return what an output column holds that only passes on another column."""
        own = query.ctes if isinstance(query, exp.Query) else ()
        ctes = {**ctes, **{each.alias.lower(): each.this for each in own}}
        if isinstance(query, exp.SetOperation):
            sides = {
                self._output(side.unnest(), ctes, column)
                for side in (query.this, query.expression)
            }
            return sides.pop() if len(sides) == 1 else None
        if not isinstance(query, exp.Select):
            return None
        for item in query.expressions:
            if item.alias_or_name.lower() == column and not item.is_star:
                made = item.unalias()
                return (
                    self._column(made, ctes) if isinstance(made, exp.Column) else None
                )
        stars = [each for each in query.expressions if each.is_star]
        sources = sources_by_alias(query)
        for item in stars:
            only = item.table.lower() if isinstance(item, exp.Column) else ""
            for alias, node in sources.items():
                found = (
                    self._of_source(node, ctes, column) if only in ("", alias) else None
                )
                if found is not None:
                    return found
        return None

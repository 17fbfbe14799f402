"""The tables of a fused program, and how an expression is read from them.

Whatever one side of a pair can compute becomes a column of that side's table; on the
pair only references to such columns remain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from sqlglot import exp

from brokersql.compiler.relations import text_of
from brokersql.compiler.scope import all_of, any_of, enclosed, is_value, rebuild
from brokersql.compiler.sides import ANYWHERE, PAIR, PARTNER, UNIT, Kind, Place, Sides

NAMES = {Kind.UNIT: "x_unit", Kind.PARTNER: "x_partner"}


def table_name(place: Place) -> str:
    """Return the name of the table of a place."""
    return NAMES.get(place.kind) or f"x_{place.kind.value}_{place.number}"


@dataclass(slots=True)
class Shelf:
    """The computed columns of one table; the same expression stands there once."""

    place: Place
    columns: dict[str, tuple[str, exp.Expr]] = field(
        default_factory=dict[str, tuple[str, exp.Expr]]
    )

    def put(self, node: exp.Expr) -> exp.Expr:
        """Return a reference to the column that holds an expression."""
        name, _ = self.columns.setdefault(
            text_of(node), (f"v{len(self.columns) + 1}", node)
        )
        return exp.column(name, table=table_name(self.place))

    def __iter__(self) -> Iterator[tuple[str, exp.Expr]]:
        return iter(list(self.columns.values()))


@dataclass(slots=True)
class Tables:
    """One shelf per table, and the ways to read an expression from a place."""

    sides: Sides
    shelves: dict[Place, Shelf] = field(default_factory=dict[Place, Shelf])

    def shelf(self, place: Place) -> Shelf:
        """Return the computed columns of a table."""
        return self.shelves.setdefault(place, Shelf(place))

    def on_pair(self, node: exp.Expr) -> exp.Expr:
        """Return an expression as the verdict statement computes it."""
        place = self.sides.of(node)
        is_sparse = place.kind is Kind.SPARSE and not isinstance(node, exp.Column)
        if isinstance(node, exp.And | exp.Or):
            return self._grouped(node)
        if isinstance(node, exp.Lambda | exp.Comprehension):
            return _by_column(node, self.on_pair)
        if place == PAIR or is_sparse or not is_value(node):
            return rebuild(node, self.on_pair)
        if place == ANYWHERE:
            return self._anywhere(node)
        return self.shelf(place).put(node)

    def when_asked(self, node: exp.Expr) -> exp.Expr:
        """Return an expression of which the tables hold the single columns only.

        So a text costs nothing until somebody asks about a pair.
        """
        return _by_column(node, self.on_pair)

    def _anywhere(self, node: exp.Expr) -> exp.Expr:
        """Return a constant of the cycle: settings inline, other rows by the unit."""
        tables = {column.table for column in node.find_all(exp.Column)}
        if tables & self.sides.of_instance.keys() - {"cfg"}:
            return self.shelf(UNIT).put(node)
        return settings_inline(node)

    def _grouped(self, node: exp.Expr) -> exp.Expr:
        """Return a chain of ANDs or ORs with the parts of each table put together."""
        join = all_of if isinstance(node, exp.And) else any_of
        groups: dict[Place, list[exp.Expr]] = {}
        alone: list[exp.Expr] = []
        for part in node.flatten():
            place = self.sides.of(part)
            if place.kind in (Kind.UNIT, Kind.PARTNER, Kind.LEVEL):
                groups.setdefault(place, []).append(part)
            else:
                alone.append(part)
        shelved = [
            self.shelf(place).put(join(parts)) for place, parts in groups.items()
        ]
        return join(
            [*shelved, *(enclosed(self.on_pair(part.unnest())) for part in alone)]
        )

    def in_level(self, number: int, node: exp.Expr) -> exp.Expr:
        """Return an expression as the table of a level computes it."""
        keys = list(self.sides.level_keys[number - 1])

        def change(part: exp.Expr) -> exp.Expr:
            text = text_of(part)
            if text in keys:
                return exp.column(f"key_{keys.index(text) + 1}", table="keys")
            return self._at(part, (PARTNER,), change)

        return change(node)

    def in_sparse(self, node: exp.Expr) -> exp.Expr:
        """Return an expression as the table of a sparse relation computes it."""

        def change(part: exp.Expr) -> exp.Expr:
            return self._at(part, (UNIT, PARTNER), change)

        return change(node)

    def _at(
        self,
        node: exp.Expr,
        shelved: tuple[Place, ...],
        change: Callable[[exp.Expr], exp.Expr],
    ) -> exp.Expr:
        """Return `node` with the parts of other tables read from their shelves."""
        place = self.sides.of(node)
        if isinstance(node, exp.Lambda | exp.Comprehension):
            return _by_column(node, change)
        if not is_value(node):
            return rebuild(node, change)
        if place in shelved:
            return self.shelf(place).put(node)
        if place == ANYWHERE:
            return settings_inline(node)
        return node.copy() if isinstance(node, exp.Column) else rebuild(node, change)


def _by_column(node: exp.Expr, change: Callable[[exp.Expr], exp.Expr]) -> exp.Expr:
    """Return a lambda with single columns changed: its own names stay inside it."""
    if isinstance(node, exp.Column) and node.table:
        return change(node)
    return rebuild(node, lambda child: _by_column(child, change))


def settings_inline(node: exp.Expr) -> exp.Expr:
    """Return an expression with each `cfg` column read as a connection variable.

    A variable is a constant to the optimizer, a column of a joined row is not.
    """
    if isinstance(node, exp.Column) and node.table == "cfg":
        name = exp.Literal.string(f"cfg_{node.name.lower()}")
        return exp.Anonymous(this="getvariable", expressions=[name])
    return rebuild(node, settings_inline)

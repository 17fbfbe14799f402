"""The two sides of a pair, and the table that computes each expression over them.

An expression is computed once a unit, a partner, a level, or a pair. A *level* is a
table with a row per (key of the task side, partner): there a link or the match of a
task signature with a queue is computed once for all tasks that share it. A *sparse*
relation is keyed by the unit itself; it is joined to the few pairs it has. Whatever one
table can compute becomes a column of it; on the pair only references remain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum

from sqlglot import exp

from brokersql.compiler.catalog import Instance, Instances, Relation
from brokersql.compiler.expressions import (
    Columns,
    all_of,
    any_of,
    enclosed,
    is_value,
    rebuild,
    tables_of,
    text_of,
)
from brokersql.compiler.flatten import Flattener, Scope, joins_of
from brokersql.compiler.parse import Parsed
from brokersql.core.errors import suggest

#: The column of the round of a decision. A rule that does not name it
#: holds in every round.
ROUND = "round"


@dataclass(frozen=True, slots=True)
class Candidate:
    """The two sides of a pair and the columns that identify it.

    `unit_key` names the columns that are the unit's grain, `partner_key` the partner's.
    """

    unit: Instance
    partner: Instance
    columns: Columns
    conditions: tuple[exp.Expr, ...]
    unit_key: tuple[str, ...]
    partner_key: tuple[str, ...]

    @property
    def decision_key(self) -> tuple[str, ...]:
        """Return the key of what is decided about, however many rounds it takes."""
        return tuple(name for name in self.unit_key if name != ROUND)

    @property
    def rounds(self) -> tuple[str, ...]:
        """Return the column of the round, if the policy has rounds."""
        return tuple(name for name in self.unit_key if name == ROUND)

    @property
    def key_texts(self) -> frozenset[str]:
        """Return the expressions that two relations of pairs are joined on."""
        names = (*self.decision_key, *self.partner_key)
        return frozenset(text_of(self.columns[name]) for name in names)


def read_candidate(
    parsed: Parsed, relations: Mapping[str, Relation], instances: Instances
) -> Candidate:
    """Return the pairs that candidate.sql stands for.

    Raises:
        Fault: it is not one relation with a grain crossed with another.
    """
    select = parsed.tree
    head = select.args.get("from_")
    joins = joins_of(select)
    is_cross = bool(joins) and joins[0].kind.upper() == "CROSS"
    if not isinstance(select, exp.Select) or head is None or not is_cross:
        hint = "from chunk cross join pseudo_queue where …"
        raise parsed.fault(select, "candidate crosses two relations", hint)
    scope = Scope(parsed)
    sides = [
        _side(scope, node, relations, instances) for node in (head.this, joins[0].this)
    ]
    flattener = Flattener(relations, {}, instances, {}, frozenset())
    conditions: list[exp.Expr] = []
    for join in joins[1:]:
        flattener.join(scope, join, {}, conditions)
    columns = flattener.finish(scope, select, conditions)
    unit, partner = sides
    keys = [_key_names(parsed, columns, side) for side in sides]
    return Candidate(unit, partner, columns, tuple(conditions), keys[0], keys[1])


def _side(
    scope: Scope,
    node: exp.Expr,
    relations: Mapping[str, Relation],
    instances: Instances,
) -> Instance:
    relation = relations.get(node.name.lower())
    if relation is None:
        message = f"unknown relation {node.name}"
        raise scope.parsed.fault(node, message, suggest(node.name, relations))
    if not relation.grain:
        message = f"{relation.name} has no key"
        raise scope.parsed.fault(node, message, "make a fact with a grain of it")
    instance = instances.base(relation)
    columns = {name: instance.column(name) for name in relation.columns}
    scope.add(node, node.alias_or_name.lower(), columns)
    return instance


def _key_names(parsed: Parsed, columns: Columns, side: Instance) -> tuple[str, ...]:
    """Return the names under which candidate gives out the grain of a side."""
    texts = {text_of(value): name for name, value in reversed(list(columns.items()))}
    grain = {name: text_of(side.column(name)) for name in side.relation.grain or ()}
    missing = [name for name, text in grain.items() if text not in texts]
    if missing:
        message = f"candidate lacks {side.relation.name}.{missing[0]}"
        hint = f"a {side.relation.name} is known by {', '.join(grain)}"
        raise parsed.fault(parsed.tree, message, hint)
    found = {texts[text] for text in grain.values()}
    return tuple(name for name in columns if name in found)


class PlaceKind(Enum):
    """The tables of a program, and the two ends: anywhere, and only on the pair."""

    ANYWHERE = "anywhere"
    UNIT = "unit"
    PARTNER = "partner"
    LEVEL = "level"
    SPARSE = "sparse"
    PAIR = "pair"


@dataclass(frozen=True, slots=True)
class Place:
    """One table of a program; levels and sparse relations are numbered from 1."""

    kind: PlaceKind
    number: int = 0


ANYWHERE = Place(PlaceKind.ANYWHERE)
UNIT = Place(PlaceKind.UNIT)
PARTNER = Place(PlaceKind.PARTNER)
PAIR = Place(PlaceKind.PAIR)


class UnplacedError(Exception):
    """The key of an instance depends on two tables that know nothing of each other."""

    def __init__(self, instance: Instance) -> None:
        super().__init__(instance.name)
        self.instance = instance


@dataclass(slots=True)
class JoinSides:
    """The place of every instance, and from it the place of every expression.

    `level_keys` holds, for each level, the task-side expressions it is keyed by.
    """

    of_instance: dict[str, Place] = field(default_factory=dict[str, Place])
    level_keys: tuple[Mapping[str, exp.Expr], ...] = ()

    def of(self, node: exp.Expr) -> Place:
        """Return the coarsest place that can compute an expression."""
        places = self.places(node)
        if len(places) <= 1:
            return next(iter(places), ANYWHERE)
        levels = {place for place in places if place.kind is PlaceKind.LEVEL}
        others = places - levels - {UNIT, PARTNER}
        if others or len(levels) > 1:
            return PAIR
        if UNIT not in places:
            return next(iter(levels))
        for number, keys in enumerate(self.level_keys, start=1):
            level = Place(PlaceKind.LEVEL, number)
            if levels <= {level} and self._is_covered(node, keys):
                return level
        return PAIR

    def places(self, node: exp.Expr) -> set[Place]:
        """Return the places of all columns of an expression but those of anywhere."""
        found = {self.of_column(column) for column in node.find_all(exp.Column)}
        return found - {ANYWHERE}

    def of_column(self, column: exp.Column) -> Place:
        """Return the place of one column; a lambda's own name is anywhere."""
        return self.of_instance.get(column.table, ANYWHERE)

    def unit_parts(self, node: exp.Expr) -> Iterator[exp.Expr]:
        """Yield the largest parts of an expression that the unit alone can compute."""
        if self.places(node) == {UNIT} and is_value(node):
            yield node
            return
        for child in node.iter_expressions():
            yield from self.unit_parts(child)

    def _is_covered(self, node: exp.Expr, keys: Mapping[str, exp.Expr]) -> bool:
        """Return whether all task-side parts of an expression are keys of a level."""
        if isinstance(node, exp.Column):
            return self.of_column(node) != UNIT or text_of(node) in keys
        if all(self._is_covered(child, keys) for child in node.iter_expressions()):
            return True
        return self.places(node) == {UNIT} and text_of(node) in keys


def read_join_sides(
    candidate: Candidate, instances: Instances, is_joint: bool
) -> JoinSides:
    """Return where each instance lives; `is_joint` puts all levels into one.

    Raises:
        UnplacedError: a key depends on two levels or two sparse relations.
    """
    sides = JoinSides({candidate.unit.name: UNIT, candidate.partner.name: PARTNER})
    first_key = text_of(candidate.unit.keys[0])
    keyed: dict[str, dict[str, exp.Expr]] = {}
    n_sparse = 0
    for instance in instances:
        if instance.is_base:
            continue
        places = {place for key in instance.keys for place in sides.places(key)}
        parts = _level_parts(sides, instance, keyed)
        sparse = {place for place in places if place.kind is PlaceKind.SPARSE}
        if len(places) <= 1 and not any(
            place.kind is PlaceKind.LEVEL for place in places
        ):
            sides.of_instance[instance.name] = next(iter(places), ANYWHERE)
        elif sparse:
            if len(sparse) > 1 or any(
                place.kind is PlaceKind.LEVEL for place in places
            ):
                raise UnplacedError(instance)
            sides.of_instance[instance.name] = next(iter(sparse))
        elif first_key not in parts:
            keyed[instance.name] = parts
            sides.of_instance[instance.name] = Place(PlaceKind.LEVEL)
        elif places <= {UNIT, PARTNER}:
            n_sparse += 1
            sides.of_instance[instance.name] = Place(PlaceKind.SPARSE, n_sparse)
        else:
            raise UnplacedError(instance)
    _number_levels(sides, _joined(keyed) if is_joint else keyed)
    return sides


def _level_parts(
    sides: JoinSides, instance: Instance, keyed: Mapping[str, Mapping[str, exp.Expr]]
) -> dict[str, exp.Expr]:
    """Return the task-side expressions that the key of an instance depends on."""
    parts = {
        text_of(part): part for key in instance.keys for part in sides.unit_parts(key)
    }
    for key in instance.keys:
        for column in key.find_all(exp.Column):
            parts |= keyed.get(column.table, {})
    return parts


def _joined(
    keyed: Mapping[str, Mapping[str, exp.Expr]],
) -> Mapping[str, Mapping[str, exp.Expr]]:
    """Return all levels with the keys of all."""
    every = {text: part for parts in keyed.values() for text, part in parts.items()}
    return dict.fromkeys(keyed, every)


def _number_levels(
    sides: JoinSides, keyed: Mapping[str, Mapping[str, exp.Expr]]
) -> None:
    """Merge levels whose keys are part of another's, and number them."""
    wanted = sorted({tuple(sorted(parts)) for parts in keyed.values()})
    largest = [
        key for key in wanted if not any(set(key) < set(other) for other in wanted)
    ]
    texts = {text: part for parts in keyed.values() for text, part in parts.items()}
    sides.level_keys = tuple({text: texts[text] for text in key} for key in largest)
    for name, parts in keyed.items():
        owners = [
            number
            for number, key in enumerate(largest, start=1)
            if parts.keys() <= set(key)
        ]
        smallest = min(owners, key=lambda number: len(largest[number - 1]))
        sides.of_instance[name] = Place(PlaceKind.LEVEL, smallest)


_TABLE_NAMES = {PlaceKind.UNIT: "x_unit", PlaceKind.PARTNER: "x_partner"}


def table_name(place: Place) -> str:
    """Return the name of the table of a place."""
    return _TABLE_NAMES.get(place.kind) or f"x_{place.kind.value}_{place.number}"


@dataclass(slots=True)
class PlaceColumns:
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
    """The computed columns of all tables, and how a place reads an expression."""

    sides: JoinSides
    columns: dict[Place, PlaceColumns] = field(
        default_factory=dict[Place, PlaceColumns]
    )

    def columns_of(self, place: Place) -> PlaceColumns:
        """Return the computed columns of a table."""
        return self.columns.setdefault(place, PlaceColumns(place))

    def on_pair(self, node: exp.Expr) -> exp.Expr:
        """Return an expression as the verdict statement computes it."""
        place = self.sides.of(node)
        is_sparse = place.kind is PlaceKind.SPARSE and not isinstance(node, exp.Column)
        if isinstance(node, exp.And | exp.Or):
            return self._grouped(node)
        if isinstance(node, exp.Lambda | exp.Comprehension):
            return _by_column(node, self.on_pair)
        if place == PAIR or is_sparse or not is_value(node):
            return rebuild(node, self.on_pair)
        if place == ANYWHERE:
            return self._anywhere(node)
        return self.columns_of(place).put(node)

    def when_asked(self, node: exp.Expr) -> exp.Expr:
        """Return an expression of which the tables hold the single columns only.

        So a text costs nothing until somebody asks about a pair.
        """
        return _by_column(node, self.on_pair)

    def _anywhere(self, node: exp.Expr) -> exp.Expr:
        """Return a constant of the cycle: settings inline, other rows by the unit."""
        if tables_of(node) & self.sides.of_instance.keys() - {"cfg"}:
            return self.columns_of(UNIT).put(node)
        return settings_inline(node)

    def _grouped(self, node: exp.Expr) -> exp.Expr:
        """Return a chain of ANDs or ORs with the parts of each table put together."""
        join = all_of if isinstance(node, exp.And) else any_of
        groups: dict[Place, list[exp.Expr]] = {}
        alone: list[exp.Expr] = []
        for part in node.flatten():
            place = self.sides.of(part)
            if place.kind in (PlaceKind.UNIT, PlaceKind.PARTNER, PlaceKind.LEVEL):
                groups.setdefault(place, []).append(part)
            else:
                alone.append(part)
        stored = [
            self.columns_of(place).put(join(parts)) for place, parts in groups.items()
        ]
        return join(
            [*stored, *(enclosed(self.on_pair(part.unnest())) for part in alone)]
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
        stored: tuple[Place, ...],
        change: Callable[[exp.Expr], exp.Expr],
    ) -> exp.Expr:
        """Return `node` with the parts of `stored` places read from tables."""
        place = self.sides.of(node)
        if isinstance(node, exp.Lambda | exp.Comprehension):
            return _by_column(node, change)
        if not is_value(node):
            return rebuild(node, change)
        if place in stored:
            return self.columns_of(place).put(node)
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

"""Where an expression can be computed: once a unit, a partner, a level, or a pair.

A *level* is a table with a row per (key of the task side, partner): there a link or the
match of a task signature with a queue is computed once for all tasks that share it. A
*sparse* relation is keyed by the unit itself; it is joined to the few pairs it has.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum

from sqlglot import exp

from brokersql.compiler.candidate import Candidate
from brokersql.compiler.relations import Instance, Instances, text_of
from brokersql.compiler.scope import is_value


class Kind(Enum):
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

    kind: Kind
    number: int = 0


ANYWHERE = Place(Kind.ANYWHERE)
UNIT = Place(Kind.UNIT)
PARTNER = Place(Kind.PARTNER)
PAIR = Place(Kind.PAIR)


class UnplacedError(Exception):
    """The key of an instance depends on two tables that know nothing of each other."""

    def __init__(self, instance: Instance) -> None:
        super().__init__(instance.name)
        self.instance = instance


@dataclass(slots=True)
class Sides:
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
        levels = {place for place in places if place.kind is Kind.LEVEL}
        others = places - levels - {UNIT, PARTNER}
        if others or len(levels) > 1:
            return PAIR
        if UNIT not in places:
            return next(iter(levels))
        for number, keys in enumerate(self.level_keys, start=1):
            level = Place(Kind.LEVEL, number)
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
        """Tell whether all task-side parts of an expression are keys of a level.

        A key is of the unit alone, so only such parts are written out to be compared.
        """
        places = self.places(node)
        if UNIT not in places:
            return True
        if places == {UNIT} and text_of(node) in keys:
            return True
        if isinstance(node, exp.Column):
            return False
        return all(self._is_covered(child, keys) for child in node.iter_expressions())


def read_sides(candidate: Candidate, instances: Instances, is_joint: bool) -> Sides:
    """Return where each instance lives; `is_joint` puts all levels into one.

    Raises:
        UnplacedError: a key depends on two levels or two sparse relations.
    """
    sides = Sides({candidate.unit.name: UNIT, candidate.partner.name: PARTNER})
    first_key = text_of(candidate.unit.keys[0])
    keyed: dict[str, dict[str, exp.Expr]] = {}
    n_sparse = 0
    for instance in instances:
        if instance.is_base:
            continue
        places = {place for key in instance.keys for place in sides.places(key)}
        parts = _level_parts(sides, instance, keyed)
        sparse = {place for place in places if place.kind is Kind.SPARSE}
        if len(places) <= 1 and not any(place.kind is Kind.LEVEL for place in places):
            sides.of_instance[instance.name] = next(iter(places), ANYWHERE)
        elif sparse:
            if len(sparse) > 1 or any(place.kind is Kind.LEVEL for place in places):
                raise UnplacedError(instance)
            sides.of_instance[instance.name] = next(iter(sparse))
        elif first_key not in parts:
            keyed[instance.name] = parts
            sides.of_instance[instance.name] = Place(Kind.LEVEL)
        elif places <= {UNIT, PARTNER}:
            n_sparse += 1
            sides.of_instance[instance.name] = Place(Kind.SPARSE, n_sparse)
        else:
            raise UnplacedError(instance)
    _number_levels(sides, _joined(keyed) if is_joint else keyed)
    return sides


def _level_parts(
    sides: Sides, instance: Instance, keyed: Mapping[str, Mapping[str, exp.Expr]]
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


def _number_levels(sides: Sides, keyed: Mapping[str, Mapping[str, exp.Expr]]) -> None:
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
        sides.of_instance[name] = Place(Kind.LEVEL, smallest)

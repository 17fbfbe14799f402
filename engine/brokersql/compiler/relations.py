"""Relations as a rule sees them, and the rows of them that a pair leads to.

An *instance* is one relation looked up by one key: the queue of the pair, the link from
its site to the task's nucleus. Rules that ask for the same row share the instance.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from sqlglot import exp

from brokersql.compiler.parse import DIALECT, Parsed


@dataclass(frozen=True, slots=True)
class Relation:
    """A table or fact: `grain` has one row each, () one row in all, None no key."""

    name: str
    grain: tuple[str, ...] | None
    columns: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Instance:
    """The row of a relation whose grain columns equal `keys`, if there is one.

    `name` is its alias in the program. A base is a side of the pair itself: always
    there, its keys are its own columns.
    """

    name: str
    relation: Relation
    keys: tuple[exp.Expr, ...]
    is_base: bool = False

    @property
    def is_constant(self) -> bool:
        """Tell whether it is the one row of a relation of one row."""
        return not self.keys

    def column(self, name: str) -> exp.Expr:
        """Return a reference to one of its columns."""
        return exp.column(name, table=self.name)

    def found(self) -> exp.Expr | None:
        """Return the condition that the row is there; None if it always is."""
        if self.is_base or self.is_constant or not self.relation.grain:
            return None
        return exp.Not(this=self.column(self.relation.grain[0]).is_(exp.null()))


@dataclass(slots=True)
class Instances:
    """All instances a policy uses, each after those its keys need.

    `origins` says which join of which file asked for an instance first.
    """

    by_identity: dict[tuple[str, ...], Instance] = field(
        default_factory=dict[tuple[str, ...], Instance]
    )
    origins: dict[str, tuple[Parsed, exp.Expr]] = field(
        default_factory=dict[str, tuple[Parsed, exp.Expr]]
    )

    def __iter__(self) -> Iterator[Instance]:
        return iter(self.by_identity.values())

    def copy(self) -> Instances:
        """Return an independent collection with the same instances."""
        return Instances(dict(self.by_identity), dict(self.origins))

    def named(self, name: str) -> Instance:
        """Return the instance of an alias."""
        return next(each for each in self if each.name == name)

    def base(self, relation: Relation) -> Instance:
        """Add a side of the pair."""
        name = self._free_name(relation.name)
        keys = tuple(exp.column(key, table=name) for key in relation.grain or ())
        return self._add(Instance(name, relation, keys, is_base=True))

    def get(self, relation: Relation, keys: Sequence[exp.Expr]) -> Instance:
        """Return the instance of a relation and its keys, the same for the same."""
        found = self.by_identity.get(_identity(relation, keys))
        if found is not None:
            return found
        name = self._free_name(relation.name)
        return self._add(Instance(name, relation, tuple(keys)))

    def _add(self, instance: Instance) -> Instance:
        self.by_identity[_identity(instance.relation, instance.keys)] = instance
        return instance

    def _free_name(self, relation: str) -> str:
        taken = {each.name for each in self}
        names = [relation, *(f"{relation}_{number}" for number in range(2, 1000))]
        return next(name for name in names if name not in taken)


def _identity(relation: Relation, keys: Sequence[exp.Expr]) -> tuple[str, ...]:
    return (relation.name, *(text_of(key) for key in keys))


def text_of(node: exp.Expr) -> str:
    """Return an expression as SQL, the same text for the same expression."""
    return node.sql(dialect=DIALECT, comments=False)

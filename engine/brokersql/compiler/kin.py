"""Partners that are alike, and what one of them decides for all.

Most columns of a partner are looked up by a key that several partners share: the pseudo
queues of a unified queue differ in memory, not in storage. Partners that agree in the
columns behind such keys are *kin*. A part of the mask that reads nothing else of them
is computed for one of the kin, and the mask is then widened to the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sqlglot import exp

from brokersql.compiler.fuse import Fused
from brokersql.compiler.relations import Instance, Instances
from brokersql.compiler.sides import PARTNER, Kind, Place
from brokersql.compiler.tables import table_name

#: The table of the first partner of each kin.
KIN = "x_kin"

Roots = frozenset[str]


@dataclass(frozen=True, slots=True)
class Kin:
    """The columns of a partner that make its kin, and what these decide.

    `shared` are columns of the partner's table, `places` tables beside it, of which all
    kin read the same.
    """

    columns: tuple[str, ...]
    shared: Roots
    places: frozenset[Place]

    def decides(self, term: exp.Expr) -> bool:
        """Tell whether a part of the mask is the same for all kin."""
        beside = {table_name(place) for place in self.places}
        return all(
            column.name in self.shared
            if column.table == table_name(PARTNER)
            else column.table in beside or not _is_beside(column.table)
            for column in term.find_all(exp.Column)
        )

    def number(self, place: Place) -> str:
        """Return the partner's column in the key of a table beside the two sides."""
        return "kin_no" if place in self.places else "partner_no"

    def base(self, place: Place) -> str:
        """Return the unit's column in the key of a table beside the two sides."""
        if place.kind is Kind.LEVEL:
            return f"level_{place.number}_base"
        return "kin_base" if place in self.places else "pair_base"

    def partner(self, place: Place) -> str:
        """Return the table of the partners that a table beside the sides is made of."""
        return KIN if place in self.places else table_name(PARTNER)


def read_kin(
    fused: Fused, partner: Instance, instances: Instances, terms: Sequence[exp.Expr]
) -> Kin:
    """Return the kin of the partners of a program whose expressions are all read.

    Without a key that is coarser than the partner itself, each is its own kin.
    """
    origin = _Origin.of(fused, partner, instances)
    own = frozenset(partner.relation.grain or ())
    places = {each for each in fused.tables.sides.of_instance.values() if each.number}
    keys = [found for found in origin.instances.values() if not own <= found]
    core = frozenset[str]().union(*keys)
    reads = [*map(origin.of_place, places), *map(origin.of_term, terms)]
    wider = [found for found in reads if found & core and not own <= found]
    columns = core.union(*wider) or own

    def is_shared(found: Roots) -> bool:
        return found <= columns or own <= columns

    shelf = fused.tables.shelf(PARTNER)
    shared = {name for name, node in shelf if is_shared(origin.of_node(node))}
    return Kin(
        tuple(sorted(columns)),
        frozenset(shared),
        frozenset(place for place in places if is_shared(origin.of_place(place))),
    )


@dataclass(frozen=True, slots=True)
class _Origin:
    """From which columns of the partner itself everything about it follows."""

    fused: Fused
    partner: str
    instances: Mapping[str, Roots]

    @classmethod
    def of(cls, fused: Fused, partner: Instance, instances: Instances) -> _Origin:
        found: dict[str, Roots] = {}
        origin = cls(fused, partner.name, found)
        for each in instances:
            if not each.is_base:
                found[each.name] = origin.of_nodes(each.keys)
        return origin

    def of_node(self, node: exp.Expr) -> Roots:
        """Return the columns behind an expression over instances."""
        return frozenset[str]().union(
            *(
                {column.name}
                if column.table == self.partner
                else self.instances.get(column.table, ())
                for column in node.find_all(exp.Column)
            )
        )

    def of_nodes(self, nodes: Iterable[exp.Expr]) -> Roots:
        return frozenset[str]().union(*map(self.of_node, nodes))

    def of_place(self, place: Place) -> Roots:
        """Return the columns behind a table beside unit and partner."""
        sides = self.fused.tables.sides.of_instance
        joined = [self.instances[name] for name, at in sides.items() if at == place]
        held = [node for _, node in self.fused.tables.shelf(place)]
        for slot in self.fused.slots.get(place, ()):
            held += [node for node in slot.right.values() if node is not None]
        for nodes in self.fused.sparse.get(place, {}).values():
            held += nodes
        return self.of_nodes(held).union(*joined)

    def of_term(self, term: exp.Expr) -> Roots:
        """Return the columns behind the computed columns that a part of a mask reads.

        A column of bits stands for many filters; it is as cheap on the pair.
        """
        shelf = dict(self.fused.tables.shelf(PARTNER))
        return self.of_nodes(
            shelf[column.name]
            for column in term.find_all(exp.Column)
            if column.table == table_name(PARTNER) and column.name in shelf
        )


def _is_beside(table: str) -> bool:
    return table.startswith((f"x_{Kind.LEVEL.value}_", f"x_{Kind.SPARSE.value}_"))

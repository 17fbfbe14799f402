"""All filters as bits of one mask, each part of a predicate where it is cheapest.

A clause that is AND of task-side and queue-side conditions needs no work on the pair:
its bit stands in a column of either side, and one ``&`` of the two columns decides all
such clauses together. With a link or another level in between, the level's table holds
one of the two columns. What mixes the sides stays a CASE on the pair.

Most columns of a partner are looked up by a key that several partners share: the pseudo
queues of a unified queue differ in memory, not in storage. Partners that agree in the
columns behind such keys form a *group*. A part of the mask that reads nothing else of
them is computed once for the group, and the mask is then widened to its partners.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from sqlglot import exp

from brokersql.compiler.catalog import Instance, Instances
from brokersql.compiler.expressions import (
    Clause,
    all_of,
    any_of,
    clauses_of,
    enclosed,
    normal_form,
    tables_of,
    text_of,
)
from brokersql.compiler.join_sides import (
    ANYWHERE,
    PAIR,
    PARTNER,
    UNIT,
    JoinSides,
    Place,
    Tables,
)
from brokersql.core.database import quote

_STRICT = (exp.GT, exp.GTE, exp.LT, exp.LTE, exp.EQ, exp.NEQ)


@dataclass(frozen=True, slots=True)
class Bit:
    """One filter: its bit, its predicate and its columns, all over instances.

    `condition` is the predicate as the file has it, `predicate` what is computed.
    """

    number: int
    stem: str
    predicate: exp.Expr
    columns: Mapping[str, exp.Expr]
    condition: exp.Expr


@dataclass(slots=True)
class Slot:
    """A column of bits on either side of an ``&``: bit -> condition, None = always."""

    left: dict[int, exp.Expr | None] = field(default_factory=dict[int, exp.Expr | None])
    right: dict[int, exp.Expr | None] = field(
        default_factory=dict[int, exp.Expr | None]
    )


def bigint(value: int) -> exp.Expr:
    """Return a number as a typed literal."""
    return exp.var(f"{value}::bigint")


@dataclass(slots=True)
class Fused:
    """Where each clause of each filter is decided.

    `found` holds by instance the condition that its row is there. `slots` holds, by the
    place right of the ``&``, the bit columns of unit and place; `sparse` the bits a
    sparse relation decides; `pair` the predicates left on the pair; `grains` the places
    that a bit asks.
    """

    tables: Tables
    found: Mapping[str, exp.Expr | None]
    slots: dict[Place, list[Slot]] = field(default_factory=dict[Place, list[Slot]])
    sparse: dict[Place, dict[int, list[exp.Expr]]] = field(
        default_factory=dict[Place, dict[int, list[exp.Expr]]]
    )
    pair: dict[int, exp.Expr] = field(default_factory=dict[int, exp.Expr])
    grains: dict[int, set[Place]] = field(default_factory=dict[int, set[Place]])

    @property
    def sides(self) -> JoinSides:
        """Return the places of all instances."""
        return self.tables.sides

    @property
    def places(self) -> list[Place]:
        """Return the places of all instances in the order of their tables' names."""
        return sorted({*self.sides.of_instance.values()}, key=lambda it: it.table)

    def add(self, bit: Bit) -> None:
        """Place every clause of one filter."""
        condition = normal_form(bit.predicate)
        clauses = clauses_of(condition, self._is_whole)
        left_over: list[Clause] = []
        grains = self.grains.setdefault(bit.number, set())
        for clause in clauses or []:
            place = self._place(clause)
            grains |= {PAIR if place is None else self.sides.of(a) for a in clause}
            if place is None:
                left_over.append(clause)
            elif place.is_sparse:
                held = self.sparse.setdefault(place, {})
                held.setdefault(bit.number, []).append(all_of(clause))
            else:
                self._slot(bit.number, place, clause)
        if clauses is None:
            grains.add(PAIR)
            self.pair[bit.number] = self.tables.on_pair(condition)
        elif left_over:
            folded = [all_of(self._folded(clause)) for clause in left_over]
            is_compact = len(left_over) < len(clauses) or len(clauses) == 1
            whole = any_of(folded) if is_compact else condition
            self.pair[bit.number] = self.tables.on_pair(whole)

    def _is_whole(self, node: exp.Expr) -> bool:
        """Return whether one table has to compute a condition.

        A level could compute what unit and partner decide between them as well, but
        not better.
        """
        place = self.sides.of(node)
        is_level = place.is_level and place in self.sides.places(node)
        return place in (UNIT, PARTNER) or is_level

    def _place(self, clause: Clause) -> Place | None:
        """Return the place right of the ``&`` of a clause, None for the pair itself."""
        others = {self.sides.of(atom) for atom in clause} - {ANYWHERE, UNIT, PARTNER}
        if not others:
            return PARTNER
        columns = {place for atom in clause for place in self.sides.places(atom)}
        only = next((place for place in columns if place.is_sparse), None)
        if only is not None:
            is_alone = columns <= {UNIT, PARTNER, only}
            return only if is_alone and self._asks_for(clause, only) else None
        level = next(iter(others))
        return level if len(others) == 1 and level.is_level else None

    def _asks_for(self, clause: Clause, place: Place) -> bool:
        """Return whether a clause can only be true where a sparse row is."""
        return any(
            self.sides.of_instance[name] == place and condition in clause
            for name, condition in self.found.items()
            if condition is not None
        )

    def _slot(self, bit: int, place: Place, clause: Clause) -> None:
        """Put a clause into the first pair of columns where the bit is still free."""
        sides = [self.sides.of(atom) for atom in clause]
        unit = {UNIT, ANYWHERE} if {*sides} <= {UNIT, ANYWHERE} else {UNIT}
        left, right = list[exp.Expr](), list[exp.Expr]()
        for atom, side in zip(clause, sides, strict=True):
            (left if side in unit else right).append(atom)
        slots = self.slots.setdefault(place, [])
        slot = next((each for each in slots if bit not in each.left), None)
        if slot is None:
            slot = Slot()
            slots.append(slot)
        slot.left[bit] = all_of(left) if left else None
        slot.right[bit] = all_of(right) if right else None

    def _folded(self, clause: Clause) -> list[exp.Expr]:
        """Return a clause with the guards of one side folded into a comparison.

        ``guard and a > b`` is true exactly where ``case when guard then a end > b`` is.
        """
        groups: dict[Place, list[exp.Expr]] = {UNIT: [], PARTNER: []}
        rest: list[exp.Expr] = []
        for atom in clause:
            groups.get(self.sides.of(atom), rest).append(atom)

        def guarded(end: exp.Expr) -> exp.Expr:
            guards = groups[self.sides.of(end)]
            return exp.Case().when(all_of(guards), end.copy()) if guards else end.copy()

        for number, atom in enumerate(rest):
            if not isinstance(atom, _STRICT):
                continue
            left, right = atom.this, atom.expression
            if {self.sides.of(left), self.sides.of(right)} == {UNIT, PARTNER}:
                rest[number] = type(atom)(this=guarded(left), expression=guarded(right))
                return rest
        return [*groups[UNIT], *groups[PARTNER], *rest]


def fuse(bits: Sequence[Bit], sides: JoinSides, instances: Instances) -> Fused:
    """Return where each clause of each filter is decided."""
    fused = Fused(Tables(sides), {each.name: each.found() for each in instances})
    for bit in bits:
        fused.add(bit)
    return fused


#: Places that cost nothing on the pair, as users name them.
_GRAINS = {UNIT: "task", PARTNER: "queue", ANYWHERE: "task"}


def grains_of(bits: Sequence[Bit], fused: Fused) -> dict[tuple[str, str], str]:
    """Return where each filter is decided, as users name the grain."""
    found: dict[tuple[str, str], str] = {}
    for bit in bits:
        places = fused.grains.get(bit.number, set())
        if any(place == PAIR or place.is_sparse for place in places):
            grain = "pair"
        elif any(place.is_level for place in places):
            grain = "link"
        else:
            names = sorted({_GRAINS[place] for place in places}, reverse=True)
            grain = " & ".join(names) or "task"
        found["filters", bit.stem] = grain
    return found


def mask(conditions: Mapping[int, exp.Expr | None]) -> exp.Expr:
    """Return the bits whose condition is true; NULL never sets one."""
    always = sum(1 << bit for bit, condition in conditions.items() if condition is None)
    terms: list[exp.Expr] = [bigint(always)] if always else []
    for bit, condition in sorted(conditions.items()):
        if condition is not None:
            case = exp.Case().when(condition, bigint(1 << bit))
            terms.append(case.else_(bigint(0)))
    return bitwise_or(terms)


def bitwise_or(terms: Sequence[exp.Expr]) -> exp.Expr:
    """Return all terms OR-ed bit by bit; 0 if there is none."""
    if not terms:
        return bigint(0)
    whole = enclosed(terms[0])
    for term in terms[1:]:
        whole = exp.BitwiseOr(this=whole, expression=enclosed(term))
    return whole


#: The table of the first partner of each group.
GROUP_TABLE = "x_group"

Roots = frozenset[str]


@dataclass(frozen=True, slots=True)
class QueueGroups:
    """The columns of a partner that make its group, and what these decide.

    `shared` are columns of the partner's table, `places` levels and sparse relations,
    of which all partners of a group read the same.
    """

    columns: tuple[str, ...]
    shared: Roots
    places: frozenset[Place]

    def decides(self, term: exp.Expr) -> bool:
        """Return whether a part of the mask is the same for a whole group."""
        shared_tables = {place.table for place in self.places}
        return all(
            column.name in self.shared
            if column.table == PARTNER.table
            else column.table in shared_tables
            or not column.table.startswith(("x_level_", "x_sparse_"))
            for column in term.find_all(exp.Column)
        )

    def number(self, place: Place) -> str:
        """Return the partner's column in the key of a level or sparse relation."""
        return "partner_group_no" if place in self.places else "partner_no"

    def base(self, place: Place) -> str:
        """Return the unit's column in the key of a level or sparse relation."""
        if place.is_level:
            return f"level_{place.number}_base"
        return "group_base" if place in self.places else "pair_base"

    def partner(self, place: Place) -> str:
        """Return the table of partners that a level or sparse relation is made of."""
        return GROUP_TABLE if place in self.places else PARTNER.table


def read_queue_groups(
    fused: Fused, partner: Instance, instances: Instances, terms: Sequence[exp.Expr]
) -> QueueGroups:
    """Return the groups of the partners of a program whose expressions are all read.

    Without a key that is coarser than the partner itself, each is its own group.
    """
    # from which columns of the partner itself everything about it follows
    origins: dict[str, Roots] = {}

    def roots(*nodes: exp.Expr) -> Roots:
        """Return the columns behind expressions over instances."""
        return frozenset[str]().union(
            *(
                {column.name}
                if column.table == partner.name
                else origins.get(column.table, ())
                for node in nodes
                for column in node.find_all(exp.Column)
            )
        )

    own = frozenset(partner.relation.grain or ())
    for each in instances:
        if not each.is_base:
            found = roots(*each.keys)
            # few partners ask for equal lists of everything
            origins[each.name] = own if found and each.is_by_list else found
    computed = dict(fused.tables.columns_of(PARTNER))

    def of_place(place: Place) -> Roots:
        """Return the columns behind a level or sparse relation."""
        sides = fused.sides.of_instance.items()
        held = [node for _, node in fused.tables.columns_of(place)]
        for slot in fused.slots.get(place, ()):
            held += [node for node in slot.right.values() if node is not None]
        for nodes in fused.sparse.get(place, {}).values():
            held += nodes
        return roots(*held).union(*(origins[name] for name, at in sides if at == place))

    def of_term(term: exp.Expr) -> Roots:
        """Return the columns behind the computed columns that a part of a mask reads.

        A column of bits stands for many filters; it is as cheap on the pair.
        """
        return roots(
            *(
                computed[column.name]
                for column in term.find_all(exp.Column)
                if column.table == PARTNER.table and column.name in computed
            )
        )

    of_places = {each: of_place(each) for each in fused.places if each.number}
    core = frozenset[str]().union(*(it for it in origins.values() if not own <= it))
    reads = (*of_places.values(), *map(of_term, terms))
    wider = [found for found in reads if found & core and not own <= found]
    columns = core.union(*wider) or own

    def is_shared(found: Roots) -> bool:
        return found <= columns or own <= columns

    return QueueGroups(
        tuple(sorted(columns)),
        frozenset(name for name, node in computed.items() if is_shared(roots(node))),
        frozenset(place for place, found in of_places.items() if is_shared(found)),
    )


@dataclass(frozen=True, slots=True)
class RelationJoin:
    """One joined relation of a statement, ready for a template."""

    relation: str
    alias: str
    on: str


def joined(instance: Instance, read: Callable[[exp.Expr], exp.Expr]) -> RelationJoin:
    """Return the join of an instance; `read` returns how a key is read there."""
    parts: list[exp.Expr] = [
        exp.EQ(this=instance.column(own), expression=enclosed(read(key)))
        for own, key in zip(instance.relation.grain or (), instance.keys, strict=True)
    ]
    return RelationJoin(
        quote(instance.relation.name), instance.name, text_of(all_of(parts))
    )


@dataclass(frozen=True, slots=True)
class SideTable:
    """A level or sparse relation; its key is the unit's base plus a number."""

    relation: str
    base: str
    number: str


@dataclass(frozen=True, slots=True)
class OutputColumn:
    """One output column of a statement, ready for a template."""

    name: str
    sql: str


def terms_of(fused: Fused) -> list[exp.Expr]:
    """Return the parts of the reject mask of a pair; their OR is the mask."""
    terms: list[exp.Expr] = []
    for place, slots in fused.slots.items():
        for number, slot in enumerate(slots, start=1):
            right = exp.column(f"mask_{number}", table=place.table)
            if place != PARTNER and not any(slot.left.values()):
                terms.append(right)
                continue
            left = exp.column(unit_mask(place, number), table=UNIT.table)
            terms.append(exp.BitwiseAnd(this=left, expression=right))
    for place in fused.sparse:
        bits = exp.column("mask", table=place.table)
        terms.append(exp.Coalesce(this=bits, expressions=[exp.Literal.number(0)]))
    return [*terms, *(mask({bit: each}) for bit, each in sorted(fused.pair.items()))]


def unit_mask(place: Place, number: int) -> str:
    """Return the unit's column that is AND-ed with a mask of a place."""
    prefix = "" if place == PARTNER else f"level_{place.number}_"
    return f"{prefix}mask_{number}"


def is_own(node: exp.Expr) -> bool:
    """Return whether an expression reads nothing but the two sides of a pair."""
    return tables_of(node) <= {UNIT.table, PARTNER.table}

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

from collections.abc import Callable, Iterable, Mapping, Sequence
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
    PlaceKind,
    Tables,
    table_name,
)
from brokersql.core.database import quote

_STRICT = (exp.GT, exp.GTE, exp.LT, exp.LTE, exp.EQ, exp.NEQ)


@dataclass(frozen=True, slots=True)
class Bit:
    """One filter: its bit, its predicate and its text, both over instances."""

    number: int
    stem: str
    predicate: exp.Expr
    detail: exp.Expr

    @property
    def value(self) -> exp.Expr:
        """Return the bit as a typed number."""
        return bigint(1 << self.number)


@dataclass(slots=True)
class Slot:
    """A column of bits on either side of an ``&``: bit -> condition, None = always."""

    left: dict[int, exp.Expr | None] = field(default_factory=dict[int, exp.Expr | None])
    right: dict[int, exp.Expr | None] = field(
        default_factory=dict[int, exp.Expr | None]
    )


@dataclass(slots=True)
class Fused:
    """What the fuser decided.

    `slots` holds, by the place right of the ``&``, the bit columns of unit and place;
    `sparse` the bits a sparse relation decides; `pair` the predicates left on the pair.
    """

    tables: Tables
    slots: dict[Place, list[Slot]] = field(default_factory=dict[Place, list[Slot]])
    sparse: dict[Place, dict[int, list[exp.Expr]]] = field(
        default_factory=dict[Place, dict[int, list[exp.Expr]]]
    )
    pair: dict[int, exp.Expr] = field(default_factory=dict[int, exp.Expr])
    grains: dict[int, list[Place]] = field(default_factory=dict[int, list[Place]])


def bigint(value: int) -> exp.Expr:
    """Return a number as a typed literal."""
    return exp.var(f"{value}::bigint")


def fuse(bits: Sequence[Bit], sides: JoinSides, instances: Instances) -> Fused:
    """Return where each clause of each filter is decided."""
    fused = Fused(Tables(sides))
    fuser = _Fuser(fused, {each.name: each.found() for each in instances})
    for bit in bits:
        fuser.add(bit)
    return fused


@dataclass(slots=True)
class _Fuser:
    fused: Fused
    found: Mapping[str, exp.Expr | None]

    @property
    def sides(self) -> JoinSides:
        return self.fused.tables.sides

    def add(self, bit: Bit) -> None:
        """Place every clause of one filter."""
        condition = normal_form(bit.predicate)
        clauses = clauses_of(condition, self._is_whole)
        left_over: list[Clause] = []
        grains = self.fused.grains.setdefault(bit.number, [])
        for clause in clauses or []:
            place = self._place(clause)
            grains += {PAIR if place is None else self.sides.of(a) for a in clause}
            if place is None:
                left_over.append(clause)
            elif place.kind is PlaceKind.SPARSE:
                held = self.fused.sparse.setdefault(place, {})
                held.setdefault(bit.number, []).append(all_of(list(clause)))
            else:
                self._slot(bit.number, place, clause)
        tables = self.fused.tables
        if clauses is None:
            grains.append(PAIR)
            self.fused.pair[bit.number] = tables.on_pair(condition)
        elif left_over:
            folded = [all_of(self._folded(clause)) for clause in left_over]
            is_compact = len(left_over) < len(clauses) or len(clauses) == 1
            whole = any_of(folded) if is_compact else condition
            self.fused.pair[bit.number] = tables.on_pair(whole)

    def _is_whole(self, node: exp.Expr) -> bool:
        """Return whether one table has to compute a condition.

        A level could compute what unit and partner decide between them as well, but
        not better.
        """
        place = self.sides.of(node)
        is_level = place.kind is PlaceKind.LEVEL and place in self.sides.places(node)
        return place in (UNIT, PARTNER) or is_level

    def _place(self, clause: Clause) -> Place | None:
        """Return the place right of the ``&`` of a clause, None for the pair itself."""
        places = {self.sides.of(atom) for atom in clause} - {ANYWHERE}
        others = places - {UNIT, PARTNER}
        if not others:
            return PARTNER
        columns = {place for atom in clause for place in self.sides.places(atom)}
        sparse = {place for place in columns if place.kind is PlaceKind.SPARSE}
        if sparse:
            only = next(iter(sparse))
            is_alone = columns <= {UNIT, PARTNER, only}
            return only if is_alone and self._asks_for(clause, only) else None
        level = next(iter(others))
        return level if len(others) == 1 and level.kind is PlaceKind.LEVEL else None

    def _asks_for(self, clause: Clause, place: Place) -> bool:
        """Return whether a clause can only be true where a sparse row is."""
        return any(
            self.sides.of_instance[name] == place and atom == condition
            for name, condition in self.found.items()
            if condition is not None
            for atom in clause
        )

    def _slot(self, bit: int, place: Place, clause: Clause) -> None:
        """Put a clause into the first pair of columns where the bit is still free."""
        left: list[exp.Expr] = []
        right: list[exp.Expr] = []
        is_unit = not any(
            self.sides.of(atom) not in (ANYWHERE, UNIT) for atom in clause
        )
        for atom in clause:
            at_unit = self.sides.of(atom) == UNIT or (
                self.sides.of(atom) == ANYWHERE and is_unit
            )
            (left if at_unit else right).append(atom)
        slots = self.fused.slots.setdefault(place, [])
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
        for number, atom in enumerate(rest):
            ends = (
                [self.sides.of(end) for end in (atom.this, atom.expression)]
                if (isinstance(atom, _STRICT))
                else []
            )
            if sorted(map(table_name, ends)) == ["x_partner", "x_unit"]:
                parts = [
                    exp.Case().when(all_of(groups[place]), end.copy())
                    if groups[place]
                    else end.copy()
                    for place, end in zip(
                        ends, (atom.this, atom.expression), strict=True
                    )
                ]
                rest[number] = type(atom)(this=parts[0], expression=parts[1])
                return rest
        return [*groups[UNIT], *groups[PARTNER], *rest]


def grains_of(bits: Sequence[Bit], fused: Fused) -> dict[tuple[str, str], str]:
    """Return where each filter is decided, as users name the grain."""
    names_of = {
        PlaceKind.UNIT: "task",
        PlaceKind.PARTNER: "queue",
        PlaceKind.ANYWHERE: "task",
    }
    found: dict[tuple[str, str], str] = {}
    for bit in bits:
        kinds = {place.kind for place in fused.grains.get(bit.number, [])}
        if kinds & {PlaceKind.PAIR, PlaceKind.SPARSE}:
            grain = "pair"
        elif PlaceKind.LEVEL in kinds:
            grain = "link"
        else:
            names = sorted({names_of[kind] for kind in kinds}, reverse=True)
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
        shared_tables = {table_name(place) for place in self.places}
        return all(
            column.name in self.shared
            if column.table == table_name(PARTNER)
            else column.table in shared_tables or not _is_side_table(column.table)
            for column in term.find_all(exp.Column)
        )

    def number(self, place: Place) -> str:
        """Return the partner's column in the key of a level or sparse relation."""
        return "partner_group_no" if place in self.places else "partner_no"

    def base(self, place: Place) -> str:
        """Return the unit's column in the key of a level or sparse relation."""
        if place.kind is PlaceKind.LEVEL:
            return f"level_{place.number}_base"
        return "group_base" if place in self.places else "pair_base"

    def partner(self, place: Place) -> str:
        """Return the table of partners that a level or sparse relation is made of."""
        return GROUP_TABLE if place in self.places else table_name(PARTNER)


def read_queue_groups(
    fused: Fused, partner: Instance, instances: Instances, terms: Sequence[exp.Expr]
) -> QueueGroups:
    """Return the groups of the partners of a program whose expressions are all read.

    Without a key that is coarser than the partner itself, each is its own group.
    """
    origin = _GroupOrigin.of(fused, partner, instances)
    own = frozenset(partner.relation.grain or ())
    places = {each for each in fused.tables.sides.of_instance.values() if each.number}
    keys = [found for found in origin.instances.values() if not own <= found]
    core = frozenset[str]().union(*keys)
    reads = [*map(origin.of_place, places), *map(origin.of_term, terms)]
    wider = [found for found in reads if found & core and not own <= found]
    columns = core.union(*wider) or own

    def is_shared(found: Roots) -> bool:
        return found <= columns or own <= columns

    computed = fused.tables.columns_of(PARTNER)
    shared = {name for name, node in computed if is_shared(origin.of_node(node))}
    return QueueGroups(
        tuple(sorted(columns)),
        frozenset(shared),
        frozenset(place for place in places if is_shared(origin.of_place(place))),
    )


@dataclass(frozen=True, slots=True)
class _GroupOrigin:
    """From which columns of the partner itself everything about it follows."""

    fused: Fused
    partner: str
    instances: Mapping[str, Roots]

    @classmethod
    def of(cls, fused: Fused, partner: Instance, instances: Instances) -> _GroupOrigin:
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
        """Return the columns behind a level or sparse relation."""
        sides = self.fused.tables.sides.of_instance
        joined = [self.instances[name] for name, at in sides.items() if at == place]
        held = [node for _, node in self.fused.tables.columns_of(place)]
        for slot in self.fused.slots.get(place, ()):
            held += [node for node in slot.right.values() if node is not None]
        for nodes in self.fused.sparse.get(place, {}).values():
            held += nodes
        return self.of_nodes(held).union(*joined)

    def of_term(self, term: exp.Expr) -> Roots:
        """Return the columns behind the computed columns that a part of a mask reads.

        A column of bits stands for many filters; it is as cheap on the pair.
        """
        computed = dict(self.fused.tables.columns_of(PARTNER))
        return self.of_nodes(
            computed[column.name]
            for column in term.find_all(exp.Column)
            if column.table == table_name(PARTNER) and column.name in computed
        )


def _is_side_table(table: str) -> bool:
    return table.startswith(
        (f"x_{PlaceKind.LEVEL.value}_", f"x_{PlaceKind.SPARSE.value}_")
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
            right = exp.column(f"mask_{number}", table=table_name(place))
            if place != PARTNER and not any(slot.left.values()):
                terms.append(right)
                continue
            left = exp.column(unit_mask(place, number), table=table_name(UNIT))
            terms.append(exp.BitwiseAnd(this=left, expression=right))
    for place in fused.sparse:
        bits = exp.column("mask", table=table_name(place))
        terms.append(exp.Coalesce(this=bits, expressions=[exp.Literal.number(0)]))
    return [*terms, *(mask({bit: each}) for bit, each in sorted(fused.pair.items()))]


def unit_mask(place: Place, number: int) -> str:
    """Return the unit's column that is AND-ed with a mask of a place."""
    prefix = "" if place == PARTNER else f"level_{place.number}_"
    return f"{prefix}mask_{number}"


def is_own(node: exp.Expr) -> bool:
    """Return whether an expression reads nothing but the two sides of a pair."""
    return tables_of(node) <= {table_name(UNIT), table_name(PARTNER)}

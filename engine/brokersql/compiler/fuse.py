"""All filters as bits of one mask, each part of a predicate where it is cheapest.

A clause that is AND of task-side and queue-side conditions needs no work on the pair:
its bit stands in a column of either side, and one ``&`` of the two columns decides all
such clauses together. With a link or another level in between, the level's table holds
one of the two columns. What mixes the sides stays a CASE on the pair.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sqlglot import exp

from brokersql.compiler.clauses import Clause, clauses_of, normal_form
from brokersql.compiler.relations import Instances
from brokersql.compiler.scope import all_of, any_of, enclosed
from brokersql.compiler.sides import ANYWHERE, PAIR, PARTNER, UNIT, Kind, Place, Sides
from brokersql.compiler.tables import Tables, table_name

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


def fuse(bits: Sequence[Bit], sides: Sides, instances: Instances) -> Fused:
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
    def sides(self) -> Sides:
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
            elif place.kind is Kind.SPARSE:
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
        """Tell whether one table has to compute a condition.

        A level could compute what unit and partner decide between them as well, but
        not better.
        """
        place = self.sides.of(node)
        is_level = place.kind is Kind.LEVEL and place in self.sides.places(node)
        return place in (UNIT, PARTNER) or is_level

    def _place(self, clause: Clause) -> Place | None:
        """Return the place right of the ``&`` of a clause, None for the pair itself."""
        places = {self.sides.of(atom) for atom in clause} - {ANYWHERE}
        others = places - {UNIT, PARTNER}
        if not others:
            return PARTNER
        columns = {place for atom in clause for place in self.sides.places(atom)}
        sparse = {place for place in columns if place.kind is Kind.SPARSE}
        if sparse:
            only = next(iter(sparse))
            is_alone = columns <= {UNIT, PARTNER, only}
            return only if is_alone and self._asks_for(clause, only) else None
        level = next(iter(others))
        return level if len(others) == 1 and level.kind is Kind.LEVEL else None

    def _asks_for(self, clause: Clause, place: Place) -> bool:
        """Tell whether a clause can only be true where a sparse row is."""
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
    """Return where each filter is decided, in the words of a reader."""
    words = {Kind.UNIT: "task", Kind.PARTNER: "queue", Kind.ANYWHERE: "task"}
    found: dict[tuple[str, str], str] = {}
    for bit in bits:
        kinds = {place.kind for place in fused.grains.get(bit.number, [])}
        if kinds & {Kind.PAIR, Kind.SPARSE}:
            grain = "pair"
        elif Kind.LEVEL in kinds:
            grain = "link"
        else:
            names = sorted({words[kind] for kind in kinds}, reverse=True)
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

"""The statements of a program of pairs: tables of the sides, masks, weights, stages.

Each part of the mask is computed where it is cheapest. What is the same for a group of
partners is computed for a unit and one partner of the group: from the two sides first,
then from the tables of levels and sparse relations. The mask is then widened to all
partners, and the rest joins it.

All weights of the survivors are columns of one select. The query of a weight dissolves
into an expression over the rows that the pair leads to, as that of a filter does;
weights that ask for the same row share the join. One that looks at several pairs is
joined as it stands.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from sqlglot import exp

from brokersql.compiler.catalog import Instance, Instances, Relation
from brokersql.compiler.expressions import all_of, any_of, enclosed, text_of
from brokersql.compiler.flatten import Flattener
from brokersql.compiler.fuse import (
    GROUP_TABLE,
    Fused,
    OutputColumn,
    QueueGroups,
    RelationJoin,
    SideTable,
    bigint,
    is_own,
    joined,
    mask,
    unit_mask,
)
from brokersql.compiler.join_sides import (
    ANYWHERE,
    PARTNER,
    ROUND,
    UNIT,
    Candidate,
    Place,
    settings_inline,
)
from brokersql.compiler.parse import CompileError, Parsed, relations_and_settings
from brokersql.compiler.program import (
    Criterion,
    Statement,
    relation_of,
)
from brokersql.compiler.templates import frame, framed
from brokersql.core.database import literal, quote
from brokersql.policy import SourceFile


@dataclass(slots=True)
class Emitter:
    """Writes the tables of the sides, and the statements that read them.

    The tables are written when all columns that others ask of them are known. `terms`
    are the parts of the mask.
    """

    candidate: Candidate
    instances: Instances
    fused: Fused
    groups: QueueGroups
    terms: Sequence[exp.Expr]

    def tables(self) -> tuple[Statement, ...]:
        """Return the statement of every table, each after those it reads."""
        places = self.fused.places
        # the last ones ask columns of those before
        later = (
            *(self._level(place) for place in places if place.is_level),
            *(self._sparse(place) for place in places if place.is_sparse),
        )
        unit = self._unit()
        return (self._partner(), self._group(), unit, *later)

    def _partner(self) -> Statement:
        side = self.candidate.partner
        group = ", ".join(text_of(side.column(name)) for name in self.groups.columns)
        keys, masks = self.candidate.partner_key, self._masks(PARTNER)
        return self._side("partner", side, PARTNER, keys, masks, group=group)

    def _group(self) -> Statement:
        """Return the statement of the first partner of each group."""
        columns = [
            OutputColumn(name, "") for name, _ in self.fused.tables.columns_of(PARTNER)
        ]
        return framed(GROUP_TABLE, "partner_group", columns=columns)

    def _unit(self) -> Statement:
        masks = [
            OutputColumn(unit_mask(place, number), _text(mask(slot.left)))
            for place, slots in self.fused.slots.items()
            for number, slot in enumerate(slots, start=1)
            if place == PARTNER or any(slot.left.values())
        ]
        levels = [
            {
                "name": self.groups.base(place),
                "sql": ", ".join(_text(each) for each in key.values()),
                "size": "n_groups" if place in self.groups.places else "n_partners",
            }
            for number, key in enumerate(self.fused.tables.sides.level_keys, start=1)
            for place in [Place("level", number)]
        ]
        side, keys = self.candidate.unit, self.candidate.unit_key
        return self._side("unit", side, UNIT, keys, masks, levels=levels)

    def _side(
        self,
        name: str,
        base: Instance,
        place: Place,
        keys: Sequence[str],
        masks: Sequence[OutputColumn],
        **more: object,
    ) -> Statement:
        """Return the statement of the table of one side."""
        columns = [
            OutputColumn(quote(column), _text(value))
            for column, value in self.candidate.columns.items()
            if self.side_of(value) == place
        ]
        columns += self._computed(place)
        conditions = [
            condition
            for condition in self.candidate.conditions
            if self.side_of(condition) == place
        ]
        order = [text_of(self.candidate.columns[key]) for key in keys]
        return framed(
            place.table,
            name,
            base=RelationJoin(quote(base.relation.name), base.name, ""),
            order=", ".join(order),
            columns=[*columns, *masks],
            constants=self._joined(ANYWHERE),
            joins=self._joined(place),
            condition=_text(all_of(conditions)),
            **more,
        )

    def side_of(self, node: exp.Expr) -> Place:
        """Return the side whose table holds a column of candidate."""
        place = self.fused.sides.of(node)
        return UNIT if place == ANYWHERE else place

    def _computed(self, place: Place) -> list[OutputColumn]:
        """Return the columns that others ask of the table of a place."""
        return [
            OutputColumn(name, text_of(self.fused.tables.at(place, value)))
            for name, value in self.fused.tables.columns_of(place)
        ]

    def _masks(self, place: Place) -> list[OutputColumn]:
        """Return the columns of bits of a place."""
        return [
            OutputColumn(f"mask_{number}", text_of(self._mask(place, slot.right)))
            for number, slot in enumerate(self.fused.slots.get(place, []), start=1)
        ]

    def _mask(
        self, place: Place, conditions: Mapping[int, exp.Expr | None]
    ) -> exp.Expr:
        return mask(
            {
                bit: None if node is None else self.fused.tables.at(place, node)
                for bit, node in conditions.items()
            }
        )

    def _joined(self, place: Place) -> list[RelationJoin]:
        """Return the relations of a place with their join conditions."""
        return [
            joined(each, lambda key: self.fused.tables.at(place, key))
            for each in self._instances(place)
        ]

    def _instances(self, place: Place) -> list[Instance]:
        of = self.fused.sides.of_instance
        return [
            each
            for each in self.instances
            if of.get(each.name) == place and not (each.is_base or each.name == "cfg")
        ]

    def _level(self, place: Place) -> Statement:
        tables = self.fused.tables
        columns = [*self._masks(place), *self._computed(place)]
        own = tables.sides.level_keys[place.number - 1].values()
        keys = [
            OutputColumn(f"key_{number}", text_of(tables.put(UNIT, key)))
            for number, key in enumerate(own, start=1)
        ]
        joins = self._joined(place)
        return self._keyed("level", place, keys=keys, columns=columns, joins=joins)

    def _keyed(self, template: str, place: Place, **more: object) -> Statement:
        """Return the statement of the table of a level or sparse relation."""
        return framed(
            place.table,
            template,
            base=self.groups.base(place),
            number=self.groups.number(place),
            partner=self.groups.partner(place),
            constants=self._joined(ANYWHERE),
            **more,
        )

    def _sparse(self, place: Place) -> Statement:
        first, *chained = self._joined(place)
        root = self._instances(place)[0]
        sides: dict[Place, list[exp.Expr]] = {UNIT: [], PARTNER: []}
        for own, key in zip(root.relation.grain or (), root.keys, strict=True):
            read = enclosed(self.fused.tables.at(place, key))
            part = exp.EQ(this=root.column(own), expression=read)
            sides[UNIT if self.side_of(key) == UNIT else PARTNER].append(part)
        columns: list[OutputColumn] = []
        if place in self.fused.sparse:
            parts = self.fused.sparse[place].items()
            bits = self._mask(place, {bit: any_of(nodes) for bit, nodes in parts})
            columns.append(OutputColumn("mask", text_of(bits)))
        columns += self._computed(place)
        return self._keyed(
            "sparse",
            place,
            root=first,
            unit_on=text_of(all_of(sides[UNIT])),
            partner_on=text_of(all_of(sides[PARTNER])),
            columns=columns,
            joins=chained,
        )

    @property
    def columns(self) -> list[OutputColumn]:
        """Return the columns of candidate, read from the tables of the two sides."""
        return self._named({name: name for name in self.candidate.columns})

    @property
    def result_columns(self) -> list[OutputColumn]:
        """Return the same columns under the names that they have in results."""
        return self._named(self.candidate.in_results)

    def _named(
        self, names: Mapping[str, str], place: Place | None = None
    ) -> list[OutputColumn]:
        """Return columns of candidate by name, of one side or both.

        A policy without rounds decides everything in the first one.
        """
        columns = self.candidate.columns
        found = [
            OutputColumn(quote(name), self._side_column(column))
            for name, column in names.items()
            if place in (None, self.side_of(columns[column]))
        ]
        only_round = ROUND not in columns and place in (None, UNIT)
        return [*found, OutputColumn(ROUND, "1")] if only_round else found

    def _side_column(self, name: str) -> str:
        place = self.side_of(self.candidate.columns[name])
        return f"{place.table}.{quote(name)}"

    def verdict(self, template: str) -> str:
        """Return a statement that computes the mask of pairs of a range of units."""
        shared = [term for term in self.terms if self.groups.decides(term)]
        single = [term for term in self.terms if not self.groups.decides(term)]
        own = [term for term in shared if is_own(term)]
        joined = [term for term in shared if not is_own(term)]
        pairs, groups = _Carried("pairs", False), _Carried("partner_groups", True)
        shared_joins, single_joins = self.side_tables(joined), self.side_tables(single)
        return frame(
            template,
            own=ored([text_of(enclosed(term)) for term in own]),
            group_mask=ored(["pairs.own_mask", *pairs.terms(joined)]),
            mask=ored(["partner_groups.mask", *groups.terms(single)]),
            group_levels=shared_joins["levels"],
            group_sparse=shared_joins["sparse"],
            levels=groups.joins(single_joins["levels"]),
            sparse=groups.joins(single_joins["sparse"]),
            carried=groups.named,
            columns=[
                OutputColumn(name, sql)
                for name, sql in sorted({**pairs.columns, **groups.columns}.items())
            ],
        )

    def side_tables(self, nodes: Sequence[exp.Expr]) -> Mapping[str, list[SideTable]]:
        """Return the levels and sparse relations that expressions read."""
        names = {column.table for node in nodes for column in node.find_all(exp.Column)}
        found: dict[str, list[SideTable]] = {"levels": [], "sparse": []}
        for place in self.fused.places:
            if place.table in names and place.number:
                base, number = self.groups.base(place), self.groups.number(place)
                side = SideTable(place.table, base, number)
                found["levels" if place.is_level else "sparse"].append(side)
        return found

    def survivors(self) -> str:
        """Return the select of the pairs that no filter rejects."""
        terms = [text_of(enclosed(term)) for term in self.terms]
        return frame("survivors", terms=terms, **self.side_tables(self.terms))

    def verdict_view(self) -> Statement:
        """Return the view of all pairs with their masks."""
        named = {"columns": self.columns, "results": self.result_columns}
        return framed("verdict", "verdict_view", **named)

    def numbering(self) -> Statement:
        """Return the views of what is decided, and of both sides with their numbers."""
        own, results = self.candidate.columns, self.candidate.in_results
        return framed(
            "candidate_unit",
            "sides",
            columns=self._named({name: name for name in own}, UNIT),
            unit_results=self._named(results, UNIT),
            partner_results=self._named(results, PARTNER),
        )

    def pair_table(self, name: str, made: str, columns: Collection[str]) -> Statement:
        """Return the statement of a result table, made of a relation of pairs.

        The table has numbers, and keys by their names in results. `columns` are those
        of the relation.
        """
        names = {**self.candidate.in_results, ROUND: ROUND}
        known = {*self.candidate.columns, ROUND}
        return framed(
            name,
            "pair_table",
            made=made,
            keys=self.pair_keys,
            named=[
                OutputColumn(quote(each), f"{SURVIVOR}.{quote(column)}")
                for each, column in names.items()
            ],
            others=[quote(each) for each in columns if each not in known],
        )

    def reported_unit(self, rounds: Sequence[str]) -> Statement:
        """Return the view of the units that are reported, and which are the last.

        These are all, unless a relation of rounds says so.
        """
        is_last = next((f"{name}.is_last" for name in rounds), "true")
        keys = [quote(name) for name in self.candidate.unit_key]
        name = "reported_unit"
        return framed(name, name, rounds=rounds, keys=keys, is_last=is_last)

    def passed(self, bits: int) -> Statement:
        """Return the statement of the pairs that have none of these bits.

        Pairs of a unit behind a gate are not among them.
        """
        gated = [
            f"gate_hit.{quote(name)} = {self._side_column(name)}"
            for name in self.candidate.decision_key
        ]
        return framed(
            "passed",
            "passed",
            columns=self.columns,
            bits=text_of(bigint(bits)),
            gate_on=" and ".join(gated),
        )

    def remaining(self, bits: int) -> Statement:
        """Return the view of the passed pairs that no set rule has dropped so far.

        The set rules have these bits.
        """
        text = text_of(bigint(bits))
        return framed(REMAINING, "remaining", columns=self.columns, bits=text)

    def survivor(self) -> Statement:
        """Return the statement of the passed pairs that nothing rejects."""
        return framed(SURVIVOR, "survivor", columns=self.columns)

    def pair_weight(self, weights: Weights) -> Statement:
        """Return the statement that multiplies the weight factors of the survivors."""
        columns, joins = weights.columns, weights.joins
        return framed(
            "pair_weight",
            "pair_weight",
            keys=self.pair_keys,
            weights=columns,
            joins=joins,
        )

    def mark(self, file: SourceFile, bit: int) -> Statement:
        """Return the statement that sets the bit of a set rule where it hit.

        Rules after it see that fewer pairs remain.
        """
        table, name = quote(relation_of(file)), f"mark_{file.stem}"
        keys = self.pair_keys
        made = framed(
            name, "mark", table=table, keys=keys, bit=text_of(bigint(1 << bit))
        )
        return replace(made, changes=(*made.changes, REMAINING))

    def gate_hit(self, criteria: Sequence[Criterion]) -> Statement:
        """Return the statement that keeps the first gate that holds a unit back."""
        keys = [quote(name) for name in self.candidate.decision_key]
        return self._first_hit("gate_hit", "x_unit", keys, criteria)

    def cap_hit(self, criteria: Sequence[Criterion]) -> Statement:
        """Return the statement that keeps the first cap that hits a pair."""
        keys = self.pair_keys
        return self._first_hit("cap_hit", SURVIVOR, keys, criteria, ["pair_no"])

    @property
    def pair_keys(self) -> list[str]:
        """Return the key of a pair, quoted."""
        return [quote(name) for name in self.candidate.pair_key]

    def _first_hit(
        self,
        table: str,
        base: str,
        keys: Sequence[str],
        criteria: Sequence[Criterion],
        numbers: Sequence[str] = (),
    ) -> Statement:
        partition = ", ".join(f"hits.{key}" for key in keys)
        return framed(
            table,
            "first_hit",
            base=base,
            keys=keys,
            numbers=numbers,
            hits=[
                {
                    "step": each.step,
                    "criterion": literal(each.criterion),
                    "effect": literal(each.effect),
                    "class": literal(each.cls),
                    "table": quote(each.relation),
                }
                for each in criteria
            ],
            partition=partition,
        )


def _text(node: exp.Expr) -> str:
    return text_of(settings_inline(node))


#: The relation of the pairs that get weights.
SURVIVOR = "survivor"
#: The file of the select stage that says which rounds are reported.
REPORTED_ROUND = "reported_round"
#: What is left of the pairs when a set rule has its turn.
REMAINING = "remaining"


@dataclass(slots=True)
class Weights:
    """The factors of a pair as columns, and the relations that they are read from."""

    relations: Mapping[str, Relation]
    pair_key: tuple[str, ...]
    columns: list[OutputColumn] = field(default_factory=list[OutputColumn])
    instances: Instances = field(default_factory=Instances)
    others: list[RelationJoin] = field(default_factory=list[RelationJoin])

    @property
    def joins(self) -> list[RelationJoin]:
        """Return all joins with the survivors, each after those it needs."""
        found = [
            joined(each, settings_inline)
            for each in self.instances
            if not each.is_base and each.name != "cfg"
        ]
        return [*found, *self.others]

    def add(self, parsed: Parsed) -> None:
        """Add the factor of a file."""
        name, file = quote(parsed.file.stem), parsed.file
        try:
            sql = text_of(settings_inline(self._value(parsed)))
        except CompileError:
            table = quote(relation_of(file))
            same_pair = [
                f"{SURVIVOR}.{key} = {table}.{key}" for key in map(quote, self.pair_key)
            ]
            self.others.append(RelationJoin(table, table, " and ".join(same_pair)))
            sql = f"{table}.{name}"
        self.columns.append(OutputColumn(name, sql))

    def _value(self, parsed: Parsed) -> exp.Expr:
        """Return a factor as an expression over instances, NULL where it has no row.

        Raises:
            Fault: the query is more than that.
        """
        instances = self.instances.copy()
        known = (each for each in instances if each.is_base)
        survivor = next(known, None) or instances.get(self.relations[SURVIVOR])
        key = {name: survivor.column(name) for name in self.pair_key}
        flattener = Flattener(
            self.relations,
            {},
            instances,
            {name: survivor.column(name) for name in survivor.relation.columns},
            frozenset(map(text_of, key.values())),
            SURVIVOR,
        )
        flat = flattener.flatten(parsed, key)
        if any(flat.columns.get(name) != column for name, column in key.items()):
            raise parsed.fault(parsed.tree, "its key is that of another pair")
        self.instances = instances
        value = flat.columns[parsed.file.stem]
        return exp.Case().when(flat.predicate, value) if flat.conditions else value


@dataclass(slots=True)
class _Carried:
    """Columns that a subquery hands on under names of their own."""

    alias: str
    is_rejoined: bool
    columns: dict[str, str] = field(default_factory=dict[str, str])

    def read(self, node: exp.Expr) -> exp.Expr:
        """Return a reference to a column of a side as it leaves the subquery.

        Where the partner is joined again, only columns of the unit are handed on.
        """
        if not (isinstance(node, exp.Column) and is_own(node)):
            return node
        if self.is_rejoined and node.table != UNIT.table:
            return node
        name = f"{node.table}_{node.name}"
        self.columns[name] = text_of(node)
        return exp.column(name, table=self.alias)

    def terms(self, nodes: Sequence[exp.Expr]) -> list[str]:
        """Return parts of the mask as they are read outside the subquery."""
        return [text_of(enclosed(node.copy().transform(self.read))) for node in nodes]

    def joins(self, tables: Sequence[SideTable]) -> list[SideTable]:
        """Return side tables, the unit's part of the key as it is read."""
        return [
            replace(table, base=text_of(self.read(base)))
            for table in tables
            for base in [exp.column(table.base, table=UNIT.table)]
        ]

    @property
    def named(self) -> list[OutputColumn]:
        return [OutputColumn(name, sql) for name, sql in sorted(self.columns.items())]


def ored(parts: Sequence[str]) -> str:
    """Return bit masks OR-ed, one a line."""
    return "\n    | ".join(parts) or text_of(bigint(0))


#: Stages whose files become views, for queries by hand.
_VIEWS = ("candidate", "filters", "weights", "exemptions", "timeouts", "picks")


def kind_of(file: SourceFile) -> str:
    """Return whether a file becomes a view or a table."""
    is_view = file.stage in _VIEWS
    return file.header.text("kind") or ("view" if is_view else "table")


def statement_of(
    parsed: Parsed, kind: str | None = None, text: str | None = None
) -> Statement:
    """Return the statement that makes a relation of a file, or of a text for it."""
    file = parsed.file
    name, kind = relation_of(file), kind or kind_of(file)
    body = parsed.text if text is None else text
    relations, settings = relations_and_settings(parsed.tree)
    with_ = parsed.tree.args.get("with_")
    is_walked = kind == "table" and with_ is not None and with_.recursive
    template = "recursive" if is_walked else "named"
    return Statement(
        name,
        frame(template, kind=kind, name=quote(name), body=body),
        makes=(name,),
        reads=tuple(relations),
        settings=tuple(sorted(settings)),
        is_view=kind == "view",
        grain=file.grain if file.stage == "facts" else (),
    )


def criterion_table(policy: str, criteria: Sequence[Criterion]) -> Statement:
    """Return the statement of the table that decodes bits and steps."""
    rows: list[str] = []
    for it in criteria:
        texts = (
            it.criterion,
            it.label,
            it.title,
            it.effect,
            it.cls,
            it.source,
            it.file,
        )
        named = [literal(text) if text else "null" for text in texts]
        bit = "null" if it.bit is None else str(it.bit)
        rows.append(", ".join((literal(policy), bit, str(it.step), *named)))
    name = "criterion"
    return Statement(name, frame(name, rows=rows), makes=(name,), changes=(name,))


def grain_faults(facts: Sequence[SourceFile]) -> str:
    """Return the query of the facts that have two rows of one key."""
    keyed = [
        {
            "text": literal(file.stem),
            "name": quote(file.stem),
            "columns": ", ".join(quote(column) for column in file.grain),
            "known": " and ".join(f"{quote(each)} is not null" for each in file.grain),
        }
        for file in facts
        if file.grain
    ]
    return frame("grain_faults", facts=keyed)

"""The tables of a fused program: one for each side of a pair, level and relation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlglot import exp

from brokersql.compiler.candidate import Candidate
from brokersql.compiler.frames import frame
from brokersql.compiler.fuse import Fused, mask
from brokersql.compiler.kin import KIN, Kin
from brokersql.compiler.relations import Instance, Instances, text_of
from brokersql.compiler.scope import all_of, any_of, enclosed
from brokersql.compiler.sides import ANYWHERE, PARTNER, UNIT, Kind, Place
from brokersql.compiler.tables import settings_inline, table_name
from brokersql.compiler.terms import Joined, Named, joined, unit_mask
from brokersql.database import quote


@dataclass(slots=True)
class Emitter:
    """Writes statements; every expression of the program must be read before it ends.

    The tables are written last, when all columns that others ask of them are known.
    """

    candidate: Candidate
    instances: Instances
    fused: Fused
    kin: Kin

    def tables(self) -> list[tuple[str, str]]:
        """Return name and statement of every table, each after those it reads."""
        places = sorted(
            set(self.fused.tables.sides.of_instance.values()), key=table_name
        )
        levels = [place for place in places if place.kind is Kind.LEVEL]
        sparse = [place for place in places if place.kind is Kind.SPARSE]
        later = [(table_name(each), self._level(each)) for each in levels]
        later += [(table_name(each), self._sparse(each)) for each in sparse]
        unit = (table_name(UNIT), self._unit(len(levels)))
        partners = [(table_name(PARTNER), self._partner()), (KIN, self._kin())]
        return [*partners, unit, *later]

    def _partner(self) -> str:
        side = self.candidate.partner
        masks = [
            Named(f"mask_{number}", _text(mask(slot.right)))
            for number, slot in enumerate(self.fused.slots.get(PARTNER, []), start=1)
        ]
        return self._side(
            "partner",
            side,
            PARTNER,
            self.candidate.partner_key,
            masks,
            kin=", ".join(text_of(side.column(name)) for name in self.kin.columns),
        )

    def _kin(self) -> str:
        """Return the statement of the first partner of each kin."""
        columns = [Named(name, "") for name, _ in self.fused.tables.shelf(PARTNER)]
        return frame("kin", table=KIN, columns=columns)

    def _unit(self, n_levels: int) -> str:
        masks = [
            Named(unit_mask(place, number), _text(mask(slot.left)))
            for place, slots in self.fused.slots.items()
            for number, slot in enumerate(slots, start=1)
            if place == PARTNER or any(slot.left.values())
        ]
        keys = self.fused.tables.sides.level_keys
        levels = [
            {
                "name": self.kin.base(place),
                "sql": ", ".join(_text(each) for each in key.values()),
                "size": "n_kins" if place in self.kin.places else "n_partners",
            }
            for number, key in enumerate(keys, start=1)
            for place in [Place(Kind.LEVEL, number)]
        ]
        assert n_levels <= len(keys)
        return self._side(
            "unit",
            self.candidate.unit,
            UNIT,
            self.candidate.unit_key,
            masks,
            levels=levels,
        )

    def _side(
        self,
        name: str,
        base: Instance,
        place: Place,
        keys: Sequence[str],
        masks: Sequence[Named],
        **more: object,
    ) -> str:
        """Return the statement of the table of one side."""
        columns = [
            Named(quote(column), _text(value))
            for column, value in self.candidate.columns.items()
            if self.side_of(value) == place
        ]
        shelf = self.fused.tables.shelf(place)
        columns += [Named(column, _text(value)) for column, value in shelf]
        conditions = [
            condition
            for condition in self.candidate.conditions
            if self.side_of(condition) == place
        ]
        order = [text_of(self.candidate.columns[key]) for key in keys]
        return frame(
            name,
            table=table_name(place),
            base=Joined(quote(base.relation.name), base.name, ""),
            order=", ".join(order),
            columns=[*columns, *masks],
            constants=self._joined(ANYWHERE),
            joins=self._joined(place),
            condition=_text(all_of(conditions)),
            **more,
        )

    def side_of(self, node: exp.Expr) -> Place:
        """Return the side whose table holds a column of candidate."""
        place = self.fused.tables.sides.of(node)
        return UNIT if place == ANYWHERE else place

    def _joined(self, place: Place) -> list[Joined]:
        """Return the relations of a place with their join conditions."""
        tables = self.fused.tables

        def read(key: exp.Expr) -> exp.Expr:
            if place.kind is Kind.LEVEL:
                return tables.in_level(place.number, key)
            if place.kind is Kind.SPARSE:
                return tables.in_sparse(key)
            return settings_inline(key)

        instances = self._instances(place)
        return [joined(each, read) for each in instances if each.name != "cfg"]

    def _instances(self, place: Place) -> list[Instance]:
        of = self.fused.tables.sides.of_instance
        return [
            each
            for each in self.instances
            if of.get(each.name) == place and not each.is_base
        ]

    def _level(self, place: Place) -> str:
        tables = self.fused.tables
        keys = tables.sides.level_keys[place.number - 1]
        masks = [
            Named(
                f"mask_{number}",
                text_of(mask(self._moved(slot.right, place.number))),
            )
            for number, slot in enumerate(self.fused.slots.get(place, []), start=1)
        ]
        columns = [
            Named(name, text_of(tables.in_level(place.number, value)))
            for name, value in tables.shelf(place)
        ]
        key_columns = [
            Named(f"key_{number}", text_of(tables.shelf(UNIT).put(key)))
            for number, key in enumerate(keys.values(), start=1)
        ]
        return frame(
            "level",
            table=table_name(place),
            base=self.kin.base(place),
            number=self.kin.number(place),
            partner=self.kin.partner(place),
            keys=key_columns,
            columns=[*masks, *columns],
            constants=self._joined(ANYWHERE),
            joins=self._joined(place),
        )

    def _moved(
        self, conditions: Mapping[int, exp.Expr | None], number: int
    ) -> dict[int, exp.Expr | None]:
        tables = self.fused.tables
        return {
            bit: None if condition is None else tables.in_level(number, condition)
            for bit, condition in conditions.items()
        }

    def _sparse(self, place: Place) -> str:
        tables = self.fused.tables
        first, *chained = self._joined(place)
        root = self._instances(place)[0]
        sides: dict[Place, list[exp.Expr]] = {UNIT: [], PARTNER: []}
        for own, key in zip(root.relation.grain or (), root.keys, strict=True):
            part = exp.EQ(
                this=root.column(own), expression=enclosed(tables.in_sparse(key))
            )
            sides[UNIT if self.side_of(key) == UNIT else PARTNER].append(part)
        bits = {
            bit: tables.in_sparse(part)
            for bit, parts in self.fused.sparse.get(place, {}).items()
            for part in [any_of(parts)]
        }
        columns = [
            Named(name, text_of(tables.in_sparse(value)))
            for name, value in tables.shelf(place)
        ]
        if place in self.fused.sparse:
            columns.insert(0, Named("mask", text_of(mask(dict(bits)))))
        return frame(
            "sparse",
            table=table_name(place),
            base=self.kin.base(place),
            number=self.kin.number(place),
            partner=self.kin.partner(place),
            root=first,
            constants=self._joined(ANYWHERE),
            unit_on=text_of(all_of(sides[UNIT])),
            partner_on=text_of(all_of(sides[PARTNER])),
            columns=columns,
            joins=chained,
        )


def _text(node: exp.Expr) -> str:
    return text_of(settings_inline(node))

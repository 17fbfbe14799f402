"""All weights of the survivors in one pass, each a column of the same select.

A weight looks at one pair, as a filter does: its query dissolves into an expression
over the rows that the pair leads to, and weights that ask for the same row share the
join. One that looks at several pairs is joined as it stands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sqlglot import exp

from brokersql.compiler.flatten import Flattener
from brokersql.compiler.named import relation_of
from brokersql.compiler.parse import Fault, Parsed
from brokersql.compiler.relations import Instance, Instances, Relation, text_of
from brokersql.compiler.tables import settings_inline
from brokersql.compiler.terms import Joined, Named, joined
from brokersql.database import quote

#: The relation of the pairs that get weights, and its key.
SURVIVOR, PAIR_KEY = "survivor", "pair_no"


@dataclass(slots=True)
class Weights:
    """The factors of a pair as columns, and the relations that they are read from."""

    relations: Mapping[str, Relation]
    columns: list[Named] = field(default_factory=list[Named])
    instances: Instances = field(default_factory=Instances)
    others: list[Joined] = field(default_factory=list[Joined])

    @property
    def joins(self) -> list[Joined]:
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
        except Fault:
            table = quote(relation_of(file))
            same_pair = f"{SURVIVOR}.{PAIR_KEY} = {table}.{PAIR_KEY}"
            self.others.append(Joined(table, table, same_pair))
            sql = f"{table}.{name}"
        self.columns.append(Named(name, sql))

    def _value(self, parsed: Parsed) -> exp.Expr:
        """Return a factor as an expression over instances, NULL where it has no row.

        Raises:
            Fault: the query is more than that.
        """
        instances = self.instances.copy()
        survivor = self._survivor(instances)
        key = survivor.column(PAIR_KEY)
        flattener = Flattener(
            self.relations,
            {},
            instances,
            {name: survivor.column(name) for name in survivor.relation.columns},
            frozenset({text_of(key)}),
            SURVIVOR,
        )
        flat = flattener.flatten_at(parsed, key)
        if flat.columns.get(PAIR_KEY) != key:
            raise parsed.fault(parsed.tree, f"its {PAIR_KEY} is that of another pair")
        self.instances = instances
        value = flat.columns[parsed.file.stem]
        if not flat.conditions:
            return value
        return exp.Case().when(flat.predicate, value)

    def _survivor(self, instances: Instances) -> Instance:
        """Return the pair itself among the instances."""
        relation = self.relations[SURVIVOR]
        known = [each for each in instances if each.is_base]
        return known[0] if known else instances.base(relation)


def weigh(parsed: Sequence[Parsed], relations: Mapping[str, Relation]) -> Weights:
    """Return the factors of weight files, `relations` being all that they may read."""
    weights = Weights(relations)
    for each in parsed:
        weights.add(each)
    return weights

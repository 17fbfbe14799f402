"""The pairs of a policy: `from <unit> cross join <partner>`, each with its columns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sqlglot import exp

from brokersql.compiler.flatten import Flattener
from brokersql.compiler.joins import joins_of
from brokersql.compiler.parse import Parsed
from brokersql.compiler.relations import Instance, Instances, Relation, text_of
from brokersql.compiler.scope import Columns, Scope
from brokersql.policy.faults import suggest

#: The column that tells the rounds of a decision apart. A rule that does not name it
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

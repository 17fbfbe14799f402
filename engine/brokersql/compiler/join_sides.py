"""The two sides of a pair, and the table that computes each expression over them.

An expression is computed once a unit, a partner, a level, or a pair. A *level* is a
table with a row per (key of the task side, partner): there a link or the match of a
task signature with a queue is computed once for all tasks that share it. A *sparse*
relation is keyed by the unit itself; it is joined to the few pairs it has. Whatever one
table can compute becomes a column of it; on the pair only references remain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from sqlglot import exp

from brokersql.compiler.catalog import Instance, Instances, Relation
from brokersql.compiler.expressions import (
    Columns,
    all_of,
    any_of,
    enclosed,
    is_value,
    rebuild,
    tables_of,
    text_of,
)
from brokersql.compiler.flatten import Flattener, Scope
from brokersql.compiler.parse import CompileError, Parsed, joins_of
from brokersql.core.errors import suggest

#: The column of the round of a decision. A rule that does not name it
#: holds in every round.
ROUND = "round"
#: What results of tasks call the two names of a queue.
_TASK, _QUEUES = "jedi_task_id", ("queue_name", "unified_name")


@dataclass(frozen=True, slots=True)
class Candidate:
    """The two sides of a pair and the columns that identify it.

    `unit_key` names the columns that are the unit's grain, `partner_key` the partner's.
    `in_results` holds the columns by the names that they have in results.
    """

    unit: Instance
    partner: Instance
    columns: Columns
    conditions: tuple[exp.Expr, ...]
    unit_key: tuple[str, ...]
    partner_key: tuple[str, ...]
    in_results: Mapping[str, str]

    @property
    def decision_key(self) -> tuple[str, ...]:
        """Return the key of what is decided about, however many rounds it takes."""
        return tuple(name for name in self.unit_key if name != ROUND)

    @property
    def pair_key(self) -> tuple[str, ...]:
        """Return the key of a pair."""
        return (*self.unit_key, *self.partner_key)

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
    unit_key, partner_key = (_key_names(parsed, columns, side) for side in sides)
    names = _result_names(parsed, columns)
    return Candidate(
        unit, partner, columns, tuple(conditions), unit_key, partner_key, names
    )


def _result_names(parsed: Parsed, columns: Columns) -> dict[str, str]:
    """Return the columns of candidate by their names in results.

    The header says ``-- in_results: column as name, …`` of those that have others.
    """
    parts = parsed.file.header.text("in_results").split(",")
    renamed = [part.split() for part in parts if part.strip()]
    for words in renamed:
        if len(words) != 3 or words[1] != "as" or words[0] not in columns:
            message = f"in_results has {' '.join(words)}"
            hint = f"column as name; columns are {', '.join(columns)}"
            raise CompileError(parsed.file.at_key("in_results", message, hint))
    own = {words[0] for words in renamed}
    names = {name: name for name in columns if name not in own}
    names |= {words[2]: words[0] for words in renamed}
    missing = [name for name in _QUEUES if _TASK in names and name not in names]
    if missing:
        hint = f"its header says -- in_results: column as {missing[0]}"
        raise parsed.fault(parsed.tree, f"results have no {missing[0]}", hint)
    return names


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
    instance = instances.get(relation)
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


@dataclass(frozen=True, slots=True)
class Place:
    """One table of a program; levels and sparse relations are numbered from 1.

    Two places are no table: anywhere, and only on the pair.
    """

    kind: str
    number: int = 0

    @property
    def is_level(self) -> bool:
        """Return whether it has a row per key of the task side and partner."""
        return self.kind == "level"

    @property
    def is_sparse(self) -> bool:
        """Return whether it is a relation keyed by the unit itself."""
        return self.kind == "sparse"

    @property
    def table(self) -> str:
        """Return the name of its table."""
        return f"x_{self.kind}" + (f"_{self.number}" if self.number else "")


ANYWHERE, UNIT, PARTNER, PAIR = map(Place, ("anywhere", "unit", "partner", "pair"))


@dataclass(slots=True)
class JoinSides:
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
        levels = {place for place in places if place.is_level}
        others = places - levels - {UNIT, PARTNER}
        if others or len(levels) > 1:
            return PAIR
        if UNIT not in places:
            return next(iter(levels))
        for number, keys in enumerate(self.level_keys, start=1):
            level = Place("level", number)
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
        """Return whether all task-side parts of an expression are keys of a level."""
        if isinstance(node, exp.Column):
            return self.of_column(node) != UNIT or text_of(node) in keys
        if all(self._is_covered(child, keys) for child in node.iter_expressions()):
            return True
        return self.places(node) == {UNIT} and text_of(node) in keys


def read_join_sides(
    candidate: Candidate, instances: Instances, is_joint: bool
) -> JoinSides:
    """Return where each instance lives; `is_joint` puts all levels into one.

    Raises:
        Fault: a key depends on two levels or two sparse relations.
    """
    sides = JoinSides({candidate.unit.name: UNIT, candidate.partner.name: PARTNER})
    first_key = text_of(candidate.unit.keys[0])
    keyed: dict[str, dict[str, exp.Expr]] = {}
    n_sparse = 0
    for instance in instances:
        if instance.is_base:
            continue
        places = {place for key in instance.keys for place in sides.places(key)}
        parts = _level_parts(sides, instance, keyed)
        sparse = [place for place in places if place.is_sparse]
        has_level = any(place.is_level for place in places)
        if len(sparse) > 1 or (has_level and (sparse or first_key in parts)):
            parsed, node = instances.origins[instance.name]
            message = f"the key of {node.alias_or_name} depends on facts of two keys"
            raise parsed.fault(node, message, "make one fact of them")
        if sparse:
            place = sparse[0]
        elif len(places) <= 1 and not has_level:
            place = next(iter(places), ANYWHERE)
        elif first_key not in parts:
            keyed[instance.name] = parts
            place = Place("level")
        else:
            n_sparse += 1
            place = Place("sparse", n_sparse)
        sides.of_instance[instance.name] = place
    if is_joint:
        every = {text: part for parts in keyed.values() for text, part in parts.items()}
        keyed = dict.fromkeys(keyed, every)
    _number_levels(sides, keyed)
    return sides


def _level_parts(
    sides: JoinSides, instance: Instance, keyed: Mapping[str, Mapping[str, exp.Expr]]
) -> dict[str, exp.Expr]:
    """Return the task-side expressions that the key of an instance depends on."""
    parts = {
        text_of(part): part for key in instance.keys for part in sides.unit_parts(key)
    }
    for key in instance.keys:
        for column in key.find_all(exp.Column):
            parts |= keyed.get(column.table, {})
    return parts


def _number_levels(
    sides: JoinSides, keyed: Mapping[str, Mapping[str, exp.Expr]]
) -> None:
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
        sides.of_instance[name] = Place("level", smallest)


@dataclass(slots=True)
class Tables:
    """The computed columns of all tables, and how a place reads an expression.

    `columns` holds by place and text of an expression its name and itself.
    """

    sides: JoinSides
    columns: dict[Place, dict[str, tuple[str, exp.Expr]]] = field(
        default_factory=dict[Place, dict[str, tuple[str, exp.Expr]]]
    )

    def columns_of(self, place: Place) -> list[tuple[str, exp.Expr]]:
        """Return names and expressions of the computed columns of a table."""
        return list(self.columns.get(place, {}).values())

    def put(self, place: Place, node: exp.Expr) -> exp.Expr:
        """Return a reference to the column that holds an expression."""
        columns = self.columns.setdefault(place, {})
        name, _ = columns.setdefault(text_of(node), (f"v{len(columns) + 1}", node))
        return exp.column(name, table=place.table)

    def on_pair(self, node: exp.Expr) -> exp.Expr:
        """Return an expression as the verdict statement computes it."""
        place = self.sides.of(node)
        is_sparse = place.is_sparse and not isinstance(node, exp.Column)
        if isinstance(node, exp.And | exp.Or):
            return self._grouped(node)
        if isinstance(node, exp.Lambda | exp.Comprehension):
            return _by_column(node, self.on_pair)
        if place == PAIR or is_sparse or not is_value(node):
            return rebuild(node, self.on_pair)
        if place == ANYWHERE:
            return self._anywhere(node)
        return self.put(place, node)

    def when_asked(self, node: exp.Expr) -> exp.Expr:
        """Return an expression of which the tables hold the single columns only.

        So a text costs nothing until somebody asks about a pair.
        """
        return _by_column(node, self.on_pair)

    def _anywhere(self, node: exp.Expr) -> exp.Expr:
        """Return a constant of the cycle: settings inline, other rows by the unit."""
        if tables_of(node) & self.sides.of_instance.keys() - {"cfg"}:
            return self.put(UNIT, node)
        return settings_inline(node)

    def _grouped(self, node: exp.Expr) -> exp.Expr:
        """Return a chain of ANDs or ORs with the parts of each table put together."""
        join = all_of if isinstance(node, exp.And) else any_of
        groups: dict[Place, list[exp.Expr]] = {}
        alone: list[exp.Expr] = []
        for part in node.flatten():
            place = self.sides.of(part)
            if place in (UNIT, PARTNER) or place.is_level:
                groups.setdefault(place, []).append(part)
            else:
                alone.append(part)
        stored = [self.put(place, join(parts)) for place, parts in groups.items()]
        return join(
            [*stored, *(enclosed(self.on_pair(part.unnest())) for part in alone)]
        )

    def at(self, place: Place, node: exp.Expr) -> exp.Expr:
        """Return an expression as the table of a place computes it.

        Levels and sparse relations read what is computed at the sides they join.
        """
        if not place.number:
            return settings_inline(node)
        stored = (PARTNER,) if place.is_level else (UNIT, PARTNER)
        keys = [*self.sides.level_keys[place.number - 1]] if place.is_level else []

        def change(part: exp.Expr) -> exp.Expr:
            if keys and (text := text_of(part)) in keys:
                return exp.column(f"key_{keys.index(text) + 1}", table="keys")
            if isinstance(part, exp.Lambda | exp.Comprehension):
                return _by_column(part, change)
            if not is_value(part):
                return rebuild(part, change)
            source = self.sides.of(part)
            if source in stored:
                return self.put(source, part)
            if source == ANYWHERE:
                return settings_inline(part)
            is_column = isinstance(part, exp.Column)
            return part.copy() if is_column else rebuild(part, change)

        return change(node)


def _by_column(node: exp.Expr, change: Callable[[exp.Expr], exp.Expr]) -> exp.Expr:
    """Return a lambda with single columns changed: its own names stay inside it."""
    if isinstance(node, exp.Column) and node.table:
        return change(node)
    return rebuild(node, lambda child: _by_column(child, change))


def settings_inline(node: exp.Expr) -> exp.Expr:
    """Return an expression with each `cfg` column read as a connection variable.

    A variable is a constant to the optimizer, a column of a joined row is not.
    """
    if isinstance(node, exp.Column) and node.table == "cfg":
        name = exp.Literal.string(f"cfg_{node.name.lower()}")
        return exp.Anonymous(this="getvariable", expressions=[name])
    return rebuild(node, settings_inline)

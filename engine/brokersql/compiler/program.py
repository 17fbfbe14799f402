"""What the compiler hands to the cycle: statements in order, and what they mean.

Plain values that survive JSON; nothing here needs a parser.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import ClassVar

from brokersql.policy import SourceFile

#: Result tables of every policy of pairs, and those that its select stage may add.
_PAIR_RESULTS = (
    *("result", "candidate", "weighed", "exclusion", "verdict"),
    *("criterion", "funnel"),
)
_MORE_RESULTS = ("placement", "destination")
#: Stage -> prefix of the relation that holds what a file of it yields, else none.
_PREFIXES = {
    "gates": "gate_",
    "filters": "filter_",
    "set_rules": "set_rule_",
    "weights": "weight_",
    "caps": "cap_",
    "exemptions": "exemption_",
    "timeouts": "timeout_",
    "picks": "pick_",
}
#: Files of the select stage that become result tables of pairs. Their relations have
#: other names, as their columns do.
PAIR_TABLES = ("weighed", "placement")
#: Stage and stem of a file.
FileKey = tuple[str, str]
#: Stages whose files describe what is decided about, and the relation of it.
_SUBJECTS = ("candidate", "unit")


#: A range that ends with it holds every number of a unit.
ALL_UNITS = 2**31 - 1
_CREATE = re.compile(r"\bcreate (table|view)\b")


@dataclass(frozen=True, slots=True)
class Statement:
    """A named step of a program: SQL, and the relations that it needs and leaves.

    It creates the relations `makes`, views only where `is_view`, and fills or updates
    those in `changes`. `reads` are relations, each as often as it is read, twice in a
    recursion; `settings` are columns of `cfg`. A fact has a `grain`, its key, () for
    one row in all. `parameters` are values for each `?` that cover all pairs.
    """

    name: str
    sql: str
    makes: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()
    reads: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()
    is_view: bool = False
    grain: tuple[str, ...] = ()
    parameters: tuple[int, ...] = ()

    @property
    def writes(self) -> frozenset[str]:
        """Return the relations that are not the same after it."""
        return frozenset((*self.makes, *self.changes))

    @property
    def inputs(self) -> frozenset[str]:
        """Return what it reads: relations, and ``cfg.<column>`` for parameters."""
        return frozenset((*self.reads, *(f"cfg.{each}" for each in self.settings)))

    @property
    def again(self) -> Statement:
        """Return the statement as one that replaces what it made before.

        >>> Statement("a", "create table a as from b").again.sql
        'create or replace table a as from b'
        """
        return replace(self, sql=_CREATE.sub(r"create or replace \1", self.sql))


def written_after(
    statements: Iterable[Statement],
) -> Mapping[str, Sequence[frozenset[str]]]:
    """Return what each statement that reads or writes a relation writes, by its name.

    >>> a = Statement("a", "", makes=("a",), reads=("x",))
    >>> dict(written_after([a])) == {"a": [{"a"}], "x": [{"a"}]}
    True
    """
    found: dict[str, list[frozenset[str]]] = defaultdict(list)
    for each in statements:
        writes = each.writes
        for name in each.inputs | writes:
            found[name].append(writes)
    return found


def affected_relations(
    written: Mapping[str, Sequence[frozenset[str]]], changed: Iterable[str]
) -> set[str]:
    """Return relations that have changed, and all that statements make of them.

    `written` is of these statements: see `written_after`.

    >>> a = Statement("a", "", makes=("a",), reads=("x",))
    >>> b = Statement("b", "", makes=("b",), reads=("a",))
    >>> written = written_after([a, b, Statement("c", "", reads=("y",))])
    >>> sorted(affected_relations(written, ["x"]))
    ['a', 'b', 'x']
    """
    found = set(changed)
    waiting = [*found]
    while waiting:
        for writes in written.get(waiting.pop(), ()):
            waiting += writes - found
            found |= writes
    return found


@dataclass(frozen=True, slots=True)
class Criterion:
    """One rule file as the tables of results know it.

    `bit` is its place in the reject mask, None for a gate, a cap or the weights' own.
    `grain` says where the compiler evaluates it: 'task', 'queue', 'pair' …; `owner` is
    who could act where the partner cannot: 'nucleus', 'task'; else empty.
    """

    bit: int | None
    step: int
    criterion: str
    label: str
    title: str
    effect: str
    cls: str
    source: str
    file: str
    stage: str
    stem: str
    grain: str
    owner: str = ""

    @property
    def relation(self) -> str:
        """Return the relation that holds what the file yields."""
        return _PREFIXES.get(self.stage, "") + self.stem


@dataclass(frozen=True, slots=True)
class RuleInput:
    """A value that a rule rests on: a column of a snapshot table.

    The rule is the condition of a bit, or a weight or cap: `rule` is its stage and
    stem. The column of the table `cfg` is a parameter. `type` is as DuckDB writes it,
    `way` the facts between the rule and the table, the outermost first.
    """

    bit: int | None
    rule: str
    table: str
    column: str
    type: str
    way: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Origin:
    """One column that a file reads, and one column that its values are made from.

    `relation` is what the file names. `table` is a table of the snapshot, for a
    parameter `cfg` or a keyed relation of settings; None where a step of the cycle
    makes the values.
    """

    file: str
    stage: str
    criterion: str
    relation: str
    column: str
    table: str | None
    source: str | None

    @property
    def shown(self) -> str:
        """Return table and column, a parameter by its name alone."""
        if self.table is None:
            return ""
        return (self.source or "") if self.is_setting else f"{self.table}.{self.source}"

    @property
    def is_setting(self) -> bool:
        """Return whether a parameter stands behind it."""
        return self.table is not None and self.table.startswith("cfg")


@dataclass(frozen=True, slots=True)
class FactList:
    """The facts of a policy that need no cycle, each after those that it reads."""

    shape: ClassVar[str] = "facts"

    facts: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Program(ABC):
    """A compiled policy, whatever it decides about.

    `asks` names the policy that runs before, of which `asked_pair` holds all pairs.
    All statements need the connection variables ``cfg_<column>`` of `variables`, and
    `cfg` and its keyed relations as tables. `grain_faults` lists facts that break their
    declared grain: a join with one would multiply what is decided about.
    """

    #: What is decided about.
    shape: ClassVar[str]

    #: A line for each column of a table, or of `cfg`: the places of the statements that
    #: may see another value of it.
    readers: str = field(default="", kw_only=True)
    #: The columns of `cfg` that a statement reads as connection variables.
    variables: tuple[str, ...] = field(default=(), kw_only=True)
    policy: str
    content_hash: str
    asks: str | None
    decides: str
    chooses: str
    unit_key: tuple[str, ...]
    criteria: tuple[Criterion, ...]
    macros: tuple[Statement, ...]
    facts: tuple[Statement, ...]
    criterion: Statement
    select: tuple[Statement, ...]
    grain_faults: str

    def render(self) -> str:
        """Return the whole program as one text, in the order in which it runs."""
        texts = [each.sql.rstrip().rstrip(";") for each in self.statements]
        head = f"-- policy {self.policy}, {self.content_hash}\n"
        return head + ";\n\n".join(texts) + ";\n"

    @property
    def statements(self) -> tuple[Statement, ...]:
        """Return every statement of a cycle in order, `?` where a range is asked."""
        return (*self.macros, *self.facts, *self.decisions, *self.select)

    def seeing(self, columns: Iterable[str]) -> list[Statement]:
        """Return the statements that may see other values of columns, in order.

        A column is named ``table.column``, a parameter ``cfg.<column>``. A statement
        that reads what another one makes of the column is among them.
        """
        readers, statements = _places(self.readers), self.statements
        found = {place for name in columns for place in readers.get(name, ())}
        return [statements[place] for place in sorted(found)]

    @property
    @abstractmethod
    def decisions(self) -> tuple[Statement, ...]:
        """Return the statements between the facts and what is made of the decisions."""

    @property
    @abstractmethod
    def results(self) -> tuple[str, ...]:
        """Return the names of the result tables that a cycle yields."""


@dataclass(frozen=True, slots=True)
class PairProgram(Program):
    """A policy that gives every pair a verdict and the survivors weights.

    `survivor_select` and `reported` take a range of units as two parameters, the first
    `unit_no` and the one after the last; `verdict_fill` and `verdict_select` take a
    number of parts of the groups besides, and which it is, from 0: each connection may
    run the former for a part of its own. `rule_inputs` are the values that the filters,
    weights and caps rest on, `cap_reasons` what the caps say of the pairs that they
    hit. `result_names` are the result tables where they differ from the default.
    """

    shape = "candidate"

    result_names: tuple[str, ...]
    partner_key: tuple[str, ...]
    drop_bits: int
    candidate: Statement
    pair_views: tuple[Statement, ...]
    filter_views: tuple[Statement, ...]
    grains: tuple[Statement, ...]
    gates: tuple[Statement, ...]
    gate_hit: Statement
    numbering: Statement
    verdict_table: Statement
    verdict_fill: Statement
    verdict_select: str
    survivor_select: str
    passed: Statement
    set_rules: tuple[Statement, ...]
    verdict: Statement
    survivor: Statement
    weights: tuple[Statement, ...]
    pair_weight: Statement
    caps: tuple[Statement, ...]
    cap_hit: Statement
    reported: str
    reasons: Reasons
    cap_reasons: str
    rule_inputs: tuple[RuleInput, ...]

    @property
    def results(self) -> tuple[str, ...]:
        """Return the names of the result tables, those of its select included."""
        own = [each.name for each in self.select if each.name in _MORE_RESULTS]
        return self.result_names or (*_PAIR_RESULTS, *own)

    @property
    def decisions(self) -> tuple[Statement, ...]:
        """Return the statements between the facts and what is made of the decisions."""
        return (
            self.candidate,
            *self.pair_views,
            *self.filter_views,
            *self.grains,
            self.criterion,
            *self.gates,
            self.gate_hit,
            self.numbering,
            self.verdict_table,
            self.verdict_fill,
            self.passed,
            *self.set_rules,
            self.verdict,
            self.survivor,
            *self.weights,
            self.pair_weight,
            *self.caps,
            self.cap_hit,
        )


@dataclass(frozen=True, slots=True)
class UnitProgram(Program):
    """A policy whose rules act upon single units, each at its time.

    `unit` are all units, `exempt` those that no rule acts upon. `timer` holds when each
    timeout falls due for each unit that it watches, `picked` whom rules about sets of
    units picked.
    """

    shape = "unit"

    unit: Statement
    exemptions: tuple[Statement, ...]
    exempt: Statement
    timeouts: tuple[Statement, ...]
    timer: Statement
    picks: tuple[Statement, ...]
    picked: Statement

    @property
    def results(self) -> tuple[str, ...]:
        """Return the names of the result tables."""
        return ("action", "criterion")

    @property
    def decisions(self) -> tuple[Statement, ...]:
        """Return the statements between the facts and what is made of the decisions."""
        return (
            *(self.unit, self.criterion),
            *(*self.exemptions, self.exempt),
            *(*self.timeouts, self.timer),
            *(*self.picks, self.picked),
        )


@dataclass(frozen=True, slots=True)
class QueryNames:
    """Tables as (schema, name), the schema empty where unsaid; functions by name."""

    tables: tuple[tuple[str, str], ...]
    functions: tuple[str, ...]


@lru_cache(maxsize=16)
def _places(readers: str) -> Mapping[str, tuple[int, ...]]:
    """Return the places of `Program.readers` by column.

    >>> _places("queue.status 3 7")
    {'queue.status': (3, 7)}
    """
    lines = (line.split() for line in readers.splitlines())
    return {name: tuple(map(int, places)) for name, *places in lines}


def relation_of(file: SourceFile) -> str:
    """Return the name of the relation that holds what a file yields."""
    if file.stage in _SUBJECTS:
        return file.stage
    if file.stage == "select" and file.stem in PAIR_TABLES:
        return f"x_{file.stem}"
    return _PREFIXES.get(file.stage, "") + file.stem


@dataclass(frozen=True, slots=True)
class BitSql:
    """A bit, and the SQL that stands for it."""

    bit: int
    sql: str


@dataclass(frozen=True, slots=True)
class Reasons:
    """The query of every failing criterion of each rejected pair.

    Between `pieces` it has `branches` for each bit, which DuckDB binds one by one:
    where the bits that fail are known, the others are better left out.
    """

    pieces: tuple[str, ...]
    branches: tuple[tuple[BitSql, ...], ...]

    def sql(self, mask: int = -1) -> str:
        """Return the query of the criteria of a mask, of all bits without one.

        >>> few = Reasons(("[", "]"), ((BitSql(0, "a,"), BitSql(1, "b,")),))
        >>> few.sql(2).split(), few.sql(3) == few.sql()
        (['[', 'b,', ']'], True)
        """
        first, *others = self.pieces
        parts = [first]
        for branches, piece in zip(self.branches, others, strict=True):
            parts += [each.sql for each in branches if mask >> each.bit & 1]
            parts.append(piece)
        return "\n".join(parts)

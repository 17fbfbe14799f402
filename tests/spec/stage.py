"""A drawn world in the database, and the relations of a policy made over it.

Only what the rule under test reads is made, and only where no world before had it from
the same: from columns that its query names, and parameters that it reads.
"""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import cast

import pyarrow as pa
import sqlglot
from sqlglot import exp

from brokersql.compiler import PairProgram, Program, compile_policy
from brokersql.compiler.parse import parse_statements, read_statement
from brokersql.compiler.program import relation_of
from brokersql.core.database import Database, quote
from brokersql.policy import (
    Policy,
    SourceFile,
    load_policy,
    resolve_parameters,
    shipped_policies,
)
from brokersql.policy.model import SHAPES
from tests.spec import inputs
from tests.spec.world import NUCLEUS, complete_world, drawn_queues

#: What the rules of one stage say together.
COLLECTED = ("timer", "picked")
MADE_BY_PROGRAM = ("gate_hit", "pair_weight", "cap_hit", "exempt", *COLLECTED)
#: Before the name of a rule: its query without the condition on its numbers.
COMPARED = "compared/"
#: A filter that rejects nothing: beside it each rule is shown by itself.
NOTHING = """
select {keys}, '' as detail
from candidate
where false
"""
CRITERION = "select null::integer as bit, '' as effect where false"
TABLE = re.compile(r"(?<=create table )\S+")
#: So many relations of a policy stay tables; an older one is made again when read.
MOST_TABLES = 1500
PLACE = re.compile(r"(?i)(?<!distinct )\b((?:from|join)\s+)(\w+)\b(\s+as\s+\w+)?")
SOURCE = re.compile(r"(?i)\b(?:from|join)\s+(\w+)")
PART = re.compile(r"(?i)(?:\bwith|\),)\s+(\w+) as \(")
COMMENT = re.compile(r"--.*")
#: Made of the numbers of both sides.
DERIVED = (
    *("candidate_unit", "no_gate_hit", "x_group"),
    *("passed", "survivor", "x_survivor", "checked"),
)
MADE = re.compile(r"create (?:table|view) (\w+) as\n(.*)", re.DOTALL)
#: All units, and the first and only part of the kin.
ALL = ("0", "1000000", "1", "0")

Key = tuple[int | str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Made:
    """A relation as some worlds have it.

    `marks` tell the content of its columns from any other content; `put` makes a table
    of it in the database, under a name.
    """

    rows: pa.Table
    marks: Mapping[str, int]
    put: Callable[[str], None]

    def mark(self, columns: Collection[str]) -> int:
        """Return what tells the number of rows, and some columns, from others."""
        told = [(name, mark) for name, mark in self.marks.items() if name in columns]
        return hash((self.rows.num_rows, *told))


@dataclass(slots=True)
class Bench:
    """A database that tests share, and all that was made in it.

    `known` are relations by what they were made from, `held` the names of those that
    are tables now, the one used last at the end.
    """

    database: Database
    known: dict[object, Made] = field(default_factory=dict[object, Made])
    held: dict[Made, str] = field(default_factory=dict[Made, str])
    n_made: int = 0

    def relation(self, made_from: object, put: Callable[[str], None]) -> Made:
        """Return a relation, made unless one was made from the same before."""
        if made_from not in self.known:
            name = self._put(put)
            rows = self.database.table(f"from {quote(name)}")
            marks = {
                column.lower(): hash(pickle.dumps(rows[column].combine_chunks()))
                for column in rows.schema.names
            }
            made = self.known[made_from] = Made(rows, marks, put)
            self.held[made] = name
        return self.known[made_from]

    def name_of(self, made: Made) -> str:
        """Return the name of the table of a relation, made again where it is gone."""
        name = self.held.pop(made, None) or self._put(made.put)
        self.held[made] = name
        return name

    def _put(self, put: Callable[[str], None]) -> str:
        self.n_made += 1
        name = f"made_{self.n_made}"
        put(name)
        while len(self.held) > MOST_TABLES:
            gone = next(iter(self.held))
            self.database.run(f"drop table {self.held.pop(gone)}")
        return name


class Stage:
    """A world under one profile; its relations are made when they are asked for.

    With `only` a rule about single jobs speaks alone.
    """

    def __init__(
        self,
        policy: Policy,
        profile: str,
        parameters: Mapping[str, object],
        drawn: Mapping[str, str],
        only: SourceFile | None = None,
    ) -> None:
        self.only = only and relation_of(only)
        self.bench = bench(policy.name)
        self.policy = policy.name
        self.world = complete_world(drawn, policy.name)
        self.has_rounds = "round" in program(policy.name).unit_key
        self.is_nucleus_meant = NUCLEUS in drawn_queues(drawn)
        self.made: dict[str, Made] = {}
        columns = list(inputs.columns("gdp_config"))
        settings = [
            [row[column] for column in columns]
            for row in self.world.get("gdp_config", [])
        ]
        overrides = {name: text_of(value) for name, value in parameters.items()}
        found = resolve_parameters(policy, profile, overrides, settings, "atlas")
        self.parameters = found.tables()
        self.settings = found.variables()

    def values(
        self, relation: str, keys: Sequence[str], columns: Sequence[str]
    ) -> dict[Key, object]:
        """Return columns of a relation by its key, which must be one.

        What is said of a pair in both rounds counts once.
        """
        found: dict[Key, object] = {}
        for row in self.rows(relation):
            key = cast(Key, tuple(row[name] for name in keys))
            cells = tuple(row[name] for name in columns)
            value = cells if len(columns) > 1 else row[columns[0]]
            is_again = self.has_rounds and found.get(key) == value
            assert key not in found or is_again, f"{relation} has {key} twice"
            found[key] = value
        return found

    def rows(self, relation: str) -> list[dict[str, object]]:
        """Return all rows of a relation, made with all that it reads."""
        return self.table(relation).to_pylist()

    def table(self, relation: str) -> pa.Table:
        """Return a relation, made with all that it reads."""
        return self.made_of(relation).rows

    def made_of(self, relation: str) -> Made:
        """Return a relation of the world, made unless it is there."""
        if relation not in self.made:
            if relation in self.parameters:
                made = self._make_table(relation, self.parameters[relation])
            elif inputs.is_input(relation):
                made = self._make_input(relation)
            else:
                made = self._make_derived(relation)
            self.made[relation] = made
        return self.made[relation]

    def _make_derived(self, relation: str) -> Made:
        text = query(self.policy, relation)
        assert text is not None, f"policy {self.policy} has no relation {relation}"
        if self.only and relation in COLLECTED:
            text = alone(text, self.only)
        hides = relation in ("candidate", "x_partner") and not self.is_nucleus_meant
        if hides and load(self.policy).decides != "pilot":
            text = without_nucleus(text, load(self.policy).chooses)
        sources = {
            source: self.made_of(source)
            for source in reads(text, relation)
            if self._is_known(source)
        }
        settings = {name: self.settings[name] for name in settings_read(text)}
        marks = [
            made.mark(columns_read(text, source, frozenset(made.marks)))
            for source, made in sources.items()
        ]
        bench = self.bench

        def put(name: str) -> None:
            names = {each: bench.name_of(made) for each, made in sources.items()}
            bench.database.set_variables(settings)
            made = placed(text, names)
            bench.database.run(f"create table {name} as {made}")

        return bench.relation((text, *marks, *settings.values()), put)

    def _is_known(self, source: str) -> bool:
        is_given = source in self.parameters or inputs.is_input(source)
        return is_given or query(self.policy, source) is not None

    def _make_table(self, relation: str, rows: pa.Table) -> Made:
        def put(name: str) -> None:
            self.bench.database.create_table(name, rows)

        return self.bench.relation((relation, repr(rows.to_pylist())), put)

    def _make_input(self, table: str) -> Made:
        rows = self.world.get(table, [])

        def put(name: str) -> None:
            database = self.bench.database
            database.run(TABLE.sub(name, inputs.ddl(table), count=1))
            names = inputs.columns(table)
            texts = {each: [row[each] for row in rows] for each in names}
            arrays = [pa.array(column, pa.string()) for column in texts.values()]
            database.append(name, pa.table(arrays, names=list(texts)))

        cells = tuple(tuple(row.items()) for row in rows)
        return self.bench.relation((table, cells), put)


@cache
def load(policy: str) -> Policy:
    """Return a shipped policy, read once."""
    return load_policy(policy)


def policy_of(folder: str, fact: str) -> str:
    """Return the policy of a folder of specs; a fact is shown in one that has it."""
    if folder in shipped_policies():
        return folder
    policies = ["panda_job", *shipped_policies()]
    owners = (
        name for name in policies if fact in {file.stem for file in load(name).facts}
    )
    return next(owners, "panda_job")


@cache
def program(policy: str) -> Program:
    """Return the program of a shipped policy, compiled once."""
    return compile_policy(load(policy))


@cache
def bench(policy: str) -> Bench:
    """Return the database of all checks of a policy, with the macros in it."""
    database = Database.open(threads=1)
    database.plan_quickly(True)
    for file in load(policy).macros:
        database.run(file.text)
    return Bench(database)


def query(policy: str, relation: str) -> str | None:
    """Return the query of a relation, if it is one that has a query."""
    if relation in MADE_BY_PROGRAM:
        return program_queries(policy).get(relation)
    if relation.startswith(COMPARED):
        return without_comparison(policy, relation.removeprefix(COMPARED))
    return queries(policy).get(relation)


@cache
def without_comparison(policy: str, rule_: str) -> str | None:
    """Return the query of a rule with the pairs that pass by its numbers as well.

    There is none where it has no numbers, or not just one condition that compares them.
    """
    tree = sqlglot.parse_one(queries(policy)[rule_], dialect="duckdb")
    where = tree.args.get("where")
    if where is None:
        return None
    is_list = isinstance(where.this, exp.And)
    terms = [*where.this.flatten()] if is_list else [where.this]
    compares = [each for each in terms if _compares(each)]
    if len(compares) != 1:
        return None
    compares[0].replace(exp.true())
    return tree.sql(dialect="duckdb")


def _compares(condition: exp.Expr) -> bool:
    columns = {(each.table, each.name) for each in condition.find_all(exp.Column)}
    return {("", "asked"), ("", "offered")} <= columns


@cache
def program_queries(policy: str) -> Mapping[str, str]:
    """Return the queries that the compiler makes of the lists of a policy."""
    decisions = program(policy).decisions
    made = [each for each in decisions if each.name in MADE_BY_PROGRAM]
    return {each.name: each.sql.partition(" as\n")[2].replace('"', "") for each in made}


def alone(text: str, relation: str) -> str:
    """Return a collecting query with what one rule says, and no other."""
    head, *parts = text.split("union all\n")
    own = [part for part in parts if f"from {relation} as rule" in part]
    return "union all\n".join((head, *own))


@cache
def queries(policy: str) -> Mapping[str, str]:
    """Return the query of every relation that a rule may read, and of every rule."""
    files = load(policy)
    found = {file.stem: file.text for file in (*files.facts, *files.select)}
    found[files.subject.stage] = files.subject.text
    found["criterion"] = CRITERION
    if files.is_paired:
        found |= pair_queries(policy)
    for stage, ruling in rules(files).items():
        for file in ruling:
            text = whole_text(policy, file)
            found[f"{stage}/{file.stem}"] = text
            found[f"{stage.removesuffix('s')}_{file.stem}"] = text
    return found | (turns(files, found) if files.is_paired else {})


def whole_text(policy: str, file: SourceFile) -> str:
    """Return the query of a rule, with what its header exempts."""
    if not file.header.text("exempts"):
        return file.text
    name = relation_of(file)
    found = [it.sql for it in program(policy).statements if it.name == name]
    return found[0].partition(" as\n")[2]


def turns(policy: Policy, texts: Mapping[str, str]) -> dict[str, str]:
    """Return what reads `remaining`, each with the pairs that remain at its turn."""
    found: dict[str, str] = {}
    seen: set[str] = set()
    left = "select passed.* from passed"
    whole = program(policy.name)
    assert isinstance(whole, PairProgram)
    keys = ", ".join((*whole.unit_key, *whole.partner_key))
    for file in policy.set_rules:
        turn, rule_ = f"remaining_{file.stem}", f"set_rule_{file.stem}"
        found[turn] = left
        needed = [rule_]
        while needed:
            name = needed.pop()
            if name in seen or name not in texts:
                continue
            seen.add(name)
            sources = reads(texts[name], name)
            needed += sources
            if "remaining" in sources:
                found[name] = re.sub(r"\bremaining\b", turn, texts[name])
        found[f"set_rules/{file.stem}"] = found.get(rule_, file.text)
        left += f" anti join {rule_} using ({keys})"
    return found


@cache
def pair_queries(policy: str) -> Mapping[str, str]:
    """Return the queries of units, partners and pairs, numbered by the compiler.

    All candidates survive: the only filter rejects nothing, and there are no gates and
    set rules.
    """
    files, whole = load(policy), program(policy)
    assert isinstance(whole, PairProgram)
    both = (*whole.unit_key, *whole.partner_key)
    keys = ", ".join(f"candidate.{key}" for key in both)
    filter_ = replace(files.filters[0], stem="nothing", text=NOTHING.format(keys=keys))
    none: dict[str, tuple[SourceFile, ...]] = dict.fromkeys(SHAPES["candidate"], ())
    bare = compile_policy(replace(files, **{**none, "filters": (filter_,)}))
    found: dict[str, str] = {}
    for statement in bare.decisions:
        text = statement.sql.replace('"', "").replace("gate_hit", "no_gate_hit")
        if text.startswith("insert into x_verdict"):
            found["x_verdict"] = text.partition("\n")[2].replace("?", "{}").format(*ALL)
        for part in text.split(";\n\n"):
            if made := MADE.match(part):
                found[made[1]] = made[2]
    wanted = (*DERIVED, "x_unit", "x_partner", "x_verdict", "x_passed")
    return {name: found[name] for name in wanted}


def without_nucleus(text: str, chooses: str) -> str:
    """Return a query of pairs or of their one side without those of the nucleus N."""
    head, *rest = re.split(r"\nwhere\s", text)
    condition = rest[0] if rest else "true"
    name = "queue_name" if chooses == "queue" else "nucleus.nucleus"
    return f"{head}\nwhere ({condition}) and {name} <> '{NUCLEUS}'"


def pair_of(policy: str) -> tuple[str, ...]:
    """Return the columns by which a test names a pair."""
    whole = program(policy)
    assert isinstance(whole, PairProgram)
    return (*unit_of(policy), *whole.partner_key)


def unit_of(policy: str) -> tuple[str, ...]:
    """Return the columns by which a test names what is decided about."""
    return tuple(name for name in program(policy).unit_key if name != "round")


@cache
def reads(text: str, name: str) -> tuple[str, ...]:
    """Return what a query reads, itself and its own parts excepted."""
    code = COMMENT.sub("", text)
    own = {name, *PART.findall(code)}
    return tuple(
        dict.fromkeys(each for each in SOURCE.findall(code) if each not in own)
    )


@cache
def columns_read(text: str, source: str, columns: frozenset[str]) -> frozenset[str]:
    """Return the columns of a source that a query may read: all where it takes rows."""
    words = frozenset(re.findall(r"\w+", COMMENT.sub("", text).lower()))
    return columns if source in taken_whole(text) else columns & words


@cache
def taken_whole(text: str) -> frozenset[str]:
    """Return the relations of which a query may read columns that it does not name.

    >>> text = "with a as (select q.n from queue as q) select a.*, task.* from a, task"
    >>> taken_whole(text), taken_whole("select list(t) from task as t")
    (frozenset({'task'}), frozenset({'task'}))
    """
    (tree,) = parse_statements(text)
    parts = {part.alias.lower() for part in tree.find_all(exp.CTE)}
    tables = {
        (table.alias_or_name.lower(), table.name.lower())
        for table in tree.find_all(exp.Table)
    }
    told: set[str] = set()
    for node in tree.walk():
        match node, node.parent:
            case exp.Star(), exp.Column() as column:
                told.add(column.table.lower())
            case exp.Star(), exp.Count():
                pass
            case ((exp.Star() | exp.Columns() | exp.Pivot()), _):
                return frozenset(name for _, name in tables)
            case exp.Column(), _:
                told.add(node.name.lower())
            case exp.TableAlias(), _ if node.columns:
                told.add(node.name.lower())
            case _:
                pass
    return frozenset(name for alias, name in tables if alias in told - parts)


def placed(text: str, names: Mapping[str, str]) -> str:
    """Return a query that reads tables of other names.

    >>> names = {"a": "made_1", "b": "made_2", "c": "made_3"}
    >>> placed("select a.n from a join b as c on a.n is not distinct from c.n", names)
    'select a.n from made_1 as a join made_2 as c on a.n is not distinct from c.n'
    """

    def name(found: re.Match[str]) -> str:
        before, source, alias = found.groups()
        if source not in names:
            return found[0]
        return f"{before}{names[source]}{alias or f' as {source}'}"

    return PLACE.sub(name, text)


@cache
def settings_read(text: str) -> tuple[str, ...]:
    """Return the variables of the parameters that a query reads."""
    return tuple(f"cfg_{name}" for name in read_statement("", text).settings)


def rules(policy: Policy) -> dict[str, tuple[SourceFile, ...]]:
    """Return the files that decide, by the stages of the policy's shape."""
    return {stage: files for stage, files in policy.stages if stage != "select"}


def rule(policy: Policy, stem: str, stage: str | None = None) -> SourceFile:
    """Return the one rule of a policy that has this stem, of whatever stage.

    A filter and a weight may share a stem; then the stage says which is meant.
    """
    found = [
        file
        for name, files in rules(policy).items()
        for file in files
        if file.stem == stem and stage in (None, name)
    ]
    assert len(found) == 1, f"policy {policy.name} has {len(found)} rules {stem}"
    return found[0]


def text_of(value: object) -> str:
    """Return a parameter as it is written behind --set."""
    if isinstance(value, list | tuple):
        return ",".join(str(item) for item in value)
    return str(value)

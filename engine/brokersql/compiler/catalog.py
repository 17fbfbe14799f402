"""Relations that rules may join, and the facts that a policy needs, in order.

An *instance* is one relation looked up by one key: the queue of the pair, the link from
its site to the task's nucleus. Rules that ask for the same row share the instance. A
scratch database with empty tables lets DuckDB check every file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, count
from typing import cast

from sqlglot import exp

from brokersql.compiler.expressions import text_of
from brokersql.compiler.parse import (
    DIALECT,
    EXEMPTS,
    CompileError,
    Parsed,
    is_ordered,
    lint,
    parse_file,
    unordered,
)
from brokersql.compiler.program import relation_of
from brokersql.compiler.templates import frame
from brokersql.core.database import Database, SqlError, literal, quote
from brokersql.core.errors import suggest, within_sentence
from brokersql.policy import Finding, Policy, SourceFile, resolve_parameters
from brokersql.snapshot import contract
from brokersql.snapshot.contract import Table


@dataclass(frozen=True, slots=True)
class Relation:
    """A table or fact: `grain` has one row each, () one row in all, None no key."""

    name: str
    grain: tuple[str, ...] | None
    columns: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Instance:
    """The row of a relation whose grain columns equal `keys`, if there is one.

    `name` is its alias in the program. A base is a side of the pair itself: always
    there, its keys are its own columns.
    """

    name: str
    relation: Relation
    keys: tuple[exp.Expr, ...]
    is_base: bool = False

    def column(self, name: str) -> exp.Expr:
        """Return a reference to one of its columns."""
        return exp.column(name, table=self.name)

    @property
    def is_by_list(self) -> bool:
        """Return whether a whole list is a key of it."""
        columns, grain = self.relation.columns, self.relation.grain or ()
        return any(columns.get(key, "").endswith("[]") for key in grain)

    def found(self) -> exp.Expr | None:
        """Return the condition that the row is there; None if it always is."""
        if self.is_base or not (self.keys and self.relation.grain):
            return None
        return exp.Not(this=self.column(self.relation.grain[0]).is_(exp.null()))


@dataclass(slots=True)
class Instances:
    """All instances a policy uses, each after those its keys need.

    `origins` says which join of which file asked for an instance first.
    """

    by_identity: dict[tuple[str, ...], Instance] = field(
        default_factory=dict[tuple[str, ...], Instance]
    )
    origins: dict[str, tuple[Parsed, exp.Expr]] = field(
        default_factory=dict[str, tuple[Parsed, exp.Expr]]
    )

    def __iter__(self) -> Iterator[Instance]:
        return iter(self.by_identity.values())

    def copy(self) -> Instances:
        """Return an independent collection with the same instances."""
        return Instances(dict(self.by_identity), dict(self.origins))

    def get(
        self, relation: Relation, keys: Sequence[exp.Expr] | None = None
    ) -> Instance:
        """Return the instance of a relation and its keys, the same for the same.

        Without keys a side of the pair is added.
        """
        taken = {each.name for each in self}
        numbered = (f"{relation.name}_{number}" for number in count(2))
        names = chain((relation.name,), numbered)
        name = next(each for each in names if each not in taken)
        own = [exp.column(key, table=name) for key in relation.grain or ()]
        found = tuple(own if keys is None else keys)
        identity = (relation.name, *map(text_of, found))
        added = Instance(name, relation, found, is_base=keys is None)
        return self.by_identity.setdefault(identity, added)


_SHORT = 160
_COMPARISONS = (exp.EQ, exp.NEQ, exp.GT, exp.GTE, exp.LT, exp.LTE, exp.In)
#: What DuckDB says of a > b whose types differ.
_OTHER_TYPES = re.compile(
    r"Cannot compare values of type (.+?)(?:_LITERAL)? and type (.+?)(?:_LITERAL)? -"
)


def _as_typed(node: exp.Expr) -> exp.Expr:
    """Return a copy of one side of a comparison; a text written out is a VARCHAR."""
    copied = node.copy()
    return exp.cast(copied, "varchar") if copied.is_string else copied


class Scratch:
    """The contract, the macros and the parameters of a policy, without a row."""

    def __init__(self, policy: Policy) -> None:
        self.database = Database.open(threads=1)
        self.database.plan_quickly(True)
        self.database.run(frame("scratch"))
        self.database.seal()
        self.database.run(contract.schema())
        parameters = resolve_parameters(policy)
        self.settings = parameters.settings()
        for name, table in parameters.tables().items():
            self.database.register(name, table)
        self.database.set_variables(parameters.variables())
        if policy.asks is not None:
            self.database.run(frame("asked_table"))

    def macros(
        self, files: Sequence[SourceFile]
    ) -> tuple[list[SourceFile], list[Finding]]:
        """Create all macros; return the files in an order in which each finds others.

        DuckDB looks up what a macro calls when it is made, so a file that fails is
        tried again after the others, as long as that helps.
        """
        ordered: list[SourceFile] = []
        waiting = list(files)
        while waiting:
            findings: list[Finding] = []
            failed: list[SourceFile] = []
            for file in waiting:
                found = self._run(file, file.text)
                findings += found
                (failed if found else ordered).append(file)
            if len(failed) == len(waiting):
                return ordered, findings
            waiting = failed
        return ordered, []

    def create(self, parsed: Parsed, kind: str) -> list[Finding]:
        """Create a file's query as a table or view; return what DuckDB says."""
        file = parsed.file
        name = quote(relation_of(file))
        made = frame("named", kind=kind, name=name, body=file.text)
        return self._run(file, made) or [
            *self._unordered_sums(parsed),
            *self._mixed_comparisons(parsed),
        ]

    def _unordered_sums(self, parsed: Parsed) -> Iterator[Finding]:
        """Yield sums of doubles without an order: threads would change their digits.

        A sum is one of doubles where DuckDB, asked for an aggregate of integers in its
        place, says so.
        """
        for node in list(parsed.tree.find_all(exp.Sum)):
            if is_ordered(node):
                continue
            instead = exp.Anonymous(this="bit_xor", expressions=[node.this.copy()])
            node.replace(instead)
            try:
                text = parsed.tree.sql(dialect=DIALECT)
                self.database.rows(f"describe {text}")
            except SqlError as error:
                if "bit_xor(DOUBLE" in str(error) or "bit_xor(FLOAT" in str(error):
                    yield parsed.finding(node, *unordered("sum"))
            instead.replace(node)

    def _mixed_comparisons(self, parsed: Parsed) -> Iterator[Finding]:
        """Yield comparisons of two types, such as a text with a number.

        DuckDB converts one side in a = b and a in (b), and a text that is written out
        in any comparison: a value that cannot be converted would end a cycle. It
        refuses a > b, and says which types these are.
        """
        if parsed.file.is_shipped:
            return
        for node in list(parsed.tree.find_all(*_COMPARISONS)):
            others = node.expressions if isinstance(node, exp.In) else [node.expression]
            for other in others:
                left, right = (_as_typed(each) for each in (node.this, other))
                types = self._mixed_types(
                    parsed, node, exp.GT(this=left, expression=right)
                )
                texts = [it.name for it in (node.this, other) if it.is_string]
                if types and not (texts and self._is_read_as(texts[0], types)):
                    hint = "cast one of them: try_cast(… as …) is NULL where it fails"
                    message = f"compares a {types[0]} with a {types[1]}"
                    yield parsed.finding(node.this, message, hint)
                    break

    def _mixed_types(
        self, parsed: Parsed, node: exp.Expr, instead: exp.Expr
    ) -> tuple[str, str] | None:
        """Return the types of two sides that cannot be compared."""
        node.replace(instead)
        try:
            self.database.rows(f"describe {parsed.tree.sql(dialect=DIALECT)}")
        except SqlError as error:
            found = _OTHER_TYPES.search(str(error))
            return None if found is None else (found[1], found[2])
        finally:
            instead.replace(node)
        return None

    def _is_read_as(self, text: str, types: Sequence[str]) -> bool:
        """Return whether a text has a value of the type that is none of texts."""
        kind = next((each for each in types if each != "VARCHAR"), "VARCHAR")
        query = f"select try_cast({literal(text)} as {kind}) is not null"
        return bool(self.database.rows(query)[0][0])

    def columns(self, name: str) -> dict[str, str]:
        """Return column names and types of a relation."""
        rows = self.database.rows(f"describe {quote(name)}")
        return {str(row[0]).lower(): str(row[1]) for row in rows}

    def _run(self, file: SourceFile, statement: str) -> list[Finding]:
        try:
            self.database.run(statement)
        except SqlError as error:
            shift = statement.encode().index(file.text.encode())
            return [_finding(file, str(error), shift)]
        return []


def _finding(file: SourceFile, message: str, shift: int) -> Finding:
    """Return DuckDB's message about a file, at the place that it is about."""
    start = message.find("{")
    try:
        error = cast(dict[str, object], json.loads(message[start:]))
    except ValueError:
        return file.finding(0, 1, message.split("\n")[0])
    position = int(str(error.get("position", 0) or 0)) - shift
    before = file.text.encode()[: max(position, 0)].decode(errors="ignore")
    lines = str(error.get("exception_message", message)).split("\n")
    text = within_sentence(lines[0])
    if len(text) > _SHORT:
        text = text[:_SHORT] + "…"
    length = len(str(error.get("name", "x")))
    hints = [
        line.strip() for line in lines[1:] if line.strip().startswith(("Did", "Cand"))
    ]
    return file.finding(len(before), length, text, hints[0][:_SHORT] if hints else "")


#: Snapshot tables that always have one row, whatever their key.
_ONE_ROW = frozenset({"snapshot"})
#: What a file may read beyond the snapshot: all pairs, or those that filters left.
_PAIRS, _LATE = "pairs", "late"
#: All pairs of the policy that is asked, and the key of one.
ASKED, ASKED_GRAIN = "asked_pair", ("jedi_task_id", "chunk_no", "pseudo_queue")
#: Settings of which there is one row per key, the first column.
KEYED_SETTINGS = ("cfg_share", "cfg_label", "cfg_workflow", "cfg_group")


@dataclass(slots=True)
class Catalog:
    """The relations a rule may join, and the facts behind them in dependency order.

    `pair_facts` read the pairs; they are dissolved into the rules that join them.
    `late_facts` read what is left of the pairs after the filters; each is made just
    before the first file that needs it. `sources` are the files of all facts, `late`
    names of relations that come later, `tables` those of the snapshot and the policy's
    own.
    """

    relations: dict[str, Relation]
    sources: Mapping[str, SourceFile]
    late: frozenset[str]
    tables: Mapping[str, Table]
    facts: list[Parsed] = field(default_factory=list[Parsed])
    pair_facts: dict[str, Parsed] = field(default_factory=dict[str, Parsed])
    late_facts: dict[str, Parsed] = field(default_factory=dict[str, Parsed])
    findings: list[Finding] = field(default_factory=list[Finding])
    _done: dict[str, frozenset[str]] = field(default_factory=dict[str, frozenset[str]])

    def read(self, parsed: Parsed, path: tuple[str, ...]) -> frozenset[str]:
        """Visit all facts a file reads; return whether it reads pairs, and which."""
        reads: frozenset[str] = frozenset()
        for table in parsed.relations():
            name = table.name.lower()
            if table.db:
                hint = "a policy reads the snapshot, facts and settings"
                self.report(parsed, table, f"{table.db}.{name} is out of reach", hint)
            elif name in self.sources:
                reads |= self._fact(parsed, table, name, path)
            elif name == "candidate":
                reads |= {_PAIRS}
            elif name in self.late:
                reads |= {_LATE}
            elif name not in self.relations:
                known = [*self.relations, *self.late, *self.sources]
                message, hint = f"unknown relation {name}", suggest(name, known)
                if name == parsed.file.header.text(EXEMPTS):
                    found = parsed.file.at_key(EXEMPTS, message, hint)
                    self.findings.append(found)
                else:
                    self.report(parsed, table, message, hint)
        return reads

    def _fact(
        self, parsed: Parsed, table: exp.Table, name: str, path: tuple[str, ...]
    ) -> frozenset[str]:
        if name in path:
            circle = " -> ".join((*path[path.index(name) :], name))
            self.report(parsed, table, f"facts in a circle: {circle}", "break it")
        elif name not in self._done:
            self._done[name] = self._visit(name, (*path, name))
        return self._done.get(name, frozenset())

    def _visit(self, name: str, path: tuple[str, ...]) -> frozenset[str]:
        """Parse one fact and put it behind those it reads."""
        try:
            parsed = parse_file(self.sources[name])
        except CompileError as fault:
            self.findings.append(fault.finding)
            self.relations[name] = Relation(name, None, {})
            return frozenset()
        self.findings += parsed.file.check_header()
        self.findings += lint(parsed)
        reads = self.read(parsed, path)
        if _LATE in reads:
            self.late_facts[name] = parsed
        elif _PAIRS in reads:
            self.pair_facts[name] = parsed
        else:
            self.facts.append(parsed)
        return reads

    @property
    def read_facts(self) -> list[Parsed]:
        """Return all facts that a file needs, in no particular order."""
        later = (self.pair_facts, self.late_facts)
        return [*self.facts, *(each for facts in later for each in facts.values())]

    def report(
        self, parsed: Parsed, node: exp.Expr, message: str, hint: str = ""
    ) -> None:
        """Note what is wrong with a node of a file."""
        self.findings.append(parsed.finding(node, message, hint))

    def late_for(self, parsed: Parsed, made: set[str]) -> Iterator[Parsed]:
        """Yield the late facts a file needs beyond those that are made already."""
        for table in parsed.relations():
            name = table.name.lower()
            if name in self.late_facts and name not in made:
                made.add(name)
                yield from self.late_for(self.late_facts[name], made)
                yield self.late_facts[name]


def read_catalog(
    policy: Policy, files: Iterable[Parsed], scratch: Scratch, late: Iterable[str]
) -> Catalog:
    """Return the relations that `files` need; `late` are names that come later.

    The facts are created in the scratch database, where DuckDB checks their types.
    """
    catalog = Catalog(
        _inputs(scratch, policy),
        {file.stem: file for file in policy.facts},
        frozenset(late),
        tables_of(policy),
    )
    sources = catalog.sources
    for parsed in files:
        reads = catalog.read(parsed, ())
        is_early = parsed.file.stage in ("filters", "candidate", "gates")
        if is_early and _LATE in reads:
            catalog.report(parsed, parsed.tree, "it reads what only the filters leave")
    broken = {found.file for found in catalog.findings}
    for parsed in catalog.facts:
        needed = {table.name.lower() for table in parsed.relations()}
        shown = {sources[name].shown for name in needed if name in sources}
        if not broken & {parsed.file.shown, *shown}:
            _create(scratch, parsed, catalog)
        if any(found.file == parsed.file.shown for found in catalog.findings) or (
            broken & shown
        ):
            broken.add(parsed.file.shown)
    return catalog


def tables_of(policy: Policy) -> Mapping[str, Table]:
    """Return the tables of the snapshot and those that the policy brings."""
    own = {each.name: each.contract for each in policy.tables}
    return {**contract.tables(), **own}


def _inputs(scratch: Scratch, policy: Policy) -> dict[str, Relation]:
    """Return the tables, the quarantine and the settings as relations."""
    relations = {
        name: Relation(
            name,
            () if name in _ONE_ROW else table.key or None,
            table.column_types,
        )
        for name, table in tables_of(policy).items()
    }
    refused = contract.QUARANTINE
    relations[refused] = Relation(refused, None, scratch.columns(refused))
    for name in scratch.settings:
        columns = scratch.columns(name)
        grain = (next(iter(columns)),) if name in KEYED_SETTINGS else ()
        relations[name] = Relation(name, grain, columns)
    if policy.asks is not None:
        relations[ASKED] = Relation(ASKED, ASKED_GRAIN, scratch.columns(ASKED))
    return relations


def _create(scratch: Scratch, parsed: Parsed, catalog: Catalog) -> None:
    """Create one fact without rows and learn its columns."""
    file = parsed.file
    found = scratch.create(parsed, "table")
    catalog.findings += found
    columns: Mapping[str, str] = {} if found else scratch.columns(file.stem)
    missing = [name for name in file.grain if name not in columns]
    if missing and not found:
        hint = suggest(missing[0], columns)
        message = f"the grain names {missing[0]}, which is no column"
        catalog.findings.append(file.at_key("grain", message, hint))
    catalog.relations[file.stem] = Relation(file.stem, file.grain, columns)

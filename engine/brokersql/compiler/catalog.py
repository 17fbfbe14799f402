"""Which facts a policy needs, in which order, and what columns every relation has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from sqlglot import exp

from brokersql.compiler.bind import Scratch
from brokersql.compiler.lint import lint
from brokersql.compiler.parse import Fault, Parsed, parse_file
from brokersql.compiler.relations import Relation
from brokersql.policy import Finding, Policy, SourceFile
from brokersql.policy.faults import suggest
from brokersql.policy.header import check_header
from brokersql.snapshot import contract

#: Snapshot tables that always have one row, whatever their key.
_ONE_ROW = frozenset({"snapshot"})
#: What a file may read beyond the snapshot: all pairs, the numbers of their two sides,
#: or the pairs that filters left.
_PAIRS, _SIDES, _LATE = "pairs", "sides", "late"
#: The relations that number the two sides of the pairs.
_NUMBERED = ("numbered_unit", "numbered_partner")
#: All pairs of the policy that is asked, and the key of one.
ASKED, ASKED_GRAIN = "asked_pair", ("jedi_task_id", "chunk_no", "queue_name")
#: Settings of which there is one row per key, the first column.
KEYED_SETTINGS = ("cfg_share", "cfg_label", "cfg_workflow", "cfg_group")


@dataclass(slots=True)
class Catalog:
    """The relations a rule may join, and the facts behind them in dependency order.

    `pair_facts` read the pairs; they are dissolved into the rules that join them.
    `side_facts` read the numbers of the two sides, and wait for no filter.
    `late_facts` read what is left of the pairs after the filters; each is made just
    before the first file that needs it.
    """

    relations: dict[str, Relation]
    facts: list[Parsed] = field(default_factory=list[Parsed])
    pair_facts: dict[str, Parsed] = field(default_factory=dict[str, Parsed])
    side_facts: dict[str, Parsed] = field(default_factory=dict[str, Parsed])
    late_facts: dict[str, Parsed] = field(default_factory=dict[str, Parsed])
    findings: list[Finding] = field(default_factory=list[Finding])

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
    catalog = Catalog(_inputs(scratch, policy.asks))
    sources = {file.stem: file for file in policy.facts}
    walk = _Walk(sources, frozenset(catalog.relations), frozenset(late), catalog)
    for parsed in files:
        reads = walk.read(parsed, ())
        is_early = parsed.file.stage in ("filters", "candidate", "gates")
        if is_early and reads & {_SIDES, _LATE}:
            message = "it reads what only the filters leave"
            catalog.findings.append(parsed.finding(parsed.tree, message))
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


def _inputs(scratch: Scratch, asks: str | None) -> dict[str, Relation]:
    """Return the snapshot tables, the quarantine and the settings as relations."""
    relations = {
        name: Relation(
            name,
            () if name in _ONE_ROW else table.key or None,
            table.column_types,
        )
        for name, table in contract.tables().items()
    }
    refused = contract.QUARANTINE
    relations[refused] = Relation(refused, None, scratch.columns(refused))
    for name in scratch.settings:
        columns = scratch.columns(name)
        grain = (next(iter(columns)),) if name in KEYED_SETTINGS else ()
        relations[name] = Relation(name, grain, columns)
    if asks is not None:
        relations[ASKED] = Relation(ASKED, ASKED_GRAIN, scratch.columns(ASKED))
    return relations


def _create(scratch: Scratch, parsed: Parsed, catalog: Catalog) -> None:
    """Create one fact without rows and learn its columns."""
    file = parsed.file
    found = scratch.create(file, file.stem, "table")
    catalog.findings += found
    columns: Mapping[str, str] = {} if found else scratch.columns(file.stem)
    missing = [name for name in file.grain if name not in columns]
    if missing and not found:
        hint = suggest(missing[0], columns)
        message = f"the grain names {missing[0]}, which is no column"
        catalog.findings.append(file.at_key("grain", message, hint))
    catalog.relations[file.stem] = Relation(file.stem, file.grain, columns)


@dataclass(slots=True)
class _Walk:
    """Follows the relations that files read, depth first."""

    sources: Mapping[str, SourceFile]
    inputs: frozenset[str]
    late: frozenset[str]
    catalog: Catalog
    done: dict[str, frozenset[str]] = field(default_factory=dict[str, frozenset[str]])

    def read(self, parsed: Parsed, path: tuple[str, ...]) -> frozenset[str]:
        """Visit all facts a file reads; return whether it reads pairs, and which."""
        reads: frozenset[str] = frozenset()
        for table in parsed.relations():
            name = table.name.lower()
            if table.db:
                hint = "a policy reads the snapshot, facts and settings"
                self._report(parsed, table, f"{table.db}.{name} is out of reach", hint)
            elif name in self.sources:
                reads |= self._fact(parsed, table, name, path)
            elif name == "candidate":
                reads |= {_PAIRS}
            elif name in self.late:
                reads |= {_SIDES if name in _NUMBERED else _LATE}
            elif name not in self.inputs:
                known = [*self.inputs, *self.late, *self.sources]
                hint = suggest(name, known)
                self._report(parsed, table, f"unknown relation {name}", hint)
        return reads

    def _fact(
        self, parsed: Parsed, table: exp.Table, name: str, path: tuple[str, ...]
    ) -> frozenset[str]:
        if name in path:
            circle = " -> ".join((*path[path.index(name) :], name))
            self._report(parsed, table, f"facts in a circle: {circle}", "break it")
        elif name not in self.done:
            self.done[name] = self._visit(name, (*path, name))
        return self.done.get(name, frozenset())

    def _visit(self, name: str, path: tuple[str, ...]) -> frozenset[str]:
        """Parse one fact and put it behind those it reads."""
        try:
            parsed = parse_file(self.sources[name])
        except Fault as fault:
            self.catalog.findings.append(fault.finding)
            self.catalog.relations[name] = Relation(name, None, {})
            return frozenset()
        file, catalog = parsed.file, self.catalog
        catalog.findings += check_header("facts", file.shown, file.text, file.header)
        catalog.findings += lint(parsed)
        reads = self.read(parsed, path)
        if _LATE in reads or reads >= {_PAIRS, _SIDES}:
            catalog.late_facts[name] = parsed
        elif _PAIRS in reads:
            catalog.pair_facts[name] = parsed
        elif _SIDES in reads:
            catalog.side_facts[name] = parsed
        else:
            catalog.facts.append(parsed)
        return reads

    def _report(
        self, parsed: Parsed, table: exp.Table, message: str, hint: str
    ) -> None:
        self.catalog.findings.append(parsed.finding(table, message, hint))

"""Policy in, `Program` out: parse, bind, flatten, fuse, write.

Findings are collected as far as one step can go without the one before it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from brokersql.compiler.bind import Scratch
from brokersql.compiler.candidate import Candidate, read_candidate
from brokersql.compiler.catalog import Catalog, read_catalog
from brokersql.compiler.criteria import Numbered, check_bits, number_bits
from brokersql.compiler.flatten import Flattener
from brokersql.compiler.fuse import Bit
from brokersql.compiler.joins import Flat
from brokersql.compiler.lint import lint
from brokersql.compiler.parse import Fault, Parsed, parse_file
from brokersql.compiler.program import Program
from brokersql.compiler.relations import Instances
from brokersql.compiler.sides import Sides, UnplacedError, read_sides
from brokersql.compiler.statements import PAIR_KEY, relation_of
from brokersql.compiler.trial import Parts
from brokersql.compiler.write import write_program
from brokersql.policy import Finding, Policy, SourceFile

T = TypeVar("T")
#: Relations that exist only after the filters.
_LATE = (
    *(
        "numbered_unit",
        "numbered_partner",
        "passed",
        "survivor",
        "verdict",
        "criterion",
    ),
    *("gate_hit", "pair_weight", "cap_hit"),
)


def build(policy: Policy) -> tuple[Program | None, list[Finding]]:
    """Return the program of a policy, or None and all that is wrong with its files."""
    builder = _Builder(policy)
    program = builder.run()
    return (None if builder.findings else program), builder.findings


@dataclass(slots=True)
class _Builder:
    policy: Policy
    findings: list[Finding] = field(default_factory=list[Finding])
    parsed: dict[tuple[str, str], Parsed] = field(
        default_factory=dict[tuple[str, str], Parsed]
    )
    instances: Instances = field(default_factory=Instances)

    def run(self) -> Program | None:
        """Do all steps; return nothing as soon as one cannot go on."""
        policy = self.policy
        # 1. every file alone
        self._parse()
        scratch = Scratch(policy)
        macros, faults = scratch.macros(policy.macros)
        self.findings += faults
        if self.findings:
            return None
        # 2. facts, in the order in which they need each other
        catalog = read_catalog(policy, self.parsed.values(), scratch, self._late())
        self.findings += catalog.findings
        if self.findings:
            return None
        # 3. the pairs, and every filter as a condition on a pair
        candidate = self._try(lambda: self._candidate(catalog))
        if candidate is None:
            return None
        flats = self._flatten(catalog, candidate)
        numbered = number_bits(policy)
        self._check(catalog, candidate, scratch, numbered)
        sides = self._sides(candidate) if not self.findings else None
        if self.findings or sides is None:
            return None
        # 4. one program
        bits = [
            Bit(numbered.bits[file.stage, file.stem], file.stem, flat.predicate, detail)
            for file, flat in flats
            for detail in [flat.columns["detail"]]
        ]
        parts = Parts(
            policy,
            tuple(macros),
            self.parsed,
            catalog,
            candidate,
            self.instances,
            sides,
            tuple(bits),
        )
        return write_program(parts, numbered, scratch, self.findings)

    def _parse(self) -> None:
        policy = self.policy
        stages = (policy.gates, policy.filters, policy.set_rules, policy.weights)
        files = [
            file for stage in (*stages, policy.caps, policy.select) for file in stage
        ]
        for file in (policy.candidate, *files):
            parsed = self._try(lambda file=file: parse_file(file))
            if parsed is not None:
                self.findings += lint(parsed)
                self.parsed[file.stage, file.stem] = parsed

    def _try(self, step: Callable[[], T]) -> T | None:
        try:
            return step()
        except Fault as fault:
            self.findings.append(fault.finding)
            return None

    def _late(self) -> list[str]:
        """Return the names of relations that files of later stages may read."""
        policy = self.policy
        files = (*policy.gates, *policy.set_rules, *policy.weights, *policy.caps)
        return [*_LATE, *(relation_of(file) for file in (*files, *policy.select))]

    def _candidate(self, catalog: Catalog) -> Candidate:
        parsed = self.parsed["candidate", self.policy.candidate.stem]
        return read_candidate(parsed, catalog.relations, self.instances)

    def _flatten(
        self, catalog: Catalog, candidate: Candidate
    ) -> list[tuple[SourceFile, Flat]]:
        """Return the filters whose query is a condition on a pair."""
        flattener = Flattener(
            catalog.relations,
            catalog.pair_facts,
            self.instances,
            candidate.columns,
            candidate.key_texts,
        )
        keys = (*candidate.unit_key, *candidate.partner_key)
        flats: list[tuple[SourceFile, Flat]] = []
        for file in self.policy.filters:
            parsed = self.parsed[file.stage, file.stem]
            flat = self._try(lambda parsed=parsed: flattener.flatten(parsed))
            if flat is not None and self._has_columns(parsed, (*keys, "detail"), True):
                flats.append((file, flat))
        return flats

    def _check(
        self,
        catalog: Catalog,
        candidate: Candidate,
        scratch: Scratch,
        numbered: Numbered,
    ) -> None:
        """Let DuckDB check the plain files, and their columns against the stage."""
        policy = self.policy
        self.findings += check_bits(policy, numbered)
        for file in policy.gates:
            columns = (*candidate.unit_key, "detail")
            self._has_columns(self.parsed[file.stage, file.stem], columns, True)
        for file in (*policy.set_rules, *policy.caps):
            columns = (PAIR_KEY, "detail")
            self._has_columns(self.parsed[file.stage, file.stem], columns, True)
        for file in policy.weights:
            columns = (PAIR_KEY, file.stem)
            self._has_columns(self.parsed[file.stage, file.stem], columns, False)
        pairs = [each.file for each in catalog.pair_facts.values()]
        for file in (policy.candidate, *pairs, *policy.filters):
            if not self._is_known(file):
                self.findings += scratch.create(file, relation_of(file), "view")

    def _is_known(self, file: SourceFile) -> bool:
        """Tell whether a file has a finding already: one cause, one finding."""
        return any(each.file == file.shown for each in self.findings)

    def _has_columns(self, parsed: Parsed, wanted: Sequence[str], is_all: bool) -> bool:
        """Report a query that does not give out the columns of its stage."""
        found = [name.lower() for name in parsed.tree.named_selects]
        is_right = set(wanted) == set(found) if is_all else set(wanted) <= set(found)
        if not is_right or len(found) != len(set(found)):
            message = f"its columns are {', '.join(found) or 'none'}"
            hint = f"its last select lists {', '.join(wanted)}"
            self.findings.append(parsed.finding(parsed.tree, message, hint))
        return is_right

    def _sides(self, candidate: Candidate) -> Sides | None:
        try:
            return read_sides(candidate, self.instances)
        except UnplacedError as error:
            parsed, node = self.instances.origins[error.instance.name]
            message = f"the key of {node.alias_or_name} depends on facts of two keys"
            self.findings.append(parsed.finding(node, message, "make one fact of them"))
            return None

"""Policy of pairs in, `PairProgram` out: flatten, fuse, write.

Findings are collected as far as one step can go without the one before it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from brokersql.compiler.bind import Scratch
from brokersql.compiler.builder import Builder
from brokersql.compiler.candidate import Candidate, read_candidate
from brokersql.compiler.catalog import Catalog
from brokersql.compiler.criteria import Numbered, check_bits, number_bits
from brokersql.compiler.flatten import Flattener
from brokersql.compiler.fuse import Bit
from brokersql.compiler.joins import Flat
from brokersql.compiler.named import relation_of
from brokersql.compiler.plain_values import with_plain_values
from brokersql.compiler.program import PairProgram, Program
from brokersql.compiler.reads import reads_of
from brokersql.compiler.relations import Instances
from brokersql.compiler.sides import Sides, UnplacedError, read_sides
from brokersql.compiler.trial import Parts
from brokersql.compiler.units import UnitBuilder
from brokersql.compiler.weigh import PAIR_KEY
from brokersql.compiler.write import write_program
from brokersql.policy import Finding, Policy, SourceFile

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
    *("gate_hit", "pair_weight", "cap_hit", "told_unit"),
)


def build(policy: Policy) -> tuple[Program | None, list[Finding]]:
    """Return the program of a policy, or None and all that is wrong with its files."""
    builder = _PairBuilder(policy) if policy.is_paired else UnitBuilder(policy)
    program = builder.run()
    if program is None or builder.findings:
        return None, builder.findings
    plain = with_plain_values(program)
    return replace(plain, reads=reads_of(plain.statements)), []


def late_names(policy: Policy) -> list[str]:
    """Return the names of relations that files of later stages may read."""
    files = (*policy.gates, *policy.set_rules, *policy.weights, *policy.caps)
    return [*_LATE, *(relation_of(file) for file in (*files, *policy.select))]


@dataclass(slots=True)
class _PairBuilder(Builder):
    instances: Instances = field(default_factory=Instances)

    def run(self) -> PairProgram | None:
        """Do all steps; return nothing as soon as one cannot go on."""
        policy = self.policy
        # 1. every file alone, and the facts in the order in which they need each other
        ground = self.ground(late_names(policy))
        if ground is None:
            return None
        catalog, scratch = ground.catalog, ground.scratch
        # 2. the pairs, and every filter as a condition on a pair
        candidate = self.attempt(lambda: self._candidate(catalog))
        if candidate is None:
            return None
        flats = self._flatten(catalog, candidate)
        numbered = number_bits(policy)
        self._check(catalog, candidate, scratch, numbered)
        sides = self._sides(candidate) if not self.findings else None
        if self.findings or sides is None:
            return None
        # 3. one program
        bits = [
            Bit(numbered.bits[file.stage, file.stem], file.stem, flat.predicate, detail)
            for file, flat in flats
            for detail in [flat.columns["detail"]]
        ]
        parts = Parts(
            policy,
            ground.macros,
            self.parsed,
            catalog,
            candidate,
            self.instances,
            sides,
            tuple(bits),
        )
        return write_program(parts, numbered, scratch, self.findings)

    def _candidate(self, catalog: Catalog) -> Candidate:
        parsed = self.parsed["candidate", self.policy.subject.stem]
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
        wanted = (*candidate.decision_key, *candidate.partner_key, "detail")
        flats: list[tuple[SourceFile, Flat]] = []
        for file in self.policy.filters:
            parsed = self.parsed[file.stage, file.stem]
            flat = self.attempt(lambda parsed=parsed: flattener.flatten(parsed))
            if flat is None:
                continue
            if self.has_columns(file, wanted, optional=candidate.rounds):
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
            columns = (*candidate.decision_key, "detail")
            self.has_columns(file, columns)
        for file in (*policy.set_rules, *policy.caps):
            columns = (PAIR_KEY, "detail")
            self.has_columns(file, columns)
        for file in policy.weights:
            columns = (PAIR_KEY, file.stem)
            self.has_columns(file, columns, is_all=False)
        pairs = [each.file for each in catalog.pair_facts.values()]
        for file in (policy.subject, *pairs, *policy.filters):
            if not self._is_known(file):
                self.findings += scratch.create(file, relation_of(file), "view")

    def _is_known(self, file: SourceFile) -> bool:
        """Tell whether a file has a finding already: one cause, one finding."""
        return any(each.file == file.shown for each in self.findings)

    def _sides(self, candidate: Candidate) -> Sides | None:
        try:
            return read_sides(candidate, self.instances, self.policy.has_joint_level)
        except UnplacedError as error:
            parsed, node = self.instances.origins[error.instance.name]
            message = f"the key of {node.alias_or_name} depends on facts of two keys"
            self.findings.append(parsed.finding(node, message, "make one fact of them"))
            return None

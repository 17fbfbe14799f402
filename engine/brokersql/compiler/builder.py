"""What every policy goes through, whatever it decides about: parse, bind, facts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from brokersql.compiler.bind import Scratch
from brokersql.compiler.catalog import Catalog, read_catalog
from brokersql.compiler.lint import lint
from brokersql.compiler.parse import Fault, Parsed, parse_file
from brokersql.policy import Finding, Policy, SourceFile

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Ground:
    """A database without rows, the macros made there in order, and the facts needed."""

    scratch: Scratch
    macros: tuple[SourceFile, ...]
    catalog: Catalog


@dataclass(slots=True)
class Builder:
    """A policy on its way to a program, and what was found wrong with it so far."""

    policy: Policy
    findings: list[Finding] = field(default_factory=list[Finding])
    parsed: dict[tuple[str, str], Parsed] = field(
        default_factory=dict[tuple[str, str], Parsed]
    )

    def ground(self, late: Sequence[str]) -> Ground | None:
        """Parse every file alone, then put the facts in order; None with findings.

        `late` names the relations that exist only in the course of the program.
        """
        policy = self.policy
        staged = [file for _, files in policy.stages for file in files]
        for file in (policy.subject, *staged):
            parsed = self.attempt(lambda file=file: parse_file(file))
            if parsed is not None:
                self.findings += lint(parsed)
                self.parsed[file.stage, file.stem] = parsed
        scratch = Scratch(policy)
        macros, faults = scratch.macros(policy.macros)
        self.findings += faults
        if self.findings:
            return None
        catalog = read_catalog(policy, self.parsed.values(), scratch, late)
        self.findings += catalog.findings
        return None if self.findings else Ground(scratch, tuple(macros), catalog)

    def attempt(self, step: Callable[[], T]) -> T | None:
        """Return what a step gives; its fault becomes a finding."""
        try:
            return step()
        except Fault as fault:
            self.findings.append(fault.finding)
            return None

    def has_columns(
        self,
        file: SourceFile,
        wanted: Sequence[str],
        is_all: bool = True,
        optional: Sequence[str] = (),
    ) -> bool:
        """Report a query that does not give out the columns of its stage.

        Unless `is_all`, it may have any others besides; else the `optional` ones.
        """
        parsed = self.parsed[file.stage, file.stem]
        found = [name.lower() for name in parsed.tree.named_selects]
        more = set(found) - set(wanted) - set(optional)
        is_right = set(wanted) <= set(found) and not (is_all and more)
        if not is_right or len(found) != len(set(found)):
            message = f"its columns are {', '.join(found) or 'none'}"
            hint = f"its last select lists {', '.join(wanted)}"
            self.findings.append(parsed.finding(parsed.tree, message, hint))
        return is_right

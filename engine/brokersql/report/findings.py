"""All faults of policies: one finding with its source line and a caret, each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pyarrow as pa

from brokersql.compiler import check_policy
from brokersql.policy import Finding, read_policy
from brokersql.report.listing import listing
from brokersql.report.look import Look
from brokersql.report.words import plural, printable


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check of some policies found; findings by file, line and column."""

    policies: tuple[str, ...]
    n_files: int
    findings: tuple[Finding, ...]

    def lines(self, look: Look) -> list[str]:
        """Return the findings for a reader, each of one to three lines."""
        if not self.findings:
            names = ", ".join(printable(name) for name in self.policies)
            return [f"No faults in {plural(self.n_files, 'file')} of {names}."]
        return [line for each in self.findings for line in finding_lines(each, look)]

    def rows(self) -> pa.Table:
        """Return one row per finding."""
        columns = {
            "file": str,
            "line": int,
            "column": int,
            "message": str,
            "hint": str,
            "source": str,
        }
        rows = [
            (each.file, each.line, each.column, each.message, each.hint, each.source)
            for each in self.findings
        ]
        return listing(columns, rows)

    def sentence(self) -> str:
        """Return how many faults there are in how many files."""
        files = plural(self.n_files, "file")
        return f"{plural(len(self.findings), 'fault')} in {files}"


def finding_lines(finding: Finding, look: Look) -> list[str]:
    """Return a finding for a reader: place and message, the line, a caret."""
    head, *rest = (printable(line) for line in finding.lines())
    place = printable(finding.where)
    return [look.paint("bold", place) + head.removeprefix(place), *rest]


def check_all(names: Sequence[str]) -> Checked:
    """Return all that is wrong with these policies, folders or shipped names.

    Raises:
        UsageError: there is no such policy.
    """
    found: set[Finding] = set()
    files: set[str] = set()
    for name in names:
        policy, findings = read_policy(name)
        found.update(findings)
        if policy is not None:
            files.update(file.shown for file in policy.files)
        if policy is not None and not findings:
            found.update(check_policy(policy))
    ordered = sorted(found, key=lambda it: (it.file, it.line, it.column, it.message))
    return Checked(tuple(names), len(files), tuple(ordered))

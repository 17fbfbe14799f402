"""Findings: what is wrong with a policy file, at which line and column."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from brokersql.core.errors import PolicyError


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault of one file; lines and columns count from 1.

    `source` is the faulty line as the user wrote it, `length` how many of its
    characters the caret underlines.
    """

    file: str
    line: int
    column: int
    message: str
    hint: str = ""
    source: str = ""
    length: int = 1

    @property
    def where(self) -> str:
        """Return ``file:line:column``, the form editors jump to."""
        return f"{self.file}:{self.line}:{self.column}"

    def lines(self) -> list[str]:
        """Return the one to three lines a user reads: what, the source, the cure."""
        head = f"{self.where}: {self.message}"
        if not self.source.strip():
            return [head, f"  {self.hint}"] if self.hint else [head]
        indent = len(self.source) - len(self.source.lstrip())
        shift = " " * max(self.column - 1 - indent, 0)
        caret = "^" + "~" * (self.length - 1)
        return [
            head,
            f"  {self.source.strip()}",
            f"  {shift}{caret} {self.hint}".rstrip(),
        ]


class PolicyFault(PolicyError):
    """All findings about one policy, shown together."""

    def __init__(self, policy: str, findings: Sequence[Finding]) -> None:
        first = findings[0]
        if len(findings) == 1:
            super().__init__(first.message, where=first.where, hint=first.hint)
        else:
            super().__init__(
                f"policy {policy} has {len(findings)} faults",
                hint=f"all of them: brokersql policy check {policy}",
                items=[f"{each.where}: {each.message}" for each in findings],
            )
        self.policy = policy
        self.findings = tuple(findings)

    def lines(self, shown: int = 3) -> list[str]:
        """Return one finding with its source line, or a summary of several."""
        if len(self.findings) == 1:
            return self.findings[0].lines()
        return super().lines(shown)


def locate(text: str, offset: int) -> tuple[int, int]:
    r"""Return line and column, both from 1, of a character offset.

    >>> locate("select\n  x", 9)
    (2, 3)
    """
    before = text[: max(offset, 0)]
    return before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1


def finding_at(
    file: str, text: str, offset: int, length: int, message: str, hint: str = ""
) -> Finding:
    """Return the finding about `length` characters of `text` from `offset` on."""
    line, column = locate(text, offset)
    rows = text.split("\n")
    source = rows[line - 1] if line <= len(rows) else ""
    fitting = max(1, min(length, len(source) - column + 1))
    return Finding(file, line, column, message, hint, source, fitting)

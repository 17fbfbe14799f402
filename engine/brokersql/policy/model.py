"""The values that leave the policy room: a policy and its files."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from brokersql.policy.faults import Finding, finding_at
from brokersql.policy.header import Header
from brokersql.policy.parameter import Parameter

#: The stages of a policy that are ordered lists of files.
STAGES = ("gates", "filters", "set_rules", "weights", "caps", "select")


@dataclass(frozen=True, slots=True)
class SourceFile:
    """One SQL file: its stage and stem, the path a user knows it by, its text."""

    stage: str
    stem: str
    shown: str
    text: str
    header: Header

    def finding(
        self, offset: int, length: int, message: str, hint: str = ""
    ) -> Finding:
        """Return a finding about `length` characters of this file."""
        return finding_at(self.shown, self.text, offset, length, message, hint)

    def at_key(self, key: str, message: str, hint: str = "") -> Finding:
        """Return a finding about the header line `key`."""
        return self.finding(self.header.offset(key), len(key), message, hint)

    @property
    def grain(self) -> tuple[str, ...]:
        """Return the columns of which a fact has one row each; () for one row in all.

        The header says ``-- grain: one row`` for a relation that always has one row.
        """
        names = self.header.text("grain")
        if names == "one row":
            return ()
        return tuple(name.strip() for name in names.split(",") if name.strip())


@dataclass(frozen=True, slots=True)
class Policy:
    """A policy with everything it inherits; the stages stand in policy order.

    `facts` and `macros` are all those the policy may use, not those it does use.
    """

    name: str
    title: str
    page: str
    profiles: tuple[str, ...]
    candidate: SourceFile
    gates: tuple[SourceFile, ...]
    filters: tuple[SourceFile, ...]
    set_rules: tuple[SourceFile, ...]
    weights: tuple[SourceFile, ...]
    caps: tuple[SourceFile, ...]
    select: tuple[SourceFile, ...]
    facts: tuple[SourceFile, ...]
    macros: tuple[SourceFile, ...]
    parameters: tuple[Parameter, ...]

    @property
    def files(self) -> tuple[SourceFile, ...]:
        """Return all files in the order in which a program uses them."""
        ordered = (self.gates, self.filters, self.set_rules, self.weights, self.caps)
        stages = [file for stage in (*ordered, self.select) for file in stage]
        return (*self.macros, *self.facts, self.candidate, *stages)

    @property
    def content_hash(self) -> str:
        """Return a digest of every file, list and parameter of the policy."""
        digest = hashlib.sha256()
        head = (self.name, self.title, self.page, *self.profiles)
        parts = [*head, *(repr(each) for each in self.parameters)]
        for file in self.files:
            parts += [file.stage, file.stem, file.shown, file.text]
        for part in parts:
            encoded = part.encode()
            digest.update(len(encoded).to_bytes(8, "little") + encoded)
        return digest.hexdigest()

"""The values that leave the policy room: a policy and its files."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from brokersql.policy.faults import Finding, finding_at
from brokersql.policy.header import Header
from brokersql.policy.parameter import Parameter

#: What a policy decides about -> its stages, each an ordered list of files. Pairs of a
#: unit and a partner get verdicts and weights, single units get actions.
SHAPES: Mapping[str, tuple[str, ...]] = {
    "candidate": ("gates", "filters", "set_rules", "weights", "caps", "select"),
    "unit": ("exemptions", "timeouts", "picks", "select"),
}
#: The noun for what a policy of a shape decides about, where it has none of its own.
NOUNS: Mapping[str, str] = {"candidate": "task", "unit": "job"}
STAGES = tuple(dict.fromkeys(stage for stages in SHAPES.values() for stage in stages))


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

    `subject` is the file of what is decided about: the candidate pairs, or the units.
    `asks` names the policy whose verdicts its facts may read, as asked_pair.
    `decides` is the noun for what is decided about: task, pilot. `chooses` is that for
    what a pair pairs a unit with: queue, nucleus. `results` names the result tables
    where they are not those of all policies of its shape. `has_joint_level` looks up
    what units share once per combination, where units repeat. `in_turn` says that a
    decision of a cycle counts for those after it.
    `facts` and `macros` are all those the policy may use, not those it does use.
    """

    name: str
    title: str
    page: str
    profiles: tuple[str, ...]
    asks: str | None
    decides: str
    chooses: str
    results: tuple[str, ...]
    has_joint_level: bool
    in_turn: bool
    subject: SourceFile
    gates: tuple[SourceFile, ...]
    filters: tuple[SourceFile, ...]
    set_rules: tuple[SourceFile, ...]
    weights: tuple[SourceFile, ...]
    caps: tuple[SourceFile, ...]
    exemptions: tuple[SourceFile, ...]
    timeouts: tuple[SourceFile, ...]
    picks: tuple[SourceFile, ...]
    select: tuple[SourceFile, ...]
    facts: tuple[SourceFile, ...]
    macros: tuple[SourceFile, ...]
    parameters: tuple[Parameter, ...]

    @property
    def is_paired(self) -> bool:
        """Tell whether pairs are decided about, and not single units."""
        return self.subject.stage == "candidate"

    @property
    def stages(self) -> tuple[tuple[str, tuple[SourceFile, ...]], ...]:
        """Return the stages of the policy's shape with their files, in order."""
        names = SHAPES[self.subject.stage]
        return tuple((name, getattr(self, name)) for name in names)

    @property
    def files(self) -> tuple[SourceFile, ...]:
        """Return all files in the order in which a program uses them."""
        staged = [file for _, files in self.stages for file in files]
        return (*self.macros, *self.facts, self.subject, *staged)

    @property
    def rules(self) -> tuple[SourceFile, ...]:
        """Return the files that are criteria, in the order in which they speak."""
        staged = [file for _, files in self.stages for file in files]
        return tuple(file for file in staged if file.header.text("criterion"))

    @property
    def content_hash(self) -> str:
        """Return a digest of every file, list and parameter of the policy."""
        digest = hashlib.sha256()
        words = (self.name, self.title, self.page, self.asks or "", self.chooses)
        shape = (
            self.decides,
            str(self.has_joint_level),
            str(self.in_turn),
            *self.results,
        )
        head = (*words, *shape, *self.profiles)
        parts = [*head, *(repr(each) for each in self.parameters)]
        for file in self.files:
            parts += [file.stage, file.stem, file.shown, file.text]
        for part in parts:
            encoded = part.encode()
            digest.update(len(encoded).to_bytes(8, "little") + encoded)
        return digest.hexdigest()

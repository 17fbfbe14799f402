"""A policy as its reader needs it: what applies, in which order, with which numbers."""

from __future__ import annotations

from dataclasses import dataclass

from brokersql.compiler import Criterion, compile_policy
from brokersql.errors import UsageError
from brokersql.policy import (
    Policy,
    Resolved,
    SourceFile,
    load_policy,
    split_file,
)
from brokersql.policy.faults import suggest
from brokersql.report.look import Look
from brokersql.report.machine import SCHEMA_VERSION, plain
from brokersql.report.parameters import (
    Wanted,
    parameter_document,
    parameter_lines,
    reads,
    shown_value,
)
from brokersql.report.table import Column, lay_out
from brokersql.report.words import plural, printable

_SHOWN_HASH = 6


@dataclass(frozen=True, slots=True)
class ShownPolicy:
    """A policy with its compiled rules and the parameters in force."""

    policy: Policy
    profile: str
    content_hash: str
    criteria: tuple[Criterion, ...]
    parameters: tuple[Resolved, ...]

    def lines(self, look: Look) -> list[str]:
        """Return head line, rules in the order of their bits, and parameters."""
        policy = self.policy
        head = f"{policy.name}: {printable(policy.title)} ({self.profile})"
        whole = Look(look.colour, look.width)
        columns, rows = _RULE_COLUMNS, [_rule(each) for each in self._ordered()]
        if not policy.is_paired:
            columns = _ACTING_COLUMNS
            rows = [self._acting(each) for each in policy.rules]
        weights = ", ".join(file.stem for file in policy.weights)
        return [
            f"{head} · {_counts(policy)} · {self.content_hash[:_SHOWN_HASH]}…",
            *lay_out(columns, rows, whole),
            *(["", f"weights: {weights}"] if weights else []),
            "",
            *parameter_lines(policy, self.parameters, whole),
        ]

    def _acting(self, file: SourceFile) -> list[str]:
        """Return a rule that acts upon units as a row, with the limits it asks for."""
        header = file.header
        limits = [
            f"{each.parameter.column} {shown_value(each.value)} {each.parameter.unit}"
            for each in self.parameters
            if each.parameter.unit and reads(file, each)
        ]
        return [
            *(header.text("criterion"), header.text("effect"), header.text("code")),
            *(header.text("title"), ", ".join(limits), file.stem),
        ]

    def _ordered(self) -> list[Criterion]:
        """Return the rules by bit; those without one by their step, gates first."""
        last = len(self.criteria)
        return sorted(
            self.criteria,
            key=lambda it: (
                -1 if it.stage == "gates" else last if it.bit is None else it.bit,
                it.step,
            ),
        )

    @plain
    def document(self) -> dict[str, object]:
        """Return the same as an object for JSON."""
        return {
            "schema_version": SCHEMA_VERSION,
            "kind": "policy.show",
            "policy": self.policy.name,
            "title": self.policy.title,
            "page": self.policy.page,
            "profile": self.profile,
            "profiles": list(self.policy.profiles),
            "content_hash": self.content_hash,
            "criteria": [_criterion_document(each) for each in self._ordered()],
            "weights": [file.stem for file in self.policy.weights],
            "parameters": [
                parameter_document(self.policy, each) for each in self.parameters
            ],
        }


@dataclass(frozen=True, slots=True)
class ShownFile:
    """One file of a policy, and the parameters that it reads."""

    policy: Policy
    file: SourceFile
    parameters: tuple[Resolved, ...]

    def lines(self, look: Look) -> list[str]:
        """Return where the file stands, its text, and its parameters."""
        head = look.paint("bold", printable(self.file.shown))
        lines = [head, "", *map(printable, self.file.text.splitlines())]
        if self.parameters:
            lines += ["", *parameter_lines(self.policy, self.parameters, look)]
        return lines

    @plain
    def document(self) -> dict[str, object]:
        """Return the same as an object for JSON."""
        return {
            "schema_version": SCHEMA_VERSION,
            "kind": "policy.file",
            "policy": self.policy.name,
            "stage": self.file.stage,
            "name": self.file.stem,
            "file": self.file.shown,
            "header": [
                {"key": line.key, "value": line.value}
                for line in self.file.header.lines
            ],
            "sql": self.file.text,
            "parameters": [
                parameter_document(self.policy, each) for each in self.parameters
            ],
        }


_RULE_COLUMNS = (
    Column("bit", right=True),
    Column("criterion"),
    Column("effect"),
    Column("class", drop=2),
    Column("grain", drop=1),
    Column("title", cut="end"),
    Column("file"),
)


_ACTING_COLUMNS = (
    Column("rule"),
    Column("action"),
    Column("code", right=True),
    Column("title", cut="end"),
    Column("limit", cut="end", drop=1),
    Column("file"),
)


def _counts(policy: Policy) -> str:
    """Return how many files each stage has, where it has some that decide."""
    told = ("filters", "weights", "exemptions", "timeouts", "picks")
    return ", ".join(
        plural(len(files), stage.removesuffix("s"))
        for stage, files in policy.stages
        if stage in told
    )


def find_shown(name: str, wanted: Wanted) -> ShownPolicy | ShownFile:
    """Return the policy, or with NAME/FILE one file of it.

    Raises:
        UsageError: no such policy, file, profile or parameter.
        PolicyFault: the policy is not sound.
    """
    owner, stem = split_file(name)
    policy = load_policy(owner)
    if stem is not None:
        return shown_file(policy, stem, wanted)
    program = compile_policy(policy)
    parameters = wanted.in_force(policy)
    return ShownPolicy(
        policy,
        parameters.profile,
        program.content_hash,
        program.criteria,
        parameters.values,
    )


def find_file(policy: Policy, name: str) -> SourceFile:
    """Return the file of a policy that has this stem or criterion.

    Raises:
        UsageError: it has no such file.
    """
    stem = name.removesuffix(".sql")
    named = {file.stem: file for file in policy.files}
    tagged = {file.header.text("criterion"): file for file in policy.files}
    file = named.get(stem) or tagged.get(stem)
    if file is None:
        hint = suggest(stem, named) or f"brokersql policy show {policy.name}"
        raise UsageError(f"policy {policy.name} has no file {stem}", hint=hint)
    return file


def shown_file(policy: Policy, stem: str, wanted: Wanted) -> ShownFile:
    """Return a file of a policy and the parameters that it reads.

    Raises:
        UsageError: no such file, profile or parameter.
    """
    file = find_file(policy, stem)
    values = wanted.in_force(policy).values
    read = tuple(each for each in values if reads(file, each))
    return ShownFile(policy, file, read)


def _rule(each: Criterion) -> list[str]:
    bit = "" if each.bit is None else str(each.bit)
    return [
        bit,
        each.criterion,
        each.effect,
        each.cls,
        each.grain,
        each.title,
        each.stem,
    ]


def _criterion_document(each: Criterion) -> dict[str, object]:
    return {
        "bit": each.bit,
        "step": each.step,
        "criterion": each.criterion,
        "label": each.label,
        "title": each.title,
        "effect": each.effect,
        "class": each.cls or None,
        "grain": each.grain,
        "stage": each.stage,
        "source": each.source,
        "file": each.file,
    }

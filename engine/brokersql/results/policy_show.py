"""`policy show`: the rules of a policy in order, its parameters and its files."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from itertools import groupby
from pathlib import PurePath

from brokersql.compiler import Criterion, compile_policy
from brokersql.core.errors import UsageError, suggest
from brokersql.core.sql_files import sql_folder
from brokersql.policy import (
    OwnTable,
    Parameter,
    Parameters,
    Policy,
    PolicyChange,
    Resolved,
    SourceFile,
    Value,
    configured_settings,
    load_policy,
    resolve_parameters,
    split_file,
)
from brokersql.render.documents import plain
from brokersql.render.table import Display, TableColumn, lay_out
from brokersql.render.text import plural, printable


@dataclass(frozen=True, slots=True)
class Wanted:
    """Profile and values that are asked for, and those of the configuration.

    Of the configured ones only those count which a policy has; `origins` names the
    source of each.
    """

    profile: str | None = None
    settings: Mapping[str, str] = field(default_factory=dict[str, str])
    default_profile: str | None = None
    defaults: Mapping[str, str] = field(default_factory=dict[str, str])
    origins: Mapping[str, str] = field(default_factory=dict[str, str])

    def in_force(self, policy: Policy) -> Parameters:
        """Return the parameters of a policy, each with its origin.

        Raises:
            UsageError: an unknown profile or parameter is asked for, or a value of
                another type.
            PolicyError: a value is outside the range of its parameter.
        """
        is_known = self.default_profile in policy.profiles
        profile = self.profile or (self.default_profile if is_known else None)
        given = (self.defaults, self.origins, self.settings)
        configured = configured_settings(policy, *given)
        found = resolve_parameters(policy, profile, {**configured, **self.settings})
        asked = {name.lower() for name in self.settings}
        places = {
            name.lower(): place
            for name, place in self.origins.items()
            if name.lower() not in asked
        }
        values = [
            replace(each, origin=places.get(_full_name(each).lower(), each.origin))
            for each in found.values
        ]
        return replace(found, values=tuple(values))


def parameter_lines(
    policy: Policy, values: Sequence[Resolved], look: Display
) -> list[str]:
    """Return the parameters with value, default, unit, origin and their readers."""
    columns = [
        "parameter",
        TableColumn("value", right=True, cut="end"),
        TableColumn("default", right=True, cut="end"),
        TableColumn("unit", drop=2),
        "from",
        TableColumn("used by", cut="end", drop=1),
    ]
    rows = [
        [
            _full_name(each),
            shown_value(each.value),
            shown_value(each.parameter.default),
            each.parameter.unit,
            each.origin,
            ", ".join(readers(policy, each.parameter)),
        ]
        for each in values
    ]
    return lay_out(columns, rows, look)


def shown_value(value: Value) -> str:
    """Return a value as `--set` takes it, lists in brackets.

    >>> shown_value(True), shown_value(("a", "b")), shown_value(None), shown_value(0.9)
    ('true', '[a, b]', '–', '0.9')
    """
    match value:
        case None:
            return "–"
        case bool():
            return "true" if value else "false"
        case tuple():
            return f"[{', '.join(shown_value(each) for each in value)}]"
        case _:
            return str(value)


def parameter_document(policy: Policy, each: Resolved) -> dict[str, object]:
    """Return a parameter with its value and readers as an object for JSON."""
    return {
        "parameter": each.parameter.name,
        "key": each.suffix,
        "value": each.value,
        "default": each.parameter.default,
        "type": each.parameter.type,
        "unit": each.parameter.unit or None,
        "origin": each.origin,
        "meaning": each.parameter.meaning,
        "used_by": readers(policy, each.parameter),
    }


def reads(file: SourceFile, resolved: Resolved) -> bool:
    """Return whether a file names a parameter."""
    return resolved.parameter.column in _words(file.text)


def readers(policy: Policy, parameter: Parameter) -> list[str]:
    """Return the files that name a parameter: those of a policy, and of matching."""
    texts = [(file.stem, file.text) for file in policy.files]
    if policy.decides == "pilot":
        texts += _match_queries()
    return [stem for stem, text in texts if parameter.column in _words(text)]


@cache
def _match_queries() -> list[tuple[str, str]]:
    """Return the queries that match pilots, by name: what parameters ask of them."""
    paths = sorted(sql_folder("match").rglob("*.sql"))
    return [(path.stem, path.read_text(encoding="utf-8")) for path in paths]


@cache
def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text))


def _full_name(resolved: Resolved) -> str:
    name = resolved.parameter.name
    return f"{name}_{resolved.suffix}" if resolved.suffix else name


_SHOWN_HASH = 6


@dataclass(frozen=True, slots=True)
class ShownPolicy:
    """A policy with its compiled rules and the parameters in force."""

    policy: Policy
    profile: str
    content_hash: str
    criteria: tuple[Criterion, ...]
    parameters: tuple[Resolved, ...]

    def lines(self, look: Display) -> list[str]:
        """Return head line, rules in the order of their bits, and parameters."""
        policy = self.policy
        head = f"{policy.name}: {printable(policy.title)} ({self.profile})"
        whole = Display(look.colour, look.width)
        columns = _RULE_COLUMNS if policy.is_paired else _ACTING_COLUMNS
        if policy.is_paired:
            shown = [(each.file, _rule(each)) for each in self._ordered()]
        else:
            shown = [(each.shown, self._acting(each)) for each in policy.rules]
        rows = [row for _, row in shown]
        if policy.changes:
            columns = (*columns, "from")
            rows = [[*row, PurePath(file).parts[-3]] for file, row in shown]
        weights = ", ".join(file.stem for file in policy.weights)
        return [
            f"{head} · {_counts(policy)} · {self.content_hash[:_SHOWN_HASH]}…",
            *lay_out(columns, rows, whole),
            *(["", f"weights: {weights}"] if weights else []),
            *_change_lines(policy.changes, whole),
            *_table_lines(policy.tables, whole),
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
            *(header.text("criterion"), file.effect, header.text("code")),
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

    @plain("policy.show")
    def document(self) -> dict[str, object]:
        """Return the same as an object for JSON."""
        return {
            "policy": self.policy.name,
            "title": self.policy.title,
            "page": self.policy.page,
            "profile": self.profile,
            "profiles": list(self.policy.profiles),
            "content_hash": self.content_hash,
            "criteria": [_criterion_document(each) for each in self._ordered()],
            "weights": [file.stem for file in self.policy.weights],
            "changes": [asdict(each) for each in self.policy.changes],
            "tables": [_table_document(each) for each in self.policy.tables],
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

    def lines(self, look: Display) -> list[str]:
        """Return where the file stands, its text, and its parameters."""
        head = look.paint("bold", printable(self.file.shown))
        lines = [head, "", *map(printable, self.file.text.splitlines())]
        if self.parameters:
            lines += ["", *parameter_lines(self.policy, self.parameters, look)]
        return lines

    @plain("policy.file")
    def document(self) -> dict[str, object]:
        """Return the same as an object for JSON."""
        return {
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
    ">bit",
    "criterion",
    "effect",
    TableColumn("class", drop=2),
    TableColumn("grain", drop=1),
    TableColumn("title", cut="end"),
    "file",
)


_ACTING_COLUMNS = (
    "rule",
    "action",
    ">code",
    TableColumn("title", cut="end"),
    TableColumn("limit", cut="end", drop=1),
    "file",
)


def _change_lines(changes: Sequence[PolicyChange], look: Display) -> Iterator[str]:
    """Yield what a policy changes of the one that it extends, a row per list."""
    columns = ["policy", "change", "of", "place", "names"]
    rows = [
        [*place, ", ".join(each.name for each in group)]
        for place, group in groupby(
            changes, lambda each: (each.policy, each.change, each.stage, each.place)
        )
    ]
    if rows:
        yield ""
        yield from lay_out(columns, rows, look)


def _table_lines(tables: Sequence[OwnTable], look: Display) -> Iterator[str]:
    """Yield the tables that a policy brings, a row each."""
    columns = ["table", "key", ">rows", "data", TableColumn("title", cut="end")]
    rows = [
        [
            *(each.name, ", ".join(each.contract.key), str(each.rows.num_rows)),
            *(each.data, each.contract.title),
        ]
        for each in tables
    ]
    if rows:
        yield ""
        yield from lay_out(columns, rows, look)


def _table_document(table: OwnTable) -> dict[str, object]:
    return {
        "name": table.name,
        "title": table.contract.title,
        "key": list(table.contract.key),
        "columns": [
            {"name": each.name, "type": each.type, "comment": each.comment}
            for each in table.contract.columns
        ],
        "rows": table.rows.num_rows,
        "file": table.file.shown,
        "data": table.data,
        "digest": table.digest,
    }


def _counts(policy: Policy) -> str:
    """Return how many files each stage has, where it has some that decide."""
    deciding = ("filters", "weights", "exemptions", "timeouts", "picks")
    return ", ".join(
        plural(len(files), stage.removesuffix("s"))
        for stage, files in policy.stages
        if stage in deciding
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

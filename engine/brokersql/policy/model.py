"""A policy and its files, their ``-- key: value`` headers, and what these cite."""

from __future__ import annotations

import csv
import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from itertools import chain, groupby

import pyarrow as pa

from brokersql.core.errors import suggest
from brokersql.core.sql_files import sql_root
from brokersql.policy.findings import Finding, finding_at
from brokersql.policy.parameters import Parameter
from brokersql.snapshot.contract import Table

_LINE = re.compile(r"--[ \t]*(?P<key>[a-z_]+):(?P<value>.*)")
_PAIR = ("criterion", "title", "class", "source")
_GATE = (*_PAIR, "effect")
_ACTION = tuple(key for key in _GATE if key != "class")
#: Keys that any file may have, each as often as there is something to say.
_REMARKS = ("source", "bounds", "nulls", "differs", "note")
#: Class of a rule -> what kind of reason it is, as docs/classes.md has it.
CLASSES: Mapping[str, str] = {
    "misconfigured": "a description is wrong or incomplete; waiting does not help",
    "never_fits": "more is asked than is offered, both fixed; waiting does not help",
    "policy": "it would fit, but a rule or a choice of somebody keeps it away",
    "capacity": "it fits, and there is no room now; as a rule waiting helps",
    "throttled": "the user, group or share has enough for now; waiting helps",
}

#: Stage -> (keys that must stand there, keys that may beside the remarks).
KEYS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "gates": (_GATE, ("label",)),
    "filters": (_PAIR, ("label", "effect", "exempts", "owner")),
    "set_rules": (_PAIR, ("label", "effect", "owner")),
    "caps": (_PAIR, ("label", "effect", "exempts")),
    "exemptions": (_ACTION, ("label",)),
    "timeouts": (_ACTION, ("label", "code")),
    "picks": (_ACTION, ("label", "code")),
    "weights": (("title", "source"), ()),
    "facts": (("title", "grain"), ("kind",)),
    "candidate": (("title",), ("in_results",)),
    "unit": (("title", "grain"), ()),
    "select": (("title",), ("grain", "reports", "kind")),
    "lib": ((), ("title", "reports")),
}
_REPEATABLE = (*_REMARKS, "reports")

_EFFECTS: Mapping[str, tuple[str, ...]] = {
    "gates": ("pending", "throttle", "fail"),
    "filters": ("drop", "defer"),
    "set_rules": ("drop",),
    "caps": ("drop", "use"),
    "exemptions": ("exempt",),
    "timeouts": ("fail", "kill", "reassign"),
    "picks": ("fail", "kill", "reassign"),
}
#: Effect of the rules that reject pairs where their header names none.
_DEFAULT_EFFECT = "drop"


@dataclass(frozen=True, slots=True)
class HeaderLine:
    """One ``-- key: value`` line and where its key begins in the file."""

    key: str
    value: str
    offset: int


@dataclass(frozen=True, slots=True)
class Header:
    """The header lines of one file, in the order in which they stand there."""

    lines: tuple[HeaderLine, ...] = ()

    def all(self, key: str) -> tuple[str, ...]:
        """Return every value of a repeatable key."""
        return tuple(line.value for line in self.lines if line.key == key)

    def text(self, key: str) -> str:
        """Return the values of `key` as one text; empty if it is absent."""
        return " ".join(self.all(key))

    def source(self, page: str = "") -> str:
        """Return what the file follows, with the statements that it cites.

        Of several pages those of a policy's own `page` count, where it cites some.
        """
        return resolve_sources(self.all("source"), page)

    def offset(self, key: str) -> int:
        """Return where `key` stands in the file; 0 if it is absent."""
        return next((line.offset for line in self.lines if line.key == key), 0)


@lru_cache(maxsize=2048)  # policies share files, and are read more than once
def parse_header(text: str) -> Header:
    r"""Return the header of a file: the comment at its beginning.

    A line without a key continues the value above it.

    >>> parse_header("-- title: a\n-- b\n-- grain: k\nselect 1").text("title")
    'a b'
    """
    lines: list[HeaderLine] = []
    offset = 0
    for row in text.splitlines(keepends=True):
        match = _LINE.match(row)
        if match is not None:
            value = match["value"].strip()
            lines.append(HeaderLine(match["key"], value, offset + match.start("key")))
        elif lines and row.startswith("--"):
            value = f"{lines[-1].value} {row[2:].strip()}"
            lines[-1] = replace(lines[-1], value=value)
        else:
            break
        offset += len(row)
    return Header(tuple(lines))


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
    """One SQL file: its stage and stem, the path a user knows it by, its text.

    One that `is_shipped` with the package is trusted as its code.
    """

    stage: str
    stem: str
    shown: str
    text: str
    header: Header
    is_shipped: bool = False

    @property
    def key(self) -> tuple[str, str]:
        """Return stage and stem."""
        return self.stage, self.stem

    @property
    def label(self) -> str:
        """Return the step that a rule is of, else its name; empty if it is none."""
        is_rule = "label" in KEYS[self.stage][1]
        default = self.stem.replace("_", " ") if is_rule else ""
        return self.header.text("label") or default

    @property
    def effect(self) -> str:
        """Return what the rule does to what it hits; empty if it is no rule."""
        effects = _EFFECTS.get(self.stage, ())
        default = _DEFAULT_EFFECT if _DEFAULT_EFFECT in effects else ""
        return self.header.text("effect") or default

    def finding(
        self, offset: int, length: int, message: str, hint: str = ""
    ) -> Finding:
        """Return a finding about `length` characters of this file."""
        return finding_at(self.shown, self.text, offset, length, message, hint)

    def at_key(self, key: str, message: str, hint: str = "") -> Finding:
        """Return a finding about the header line `key`."""
        return self.finding(self.header.offset(key), len(key), message, hint)

    def check_header(self) -> list[Finding]:
        """Return every fault of the header: of its keys, then of their values."""
        required, optional = KEYS[self.stage]
        known = tuple(dict.fromkeys((*required, *optional, *_REMARKS)))
        found: list[Finding] = []
        seen: set[str] = set()
        for line in self.header.lines:
            message, hint = "", ""
            if line.key not in known:
                message = f"unknown header key {line.key}"
                hint = suggest(line.key, known) or f"known keys: {', '.join(known)}"
            elif line.key in seen and line.key not in _REPEATABLE:
                message, hint = f"header key {line.key} stands twice", "keep one"
            elif not line.value:
                message, hint = f"header key {line.key} is empty", "give it a value"
            if message:
                found.append(self.finding(line.offset, len(line.key), message, hint))
            seen.add(line.key)
        missing = [key for key in required if key not in seen]
        if missing:
            hint = f"add '-- {missing[0]}: …' to its first lines"
            message = f"header key {', '.join(missing)} is missing"
            found.append(self.finding(0, 1, message, hint))
        values = map(self._check_value, self.header.lines)
        return [*found, *chain.from_iterable(values), *self._check_sources()]

    def _check_sources(self) -> Iterator[Finding]:
        """Yield each id of a statement that is cited and does not exist."""
        for line in self.header.lines:
            for each in cited_ids(line.value) if line.key == "source" else ():
                if each not in statements():
                    message = f"source {each} is no statement of sql/statements.tsv"
                    hint = suggest(each, statements()) or "cite an id, or write text"
                    at = self.text.index(each, line.offset)
                    yield self.finding(at, len(each), message, hint)

    def _check_value(self, line: HeaderLine) -> Iterator[Finding]:
        """Yield a value outside the set of its key."""
        allowed = {
            "effect": _EFFECTS.get(self.stage, ()),
            "class": tuple(CLASSES),
            "kind": ("view", "table"),
        }
        values, message, hint = allowed.get(line.key, ()), "", ""
        if values and line.value and line.value not in values:
            message = f"{line.key} {line.value} is none of {', '.join(values)}"
            hint = suggest(line.value, values)
        elif line.key == "code" and line.value and not line.value.isdecimal():
            message = f"code {line.value} is no number"
        if message:
            at = self.text.index(line.value.split()[0], line.offset + len(line.key))
            yield self.finding(at, len(line.value), message, hint)

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
class OwnTable:
    """A table that a policy brings: its declaration, its rows and their digest.

    `data` is the path of the file with the rows, `digest` is that of its bytes.
    """

    file: SourceFile
    contract: Table
    data: str
    digest: str
    rows: pa.Table = field(compare=False, repr=False)

    @property
    def name(self) -> str:
        """Return the name by which rules read it."""
        return self.contract.name


@dataclass(frozen=True, slots=True)
class PolicyChange:
    """What a policy changes of the one that it extends.

    `change` is add, move, replace or drop in the list `stage`, and override for a file
    or a parameter of the same name; `place` says where in the list.
    """

    policy: str
    change: str
    stage: str
    name: str
    place: str = ""


@dataclass(frozen=True, slots=True)
class Policy:
    """A policy with everything it inherits; the stages stand in policy order.

    `subject` is the file of what is decided about: the candidate pairs, or the units.
    `asks` names the policy whose verdicts its facts may read, as asked_pair.
    `decides` is the noun for what is decided about: task, pilot. `chooses` is that for
    what a unit is paired with: queue, nucleus. `results` names the result tables where
    they are not those of all policies of its shape. `has_joint_level` looks up what
    units share once per combination, where units repeat. `is_sequential` says that a
    decision of a cycle counts for those after it. `facts` and `macros` are all those
    the policy may use, not those it does use. `tables` are those that stand in its
    folder. `changes` is what it and those that it
    extends differ in, the first that is extended first.
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
    is_sequential: bool
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
    tables: tuple[OwnTable, ...]
    macros: tuple[SourceFile, ...]
    parameters: tuple[Parameter, ...]
    changes: tuple[PolicyChange, ...] = ()

    @property
    def is_paired(self) -> bool:
        """Return whether pairs are decided about, and not single units."""
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
        own = (each.file for each in self.tables)
        return (*self.macros, *own, *self.facts, self.subject, *staged)

    @property
    def rules(self) -> tuple[SourceFile, ...]:
        """Return the files that are criteria, in the order in which they speak."""
        staged = [file for _, files in self.stages for file in files]
        return tuple(file for file in staged if file.header.text("criterion"))

    @property
    def content_hash(self) -> str:
        """Return a digest of every file, list, parameter and own row of the policy.

        It does not depend on where the policy stands, or on how its path is written.
        """
        digest = hashlib.sha256()
        parts = [
            *(self.name, self.title, self.page, self.asks or "", self.chooses),
            *(self.decides, str(self.has_joint_level), str(self.is_sequential)),
            *(*self.results, *self.profiles),
            *(repr(each) for each in self.parameters),
        ]
        for file in self.files:
            parts += [file.stage, file.stem, file.text]
        for table in self.tables:
            parts += [table.name, table.digest]
        for part in parts:
            encoded = part.encode()
            digest.update(len(encoded).to_bytes(8, "little") + encoded)
        return digest.hexdigest()


_ID = r"[COPT][0-9]{3}"
_IDS = re.compile(rf"{_ID}(?:, *{_ID})*")


@dataclass(frozen=True, slots=True)
class PageStatement:
    """One statement of a page, in the words of brokersql."""

    id: str
    page: str
    section: str
    statement: str


@cache
def statements() -> Mapping[str, PageStatement]:
    """Return every statement by its id, in the order of the pages."""
    with open(sql_root() / "statements.tsv", encoding="utf-8", newline="") as lines:
        rows = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        return {row["id"]: PageStatement(**row) for row in rows}


def cited_ids(source: str) -> tuple[str, ...]:
    """Return the ids that a source consists of; () if it is free text.

    >>> cited_ids("C115, C116"), cited_ids("a ticket, see C115")
    (('C115', 'C116'), ())
    """
    return tuple(re.findall(_ID, source)) if _IDS.fullmatch(source) else ()


def resolve_sources(sources: Iterable[str], own_page: str = "") -> str:
    """Return sources as one text, with page, section and statement in place of ids.

    Where an id is of a page that `own_page` begins with, those of others are left out.

    >>> resolve_sources(["C053", "running system"])
    'Brokerage, job brokerage: a pre-assigned queue may have another status (C053); \
running system'
    """
    parts: list[str] = []
    for source in sources:
        ids = cited_ids(source)
        if not ids:
            parts.append(source)
        every = [statements()[each] for each in ids]
        cited = [each for each in every if own_page.startswith(each.page)] or every
        for place, found in groupby(cited, lambda each: (each.page, each.section)):
            stated = "; ".join(f"{each.statement} ({each.id})" for each in found)
            parts.append(f"{', '.join(place)}: {stated}")
    return "; ".join(parts)

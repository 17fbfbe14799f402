"""The story of one criterion: how often it applies, what it alone blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any

from brokersql.compiler import Criterion
from brokersql.core.errors import UsageError, suggest
from brokersql.cycle import FinishedCycle
from brokersql.explain.changes.queue_fixes import queue_fix
from brokersql.explain.changes.tunables import Move
from brokersql.explain.context import (
    PILOT_QUERIES,
    Explanation,
    StoryContext,
    context_of,
)
from brokersql.explain.not_found import no_pairs
from brokersql.explain.queue import show_nearest_pairs
from brokersql.policy import Policy, Resolved, load_policy
from brokersql.render.documents import plain
from brokersql.render.numbers import clock, count, quantity, share
from brokersql.render.table import Display, TableColumn, lay_out
from brokersql.render.text import fold, plural, printable
from brokersql.results.queries import Row, number, query, rows
from brokersql.results.run_record import setting

_TAG = re.compile(r"'([-+][a-z]\w+)'", re.IGNORECASE)


class CriterionScope(Enum):
    """A filter decides pairs, a weight those that are left, others whole decisions."""

    FILTER = "filter"
    WEIGHT = "weight"
    DECISION = "decision"


@dataclass(frozen=True, slots=True)
class CriterionSubject:
    """A criterion: its rule files, and where they speak; `decides` about what."""

    rules: tuple[Criterion, ...]
    scope: CriterionScope
    decides: str

    @property
    def first(self) -> Criterion:
        """Return the first of its rule files."""
        return self.rules[0]

    @property
    def stems(self) -> Mapping[int | None, str]:
        """Return bit -> stem of its rule files that reject pairs."""
        return {each.bit: each.stem for each in self.rules if each.bit is not None}

    @property
    def name(self) -> str:
        """Return the criterion itself."""
        return self.first.criterion


def criterion_subject(cycle: FinishedCycle, name: str) -> CriterionSubject:
    """Return what a criterion, a criterion without its sign or a file's stem names.

    Filters count before the rules after and before them, these before names that only
    the choice itself gives.

    Raises:
        UsageError: the policy has no such criterion.
    """
    criteria, decides = cycle.program.criteria, cycle.program.decides
    filters = [each for each in criteria if each.bit is not None]
    if found := _named(filters, name):
        return CriterionSubject(found, CriterionScope.FILTER, decides)
    unfiled = list(_unfiled(load_policy(cycle.policy_source), len(criteria) + 1))
    found = _named(criteria, name) or _named(unfiled, name)[:1]
    if not found:
        known = {each.criterion for each in (*criteria, *unfiled)}
        raise UsageError(
            f"no criterion {printable(name)} in {cycle.policy}",
            hint=suggest(name, known) or "brokersql policy show lists them",
        )
    is_late = found[0].stage not in ("gates", "result", "standing")
    scope = (
        CriterionScope.WEIGHT
        if is_late and decides == "task"
        else CriterionScope.DECISION
    )
    return CriterionSubject(found, scope, decides)


def _named(criteria: Sequence[Criterion], name: str) -> tuple[Criterion, ...]:
    """Return the rule files of a criterion, or of a file's stem."""
    wanted = name.casefold()
    tags = [each.criterion.casefold() for each in criteria]
    for names in (tags, [tag[1:] for tag in tags], [each.stem for each in criteria]):
        found = [
            each for each, tag in zip(criteria, names, strict=True) if tag == wanted
        ]
        if found:
            return tuple(found)
    return ()


def has_criterion(policy: Policy, name: str) -> bool:
    """Return whether a policy has such a criterion, by a rule or by its choice."""
    wanted = name.casefold()
    parts = [
        *((each.header.text("criterion"), each.stem) for each in policy.rules),
        *((each.criterion, "") for each in _unfiled(policy, 0)),
    ]
    return any(
        wanted in (tag.casefold(), tag[1:].casefold(), stem) for tag, stem in parts
    )


def _unfiled(policy: Policy, step: int) -> Iterator[Criterion]:
    """Yield what the choice itself reports of pairs and decisions: no file of its own.

    The stage is the file's stem: it is whether it is about whole decisions.
    """
    for file in (*policy.select, *policy.macros):
        head = file.header
        titles = dict(each.split(" ", 1) for each in head.all("tells"))
        for tag in dict.fromkeys((*_TAG.findall(file.text), *titles)):
            yield Criterion(
                bit=None,
                step=step,
                criterion=tag,
                label="",
                title=titles.get(tag, head.text("title")),
                effect="",
                cls="",
                source=head.text("source"),
                file=file.shown,
                stage=file.stem,
                stem=file.stem,
                grain="",
            )


_TALLY_COLUMNS = (
    TableColumn(""),
    TableColumn("", True),
    TableColumn("of"),
    TableColumn("", True),
    TableColumn("", True),
)
#: Keys of JSON -> the counts behind them.
_KEYS = {
    "pairs": "n_pairs",
    "fails": "n_fails",
    "reported": "n_reported",
    "tasks": "n_tasks",
    "tasks_touched": "n_tasks_touched",
    "pilots": "n_pilots",
    "pilots_touched": "n_pilots_touched",
    "queues_asked": "n_whole",
    "queues_barred_alone": "n_barred",
}


@dataclass(frozen=True, slots=True)
class TallyText:
    """Sentences: shares as text, count and whole; who waits; that there is nothing.

    `waits` has the form for one and for several.
    """

    shares: tuple[tuple[str, str, str], ...]
    waits: tuple[str, str]
    nothing: str
    columns: tuple[tuple[str, str], ...] = ()


_FAILS = (
    ("pairs where it fails", "n_fails", "n_pairs"),
    ("pairs where it is reported", "n_reported", "n_pairs"),
)
_TASKS = ("tasks it touches", "n_tasks_touched", "n_tasks")
_REASON = ("reason", "reason")

#: What is decided about, and where a criterion speaks -> the words for it.
TALLY_TEXTS: Mapping[tuple[str, CriterionScope], TallyText] = {
    ("task", CriterionScope.FILTER): TallyText(
        (*_FAILS, ("whole queues it alone bars", "n_barred", "n_whole"), _TASKS),
        ("waits while it alone bars some queue", "wait while it alone bars some queue"),
        "It keeps no task from any queue alone.",
    ),
    ("task", CriterionScope.WEIGHT): TallyText(
        (
            ("weighed pairs it decides", "n_fails", "n_pairs"),
            ("whole queues it leaves out", "n_barred", "n_whole"),
            _TASKS,
        ),
        ("waits while it leaves out some queue", "wait while it leaves out some queue"),
        "It leaves out no queue.",
    ),
    ("task", CriterionScope.DECISION): TallyText(
        (("tasks it holds", "n_tasks_touched", "n_tasks"),),
        ("stands still by it", "stand still by it"),
        "It holds no task.",
        (("task", "jedi_task_id"), ("cores", "n_cores"), _REASON),
    ),
    ("pilot", CriterionScope.FILTER): TallyText(
        (
            *_FAILS,
            ("pairs it alone bars", "n_barred", "n_pairs"),
            ("pilots it touches", "n_pilots_touched", "n_pilots"),
        ),
        (
            "gets no task queue while it alone bars some",
            "get no task queue while it alone bars some",
        ),
        "It keeps no task queue from any pilot alone.",
        (("pilot", "pilot_id"), ("task queues", "n_queues"), ("jobs behind", "n_jobs")),
    ),
    ("pilot", CriterionScope.DECISION): TallyText(
        (("pilots it refuses", "n_pilots_touched", "n_pilots"),),
        ("is refused by it", "are refused by it"),
        "It refuses no pilot.",
        (("pilot", "pilot_id"), _REASON),
    ),
}


@dataclass(frozen=True, slots=True)
class CriterionTally:
    """Counts of a criterion; `n_cores` is None where no cores wait."""

    wording: TallyText
    noun: str
    counts: Row
    n_waiting: int
    n_cores: int | None

    def document(self) -> dict[str, object]:
        """Return the counts for JSON, null where one does not apply."""
        named = {key: self.counts.get(name) for key, name in _KEYS.items()}
        is_task = self.n_cores is not None
        return {
            **named,
            "tasks_waiting_alone": self.n_waiting if is_task else None,
            "cores_waiting_alone": self.n_cores,
            "pilots_waiting_alone": None if is_task else self.n_waiting,
        }

    def lines(self) -> list[str]:
        """Return the counts for a reader."""
        table = [
            [text, count(part), "of", count(whole), share(part, whole)]
            for text, n, of in self.wording.shares
            for part, whole in [(number(self.counts[n]), number(self.counts[of]))]
        ]
        waits = plural(self.n_waiting, self.noun)
        if self.n_cores:
            waits += f" with {plural(self.n_cores, 'core')}"
        does = self.wording.waits[self.n_waiting != 1]
        return [*lay_out(_TALLY_COLUMNS, table, Display())[1:], f"{waits} {does}"]


def decision_lines(
    decisions: Sequence[Row], wording: TallyText, look: Display
) -> list[str]:
    """Return whom a criterion holds, one a line."""
    columns = [
        TableColumn(
            title, right=key.startswith("n_"), cut="end" if key == "reason" else ""
        )
        for title, key in wording.columns
    ]
    table = [[_shown(row, key) for _, key in wording.columns] for row in decisions]
    return lay_out(columns, table, look)


def _shown(row: Row, key: str) -> str:
    value = row[key]
    if key.startswith("n_"):
        return "–" if value is None else count(number(value))
    return str(row["seq"] if value is None else value)


#: How wide the bar of the fullest class is.
_WIDEST = 8
_EIGHTHS = " ▏▎▍▌▋▊▉"


@dataclass(frozen=True, slots=True)
class Shortfalls:
    """Classes of what is missing: the upper edge of each, None for the last; pairs."""

    unit: str | None
    classes: tuple[tuple[float | None, int], ...]

    def document(self) -> dict[str, object] | None:
        """Return the classes for JSON; null where no two numbers are compared."""
        if not self.classes:
            return None
        counts = [{"up_to": edge, "pairs": n} for edge, n in self.classes]
        return {"unit": self.unit, "classes": counts}

    def lines(self, look: Display, rule: str = "") -> list[str]:
        """Return the classes for a reader, with a bar below each; `rule` names one."""
        if not self.classes:
            return []
        most = max(n for _, n in self.classes)
        last = self.classes[-2][0]
        edges = [
            f"> {quantity(last)}" if edge is None else f"≤ {quantity(edge)}"
            for edge, _ in self.classes
        ]
        head = " ".join(
            word for word in ("shortfall", self.unit, rule and f"({rule})") if word
        )
        columns = [
            TableColumn(head),
            *(TableColumn(edge, right=True) for edge in edges),
        ]
        counts = [count(n) for _, n in self.classes]
        bars = [bar(n, most) for _, n in self.classes]
        return ["", *lay_out(columns, [["barred alone", *counts], ["", *bars]], look)]


def bar(n: int, most: int) -> str:
    """Return a bar as long as a number is large beside the largest.

    >>> bar(8, 8), bar(3, 48), bar(0, 8)
    ('████████', '▌', '')
    """
    whole, part = divmod(round(n * _WIDEST * 8 / most), 8) if most else (0, 0)
    return ("█" * whole + _EIGHTHS[part]).rstrip()


def shortfalls_of(cycle: FinishedCycle, bit: int) -> Shortfalls:
    """Return what is missing by one rule where its criterion alone stands.

    The relation barred is needed.
    """
    cycle.pairs.show_reasons()
    found = rows(cycle, "explain", "criterion_shortfall", (bit,))
    unit = str(found[0]["unit"] or "") if found else ""
    classes = ((row["up_to"], number(row["n_pairs"])) for row in found)
    return Shortfalls(
        unit or None,
        tuple((None if edge is None else float(str(edge)), n) for edge, n in classes),
    )


def moves_at_queues(
    cycle: FinishedCycle, places: Sequence[tuple[str, int | None]]
) -> dict[tuple[str, int | None], Move]:
    """Return for queues and rules the change that the story of the queue lists first.

    A place is a queue and the bit of a rule. The relation nearest_pair does not stay.
    """
    found: dict[tuple[str, int | None], Move] = {}
    for queue, bit in places:
        if bit is None:
            continue
        show_nearest_pairs(cycle, queue)
        fix = queue_fix(cycle, queue, bit)
        if fix is not None and fix.n_gained and fix.move is not None:
            found[queue, bit] = fix.move
    return found


_COLUMNS = (
    TableColumn("queue", cut="middle"),
    TableColumn("tasks barred alone", right=True),
    TableColumn("cores", right=True),
    TableColumn("field"),
    TableColumn("now", right=True),
    TableColumn("admits most at", right=True),
)
_RULE = TableColumn("rule")
_LEFT_OUT = (_COLUMNS[0], TableColumn("tasks left out", right=True), _COLUMNS[2])
#: For how many queues a value is looked for by default.
N_MOVED = 5


@dataclass(frozen=True, slots=True)
class BlockedQueue:
    """A queue, the work that a criterion alone keeps from it, and what would admit it.

    `bit` is that of the rule, None where two rules of the criterion do it.
    """

    queue_name: str
    bit: int | None
    n_tasks: int
    n_cores: int
    move: Move | None = None

    def document(self, rule: str | None) -> dict[str, Any]:
        """Return the queue as an object for JSON."""
        return {
            "queue_name": self.queue_name,
            "rule": rule,
            "tasks": self.n_tasks,
            "cores": self.n_cores,
            "change": self.move.document() if self.move else None,
        }


@dataclass(frozen=True, slots=True)
class CriterionStory(Explanation):
    """How often a criterion speaks, at which queues it stands alone, whom it holds.

    `shortfalls` has one for each rule that compares numbers.
    """

    policy: StoryContext
    subject: CriterionSubject
    tally: CriterionTally
    queues: tuple[BlockedQueue, ...] = ()
    decisions: tuple[Row, ...] = ()
    shortfalls: Mapping[int | None, Shortfalls] = field(
        default_factory=dict[int | None, Shortfalls]
    )
    parameters: tuple[Resolved, ...] = ()
    nothing: str = ""

    @property
    def next_queue(self) -> str:
        """Return the queue to look at next: the one that loses most work."""
        return self.queues[0].queue_name if self.queues else ""

    @property
    def next_rule(self) -> str:
        """Return the rule file to look at next: the first of this criterion."""
        first = self.subject.first
        return f"{self.policy.name}/{first.stem}" if first.label else ""

    @plain
    def document(self) -> dict[str, Any]:
        """Return the story as an object for JSON."""
        rules = [self._rule(each) for each in self.subject.rules]
        (only,) = rules if len(rules) == 1 else [{}]
        same = ("title", "effect", "class", "shortfalls")
        return {
            **self.policy.document("explain.criterion"),
            "criterion": self.subject.name,
            **{name: only.get(name) for name in same},
            "rules": rules,
            "files": [each["file"] for each in rules],
            "parameters": [
                {"name": _parameter_name(it), "value": it.value, "origin": it.origin}
                for it in self.parameters
            ],
            "counts": self.tally.document(),
            "queues": [
                each.document(self.subject.stems.get(each.bit)) for each in self.queues
            ],
            "held": list(self.decisions),
        }

    def _rule(self, rule: Criterion) -> dict[str, Any]:
        """Return one rule of the criterion as an object for JSON."""
        missing = self.shortfalls.get(rule.bit)
        return {
            "rule": rule.stem,
            "title": rule.title,
            "effect": rule.effect or None,
            "class": rule.cls or None,
            "file": rule.file,
            "shortfalls": missing.document() if missing else None,
        }

    def lines(self, look: Display) -> list[str]:
        """Return the story for a reader."""
        lines = [*self._rules(look), *self._parameters(look)]
        where = f"{self.policy.name} ({self.policy.profile})"
        lines += [f"{where} · {clock(self.policy.snapshot_time)}", ""]
        if self.nothing:
            return [*lines, self.nothing]
        lines += self.tally.lines()
        if self.decisions:
            return [
                *lines,
                "",
                *decision_lines(self.decisions, self.tally.wording, look),
            ]
        if not self.queues:
            return [*lines, "", self.tally.wording.nothing]
        for rule in self.subject.rules:
            if missing := self.shortfalls.get(rule.bit):
                lines += missing.lines(look, rule.stem if self._is_several else "")
        return [*lines, "", *self._queues(look)]

    @property
    def _is_several(self) -> bool:
        """Return whether several rules have the criterion."""
        return len(self.subject.rules) > 1

    def _rules(self, look: Display) -> list[str]:
        """Return what each rule of the criterion says, and its file."""
        rules, tag = self.subject.rules, look.paint("bold", self.subject.name)
        lines = [f"{tag}: {plural(len(rules), 'rule')}"] if self._is_several else []
        for each in rules:
            kind = ", ".join(word for word in (each.cls, each.effect) if word)
            named = each.stem if self._is_several else tag
            text = f"{named}: {printable(each.title)}   {kind}".rstrip()
            lines += [text, printable(each.file)]
        return lines

    def _parameters(self, look: Display) -> list[str]:
        """Return the parameters that a filter rests on, with their values."""
        if not self.parameters:
            return []
        parts = [
            f"{_parameter_name(each)} {setting(each.value)} ({each.origin})"
            for each in self.parameters
        ]
        return fold(["parameters:", *", ".join(parts).split(" ")], look.width)

    def _queues(self, look: Display) -> list[str]:
        stems = self.subject.stems
        is_filter = self.subject.scope is CriterionScope.FILTER
        columns = list(_COLUMNS if is_filter else _LEFT_OUT)
        table = [
            [it.queue_name, count(it.n_tasks), count(it.n_cores), *_moved(it.move)]
            for it in self.queues
        ]
        if self._is_several:
            columns.insert(1, _RULE)
            for row, each in zip(table, self.queues, strict=True):
                row.insert(1, stems.get(each.bit, "several"))
        return lay_out(columns, table, look)


def _parameter_name(each: Resolved) -> str:
    """Return a parameter as the stories of pairs name it."""
    return each.parameter.column.upper()


def _moved(move: Move | None) -> list[str]:
    """Return which value would move, from what, to what."""
    if move is None:
        return ["", "", ""]
    tunable = move.tunable
    return [
        tunable.name,
        tunable.measured(tunable.present),
        f"{tunable.measured(move.value)} ✓",
    ]


def explain_criterion(
    cycle: FinishedCycle, criterion: str, *, n_moved: int = 0
) -> CriterionStory:
    """Return what one criterion does, wherever in the decision it speaks.

    For `n_moved` of the queues that lose most work by it a value is looked for that
    lets as many of the tasks in as can be.

    Raises:
        UsageError: the policy has no such criterion.
    """
    subject = criterion_subject(cycle, criterion)
    if subject.scope is CriterionScope.DECISION or subject.decides == "pilot":
        return _of_decisions(cycle, subject)
    return _of_pairs(cycle, subject, n_moved)


def _of_pairs(
    cycle: FinishedCycle, subject: CriterionSubject, n_moved: int
) -> CriterionStory:
    """Return at which queues a criterion stands alone, for how much work."""
    database, name = cycle.database, subject.name
    show_nearest_pairs(cycle, None)
    barred = database.table(query("explain", "criterion_barred"), (name,))
    database.register("barred", barred)
    is_filter = subject.scope is CriterionScope.FILTER
    counted = "criterion_counts" if is_filter else "weight_counts"
    (counts,) = rows(cycle, "explain", counted, (name,))
    (waiting,) = rows(cycle, "explain", "criterion_waiting")
    n_waiting, n_cores = number(waiting["n_tasks"]), number(waiting["n_cores"])
    queues = tuple(map(_blocked_queue, rows(cycle, "explain", "criterion_queues")))
    wording = TALLY_TEXTS[subject.decides, subject.scope]
    story = CriterionStory(
        context_of(cycle),
        subject,
        CriterionTally(wording, subject.decides, counts, n_waiting, n_cores),
        queues,
        nothing=no_pairs(cycle),
    )
    if not is_filter:
        return story
    moves = moves_at_queues(cycle, [(it.queue_name, it.bit) for it in queues[:n_moved]])
    return replace(
        story,
        shortfalls={
            bit: shortfalls_of(cycle, bit) for bit in subject.stems if bit is not None
        },
        queues=tuple(
            replace(it, move=moves.get((it.queue_name, it.bit))) for it in queues
        ),
        parameters=_parameters_of(cycle, subject),
    )


def _blocked_queue(row: Row) -> BlockedQueue:
    bit = row["bit"]
    return BlockedQueue(
        str(row["unified_name"]),
        None if bit is None else number(bit),
        number(row["n_tasks"]),
        number(row["n_cores"]),
    )


def _parameters_of(
    cycle: FinishedCycle, subject: CriterionSubject
) -> tuple[Resolved, ...]:
    """Return the parameters that the conditions of a filter rest on."""
    bits = {each.bit for each in subject.rules}
    inputs = cycle.pairs.program.rule_inputs
    names = {it.column for it in inputs if it.bit in bits and it.table == "cfg"}
    values = cycle.parameters.values
    return tuple(each for each in values if each.parameter.column in names)


def _of_decisions(cycle: FinishedCycle, subject: CriterionSubject) -> CriterionStory:
    """Return which tasks or pilots a criterion holds, or keeps from task queues."""
    name, is_task = subject.name, subject.decides == "task"
    folder = "explain" if is_task else PILOT_QUERIES
    if is_task:
        table = cycle.database.table(query(folder, "chunk_cores"))
        cycle.database.register("chunk_cores", table)
    about = "criterion" if subject.scope is CriterionScope.FILTER else "held"
    (counts,) = rows(cycle, folder, f"{about}_counts", (name,))
    decisions = rows(cycle, folder, f"{about}_units", (name,))
    wording = TALLY_TEXTS[subject.decides, subject.scope]
    if is_task:
        cores = {row["jedi_task_id"]: number(row["n_cores"]) for row in decisions}
        n_waiting, n_cores = len(cores), sum(cores.values())
    else:
        n_waiting, n_cores = sum(bool(row["is_idle"]) for row in decisions), None
    tally = CriterionTally(wording, subject.decides, counts, n_waiting, n_cores)
    return CriterionStory(context_of(cycle), subject, tally, decisions=tuple(decisions))

"""The story of one criterion: how often it applies, what it alone blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from brokersql.compiler import Criterion
from brokersql.core.errors import UsageError, suggest
from brokersql.core.sql_files import sql_text
from brokersql.cycle import FinishedCycle
from brokersql.explain.changes.queue_fixes import QueueFix, queue_fix
from brokersql.explain.context import (
    PILOT_QUERIES,
    Story,
    StoryAnswer,
    StoryContext,
    context_of,
)
from brokersql.explain.not_found import no_pairs
from brokersql.explain.queue import show_nearest_pairs
from brokersql.policy import CLASSES, Policy, Resolved, load_policy
from brokersql.render.documents import plain
from brokersql.render.numbers import clock, count, quantity, share
from brokersql.render.table import Display, TableColumn, lay_out
from brokersql.render.text import fold, plural, printable
from brokersql.results.policy_show import shown_value
from brokersql.results.queries import Row, rows

#: The page about classes of reasons.
_PAGE = "docs/classes.md"
_TAG = re.compile(r"'([-+][a-z]\w+)'", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class CriterionSubject:
    """A criterion: its rule files, what is decided about, and where the files speak.

    A filter decides pairs, a weight those that are left, a decision whole units.
    """

    rules: tuple[Criterion, ...]
    decides: str
    scope: str

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

    @property
    def wording(self) -> CountWording:
        """Return the sentences about its counts."""
        return _WORDINGS[self.decides, self.scope]


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
        caps = [it for it in criteria if it.stage == "caps"]
        late = [it for it in caps if it.criterion == found[0].criterion]
        return CriterionSubject((*found, *late), decides, "filter")
    unfiled = list(_unfiled(load_policy(cycle.policy_source), len(criteria) + 1))
    found = _named(criteria, name) or _named(unfiled, name)[:1]
    if not found:
        known = {each.criterion for each in (*criteria, *unfiled)}
        raise UsageError(
            f"no criterion {printable(name)} in {cycle.policy}",
            hint=suggest(name, known) or "brokersql policy show lists them",
        )
    is_late = found[0].stage not in ("gates", "result", "standing")
    scope = "weight" if is_late and decides == "task" else "decision"
    return CriterionSubject(found, decides, scope)


def _named(criteria: Sequence[Criterion], name: str) -> tuple[Criterion, ...]:
    """Return the rule files of a criterion, or of a file's stem."""
    wanted = name.casefold()
    tags = [each.criterion.casefold() for each in criteria]
    for names in (tags, [tag[1:] for tag in tags], [each.stem for each in criteria]):
        if wanted in names:
            pairs = zip(criteria, names, strict=True)
            return tuple(each for each, name in pairs if name == wanted)
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
        titles = dict(each.split(" ", 1) for each in head.all("reports"))
        for tag in dict.fromkeys((*_TAG.findall(file.text), *titles)):
            yield Criterion(
                bit=None,
                step=step,
                criterion=tag,
                label="",
                title=titles.get(tag, head.text("title")),
                effect="",
                cls="",
                source=head.source(policy.page),
                file=file.shown,
                stage=file.stem,
                stem=file.stem,
                grain="",
            )


_COUNT_COLUMNS = ("", ">", "of", ">", ">")
#: Keys of JSON -> the counts behind them.
_KEYS = {
    "pairs": "n_pairs",
    "fails": "n_fails",
    "fails_earlier": "n_earlier",
    "taken": "n_taken",
    "reported": "n_reported",
    "tasks": "n_tasks",
    "tasks_touched": "n_tasks_touched",
    "pilots": "n_pilots",
    "pilots_touched": "n_pilots_touched",
    "queues_asked": "n_whole",
    "queues_barred_alone": "n_barred",
}


@dataclass(frozen=True, slots=True)
class CountWording:
    """Sentences: shares as text, count and whole; who waits; that there is nothing.

    `nobody` says that nobody waits by it, where the numbers would not.

    `waits` has the form for one and for several, `columns` titles and keys of units.
    """

    shares: tuple[tuple[str, str, str], ...]
    waits: tuple[str, str]
    nothing: str
    columns: tuple[tuple[str, str], ...] = ()
    nobody: str = ""


_FAILS = (
    ("pairs where it fails", "n_fails", "n_pairs"),
    ("pairs where it is reported", "n_reported", "n_pairs"),
)
_TASKS = ("tasks it touches", "n_tasks_touched", "n_tasks")
_REASON = ("reason", "reason")

#: What is decided about, and where a criterion speaks -> the words for it.
_WORDINGS: Mapping[tuple[str, str], CountWording] = {
    ("task", "filter"): CountWording(
        (*_FAILS, ("whole queues blocked only by this", "n_barred", "n_whole"), _TASKS),
        (
            "waits, blocked at some queue only by this",
            "wait, blocked at some queue only by this",
        ),
        "It is not the only obstacle between any task and queue.",
        nobody="It is not the only obstacle for any waiting task.",
    ),
    ("task", "weight"): CountWording(
        (
            ("weighed pairs it decides", "n_fails", "n_pairs"),
            ("whole queues it leaves out", "n_barred", "n_whole"),
            _TASKS,
        ),
        ("waits while it leaves out some queue", "wait while it leaves out some queue"),
        "It leaves out no queue.",
    ),
    ("task", "decision"): CountWording(
        (("tasks it holds", "n_tasks_touched", "n_tasks"),),
        ("stands still by it", "stand still by it"),
        "It holds no task.",
        (("task", "jedi_task_id"), ("cores", "n_cores"), _REASON),
    ),
    ("pilot", "filter"): CountWording(
        (
            *_FAILS,
            ("pairs blocked only by this", "n_barred", "n_pairs"),
            ("pilots it touches", "n_pilots_touched", "n_pilots"),
        ),
        (
            "gets no task queue, and some are blocked only by this",
            "get no task queue, and some are blocked only by this",
        ),
        "It keeps no task queue from any pilot alone.",
        (("pilot", "pilot_id"), ("task queues", "n_queues"), ("jobs behind", "n_jobs")),
    ),
    ("pilot", "decision"): CountWording(
        (("pilots it refuses", "n_pilots_touched", "n_pilots"),),
        ("is refused by it", "are refused by it"),
        "It refuses no pilot.",
        (("pilot", "pilot_id"), _REASON),
    ),
}


#: How wide the bar of the fullest class is.
_WIDEST = 8
_EIGHTHS = " ▏▎▍▌▋▊▉"


def _shortfall_lines(missing: Row, look: Display, rule: str) -> list[str]:
    """Return classes of what is missing, with a bar below each; `rule` names one."""
    classes = missing["classes"]
    most = max(each["pairs"] for each in classes)
    edges = [f"≤ {quantity(each['up_to'])}" for each in classes[:-1]]
    edges.append(f"> {quantity(classes[-2]['up_to'])}")
    words = ("shortfall", missing["unit"], rule and f"({rule})")
    columns = [
        TableColumn(" ".join(filter(None, words))),
        *(TableColumn(edge, right=True) for edge in edges),
    ]
    counts = ["blocked only by this", *(count(each["pairs"]) for each in classes)]
    bars = ["", *(bar(each["pairs"], most) for each in classes)]
    return ["", *lay_out(columns, [counts, bars], look)]


def bar(n: int, most: int) -> str:
    """Return a bar as long as a number is large beside the largest.

    >>> bar(8, 8), bar(3, 48), bar(0, 8)
    ('████████', '▌', '')
    """
    whole, part = divmod(round(n * _WIDEST * 8 / most), 8) if most else (0, 0)
    return ("█" * whole + _EIGHTHS[part]).rstrip()


def shortfalls_of(cycle: FinishedCycle, bit: int) -> Row | None:
    """Return what is missing by one rule where its criterion alone stands, in classes.

    It has the keys of JSON; None where no two numbers are compared. The relation barred
    is needed.
    """
    reasons = cycle.pairs.program.reasons.sql(1 << bit)
    classes = rows(cycle, "explain", "criterion_shortfall", reasons=reasons)
    units = [each.pop("unit") for each in classes]
    return {"unit": units[0] or None, "classes": classes} if classes else None


def fixes_at_queues(
    cycle: FinishedCycle, queues: Sequence[Row]
) -> dict[tuple[str, int | None], QueueFix]:
    """Return for queues and rules the change that the story of the queue lists first.

    The relation nearest_pair does not stay.
    """
    found: dict[tuple[str, int | None], QueueFix] = {}
    for queue, bit in ((row["queue_name"], row["bit"]) for row in queues):
        if bit is None:
            continue
        show_nearest_pairs(cycle, queue)
        fix = queue_fix(cycle, queue, bit)
        if fix is not None and fix.n_gained and fix.move is not None:
            found[queue, bit] = fix
    return found


_COLUMNS = (
    TableColumn("queue", cut="middle"),
    ">blocked only by this",
    TableColumn("cores", right=True, drop=1),
    "field",
    ">now",
    ">admits most at",
    TableColumn("decisions change", right=True, drop=2),
)
_RULE = "rule"
_LEFT_OUT = (_COLUMNS[0], ">tasks left out", _COLUMNS[2])


@dataclass(frozen=True, slots=True, repr=False)
class CriterionStory(Story):
    """How often a criterion speaks, at which queues it stands alone, whom it holds.

    `queues` are those that it alone keeps work from, with the bit of the rule: None
    where two rules of the criterion do it. `fixes` has what would admit the work, by
    queue and bit; `shortfalls` the classes of what is missing, by rules that compare
    numbers; `n_cores` is None where no cores wait.
    """

    policy: StoryContext
    subject: CriterionSubject
    counts: Row
    n_waiting: int
    n_cores: int | None
    queues: Sequence[Row] = ()
    decisions: Sequence[Row] = ()
    fixes: Mapping[tuple[str, int | None], QueueFix] = field(
        default_factory=dict[tuple[str, int | None], QueueFix]
    )
    shortfalls: Mapping[int | None, Row | None] = field(
        default_factory=dict[int | None, Row | None]
    )
    parameters: tuple[Resolved, ...] = ()
    nothing: str = ""

    @property
    def next_queue(self) -> str:
        """Return the queue to look at next: the one that loses most work."""
        return self.queues[0]["queue_name"] if self.queues else ""

    @property
    def next_rule(self) -> str:
        """Return the rule file to look at next: the first of this criterion."""
        first = self.subject.first
        return f"{self.policy.name}/{first.stem}" if first.label else ""

    @property
    def answer(self) -> StoryAnswer:
        """Return what the criterion says, and whom it holds."""
        first = self.subject.first
        kind = ", ".join(word for word in (first.cls, first.effect) if word)
        titles = dict.fromkeys(printable(each.title) for each in self.subject.rules)
        return StoryAnswer(kind, "; ".join(titles), (self.nothing or self._waits(),))

    @plain()
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
            "counts": self._counts(),
            "queues": [self._queue(each) for each in self.queues],
            "held": self.decisions,
        }

    def _counts(self) -> dict[str, object]:
        """Return the counts for JSON, null where one does not apply."""
        is_task = self.n_cores is not None
        return {
            **{key: self.counts.get(name) for key, name in _KEYS.items()},
            "tasks_waiting_alone": self.n_waiting if is_task else None,
            "cores_waiting_alone": self.n_cores,
            "pilots_waiting_alone": None if is_task else self.n_waiting,
        }

    def _queue(self, row: Row) -> dict[str, object]:
        """Return a queue that work is kept from for JSON."""
        fix = self.fixes.get((row["queue_name"], row["bit"]))
        return {
            "queue_name": row["queue_name"],
            "rule": self.subject.stems.get(row["bit"]),
            "tasks": row["tasks"],
            "cores": row["cores"],
            "change": fix.move.document() if fix and fix.move else None,
            "changed_decisions": fix.others.document() if fix and fix.others else None,
        }

    def _rule(self, rule: Criterion) -> dict[str, Any]:
        """Return one rule of the criterion as an object for JSON."""
        return {
            "rule": rule.stem,
            "title": rule.title,
            "effect": rule.effect or None,
            "class": rule.cls or None,
            "file": rule.file,
            "shortfalls": self.shortfalls.get(rule.bit),
        }

    def lines(self, look: Display) -> list[str]:
        """Return the story for a reader."""
        lines = [*self._rules(look), *self._classes(look), *self._parameters(look)]
        lines += [f"{self.policy} · {clock(self.policy.snapshot_time)}", ""]
        if self.nothing:
            return [*lines, self.nothing]
        lines += self._shares()
        if self.decisions:
            return [*lines, "", *self._decisions(look)]
        if not self.queues:
            return [*lines, "", self.subject.wording.nothing]
        for rule in self.subject.rules:
            if missing := self.shortfalls.get(rule.bit):
                stem = rule.stem if self._is_several else ""
                lines += _shortfall_lines(missing, look, stem)
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

    def _classes(self, look: Display) -> list[str]:
        """Return what the classes of its rules mean, and where more is said of them."""
        names = dict.fromkeys(it.cls for it in self.subject.rules if it.cls in CLASSES)
        lines = [f"{name}: {CLASSES[name]} (who can act: {_PAGE})" for name in names]
        return [part for line in lines for part in fold(line.split(" "), look.width)]

    def _parameters(self, look: Display) -> list[str]:
        """Return the parameters that a filter rests on, with their values."""
        if not self.parameters:
            return []
        parts = [
            f"{_parameter_name(each)} {shown_value(each.value)} ({each.origin})"
            for each in self.parameters
        ]
        return fold(["parameters:", *", ".join(parts).split(" ")], look.width)

    def _shares(self) -> list[str]:
        """Return the counts for a reader."""
        wording = self.subject.wording
        table = [
            [text, count(part), "of", count(whole), share(part, whole)]
            for text, n, of in wording.shares
            for part, whole in [(self.counts[n] or 0, self.counts[of] or 0)]
        ]
        lines = lay_out(_COUNT_COLUMNS, table, Display())[1:]
        if n_earlier := self.counts.get("n_earlier"):
            pairs = plural(n_earlier, "pair")
            lines.append(f"in rounds before the last of a task it fails {pairs} more")
        if n_taken := self.counts.get("n_taken"):
            lines.append(
                f"after the filters it takes {plural(n_taken, 'weighed pair')}"
            )
        return [*lines, self._waits()]

    def _waits(self) -> str:
        """Return in words who waits by the criterion."""
        wording = self.subject.wording
        waits = plural(self.n_waiting, self.subject.decides)
        if self.n_cores:
            waits += f" with {plural(self.n_cores, 'core')}"
        does = wording.waits[self.n_waiting != 1]
        text = f"{waits} {does}" if self.n_waiting else wording.nobody
        return text or f"{waits} {does}"

    def _decisions(self, look: Display) -> list[str]:
        """Return whom the criterion holds, one a line."""
        titles = self.subject.wording.columns
        columns = [
            TableColumn(
                title, right=key.startswith("n_"), cut="end" if key == "reason" else ""
            )
            for title, key in titles
        ]
        table = [[_shown(row, key) for _, key in titles] for row in self.decisions]
        return lay_out(columns, table, look)

    def _queues(self, look: Display) -> list[str]:
        """Return the queues that work is kept from, one a line."""
        is_filter = self.subject.scope == "filter"
        of_filter = _COLUMNS if self.fixes else _COLUMNS[:3]
        columns: list[TableColumn | str] = [*(of_filter if is_filter else _LEFT_OUT)]
        if self._is_several:
            columns.insert(1, _RULE)
        table: list[list[str]] = []
        for row in self.queues:
            cells = [row["queue_name"], count(row["tasks"]), count(row["cores"])]
            if self._is_several:
                cells.insert(1, self.subject.stems.get(row["bit"], "several"))
            moved = _moved(self.fixes.get((row["queue_name"], row["bit"])))
            table.append([*cells, *moved][: len(columns)])
        return lay_out(columns, table, look)


def _shown(row: Row, key: str) -> str:
    value = row[key]
    if key.startswith("n_"):
        return count(value)
    return str(row["seq"] if value is None else value)


def _parameter_name(each: Resolved) -> str:
    """Return a parameter as the stories of pairs name it."""
    return each.parameter.column.upper()


def _moved(fix: QueueFix | None) -> list[str]:
    """Return which value would move, from what, to what, and what else changes."""
    if fix is None or fix.move is None:
        return ["", "", "", ""]
    move, tunable = fix.move, fix.move.tunable
    return [
        tunable.name,
        tunable.measured(tunable.present),
        f"{tunable.measured(move.value)} ✓",
        "" if fix.others is None else count(fix.others.n_changed),
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
    if subject.scope == "decision" or subject.decides == "pilot":
        return _of_decisions(cycle, subject)
    return _of_pairs(cycle, subject, n_moved)


def _of_pairs(
    cycle: FinishedCycle, subject: CriterionSubject, n_moved: int
) -> CriterionStory:
    """Return at which queues a criterion stands alone, for how much work."""
    database, name = cycle.database, subject.name
    show_nearest_pairs(cycle, None)
    barred = database.table(sql_text("explain", "criterion_barred"), (name,))
    database.register("barred", barred)
    is_filter = subject.scope == "filter"
    counted = "criterion_counts" if is_filter else "weight_counts"
    (counts,) = rows(cycle, "explain", counted, (name,))
    if is_filter and len(subject.rules) > len(subject.stems):
        (taken,) = rows(cycle, "explain", "weight_counts", (name,))
        counts = {**counts, "n_taken": taken["n_fails"]}
    (waiting,) = rows(cycle, "explain", "criterion_waiting")
    queues = rows(cycle, "explain", "criterion_queues")
    fixes = fixes_at_queues(cycle, queues[:n_moved] if is_filter else ())
    bits = [bit for bit in subject.stems if bit is not None] if is_filter else []
    # the parameters that the conditions rest on
    inputs = cycle.pairs.program.rule_inputs
    read = {it.column for it in inputs if it.bit in bits and it.table == "cfg"}
    values = cycle.parameters.values
    return CriterionStory(
        context_of(cycle),
        subject,
        counts,
        waiting["n_tasks"],
        waiting["n_cores"],
        queues,
        fixes=fixes,
        shortfalls={bit: shortfalls_of(cycle, bit) for bit in bits},
        parameters=tuple(each for each in values if each.parameter.column in read),
        nothing=no_pairs(cycle),
    )


def _of_decisions(cycle: FinishedCycle, subject: CriterionSubject) -> CriterionStory:
    """Return which tasks or pilots a criterion holds, or keeps from task queues."""
    name, is_task = subject.name, subject.decides == "task"
    folder = "explain" if is_task else PILOT_QUERIES
    if is_task:
        table = cycle.database.table(sql_text(folder, "chunk_cores"))
        cycle.database.register("chunk_cores", table)
    about = "criterion" if subject.scope == "filter" else "decision"
    (counts,) = rows(cycle, folder, f"{about}_counts", (name,))
    decisions = rows(cycle, folder, f"{about}_units", (name,))
    cores = {row.get("jedi_task_id"): row.get("n_cores") or 0 for row in decisions}
    n_waiting = len(cores) if is_task else sum(bool(it["is_idle"]) for it in decisions)
    n_cores = sum(cores.values()) if is_task else None
    policy = context_of(cycle)
    return CriterionStory(
        policy, subject, counts, n_waiting, n_cores, decisions=decisions
    )

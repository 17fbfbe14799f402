"""One criterion over all decisions: what it rejects, and what it alone keeps away."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from brokersql.compiler import Criterion
from brokersql.cycle import Cycle
from brokersql.explain.emptiness import no_pairs
from brokersql.explain.head import Policy, policy_of
from brokersql.explain.knob import Move
from brokersql.explain.queue import look_at
from brokersql.explain.restraint import FOLDER
from brokersql.explain.shortfall import Shortfalls, moves_of, shortfalls_of
from brokersql.explain.subject import Scope, Subject, subject_of
from brokersql.explain.tally import WORDINGS, Tally, held_lines
from brokersql.policy import Resolved
from brokersql.report.figures import clock, count
from brokersql.report.html import Told
from brokersql.report.look import Look
from brokersql.report.machine import plain
from brokersql.report.queries import Row, number, query, rows
from brokersql.report.recorded import setting
from brokersql.report.table import Column, lay_out
from brokersql.report.words import fold, plural, printable

_COLUMNS = (
    Column("queue", cut="middle"),
    Column("tasks barred alone", right=True),
    Column("cores", right=True),
    Column("field"),
    Column("now", right=True),
    Column("admits most at", right=True),
)
_RULE = Column("rule")
_LEFT_OUT = (_COLUMNS[0], Column("tasks left out", right=True), _COLUMNS[2])
#: For how many queues a value is looked for, unless it is said.
N_MOVED = 5


@dataclass(frozen=True, slots=True)
class Barred:
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
class CriterionStory(Told):
    """How often a criterion speaks, at which queues it stands alone, whom it holds.

    `shortfalls` has one for each rule that compares numbers.
    """

    policy: Policy
    subject: Subject
    tally: Tally
    queues: tuple[Barred, ...] = ()
    held: tuple[Row, ...] = ()
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
    def fix(self) -> None:
        """Return nothing: no change is looked for."""
        return None

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
                {"name": _named(it), "value": it.value, "origin": it.origin}
                for it in self.parameters
            ],
            "counts": self.tally.document(),
            "queues": [
                each.document(self.subject.stems.get(each.bit)) for each in self.queues
            ],
            "held": list(self.held),
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

    def lines(self, look: Look) -> list[str]:
        """Return the story for a reader."""
        lines = [*self._rules(look), *self._parameters(look)]
        where = f"{self.policy.name} ({self.policy.profile})"
        lines += [f"{where} · {clock(self.policy.snapshot_time)}", ""]
        if self.nothing:
            return [*lines, self.nothing]
        lines += self.tally.lines()
        if self.held:
            return [*lines, "", *held_lines(self.held, self.tally.wording, look)]
        if not self.queues:
            return [*lines, "", self.tally.wording.nothing]
        for rule in self.subject.rules:
            if missing := self.shortfalls.get(rule.bit):
                lines += missing.lines(look, rule.stem if self._is_several else "")
        return [*lines, "", *self._queues(look)]

    @property
    def _is_several(self) -> bool:
        """Tell whether several rules have the criterion."""
        return len(self.subject.rules) > 1

    def _rules(self, look: Look) -> list[str]:
        """Return what each rule of the criterion says, and its file."""
        rules, tag = self.subject.rules, look.paint("bold", self.subject.name)
        lines = [f"{tag}: {plural(len(rules), 'rule')}"] if self._is_several else []
        for each in rules:
            kind = ", ".join(word for word in (each.cls, each.effect) if word)
            named = each.stem if self._is_several else tag
            told = f"{named}: {printable(each.title)}   {kind}".rstrip()
            lines += [told, printable(each.file)]
        return lines

    def _parameters(self, look: Look) -> list[str]:
        """Return the parameters that a filter rests on, with their values."""
        if not self.parameters:
            return []
        told = [
            f"{_named(each)} {setting(each.value)} ({each.origin})"
            for each in self.parameters
        ]
        return fold(["parameters:", *", ".join(told).split(" ")], look.width)

    def _queues(self, look: Look) -> list[str]:
        stems = self.subject.stems
        is_filter = self.subject.scope is Scope.FILTER
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


def _named(each: Resolved) -> str:
    """Return a parameter as the stories of pairs name it."""
    return each.parameter.column.upper()


def _moved(move: Move | None) -> list[str]:
    """Return which value would move, from what, to what."""
    if move is None:
        return ["", "", ""]
    knob = move.knob
    return [knob.name, knob.measured(knob.present), f"{knob.measured(move.value)} ✓"]


def tell_criterion(cycle: Cycle, criterion: str, *, n_moved: int = 0) -> CriterionStory:
    """Return what one criterion does, wherever in the decision it speaks.

    For `n_moved` of the queues that lose most work by it a value is looked for that
    lets as many of the tasks in as can be.

    Raises:
        UsageError: the policy has no such criterion.
    """
    subject = subject_of(cycle, criterion)
    if subject.scope is Scope.DECISION or subject.decides == "pilot":
        return _of_decisions(cycle, subject)
    return _of_pairs(cycle, subject, n_moved)


def _of_pairs(cycle: Cycle, subject: Subject, n_moved: int) -> CriterionStory:
    """Return at which queues a criterion stands alone, for how much work."""
    database, name = cycle.database, subject.name
    look_at(cycle, None)
    barred = database.table(query("explain", "criterion_barred"), (name,))
    database.register("barred", barred)
    is_filter = subject.scope is Scope.FILTER
    counted = "criterion_counts" if is_filter else "weight_counts"
    (counts,) = rows(cycle, "explain", counted, (name,))
    (waiting,) = rows(cycle, "explain", "criterion_waiting")
    n_waiting, n_cores = number(waiting["n_tasks"]), number(waiting["n_cores"])
    queues = tuple(map(_barred, rows(cycle, "explain", "criterion_queues")))
    wording = WORDINGS[subject.decides, subject.scope]
    story = CriterionStory(
        policy_of(cycle),
        subject,
        Tally(wording, subject.decides, counts, n_waiting, n_cores),
        queues,
        nothing=no_pairs(cycle),
    )
    if not is_filter:
        return story
    moves = moves_of(cycle, [(it.queue_name, it.bit) for it in queues[:n_moved]])
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


def _barred(row: Row) -> Barred:
    bit = row["bit"]
    return Barred(
        str(row["unified_name"]),
        None if bit is None else number(bit),
        number(row["n_tasks"]),
        number(row["n_cores"]),
    )


def _parameters_of(cycle: Cycle, subject: Subject) -> tuple[Resolved, ...]:
    """Return the parameters that the conditions of a filter rest on."""
    bits = {each.bit for each in subject.rules}
    levers = cycle.pairs.program.levers
    names = {it.column for it in levers if it.bit in bits and it.table == "cfg"}
    values = cycle.parameters.values
    return tuple(each for each in values if each.parameter.column in names)


def _of_decisions(cycle: Cycle, subject: Subject) -> CriterionStory:
    """Return which tasks or pilots a criterion holds, or keeps from task queues."""
    name, is_task = subject.name, subject.decides == "task"
    folder = "explain" if is_task else FOLDER
    if is_task:
        table = cycle.database.table(query(folder, "chunk_cores"))
        cycle.database.register("chunk_cores", table)
    about = "criterion" if subject.scope is Scope.FILTER else "held"
    (counts,) = rows(cycle, folder, f"{about}_counts", (name,))
    held = rows(cycle, folder, f"{about}_units", (name,))
    wording = WORDINGS[subject.decides, subject.scope]
    if is_task:
        cores = {row["jedi_task_id"]: number(row["n_cores"]) for row in held}
        n_waiting, n_cores = len(cores), sum(cores.values())
    else:
        n_waiting, n_cores = sum(bool(row["is_idle"]) for row in held), None
    tally = Tally(wording, subject.decides, counts, n_waiting, n_cores)
    return CriterionStory(policy_of(cycle), subject, tally, held=tuple(held))

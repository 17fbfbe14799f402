"""One criterion over all decisions: what it rejects, and what it alone keeps away."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from brokersql.cycle import Cycle
from brokersql.explain.emptiness import no_pairs
from brokersql.explain.head import Policy, policy_of
from brokersql.explain.knob import Move
from brokersql.explain.queue import look_at
from brokersql.explain.restraint import FOLDER
from brokersql.explain.shortfall import (
    NO_SHORTFALLS,
    Shortfalls,
    moves_of,
    shortfalls_of,
)
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
from brokersql.report.words import fold, printable

_COLUMNS = (
    Column("queue", cut="middle"),
    Column("tasks barred alone", right=True),
    Column("cores", right=True),
    Column("field"),
    Column("now", right=True),
    Column("admits most at", right=True),
)
_LEFT_OUT = (_COLUMNS[0], Column("tasks left out", right=True), _COLUMNS[2])
#: For how many queues a value is looked for, unless it is said.
N_MOVED = 5


@dataclass(frozen=True, slots=True)
class CriterionStory(Told):
    """How often a criterion speaks, at which queues it stands alone, whom it holds."""

    policy: Policy
    subject: Subject
    tally: Tally
    queues: tuple[tuple[str, int, int], ...] = ()
    held: tuple[Row, ...] = ()
    shortfalls: Shortfalls = NO_SHORTFALLS
    moves: Mapping[str, Move] = field(default_factory=dict[str, Move])
    parameters: tuple[Resolved, ...] = ()
    nothing: str = ""

    @property
    def next_queue(self) -> str:
        """Return the queue to look at next: the one that loses most work."""
        return self.queues[0][0] if self.queues else ""

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
        first = self.subject.first
        return {
            **self.policy.document("explain.criterion"),
            "criterion": first.criterion,
            "title": first.title,
            "effect": first.effect or None,
            "class": first.cls or None,
            "files": [each.file for each in self.subject.rules],
            "parameters": [
                {"name": _named(it), "value": it.value, "origin": it.origin}
                for it in self.parameters
            ],
            "counts": self.tally.document(),
            "shortfalls": self.shortfalls.document(),
            "queues": [
                {
                    "queue_name": name,
                    "tasks": tasks,
                    "cores": cores,
                    "change": move.document() if move else None,
                }
                for name, tasks, cores in self.queues
                for move in [self.moves.get(name)]
            ],
            "held": list(self.held),
        }

    def lines(self, look: Look) -> list[str]:
        """Return the story for a reader."""
        first = self.subject.first
        tag = look.paint("bold", first.criterion)
        kind = ", ".join(word for word in (first.cls, first.effect) if word)
        lines = [f"{tag}: {printable(first.title)}   {kind}".rstrip()]
        lines += [printable(each.file) for each in self.subject.rules]
        lines += self._parameters(look)
        where = f"{self.policy.name} ({self.policy.profile})"
        lines += [f"{where} · {clock(self.policy.snapshot_time)}", ""]
        if self.nothing:
            return [*lines, self.nothing]
        lines += self.tally.lines()
        if self.held:
            return [*lines, "", *held_lines(self.held, self.tally.wording, look)]
        if not self.queues:
            return [*lines, "", self.tally.wording.nothing]
        return [*lines, *self.shortfalls.lines(look), "", *self._queues(look)]

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
        table = [
            [name, count(tasks), count(cores), *_moved(self.moves.get(name))]
            for name, tasks, cores in self.queues
        ]
        is_filter = self.subject.scope is Scope.FILTER
        return lay_out(_COLUMNS if is_filter else _LEFT_OUT, table, look)


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
    queues = tuple(
        (str(row["unified_name"]), number(row["n_tasks"]), number(row["n_cores"]))
        for row in rows(cycle, "explain", "criterion_queues")
    )
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
    few = [queue for queue, _, _ in queues[:n_moved]]
    return replace(
        story,
        shortfalls=shortfalls_of(cycle, subject.rules),
        moves=moves_of(cycle, subject.rules, few),
        parameters=_parameters_of(cycle, subject),
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

"""One criterion over all tasks: what it rejects, and what it alone keeps away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from brokersql.compiler import Criterion
from brokersql.cycle import Cycle
from brokersql.errors import UsageError
from brokersql.explain.emptiness import no_pairs
from brokersql.explain.head import Policy, policy_of
from brokersql.explain.knob import Move
from brokersql.explain.queue import look_at
from brokersql.explain.shortfall import Shortfalls, moves_of, shortfalls_of
from brokersql.policy.faults import suggest
from brokersql.report.figures import clock, count, share
from brokersql.report.html import Told
from brokersql.report.look import Look
from brokersql.report.queries import Row, number, query, rows
from brokersql.report.table import Column, lay_out
from brokersql.report.words import plural, printable

_COLUMNS = (
    Column("queue", cut="middle"),
    Column("tasks barred alone", right=True),
    Column("cores", right=True),
    Column("field"),
    Column("now", right=True),
    Column("admits most at", right=True),
)
#: For how many queues a value is looked for, unless it is said.
N_MOVED = 5


@dataclass(frozen=True, slots=True)
class CriterionStory(Told):
    """How much a criterion rejects, and at which queues it stands alone."""

    policy: Policy
    rules: tuple[Criterion, ...]
    counts: Row
    n_waiting: int
    n_waiting_cores: int
    queues: tuple[tuple[str, int, int], ...]
    shortfalls: Shortfalls
    moves: Mapping[str, Move]
    no_pairs: str

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
        return f"{self.policy.name}/{self.rules[0].stem}"

    def document(self) -> dict[str, Any]:
        """Return the story as an object for JSON."""
        first = self.rules[0]
        return {
            **self.policy.document("explain.criterion"),
            "criterion": first.criterion,
            "title": first.title,
            "effect": first.effect,
            "class": first.cls,
            "files": [each.file for each in self.rules],
            "counts": {
                "pairs": self.counts["n_pairs"],
                "fails": self.counts["n_fails"],
                "reported": self.counts["n_reported"],
                "tasks": self.counts["n_tasks"],
                "tasks_touched": self.counts["n_tasks_touched"],
                "queues_asked": self.counts["n_whole"],
                "queues_barred_alone": self.counts["n_barred"],
                "tasks_waiting_alone": self.n_waiting,
                "cores_waiting_alone": self.n_waiting_cores,
            },
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
        }

    def lines(self, look: Look) -> list[str]:
        """Return the story for a reader."""
        first = self.rules[0]
        tag = look.paint("bold", first.criterion)
        lines = [f"{tag}: {printable(first.title)}   {first.cls}, {first.effect}"]
        lines += [printable(each.file) for each in self.rules]
        where = f"{self.policy.name} ({self.policy.profile})"
        lines += [f"{where} · {clock(self.policy.snapshot_time)}", ""]
        if self.no_pairs:
            return [*lines, self.no_pairs]
        lines += self._numbers()
        if not self.queues:
            return [*lines, "", "It keeps no task from any queue alone."]
        lines += self.shortfalls.lines(look)
        table = [
            [name, count(tasks), count(cores), *_moved(self.moves.get(name))]
            for name, tasks, cores in self.queues
        ]
        return [*lines, "", *lay_out(_COLUMNS, table, look)]

    def _numbers(self) -> list[str]:
        counts = {name: number(value) for name, value in self.counts.items()}
        shares = [
            ("pairs where it fails", "n_fails", "n_pairs"),
            ("pairs where it is reported", "n_reported", "n_pairs"),
            ("whole queues it alone bars", "n_barred", "n_whole"),
            ("tasks it touches", "n_tasks_touched", "n_tasks"),
        ]
        columns = [Column(""), Column("", True), Column("of"), Column("", True)]
        columns.append(Column("", True))
        table = [
            [
                text,
                count(counts[n]),
                "of",
                count(counts[of]),
                share(counts[n], counts[of]),
            ]
            for text, n, of in shares
        ]
        waits = f"{plural(self.n_waiting, 'task')} with {count(self.n_waiting_cores)} "
        lines = lay_out(columns, table, Look())[1:]
        return [*lines, f"{waits}cores wait while it alone bars some queue"]


def _moved(move: Move | None) -> list[str]:
    """Return which value would move, from what, to what."""
    if move is None:
        return ["", "", ""]
    knob = move.knob
    unit = f" {knob.unit}" if knob.unit else ""
    return [knob.name, knob.shown(knob.present), f"{knob.shown(move.value)}{unit} ✓"]


def tell_criterion(cycle: Cycle, criterion: str, *, n_moved: int = 0) -> CriterionStory:
    """Return what one criterion of the filters rejects.

    For `n_moved` of the queues that lose most work by it a value is looked for that
    lets as many of the tasks in as can be.

    Raises:
        UsageError: the policy has no such criterion among its filters.
    """
    rules = _rules(cycle.program.criteria, criterion)
    name = rules[0].criterion
    database = cycle.database
    look_at(cycle, None)
    barred = database.table(query("explain", "criterion_barred"), (name,))
    database.register("barred", barred)
    (counts,) = rows(cycle, "explain", "criterion_counts", (name,))
    (waiting,) = rows(cycle, "explain", "criterion_waiting")
    queues = rows(cycle, "explain", "criterion_queues")
    return CriterionStory(
        policy_of(cycle),
        tuple(rules),
        counts,
        number(waiting["n_tasks"]),
        number(waiting["n_cores"]),
        tuple(
            (str(row["unified_name"]), number(row["n_tasks"]), number(row["n_cores"]))
            for row in queues
        ),
        shortfalls_of(cycle, rules),
        moves_of(cycle, rules, [str(row["unified_name"]) for row in queues[:n_moved]]),
        no_pairs(cycle),
    )


def _rules(criteria: Sequence[Criterion], name: str) -> list[Criterion]:
    """Return the rule files of a criterion, or of a file's stem."""
    filters = [each for each in criteria if each.bit is not None]
    wanted = name.casefold()
    found = [each for each in filters if each.criterion.casefold() == wanted]
    found = found or [
        each for each in filters if each.criterion[1:].casefold() == wanted
    ]
    found = found or [each for each in filters if each.stem == wanted]
    if found:
        return found
    hint = suggest(name, {each.criterion for each in filters})
    raise UsageError(
        f"no criterion {printable(name)} among the filters",
        hint=hint or "brokersql policy show lists them",
    )

"""The story of one queue: what it rejects, and what it alone loses by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from brokersql.cycle import FinishedCycle
from brokersql.explain.changes.queue_fixes import QueueFix, QueueFixes, queue_fixes
from brokersql.explain.context import (
    Explanation,
    Input,
    StoryContext,
    context_of,
    input_lines,
    queue_inputs,
)
from brokersql.explain.failing import RuleTag, rule_tags
from brokersql.explain.not_found import no_partner, not_compared
from brokersql.render.documents import plain
from brokersql.render.numbers import clock, count, quantity, share
from brokersql.render.table import Cell, Display, TableColumn, lay_out
from brokersql.render.text import fold, plural, printable
from brokersql.results.queries import Row, number, query, rows
from brokersql.results.warnings import MissingTable, missing_tables

#: For how many of the sole blockers a change is looked for by default.
N_TRIED = 5
_COLUMNS = (
    TableColumn("criterion"),
    TableColumn("alone", right=True),
    TableColumn("cores", right=True),
    TableColumn("reported", right=True),
    TableColumn("fails", right=True),
    TableColumn("class"),
)


@dataclass(frozen=True, slots=True)
class QueueRejection:
    """One rule at a queue, counted in tasks; `cores` are those it alone costs."""

    tag: RuleTag
    reported: int
    fails: int
    alone: int
    cores: int

    def document(self) -> dict[str, Any]:
        """Return the criterion as an object for JSON."""
        return {
            "criterion": self.tag.criterion,
            "rule": self.tag.rule,
            "class": self.tag.cls,
            "reported": self.reported,
            "fails": self.fails,
            "alone": self.alone,
            "cores": self.cores,
        }


@dataclass(frozen=True, slots=True)
class Loss:
    """Why a queue that got a weight was not chosen, counted in tasks."""

    criterion: str
    n_tasks: int
    median_rank: float | None


@dataclass(frozen=True, slots=True)
class QueueStory(Explanation):
    """What became of all tasks at one queue; of pseudo queues the nearest counts."""

    policy: StoryContext
    queue: Row
    outcomes: dict[str, int]
    rejections: tuple[QueueRejection, ...]
    losses: tuple[Loss, ...]
    fixes: QueueFixes
    not_compared: str
    inputs: tuple[Input, ...]
    absent: tuple[MissingTable, ...]

    @property
    def name(self) -> str:
        """Return the name of the unified queue."""
        return str(self.queue["queue_name"])

    @property
    def n_tasks(self) -> int:
        """Return how many tasks the queue was a candidate for."""
        return sum(n for name, n in self.outcomes.items() if name != "outside")

    @property
    def fix(self) -> QueueFix | None:
        """Return the change that lets most tasks in, None if there is none."""
        return self.fixes.fix

    @property
    def next_rule(self) -> str:
        """Return the rule to look at next: the one that costs most."""
        return (
            f"{self.policy.name}/{self.rejections[0].tag.rule}"
            if self.rejections
            else ""
        )

    @plain
    def document(self) -> dict[str, Any]:
        """Return the story as an object for JSON."""
        names = ("chosen", "weighed", "rejected", "gated", "outside")
        return {
            **self.policy.document("explain.queue"),
            "queue_name": self.name,
            "site_name": self.queue["site_name"],
            "status": self.queue["status"],
            "counts": {name: self.outcomes.get(name, 0) for name in names},
            "criteria": [each.document() for each in self.rejections],
            "losses": [
                {
                    "criterion": each.criterion,
                    "tasks": each.n_tasks,
                    "median_rank": each.median_rank,
                }
                for each in self.losses
            ],
            "changes": self.fixes.documents(),
            "untried": self.fixes.n_untried,
            "together": self.fixes.both.document() if self.fixes.both else None,
            "rejected_after": self.fixes.n_rejected,
            "inputs": [each.document() for each in self.inputs],
            "missing": [each.document() for each in self.absent],
        }

    def lines(self, look: Display) -> list[str]:
        """Return the story for a reader."""
        lines = [*self._title(look), *fold(self._counts().split(" "), look.width)]
        lines += self.fixes.lines(look)
        if self.rejections:
            lines += ["", look.paint("bold", "Why rejected, first what stands alone")]
            lines += lay_out(_COLUMNS, [_row(each) for each in self.rejections], look)
            alone = sum(each.alone for each in self.rejections)
            cores = sum(each.cores for each in self.rejections)
            rejected = plural(self.outcomes["rejected"], "task")
            works = f"{plural(alone, 'task')} with {plural(cores, 'core')}"
            text = f"one criterion alone stands against {works}"
            if not alone:
                text = "each fails two criteria or more, so no single change helps"
            lines.append(f"{rejected} rejected; {text}")
        elif self.n_tasks:
            lines.append("Not rejected by any task's checks.")
        # where no task looked at the queue, nothing was read
        read = input_lines(self.absent, self.inputs, look) if self.n_tasks else []
        return [*lines, *self._losses(), *read]

    def _title(self, look: Display) -> list[str]:
        queue = self.queue
        parts = [f"{self.policy.chooses} {printable(self.name)}"]
        parts.append(f"site {printable(str(queue['site_name'] or '–'))}")
        parts.append(f"cloud {printable(str(queue['cloud'] or '–'))}")
        parts.append(printable(str(queue["status"] or "–")))
        if queue["n_pseudo"]:
            parts.append(plural(number(queue["n_pseudo"]), "pseudo queue"))
        parts.append(f"{self.policy.name} ({self.policy.profile})")
        parts.append(clock(self.policy.snapshot_time))
        lines = fold(" · ".join(parts).split(" "), look.width)
        title = parts[0] if lines[0].startswith(parts[0]) else lines[0]
        return [look.paint("bold", title) + lines[0][len(title) :], *lines[1:]]

    def _counts(self) -> str:
        if not self.n_tasks:
            return self.not_compared
        rejected = self.outcomes.get("rejected", 0)
        parts = [
            f"{count(self.outcomes.get('chosen', 0))} chose it",
            f"{count(self.outcomes.get('weighed', 0))} weighed it and chose others",
            f"{count(rejected)} rejected it ({share(rejected, self.n_tasks)})",
        ]
        if gated := self.outcomes.get("gated", 0):
            parts.append(f"{count(gated)} wait whatever the queue")
        return f"{plural(self.n_tasks, 'task')} looked at it: {', '.join(parts)}"

    def _losses(self) -> list[str]:
        if not self.losses:
            return []
        parts = [f"{each.criterion} {count(each.n_tasks)}" for each in self.losses]
        line = f"Weighed, not chosen: {', '.join(parts)}."
        ranked = next((each for each in self.losses if each.median_rank), None)
        if ranked is not None:
            line += f" Median rank {quantity(ranked.median_rank)}."
        return [line]


def _row(each: QueueRejection) -> list[str | Cell]:
    alone = Cell(count(each.alone), "bold" if each.alone else "dim")
    numbers = [count(n) for n in (each.cores, each.reported, each.fails)]
    return [str(each.tag), alone, *numbers, each.tag.cls]


def explain_queue(cycle: FinishedCycle, queue: str, *, n_tried: int = 0) -> QueueStory:
    """Return what one queue rejects, by criterion; a pseudo queue stands for its own.

    For `n_tried` of its sole blockers a change is looked for that lifts it.

    Raises:
        UsageError: there is no such queue.
    """
    unified = queue.partition("/")[0]
    found = rows(cycle, "explain", "queue_head", (queue,))
    found = found or rows(cycle, "explain", "queue_head", (unified,))
    if not found:
        names = cycle.database.rows("select unified_name from numbered_partner")
        known = {str(row[0]) for row in names}
        raise no_partner(cycle, queue, known)
    name = str(found[0]["queue_name"])
    show_nearest_pairs(cycle, name)
    outcomes = {
        str(row["outcome"]): number(row["n_tasks"])
        for row in rows(cycle, "explain", "queue_outcomes")
    }
    tags = rule_tags(cycle.program.criteria)
    return QueueStory(
        context_of(cycle),
        found[0],
        outcomes,
        tuple(
            _rejection(tags, row) for row in rows(cycle, "explain", "queue_criteria")
        ),
        tuple(map(_loss, rows(cycle, "explain", "queue_losses"))),
        queue_fixes(cycle, name, n_tried) if n_tried else QueueFixes(),
        "" if outcomes.keys() - {"outside"} else not_compared(cycle, name),
        queue_inputs(cycle, name),
        missing_tables(cycle),
    )


def show_nearest_pairs(cycle: FinishedCycle, queue: str | None) -> None:
    """Make the relations of the nearest pairs of one queue, or of all."""
    database = cycle.database
    nearest = query("explain", "nearest_pair")
    pairs = database.table(nearest, (queue or "", queue is None))
    database.register("nearest_pair", pairs)
    database.register("chunk_cores", database.table(query("explain", "chunk_cores")))


def _rejection(tags: Mapping[int, RuleTag], row: Row) -> QueueRejection:
    return QueueRejection(
        tags[number(row["bit"])],
        number(row["n_reported"]),
        number(row["n_fails"]),
        number(row["n_alone"]),
        number(row["n_cores_alone"]),
    )


def _loss(row: Row) -> Loss:
    rank = row["median_rank"]
    return Loss(
        str(row["criterion"]),
        number(row["n_tasks"]),
        None if rank is None else float(str(rank)),
    )

"""The story of one queue: what it rejects, and what it alone loses by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from brokersql.core.sql_files import sql_text
from brokersql.cycle import FinishedCycle
from brokersql.explain.changes.queue_fixes import QueueFix, QueueFixes, queue_fixes
from brokersql.explain.context import (
    Story,
    StoryAnswer,
    StoryContext,
    context_of,
    input_lines,
    queue_inputs,
)
from brokersql.explain.failing import rule_tags
from brokersql.explain.not_found import no_partner, not_compared
from brokersql.render.documents import plain
from brokersql.render.numbers import clock, count, quantity, share
from brokersql.render.table import Cell, Display, lay_out
from brokersql.render.text import fold, plural, printable
from brokersql.results.queries import Row, rows
from brokersql.results.warnings import MissingTable, missing_tables

_COLUMNS = ("criterion", ">alone", ">cores", ">reported", ">fails", "class")


_OUTCOMES = ("chosen", "weighed", "rejected", "gated", "outside")


@dataclass(frozen=True, slots=True, repr=False)
class QueueStory(Story):
    """What became of all tasks at one queue; of pseudo queues the nearest counts.

    `rejections` are the rules that reject tasks, `tags` their names in the text;
    `losses` why it was weighed and not chosen.
    """

    policy: StoryContext
    queue: Row
    outcomes: dict[str, int]
    rejections: Sequence[Row]
    tags: Sequence[str]
    losses: Sequence[Row]
    fixes: QueueFixes
    not_compared: str
    inputs: Sequence[Row]
    absent: tuple[MissingTable, ...]

    @property
    def name(self) -> str:
        """Return the name of the unified queue."""
        return self.queue["queue_name"]

    @property
    def n_tasks(self) -> int:
        """Return how many tasks the queue was a candidate for."""
        return sum(n for name, n in self.outcomes.items() if name != "outside")

    @property
    def answer(self) -> StoryAnswer:
        """Return how many tasks chose the queue, why others did not, what helps."""
        more = [*self._losses()]
        if self.rejections:
            more.insert(0, self._rejected())
        status = printable(self.queue["status"] or "")
        return StoryAnswer(status, self._counts(), tuple(more), helps=self.fixes.helps)

    @property
    def fix(self) -> QueueFix | None:
        """Return the change that lets most tasks in, None if there is none."""
        return self.fixes.fix

    @property
    def next_rule(self) -> str:
        """Return the rule to look at next: the one that costs most."""
        rules = [each["rule"] for each in self.rejections]
        return f"{self.policy.name}/{rules[0]}" if rules else ""

    @plain()
    def document(self) -> dict[str, Any]:
        """Return the story as an object for JSON."""
        return {
            **self.policy.document("explain.queue"),
            "queue_name": self.name,
            "site_name": self.queue["site_name"],
            "status": self.queue["status"],
            "counts": {name: self.outcomes.get(name, 0) for name in _OUTCOMES},
            "criteria": self.rejections,
            "losses": self.losses,
            "changes": self.fixes.documents(),
            "untried": self.fixes.n_untried,
            "together": self.fixes.both.document() if self.fixes.both else None,
            "rejected_after": self.fixes.n_rejected,
            "inputs": [
                {name: it[name] for name in it if name != "feeds"} for it in self.inputs
            ],
            "missing": [each.document() for each in self.absent],
        }

    def lines(self, look: Display) -> list[str]:
        """Return the story for a reader."""
        lines = [*self._title(look), *fold(self._counts().split(" "), look.width)]
        lines += self.fixes.lines(look)
        if self.rejections:
            lines += ["", look.paint("bold", "Why rejected, first what stands alone")]
            lines += lay_out(_COLUMNS, self._table(), look)
            lines.append(self._rejected())
        elif self.n_tasks:
            lines.append("Not rejected by any task's checks.")
        # where no task looked at the queue, nothing was read
        read = input_lines(self.absent, self.inputs, look) if self.n_tasks else []
        return [*lines, *self._losses(), *read]

    def _title(self, look: Display) -> list[str]:
        queue = self.queue
        parts = [f"{self.policy.chooses} {printable(self.name)}"]
        parts.append(f"site {printable(queue['site_name'] or '–')}")
        parts.append(f"cloud {printable(queue['cloud'] or '–')}")
        parts.append(printable(queue["status"] or "–"))
        if queue["n_pseudo"]:
            parts.append(plural(queue["n_pseudo"], "pseudo queue"))
        parts += [str(self.policy), clock(self.policy.snapshot_time)]
        lines = fold(" · ".join(parts).split(" "), look.width)
        title = parts[0] if lines[0].startswith(parts[0]) else lines[0]
        return [look.paint("bold", title) + lines[0][len(title) :], *lines[1:]]

    def _counts(self) -> str:
        return outcome_words(self.outcomes) if self.n_tasks else self.not_compared

    def _rejected(self) -> str:
        """Return how many tasks reject the queue, and how many for one reason only."""
        alone = sum(each["alone"] for each in self.rejections)
        cores = sum(each["cores"] for each in self.rejections)
        rejected = plural(self.outcomes["rejected"], "task")
        works = f"{plural(alone, 'task')} with {plural(cores, 'core')}"
        text = f"one criterion alone stands against {works}"
        if not alone:
            text = "each fails two criteria or more, so no single change helps"
        return f"{rejected} rejected; {text}"

    def _losses(self) -> list[str]:
        if not self.losses:
            return []
        parts = [f"{it['criterion']} {count(it['tasks'])}" for it in self.losses]
        line = f"Weighed, not chosen: {', '.join(parts)}."
        ranks = [each["median_rank"] for each in self.losses if each["median_rank"]]
        return [f"{line} Median rank {quantity(ranks[0])}." if ranks else line]

    def _table(self) -> list[list[str | Cell]]:
        """Return a row for each rule that rejects tasks."""
        table: list[list[str | Cell]] = []
        for tag, each in zip(self.tags, self.rejections, strict=True):
            alone = Cell(count(each["alone"]), "bold" if each["alone"] else "dim")
            numbers = [count(each[name]) for name in ("cores", "reported", "fails")]
            table.append([tag, alone, *numbers, each["class"]])
        return table


def outcome_words(outcomes: Mapping[str, int]) -> str:
    """Return in a sentence what tasks made of a queue: how many of each outcome.

    >>> outcome_words({"chosen": 1, "rejected": 3}).partition(": ")[0]
    '4 tasks looked at it'
    """
    n_tasks = sum(n for name, n in outcomes.items() if name != "outside")
    rejected = outcomes.get("rejected", 0)
    parts = [
        f"{count(outcomes.get('chosen', 0))} chose it",
        f"{count(outcomes.get('weighed', 0))} weighed it and chose others",
        f"{count(rejected)} rejected it ({share(rejected, n_tasks)})",
    ]
    if gated := outcomes.get("gated", 0):
        waits = "waits" if gated == 1 else "wait"
        parts.append(f"{plural(gated, 'task')} {waits} regardless of queue")
    return f"{plural(n_tasks, 'task')} looked at it: {', '.join(parts)}"


def explain_queue(cycle: FinishedCycle, queue: str, *, n_tried: int = 0) -> QueueStory:
    """Return what one queue rejects, by criterion; a pseudo queue stands for its own.

    For `n_tried` of its sole blockers a change is looked for that lifts it.

    Raises:
        UsageError: there is no such queue.
    """
    found = rows(cycle, "explain", "queue_head", (queue,))
    if not found:
        text = "select unified_name, queue_name from numbered_partner"
        is_pseudo = "/" in queue
        known = {str(row[is_pseudo]) for row in cycle.database.rows(text)}
        raise no_partner(cycle, queue, known)
    name = found[0]["queue_name"]
    show_nearest_pairs(cycle, name)
    counts = rows(cycle, "explain", "queue_outcomes")
    outcomes = {row["outcome"]: row["n_tasks"] for row in counts}
    rejections = rows(cycle, "explain", "queue_criteria")
    tags = rule_tags(cycle.program.criteria)
    return QueueStory(
        context_of(cycle),
        found[0],
        outcomes,
        rejections,
        [str(tags[each.pop("bit")]) for each in rejections],
        rows(cycle, "explain", "queue_losses"),
        queue_fixes(cycle, name, n_tried) if n_tried else QueueFixes(),
        "" if outcomes.keys() - {"outside"} else not_compared(cycle, name),
        queue_inputs(cycle, name),
        missing_tables(cycle),
    )


def show_nearest_pairs(cycle: FinishedCycle, queue: str | None) -> None:
    """Make the relations of the nearest pairs of one queue, or of all."""
    database = cycle.database
    nearest = sql_text("explain", "nearest_pair")
    pairs = database.table(nearest, (queue or "", queue is None))
    database.register("nearest_pair", pairs)
    database.register("chunk_cores", database.table(sql_text("explain", "chunk_cores")))

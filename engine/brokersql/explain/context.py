"""What an explanation rests on: policy, snapshot, ages of inputs, remarks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from brokersql.cycle import FinishedCycle
from brokersql.explain.chunk import Chunk
from brokersql.render.documents import SCHEMA_VERSION, plain
from brokersql.render.html import Renderable
from brokersql.render.numbers import clock, span
from brokersql.render.table import Display
from brokersql.render.text import fold, printable
from brokersql.results.queries import Row, number, rows
from brokersql.results.warnings import MissingTable, missing_tables

#: The queries about pilots and their jobs.
PILOT_QUERIES = "explain/pilot"


@dataclass(frozen=True, slots=True)
class StoryContext:
    """The rules, settings and snapshot that a decision rests on."""

    name: str
    profile: str
    snapshot_id: str
    snapshot_time: datetime
    seed: int
    chooses: str

    def document(self, kind: str) -> dict[str, object]:
        """Return the first keys of every explanation in JSON."""
        return {
            "schema_version": SCHEMA_VERSION,
            "kind": kind,
            "policy": self.name,
            "profile": self.profile,
            "snapshot_id": self.snapshot_id,
            "snapshot_time": self.snapshot_time,
            "seed": self.seed,
        }


@dataclass(frozen=True, slots=True)
class ChunkContext:
    """The decision that is explained, and what it rests on."""

    rules: StoryContext
    task: int
    chunk: int
    absent: tuple[MissingTable, ...]

    @property
    def policy(self) -> str:
        """Return the name of the policy."""
        return self.rules.name

    @property
    def snapshot_time(self) -> datetime:
        """Return the time against which ages are measured."""
        return self.rules.snapshot_time

    @property
    def missing(self) -> list[dict[str, object]]:
        """Return the tables that the snapshot lacks for JSON."""
        return [each.document() for each in self.absent]

    def document(self, kind: str) -> dict[str, object]:
        """Return the first keys of an explanation of one chunk in JSON."""
        keys = {"jedi_task_id": self.task, "chunk_no": self.chunk}
        return {**self.rules.document(kind), **keys}

    def __str__(self) -> str:
        return f"{self.policy} ({self.rules.profile}) · {clock(self.snapshot_time)}"


def context_of(cycle: FinishedCycle) -> StoryContext:
    """Return what a cycle rests on."""
    time = cycle.loaded.snapshot_time
    assert time is not None, "a loaded snapshot has a time"
    return StoryContext(
        cycle.policy,
        cycle.parameters.profile,
        cycle.loaded.snapshot_id,
        time,
        cycle.seed,
        cycle.program.chooses,
    )


class Fix(Protocol):
    """A change that helps."""

    @property
    def options(self) -> list[str]:
        """Return the change as options of `run`."""
        ...

    @property
    def remark(self) -> str:
        """Return what stands in the way even with it; empty where nothing does."""
        ...

    def document(self) -> dict[str, object]:
        """Return the change as an object for JSON."""
        ...


class Explanation(Renderable):
    """A story in words and as a document; by default it leads nowhere further."""

    __slots__ = ()

    @property
    def next_queue(self) -> str:
        """Return the queue to look at next; empty where there is none."""
        return ""

    @property
    def next_rule(self) -> str:
        """Return the rule file to look at next; empty where there is none."""
        return ""

    @property
    def fix(self) -> Fix | None:
        """Return the change that helps; None where none is known."""
        return None


@plain
def fix_document(cycle: FinishedCycle, fix: Fix | None) -> dict[str, object]:
    """Return the change that helps as an object for JSON; null where there is none."""
    return {
        **context_of(cycle).document("explain.fix"),
        "options": [] if fix is None else fix.options,
        "change": None if fix is None else fix.document(),
    }


def chunk_context(cycle: FinishedCycle, task: int, chunk: int) -> ChunkContext:
    """Return the head of an explanation of one chunk."""
    return ChunkContext(context_of(cycle), task, chunk, missing_tables(cycle))


@dataclass(frozen=True, slots=True)
class Input:
    """The newest value of a source; without a limit it counts at any age.

    `feeds` is what reads it, empty where the text names it.
    """

    source: str
    age_s: int
    limit_s: int | None
    is_stale: bool
    feeds: str

    def document(self) -> dict[str, object]:
        """Return the value as an object for JSON."""
        return {
            "source": self.source,
            "age_s": self.age_s,
            "limit_s": self.limit_s,
            "stale": self.is_stale,
        }

    def text(self, look: Display) -> str:
        """Return its age for a reader; of a stale one that it counts as absent."""
        age = f"{self.source} {span(self.age_s)}"
        if self.limit_s is None:
            return f"{age}, read by {self.feeds}" if self.feeds else age
        if not self.is_stale:
            return f"{look.paint('good', '✓')} {age}"
        sign = look.paint("wait", "!")
        reader = f", read by {self.feeds}" if self.feeds else ""
        return f"{sign} {age}, absent (limit {span(self.limit_s)}){reader}"


def input_of(row: Row) -> Input:
    """Return an input from a row of a query."""
    limit = row["limit_s"]
    return Input(
        str(row["source"]),
        number(row["age_s"]),
        None if limit is None else number(limit),
        bool(row["is_stale"]),
        str(row.get("feeds") or ""),
    )


def queue_inputs(cycle: FinishedCycle, queue: str) -> tuple[Input, ...]:
    """Return how old the inputs are that decisions about a unified queue rest on."""
    if cycle.program.chooses != "queue" or not cycle.database.has("default_output"):
        return ()
    return tuple(map(input_of, rows(cycle, "explain", "queue_inputs", (queue,))))


def input_lines(
    absent: Sequence[MissingTable], inputs: Sequence[Input], look: Display
) -> list[str]:
    """Return what is missing, then inputs with their ages; none without any."""
    sign = look.paint("wait", "!")
    parts = [f"{sign} {each}" for each in absent]
    parts += [each.text(look) for each in inputs]
    if not parts:
        return []
    return ["", *fold(f"Inputs: {' · '.join(parts)}".split(" "), look.width)]


#: The fact of links to nuclei, where weights look at them.
_LINKS = "nucleus_link"
#: How many names are listed.
_MOST = 4


def task_remarks(cycle: FinishedCycle, task: int) -> tuple[str, ...]:
    """Return what is malformed or unusable in the requirements of a task."""
    if not cycle.database.has("task_remark"):
        return ()
    found = rows(cycle, "explain", "task_remarks", (task,))
    return tuple(str(row["remark"]) for row in found)


def pair_remarks(
    cycle: FinishedCycle, chunk: Chunk, unified_name: str
) -> tuple[str, ...]:
    """Return the remarks about a task, about a queue, and about the way between."""
    remarks = task_remarks(cycle, chunk.task)
    if cycle.database.has("queue_remark"):
        found = rows(cycle, "explain", "queue_remarks", (unified_name,))
        remarks += tuple(f"fairshare policy: {row['remark']}" for row in found)
    if cycle.database.has("nucleus_link"):
        remarks += _stale_values(cycle, chunk, unified_name)
        remarks += _hidden_link(cycle, chunk, unified_name)
        remarks += link_remarks(cycle, chunk, unified_name)
    return remarks


def _stale_values(
    cycle: FinishedCycle, chunk: Chunk, unified_name: str
) -> tuple[str, ...]:
    keys = (unified_name, chunk.task, chunk.chunk)
    found = rows(cycle, "explain", "stale_values", keys)
    if not found:
        return ()
    text = ", ".join(
        f"{row['key']} {row['value']:g} ({span(number(row['age_s']))} old)"
        for row in found
    )
    limit = f"from {number(found[0]['limit_min'])} min on a network value"
    return (f"stale: {text}; {limit} counts as absent",)


def _hidden_link(
    cycle: FinishedCycle, chunk: Chunk, unified_name: str
) -> tuple[str, ...]:
    """Return that a link is blocked where a closed nucleus hides the rule about it."""
    keys = (chunk.task, chunk.chunk, unified_name)
    found = rows(cycle, "explain", "hidden_link", keys)
    return tuple(
        f"the link is blocked as well: {row['storage_site']} to {row['nucleus']}; "
        "where the nucleus is unwritable or full, no rule looks at it"
        for row in found
    )


def link_remarks(
    cycle: FinishedCycle, chunk: Chunk, unified_name: str | None = None
) -> tuple[str, ...]:
    """Return for which weighed queues, or if for one, closeness stands for MB/s."""
    if all(each.name != _LINKS for each in cycle.program.facts):
        return ()
    used: dict[str, list[str]] = {}
    for row in rows(cycle, "explain", "weight_fallbacks", chunk.key):
        name = str(row["unified_name"])
        if unified_name in (None, name):
            text = f"closeness {row['closeness']:g}"
            text += " used" if row["is_known"] else ", as none is known, used"
            used.setdefault(text, []).append(name)
    parts = [f"{text} for {_few(names)}" for text, names in used.items()]
    return (f"no MB/s: {'; '.join(parts)}",) if parts else ()


def _few(names: Sequence[str]) -> str:
    """Return the first of some names, and how many more there are."""
    shown = ", ".join(names[:_MOST])
    more = len(names) - _MOST
    return f"{shown} and {more} more" if more > 0 else shown


def remark_lines(remarks: Sequence[str], look: Display) -> list[str]:
    """Return remarks for a reader, each behind a sign."""
    sign = look.paint("wait", "!")
    return [
        line
        for remark in remarks
        for line in fold([sign, *printable(remark).split(" ")], look.width)
    ]

"""One decision: what kind of work, what it asks for, what became of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import cast

from brokersql.cycle import Cycle
from brokersql.report.figures import clock, quantity, size, span
from brokersql.report.queries import Row, number, rows
from brokersql.report.words import plural, printable

#: Columns of result that some policies add.
_OWN = ("nucleus",)


@dataclass(frozen=True, slots=True)
class Chunk:
    """The outcome of one chunk, and what its task is.

    Of a task that loading refused nothing else is known.

    `own` are the columns of result that the policy adds: the nucleus where one is
    chosen. `units` are the first and the last number of its rounds, None without any.
    """

    task: int
    chunk: int
    status: str
    criterion: str | None
    reason: str | None
    retry_after_s: int | None
    n_candidates: int
    n_selected: int
    processing_type: str
    gshare: str
    priority: int | None
    waits_since: datetime | None
    given_up_after: timedelta | None
    has_parent: bool
    own: Mapping[str, str | None]
    units: tuple[int | None, int | None]

    @property
    def key(self) -> tuple[object, ...]:
        """Return what finds its rows: task and chunk, and between which units."""
        return (self.task, self.chunk, *self.units)

    @property
    def result(self) -> dict[str, object]:
        """Return the row of the table result."""
        return {
            "jedi_task_id": self.task,
            "chunk_no": self.chunk,
            "status": self.status,
            "criterion": self.criterion,
            "reason": self.reason,
            "retry_after_s": self.retry_after_s,
            "n_candidates": self.n_candidates,
            "n_selected": self.n_selected,
            **self.own,
        }

    @property
    def nucleus(self) -> str | None:
        """Return the chosen nucleus, None without one or where queues are chosen."""
        return self.own.get("nucleus")

    @property
    def kind(self) -> str:
        """Return processing type, share and priority in a few words."""
        parts = [part for part in (self.processing_type, self.gshare) if part]
        told = [printable(part) for part in parts]
        if self.priority is not None:
            told.append(f"priority {self.priority:,}")
        return ", ".join(told) or "refused while loading"

    def next_look(self, now: datetime) -> str:
        """Return when a task without a choice is looked at again; empty if never."""
        if self.retry_after_s is None:
            return ""
        then = clock(now + timedelta(seconds=self.retry_after_s), now)
        return f"; next look {then} ({span(self.retry_after_s)})"

    def waits(self, now: datetime) -> str:
        """Return since when the task has got nothing, and when it is given up."""
        if self.waits_since is None or self.waits_since > now:
            return ""
        age = span((now - self.waits_since).total_seconds())
        text = f"Waiting since {clock(self.waits_since, now)} ({age})"
        if self.status != "pending" or self.given_up_after is None:
            return f"{text}."
        end = clock(self.waits_since + self.given_up_after, now)
        text += f"; becomes 'exhausted' after {self.given_up_after.days} d, {end}"
        return f"{text}, unless its parent runs." if self.has_parent else f"{text}."


def chunks_of(cycle: Cycle, task: int) -> list[Chunk]:
    """Return the chunks of a task that the cycle decided, in order."""
    days = next(
        (
            each.value
            for each in cycle.parameters.values
            if each.parameter.column == "pending_timeout_days"
        ),
        None,
    )
    end = None if days is None else timedelta(days=number(days))
    return [_chunk(row, end) for row in rows(cycle, "explain", "chunks", (task,))]


def _chunk(row: Row, given_up_after: timedelta | None) -> Chunk:
    retry = row["retry_after_s"]
    return Chunk(
        number(row["jedi_task_id"]),
        number(row["chunk_no"]),
        str(row["status"]),
        cast("str | None", row["criterion"]),
        cast("str | None", row["reason"]),
        None if retry is None else number(retry),
        number(row["n_candidates"]),
        number(row["n_selected"]),
        str(row["processing_type"] or ""),
        str(row["gshare"] or ""),
        None if row["priority"] is None else number(row["priority"]),
        cast("datetime | None", row["frozen_time"]),
        given_up_after,
        bool(row["has_parent"]),
        {it: cast("str | None", row[it]) for it in _OWN if it in row},
        cast(
            "tuple[int | None, int | None]",
            (row["first_unit_no"], row["last_unit_no"]),
        ),
    )


def asks_of(cycle: Cycle, chunk: Chunk) -> str:
    """Return in words what the jobs of a chunk ask for."""
    if not cycle.database.has("chunk_walltime"):
        return ""
    found = rows(cycle, "explain", "asks", (chunk.task, chunk.chunk))
    if not found:
        return ""
    text = f"asks: {', '.join(_asks(found[0]))}"
    if nucleus := found[0]["nucleus"]:
        text += f"; output goes to nucleus {printable(str(nucleus))}"
    return text


def _asks(row: Row) -> list[str]:
    cores = row["n_cores"]
    parts = [
        "any number of cores"
        if cores == 0
        else "1 core"
        if cores is None
        else plural(number(cores), "core")
    ]
    if row["ram_mb"]:
        parts.append(_memory(row))
    parts.append(f"{quantity(_real(row['scratch_mb']))} MB scratch")
    if row["work"] is not None:
        unit = "HS06·s" if row["is_hs06"] else "s"
        parts.append(f"{quantity(_real(row['work']))} {unit}")
    if row["n_files"]:
        n_bytes = size(number(row["total_bytes"]))
        parts.append(f"{n_bytes} in {plural(number(row['n_files']), 'file')}")
    else:
        parts.append("no input")
    if row["io_intensity"]:
        parts.append(f"{number(row['io_intensity']):,} kB/s")
    if row["needs_connectivity"]:
        parts.append("worker nodes with connectivity")
    words = {"is_scout": "scouts", "is_merging": "merging"}
    words["is_event_service"] = "event service"
    return parts + [word for name, word in words.items() if row[name]]


def _memory(row: Row) -> str:
    """Return the memory formula; the cores are those of the queue."""
    ram = f"{quantity(_real(row['ram_mb']))} MB"
    text = f"{ram} per core" if row["is_per_core"] else ram
    if row["is_per_core"] and row["base_mb"]:
        text = f"{quantity(_real(row['base_mb']))} MB + {text}"
    return f"{row['memory_compensation']} × ({text})"


def _real(value: object) -> float:
    return float(str(value or 0))

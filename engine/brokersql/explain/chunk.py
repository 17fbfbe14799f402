"""One decision: the kind of work, what it asks for, its outcome and its gate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import cast

from brokersql.cycle import FinishedCycle
from brokersql.render.numbers import clock, quantity, size, span
from brokersql.render.text import plural, printable
from brokersql.results.queries import Row, number, rows

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
        texts = [printable(part) for part in parts]
        if self.priority is not None:
            texts.append(f"priority {self.priority:,}")
        return ", ".join(texts) or "refused while loading"

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


def chunks_of(cycle: FinishedCycle, task: int) -> list[Chunk]:
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


def asks_of(cycle: FinishedCycle, chunk: Chunk) -> str:
    """Return in words what the jobs of a chunk ask for."""
    if not cycle.database.has("chunk_walltime"):
        return ""
    found = rows(cycle, "explain", "asks", (chunk.task, chunk.chunk))
    if not found:
        return ""
    text = f"asks: {', '.join(_asked_values(found[0]))}"
    if nucleus := found[0]["nucleus"]:
        text += f"; output goes to nucleus {printable(str(nucleus))}"
    return text


def _asked_values(row: Row) -> list[str]:
    cores = row["n_cores"]
    parts = [
        "any number of cores"
        if cores == 0
        else "1 core"
        if cores is None
        else plural(number(cores), "core")
    ]
    if row["ram_mb"]:
        parts.append(_asked_memory(row))
    parts.append(f"{quantity(_float(row['scratch_mb']))} MB scratch")
    if row["work"] is not None:
        unit = "HS06·s" if row["is_hs06"] else "s"
        parts.append(f"{quantity(_float(row['work']))} {unit}")
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


def _asked_memory(row: Row) -> str:
    """Return the memory formula; the cores are those of the queue."""
    ram = f"{quantity(_float(row['ram_mb']))} MB"
    text = f"{ram} per core" if row["is_per_core"] else ram
    if row["is_per_core"] and row["base_mb"]:
        text = f"{quantity(_float(row['base_mb']))} MB + {text}"
    return f"{row['memory_compensation']} × ({text})"


def _float(value: object) -> float:
    return float(str(value or 0))


@dataclass(frozen=True, slots=True)
class Gate:
    """The gate that holds a chunk: how it is decided by it, and why."""

    status: str
    criterion: str
    reason: str

    def document(self) -> dict[str, object]:
        """Return the gate as an object for JSON."""
        return {
            "status": self.status,
            "criterion": self.criterion,
            "reason": self.reason,
        }

    def __str__(self) -> str:
        return f"{self.status} by {self.criterion}: {printable(self.reason)}"


def gate_of(cycle: FinishedCycle, chunk: Chunk) -> Gate | None:
    """Return what holds a chunk, as things stand in the database; None if nothing."""
    found = rows(cycle, "explain", "held", (chunk.task, chunk.chunk))
    return next(
        (
            Gate(str(row["status"]), str(row["criterion"]), str(row["reason"] or ""))
            for row in found
        ),
        None,
    )

"""One decision: its outcome, gate and checks, what the work asks for, remarks."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta

from brokersql.core.errors import UsageError
from brokersql.cycle import FinishedCycle
from brokersql.explain.not_found import no_decision
from brokersql.render.numbers import clock, cut_percent, quantity, size, span
from brokersql.render.table import Display
from brokersql.render.text import fold, listed_few, plural, printable, width_of
from brokersql.results.queries import Row, rows

#: Worst first: which chunk of several is described in full.
_WORST = ("failed", "throttled", "pending", "assigned")


@dataclass(frozen=True, slots=True)
class Chunk:
    """The outcome of one chunk, and what its task is.

    `result` is its row of the table of that name. Of a task that loading refused
    nothing else is known. The unit numbers of its rounds are None without any.
    """

    task: int
    chunk: int
    status: str
    criterion: str | None
    reason: str | None
    retry_after_s: int | None
    n_candidates: int
    n_selected: int
    result: Row
    processing_type: str | None
    gshare: str | None
    priority: int | None
    waits_since: datetime | None
    has_parent: bool
    first_unit_no: int | None
    last_unit_no: int | None
    given_up_after: timedelta | None

    @property
    def key(self) -> tuple[object, ...]:
        """Return what finds its rows: task and chunk, and between which units."""
        return (self.task, self.chunk, self.first_unit_no, self.last_unit_no)

    @property
    def ids(self) -> dict[str, object]:
        """Return the keys of JSON that name it."""
        return {"jedi_task_id": self.task, "chunk_no": self.chunk}

    @property
    def nucleus(self) -> str | None:
        """Return the chosen nucleus, None without one or where queues are chosen."""
        return self.result.get("nucleus")

    @property
    def kind(self) -> str:
        """Return processing type, share and priority in a few words."""
        parts = filter(None, (self.processing_type, self.gshare))
        texts = [printable(part) for part in parts]
        if self.priority is not None:
            texts.append(f"priority {self.priority:,}")
        return ", ".join(texts) or "refused while loading"

    def next_look(self, now: datetime) -> str:
        """Return when a task without a choice is decided again; empty if never."""
        if self.retry_after_s is None:
            return ""
        then = clock(now + timedelta(seconds=self.retry_after_s), now)
        return f"{then} ({span(self.retry_after_s)})"

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
    values = {it.parameter.column: it.value for it in cycle.parameters.values}
    days = values.get("pending_timeout_days")
    end = None if days is None else timedelta(days=int(str(days)))
    found = rows(cycle, "explain", "chunks", (task,))
    return [Chunk(**row, given_up_after=end) for row in found]


def decided_chunks(
    cycle: FinishedCycle, task: int, number: int | None
) -> tuple[Chunk, list[Chunk]]:
    """Return the chunk of a task with a number, else the worst; and all of the task.

    Raises:
        UsageError: the cycle did not decide this task, or it has no such chunk.
    """
    chunks = chunks_of(cycle, task)
    if not chunks:
        raise no_decision(cycle, task)
    found = [each for each in chunks if number in (None, each.chunk)]
    if not found:
        listed = ", ".join(str(each.chunk) for each in chunks)
        raise UsageError(f"task {task} has no chunk {number}", hint=f"it has {listed}")
    worst = min(found, key=lambda it: (_WORST.index(it.status), it.n_selected))
    return worst, chunks


def asks_of(cycle: FinishedCycle, chunk: Chunk) -> str:
    """Return in words what the jobs of a chunk ask for."""
    if not cycle.database.has("chunk_walltime"):
        return ""
    for row in rows(cycle, "explain", "asks", (chunk.task, chunk.chunk)):
        text = f"asks: {', '.join(_asked_values(row))}"
        nucleus = row["nucleus"]
        to = f"; output goes to nucleus {printable(nucleus)}" if nucleus else ""
        return text + to
    return ""


def _asked_values(row: Row) -> list[str]:
    cores = row["n_cores"]
    parts = ["any number of cores" if cores == 0 else plural(cores or 1, "core")]
    # the cores of the formula are those of the queue
    by_core = " per core" if row["is_per_core"] else ""
    terms = ((row["base_mb"], ""), (row["ram_mb"], by_core))
    memory = " + ".join(f"{quantity(mb)} MB{per}" for mb, per in terms if mb)
    if row["ram_mb"] is not None and memory:
        parts.append(f"{row['memory_compensation']} × ({memory})")
    parts.append(f"{quantity(row['scratch_mb'] or 0)} MB scratch")
    if row["work"] is not None:
        unit = "HS06·s" if row["is_hs06"] else "s"
        parts.append(f"{quantity(row['work'])} {unit}")
    if row["n_files"]:
        files = plural(row["n_files"], "file")
        parts.append(f"{size(row['total_bytes'] or 0)} in {files}")
    else:
        parts.append("no input")
    if row["io_intensity"]:
        parts.append(f"{row['io_intensity']:,} kB/s")
    words = {
        "needs_connectivity": "worker nodes with connectivity",
        "is_scout": "scouts",
        "is_merging": "merging",
        "is_event_service": "event service",
    }
    return parts + [word for name, word in words.items() if row[name]]


@dataclass(frozen=True, slots=True)
class Gate:
    """The gate that holds a chunk: how it is decided by it, and why."""

    status: str
    criterion: str
    reason: str

    def document(self) -> dict[str, object]:
        """Return the gate as an object for JSON."""
        return asdict(self)

    def __str__(self) -> str:
        return f"{self.status} by {self.criterion}: {printable(self.reason)}"


def gate_of(cycle: FinishedCycle, chunk: Chunk) -> Gate | None:
    """Return what holds a chunk, as things stand in the database; None if nothing."""
    chosen = "jedi_task_id = ? and chunk_no = ?"
    found = _gates(cycle, chosen, (chunk.task, chunk.chunk))
    return found.get((chunk.task, chunk.chunk))


def all_gates(cycle: FinishedCycle) -> dict[tuple[int, int], Gate]:
    """Return what holds chunks, by task and chunk."""
    return _gates(cycle, "true")


def _gates(
    cycle: FinishedCycle, chosen: str, parameters: Sequence[object] = ()
) -> dict[tuple[int, int], Gate]:
    return {
        (row.pop("jedi_task_id"), row.pop("chunk_no")): Gate(**row)
        for row in rows(cycle, "explain", "gate", parameters, chosen=chosen)
    }


#: What the rounds of analysis brokerage look for.
_ROUNDS = {1: "with data locality", 2: "without"}
#: Where criteria stand in a narrow place: under the label of their check.
_BELOW = 8
#: Marks the step where the last candidate fell; the step is as PanDA logs it.
_FALLEN = "▸"
_PART = re.compile(r"(?P<tag>\S+) (?P<n>\d+)")


@dataclass(frozen=True, slots=True)
class Ladder:
    """The checks that cut the candidates of one chunk, counted in unified queues.

    `starts` has each round with its number of initial candidates; the last one decided.
    `steps` are those of all rounds in order, with the keys of JSON.
    """

    starts: Mapping[int, int]
    steps: tuple[Row, ...]

    @property
    def n_initial(self) -> int:
        """Return with how many candidates the last round began."""
        return self.starts.get(max(self.starts, default=0), 0)

    @property
    def last(self) -> Row | None:
        """Return the step that took the last candidate, if one did."""
        steps = self._steps_of(max(self.starts, default=0))
        return steps[-1] if steps and not steps[-1]["n_after"] else None

    def _steps_of(self, round_no: int) -> list[Row]:
        return [step for step in self.steps if step["round"] == round_no]

    def lines(self, look: Display, fallen: str = "") -> list[str]:
        """Return the ladder for a reader: of several rounds each under a heading.

        A sign stands at the check of the last round that is named as `fallen`, else
        where the last candidate fell.
        """
        if not fallen and self.last is not None:
            fallen = self.last["label"]
        lines: list[str] = []
        for number, n_initial in self.starts.items():
            if len(self.starts) > 1:
                heading = f"round {number}, {_ROUNDS.get(number, 'once more')}"
                lines.append(look.paint("bold", heading))
            steps = self._steps_of(number)
            own = fallen if number == max(self.starts) else ""
            n_final = steps[-1]["n_after"] if steps else n_initial
            lines += [
                f"the number of initial candidates: {n_initial}",
                *_step_lines(steps, look, own),
                f"the number of final candidates: {n_final}",
            ]
        return lines


def _step_lines(steps: Sequence[Row], look: Display, fallen: str) -> list[str]:
    """Return steps as PanDA writes them, with a sign at the one where all fell."""
    logged = [
        f"{it['n_before']:>5} -> {it['n_after']:>3} candidates, "
        f"{it['cut_percent']:>3}% cut : {it['label']}"
        for it in steps
    ]
    width = max(map(width_of, logged), default=0)
    lines: list[str] = []
    for step, line in zip(steps, logged, strict=True):
        parts = [f"{tag} {n}" for tag, n in step["criteria"].items()]
        words = [f"{part}," for part in parts[:-1]] + parts[-1:]
        if step["label"] == fallen:
            words.insert(0, _FALLEN)
        free = None if look.width is None else look.width - width - 2
        if free is not None and free < max(map(width_of, words), default=0):
            below = fold(words, free + width + 2 - _BELOW)
            texts = [f"{'':{_BELOW}}{look.paint('dim', each)}" for each in below]
            lines += [line, *texts]
            continue
        for at, texts in enumerate(fold(words, free) or [""]):
            blank = line if at == 0 else ""
            lines.append(f"{blank:<{width}}  {look.paint('dim', texts)}".rstrip())
    return lines


def ladder_of(cycle: FinishedCycle, chunk: Chunk) -> Ladder:
    """Return the ladder of a chunk; without candidates it has no steps."""
    found = rows(cycle, "explain", "ladder", chunk.key)
    for row in found:
        row["cut_percent"] = cut_percent(row["n_before"], row["n_after"])
        parts = _PART.finditer(row.pop("parts") or "")
        row["criteria"] = {part["tag"]: int(part["n"]) for part in parts}
    return Ladder(
        {row["round"]: row["n_before"] for row in found if not row["step"]},
        tuple(it for it in found if it["step"] and it["n_before"] != it["n_after"]),
    )


#: The fact of links to nuclei, where weights look at them.
_LINKS = "nucleus_link"
#: How many names are listed.
_MOST = 4


def task_remarks(cycle: FinishedCycle, task: int) -> tuple[str, ...]:
    """Return what is malformed, unusable or only estimated about a task."""
    estimated = tuple(
        f"{it['columns']} are estimated by the splitting rules: no table of "
        f"{it['source']} holds them"
        for it in rows(cycle, "explain", "estimated_columns", (task,))
    )
    if not cycle.database.has("task_remark"):
        return estimated
    found = rows(cycle, "explain", "task_remarks", (task,))
    return (*(it["remark"] for it in found), *estimated)


def pair_remarks(
    cycle: FinishedCycle, chunk: Chunk, unified_name: str
) -> tuple[str, ...]:
    """Return the remarks about a task, about a queue, and about the way between."""
    remarks = list(task_remarks(cycle, chunk.task))
    if cycle.database.has("queue_remark"):
        found = rows(cycle, "explain", "queue_remarks", (unified_name,))
        remarks += [f"fairshare policy: {row['remark']}" for row in found]
    if cycle.database.has(_LINKS):
        keys = (unified_name, chunk.task, chunk.chunk)
        if stale := rows(cycle, "explain", "stale_values", keys):
            text = ", ".join(
                f"{row['key']} {row['value']:g} ({span(row['age_s'] or 0)} old)"
                for row in stale
            )
            limit = f"from {stale[0]['limit_min'] or 0:.0f} min on a network value"
            remarks.append(f"stale: {text}; {limit} counts as absent")
        # a closed nucleus hides the rule about its links
        remarks += [
            f"the link is blocked as well: {row['storage_site']} to {row['nucleus']}; "
            "where the nucleus is unwritable or full, no rule looks at it"
            for row in rows(cycle, "explain", "hidden_link", keys)
        ]
        remarks += link_remarks(cycle, chunk, unified_name)
    return tuple(remarks)


def link_remarks(
    cycle: FinishedCycle, chunk: Chunk, unified_name: str | None = None
) -> tuple[str, ...]:
    """Return for which weighed queues, or if for one, closeness stands for MB/s."""
    if all(each.name != _LINKS for each in cycle.program.facts):
        return ()
    used: dict[str, list[str]] = {}
    for row in rows(cycle, "explain", "weight_fallbacks", chunk.key):
        if unified_name in (None, row["unified_name"]):
            text = f"closeness {row['closeness']:g}"
            text += " used" if row["is_known"] else ", as none is known, used"
            used.setdefault(text, []).append(row["unified_name"])
    parts = [f"{text} for {listed_few(it, _MOST)}" for text, it in used.items()]
    return (f"no MB/s: {'; '.join(parts)}",) if parts else ()


def remark_lines(remarks: Sequence[str], look: Display) -> list[str]:
    """Return remarks for a reader, each behind a sign."""
    sign = look.paint("wait", "!")
    return [
        line
        for remark in remarks
        for line in fold([sign, *printable(remark).split(" ")], look.width)
    ]

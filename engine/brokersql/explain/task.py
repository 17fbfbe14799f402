"""The whole story of one task: its ladder, its weights, what nearly took it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from brokersql.cycle import Cycle
from brokersql.explain.advice import Advice, standing
from brokersql.explain.chunk import Chunk, asks_of, chunks_of
from brokersql.explain.head import Head, head_of
from brokersql.explain.ladder import Ladder, ladder_of
from brokersql.explain.misses import Misses, misses_of
from brokersql.explain.otherwise import Otherwise, otherwise
from brokersql.explain.remarks import link_remarks, remark_lines, task_remarks
from brokersql.explain.throttle import Throttle, n_beside, throttle_lines, throttles_of
from brokersql.explain.unknown import no_chunk, no_decision
from brokersql.explain.weights import Weighed, weighed_of, weight_lines
from brokersql.report.figures import grouped
from brokersql.report.html import Told
from brokersql.report.look import Look
from brokersql.report.machine import plain
from brokersql.report.words import fold, plural, printable

#: Worst first: which chunk of several is told in full.
_WORST = ("failed", "throttled", "pending", "assigned")
#: For how many of the nearest misses a change is looked for, unless it is said.
N_ADVISED = 10
_TEMPORARY = ("capacity", "throttled")


@dataclass(frozen=True, slots=True)
class TaskStory(Told):
    """What became of a task and why; of several chunks one is told in full."""

    head: Head
    chunk: Chunk
    chunks: tuple[Chunk, ...]
    asks: str
    ladder: Ladder
    weighed: tuple[Weighed, ...]
    misses: Misses
    temporary: frozenset[str]
    throttles: tuple[Throttle, ...]
    otherwise: Otherwise | None
    n_beside: int
    remarks: tuple[str, ...]
    link_remarks: tuple[str, ...]

    @property
    def noun(self) -> str:
        """Return what the task is given: a queue, a nucleus."""
        return self.head.rules.chooses

    @property
    def next_queue(self) -> str:
        """Return the queue to look at next: the nearest that was rejected."""
        first = [*self.misses.nearest, *self.misses.closest]
        return first[0].queue_name if first else ""

    @property
    def next_rule(self) -> str:
        """Return the rule file to look at next: there is none for a whole task."""
        return ""

    @property
    def fix(self) -> Advice | None:
        """Return the change that brings the task to the best of its nearest misses."""
        return min(self.misses.near.advice.values(), key=standing, default=None)

    @plain
    def document(self) -> dict[str, Any]:
        """Return the story as an object for JSON."""
        return {
            **self.head.document("explain.task"),
            "result": self.chunk.result,
            "chunks": [each.result for each in self.chunks],
            "ladder": [step.document() for step in self.ladder.steps],
            "n_initial": self.ladder.n_initial,
            "candidates": [each.document() for each in self.weighed if each.is_chosen],
            "losers": [each.document() for each in self.weighed if not each.is_chosen],
            "nearest": self.misses.documents(),
            "outside": [
                {"detail": detail, "queues": n} for detail, n in self.misses.outside
            ],
            "throttles": [each.document() for each in self.throttles],
            "otherwise": self.otherwise.document() if self.otherwise else None,
            "remarks": list(self.remarks),
            "weight_remarks": list(self.link_remarks),
            "missing": self.head.missing,
        }

    def lines(self, look: Look, *, short: bool = False) -> list[str]:
        """Return the story for a reader; `short` leaves weights and misses out."""
        lines = [self._title(look), *self._outcome(look)]
        if self.asks:
            lines += fold(self.asks.split(" "), look.width)
        lines += remark_lines((*self.remarks, *map(str, self.head.absent)), look)
        if len(self.chunks) > 1:
            lines += self._other_chunks(look)
        if self.throttles:
            lines += ["", *throttle_lines(self.throttles, look)]
            if self.otherwise is not None:
                lines += fold(str(self.otherwise).split(" "), look.width)
        ladder = self.ladder if self.otherwise is None else self.otherwise.ladder
        if ladder.n_initial:
            lines += ["", *ladder.lines(look)]
        if short:
            return lines
        if self.weighed:
            lines += ["", *weight_lines(self.weighed, look, self.noun)]
            lines += remark_lines(self.link_remarks, look)
        if self.chunk.units[0] is None:
            return lines
        return [*lines, "", *self.misses.lines(look)]

    def _title(self, look: Look) -> str:
        head, chunk = self.head, self.chunk
        title = look.paint("bold", f"task {head.task} · chunk {head.chunk}")
        return f"{title} · {head} · {chunk.kind}"

    def _outcome(self, look: Look) -> list[str]:
        chunk, sign = self.chunk, look.outcome(self.chunk.status)
        if chunk.status == "assigned":
            return fold(f"{sign}: {self._choice()}".split(" "), look.width)
        now = self.head.snapshot_time
        after = chunk.next_look(now)
        lines = fold(f"{sign}: {self._why_none()}{after}".split(" "), look.width)
        more = self._about_owner() if self.throttles else self._last_fallen()
        if waits := chunk.waits(now):
            more.append(waits)
        return lines + (fold(" ".join(more).split(" "), look.width) if more else [])

    def _choice(self) -> str:
        chosen = [each for each in self.weighed if each.is_chosen]
        of = plural(self.ladder.n_initial, self.noun)
        nucleus = printable(self.chunk.nucleus or "")
        if nucleus and not self.weighed:
            return f"nucleus {nucleus}, which the task had before"
        if nucleus:
            how = "drawn by weight" if chosen[0].lot else "of the largest weight"
            told = f"nucleus {nucleus}, {how} from {self.chunk.n_candidates} of {of}"
            return f"{told} ({chosen[0].place})"
        best = next((each for each in chosen if not each.for_jumbo), chosen[0])
        name = printable(best.queue_name)
        return f"{len(chosen)} of {of} chosen, best {name} (weight {best.formula})"

    def _why_none(self) -> str:
        chunk, last = self.chunk, self.ladder.last
        if chunk.criterion is not None and chunk.criterion != "-no_candidates":
            return f"{chunk.criterion}, {grouped(printable(chunk.reason or ''))}"
        if chunk.n_selected or chunk.status == "failed":
            return grouped(printable(chunk.reason or ""))
        if not self.ladder.n_initial:
            return f"no {self.noun} is a candidate"
        label = f" after '{last.label}'" if last else ""
        return f"none of {plural(self.ladder.n_initial, self.noun)} left{label}"

    def _about_owner(self) -> list[str]:
        """Return that no queue decided, and who else waits for the same."""
        lines = ["This is about the user, not about the task; no queue decided it."]
        if self.n_beside:
            verb = "waits" if self.n_beside == 1 else "wait"
            others = plural(self.n_beside, "other task")
            lines.append(f"The user's {others} {verb} for the same.")
        return lines

    def _last_fallen(self) -> list[str]:
        """Return by what the last queues fell, and whether that passes by itself."""
        last = self.ladder.last
        if last is None or not last.criteria:
            return []
        tags = [tag for tag, _ in last.criteria]
        told = ", ".join(f"{tag} {n}" for tag, n in last.criteria)
        n = plural(last.n_before, self.noun) if last.n_before > 1 else self.noun
        text = f"The last {n} fell by {told}"
        if all(tag in self.temporary for tag in tags):
            all_of = {1: "this is", 2: "both are"}.get(len(tags), "all are")
            text += f": {all_of} temporary"
        return [f"{text}."]

    def _other_chunks(self, look: Look) -> list[str]:
        return [
            f"chunk {each.chunk}: {look.outcome(each.status)}"
            + (f", {each.n_selected} chosen" if each.n_selected else "")
            + (f", {grouped(printable(each.reason))}" if each.reason else "")
            for each in self.chunks
        ]


def tell_task(
    cycle: Cycle, task: int, chunk: int | None = None, *, n_advised: int = 0
) -> TaskStory:
    """Return the story of a task; without a chunk that of the worst one.

    For `n_advised` of the nearest queues a change is looked for that admits them.

    Raises:
        UsageError: the cycle did not decide this task, or it has no such chunk.
    """
    chunks = chunks_of(cycle, task)
    if not chunks:
        raise no_decision(cycle, task)
    told = told_chunk(chunks, task, chunk)
    throttles = ()
    if told.status == "throttled":
        throttles = throttles_of(cycle, [task]).get(task, ())
    with cycle.stage.crew.aside() as other:
        weighed = other.ask(lambda it: tuple(weighed_of(cycle.on(it), told)))
        ladder = other.ask(lambda it: ladder_of(cycle.on(it), told))
        asks = other.ask(lambda it: asks_of(cycle.on(it), told))
        remarks = other.ask(lambda it: task_remarks(cycle.on(it), task))
        links = other.ask(lambda it: link_remarks(cycle.on(it), told))
        return TaskStory(
            head_of(cycle, task, told.chunk),
            told,
            tuple(chunks),
            misses=misses_of(cycle, told, n_advised),
            temporary=_temporary(cycle),
            throttles=throttles,
            otherwise=otherwise(cycle, told) if throttles and n_advised else None,
            n_beside=n_beside(cycle, told) if throttles else 0,
            asks=asks.result(),
            ladder=ladder.result(),
            weighed=weighed.result(),
            remarks=remarks.result(),
            link_remarks=links.result(),
        )


def _temporary(cycle: Cycle) -> frozenset[str]:
    """Return the criteria that pass by themselves."""
    known = (it for it in cycle.program.criteria if it.cls in _TEMPORARY)
    return frozenset(each.criterion for each in known)


def told_chunk(chunks: Sequence[Chunk], task: int, number: int | None) -> Chunk:
    """Return the chunk that was asked for, else the one that fares worst."""
    if number is None:
        return min(chunks, key=lambda it: (_WORST.index(it.status), it.n_selected))
    found = next((each for each in chunks if each.chunk == number), None)
    if found is None:
        raise no_chunk(task, number, [each.chunk for each in chunks])
    return found

"""The story of one task: its checks, its weights, its nearest rejections."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from brokersql.cycle import FinishedCycle
from brokersql.explain.changes.pair_fixes import PairFix
from brokersql.explain.chunk import (
    Chunk,
    Ladder,
    asks_of,
    decided_chunks,
    ladder_of,
    link_remarks,
    remark_lines,
    task_remarks,
)
from brokersql.explain.context import Story, StoryAnswer, StoryContext, context_of
from brokersql.explain.nearest import NearestQueues, nearest_of
from brokersql.explain.user import (
    Unthrottled,
    n_waiting_alike,
    throttle_lines,
    throttles_of,
    without_throttle,
)
from brokersql.explain.weights import Weighed, weighed_of, weight_lines
from brokersql.render.documents import plain
from brokersql.render.numbers import clock, grouped
from brokersql.render.table import Display
from brokersql.render.text import fold, plural, printable
from brokersql.results.queries import Row
from brokersql.results.warnings import MissingTable, missing_tables

#: Classes of criteria that pass by themselves.
_TEMPORARY = ("capacity", "throttled")


@dataclass(frozen=True, slots=True, repr=False)
class TaskStory(Story):
    """What became of a task and why; of several chunks one is described in full."""

    policy: StoryContext
    absent: tuple[MissingTable, ...]
    chunk: Chunk
    chunks: tuple[Chunk, ...]
    asks: str
    ladder: Ladder
    weighed: tuple[Weighed, ...]
    nearest_queues: NearestQueues
    temporary: frozenset[str]
    throttles: list[Row]
    unthrottled: Unthrottled | None
    n_waiting_alike: int
    remarks: tuple[str, ...]
    link_remarks: tuple[str, ...]

    @property
    def noun(self) -> str:
        """Return what the task is given: a queue, a nucleus."""
        return self.policy.chooses

    @property
    def next_queue(self) -> str:
        """Return the queue to look at next: the nearest that was rejected."""
        first = [*self.nearest_queues.nearest, *self.nearest_queues.closest]
        return first[0]["queue_name"] if first else ""

    @property
    def next_criterion(self) -> str:
        """Return the criterion to look at next: of a task that waits for one reason."""
        causes = self.nearest_queues.causes
        return causes[0].criterion if causes and self.chunk.status != "assigned" else ""

    @property
    def answer(self) -> StoryAnswer:
        """Return where the task went; or why it waits, till when, and what helps."""
        chunk, now = self.chunk, self.policy.snapshot_time
        if chunk.status == "assigned":
            return StoryAnswer(
                chunk.status, self._choice(), helps=self.nearest_queues.helps
            )
        causes = (it.words(self.noun) for it in self.nearest_queues.causes)
        more = [*self._why_more(), *causes]
        if self.unthrottled is not None:
            more.append(str(self.unthrottled))
        return StoryAnswer(
            chunk.status,
            self._why_none(),
            tuple(more),
            chunk.next_look(now),
            self.nearest_queues.helps,
        )

    @property
    def fix(self) -> PairFix | None:
        """Return the change that brings the task to the best of its nearest misses."""
        return next(iter(self.nearest_queues.near.own), None)

    @property
    def policy_fix(self) -> PairFix | None:
        """Return the change of the policy that would do it too, None without one."""
        return next(iter(self.nearest_queues.near.of_policy), None)

    @plain()
    def document(self) -> dict[str, Any]:
        """Return the story as an object for JSON."""
        return {
            **self.policy.document("explain.task"),
            **self.chunk.ids,
            "result": self.chunk.result,
            "chunks": [each.result for each in self.chunks],
            "ladder": self.ladder.steps,
            "n_initial": self.ladder.n_initial,
            "candidates": [each.document() for each in self.weighed if each.is_chosen],
            "losers": [each.document() for each in self.weighed if not each.is_chosen],
            "causes": [each.document() for each in self.nearest_queues.causes],
            "nearest": self.nearest_queues.documents(),
            "outside": [
                {"detail": detail, "queues": n}
                for detail, n in self.nearest_queues.outside
            ],
            "throttles": self.throttles,
            "otherwise": self.unthrottled.document() if self.unthrottled else None,
            "remarks": list(self.remarks),
            "weight_remarks": list(self.link_remarks),
            "missing": [each.document() for each in self.absent],
        }

    def lines(self, look: Display, *, short: bool = False) -> list[str]:
        """Return the story for a reader; `short` leaves weights and misses out."""
        lines = [self._title(look), *self._outcome(look)]
        for cause in self.nearest_queues.causes:
            lines += cause.lines(look, self.noun)
        if self.asks:
            lines += fold(self.asks.split(" "), look.width)
        lines += remark_lines((*self.remarks, *map(str, self.absent)), look)
        if len(self.chunks) > 1:
            lines += self._other_chunks(look)
        if self.chunk.status != "assigned" and not short:
            found = self.nearest_queues.help_lines(look)
            lines += ["", *found] if found else []
        if self.throttles:
            lines += ["", *throttle_lines(self.throttles, look)]
            if self.unthrottled is not None:
                lines += fold(str(self.unthrottled).split(" "), look.width)
        ladder = self.ladder if self.unthrottled is None else self.unthrottled.ladder
        if ladder.n_initial:
            lines += ["", *ladder.lines(look)]
        if short:
            return lines
        if self.weighed:
            lines += ["", *weight_lines(self.weighed, look, self.noun)]
            lines += remark_lines(self.link_remarks, look)
        if self.chunk.first_unit_no is None:
            return lines
        return [*lines, "", *self.nearest_queues.lines(look)]

    def _title(self, look: Display) -> str:
        chunk, time = self.chunk, clock(self.policy.snapshot_time)
        title = look.paint("bold", f"task {chunk.task} · chunk {chunk.chunk}")
        return f"{title} · {self.policy} · {time} · {chunk.kind}"

    def _outcome(self, look: Display) -> list[str]:
        chunk, sign = self.chunk, look.outcome(self.chunk.status)
        if chunk.status == "assigned":
            return fold(f"{sign}: {self._choice()}".split(" "), look.width)
        when = chunk.next_look(self.policy.snapshot_time)
        after = f"; next look {when}" if when else ""
        lines = fold(f"{sign}: {self._why_none()}{after}".split(" "), look.width)
        more = self._why_more()
        return lines + (fold(" ".join(more).split(" "), look.width) if more else [])

    def _why_more(self) -> list[str]:
        """Return what else is to be said of a task without a choice."""
        more = self._about_owner() if self.throttles else self._last_fallen()
        waits = self.chunk.waits(self.policy.snapshot_time)
        return [*more, waits] if waits else more

    def _choice(self) -> str:
        chosen = [each for each in self.weighed if each.is_chosen]
        of = plural(self.ladder.n_initial, self.noun)
        nucleus = printable(self.chunk.nucleus or "")
        if nucleus and not self.weighed:
            return f"nucleus {nucleus}, which the task had before"
        if nucleus:
            how = "drawn by weight" if chosen[0].draw else "of the largest weight"
            text = f"nucleus {nucleus}, {how} from {self.chunk.n_candidates} of {of}"
            return f"{text} ({chosen[0].place})"
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
        label = f" after '{last['label']}'" if last else ""
        return f"none of {plural(self.ladder.n_initial, self.noun)} left{label}"

    def _about_owner(self) -> list[str]:
        """Return that no queue decided, and who else waits for the same."""
        lines = ["This is about the user, not about the task; no queue decided it."]
        if self.n_waiting_alike:
            verb = "waits" if self.n_waiting_alike == 1 else "wait"
            others = plural(self.n_waiting_alike, "other task")
            lines.append(f"The user's {others} {verb} for the same.")
        return lines

    def _last_fallen(self) -> list[str]:
        """Return by what the last queues fell, and whether that passes by itself."""
        last = self.ladder.last
        if last is None or not last["criteria"]:
            return []
        tags, n = last["criteria"], plural(last["n_before"], self.noun)
        most, n_most = max(tags.items(), key=lambda it: it[1])
        if self.temporary.issuperset(tags):
            each = "each is" if last["n_before"] > 1 else "it is"
            passed = f"{n} passed everything permanent; {each} blocked temporarily"
            mostly = "mostly " if len(tags) > 1 else ""
            return [f"{passed}, {mostly}by {most} ({n_most})."]
        shown = ", ".join(f"{tag} {n}" for tag, n in tags.items())
        n = n if last["n_before"] > 1 else self.noun
        return [f"The last {n} fell by {shown}."]

    def _other_chunks(self, look: Display) -> list[str]:
        return [
            f"chunk {each.chunk}: {look.outcome(each.status)}"
            + (f", {each.n_selected} chosen" if each.n_selected else "")
            + (f", {grouped(printable(each.reason))}" if each.reason else "")
            for each in self.chunks
        ]


def explain_task(
    cycle: FinishedCycle, task: int, chunk: int | None = None, *, n_advised: int = 0
) -> TaskStory:
    """Return the story of a task; without a chunk that of the worst one.

    For `n_advised` of the nearest queues a change is looked for that admits them.

    Raises:
        UsageError: the cycle did not decide this task, or it has no such chunk.
    """
    selected, chunks = decided_chunks(cycle, task, chunk)
    throttles: list[Row] = []
    if selected.status == "throttled":
        throttles = throttles_of(cycle, [task]).get(task, [])
    temporary = [it for it in cycle.program.criteria if it.cls in _TEMPORARY]
    with cycle.stage.pool.background() as other:
        weighed = other.ask(lambda it: tuple(weighed_of(cycle.on(it), selected)))
        ladder = other.ask(lambda it: ladder_of(cycle.on(it), selected))
        asks = other.ask(lambda it: asks_of(cycle.on(it), selected))
        remarks = other.ask(lambda it: task_remarks(cycle.on(it), task))
        links = other.ask(lambda it: link_remarks(cycle.on(it), selected))
        return TaskStory(
            context_of(cycle),
            missing_tables(cycle),
            selected,
            tuple(chunks),
            nearest_queues=nearest_of(cycle, selected, n_advised),
            temporary=frozenset(each.criterion for each in temporary),
            throttles=throttles,
            unthrottled=without_throttle(cycle, selected)
            if throttles and n_advised
            else None,
            n_waiting_alike=n_waiting_alike(cycle, selected) if throttles else 0,
            asks=asks.result(),
            ladder=ladder.result(),
            weighed=weighed.result(),
            remarks=remarks.result(),
            link_remarks=links.result(),
        )

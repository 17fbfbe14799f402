"""The story of a user of analysis: what throttles the tasks, what frees them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import Any

from brokersql.core.errors import UsageError, suggest
from brokersql.core.policy_names import default_policies
from brokersql.cycle import DECISION, FinishedCycle
from brokersql.explain.chunk import Chunk, Ladder, chunks_of, ladder_of
from brokersql.explain.context import (
    Story,
    StoryAnswer,
    StoryContext,
    context_of,
    input_text,
)
from brokersql.explain.weights import weighed_of
from brokersql.policy import load_policy
from brokersql.render.documents import plain
from brokersql.render.numbers import clock, count, grouped, quantity, span
from brokersql.render.table import Cell, Display, TableColumn, lay_out
from brokersql.render.text import fold, listed_few, plural, printable
from brokersql.results.queries import Row, rows

_THROTTLES = (
    "",
    "throttle",
    ">value",
    ">limit",
    "unit",
    TableColumn("what frees it", cut="end"),
)
_TASKS = (
    ">jedi_task_id",
    "status",
    "criterion",
    TableColumn("next look", right=True, drop=1),
    TableColumn("reason", cut="end"),
)
_ALIKE = (
    ">tasks",
    *_TASKS[1:4],
    TableColumn("such as", drop=2),
    TableColumn("reason", cut="below", drop=3),
)
#: Task ids that stand above a table of throttles.
_NAMED = 5
#: How many tables of throttles are shown, unless all are asked for.
_MOST_TABLES = 2


def throttles_of(cycle: FinishedCycle, tasks: Sequence[int]) -> dict[int, list[Row]]:
    """Return for each task of analysis what could throttle it, with use and limit.

    A row has the keys of JSON. A value is None where it is not known, a limit where
    there is none, the excess where nothing is beyond the limit. `inputs` are values
    behind it whose age is known; all others are of the snapshot.
    """
    throttles: dict[int, list[Row]] = {}
    if not cycle.database.has(_OWNED_TASK):
        return throttles
    inputs = {
        (row["jedi_task_id"], row["criterion"]): row["inputs"]
        for row in rows(cycle, "explain", "throttle_inputs", (tasks,))
    }
    for name in ("throttle_caps", "throttle_quotas"):
        for row in rows(cycle, "explain", name, (tasks,)):
            task = row["jedi_task_id"]
            value, limit = (
                None if row[name] is None else float(row[name])
                for name in ("value", "limit")
            )
            throttle = {
                "criterion": row["criterion"],
                "what": row["what"],
                "value": value,
                "limit": limit,
                "unit": row["unit"],
                "excess": value - limit
                if value is not None and limit is not None and value > limit
                else None,
                "inputs": inputs.get((task, row["criterion"]), []),
            }
            throttles.setdefault(task, []).append(throttle)
    return throttles


def throttle_lines(throttles: Sequence[Row], look: Display) -> list[str]:
    """Return all throttles with their use, for a reader."""
    if not throttles:
        return ["No cap, share or quota is known for this user."]
    lines = lay_out(_THROTTLES, [_throttle(each) for each in throttles], look)
    for each in throttles:
        if each["inputs"]:
            text = " · ".join(input_text(it, look) for it in each["inputs"])
            lines.append(f"{each['what']} rests on: {text}")
    return lines


def _throttle(row: Row) -> list[str | Cell]:
    value, limit, excess = (
        None if row[name] is None else quantity(row[name])
        for name in ("value", "limit", "excess")
    )
    frees = ""
    if excess is not None:
        frees = f"{excess} {row['unit']} less"
    elif value is None:
        frees = "not known, or too old to count"
    elif limit is None:
        frees = "no limit"
    sign = Cell("✓", "good") if excess is None else Cell("✗", "throttled")
    return [sign, row["what"], value or "–", limit or "–", row["unit"], frees]


def n_waiting_alike(cycle: FinishedCycle, chunk: Chunk) -> int:
    """Return how many other tasks of its owner wait by what throttles a chunk.

    Where some tasks are asked about, they are counted among these.
    """
    values = (chunk.task, chunk.criterion, list(cycle.options.tasks))
    (found,) = rows(cycle, "explain", "throttled_alike", values)
    return found["n_tasks"]


#: The fact of tasks that count for a user or group.
_OWNED_TASK = "analysis_task"


@dataclass(frozen=True, slots=True)
class Unthrottled:
    """The outcome of a chunk without its throttle; `best` is the queue of rank 1."""

    chunk: Chunk
    ladder: Ladder
    n_passing: int
    best: str | None

    def document(self) -> dict[str, object]:
        """Return the outcome as an object for JSON."""
        return {
            **self.chunk.result,
            "n_initial": self.ladder.n_initial,
            "n_passing": self.n_passing,
            "best": self.best,
        }

    def __str__(self) -> str:
        chunk, last = self.chunk, self.ladder.last
        of = plural(self.ladder.n_initial, "queue")
        if self.best is not None:
            text = f"{self.n_passing} of {of} would pass, best {printable(self.best)}"
        elif chunk.criterion not in (None, "-no_candidates"):
            reason = grouped(printable(chunk.reason or ""))
            text = f"it would wait by {chunk.criterion}: {reason}"
        else:
            after = f" after '{last['label']}'" if last else ""
            text = f"none of {of} would be left{after}"
        return f"If it were not throttled: {text} (verified)."


def without_throttle(cycle: FinishedCycle, chunk: Chunk) -> Unthrottled:
    """Return what a throttled chunk comes to when it is decided without throttles."""
    with cycle.what_if(unthrottled=chunk.task, wanted=(*DECISION, "funnel")):
        found = chunks_of(cycle, chunk.task)
        free = next(each for each in found if each.chunk == chunk.chunk)
        weighed = weighed_of(cycle, free)
        ladder = ladder_of(cycle, free)
    best = next((each.queue_name for each in weighed if each.is_chosen), None)
    return Unthrottled(free, ladder, len({it.unified_name for it in weighed}), best)


@dataclass(frozen=True, slots=True)
class ThrottledTasks:
    """Tasks of one owner that the same uses and limits throttle, or do not."""

    tasks: tuple[int, ...]
    owner: str
    throttles: tuple[Row, ...]

    def heading(self) -> str:
        """Return which tasks these are."""
        of = f" of group {printable(self.owner)}" if self.owner else ""
        named = listed_few([str(task) for task in self.tasks], _NAMED)
        return f"{plural(len(self.tasks), 'task')}{of}: {named}"


def _nearest(user: str, known: Sequence[str]) -> list[str]:
    """Return the three names of which all or a word is most like `user`."""

    def likeness(name: str) -> float:
        parts = (name.lower(), *re.findall(r"\w+", name.lower()))
        return max(SequenceMatcher(None, user.lower(), it).ratio() for it in parts)

    return sorted(known, key=likeness, reverse=True)[:3]


@dataclass(frozen=True, slots=True, repr=False)
class UserStory(Story):
    """What throttles the tasks of a user, a group or an account."""

    policy: StoryContext
    user: str
    groups: tuple[ThrottledTasks, ...]
    tasks: tuple[Row, ...]

    @property
    def answer(self) -> StoryAnswer:
        """Return how many tasks of the user are throttled."""
        n_throttled, n_tasks = self._n_throttled, plural(len(self.tasks), "task")
        if not n_throttled:
            return StoryAnswer("not throttled", n_tasks, self._waiting())
        cause = f"{count(n_throttled)} of {n_tasks}"
        return StoryAnswer("throttled", cause, self._waiting())

    def _waiting(self) -> tuple[str, ...]:
        """Return what the tasks that wait without being throttled wait by."""
        causes = Counter(
            each["criterion"] or "no criterion"
            for each in self.tasks
            if each["status"] not in ("assigned", "throttled")
        )
        if not causes:
            return ()
        verb = "waits" if causes.total() == 1 else "wait"
        named = ", ".join(f"{name} {count(n)}" for name, n in causes.most_common())
        return (f"{plural(causes.total(), 'task')} {verb} for other reasons: {named}.",)

    @property
    def _n_throttled(self) -> int:
        return sum(each["status"] == "throttled" for each in self.tasks)

    @plain()
    def document(self) -> dict[str, Any]:
        """Return the story as an object for JSON."""
        return {
            **self.policy.document("explain.user"),
            "user": self.user,
            "throttles": [
                {**it, "tasks": each.tasks}
                for each in self.groups
                for it in each.throttles
            ],
            "tasks": list(self.tasks),
        }

    def lines(self, look: Display) -> list[str]:
        """Return the story for a reader."""
        head = look.paint("bold", f"user {printable(self.user)}")
        lines = [f"{head} · {self.policy} · {clock(self.policy.snapshot_time)}"]
        answer, is_held = self.answer, self._n_throttled > 0
        sign, meaning = ("✗", "throttled") if is_held else ("✓", "good")
        lines.append(
            f"{look.paint(meaning, f'{sign} {answer.status}')}: {answer.cause}"
        )
        for text in answer.more:
            lines += fold(text.split(" "), look.width)
        is_long = len(self.groups) > 1
        if len(self.groups) > _MOST_TABLES and not look.verbose:
            lines += self._by_owner(look)
        else:
            for each in self.groups:
                heading = [each.heading()] if is_long else []
                lines += ["", *heading, *throttle_lines(each.throttles, look)]
        if look.verbose or len(self.tasks) <= _NAMED:
            table = lay_out(_TASKS, [_task(it) for it in self.tasks], look)
            return [*lines, "", *table]
        table = lay_out(_ALIKE, self._alike(), look)
        return [*lines, "", *table, look.paint("dim", "-v lists each task")]

    def _by_owner(self, look: Display) -> list[str]:
        """Return of each owner all different throttles, if one is beyond its limit."""
        owners: dict[str, list[ThrottledTasks]] = {}
        for each in self.groups:
            owners.setdefault(each.owner, []).append(each)
        lines: list[str] = []
        for owner, same in owners.items():
            found: dict[tuple[object, ...], Row] = {}
            for row in (row for each in same for row in each.throttles):
                found.setdefault((row["what"], row["value"], row["limit"]), row)
            tasks = tuple(task for each in same for task in each.tasks)
            heading = ThrottledTasks(tasks, owner, ()).heading()
            if all(row["excess"] is None for row in found.values()):
                lines += [
                    "",
                    *fold(f"{heading}: below all limits".split(" "), look.width),
                ]
                continue
            table = [_throttle(row) for row in found.values()]
            lines += ["", heading, *lay_out(_THROTTLES, table, replace(look, limit=0))]
        return lines

    def _alike(self) -> list[list[str]]:
        """Return how many tasks fare alike, those that wait first."""
        often: dict[tuple[str, ...], list[str]] = {}
        for task, *rest in map(_task, self.tasks):
            often.setdefault(tuple(rest), []).append(task)
        return [
            [count(len(tasks)), *rest[:-1], listed_few(tasks, 1), rest[-1]]
            for rest, tasks in often.items()
        ]


def _task(row: Row) -> list[str]:
    retry = row["retry_after_s"]
    return [
        str(row["jedi_task_id"]),
        row["status"],
        row["criterion"] or "",
        "" if retry is None else span(retry),
        printable(row["reason"] or ""),
    ]


def _knows_users(policy: str) -> bool:
    return any(file.stem == _OWNED_TASK for file in load_policy(policy).facts)


def explain_user(cycle: FinishedCycle, user: str) -> UserStory:
    """Return what throttles the tasks of a user, a group or an account.

    Raises:
        UsageError: the policy has no users, or nobody of this name owns a task.
    """
    if not cycle.database.has(_OWNED_TASK):
        known = " or ".join(filter(_knows_users, default_policies()))
        hint = f"--policy {known} does" if known else ""
        raise UsageError(f"{cycle.policy} knows no users", hint=hint)
    tasks = rows(cycle, "explain", "user_tasks", (user,))
    if not tasks:
        names = [row["name"] for row in rows(cycle, "explain", "user_names")]
        known = [name for name in names if name not in (None, "None")]
        if not names:
            raise UsageError("this snapshot has no analysis tasks")
        own = "owns" if len(known) == 1 else "own"
        near = ", ".join(map(printable, _nearest(user, known)))
        counted = f"{plural(len(known), 'user')} {own} some"
        hint = suggest(user, known) or f"{counted}, near: {near}"
        raise UsageError(f"no analysis task of {printable(user)}", hint=hint)
    owners = {row["jedi_task_id"]: row["group_name"] or "" for row in tasks}
    found = throttles_of(cycle, list(owners))
    alike: dict[tuple[object, ...], list[int]] = {}
    for task, owner in owners.items():
        bare = [{**each, "inputs": ()} for each in found.get(task, ())]
        key = (owner, *(tuple(each.values()) for each in bare))
        alike.setdefault(key, []).append(task)
    groups = [
        ThrottledTasks(
            tuple(same), owners[same[0]], _merged([found.get(it, []) for it in same])
        )
        for same in alike.values()
    ]
    return UserStory(context_of(cycle), user, tuple(groups), tuple(tasks))


def _merged(tables: Sequence[Sequence[Row]]) -> tuple[Row, ...]:
    """Return one of equal tables; of the values behind each use the oldest."""
    found: list[Row] = []
    for same in zip(*tables, strict=True):
        every = [it for each in same for it in each["inputs"]]
        every.sort(key=lambda it: it["age_s"])
        oldest = {each["source"]: each for each in every}
        inputs = [oldest[source] for source in sorted(oldest)]
        found.append({**same[0], "inputs": inputs})
    return tuple(found)

"""The story of a user of analysis: what throttles the tasks, what frees them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from brokersql.core.errors import UsageError, suggest
from brokersql.core.sql_files import default_policies
from brokersql.cycle import FinishedCycle
from brokersql.explain.context import Explanation, StoryContext, context_of
from brokersql.explain.throttle import Throttle, merged, throttle_lines, throttles_of
from brokersql.policy import load_policy
from brokersql.render.documents import plain
from brokersql.render.numbers import clock, count, span
from brokersql.render.table import Cell, Display, TableColumn, lay_out
from brokersql.render.text import plural, printable
from brokersql.results.queries import Row, number, rows

_TASKS = (
    TableColumn("jedi_task_id", right=True),
    TableColumn("status"),
    TableColumn("criterion"),
    TableColumn("next look", right=True, drop=1),
    TableColumn("reason", cut="end"),
)
#: The fact of tasks that count for a user or group.
_OWNED_TASK = "analysis_task"
_THROTTLED = "throttled"
#: Task ids that stand above a table of throttles.
_NAMED = 5


@dataclass(frozen=True, slots=True)
class ThrottledTasks:
    """Tasks that the same uses and limits throttle, or do not."""

    tasks: tuple[int, ...]
    owner: str
    throttles: tuple[Throttle, ...]

    def documents(self) -> list[dict[str, object]]:
        """Return the throttles as objects for JSON, each with its tasks."""
        return [{**it.document(), "tasks": list(self.tasks)} for it in self.throttles]

    def heading(self) -> str:
        """Return which tasks these are."""
        named = ", ".join(map(str, self.tasks[:_NAMED]))
        rest = len(self.tasks) - _NAMED
        more = f" and {rest} more" if rest > 0 else ""
        of = f" of group {printable(self.owner)}" if self.owner else ""
        return f"{plural(len(self.tasks), 'task')}{of}: {named}{more}"


@dataclass(frozen=True, slots=True)
class UserStory(Explanation):
    """What throttles the tasks of a user, a group or an account."""

    policy: StoryContext
    user: str
    groups: tuple[ThrottledTasks, ...]
    tasks: tuple[Row, ...]

    @property
    def n_throttled(self) -> int:
        """Return how many decisions are throttled."""
        return sum(1 for each in self.tasks if each["status"] == _THROTTLED)

    @plain
    def document(self) -> dict[str, Any]:
        """Return the story as an object for JSON."""
        return {
            **self.policy.document("explain.user"),
            "user": self.user,
            "throttles": [it for each in self.groups for it in each.documents()],
            "tasks": list(self.tasks),
        }

    def lines(self, look: Display) -> list[str]:
        """Return the story for a reader."""
        policy = f"{self.policy.name} ({self.policy.profile})"
        head = look.paint("bold", f"user {printable(self.user)}")
        lines = [f"{head} · {policy} · {clock(self.policy.snapshot_time)}"]
        n_tasks = plural(len(self.tasks), "task")
        if self.n_throttled:
            sign = look.paint("throttled", "✗ throttled")
            lines.append(f"{sign}: {count(self.n_throttled)} of {n_tasks}")
        else:
            lines.append(f"{look.paint('good', '✓ not throttled')}: {n_tasks}")
        for each in self.groups:
            heading = [each.heading()] if len(self.groups) > 1 else []
            lines += ["", *heading, *throttle_lines(each.throttles, look)]
        return [*lines, "", *lay_out(_TASKS, [_task(it) for it in self.tasks], look)]


def _task(row: Row) -> list[str | Cell]:
    retry = row["retry_after_s"]
    return [
        str(row["jedi_task_id"]),
        str(row["status"]),
        str(row["criterion"] or ""),
        "" if retry is None else span(number(retry)),
        printable(str(row["reason"] or "")),
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
        names = [str(row["name"]) for row in rows(cycle, "explain", "user_names")]
        known = [name for name in names if name != "None"]
        if not names:
            text = f"{printable(user)}: the snapshot has none of {cycle.policy}"
            raise UsageError(f"no analysis task of {text}")
        own = "owns" if len(known) == 1 else "own"
        hint = suggest(user, known) or f"{plural(len(known), 'user')} {own} some"
        raise UsageError(f"no analysis task of {printable(user)}", hint=hint)
    owners = {
        number(row["jedi_task_id"]): str(row["group_name"] or "") for row in tasks
    }
    groups = _grouped(owners, throttles_of(cycle, list(owners)))
    return UserStory(context_of(cycle), user, groups, tuple(tasks))


def _grouped(
    owners: Mapping[int, str], found: Mapping[int, tuple[Throttle, ...]]
) -> tuple[ThrottledTasks, ...]:
    """Return tasks, with the group that owns each, by equal uses and limits."""
    alike: dict[tuple[str, tuple[Throttle, ...]], list[int]] = {}
    for task, owner in owners.items():
        key = tuple(replace(each, inputs=()) for each in found.get(task, ()))
        alike.setdefault((owner, key), []).append(task)
    return tuple(
        ThrottledTasks(tuple(tasks), owner, merged([found.get(it, ()) for it in tasks]))
        for (owner, _), tasks in alike.items()
    )

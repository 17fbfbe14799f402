"""What `brokersql explain` tells, for the pages of a server: cycles made once each."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from typing import Any

from brokersql import api
from brokersql.errors import EngineError, UsageError
from brokersql.explain import Story, fix_document
from brokersql.policy import load_policy
from brokersql.recovery import retried
from brokersql.web.book import Book

#: What a story may be asked about, by the kind of its page.
KINDS = ("task", "queue", "nucleus", "criterion", "user", "pilot", "job")
#: Of these, what a change may help.
FIXABLE = ("task", "queue", "nucleus", "pilot")
#: How many searches for a change are remembered.
_REMEMBERED = 100

#: How a page names what it is about, where it is no `name`.
_NAMED_BY = {"pilot": "id", "job": "id"}


def subject(kind: str, rest: Sequence[str], query: Mapping[str, str]) -> str:
    """Return what a page is about: a task by its path, all else by the query."""
    if kind == "task":
        return rest[0] if rest else ""
    return query.get(_NAMED_BY.get(kind, "name"), "")


def is_fix(kind: str, query: Mapping[str, str]) -> bool:
    """Tell whether a page is to tell what change would help.

    Raises:
        UsageError: nothing of this kind is helped, or it is asked for in a wrong way.
    """
    if "fix" not in query:
        return False
    if kind not in FIXABLE:
        raise UsageError("fix=1 needs a task, a queue or a pilot", hint="leave it out")
    if query["fix"] != "1":
        raise UsageError(f"fix={query['fix']} is not known", hint="fix=1")
    return True


class Stories:
    """The stories of a run; the first about a policy runs its cycle again.

    What would help is looked for in a cycle of its own: that may take a minute, in
    which other stories are told.
    """

    def __init__(self, book: Book) -> None:
        self._book = book
        self._cycles: dict[str, tuple[api.Cycle, str]] = {}
        self._fixes: OrderedDict[tuple[object, ...], dict[str, Any]] = OrderedDict()
        self._turn = threading.Lock()
        self._searching = threading.Lock()

    def tell(
        self, policy: str, kind: str, name: str, query: Mapping[str, str]
    ) -> dict[str, Any]:
        """Return a story as the object for JSON, with its text line by line.

        With `fix` in the query it is the change that helps, and the text is that of
        the story with all changes that were looked for.

        Raises:
            UsageError: no such task, queue or criterion.
            SnapshotError: the snapshot of the run is gone, or another one.
        """
        if is_fix(kind, query):
            with self._searching:
                return retried(lambda: self._fix(policy, kind, name, query))
        with self._turn:
            return retried(lambda: self._told(policy, kind, name, query))

    def _told(
        self, policy: str, kind: str, name: str, query: Mapping[str, str]
    ) -> dict[str, Any]:
        if policy not in self._cycles:
            self._cycles[policy] = self._made(policy, self._book.record["tasks"])
        cycle, remark = self._cycles[policy]
        try:
            story = _asked(cycle, kind, name, query)
            return {**story.document(), **_beside(story, remark)}
        except EngineError:
            del self._cycles[policy]
            cycle.database.close()
            raise

    def _fix(
        self, policy: str, kind: str, name: str, query: Mapping[str, str]
    ) -> dict[str, Any]:
        """Return the change that helps; what was found before is not looked for."""
        key = (policy, kind, name, *sorted(query.items()))
        if key not in self._fixes:
            recorded = self._book.run.policy(policy)
            is_alone = kind == "task" and not load_policy(recorded.reference).in_turn
            tasks = [_whole(kind, name)] if is_alone else self._book.record["tasks"]
            cycle, remark = self._made(policy, tasks)
            with closing(cycle.database):
                story = _asked(cycle, kind, name, query, changes=True)
                found = {**fix_document(cycle, story.fix), **_beside(story, remark)}
            self._fixes[key] = found
            while len(self._fixes) > _REMEMBERED:
                self._fixes.popitem(last=False)
        return self._fixes[key]

    def _made(self, policy: str, tasks: Iterable[int]) -> tuple[api.Cycle, str]:
        """Return the finished cycle of a policy, and what changed since the run."""
        run = self._book.run
        recorded = run.policy(policy)
        cycle = api.run(
            run.snapshot(),
            recorded.reference,
            set=dict(recorded.settings),
            seed=run.seed,
            profile=recorded.profile,
            tasks=tasks,
        )
        return cycle, run.check(cycle)


def _beside(story: Story, remark: str) -> dict[str, Any]:
    """Return what a server says besides the keys of a story."""
    return {"remark": remark or None, "text": str(story).splitlines()}


def _asked(
    cycle: api.Cycle,
    kind: str,
    name: str,
    query: Mapping[str, str],
    *,
    changes: bool = False,
) -> Story:
    """Return the story that a page is about."""
    match kind:
        case "task":
            chunk = _whole("chunk", query["chunk"]) if "chunk" in query else None
            task, queue = _whole("task", name), query.get("queue")
            return cycle.explain(task, queue, chunk=chunk, changes=changes)
        case "criterion":
            return cycle.explain(criterion=name)
        case "user":
            return cycle.explain(user=name)
        case "pilot":
            return cycle.explain(pilot=name, changes=changes)
        case "job":
            return cycle.explain(job=_whole("job", name))
        case _:
            return cycle.explain(queue=name, changes=changes)


def _whole(what: str, text: str) -> int:
    if not text.isdecimal():
        raise UsageError(f"{what} {text} is no number", hint="1, 2, 3 …")
    return int(text)

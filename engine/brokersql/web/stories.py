"""What `brokersql explain` tells, for the pages of a server: cycles made once each."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from typing import Any

from brokersql import api
from brokersql.errors import UsageError
from brokersql.explain import Story
from brokersql.web.book import Book

#: What a story may be asked about, by the kind of its page.
KINDS = ("task", "queue", "nucleus", "criterion", "user", "pilot", "job")

#: How a page names what it is about, where it is no `name`.
_NAMED_BY = {"pilot": "id", "job": "id"}


def subject(kind: str, rest: Sequence[str], query: Mapping[str, str]) -> str:
    """Return what a page is about: a task by its path, all else by the query."""
    if kind == "task":
        return rest[0] if rest else ""
    return query.get(_NAMED_BY.get(kind, "name"), "")


class Stories:
    """The stories of a run; the first about a policy runs its cycle again."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._cycles: dict[str, tuple[api.Cycle, str]] = {}
        self._turn = threading.Lock()

    def tell(
        self, policy: str, kind: str, name: str, query: Mapping[str, str]
    ) -> dict[str, Any]:
        """Return a story as the object for JSON, with its text line by line.

        Raises:
            UsageError: no such task, queue or criterion.
            SnapshotError: the snapshot of the run is gone, or another one.
        """
        with self._turn:
            cycle, remark = self._cycle(policy)
            story = _asked(cycle, kind, name, query)
            return {
                **story.document(),
                "remark": remark or None,
                "text": str(story).splitlines(),
            }

    def _cycle(self, policy: str) -> tuple[api.Cycle, str]:
        """Return the finished cycle of a policy, and what changed since the run."""
        if policy not in self._cycles:
            run = self._book.run
            recorded = run.policy(policy)
            cycle = api.run(
                run.snapshot(),
                recorded.reference,
                set=dict(recorded.settings),
                seed=run.seed,
                profile=recorded.profile,
                tasks=self._book.record["tasks"],
            )
            self._cycles[policy] = (cycle, run.check(cycle))
        return self._cycles[policy]


def _asked(cycle: api.Cycle, kind: str, name: str, query: Mapping[str, str]) -> Story:
    """Return the story that a page is about."""
    match kind:
        case "task":
            chunk = _whole("chunk", query["chunk"]) if "chunk" in query else None
            return cycle.explain(_whole("task", name), query.get("queue"), chunk=chunk)
        case "criterion":
            return cycle.explain(criterion=name)
        case "user":
            return cycle.explain(user=name)
        case "pilot":
            return cycle.explain(pilot=name)
        case "job":
            return cycle.explain(job=_whole("job", name))
        case _:
            return cycle.explain(queue=name)


def _whole(what: str, text: str) -> int:
    if not text.isdecimal():
        raise UsageError(f"{what} {text} is no number", hint="1, 2, 3 …")
    return int(text)

"""The answer with which the page of a subject begins, made from its story."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

from brokersql.web.stories import FIXABLE

#: What may be a criterion.
_CRITERION = re.compile(r"(?<![\w-])([-+]\w+|[A-Z]{2}-\d+)")
#: What needs no help.
_SERVED = ("assigned", "chosen", "eligible")
#: Kind of subject -> lists in which it stands, the first that a policy has counts.
_LISTS: Mapping[str, tuple[str, ...]] = {
    "task": ("tasks",),
    "queue": ("queues",),
    "nucleus": ("queues",),
    "criterion": ("rules",),
    "user": ("users",),
    "pilot": ("pilots",),
    "job": ("jobs", "actions"),
}


def card_of(
    policy: str,
    kind: str,
    name: str,
    query: Mapping[str, str],
    lists: Collection[str],
    criteria: Collection[str],
    story: Mapping[str, Any],
) -> dict[str, Any]:
    """Return what the page of a subject begins with, as its template reads it.

    `lists` and `criteria` are those of the policy, `story` is the document of the
    subject; a story that cannot be made has only `fault`, the lines of an error. Places
    are paths in parts with their queries.
    """
    part = {each: query[each] for each in ("chunk", "queue") if each in query}
    queue = part.get("queue", "")
    answer = story.get("answer")
    is_waiting = bool(answer) and answer["status"] not in _SERVED
    found = [each for each in _LISTS[kind] if each in lists]
    return {
        "policy": policy,
        "kind": kind,
        "name": name,
        "queue": queue,
        "list": found[0] if found else None,
        "whole": ((policy, "task", name), _chunk(part)) if queue else None,
        "answer": answer,
        "cause": _worded(answer["cause"], criteria) if answer else (),
        "more": [_worded(each, criteria) for each in answer["more"]] if answer else (),
        "helps": [_worded(each, criteria) for each in answer["helps"]]
        if answer
        else (),
        "text": story.get("text", ()),
        "remark": story.get("remark"),
        "fault": story.get("fault"),
        "command": story.get("command"),
        "next": _next_place(policy, kind, name, part, story.get("next")),
        "is_sought": "fix" in query,
        "is_waiting": is_waiting,
        "seek": ((policy, kind, name), {**part, "fix": "1"})
        if kind in FIXABLE and answer
        else None,
    }


def _worded(text: str, criteria: Collection[str]) -> list[tuple[str, bool]]:
    """Return the parts of a text, and of each whether it is a criterion.

    >>> _worded("mostly by -disk (19)", {"-disk"})
    [('mostly by ', False), ('-disk', True), (' (19)', False)]
    """
    parts = _CRITERION.split(text)
    return [(each, each in criteria) for each in parts if each]


def _chunk(query: Mapping[str, str]) -> dict[str, str]:
    return {"chunk": query["chunk"]} if "chunk" in query else {}


def _next_place(
    policy: str,
    kind: str,
    name: str,
    query: Mapping[str, str],
    subject: Mapping[str, str] | None,
) -> dict[str, Any] | None:
    """Return what to look at next: words, a name and its place; None without one."""
    if subject is None:
        return None
    target = subject["name"]
    if subject["kind"] == "rule":
        path = ("policy", *target.split("/", 1))
        return {"words": "rule", "name": target, "place": (path, {})}
    if subject["kind"] == "queue" and kind == "task":
        place = (policy, kind, name), {**_chunk(query), "queue": target}
        return {"words": "this task at", "name": target, "place": place}
    path = (policy, subject["kind"], target)
    return {"words": subject["kind"], "name": target, "place": (path, {})}

"""Finds pages by a name, or by a part of one that may be misspelled."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from brokersql.core.errors import BrokersqlError, EngineError, near_names
from brokersql.explain.subject import NamedThings, subject_named
from brokersql.render.documents import SCHEMA_VERSION
from brokersql.results.queries import Row
from brokersql.web.run_reader import RunReader

#: Most names that a search lists.
_MOST = 12
#: What ends the first word of a name.
_HEAD = re.compile(r"[_./ ]")


def search_document(reader: RunReader, words: str) -> dict[str, Any]:
    """Return the page that a name stands for, pages with it in their names, near names.

    A name stands for what `explain` takes it for; of a site with several queues these
    are listed. Near names are looked for only where nothing has the text.
    """
    words = words.strip()
    things = NamedThings(reader.database)
    found = _meant(reader, things, words) if words else None
    like = _with_text(reader, words) if words else []
    if words and not found:
        like += _queues_of_site(reader, things, words)
    near = [] if not words or found or like else _near(reader, words)
    start = {"schema_version": SCHEMA_VERSION, "kind": "search", "q": words}
    return {**start, "found": found, "like": like, "near": near}


def _meant(reader: RunReader, things: NamedThings, words: str) -> Row | None:
    """Return the page that a name stands for; None where that is not one page."""
    policies = [each["policy"] for each in reader.policies]
    references = [reader.run.policy(each).reference for each in policies]
    try:
        meant = subject_named(things, words, references)
    except EngineError:
        raise
    except BrokersqlError:
        return None  # no such name, or a policy of the run is not here any more
    ((kind, value),) = meant.items()
    return next(iter(_exact(reader, str(value), kind)), None)


def _queues_of_site(reader: RunReader, things: NamedThings, words: str) -> list[Row]:
    """Return the queues of a site that is called so."""
    sites = (each for each in things.named(words) if each["kind"] == "site")
    return [
        row for each in sites for row in _exact(reader, each["queue_name"], "queue")
    ]


def _near(reader: RunReader, words: str) -> list[Row]:
    """Return pages whose names, or the first words of them, are spelled alike."""
    known = [str(row["name"]) for row in reader.rows("subject_all")]
    heads: dict[str, list[str]] = {}
    for name in known:
        heads.setdefault(_HEAD.split(name)[0], []).append(name)
    names = near_names(words, known)
    names += [name for head in near_names(words, heads) for name in heads[head]]
    found = (
        row for name in dict.fromkeys(names[:_MOST]) for row in _exact(reader, name)
    )
    return [*found]


def _exact(reader: RunReader, name: str, kind: str = "") -> Sequence[Row]:
    """Return the pages about a name, of one kind or of all, whatever the capitals.

    A pseudo queue has the page of its queue, a criterion may come without its sign.
    """
    held = {"nucleus": "queue"}.get(kind, kind)
    unified, slash, _ = name.partition("/")
    names = {f"{sign}{unified}".casefold() for sign in ("", "-", "+")}
    found = [
        row
        for row in _with_text(reader, unified)
        if row["name"].casefold() in names and held in ("", row["kind"])
    ]
    if not slash:
        return found
    return [
        {**row, "name": known["name"]}
        for row in found
        for known in reader.rows("subject_names", (row["policy"], row["kind"]))
        if known["name"].casefold() == name.casefold()
    ]


def _with_text(reader: RunReader, text: str) -> list[Row]:
    """Return the pages with a text in their names, of the first policy with each."""
    policies = [each["policy"] for each in reader.policies]
    return reader.rows("subject_like", (text, _MOST, policies))

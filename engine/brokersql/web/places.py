"""Places of a server: whether a path and a query lead somewhere, and from where else.

Every place has a command that tells the same in a terminal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from brokersql.errors import suggest
from brokersql.report.words import plural, printable
from brokersql.web.answers import NotThere, no_page
from brokersql.web.book import Book
from brokersql.web.kinds import LISTS
from brokersql.web.lists import check_filters
from brokersql.web.stories import FIXABLE, KINDS, is_fix, subject

#: Pages that the script of the shell draws, beside those of lists.
VIEWS = (*KINDS, "heat")
#: Pages about the same things: a nucleus is the queue of its policy.
_SAME = {"nucleus": "queue"}
#: Names that are told where none is near.
_NAMED = 5


def check_place(
    book: Book,
    lists: Mapping[str, Sequence[str]],
    parts: Sequence[str],
    query: Mapping[str, str],
) -> None:
    """Refuse a path that leads nowhere, and a filter that names nothing.

    `lists` are those of each policy.

    Raises:
        NotThere: no such policy, list or view, or nothing of that name.
        UsageError: a filter or an order names no column, or nothing can be helped.
    """
    policy, *rest = parts
    if policy not in lists:
        raise no_page("policy", policy, list(lists))
    known = [*lists[policy], *VIEWS]
    if not rest:
        return
    kind = rest[0]
    if kind not in known or len(rest) > 1 + (kind == "task"):
        raise no_page("page", "/".join(rest), known)
    if kind in KINDS:
        is_fix(kind, query)
        _check_subject(book, policy, kind, subject(kind, rest[1:], query))
        if query.get("queue"):
            _check_subject(book, policy, "queue", query["queue"])
    elif kind in LISTS:
        check_filters(book, policy, kind, query)


def _check_subject(book: Book, policy: str, kind: str, name: str) -> None:
    same = _SAME.get(kind, kind)
    known = {row["name"] for row in book.rows("subject_names", (policy, same))}
    if name not in known and name.partition("/")[0] not in known:
        counted = plural(len(known), same)
        raise NotThere(
            f"no {kind} {printable(name)} in {policy} ({counted})",
            hint=suggest(name, map(str, known)) or _some(map(str, known)),
        )


def _some(known: Iterable[str]) -> str:
    """Return the first of the names that there are."""
    names = sorted(known)
    listed = ", ".join(map(printable, names[:_NAMED]))
    return f"there are {listed}{' …' if len(names) > _NAMED else ''}" if names else ""


def command(
    run: str, parts: Sequence[str], query: Mapping[str, str], more: Sequence[str] = ()
) -> list[str]:
    """Return the command that tells in a terminal what a place shows.

    `more` ends it: the folder of a run to compare with, or how a policy was set.

    >>> command("out", ["panda_job", "task", "7"], {"queue": "A/B"})[2:]
    ['out', '--policy', 'panda_job', '--task', '7', '--queue', 'A/B', '--no-changes']
    >>> command("out", ["panda_job", "criterion"], {"name": "-disk"})[-1]
    '--criterion=-disk'
    >>> command("out", ["sql"], {})
    ['brokersql', 'sql', 'out']
    >>> command("out", ["panda_job", "tasks"], {})
    ['brokersql', 'sql', 'out', 'from result']
    """
    match parts:
        case ["sql"]:
            words = ["sql", run, *filter(None, [query.get("q")])]
        case ["diff"] if more:
            words = ["diff", run, *more]
        case ["policy", policy, rule]:
            words = ["policy", "show", f"{policy}/{rule}", *more]
        case [policy, kind, *rest] if kind in KINDS:
            name = subject(kind, rest, query)
            asked = [f"--{kind}={name}"] if name[:1] == "-" else [f"--{kind}", name]
            for part in ("chunk", "queue"):
                if kind == "task" and query.get(part):
                    asked += [f"--{part}", query[part]]
            if kind in FIXABLE and "fix" not in query:
                asked.append("--no-changes")
            words = ["explain", run, "--policy", policy, *asked]
        case [_, name] if name in LISTS:
            words = ["sql", run, f"from {LISTS[name].table}"]
        case _:
            words = ["report", run, "--format", "json"]
    return ["brokersql", *words]

"""Documents computed on request: explanations, comparisons of runs, and one rule.

The page of an explanation begins with its answer.
"""

from __future__ import annotations

import re
import threading
from collections import OrderedDict
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pyarrow as pa

from brokersql.core.engine_faults import retried
from brokersql.core.errors import EngineError, PolicyError, UsageError
from brokersql.cycle import FinishedCycle, Options, answering_cycle
from brokersql.diff import compare
from brokersql.explain import explain_subject
from brokersql.explain.context import Story, fix_document
from brokersql.policy import load_policy
from brokersql.render.documents import SCHEMA_VERSION
from brokersql.render.table import Display
from brokersql.results.policy_show import Wanted, shown_file
from brokersql.results.run_record import again, is_run
from brokersql.web.responses import NotFound, not_found, too_many, whole_number
from brokersql.web.run_reader import RunReader

#: Columns of a changed decision that hold whole lists.
_LIST_COLUMNS = ("queues_a", "queues_b")
#: Most changed decisions of one document.
_CHANGES = 100_000


def neighbour_runs(run: Path) -> dict[str, Path]:
    """Return the other runs in the folder of a run, by name."""
    here = run.resolve()
    return {
        each.name: each
        for each in sorted(here.parent.iterdir())
        if is_run(each) and each.resolve() != here
    }


class ComparableRuns:
    """The runs in the same folder as a run, and those that were named at the start.

    Raises:
        UsageError: a named folder holds no run, or two go by one name.
    """

    def __init__(self, run: Path, named: Sequence[Path] = ()) -> None:
        self.run = run
        self._named: dict[str, Path] = {}
        for folder in named:
            name = folder.resolve().name
            if not is_run(folder):
                raise UsageError(
                    f"{folder} holds no run",
                    hint="brokersql run SNAPSHOT --out DIR writes one",
                )
            if name in self._named:
                raise UsageError(
                    f"--beside: two runs are called {name}",
                    hint="a page names a run by its folder: rename one",
                )
            self._named[name] = folder

    def runs(self) -> Mapping[str, Path]:
        """Return the runs that are there now, by the names of their folders."""
        return {**neighbour_runs(self.run), **self._named}

    def folder(self, name: str) -> Path:
        """Return the folder of a run by its name.

        Raises:
            NotFound: no such run can be compared.
        """
        runs = self.runs()
        if name not in runs:
            raise not_found(
                "run to compare with", name, list(runs) or ["there is none"]
            )
        return runs[name]

    def document(self, name: str) -> dict[str, Any]:
        """Return what changed from this run to another, or without a name the runs.

        Raises:
            NotFound: no such run can be compared.
            UsageError: the two cannot be compared.
            TooMuch: more decisions changed than one document has.
        """
        if not name:
            runs = [{"b": key, "folder": str(it)} for key, it in self.runs().items()]
            start = {"schema_version": SCHEMA_VERSION, "kind": "diff.runs"}
            return {**start, "a": str(self.run), "runs": runs}
        found = compare(self.run, self.folder(name))
        if found.change.num_rows > _CHANGES:
            raise too_many(found.change.num_rows, _CHANGES)
        return {**found.document(), "text": found.lines(Display())}

    def changes(self, name: str) -> pa.Table:
        """Return one row per changed decision, without the lists of all queues.

        Raises:
            NotFound: no such run can be compared.
            UsageError: the two cannot be compared.
        """
        found = compare(self.run, self.folder(name))
        return found.change.drop_columns(list(_LIST_COLUMNS))


def rule_document(reader: RunReader, policy: str, rule: str) -> dict[str, Any]:
    """Return a file of a policy as the run was set, with its counts where it has any.

    Raises:
        NotFound: the run has no such policy, or the policy no such file.
    """
    names = [each["policy"] for each in reader.policies]
    if policy not in names:
        raise not_found("policy", policy, names)
    recorded = reader.run.policy(policy)
    try:
        loaded = load_policy(recorded.reference)
        wanted = Wanted(recorded.profile, recorded.settings)
        shown = shown_file(loaded, rule, wanted)
    except (PolicyError, UsageError) as error:
        raise NotFound(error.message, hint=error.hint, items=error.items) from error
    counts = reader.rows("rule_counts", (policy, shown.file.shown))
    remark = (
        f"policy {policy} has changed since the run: this is its present text"
        if loaded.content_hash != recorded.content_hash
        else None
    )
    return {**shown.document(), "counts": counts, "remark": remark}


#: What a story may be asked about, by the kind of its page.
STORY_KINDS = ("task", "queue", "nucleus", "criterion", "user", "pilot", "job")
#: Of these, what a change may help.
FIXABLE = ("task", "queue", "nucleus", "pilot")
#: How many searches for a change are remembered.
_REMEMBERED = 100


def wants_fix(kind: str, query: Mapping[str, str]) -> bool:
    """Return whether a page asks for the change that would help.

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
    which other stories are computed.
    """

    def __init__(self, reader: RunReader) -> None:
        self._reader = reader
        self._cycles: dict[str, tuple[FinishedCycle, str]] = {}
        self._fixes: OrderedDict[tuple[object, ...], dict[str, Any]] = OrderedDict()
        self._explaining = threading.Lock()
        self._searching = threading.Lock()

    def explain(
        self, policy: str, kind: str, name: str, query: Mapping[str, str]
    ) -> dict[str, Any]:
        """Return a story as the object for JSON, with its text line by line.

        With `fix` in the query it is the change that helps, and the text is that of
        the story with all changes that were looked for.

        Raises:
            UsageError: no such task, queue or criterion.
            SnapshotError: the snapshot of the run is gone, or another one.
        """
        is_fix = wants_fix(kind, query)
        made = self._fix if is_fix else self._explained
        with self._searching if is_fix else self._explaining:
            return retried(lambda: made(policy, kind, name, query))

    def _explained(
        self, policy: str, kind: str, name: str, query: Mapping[str, str]
    ) -> dict[str, Any]:
        if policy not in self._cycles:
            self._cycles[policy] = self._made(policy, self._reader.record["tasks"])
        cycle, remark = self._cycles[policy]
        try:
            story = _make_story(cycle, kind, name, query)
            return {**story.document(), **_more_keys(story, remark)}
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
            reference = self._reader.run.policy(policy).reference
            tasks = self._reader.record["tasks"]
            if kind == "task" and not load_policy(reference).is_sequential:
                tasks = [whole_number(f"{kind} ", name)]
            cycle, remark = self._made(policy, tasks)
            with closing(cycle.database):
                story = _make_story(cycle, kind, name, query, changes=True)
                found = {**fix_document(cycle, story), **_more_keys(story, remark)}
            self._fixes[key] = found
            if len(self._fixes) > _REMEMBERED:
                self._fixes.popitem(last=False)
        return self._fixes[key]

    def _made(self, policy: str, tasks: Iterable[int]) -> tuple[FinishedCycle, str]:
        """Return the finished cycle of a policy, and what changed since the run."""
        run = self._reader.run
        recorded = run.policy(policy)
        options = again(run, recorded, Options(tasks=tuple(tasks)))
        cycle = answering_cycle(run.snapshot(), recorded.reference, options)
        return cycle, run.check(cycle)


def _more_keys(story: Story, remark: str) -> dict[str, Any]:
    """Return the keys that a server adds to a story."""
    return {
        "remark": remark or None,
        "text": str(story).splitlines(),
        "answer": story.answer.document(),
        "next": _next_subject(story),
    }


def _next_subject(story: Story) -> dict[str, str] | None:
    """Return the kind and the name of what to look at next; None without one."""
    found = {
        "criterion": story.next_criterion,
        "queue": story.next_queue,
        "rule": story.next_rule,
    }
    kinds = [kind for kind, name in found.items() if name]
    return {"kind": kinds[0], "name": found[kinds[0]]} if kinds else None


def _make_story(
    cycle: FinishedCycle,
    kind: str,
    name: str,
    query: Mapping[str, str],
    *,
    changes: bool = False,
) -> Story:
    """Return the story that a page is about."""
    if kind == "task":
        chunk = whole_number("chunk ", query["chunk"]) if "chunk" in query else None
        task, queue = whole_number("task ", name), query.get("queue")
        return explain_subject(cycle, task, queue, chunk=chunk, changes=changes)
    if kind == "job":
        return explain_subject(cycle, job=whole_number("job ", name))
    subject: dict[str, Any] = {"queue" if kind == "nucleus" else kind: name}
    return explain_subject(cycle, **subject, changes=changes)


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

"""Finds out what a name or a number stands for: such as a task, a job or a queue."""

from __future__ import annotations

from contextlib import closing

from brokersql.core.database import Database
from brokersql.core.errors import UsageError, suggest
from brokersql.core.policy_names import default_policies
from brokersql.core.sql_files import sql_text
from brokersql.explain.criterion import has_criterion
from brokersql.policy import load_policy
from brokersql.render.text import printable
from brokersql.results.queries import Row
from brokersql.snapshot import Snapshot

#: Kind of job -> what the policy decides about that explains it.
_DECIDES = {"job": "job", "dirac_job": "pilot"}


def things_named(snapshot: Snapshot, name: str) -> list[Row]:
    """Return what of a snapshot is called so, by kind: rows of things.sql.

    Raises:
        SnapshotError: the snapshot cannot be used.
    """
    return _asked(snapshot, "things", name)


def _near(snapshot: Snapshot, name: str) -> str:
    """Return a question with names of a snapshot near to this one; else nothing."""
    return suggest(name, [row["name"] for row in _asked(snapshot, "names")])


def _asked(snapshot: Snapshot, query: str, *values: str) -> list[Row]:
    """Return the rows of a query of sql/views/explain over a snapshot."""
    with closing(Database.open()) as database:
        snapshot.load_into(database, partial=True)
        return database.records(sql_text("explain", query), values)


def job_policy(snapshot: Snapshot, job: int) -> str | None:
    """Return the policy that explains a job of PanDA or DIRAC; None if neither has it.

    Raises:
        UsageError: both have a job of this number.
    """
    found = things_named(snapshot, str(job))
    wanted = {_DECIDES.get(each["kind"]) for each in found}
    loaded = map(load_policy, default_policies())
    fitting = [each.name for each in loaded if each.decides in wanted]
    if len(fitting) > 1:
        hint = " or ".join(f"--policy {each}" for each in fitting)
        raise UsageError(f"PanDA and DIRAC have a job {job}", hint=hint)
    return fitting[0] if fitting else None


def subject_of(snapshot: Snapshot, name: str, policies: list[str]) -> dict[str, object]:
    """Return the options of `explain` that a name stands for, by their parameters.

    A criterion may come without its sign, a pseudo queue stands for itself, a site for
    its only queue or, where nuclei are chosen, for itself. The first kind counts.

    Raises:
        UsageError: nothing is called so, or a site has several queues.
    """
    unified, slash, _ = name.partition("/")
    found = things_named(snapshot, unified if slash else name)
    if found and found[0]["kind"] in ("task", "dirac_job", "job"):
        kind = "task" if found[0]["kind"] == "task" else "job"
        return {kind: int(found[0]["name"])}
    if found and found[0]["kind"] == "queue":
        return {"queue": name if slash else found[0]["name"]}
    if _is_criterion(name, policies):
        return {"criterion": name}
    if not found:
        raise UsageError(
            f"nothing is called {printable(name)}",
            hint=_near(snapshot, name)
            or "a task, job, queue, site, criterion, user or pilot; see --help",
        )
    kind, known = found[0]["kind"], found[0]["name"]
    if kind != "site":
        return {kind: known}
    queues = [each["queue_name"] for each in found if each["kind"] == "site"]
    if any(load_policy(each).chooses == "nucleus" for each in policies):
        return {"nucleus": known}
    if len(queues) > 1:
        raise UsageError(
            f"site {printable(known)} has several queues: name one",
            hint=", ".join(map(printable, queues)),
        )
    return {"queue": queues[0]}


def _is_criterion(name: str, policies: list[str]) -> bool:
    """Return whether one of these policies has such a criterion or rule file."""
    return any(has_criterion(load_policy(each), name) for each in policies)

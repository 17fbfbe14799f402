"""Finds out what a name or a number stands for: such as a task, a job or a queue."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing, contextmanager

from brokersql.core.database import Database
from brokersql.core.errors import UsageError, near_names
from brokersql.core.policy_names import default_policies
from brokersql.core.sql_files import sql_text
from brokersql.explain.criterion import has_criterion
from brokersql.policy import load_policy
from brokersql.render.text import printable
from brokersql.results.queries import Row
from brokersql.snapshot import Snapshot

#: Kind of job -> what the policy decides about that explains it.
_DECIDES = {"job": "job", "dirac_job": "pilot"}


class NamedThings:
    """What of a snapshot is called how, asked in a database that holds its tables."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def named(self, name: str) -> list[Row]:
        """Return what is called so, by kind: rows of things.sql."""
        return self._database.records(sql_text("explain", "things"), (name,))

    def near(self, name: str) -> list[str]:
        """Return names of queues, sites and users that are near to one."""
        found = self._database.records(sql_text("explain", "names"))
        return near_names(name, [str(row["name"]) for row in found])


@contextmanager
def _things_of(snapshot: Snapshot) -> Generator[NamedThings]:
    """Load a snapshot to ask what its names stand for.

    Raises:
        SnapshotError: the snapshot cannot be used.
    """
    with closing(Database.open()) as database:
        snapshot.load_into(database, partial=True, is_kept=True)
        yield NamedThings(database)


def job_policy(snapshot: Snapshot, job: int) -> str | None:
    """Return the policy that explains a job of PanDA or DIRAC; None if neither has it.

    Raises:
        UsageError: both have a job of this number.
    """
    with _things_of(snapshot) as things:
        found = things.named(str(job))
    wanted = {_DECIDES.get(each["kind"]) for each in found}
    loaded = map(load_policy, default_policies())
    fitting = [each.name for each in loaded if each.decides in wanted]
    if len(fitting) > 1:
        hint = " or ".join(f"--policy {each}" for each in fitting)
        raise UsageError(f"PanDA and DIRAC have a job {job}", hint=hint)
    return fitting[0] if fitting else None


def subject_of(snapshot: Snapshot, name: str, policies: list[str]) -> dict[str, object]:
    """Return what `subject_named` does about the names of a snapshot.

    Raises:
        SnapshotError: the snapshot cannot be used.
        UsageError: nothing is called so, or a site has several queues.
    """
    with _things_of(snapshot) as things:
        return subject_named(things, name, policies)


def subject_named(
    things: NamedThings, name: str, policies: list[str]
) -> dict[str, object]:
    """Return the options of `explain` that a name stands for, by their parameters.

    A criterion may come without its sign, a pseudo queue stands for itself, a site for
    its only queue or, where nuclei are chosen, for itself. The first kind counts.

    Raises:
        UsageError: nothing is called so, or a site has several queues.
    """
    unified, slash, _ = name.partition("/")
    found = things.named(unified if slash else name)
    if found and found[0]["kind"] in ("task", "dirac_job", "job"):
        kind = "task" if found[0]["kind"] == "task" else "job"
        return {kind: int(found[0]["name"])}
    if found and found[0]["kind"] == "queue":
        return {"queue": name if slash else found[0]["name"]}
    if any(has_criterion(load_policy(each), name) for each in policies):
        return {"criterion": name}
    if not found:
        near = " or ".join(map(printable, things.near(name)))
        raise UsageError(
            f"nothing is called {printable(name)}",
            hint=f"did you mean {near}?"
            if near
            else "a task, job, queue, site, criterion, user or pilot; see --help",
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

"""A run as it was written: its record, its tables, and how to make it again."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from brokersql import __version__
from brokersql.core.errors import SnapshotError, UsageError
from brokersql.core.files import cut_off, finish
from brokersql.core.parquet_checksum import refuse_damaged
from brokersql.core.policy_names import shipped_policies, work_of
from brokersql.core.record_version import refuse_other_version
from brokersql.core.result_tables import TABLES
from brokersql.render.text import printable

if TYPE_CHECKING:
    import pyarrow as pa

    from brokersql.cycle import FinishedCycle, Options
    from brokersql.snapshot import LoadReport, Snapshot

RECORD = "run.json"
_AGAIN = "write the run again: brokersql run … --out"
#: The record of a replay or a simulation, the folders of its blocks, and their record.
REPLAY_FILE = "replay.json"
BLOCK_PREFIX = "block="
BLOCK_FILE = "block.json"
#: Task and policy of each decision of the run that was asked about last, by its file.
_decided_last: dict[object, list[tuple[Any, Any]]] = {}


@dataclass(frozen=True, slots=True)
class RecordedPolicy:
    """How one policy of a run was set."""

    name: str
    profile: str
    content_hash: str
    shape: str
    settings: Mapping[str, str]
    without: tuple[str, ...]

    @property
    def reference(self) -> str:
        """Return the name of the policy, with the files that it went without."""
        from brokersql.policy import without

        return without(self.name, self.without)

    @property
    def places_tasks(self) -> bool:
        """Return whether it decides where tasks go, as far as the program knows it."""
        from brokersql.policy import load_policy

        is_known = self.name in shipped_policies()
        decides = load_policy(self.name).decides if is_known else "task"
        return self.shape == "candidate" and decides == "task"


@dataclass(frozen=True, slots=True)
class RecordedRun:
    """A folder that `brokersql run --out` wrote; `version` is that of brokersql."""

    folder: Path
    version: str
    source: str
    updates: tuple[str, ...]
    scripts: tuple[str, ...]
    snapshot_id: str
    content_hash: str
    seed: int
    policies: tuple[RecordedPolicy, ...]

    @property
    def tables(self) -> list[str]:
        """Return the result tables that the folder holds."""
        return [name for name in TABLES if self.file(name).is_file()]

    @property
    def files(self) -> list[Path]:
        """Return the files of the result tables that it holds."""
        return [self.file(name) for name in self.tables]

    def table(self, name: str) -> pa.Table:
        """Return one result table.

        Raises:
            SnapshotError: the file is damaged.
        """
        from brokersql.core.database import Database, SqlError

        database = Database.open()
        try:
            return database.table("from read_parquet(?)", (str(self.file(name)),))
        except SqlError as error:
            raise SnapshotError(
                f"cannot be read: {error.message}",
                where=str(self.file(name)),
                hint=_AGAIN,
            ) from error
        finally:
            database.close()

    def count(self, name: str) -> int:
        """Return how many rows a result table has."""
        import pyarrow.parquet as pq

        return pq.ParquetFile(self.file(name)).metadata.num_rows

    def columns(self, name: str) -> list[str]:
        """Return the columns of a result table."""
        import pyarrow.parquet as pq

        return pq.ParquetFile(self.file(name)).schema_arrow.names

    @property
    def has_tasks(self) -> bool:
        """Return whether its results are about tasks, not about pilots or jobs."""
        return "result" in self.tables and "jedi_task_id" in self.columns("result")

    def file(self, name: str) -> Path:
        """Return the path of a result table, whether it is there or not."""
        return self.folder / f"{name}.parquet"

    def snapshot(self) -> Snapshot:
        """Return the snapshot that the run was made from.

        Raises:
            SnapshotError: it is no longer where it was.
        """
        from brokersql.snapshot import Snapshot, parse_change

        given = Path(self.source)
        places = [given, self.folder / given, self.folder.parent / given]
        for place in places:
            if place.exists():
                changes = map(parse_change, self.updates)
                opened = Snapshot.open(str(place)).changed(changes)
                return opened.rewritten(self.scripts)
        raise SnapshotError(
            f"the snapshot of this run is gone: {printable(self.source)}",
            where=str(self.folder),
            hint="bring it back, be where the run was made if its path is relative, "
            "or read the result tables: brokersql sql",
        )

    def policy(self, name: str | None, task: int | None = None) -> RecordedPolicy:
        """Return the named policy of the run; else the one that decided the task.

        Without a name those that place work come first.

        Raises:
            UsageError: the run has no such policy, or more than one that fits.
        """
        from brokersql.policy import split_reference

        listed = ", ".join(each.name for each in self.policies)
        fitting = list(self.policies)
        deciding: Collection[str] = ()
        if name is None and task is not None and len(fitting) > 1:
            deciding = self._deciding(task)
        if name is not None:
            stem = Path(split_reference(name)[0]).resolve().name
            fitting = [each for each in fitting if each.name == stem]
        elif len(deciding) == 1:
            fitting = [each for each in fitting if each.name in deciding]
        else:
            fitting = [each for each in fitting if each.places_tasks] or fitting
            if task is not None and len(fitting) > 1:
                fitting = [each for each in fitting if each.name in deciding]
        if not fitting or (name is None and task is None and len(fitting) > 1):
            what = f"no policy {name}" if name else "no policy alone fits"
            text = f"{what} in {self.folder}"
            if work := work_of(name or ""):
                text = f"this run has no {work}"
            elif name is None and task is not None:
                text = f"no task {task} is decided in {self.folder}"
                text = text if self.has_tasks else "this run decided no tasks"
            raise UsageError(text, hint=f"--policy: {listed}")
        found = fitting[0]
        if name is None and found.name not in shipped_policies():
            raise UsageError(
                f"the run used policy {found.name}, which does not ship",
                hint="name its folder: --policy FOLDER",
            )
        return found

    def _deciding(self, task: int) -> set[str]:
        file = self.file("result")
        identity = None
        with suppress(OSError):  # reading says what is wrong
            status = file.stat()
            identity = (status.st_ino, status.st_size, status.st_mtime_ns, str(file))
        decided = _decided_last.get(identity)
        if decided is None:
            decided = []
            if self.has_tasks:
                result = self.table("result")
                names = ("jedi_task_id", "policy")
                tasks, policies = (result.column(name).to_pylist() for name in names)
                decided = list(zip(tasks, policies, strict=True))
            _decided_last.clear()
            _decided_last[identity] = decided
        return {str(policy) for each, policy in decided if each == task}

    def check_rows(self, loaded: LoadReport) -> None:
        """Refuse a snapshot that holds other rows than the run read.

        Raises:
            SnapshotError: it does.
        """
        if loaded.content_hash != self.content_hash:
            raise SnapshotError(
                "the snapshot has changed since the run",
                where=printable(self.source),
                hint="run it again; the old decisions cannot be explained from it",
            )

    def check(self, cycle: FinishedCycle) -> str:
        """Return what changed since the run, empty if nothing did.

        Another version of brokersql may decide otherwise by the same rules.

        Raises:
            SnapshotError: the snapshot holds other rows than then.
        """
        self.check_rows(cycle.loaded)
        then = next(each for each in self.policies if each.name == cycle.policy)
        if cycle.program.content_hash != then.content_hash:
            return f"policy {cycle.policy} has changed since the run: it decides so now"
        if self.version != __version__:
            wrote = printable(self.version)
            return f"brokersql {wrote} made the run: this is the word of {__version__}"
        return ""


def is_run(place: str | Path) -> bool:
    """Return whether a folder was written by `brokersql run`.

    Raises:
        SnapshotError: another run takes its place, and cannot be completed.
    """
    folder = Path(place)
    try:
        finish(folder)
    except OSError as error:
        message = f"this run was cut off in its last step: {error.strerror or error}"
        raise SnapshotError(message, where=str(place), hint=_AGAIN) from error
    return (folder / RECORD).is_file()


def refuse_unfinished(place: str | Path) -> None:
    """Refuse a place of which a writer left, or is writing, a part only.

    Raises:
        SnapshotError: that is so.
    """
    if fault := cut_off(Path(place)):
        raise SnapshotError(f"this run {fault}", where=str(place), hint=_AGAIN)


def open_run(folder: str | Path) -> RecordedRun:
    """Return the run that a folder holds.

    Raises:
        SnapshotError: its record or a table is damaged, or it is of another schema
            version.
    """
    path = Path(folder) / RECORD
    try:
        text = path.read_text(encoding="utf-8")
        record = cast("dict[str, object]", json.loads(text))
        refuse_other_version(record, path)
        versions = cast("dict[str, object]", record["versions"])
        snapshot = cast("dict[str, object]", record["snapshot"])
        policies = cast("list[dict[str, object]]", record["policies"])
        run = RecordedRun(
            Path(folder),
            str(versions["brokersql"]),
            str(snapshot["source"]),
            _texts(snapshot, "updates"),
            _texts(snapshot, "scripts"),
            str(snapshot["snapshot_id"]),
            str(snapshot["content_hash"]),
            int(str(record["seed"])),
            tuple(_policy(each) for each in policies),
        )
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise SnapshotError(
            f"is no record of a run ({type(error).__name__}: {error})",
            where=str(path),
            hint=_AGAIN,
        ) from error
    refuse_missing(Path(folder), record)
    refuse_damaged(run.files, _AGAIN)
    return run


def refuse_missing(folder: Path, record: Mapping[str, object]) -> None:
    """Refuse a run, or a block of a replay, that lost tables which its record lists.

    Raises:
        SnapshotError: one is not there; others would be read as decisions.
    """
    for name in cast("Collection[str]", record.get("tables", ())):
        file = folder / f"{name}.parquet"
        if not file.is_file():
            raise SnapshotError("is missing", where=str(file), hint=_AGAIN)


def _policy(record: Mapping[str, object]) -> RecordedPolicy:
    parameters = cast("list[dict[str, object]]", record["parameters"])
    settings = {
        full_name(each): setting(each["value"])
        for each in parameters
        if each["origin"] == "--set"
    }
    return RecordedPolicy(
        str(record["policy"]),
        str(record["profile"]),
        str(record["content_hash"]),
        str(record["shape"]),
        settings,
        _texts(record, "without"),
    )


def _texts(record: Mapping[str, object], name: str) -> tuple[str, ...]:
    """Return a list of texts of a record; none where an older one has no such list."""
    return tuple(map(str, cast("list[object]", record.get(name, []))))


def full_name(parameter: Mapping[str, object]) -> str:
    """Return the name of a recorded parameter as `--set` takes it."""
    key = parameter["key"]
    return f"{parameter['name']}_{key}" if key else str(parameter["name"])


def setting(value: object) -> str:
    """Return a value as the text that `--set` takes.

    >>> setting(True), setting(0.9), setting(["a", "b"]), setting("x")
    ('true', '0.9', '["a", "b"]', 'x')
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return json.dumps(list(cast("Sequence[object]", value)), ensure_ascii=False)
    return str(value)


def again(run: RecordedRun, policy: RecordedPolicy, changes: Options) -> Options:
    """Return the options of a run, with what `changes` sets in their place."""
    return replace(
        changes,
        profile=changes.profile or policy.profile,
        settings={**policy.settings, **changes.settings},
        seed=run.seed if changes.seed is None else changes.seed,
    )

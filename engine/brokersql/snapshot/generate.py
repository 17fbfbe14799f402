"""Seeded generators: complete an imported snapshot, or make a synthetic world."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from types import MappingProxyType

from brokersql.core.database import Database, quote
from brokersql.core.errors import SnapshotError, UsageError
from brokersql.core.files import whole_folder
from brokersql.snapshot import contract
from brokersql.snapshot.generate_steps import (
    COMPLETE,
    GROUPS,
    MACROS,
    WORLD,
    WORLD_TABLES,
)
from brokersql.snapshot.history import seal
from brokersql.snapshot.load import LoadReport, Snapshot, content_hash
from brokersql.snapshot.manifest import SnapshotManifest, StoredTable, folder_name
from brokersql.snapshot.write import (
    ensure_folder,
    held_as,
    is_generated,
    run_steps,
    table_file,
    write_tables,
)


@dataclass(frozen=True, slots=True)
class Preset:
    """How large a world is.

    Attributes:
        n_queues: queues, unified ones counted once.
        n_sites: sites with queues.
        n_other_sites: sites that only the network knows.
        n_tasks: tasks at one moment.
        spread: most nuclei that the jobs of one kind at a queue write to.
    """

    n_queues: int
    n_sites: int
    n_other_sites: int
    n_tasks: int
    spread: int


PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        "S": Preset(20, 10, 5, 50, 6),
        "M": Preset(227, 94, 42, 2_000, 6),
        "L": Preset(1_000, 150, 116, 20_000, 400),
        "XL": Preset(5_000, 500, 60, 100_000, 12),
    }
)


def preset_of(name: str) -> Preset:
    """Return the preset of that name, in upper or lower case.

    Raises:
        UsageError: there is no such preset.
    """
    found = PRESETS.get(name.upper())
    if found is None:
        raise UsageError(f"no preset {name!r}", hint=f"one of: {', '.join(PRESETS)}")
    return found


@dataclass(frozen=True, slots=True)
class GenerateReport:
    """The outcome of one generation.

    Attributes:
        folder: the folder that was asked for.
        snapshots: the snapshot folders written, one or one per cycle, in time order.
        rows: table -> rows, of the last snapshot.
        notes: what a reader should know: tables that were kept.
    """

    folder: Path
    snapshots: tuple[Path, ...]
    rows: Mapping[str, int]
    notes: tuple[str, ...]


_COMPLETED = ("snapshot", "queue", "endpoint")
_FIXED = {"cycle": 0, "first_task": 0, "spread": 6}


def generate_complete(
    folder: Path, tasks: int, seed: int, *, threads: int | None = None
) -> GenerateReport:
    """Return what was added to the snapshot folder of an import.

    Queues get a role, endpoints state and space where they have none; software, job
    statistics, shares, settings, `tasks` tasks with their data are drawn. Everything
    depends on the imported tables, `tasks` and `seed` only. Tables that the generator
    wrote earlier are replaced; tables of other origin stay, with those that belong to
    them.

    Raises:
        UsageError: `tasks` is no positive number.
        SnapshotError: the folder holds no queues, or rows that do not fit.
    """
    if tasks < 1:
        raise UsageError(f"{tasks} tasks", hint="at least one task is needed")
    with closing(Database.open(threads=threads)) as database:
        loaded = Snapshot.open(folder).load_into(database, partial=True)
        _check(folder, loaded)
        kept, written = _split(folder)
        if not loaded.tables["resource_type"].n_loaded:
            run_steps(database, "snapshot/import/common", ("resource_types",))
            written = (*written, "resource_type")
        if is_generated(folder, "queue") or is_generated(folder, "endpoint"):
            run_steps(database, "snapshot/generate", ("reset",))
        sizes = {"seed": seed, "n_tasks": tasks} | _FIXED
        database.set_variables({name: str(value) for name, value in sizes.items()})
        complete(database)
        run_steps(database, "snapshot/generate", ("origin",))
        names = (*_COMPLETED, *written)
        rows = write_tables(database, folder, names, is_generated=True)
    notes = tuple(f"table {name} kept, it was not generated" for name in kept)
    return GenerateReport(folder, (folder,), rows, notes)


def complete(database: Database) -> None:
    """Fill all tables that have no public source, in place of what they hold."""
    for group in GROUPS:
        for name in group:
            database.run(f"delete from {quote(name)}")
    run_steps(database, "snapshot/generate", (*MACROS, *COMPLETE))


def _check(folder: Path, loaded: LoadReport) -> None:
    for name in ("queue", "snapshot"):
        if not loaded.tables[name].n_loaded:
            raise SnapshotError(
                f"has no rows in table {name}",
                where=str(folder),
                hint="first: brokersql snapshot import cric FILE --into DIR",
            )
    for name in _COMPLETED:
        if loaded.tables[name].n_quarantined:
            raise SnapshotError(
                f"table {name} holds {loaded.tables[name].n_quarantined} rows that do "
                "not fit and would be lost",
                where=str(folder),
                hint="see brokersql snapshot validate",
            )


def _split(folder: Path) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the tables that stay as they are, and those to write."""
    kept: list[str] = []
    written: list[str] = []
    for group in GROUPS:
        real = [
            name
            for name in group
            if held_as(folder, name) and not is_generated(folder, name)
        ]
        kept += real
        written += [] if real else group
    return tuple(kept), tuple(written)


START = datetime(2025, 10, 14, 12)
_UNITS = {"s": 1, "m": 60, "min": 60, "h": 3600, "d": 86400}


def generate(
    folder: Path,
    preset: str,
    seed: int,
    cycles: int = 1,
    every: str = "1h",
    *,
    tasks: int | None = None,
    threads: int | None = None,
) -> GenerateReport:
    """Return what was written: a synthetic world, or a history of it.

    The world depends on `preset` and `seed` only. With more than one cycle the folder
    gets a folder `snapshot_time=<ISO time>` per cycle, `every` apart: queues and sites
    stay, load, storage and network change, one task in twenty leaves, as many arrive.
    `tasks` stands for the number of tasks of the preset.

    Raises:
        UsageError: an unknown preset, no positive number of cycles or tasks, no length
            of time.
        SnapshotError: the folder holds tables that the generator did not write.
    """
    size = _size(preset, tasks)
    times = _times(cycles, every)
    named = tuple(folder / folder_name(time) for time in times)
    folders = named if cycles > 1 else (folder,)
    ensure_folder(folder)
    _refuse_foreign(folder, folders)
    rows, known = dict[str, int](), dict[str, StoredTable]()
    for cycle, (target, time) in enumerate(zip(folders, times, strict=True)):
        with closing(Database.open(threads=threads)) as database:
            settings = _settings(preset.upper(), size, seed, cycle, time)
            if cycles == 1:
                rows = _write_cycle(database, target, settings)
            else:
                rows = _store_cycle(database, folder, time, settings, known)
    return GenerateReport(folder, folders, rows, ())


def _times(cycles: int, every: str) -> list[datetime]:
    """Return the times of the cycles."""
    if cycles < 1:
        raise UsageError(f"{cycles} cycles", hint="at least one cycle is needed")
    step = seconds("--every", every)
    return [START + timedelta(seconds=step * cycle) for cycle in range(cycles)]


def _size(preset: str, tasks: int | None) -> Preset:
    """Return the size of a preset, with another number of tasks where one is given."""
    size = preset_of(preset)
    if tasks is None:
        return size
    if tasks < 1:
        raise UsageError(f"{tasks} tasks", hint="at least one task is needed")
    return replace(size, n_tasks=tasks)


def seconds(option: str, text: str) -> int:
    """Return a length of time such as 1h, 30min, 90s or 1d in seconds.

    >>> [seconds("--every", text) for text in ("1h", "30min", "90s")]
    [3600, 1800, 90]

    Raises:
        UsageError: the text is no positive length of time.
    """
    match = re.fullmatch(r"\s*(\d+)\s*(s|min|m|h|d)\s*", text)
    if match is None or int(match[1]) == 0:
        wrong = f"{option} {text!r} is no length of time above 0"
        raise UsageError(wrong, hint="such as 1h, 30min, 1d")
    return int(match[1]) * _UNITS[match[2]]


def _write_cycle(
    database: Database, folder: Path, settings: Mapping[str, str]
) -> dict[str, int]:
    """Fill a fresh database and write all its generated tables to the folder."""
    database.run(contract.schema())
    database.set_variables(settings)
    run_steps(database, "snapshot/import/common", ("resource_types",))
    run_steps(database, "snapshot/generate", (*MACROS, *WORLD))
    complete(database)
    tables = (*WORLD_TABLES, *(name for group in GROUPS for name in group))
    return write_tables(database, folder, tables, is_generated=True)


def _store_cycle(
    database: Database,
    root: Path,
    time: datetime,
    settings: Mapping[str, str],
    known: dict[str, StoredTable],
) -> dict[str, int]:
    """Write one cycle as a snapshot of a history; `known` learns what it stored."""
    with whole_folder(root / folder_name(time)) as scratch:
        rows = _write_cycle(database, scratch, settings)
        filled = {name: n_rows for name, n_rows in rows.items() if n_rows}
        for name in rows.keys() - filled.keys():
            table_file(scratch, name).unlink()
        names = database.rows("select snapshot_id from main.snapshot")
        digest = content_hash(database, filled)
        described = SnapshotManifest(str(names[0][0]), time, digest, 0, {})
        sealed = seal(scratch, described, filled, known)
    known.update({each.sha256: each for each in sealed.tables.values()})
    return rows


def _settings(
    preset: str, size: Preset, seed: int, cycle: int, time: datetime
) -> Mapping[str, str]:
    """Return the variables of one cycle as SQL literals."""
    return {
        "preset": f"'{preset}'",
        "time": f"'{time:%Y-%m-%d %H:%M:%S}'",
        "n_queues": str(size.n_queues),
        "n_sites": str(size.n_sites),
        "n_other_sites": str(size.n_other_sites),
        "seed": str(seed),
        "cycle": str(cycle),
        "n_tasks": str(size.n_tasks),
        "first_task": str(cycle * max(1, size.n_tasks // 20)),
        "spread": str(size.spread),
    }


def _refuse_foreign(folder: Path, folders: tuple[Path, ...]) -> None:
    """Raise if the folder holds anything that the generator would spoil."""
    foreign = [
        str(entry)
        for target in folders
        if target.is_dir()
        for name in contract.tables()
        for entry in held_as(target, name)
        if not is_generated(target, name)
    ]
    foreign += [
        str(entry)
        for entry in sorted(folder.iterdir())
        if entry.name.startswith("snapshot_time=") and entry not in folders
    ]
    if len(folders) > 1:
        foreign += [
            str(entry) for name in contract.tables() for entry in held_as(folder, name)
        ]
    if foreign:
        raise SnapshotError(
            "holds data that would be mixed with the generated one",
            where=str(folder),
            items=foreign,
            hint="use an empty folder, or --complete to add to an imported snapshot",
        )

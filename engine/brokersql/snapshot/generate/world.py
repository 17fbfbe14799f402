"""Synthetic worlds of any size, alone or as a history of cycles."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

from brokersql.database import Database
from brokersql.errors import SnapshotError, UsageError
from brokersql.snapshot import contract
from brokersql.snapshot.content import content_hash
from brokersql.snapshot.generate.complete import complete
from brokersql.snapshot.generate.marks import is_generated
from brokersql.snapshot.generate.presets import Preset, preset_of
from brokersql.snapshot.generate.report import GenerateReport
from brokersql.snapshot.generate.steps import GROUPS, MACROS, WORLD, WORLD_TABLES
from brokersql.snapshot.history.seal import scratch_folder, seal
from brokersql.snapshot.importers.report import TableRows
from brokersql.snapshot.importers.tables import (
    ensure_folder,
    held_as,
    run_steps,
    table_file,
    write_table,
)
from brokersql.snapshot.manifest import Manifest, StoredTable, folder_name

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
    rows, known = (), dict[str, StoredTable]()
    for cycle, (target, time) in enumerate(zip(folders, times, strict=True)):
        database = Database.open(threads=threads)
        try:
            settings = _settings(preset.upper(), size, seed, cycle, time)
            if cycles == 1:
                rows = _write_cycle(database, target, settings)
            else:
                rows = _store_cycle(database, folder, time, settings, known)
        finally:
            database.close()
    return GenerateReport(folder, folders, rows, ())


def _times(cycles: int, every: str) -> list[datetime]:
    """Return the times of the cycles."""
    if cycles < 1:
        raise UsageError(f"{cycles} cycles", hint="at least one cycle is needed")
    step = seconds(every)
    return [START + timedelta(seconds=step * cycle) for cycle in range(cycles)]


def _size(preset: str, tasks: int | None) -> Preset:
    """Return the size of a preset, with another number of tasks where one is given."""
    size = preset_of(preset)
    if tasks is None:
        return size
    if tasks < 1:
        raise UsageError(f"{tasks} tasks", hint="at least one task is needed")
    return replace(size, n_tasks=tasks)


def seconds(text: str) -> int:
    """Return a length of time such as 1h, 30min, 90s or 1d in seconds.

    >>> seconds("1h"), seconds("30min"), seconds("90s")
    (3600, 1800, 90)

    Raises:
        UsageError: the text is no positive length of time.
    """
    match = re.fullmatch(r"\s*(\d+)\s*(s|min|m|h|d)\s*", text)
    if match is None or int(match[1]) == 0:
        raise UsageError(f"{text!r} is no length of time", hint="such as 1h, 30min, 1d")
    return int(match[1]) * _UNITS[match[2]]


def _write_cycle(
    database: Database, folder: Path, settings: Mapping[str, str]
) -> tuple[TableRows, ...]:
    """Fill a fresh database and write all its generated tables to the folder."""
    database.run(contract.schema())
    database.set_variables(settings)
    run_steps(database, "import", ("resource_types",))
    run_steps(database, "generate", (*MACROS, *WORLD))
    complete(database)
    tables = (*WORLD_TABLES, *(name for group in GROUPS for name in group))
    return tuple(
        TableRows(name, write_table(database, folder, name, is_generated=True))
        for name in tables
    )


def _store_cycle(
    database: Database,
    root: Path,
    time: datetime,
    settings: Mapping[str, str],
    known: dict[str, StoredTable],
) -> tuple[TableRows, ...]:
    """Write one cycle as a snapshot of a history; `known` learns what it stored."""
    scratch = scratch_folder(root, folder_name(time))
    rows = _write_cycle(database, scratch, settings)
    filled = {each.table: each.n_rows for each in rows if each.n_rows}
    for name in {each.table for each in rows} - filled.keys():
        table_file(scratch, name).unlink()
    names = database.rows("select snapshot_id from main.snapshot")
    digest = content_hash(database, filled)
    described = Manifest(str(names[0][0]), time, digest, 0, {})
    sealed = seal(root, scratch, described, filled, known)
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

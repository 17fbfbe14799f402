"""A replay from beginning to end: what is missing is decided, block by block."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from brokersql import __version__
from brokersql.cycle import Options, write_table
from brokersql.cycle.stage import statement
from brokersql.database import Database
from brokersql.errors import UsageError
from brokersql.replay.block import (
    PREFIX,
    BlockReport,
    Request,
    found_done,
    run_block,
)
from brokersql.replay.decide import Played
from brokersql.replay.overlaid import Overlay, overlaid
from brokersql.replay.plan import Block, blocks
from brokersql.snapshot.history import History
from brokersql.snapshot.history.seal import write_synced

NAME = "replay.json"
#: Snapshots as they are.
UNCHANGED = Overlay()


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a replay is: cycles done of all, of them found done at its start.

    `time` is that of the last snapshot of the block that was done last.
    """

    n_done: int
    n_found: int
    n_cycles: int
    time: datetime | None


@dataclass(frozen=True, slots=True)
class Replayed:
    """A finished replay: `rows` by table, `obstacle` where cycles were run alone."""

    folder: Path
    n_cycles: int
    n_found: int
    n_blocks: int
    rows: Mapping[str, int]
    obstacle: str | None


#: Runs blocks anywhere and yields their reports as they come.
Workers = Callable[[Request, Sequence[Block]], Iterator[BlockReport]]


def one_by_one(request: Request, missing: Sequence[Block]) -> Iterator[BlockReport]:
    """Run blocks in this process, in the order of time."""
    for block in missing:
        yield run_block(request, block)


def replay(
    history: History,
    out: Path,
    policy: str = "panda_job",
    options: Options | None = None,
    *,
    overlay: Overlay = UNCHANGED,
    workers: Workers = one_by_one,
    tell: Callable[[Progress], None] = lambda progress: None,
) -> Replayed:
    """Decide every snapshot of a history and return what stands in the folder `out`.

    `out/block=<time>/<table>.parquet` hold the result tables, with `snapshot_id` in
    front. What `overlay` says is changed in every snapshot before it is decided. What
    an earlier replay of the same request left there is kept, so a killed one goes on,
    and one of a history that has grown does the rest.

    Raises:
        UsageError: no snapshot, unknown policy or parameter, `out` holds others, or
            the overlay does not fit a snapshot.
        SnapshotError: a file of the history is gone or damaged.
        PolicyError: the policy is faulty.
        CycleError: a rule failed on a snapshot.
    """
    chosen = options or Options(verdict="none")
    if chosen.tasks:
        raise UsageError("a replay decides all tasks", hint="leave --task out")
    # 1. what is asked for, and that it is what stands there
    played = Played.of(policy)
    obstacle = played.obstacle
    body = _described(played, chosen) | overlay.record()
    digest = sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()
    request = Request(
        history.folder.absolute(),
        str(Path(policy).absolute()) if Path(policy).is_dir() else policy,
        chosen,
        out.absolute(),
        digest,
        tuple(each.content_hash for each in played.programs),
        obstacle is None,
        overlay,
    )
    planned = _planned(history)
    _try(request, history)
    _settle(out, body, planned, played)
    # 2. what is there, and what is not
    found = {block.name: found_done(request, block) for block in planned}
    missing = [block for block in planned if found[block.name] is None]
    reports = [report for report in found.values() if report is not None]
    n_found = n_done = sum(report.n_snapshots for report in reports)
    tell(Progress(n_done, n_found, len(history.snapshots), None))
    # 3. the rest
    last = {block.name: block.snapshots[-1].snapshot_time for block in planned}
    for report in workers(request, missing):
        reports.append(report)
        n_done += report.n_snapshots
        tell(Progress(n_done, n_found, len(history.snapshots), last[report.name]))
    rows = _total(reports)
    told = obstacle or next((one.failed for one in reports if one.failed), None)
    return Replayed(out, n_done, n_found, len(planned), rows, told)


def _described(played: Played, options: Options) -> dict[str, object]:
    """Return all that decides the results besides the snapshots."""
    chosen = asdict(options)
    for name in ("threads", "memory_limit", "tasks", "part"):
        del chosen[name]
    return {
        "schema_version": 1,
        "kind": "replay",
        "policy": played.program.policy,
        "programs": {each.policy: each.content_hash for each in played.programs},
        **chosen,
        "version": __version__,
    }


def _try(request: Request, history: History) -> None:
    """See that the last snapshot can be changed, before any is decided.

    Raises:
        UsageError: a change is of no row, or a script does not fit.
    """
    with TemporaryDirectory() as scratch:
        last = history.snapshots[-1:]
        overlaid(request.history, last, request.overlay, Path(scratch))


def _planned(history: History) -> list[Block]:
    ids = [each.snapshot_id for each in history.snapshots]
    if not ids:
        raise UsageError("no snapshot of the history lies in this time")
    twice = (
        next((each for each in ids if ids.count(each) > 1), None)
        if len(set(ids)) < len(ids)
        else None
    )
    if twice is not None:
        raise UsageError(f"two snapshots of the history are called {twice}")
    return blocks(history)


def _settle(
    out: Path, body: Mapping[str, object], planned: Sequence[Block], played: Played
) -> None:
    """Make the folder of results, or see that it is one of the same request."""
    path = out / NAME
    try:
        out.mkdir(parents=True, exist_ok=True)
        there = json.loads(path.read_bytes()) if path.exists() else None
        if there is None and any(out.iterdir()):
            raise UsageError(f"{out} holds something else", hint="give a new folder")
        if there is not None and there != body:
            differs = [key for key in there | body if there.get(key) != body.get(key)]
            raise UsageError(
                f"{out} holds another replay: {', '.join(differs)} differ",
                hint="give a new folder",
            )
        if there is None:
            _write_criteria(out, played)
            text = json.dumps(body, indent=1, ensure_ascii=False) + "\n"
            write_synced(path, text.encode())
        _clear(out, {f"{PREFIX}{block.name}" for block in planned})
    except (OSError, ValueError, AttributeError) as error:
        raise UsageError(
            f"cannot use {out}: {error}", hint="give a new folder"
        ) from error


def _write_criteria(out: Path, played: Played) -> None:
    """Write the dimension that decodes criteria, which all snapshots share."""
    with closing(Database.open(threads=1)) as database:
        database.run(played.program.criterion.sql)
        write_table(database.table(statement("criterion")), out / "criterion.parquet")


def _clear(out: Path, wanted: set[str]) -> None:
    """Remove what killed processes left, and blocks that are not cut like this now."""
    for entry in out.iterdir():
        is_left = entry.name.startswith(f".{PREFIX}")
        if is_left or (entry.name.startswith(PREFIX) and entry.name not in wanted):
            shutil.rmtree(entry)


def _total(reports: Iterable[BlockReport]) -> dict[str, int]:
    rows: dict[str, int] = {}
    for report in reports:
        for name, n_rows in report.rows.items():
            rows[name] = rows.get(name, 0) + n_rows
    return rows

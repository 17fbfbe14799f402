"""A replay, block by block: what is missing is decided and written.

A block holds snapshots that are decided together. It is written under a name that
begins with a dot and appears as a whole, so a block that is there is complete;
`block.json` records what it was made from.
"""

from __future__ import annotations

import json
import shutil
import socket
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pyarrow as pa

from brokersql import __version__
from brokersql.core.database import Database
from brokersql.core.errors import (
    CycleError,
    EngineError,
    OutOfMemoryError,
    PolicyError,
    UsageError,
)
from brokersql.core.files import (
    give_another,
    is_being_written,
    sync,
    whole_file,
    whole_folder,
    write_synced,
)
from brokersql.core.parquet_checksum import is_damaged
from brokersql.core.policy_names import DEFAULT_POLICY
from brokersql.core.record_version import SCHEMA_VERSION
from brokersql.core.sql_files import result_sql
from brokersql.cycle import Options, Plan, write_table
from brokersql.cycle.plan import check_chooses
from brokersql.cycle.run_record import parameter_records
from brokersql.policy import from_anywhere, resolve_parameters
from brokersql.render.text import plural
from brokersql.replay.decide import (
    decide_alone,
    decide_together,
    first_parameters,
    obstacle_of,
)
from brokersql.replay.overlay import Overlay, overlaid
from brokersql.results.run_record import BLOCK_FILE, BLOCK_PREFIX, REPLAY_FILE
from brokersql.snapshot.history import History
from brokersql.snapshot.manifest import SnapshotManifest, time_text

_CRITERION = "criterion.parquet"
#: Most snapshots of a block: with more, progress becomes coarse.
MOST_SNAPSHOTS = 240
#: Most rows of a block, over all tables: what bounds the memory that it takes.
MOST_ROWS = 16_000_000
#: Most pairs of a chunk and a queue of a block, for the same reason.
MOST_PAIRS = 8_000_000


@dataclass(frozen=True, slots=True)
class Block:
    """Snapshots that follow each other and are decided together."""

    snapshots: tuple[SnapshotManifest, ...]

    @property
    def name(self) -> str:
        """Return the time of the first snapshot."""
        return time_text(self.snapshots[0].snapshot_time)


def blocks(history: History) -> list[Block]:
    """Return the snapshots of a history in blocks of bounded size."""
    cuts: list[list[SnapshotManifest]] = []
    n_rows = n_pairs = 0
    for each in history.snapshots:
        counts = {name: table.n_rows for name, table in each.tables.items()}
        rows = sum(counts.values())
        pairs = counts.get("input_chunk", 0) * counts.get("queue", 0)
        is_full = (
            not cuts
            or len(cuts[-1]) == MOST_SNAPSHOTS
            or n_rows + rows > MOST_ROWS
            or n_pairs + pairs > MOST_PAIRS
        )
        if is_full:
            cuts.append([])
            n_rows = n_pairs = 0
        cuts[-1].append(each)
        n_rows, n_pairs = n_rows + rows, n_pairs + pairs
    return [Block(tuple(cut)) for cut in cuts]


@dataclass(frozen=True, slots=True)
class ReplayRequest:
    """What is replayed, and where to; plain values, so that it can travel.

    `digest` stands for all that decides the results besides the snapshots, `programs`
    for the rules, wherever a block runs. `together`: the program can be lifted.
    """

    history: Path
    policy: str
    options: Options
    out: Path
    digest: str
    programs: tuple[str, ...]
    together: bool
    overlay: Overlay


@dataclass(frozen=True, slots=True)
class BlockReport:
    """A finished block: its name, its number of snapshots, rows by table.

    `failed` is what went wrong with all its snapshots together, where each of them was
    decided alone after that.
    """

    name: str
    n_snapshots: int
    rows: Mapping[str, int]
    failed: str | None = None


def inputs_digest(overlay: Overlay, snapshots: Iterable[SnapshotManifest]) -> str:
    """Return a hash of snapshots, whatever is made from them.

    Changes of the snapshots are part of it.
    """
    digest = sha256()
    if overlay:
        digest.update(f"{json.dumps(overlay.record())}\n".encode())
    for each in snapshots:
        line = f"{each.snapshot_id} {each.snapshot_time} {each.content_hash}\n"
        digest.update(line.encode())
    return digest.hexdigest()


def _block_digest(request: ReplayRequest, block: Block) -> str:
    """Return a hash of all inputs of a block."""
    inputs = inputs_digest(request.overlay, block.snapshots)
    return sha256(f"{request.digest} {inputs}".encode()).hexdigest()


def _found_done(request: ReplayRequest, block: Block) -> BlockReport | None:
    """Return the report of a block that is there already, None if it is not."""
    folder = request.out / f"{BLOCK_PREFIX}{block.name}"
    try:
        record: dict[str, Any] = json.loads((folder / BLOCK_FILE).read_bytes())
        is_same = record["digest"] == _block_digest(request, block) and all(
            (file := folder / f"{name}.parquet").stat().st_size == each["n_bytes"]
            and not is_damaged(file)
            for name, each in record["tables"].items()
        )
        rows = {name: int(each["n_rows"]) for name, each in record["tables"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
    return BlockReport(block.name, len(block.snapshots), rows) if is_same else None


def run_block(request: ReplayRequest, block: Block) -> BlockReport:
    """Decide a block, write its tables and put them in their place.

    Raises:
        BrokersqlError: as a cycle does; nothing is left then.
        UsageError: the folder cannot be written.
    """
    place = request.out / f"{BLOCK_PREFIX}{block.name}"
    try:
        # two attempts at one block, on any two machines, do not meet
        with whole_folder(place) as folder:
            spill = folder.parent / "spill"
            tables, failed = _decided(request, block, spill)
            return _write(
                request,
                block,
                tables,
                failed,
                folder,
                _parameters(request, block, spill),
            )
    except OSError as error:
        raise give_another(request.out, error.strerror or str(error)) from error


def _decided(
    request: ReplayRequest, block: Block, spill: Path
) -> tuple[dict[str, pa.Table], str | None]:
    """Return the tables, and what failed for all together if it was tried one by one.

    So an error names its snapshot, and a block that needs too much memory is slow.
    """
    root, options, overlay = request.history, request.options, request.overlay
    plan, failed = _found(request.policy, request.programs), None
    if request.together:
        snapshots = overlaid(root, block.snapshots, overlay, spill / "overlaid")
        try:
            return decide_together(plan, root, snapshots, options, spill), None
        except (CycleError, EngineError, OutOfMemoryError) as error:
            failed = error.line()
    return decide_alone(plan, root, block.snapshots, options, overlay), failed


def _parameters(
    request: ReplayRequest, block: Block, spill: Path
) -> list[dict[str, object]]:
    """Return the record of the values in force in the first snapshot of a block."""
    plan = _found(request.policy, request.programs)
    asked = (request.options, request.overlay, spill)
    found = first_parameters(plan, request.history, block.snapshots, *asked)
    return parameter_records(found)


@cache
def _found(policy: str, programs: tuple[str, ...]) -> Plan:
    """Return the policy of these programs, read once by each worker."""
    plan = Plan.of(policy)
    if tuple(each.content_hash for each in plan.programs) != programs:
        raise PolicyError(
            f"policy {plan.program.policy} has other files at this worker",
            where=socket.gethostname(),
            hint="install the same version everywhere, or share the policy's folder",
        )
    return plan


def _write(
    request: ReplayRequest,
    block: Block,
    tables: Mapping[str, pa.Table],
    failed: str | None,
    folder: Path,
    parameters: Sequence[Mapping[str, object]],
) -> BlockReport:
    written: dict[str, dict[str, object]] = {}
    for name, table in tables.items():
        path = write_table(table, folder / f"{name}.parquet")
        sync(path)
        content = path.read_bytes()
        written[name] = {
            "sha256": sha256(content).hexdigest(),
            "n_rows": table.num_rows,
            "n_bytes": len(content),
        }
    body = {
        "schema_version": SCHEMA_VERSION,
        "kind": "replay block",
        "digest": _block_digest(request, block),
        "inputs": inputs_digest(request.overlay, block.snapshots),
        "history": str(request.history),
        "first": time_text(block.snapshots[0].snapshot_time),
        "last": time_text(block.snapshots[-1].snapshot_time),
        "snapshots": [each.snapshot_id for each in block.snapshots],
        "parameters": parameters,
        "tables": written,
    }
    write_synced(folder / BLOCK_FILE, (json.dumps(body, indent=1) + "\n").encode())
    rows = {name: table.num_rows for name, table in tables.items()}
    return BlockReport(block.name, len(block.snapshots), rows, failed)


def _is_begun(out: Path) -> bool:
    """Return whether a folder holds nothing, or what a killed replay began with."""
    names = {each.name for each in out.iterdir()}
    return all(each == _CRITERION or each.startswith(".") for each in names)


#: Snapshots as they are.
UNCHANGED = Overlay()


@dataclass(frozen=True, slots=True)
class ReplayProgress:
    """Progress of a replay: cycles done, of them found at its start, of all.

    `time` is that of the last snapshot of the block that was done last.
    """

    n_done: int
    n_found: int
    n_cycles: int
    time: datetime | None


@dataclass(frozen=True, slots=True)
class ReplayResult:
    """A finished replay: `rows` by table, `obstacle` where cycles were run alone."""

    folder: Path
    n_cycles: int
    n_found: int
    n_blocks: int
    rows: Mapping[str, int]
    obstacle: str | None


#: Runs blocks anywhere and yields their reports as they come.
Workers = Callable[[ReplayRequest, Sequence[Block]], Iterator[BlockReport]]


def one_by_one(
    request: ReplayRequest, missing: Sequence[Block]
) -> Iterator[BlockReport]:
    """Run blocks in this process, in the order of time."""
    for block in missing:
        yield run_block(request, block)


def replay(
    history: History,
    out: Path,
    policy: str = DEFAULT_POLICY,
    options: Options | None = None,
    *,
    overlay: Overlay = UNCHANGED,
    workers: Workers = one_by_one,
    on_progress: Callable[[ReplayProgress], None] = lambda progress: None,
) -> ReplayResult:
    """Decide every snapshot of a history and return what stands in the folder `out`.

    `out/block=<time>/<table>.parquet` hold the result tables, with `snapshot_id` in
    front. `overlay` changes every snapshot before it is decided. What an
    earlier replay of the same request left there is kept, so a killed one goes on,
    and one of a history that has grown does the rest.

    Raises:
        UsageError: no snapshot, unknown policy or parameter, `out` holds others or
            more of this history, or the overlay does not fit a snapshot.
        SnapshotError: a file of the history is gone or damaged.
        PolicyError: the policy is faulty.
        CycleError: a rule failed on a snapshot.
    """
    chosen = options or Options(verdict="none")
    if chosen.tasks:
        raise UsageError("a replay decides all tasks", hint="leave --task out")
    # 1. the request, and that the folder is of the same one
    source = from_anywhere(policy)
    plan = Plan.of(source)
    check_chooses(plan.program)
    resolve_parameters(plan.policy, chosen.profile, chosen.settings)  # none is unknown
    obstacle = obstacle_of(plan)
    body = _described(plan, chosen) | overlay.record()
    digest = sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()
    request = ReplayRequest(
        history.folder.absolute(),
        source,
        chosen,
        out.absolute(),
        digest,
        tuple(each.content_hash for each in plan.programs),
        obstacle is None,
        overlay,
    )
    planned = _planned(history)
    with TemporaryDirectory() as folder:  # a change must fit, before any is decided
        overlaid(request.history, history.snapshots[-1:], overlay, Path(folder))
    _prepare_folder(out, body, planned, plan, history)
    # 2. the blocks that are there, and those that are not
    found = {block.name: _found_done(request, block) for block in planned}
    missing = [block for block in planned if found[block.name] is None]
    reports = [report for report in found.values() if report is not None]
    n_found = n_done = sum(report.n_snapshots for report in reports)
    n_all = len(history.snapshots)
    on_progress(ReplayProgress(n_done, n_found, n_all, None))
    # 3. the rest
    last = {block.name: block.snapshots[-1].snapshot_time for block in planned}
    for report in workers(request, missing):
        reports.append(report)
        n_done += report.n_snapshots
        on_progress(ReplayProgress(n_done, n_found, n_all, last[report.name]))
    rows = Counter[str]()
    for report in reports:
        rows.update(report.rows)
    remark = obstacle or next((one.failed for one in reports if one.failed), None)
    return ReplayResult(out, n_done, n_found, len(planned), dict(rows), remark)


def _described(plan: Plan, options: Options) -> dict[str, object]:
    """Return all that decides the results besides the snapshots."""
    chosen = asdict(options)
    for name in ("threads", "memory_limit", "tasks", "part"):
        del chosen[name]
    return {
        "schema_version": SCHEMA_VERSION,
        "kind": "replay",
        "policy": plan.program.policy,
        "programs": {each.policy: each.content_hash for each in plan.programs},
        **chosen,
        "version": __version__,
    }


def _planned(history: History) -> list[Block]:
    ids = [each.snapshot_id for each in history.snapshots]
    if not ids:
        raise UsageError("no snapshot of the history lies in this time")
    for name, n_times in Counter(ids).items():
        if n_times > 1:
            hint = "take one out: brokersql history prune HISTORY --at TIME"
            raise UsageError(
                f"two snapshots of the history are called {name}", hint=hint
            )
    return blocks(history)


def _refuse_other_snapshots(out: Path, history: History) -> None:
    """Refuse a folder with decisions about others than these snapshots.

    Decisions about what has left the history since may go.
    """
    place, asked = history.folder.absolute(), _ids(history)
    there = _ids(History.at(place))
    others: list[str] = []
    for file in sorted(out.glob(f"{BLOCK_PREFIX}*/{BLOCK_FILE}")):
        with suppress(OSError, ValueError, KeyError, TypeError):
            record: dict[str, Any] = json.loads(file.read_bytes())
            is_same = record["history"] == str(place)
            left = (each for each in record["snapshots"] if each not in asked)
            others += [each for each in left if each in there or not is_same]
    if others:
        raise UsageError(
            f"{out} holds decisions about {plural(len(others), 'other snapshot')}, "
            f"such as {others[0]}",
            hint="give a new folder, or the same history, --from and --to",
        )


def _ids(history: History) -> set[str]:
    return {each.snapshot_id for each in history.snapshots}


def _prepare_folder(
    out: Path,
    body: Mapping[str, object],
    planned: Sequence[Block],
    plan: Plan,
    history: History,
) -> None:
    """Create the folder of results, or check that it is of the same request."""
    path = out / REPLAY_FILE
    try:
        out.mkdir(parents=True, exist_ok=True)
        there = json.loads(path.read_bytes()) if path.exists() else None
        if there is None and not _is_begun(out):
            raise UsageError(f"{out} holds something else", hint="give a new folder")
        if there is not None and there != body:
            differs = [key for key in there | body if there.get(key) != body.get(key)]
            raise UsageError(
                f"{out} holds another replay: {', '.join(differs)} differ",
                hint="give a new folder",
            )
        _refuse_other_snapshots(out, history)
        if there is None:
            # the dimension that decodes criteria, which all snapshots share
            with closing(Database.open(threads=1)) as database:
                database.run(plan.program.criterion.sql)
                criteria = database.table(result_sql("criterion"))
            with whole_file(out / _CRITERION) as partial:
                write_table(criteria, partial)
            text = json.dumps(body, indent=1, ensure_ascii=False) + "\n"
            write_synced(path, text.encode())
        # what killed processes left, and blocks that are not cut like this now
        wanted = {f"{BLOCK_PREFIX}{block.name}" for block in planned}
        for entry in [*out.glob(f".{BLOCK_PREFIX}*"), *out.glob(f"{BLOCK_PREFIX}*")]:
            is_left = entry.name.startswith(".") and not is_being_written(entry)
            is_old = entry.name.startswith(BLOCK_PREFIX) and entry.name not in wanted
            if is_left or is_old:
                shutil.rmtree(entry)
    except OSError as error:
        raise give_another(out, error.strerror or str(error)) from error
    except (ValueError, AttributeError) as error:
        raise UsageError(
            f"cannot use {out}: {error}", hint="give a new folder"
        ) from error

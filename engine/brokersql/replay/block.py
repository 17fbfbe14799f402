"""One block of a replay: decided, written, and put in its place as a whole.

What a killed process leaves is a folder whose name begins with a dot. A block that is
there is complete; `block.json` says what it was made from.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import cast

import pyarrow as pa

from brokersql.cycle import Options, write_table
from brokersql.errors import (
    CycleError,
    EngineError,
    OutOfMemoryError,
    PolicyError,
    UsageError,
)
from brokersql.replay.decide import Played, decide_alone, decide_together
from brokersql.replay.overlaid import Overlay, overlaid
from brokersql.replay.plan import Block
from brokersql.snapshot.history.seal import sync
from brokersql.snapshot.manifest import time_text

PREFIX = "block="
NAME = "block.json"


@dataclass(frozen=True, slots=True)
class Request:
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


def block_digest(request: Request, block: Block) -> str:
    """Return a hash of everything that a block is made from."""
    inputs = inputs_digest(request.overlay, block)
    return sha256(f"{request.digest} {inputs}".encode()).hexdigest()


def inputs_digest(overlay: Overlay, block: Block) -> str:
    """Return a hash of the snapshots of a block, whatever is made from them.

    Changes of the snapshots are part of it.
    """
    digest = sha256()
    if overlay:
        digest.update(f"{json.dumps(overlay.record())}\n".encode())
    for each in block.snapshots:
        line = f"{each.snapshot_id} {each.snapshot_time} {each.content_hash}\n"
        digest.update(line.encode())
    return digest.hexdigest()


def found_done(request: Request, block: Block) -> BlockReport | None:
    """Return the report of a block that is there already, None if it is not."""
    folder = request.out / f"{PREFIX}{block.name}"
    try:
        told = cast(Mapping[str, object], json.loads((folder / NAME).read_bytes()))
        files = cast(Mapping[str, Mapping[str, object]], told["tables"])
        sizes = {name: (folder / f"{name}.parquet").stat().st_size for name in files}
        is_same = told["digest"] == block_digest(request, block) and all(
            sizes[name] == each["n_bytes"] for name, each in files.items()
        )
        rows = {name: int(str(each["n_rows"])) for name, each in files.items()}
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return BlockReport(block.name, len(block.snapshots), rows) if is_same else None


def run_block(request: Request, block: Block) -> BlockReport:
    """Decide a block, write its tables and put them in their place.

    Raises:
        BrokersqlError: as a cycle does; nothing is left then.
        UsageError: the folder cannot be written.
    """
    # two attempts at one block, on any two machines, do not meet
    mark = f"{socket.gethostname()}-{os.getpid()}"
    scratch = request.out / f".{PREFIX}{block.name}.{mark}"
    try:
        try:
            shutil.rmtree(scratch, ignore_errors=True)
            scratch.mkdir(parents=True)
            tables, failed = _decided(request, block, scratch / "spill")
            shutil.rmtree(scratch / "spill", ignore_errors=True)
            report = replace(_write(request, block, tables, scratch), failed=failed)
            _place(scratch, request.out / f"{PREFIX}{block.name}")
        except OSError as error:
            raise UsageError(
                f"cannot write {error.filename or scratch}: {error.strerror}",
                hint="give --out a folder that you may write",
            ) from error
        return report
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _decided(
    request: Request, block: Block, spill: Path
) -> tuple[dict[str, pa.Table], str | None]:
    """Return the tables; what fails for all together is tried one by one, and told.

    So an error names its snapshot, and a block that needs too much memory is slow.
    """
    root, failed = request.history, None
    played = _found(request.policy, request.programs)
    options, overlay = request.options, request.overlay
    if request.together:
        snapshots = overlaid(root, block.snapshots, overlay, spill / "overlaid")
        try:
            return decide_together(played, root, snapshots, options, spill), None
        except (CycleError, EngineError, OutOfMemoryError) as error:
            failed = error.line()
    return decide_alone(played, root, block.snapshots, options, overlay), failed


@cache
def _found(policy: str, programs: tuple[str, ...]) -> Played:
    """Return the policy of these programs, read once by each worker."""
    played = Played.of(policy)
    if tuple(each.content_hash for each in played.programs) != programs:
        raise PolicyError(
            f"policy {played.program.policy} has other files at this worker",
            where=socket.gethostname(),
            hint="install the same version everywhere, or share the policy's folder",
        )
    return played


def _write(
    request: Request, block: Block, tables: Mapping[str, pa.Table], folder: Path
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
        "schema_version": 1,
        "kind": "replay block",
        "digest": block_digest(request, block),
        "inputs": inputs_digest(request.overlay, block),
        "history": str(request.history),
        "first": time_text(block.snapshots[0].snapshot_time),
        "last": time_text(block.snapshots[-1].snapshot_time),
        "snapshots": [each.snapshot_id for each in block.snapshots],
        "tables": written,
    }
    path = folder / NAME
    path.write_text(json.dumps(body, indent=1) + "\n", encoding="utf-8")
    sync(path)
    sync(folder)
    rows = {name: table.num_rows for name, table in tables.items()}
    return BlockReport(block.name, len(block.snapshots), rows)


def _place(scratch: Path, folder: Path) -> None:
    """Let a block appear; one that another attempt placed meanwhile is the same."""
    if folder.exists():
        shutil.rmtree(folder)
    os.rename(scratch, folder)
    sync(folder.parent)

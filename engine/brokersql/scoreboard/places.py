"""What a scoreboard is made of: a run, a replay, a simulation or a history."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import cast

import pyarrow as pa
import pyarrow.parquet as pq

from brokersql.diff.sides import BLOCK, REPLAY
from brokersql.errors import SnapshotError, UsageError
from brokersql.replay.block import inputs_digest
from brokersql.replay.overlaid import Overlay, overlaid
from brokersql.replay.plan import Block, blocks
from brokersql.report.recorded import is_run, open_run
from brokersql.scoreboard.states import (
    STATES,
    States,
    history_states,
    joined,
    run_states,
)
from brokersql.snapshot import parse_change
from brokersql.snapshot.history import History

#: Told after each part: how many are read, of how many.
Progress = Callable[[int, int], None]
_Part = Callable[[], States]


def open_states(
    place: Path,
    history: Path | None = None,
    progress: Progress = lambda _done, _all: None,
) -> States:
    """Return how things stood in every cycle of what a folder holds.

    `history` is where the snapshots of a replay are, should they have moved.

    Raises:
        UsageError: the folder holds no cycle.
        SnapshotError: a snapshot is gone, or a file is damaged.
    """
    if is_run(place):
        return stored_states(place) or run_states(open_run(place))
    with tempfile.TemporaryDirectory(prefix="brokersql-") as scratch:
        decided = [path.parent for path in _records(place)]
        parts = (
            [part for one in decided for part in _decided(one, history, Path(scratch))]
            if decided
            else _undecided(place, Path(scratch))
        )
        if not parts:
            raise UsageError(f"{place} holds no cycle")
        read: list[States] = []
        for part in parts:
            progress(len(read), len(parts))
            read.append(part())
        progress(len(read), len(parts))
    return joined(read)


def is_decided(place: Path) -> bool:
    """Tell whether a folder holds a replay or a simulation."""
    return bool(_records(place))


def _records(place: Path) -> list[Path]:
    """Return the record of a replay, or those of the policies of a simulation."""
    own = place / REPLAY
    return [own] if own.is_file() else sorted(place.glob(f"*/{REPLAY}"))


def _undecided(place: Path, scratch: Path) -> list[_Part]:
    """Return the snapshots of a history in parts of bounded size."""
    found = History.open(place)
    return [
        partial(history_states, found.folder, block.snapshots, None, scratch)
        for block in blocks(found)
    ]


def _decided(place: Path, history: Path | None, scratch: Path) -> list[_Part]:
    """Return the blocks of a replay; those of a simulation say how things stood."""
    return [
        partial(_block, path, history, scratch)
        for path in sorted(place.glob(f"*/{BLOCK}"))
    ]


def _block(path: Path, history: Path | None, scratch: Path) -> States:
    return stored_states(path.parent) or _replayed(path, history, scratch)


def stored_states(folder: Path) -> States | None:
    """Return what a simulated cycle says of how things stood; None of other folders.

    Raises:
        SnapshotError: a table is gone or damaged.
    """
    if not (folder / f"{STATES[0]}.parquet").is_file():
        return None
    return {name: _read(folder / f"{name}.parquet") for name in STATES}


def _read(file: Path) -> pa.Table:
    try:
        return pq.ParquetFile(file).read()  # pyright: ignore[reportUnknownMemberType]
    except (OSError, pa.ArrowException) as error:
        raise SnapshotError(f"cannot be read: {error}", where=str(file)) from error


def _replayed(path: Path, history: Path | None, scratch: Path) -> States:
    """Return the states of a block of a replay, whose snapshots are in its history."""
    record = _record(path)
    wanted = cast(Sequence[str], record.get("snapshots", ()))
    recorded = str(record.get("history") or "")
    place = history or Path(recorded)
    if not recorded and history is None:
        raise UsageError(
            f"{path.parent} does not say where its history is", hint="--history FOLDER"
        )
    there = {each.snapshot_id: each for each in History.open(place).snapshots}
    gone = [each for each in wanted if each not in there]
    if gone:
        raise SnapshotError(
            f"{gone[0]} of the replay is not in its history any more",
            where=str(place),
            hint="--history FOLDER says where it is now",
        )
    snapshots = [there[each] for each in wanted]
    overlay = _overlay(_record(path.parent.parent / REPLAY))
    if inputs_digest(overlay, Block("", tuple(snapshots))) != record.get("inputs"):
        raise SnapshotError(
            "the history has other rows than the replay decided about",
            where=str(place),
            hint="replay it again",
        )
    changed = overlaid(place, snapshots, overlay, scratch / path.parent.name)
    return history_states(place, changed, path.parent, scratch)


def _record(path: Path) -> Mapping[str, object]:
    try:
        return cast(Mapping[str, object], json.loads(path.read_bytes()))
    except (OSError, ValueError) as error:
        raise SnapshotError(
            f"is no such record ({error})", where=str(path), hint="replay it again"
        ) from error


def _overlay(replay: Mapping[str, object]) -> Overlay:
    """Return what a replay changed in every snapshot."""
    updates = cast(Sequence[str], replay.get("updates", ()))
    scripts = cast(Sequence[str], replay.get("scripts", ()))
    return Overlay(tuple(map(parse_change, updates)), tuple(scripts))

"""Reads logs that grow: what was appended, whole lines only, across rotations."""

from __future__ import annotations

import bz2
import gzip
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from brokersql.core.errors import UsageError
from brokersql.shadow.compare import LogText

_TASK = re.compile(r"<jediTaskID=(\d+)[ >]")
_ENDS = re.compile(r"> *(done$|no candidates|no sites can run|set nucleus=|available )")
_OPENERS = {".gz": gzip.open, ".bz2": bz2.open}


def read_log(path: Path) -> LogText:
    """Return the lines of a log; .gz and .bz2 are unpacked.

    Raises:
        UsageError: it cannot be read.
    """
    opener = _OPENERS.get(path.suffix, open)
    try:
        with opener(path, "rt", encoding="utf-8", errors="replace") as file:
            return LogText(str(path), str(file.read()).splitlines())
    except (OSError, EOFError) as error:
        raise UsageError(f"{path} cannot be read: {error}") from error


def log_files(places: Sequence[Path]) -> list[Path]:
    """Return files as they are given, and all files of folders by name."""
    found: list[Path] = []
    for place in places:
        inside = (
            sorted(it for it in place.iterdir() if it.is_file())
            if place.is_dir()
            else [place]
        )
        found += [it for it in inside if not it.name.startswith(".")]
    return found


@dataclass(slots=True)
class _GrowingFile:
    """One file, how far it was read, and which file that was."""

    path: Path
    offset: int = 0
    inode: int = 0
    rest: bytes = b""

    def appended(self) -> list[str]:
        """Return the whole lines that came since the last call."""
        try:
            state = os.stat(self.path)
        except OSError:
            return []  # between two files of a rotation there may be none
        if state.st_ino != self.inode or state.st_size < self.offset:
            self.offset, self.inode, self.rest = 0, state.st_ino, b""
        with self.path.open("rb") as file:
            file.seek(self.offset)
            content = self.rest + file.read()
            self.offset = file.tell()
        *lines, self.rest = content.split(b"\n")
        return [line.decode("utf-8", errors="replace") for line in lines]


@dataclass(slots=True)
class GrowingLogs:
    """Logs that grow, and the lines of each task that they had so far."""

    files: list[_GrowingFile]
    by_task: dict[str, list[str]] = field(default_factory=dict[str, list[str]])

    @classmethod
    def of(cls, paths: Sequence[Path]) -> GrowingLogs:
        """Return logs that nothing was read of yet."""
        return cls([_GrowingFile(path) for path in paths])

    def decided(self) -> Iterator[LogText]:
        """Yield all lines of the tasks of which a decision ended since last time."""
        ended: dict[str, None] = {}
        for file in self.files:
            task = ""
            for line in file.appended():
                found = _TASK.search(line)
                task = found[1] if found else task
                self.by_task.setdefault(task, []).append(line)
                if found and _ENDS.search(line):
                    ended[task] = None
        for task in ended:
            yield LogText(f"task {task}", self.by_task[task])

"""Reads logs that grow: what was appended, whole lines only, across rotations."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from brokersql.core.errors import UsageError
from brokersql.core.packed import unpacked
from brokersql.shadow.compare import LogText

_TASK = re.compile(r"<jediTaskID=(\d+)[ >]")
#: The last line of a decision, as log_line.sql knows it.
_ENDS = re.compile(
    r"> *(done$|no candidates|no sites can run|set nucleus=|available "
    r"|throttle to generate|dataset=\S+ is incomplete)"
)
#: The name of a log, and the number or date that a rotation gave it.
_ROTATED = re.compile(r"(.+?)(?:[.-](\d+))?(?:\.gz|\.bz2|\.zst)?", re.DOTALL)
#: Seconds without a line after which the broker has left a task.
QUIET_S = 120.0


def read_log(files: Sequence[Path]) -> LogText:
    """Return the lines of a log, of its oldest file first, unpacked where packed.

    Raises:
        UsageError: it cannot be read.
    """
    lines: list[str] = []
    parts: list[tuple[str, int]] = []
    for path in files:
        try:
            text = unpacked(path.read_bytes()).decode(errors="replace")
        except OSError as error:
            why = error.strerror or error
            raise UsageError(f"{path} cannot be read: {why}") from error
        found = text.splitlines()
        lines += found
        parts.append((str(path), len(found)))
    return LogText(str(files[-1]), lines, parts=parts)


def log_files(places: Sequence[Path]) -> list[list[Path]]:
    """Return the files of each log, of files as given and of folders by name.

    A rotated log has several, oldest first: x.log-20261127, x.log.2.gz, x.log.1, x.log.

    Raises:
        UsageError: a folder holds none.
    """
    found: dict[tuple[Path, str], list[Path]] = {}
    for place in places:
        inside = (
            sorted(it for it in place.iterdir() if it.is_file())
            if place.is_dir()
            else [place]
        )
        logs = [it for it in inside if not it.name.startswith(".")]
        if not logs:
            raise UsageError(f"{place} holds no file", hint="name a log, or its folder")
        for log in logs:
            found.setdefault((log.parent, _rotation(log)[0]), []).append(log)
    return [
        sorted(files, key=lambda each: _rotation(each)[1]) for files in found.values()
    ]


def _rotation(file: Path) -> tuple[str, tuple[int, int]]:
    """Return the name of a log, and what orders its files by age, oldest first."""
    found = _ROTATED.fullmatch(file.name)
    assert found is not None
    name, number = found.groups()
    if number is None:
        return name, (2, 0)
    is_date = len(number) >= len("20261128")
    return name, (0, int(number)) if is_date else (1, -int(number))


class _GrowingFile:
    """One file, read as far as it goes; after a rotation the old one to its end."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: BinaryIO | None = None
        self._rest = b""

    def appended(self) -> list[str]:
        """Return the whole lines that came since the last call."""
        content = self._rest
        if self._file is not None:
            content += self._file.read()
        if self._is_another():
            with suppress(OSError):  # between two files of a rotation there may be none
                self._file = self._path.open("rb")
                content += self._file.read()
        *lines, self._rest = content.split(b"\n")
        return [line.decode("utf-8", errors="replace") for line in lines]

    def _is_another(self) -> bool:
        """Return whether the name is that of a file that is not open, or cut short."""
        if self._file is None:
            return True
        own = os.fstat(self._file.fileno())
        try:
            named = os.stat(self._path)
        except OSError:
            return False
        is_same = (own.st_dev, own.st_ino) == (named.st_dev, named.st_ino)
        return not is_same or named.st_size < self._file.tell()


@dataclass(slots=True)
class _TaskLines:
    lines: list[str] = field(default_factory=list[str])
    time: float = 0.0
    n_given: int = 0


class GrowingLogs:
    """Logs that grow, and the lines that each task had in this turn of the broker.

    What is written about a task after `quiet_s` seconds of silence is of another turn,
    which begins with the task's first chunk again.
    """

    def __init__(self, paths: Sequence[Path], quiet_s: float = QUIET_S) -> None:
        self._files = [_GrowingFile(path) for path in paths]
        self._quiet_s = quiet_s
        self._by_task: dict[str, _TaskLines] = {}

    def is_known(self, task: object) -> bool:
        """Return whether lines of a task are held."""
        return str(task) in self._by_task

    def decided(self) -> Iterator[LogText]:
        """Yield all lines of the tasks of which a decision ended since last time."""
        now = time.monotonic()
        for task, held in list(self._by_task.items()):
            if now - held.time > self._quiet_s:
                del self._by_task[task]
        ended: dict[str, None] = {}
        for file in self._files:
            task = ""
            for line in file.appended():
                found = _TASK.search(line)
                task = found[1] if found else task
                if not task:
                    continue
                held = self._by_task.setdefault(task, _TaskLines())
                held.lines.append(line)
                held.time = now
                if found and _ENDS.search(line):
                    ended[task] = None
        for task in ended:
            held = self._by_task[task]
            yield LogText(f"task {task}", held.lines, held.n_given)
            held.n_given = len(held.lines)

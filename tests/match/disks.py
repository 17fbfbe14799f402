"""Disks to keep a state on: one that does not wait, and one that refuses."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from brokersql.match.store.files import Files


class Unsynced(Files):
    """The disk without waiting for it: a killed process leaves its writes behind."""

    def sync(self, descriptor: int) -> None:
        """Do nothing."""

    def sync_folder(self, folder: Path) -> None:
        """Do nothing."""


@dataclass
class Refusing(Unsynced):
    """A disk whose nth call of a kind fails, and whose writes may be short."""

    call: str = ""
    nth: int = 0
    error: int = 0
    is_short: bool = False
    made: Counter[str] = field(default_factory=Counter[str])

    def _count(self, call: str) -> None:
        self.made[call] += 1
        if call == self.call and self.made[call] == self.nth:
            raise OSError(self.error, os.strerror(self.error))

    def open(self, path: Path, flags: int) -> int:
        self._count("open")
        return super().open(path, flags)

    def write(self, descriptor: int, content: bytes | memoryview, offset: int) -> int:
        self._count("write")
        size = (len(content) + 1) // 2 if self.is_short else len(content)
        return super().write(descriptor, content[:size], offset)

    def preallocate(self, descriptor: int, size: int, offset: int) -> None:
        self._count("preallocate")
        super().preallocate(descriptor, size, offset)

    def sync(self, descriptor: int) -> None:
        self._count("sync")

    def truncate(self, descriptor: int, size: int) -> None:
        self._count("truncate")
        super().truncate(descriptor, size)

    def rename(self, source: Path, target: Path) -> None:
        self._count("rename")
        super().rename(source, target)

    def sync_folder(self, folder: Path) -> None:
        self._count("sync_folder")

"""Seeded choices: usual values everywhere, unusual ones where a topic is hot."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random
from typing import TypeVar

Item = TypeVar("Item")
Row = dict[str, object]
Tables = dict[str, list[Row]]

NOW = datetime(2026, 1, 15, 12, 0)
TOPICS = (
    *("frame", "status", "links", "nucleus", "priority", "inactive", "zero_share"),
    *("jumbo", "disk_io", "cores", "software", "hardware", "memory", "remote_input"),
    *("scratch", "space", "endpoint", "wan", "walltime", "connectivity"),
    *("event_service", "transferring", "pledge", "t1_weight", "io_intensity"),
    *("full_chain", "pilots", "data", "files", "work_queue", "lock", "slots"),
    *("workers", "load", "preassigned", "merging", "scout", "network", "config"),
)


class Dice:
    """All random choices of a world; a few topics are hot, the others quiet."""

    def __init__(self, seed: int, topics: Sequence[str] = TOPICS) -> None:
        self.random = Random(seed)
        number = self.random.choice((2, 4, 4, 6, 6, 9, len(topics)))
        self.hot: frozenset[str] = frozenset(self.random.sample(topics, number))

    def pick(self, topic: str, usual: Item, *unusual: Item) -> Item:
        """Return the usual value, or often another one where the topic is hot."""
        if topic in self.hot and self.random.random() < 0.65:
            return self.random.choice(unusual)
        return usual

    def choice(self, items: Sequence[Item]) -> Item:
        """Return one of the items."""
        return self.random.choice(items)

    def chance(self, percent: int) -> bool:
        """Return True in so many of a hundred cases."""
        return self.random.random() * 100 < percent

    def number(self, least: int, most: int) -> int:
        """Return a whole number, both ends included."""
        return self.random.randint(least, most)


def ago(**age: float) -> datetime:
    """Return a time before the snapshot."""
    return NOW - timedelta(**age)

"""The machine's clock tells when something was stored and decides nothing."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import pytest

from brokersql.match import Ledger, LedgerView
from brokersql.match.store.ledger import Means
from brokersql.match.store.lock import Owner
from tests.match.crashing import Writing
from tests.match.disks import Unsynced

SECOND = 1_000_000
HOUR, DAY = 3600 * SECOND, 86_400 * SECOND
NOON = 1_760_443_200 * SECOND


def at(*moment: int) -> int:
    return int(datetime(*moment, tzinfo=UTC).timestamp()) * SECOND  # type: ignore[misc]


def steps(start: int, by: int) -> Callable[[], int]:
    moments = count(start, by)
    return lambda: next(moments)


CLOCKS: dict[str, Callable[[], int]] = {
    "an hour back at every look": steps(NOON, -HOUR),
    "400 days ahead": steps(NOON, 400 * DAY),
    "summer time begins": steps(at(2026, 3, 29, 0, 59), 10 * SECOND),
    "summer time ends": steps(at(2026, 10, 25, 0, 59), 10 * SECOND),
    "a leap second": steps(at(2016, 12, 31, 23, 59, 58), SECOND // 2),
    "the year 9999": steps(at(9999, 12, 31, 23, 59, 50), SECOND),
    "epoch 0 and before": steps(3 * SECOND, -SECOND),
    "stopped": lambda: NOON,
}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Writing:
    writing = Writing(tmp_path_factory.mktemp("whole") / "state", 1, 12)
    writing.write()
    return writing


@pytest.fixture
def zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    def change(name: str) -> None:
        monkeypatch.setenv("TZ", name)
        time.tzset()

    yield change
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize("name", CLOCKS)
def test_whatever_the_clock_says_the_matches_are_the_same(
    tmp_path: Path, whole: Writing, name: str
) -> None:
    writing = Writing(tmp_path / "state", 1, 12)
    means = Means(Unsynced(), clock=CLOCKS[name], segment_bytes=4000)
    writing.write(means)
    assert writing.records() == whole.records()
    for stored in LedgerView.open(writing.folder).records():
        assert 1969 <= stored.time.year <= 9999
    with Ledger.open(writing.folder, means) as ledger:
        assert ledger.owner.since.endswith(("Z", "end of time"))


@pytest.mark.parametrize("name", ["Pacific/Apia", "America/St_Johns", "Europe/Zurich"])
def test_the_zone_of_the_machine_changes_nothing(
    tmp_path: Path, whole: Writing, zone: Callable[[str], None], name: str
) -> None:
    zone(name)
    writing = Writing(tmp_path / "state", 1, 12)
    writing.write()
    assert writing.records() == whole.records()
    assert Owner(1, 1, "host", NOON).since == "2025-10-14 12:00:00Z"

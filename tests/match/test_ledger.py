"""What the ledger took is there, in order, whole, and found again by everybody."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pyarrow as pa
import pytest

from brokersql.core.errors import StateError, UsageError
from brokersql.match import Ledger, LedgerView, Record
from brokersql.match.audit import audit_jobs
from brokersql.match.store import ledger
from brokersql.match.store.ledger import Means
from tests.match.tiny import TinyMatcher, jobs, pilots, started

SMALL = Means(segment_bytes=2000)


@pytest.mark.parametrize("inline_bytes", [ledger.INLINE_BYTES, 0])
def test_records_come_back_as_they_were_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, inline_bytes: int
) -> None:
    monkeypatch.setattr(ledger, "INLINE_BYTES", inline_bytes)
    rows = pa.table(
        {
            "job_id": pa.array([1, None, -(1 << 63)], pa.int64()),
            "site": pa.array([["A", "é", None], None, []], pa.list_(pa.string())),
            "at": pa.array([datetime(2026, 3, 29, 1), None, None], pa.timestamp("us")),
            "share": pa.array([0.1, None, float("inf")], pa.float64()),
            "is_generic": pa.array([True, None, False], pa.bool_()),
            "vo": pa.array([None, None, None], pa.string()),
        }
    )
    none = rows.slice(0, 0)
    given = [
        Record("init", {"seed": 7, "nested": {"a": [1.5, None, "ü"]}}, {"x": rows}),
        Record("config"),
        Record("add", {}, {"dirac_job": none, "other": rows}),
    ]
    with Ledger.create(tmp_path / "state", given[0]) as made:
        assert [made.append(record) for record in given[1:]] == [2, 3]
    stored = list(LedgerView.open(tmp_path / "state").records())
    assert [each.record for each in stored] == given
    assert [each.seq for each in stored] == [1, 2, 3]
    assert stored[2].table("other").schema == rows.schema
    held = [each.n_rows for each in stored[2].attachments]
    assert held == ([] if inline_bytes else [3])
    with pytest.raises(KeyError):
        stored[2].table("absent")


def test_segments_are_sealed_and_a_checkpoint_shortens_the_way_in(
    tmp_path: Path,
) -> None:
    with started(tmp_path / "state", 60, SMALL).ledger as ledger:
        matcher = TinyMatcher(ledger)
        for number in range(30):
            matcher.match(pilots([f"p{number}"]))
            if number in (4, 9, 19):
                matcher.checkpoint()
    view = LedgerView.open(tmp_path / "state")
    assert len(view.manifest.sealed) > 5
    assert view.checkpoint is not None and view.checkpoint.seq == 21
    assert len(list(view.records(view.checkpoint.seq))) == 10
    assert [each.seq for each in view.records(28)] == [29, 30, 31]
    assert len(list((tmp_path / "state/checkpoints").iterdir())) == 4
    with Ledger.open(tmp_path / "state", SMALL) as ledger:
        again = TinyMatcher(ledger)
        assert (again.waiting, again.n_matches) == (matcher.waiting, 30)
    assert [each.seq for each in view.checked()] == list(range(1, 32))
    assert view.n_segments == len(list((tmp_path / "state/segments").iterdir()))


def test_two_checkpoints_of_the_same_moment_are_one(tmp_path: Path) -> None:
    with started(tmp_path / "state", 3).ledger as ledger:
        matcher = TinyMatcher(ledger)
        for _ in range(2):
            matcher.checkpoint()
        matcher.match(pilots(["p"]))
    view = LedgerView.open(tmp_path / "state")
    assert len(list((tmp_path / "state/checkpoints").iterdir())) == 2
    assert [each.seq for each in view.records(1)] == [2]


def test_every_record_says_by_whom_and_when(tmp_path: Path) -> None:
    noon = 1_760_443_200_000_000
    folder = tmp_path / "state"
    with Ledger.create(folder, Record("init"), Means(clock=lambda: noon)) as ledger:
        first = ledger.owner.epoch
    with Ledger.open(folder, Means(clock=lambda: noon + 5_000_000)) as ledger:
        ledger.append(Record("config"))
        assert ledger.owner.epoch > first
    one, two = LedgerView.open(folder).records()
    assert (one.time, one.epoch) == (datetime(2025, 10, 14, 12, tzinfo=UTC), first)
    assert two.time_us - one.time_us == 5_000_000


def test_a_state_is_made_once_and_only_in_a_folder_of_its_own(tmp_path: Path) -> None:
    with Ledger.create(tmp_path / "state", Record("init")):
        pass
    with pytest.raises(UsageError, match="holds a state already"):
        Ledger.create(tmp_path / "state", Record("init"))
    (tmp_path / "home").mkdir()
    (tmp_path / "home/letter.txt").touch()
    with pytest.raises(UsageError, match=r"holds something else, such as letter.txt"):
        Ledger.create(tmp_path / "home", Record("init"))
    for look in (Ledger.open, LedgerView.open):
        with pytest.raises(StateError, match="there is no state here"):
            look(tmp_path / "nowhere")


@pytest.mark.parametrize(
    ("kind", "job_id", "expected"),
    [
        ("match", 1, "record 3 has match of job 1 after match"),
        ("requeue", 2, "record 3 has requeue of job 2 after add"),
        ("match", 7, "record 3 has match of job 7 after nothing"),
    ],
)
def test_the_audit_finds_a_job_given_twice(
    tmp_path: Path, kind: str, job_id: int, expected: str
) -> None:
    with started(tmp_path / "state", 2).ledger as ledger:
        ledger.append(Record("match", {}, {"match": jobs([1])}))
        ledger.append(Record(kind, {}, {kind: jobs([job_id])}))
        with pytest.raises(StateError, match=expected):
            audit_jobs(ledger.view.records())

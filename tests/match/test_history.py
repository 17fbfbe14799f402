"""The checker of histories finds each kind of fault in one that was made up."""

from __future__ import annotations

from pathlib import Path

import pytest

from brokersql.match import StoredRecord
from tests.match.history import History, Operation
from tests.match.tiny import pilots, started


@pytest.fixture
def records(tmp_path: Path) -> list[StoredRecord]:
    matcher = started(tmp_path / "state", 2)
    with matcher.ledger as ledger:
        matcher.match(pilots(["a", "b"]))
        matcher.match(pilots(["c"]))
        return list(ledger.view.records())


def history(records: list[StoredRecord], **changes: Operation) -> History:
    """Return a history that is right, but for the changes."""
    made = History()
    rows = [
        row
        for stored in records
        if stored.kind == "match"
        for row in stored.table("match").to_pylist()
    ]
    for row in rows:
        name = row["pilot_id"]
        right = Operation(name, row["seq"], row["seq"] + 0.5, "ok", row["job_id"])
        made.operations.append(changes.get(name, right))
    return made


@pytest.mark.parametrize(
    ("name", "changed", "expected"),
    [
        ("a", None, ""),
        ("b", Operation("b", 2), ""),
        ("a", Operation("a", 1, 2, "fail"), "a failed, and was served"),
        ("a", Operation("a", 1, 2, "ok", 77), "a was told another job"),
        ("b", Operation("x", 1, 2, "ok", 1), "x was answered, and not kept"),
        ("b", Operation("x", 1, 2, "info"), "b was never invoked"),
        ("a", Operation("a", 9, 10, "info"), "a came after its effect"),
    ],
)
def test_a_wrong_history_is_found(
    records: list[StoredRecord], name: str, changed: Operation | None, expected: str
) -> None:
    made = history(records, **({name: changed} if changed else {}))
    found = made.faults(records)
    assert expected in found if expected else found == []
    twice = made.faults([*records, records[1]])
    assert "a was served twice" in twice
    assert any(each.endswith("given twice") for each in twice)

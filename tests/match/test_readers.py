"""Whoever reads beside a writer sees whole records, never fewer than acknowledged."""

from __future__ import annotations

from pathlib import Path

from brokersql.match import LedgerView
from brokersql.match.store.layout import MANIFEST
from brokersql.match.store.view import read_view
from tests.match.crashing import Writing


def see(view: LedgerView) -> int:
    """Return the number of the last record, having found everything whole."""
    records = list(view.checked())
    assert len(records) == view.head.seq
    tables = view.checkpoint_tables()
    assert bool(tables) == (view.checkpoint is not None)
    batches = [each for each in records if each.kind == "match"]
    cycles = [each.note["cycle"] for each in batches]
    assert cycles == list(range(1, len(batches) + 1))
    for each in batches:
        assert each.table("match").num_rows == 1 + each.seq % 3
    return view.head.seq


def test_a_reader_sees_whole_batches_while_a_writer_goes_on(tmp_path: Path) -> None:
    writing = Writing(tmp_path / "state", 1, 1_000_000)
    process = writing.start()
    seen: list[int] = []
    while len(set(seen)) < 5:
        assert process.is_alive()
        if (writing.folder / MANIFEST).exists():
            acked = writing.last_acked()
            seen.append(read_view(writing.folder, see))
            assert seen[-1] >= acked
    process.kill()
    process.join()
    assert seen == sorted(seen)
    assert read_view(writing.folder, see) >= writing.last_acked() > 0

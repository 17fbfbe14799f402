"""NWS dumps become the table network_metric."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path

import pytest

from brokersql.core.errors import SnapshotError, UsageError
from brokersql.snapshot.importers import ImportReport, import_file
from tests.snapshot_sources import tables
from tests.snapshot_sources.tables import contents

REAL = Path(__file__).parents[3] / "shared" / "data"

DASHB = {"1h": 2.5, "1d": 3, "1w": 0.07, "timestamp": "2024-08-08T12:35:16"}
QUEUED = {
    "Production Output": {"latest": 12, "timestamp": "2024-08-08T12:30:05"},
    "Express": {"latest": 0, "timestamp": "2024-08-08T12:30:05"},
}
DONE = {"1h": 7, "6h": 40, "timestamp": "2024-08-08T12:35:05"}
LINK: dict[str, object] = {
    **{"src": "A", "dst": "B", "mbps": {"dashb": DASHB}},
    "closeness": {"latest": 4, "timestamp": "2024-08-08T12:00:03"},
    "files": {
        **{"queued": QUEUED, "queued-total": 12, "done": {"Production Output": DONE}},
        **{"done-total-1h": 7, "done-total-6h": 40},
    },
    "bytes": {"queued": {"Express": {"latest": 1}}, "queued-total": 1},
}


def dump(folder: Path, content: object) -> Path:
    file = folder / "nws.json"
    file.write_text(json.dumps(content), encoding="utf-8")
    return file


def imported(folder: Path, content: object, stamp: str = "snapshot") -> ImportReport:
    return import_file("network", dump(folder, content), folder / "snap", stamp=stamp)


def rows(folder: Path) -> list[dict[str, object]]:
    return tables.rows(folder / "snap", "network_metric")


def test_all_metrics_of_a_link(tmp_path: Path) -> None:
    report = imported(tmp_path, {"A:B": LINK})
    assert {row["key"]: row["value"] for row in rows(tmp_path)} == {
        **{"dashb_mbps_1h": 2.5, "dashb_mbps_1d": 3.0, "dashb_mbps_1w": 0.07},
        **{"Production Output_queued": 12.0, "Express_queued": 0.0},
        **{"Production Output_done_1h": 7.0, "Production Output_done_6h": 40.0},
        "AGIS_closeness": 4.0,
    }
    links = {(row["src_site"], row["dst_site"]) for row in rows(tmp_path)}
    assert links == {("A", "B")}
    assert report.n_records == 1


def test_every_link_is_accounted_for(tmp_path: Path) -> None:
    silent = {"src": "A", "dst": "C", "mbps": {"dashb": {"timestamp": "x"}}}
    content = {
        "A:B": LINK,
        "A:C": silent,
        "D:D": {"closeness": {"latest": 11, "timestamp": "2024-08-08T12:00:03"}},
        "nowhere": {"closeness": {"latest": 11}},
        "E:F": 7,
        "again": LINK,
    }
    report = imported(tmp_path, content)
    assert report.n_records == 6
    assert {(one.key, one.reason) for one in report.quarantined} == {
        ("nowhere", "does not name a source and a destination"),
        ("E:F", "is a JSON ubigint where an object is due"),
        ("again", "the link stands twice in the file, the first one counts"),
    }
    known = {(row["src_site"], row["dst_site"]) for row in rows(tmp_path)}
    assert known == {("A", "B"), ("A", "C"), ("D", "D")}
    (unknown,) = [row for row in rows(tmp_path) if row["value"] is None]
    assert (unknown["dst_site"], unknown["key"]) == ("C", "dashb_mbps_1w")
    assert (
        "links: read: 3; without any metric (one row, value unknown): 1" in report.notes
    )


def test_the_time_of_the_dump_ignores_a_broken_clock(tmp_path: Path) -> None:
    late = {"mbps": {"dashb": {"1w": 1, "timestamp": "2024-08-16T21:35:16"}}}
    imported(tmp_path, {"A:B": LINK, "A:C": late})
    (row,) = tables.rows(tmp_path / "snap", "snapshot")
    assert row["snapshot_time"] == datetime(2024, 8, 8, 12, 35, 16)
    assert {row["ts"] for row in rows(tmp_path)} == {row["snapshot_time"]}


def test_values_keep_their_own_time_on_demand(tmp_path: Path) -> None:
    imported(tmp_path, {"A:B": LINK}, stamp="file")
    times = {row["key"]: row["ts"] for row in rows(tmp_path)}
    assert times["AGIS_closeness"] == datetime(2024, 8, 8, 12, 0, 3)
    assert times["Production Output_queued"] == datetime(2024, 8, 8, 12, 30, 5)
    assert times["dashb_mbps_1w"] == datetime(2024, 8, 8, 12, 35, 16)


def test_the_time_of_an_earlier_import_stays(tmp_path: Path) -> None:
    noon = datetime(2025, 10, 14, 12)
    queue = {"name": "Q", "astorages": {}}
    (tmp_path / "cric.json").write_text(json.dumps(queue))
    import_file("cric", tmp_path / "cric.json", tmp_path / "snap", time=noon)
    report = imported(tmp_path, {"A:B": LINK})
    assert {row["ts"] for row in rows(tmp_path)} == {noon}
    assert "table snapshot kept, its time is 2025-10-14 12:00:00" in report.notes


def test_numbers_may_be_texts_and_other_texts_are_reported(tmp_path: Path) -> None:
    link = {
        "closeness": {"latest": "-1", "timestamp": "2024-08-08T12:00:03"},
        "mbps": {"dashb": {"1h": "fast", "timestamp": "2024-08-08T12:00:03"}},
    }
    report = imported(tmp_path, {"A:B": link})
    assert {row["key"]: row["value"] for row in rows(tmp_path)} == {
        "AGIS_closeness": -1.0
    }
    assert "A:B.dashb_mbps_1h: fast is no number, left out" in report.notes


def test_parts_of_a_link_that_are_no_objects_are_noted(tmp_path: Path) -> None:
    files = {"queued": {"X": 3, "Y": {"latest": None}}, "done": [1], "queued-total": 3}
    dashb = {"dashb": {"1h": 1, "timestamp": "2024-08-08T12:00:03"}}
    content = {
        "A:B": {"closeness": 5, "mbps": 7, "files": files},
        "A:D": {"mbps": dashb, "closeness": None},
    }
    report = imported(tmp_path, content)
    assert list(report.notes[:4]) == [
        "A:B.closeness: 5 is no object, left out",
        "A:B.files.done: [1] is no object, left out",
        "A:B.files.queued.X: 3 is no object, left out",
        "A:B.mbps: 7 is no object, left out",
    ]
    assert not [note for note in report.notes if "A:D" in note]


def test_a_second_import_changes_nothing(tmp_path: Path) -> None:
    imported(tmp_path, {"A:B": LINK})
    snap = tmp_path / "snap"
    before = contents(snap)
    import_file("network", tmp_path / "nws.json", snap)
    assert contents(snap) == before


def test_what_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SnapshotError, match="records no time"):
        imported(tmp_path, {"A:B": {"closeness": {"latest": 3}}})
    with pytest.raises(SnapshotError, match="holds no link"):
        imported(tmp_path, {})
    with pytest.raises(UsageError, match="stamp"):
        imported(tmp_path, {"A:B": LINK}, stamp="now")


@pytest.mark.skipif(not REAL.is_dir(), reason="the real dumps are not here")
def test_the_real_dump(tmp_path: Path) -> None:
    report = import_file(
        "network", REAL / "network" / "site_conn_info.json", tmp_path / "snap"
    )
    assert report.n_records == 15_377
    assert not report.quarantined
    found = rows(tmp_path)
    assert len({(row["src_site"], row["dst_site"]) for row in found}) == 15_377
    blocked = [
        (row["src_site"], row["dst_site"])
        for row in found
        if row["key"] == "AGIS_closeness" and row["value"] == -1
    ]
    assert len(blocked) == 1

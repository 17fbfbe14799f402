"""An imported snapshot gets all that is not public, and keeps all that it has."""

from __future__ import annotations

import json
import shutil
from datetime import datetime
from itertools import product
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from brokersql.core.errors import SnapshotError, UsageError
from brokersql.snapshot.generate import generate_complete
from brokersql.snapshot.importers import import_file
from brokersql.snapshot.validate import validate
from tests.snapshot_sources.tables import contents, rows
from tests.snapshot_sources.test_import_cric import queue

REAL = Path(__file__).parents[3] / "shared" / "data"
NOON = datetime(2025, 10, 14, 12)


def world(folder: Path) -> Path:
    """Import twelve queues of six sites and the links between them."""
    queues = {}
    for number in range(12):
        site = f"SITE-{number % 6}"
        stores = [f"{site}_DATADISK", f"{site}_SCRATCHDISK"]
        tapes = [f"{site}_DATATAPE"] if number % 6 < 2 else []
        roles = {"read_lan": stores + tapes, "write_lan": stores}
        roles["write_lan_analysis"] = stores[::-1]
        name = f"{site}_{number}"
        changes = {"atlas_site": site, "corepower": 12.5, "maxrss": 32000}
        queues[name] = queue(name, **changes, astorages=roles)
    time = "2025-10-14T11:55:00"
    links = {
        f"SITE-{a}:SITE-{b}": {"closeness": {"latest": abs(a - b), "timestamp": time}}
        for a, b in product(range(6), range(6))
    }
    for name, content in (("cric", queues), ("network", links)):
        (folder / f"{name}.json").write_text(json.dumps(content))
    snap = folder / "snap"
    import_file("cric", folder / "cric.json", snap, time=NOON)
    import_file("network", folder / "network.json", snap)
    return snap


@pytest.fixture(scope="module")
def imported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return world(tmp_path_factory.mktemp("imported"))


@pytest.fixture(scope="module")
def completed(imported: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the imported snapshot with all that is not public."""
    snap = tmp_path_factory.mktemp("completed")
    shutil.copytree(imported, snap, dirs_exist_ok=True)
    generate_complete(snap, 20, 7, threads=4)
    return snap


@pytest.fixture
def snap(imported: Path, tmp_path: Path) -> Path:
    """Return a copy of the imported snapshot that a test may change."""
    return shutil.copytree(imported, tmp_path / "snap")


def test_the_completed_snapshot_fits_the_contract(completed: Path) -> None:
    report = validate(completed)
    assert [str(v) for v in report.violations if v.severity != "note"] == []
    assert report.load.n_quarantined == 0
    assert len(rows(completed, "task")) == 20


def test_imported_values_stay(imported: Path, completed: Path) -> None:
    untouched = ("queue_endpoint", "network_metric", "resource_type")
    before, after = (
        {name: (place / f"{name}.parquet").read_bytes() for name in untouched}
        for place in (imported, completed)
    )
    assert after == before
    before, after = (
        [row | {"role": None} for row in rows(place, "queue")]
        for place in (imported, completed)
    )
    assert after == before


def nuclei_of(folder: Path) -> set[str]:
    """Return the sites of a snapshot that are nuclei."""
    queues = rows(folder, "queue")
    return {row["site_name"] for row in queues if row["role"] == "nucleus"}


def test_sites_with_tape_become_nuclei_first(completed: Path) -> None:
    nuclei = nuclei_of(completed)
    assert {"SITE-0", "SITE-1"} <= nuclei
    assert len(nuclei) == 3


def test_storage_gets_state_and_space(completed: Path) -> None:
    for row in rows(completed, "endpoint"):
        assert row["state"] == "ACTIVE"
        assert isinstance(row["space_total"], int)
        assert isinstance(row["space_free"], int)
        assert 0 <= row["space_free"] <= row["space_total"]


def test_the_snapshot_records_seed_and_origin(completed: Path) -> None:
    (row,) = rows(completed, "snapshot")
    assert row["random_seed"] == 7
    assert row["snapshot_time"] == NOON
    assert str(row["source"]).startswith("cric cric.json sha256:")
    assert str(row["source"]).endswith("+ generated: seed 7, 20 tasks")


def test_it_forgets_an_earlier_seed_and_threads_do_not_matter(
    snap: Path, completed: Path
) -> None:
    generate_complete(snap, 20, 8)
    assert contents(snap) != contents(completed)
    for _ in range(2):
        generate_complete(snap, 20, 7, threads=1)
        assert contents(snap) == contents(completed)
    (snap.parent / "sites.json").write_text("{}")
    with pytest.raises(SnapshotError, match="a table queue that the generator compl"):
        import_file("sites", snap.parent / "sites.json", snap)


def test_real_tables_are_kept_with_those_that_belong_to_them(snap: Path) -> None:
    real = pa.table({"vo": ["atlas"], "queue_name": ["SITE-0_0"]})
    pq.write_table(real, snap / "queue_slots.parquet")
    before = (snap / "queue_slots.parquet").read_bytes()
    with pytest.raises(SnapshotError):
        generate_complete(snap, 20, 7)
    slots = pa.table(
        {
            "queue_name": ["SITE-0_0"],
            "gshare": pa.array([None], pa.string()),
            "resource_type": ["SCORE"],
            "num_slots": [10],
            "expiration_time": pa.array([None], pa.timestamp("us")),
        }
    )
    pq.write_table(slots, snap / "queue_slots.parquet")
    before = (snap / "queue_slots.parquet").read_bytes()
    report = generate_complete(snap, 20, 7)
    assert (snap / "queue_slots.parquet").read_bytes() == before
    assert report.notes == ("table queue_slots kept, it was not generated",)
    assert not (snap / "job_stats.parquet").exists()
    assert (snap / "task.parquet").exists()


def test_a_folder_without_queues_is_refused(tmp_path: Path) -> None:
    import_path = tmp_path / "network.json"
    import_path.write_text(
        '{"A:B": {"closeness": {"latest": 1, "timestamp": "2025-10-14T11:55:00"}}}'
    )
    import_file("network", import_path, tmp_path / "snap")
    with pytest.raises(SnapshotError, match="no rows in table queue"):
        generate_complete(tmp_path / "snap", 20, 7)


def test_a_missing_folder_and_no_tasks_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SnapshotError, match="no such folder"):
        generate_complete(tmp_path / "absent", 20, 7)
    with pytest.raises(UsageError, match="0 tasks"):
        generate_complete(tmp_path, 0, 7)


@pytest.mark.skipif(not REAL.is_dir(), reason="the real dumps are not here")
def test_the_real_dumps(tmp_path: Path) -> None:
    import_file("cric", REAL / "cric" / "cric_pandaqueues.json", tmp_path)
    import_file("network", REAL / "network" / "site_conn_info.json", tmp_path)
    generate_complete(tmp_path, 2000, 7)
    report = validate(tmp_path)
    assert [str(v) for v in report.violations if v.severity != "note"] == []
    assert len(rows(tmp_path, "queue")) == 227
    links = {(r["src_site"], r["dst_site"]) for r in rows(tmp_path, "network_metric")}
    assert len(links) == 15_377
    assert len(rows(tmp_path, "task")) >= 2000
    nuclei = nuclei_of(tmp_path)
    assert len(nuclei) == 40
    assert {"CERN-PROD", "BNL-ATLAS", "RAL-LCG2", "IN2P3-CC", "pic"} <= nuclei

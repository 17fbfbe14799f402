"""CRIC pandaqueue files become queue, queue_endpoint and endpoint tables."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path

import pytest

from brokersql.core.errors import SnapshotError
from brokersql.snapshot.importers import ImportReport, import_file
from tests.snapshot_sources.tables import contents, picked, rows

REAL = Path(__file__).parents[3] / "shared" / "data" / "cric"
DISK, SCRATCH, TAPE = "ALPHA-T2_DATADISK", "ALPHA-T2_SCRATCHDISK", "BETA_DATATAPE"
#: Our name of a column, what CRIC calls it, and what it says.
FIELDS: tuple[tuple[str, str, object], ...] = (
    ("queue_name", "name", "ALPHA"),
    ("site_name", "atlas_site", "ALPHA-T2"),
    ("site_state", "site_state", "ACTIVE"),
    ("type", "type", "unified"),
    ("cloud", "cloud", "DE"),
    ("status", "status", "online"),
    ("core_count", "corecount", 8),
    ("pledged_cpu", "pledgedcpu", None),
    ("core_power", "corepower", 13.6),
    ("max_rss", "maxrss", 48000),
    ("min_rss", "minrss", 0),
    ("max_time", "maxtime", 345600),
    ("min_time", "mintime", 0),
    ("max_wdir", "maxwdir", 160000),
    ("max_input_size", "maxinputsize", 14336),
    ("transferring_limit", "transferringlimit", None),
    ("fairshare_policy", "fairsharepolicy", "type=any:0%"),
    ("releases", "releases", ["AUTO"]),
    ("capability", "capability", "ucore"),
    ("workflow", "workflow", "pull_ups"),
    ("job_seed", "jobseed", "std"),
    ("max_disk_io", "maxdiskio", None),
    ("wn_connectivity", "wnconnectivity", "full#IPv4"),
    ("direct_access_lan", "direct_access_lan", True),
    ("direct_access_wan", "direct_access_wan", False),
    ("is_cvmfs", "is_cvmfs", True),
    ("catchall", "catchall", "es_to_zip,zip=3600"),
    ("params", "params", {"unified_dispatch": True}),
    ("resource_category", "resource_type", "GRID"),
)
QUEUE: dict[str, object] = {
    **{name: value for _, name, value in FIELDS},
    **{"state": "ACTIVE", "is_virtual": False},
    **{"last_modified": "2025-09-01T10:00:00", "state_update": "2020-01-01T00:00:00"},
    "astorages": {
        **{"pr": [SCRATCH], "pw": [SCRATCH], "read_lan": [DISK, TAPE, SCRATCH]},
        **{"write_lan": [DISK, SCRATCH], "write_lan_analysis": [SCRATCH, DISK]},
        "pl": ["ALPHA-T2_LOGDISK"],
    },
}


def queue(name: str, **changes: object) -> dict[str, object]:
    return QUEUE | {"name": name} | changes


def dump(folder: Path, content: object, name: str = "cric.json") -> Path:
    file = folder / name
    file.write_text(json.dumps(content), encoding="utf-8")
    return file


def imported(folder: Path, *queues: dict[str, object]) -> ImportReport:
    content = {str(one["name"]): one for one in queues}
    return import_file("cric", dump(folder, content), folder / "snap")


def test_a_queue_keeps_what_cric_says(tmp_path: Path) -> None:
    report = imported(tmp_path, QUEUE)
    (row,) = rows(tmp_path / "snap", "queue")
    kept = {column: value for column, _, value in FIELDS}
    kept["params"] = '{"unified_dispatch":true}'
    assert row == {"queue_order": 0, "role": None, **kept}
    assert not report.quarantined
    assert report.n_records == 1


def test_the_order_of_the_file_is_the_queue_order(tmp_path: Path) -> None:
    imported(tmp_path, queue("ZULU"), queue("ALPHA"), queue("MIKE"))
    names = picked(tmp_path / "snap", "queue", "queue_name")
    assert names == [("ZULU",), ("ALPHA",), ("MIKE",)]


def test_storage_lists_become_roles_in_their_order(tmp_path: Path) -> None:
    imported(tmp_path, QUEUE)
    roles = ("read_lan_role", "write_lan_role", "default_read", "default_write")
    roles += ("order_read", "order_write", "is_local")
    keys = ("scope", "ddm_endpoint_name")
    found = picked(tmp_path / "snap", "queue_endpoint", *keys, *roles)
    assert sorted(found) == [
        ("analysis", DISK, False, True, False, False, None, 2, True),
        ("analysis", SCRATCH, False, True, False, True, None, 1, True),
        ("default", DISK, True, True, True, True, 1, 1, True),
        ("default", SCRATCH, True, True, False, False, 3, 2, True),
        ("default", TAPE, True, False, False, False, 2, None, True),
    ]


def test_old_activities_count_where_the_new_ones_are_absent(tmp_path: Path) -> None:
    storages = {"pr": ["A_DATADISK", "B_DATADISK"], "pw": ["B_DATADISK"]}
    imported(tmp_path, queue("ALPHA", astorages=storages))
    columns = ("ddm_endpoint_name", "default_read", "default_write")
    found = picked(tmp_path / "snap", "queue_endpoint", *columns)
    assert sorted(found) == [("A_DATADISK", True, False), ("B_DATADISK", False, True)]


def test_endpoints_are_typed_by_their_names(tmp_path: Path) -> None:
    types = {
        DISK: ("DATADISK", False, "ATLASDATADISK"),
        "ALPHA-T2_MCTAPE": ("MCTAPE", True, "ATLASMCTAPE"),
        "ALPHA-T2_DATATAPE": ("DATATAPE", True, "ATLASDATATAPE"),
        "ALPHA-T2_VP_DISK": ("VP_DISK", False, "ATLASVP_DISK"),
        "ALPHA-T2_LOCALGROUPDISK-MW": ("LOCALGROUPDISK", False, "ATLASLOCALGROUPDISK"),
        "ALPHA-T2_PERF-JETS": ("GROUPDISK", False, "ATLASGROUPDISK"),
    }
    imported(tmp_path, queue("ALPHA", astorages={"read_lan": [*types]}))
    columns = ("ddm_endpoint_name", "type", "is_tape", "space_token")
    found = picked(tmp_path / "snap", "endpoint", *columns)
    assert {name: tuple(told) for name, *told in found} == types


def test_an_endpoint_belongs_to_the_site_that_names_it(tmp_path: Path) -> None:
    shared = {"read_lan": [DISK, "OTHER_DATADISK"]}
    report = imported(
        tmp_path,
        queue("A", atlas_site="ALPHA-T2", astorages=shared),
        queue("B", atlas_site="BETA", astorages=shared),
        queue("C", atlas_site="BETA", astorages=shared),
    )
    sites = dict(
        picked(tmp_path / "snap", "endpoint", "ddm_endpoint_name", "site_name")
    )
    assert sites == {DISK: "ALPHA-T2", "OTHER_DATADISK": "BETA"}
    assert not report.quarantined


def test_state_and_space_of_storage_stay_unknown(tmp_path: Path) -> None:
    imported(tmp_path, QUEUE)
    row = rows(tmp_path / "snap", "endpoint")[0]
    unknown = {"state", "space_total", "space_free", "read_lan", "write_wan"}
    assert {name for name in unknown if row[name] is not None} == set()


DIRTY: tuple[tuple[str, object, str, object], ...] = (
    ("corecount", None, "core_count", None),
    ("corecount", "16", "core_count", 16),
    ("maxrss", 0, "max_rss", 0),
    ("maxrss", "8000.0", "max_rss", 8000),
    ("maxtime", 0, "max_time", 0),
    ("maxwdir", 5_100_000, "max_wdir", 5_100_000),
    ("maxwdir", "20 GB", "max_wdir", 16_336),
    ("maxwdir", "", "max_wdir", 16_336),
    ("maxwdir", None, "max_wdir", None),
    ("pledgedcpu", -1, "pledged_cpu", -1),
    ("pledgedcpu", "", "pledged_cpu", None),
    ("maxinputsize", -1, "max_input_size", -1),
    (
        "catchall",
        ["es_to_zip", "zip=3600", "Pull"],
        "catchall",
        "es_to_zip,zip=3600,Pull",
    ),
    ("catchall", "", "catchall", None),
    ("fairsharepolicy", "", "fairshare_policy", None),
    ("releases", ["ANY"], "releases", ["ANY"]),
    ("releases", "21.0.15, 22.0.1", "releases", ["21.0.15", "22.0.1"]),
    ("releases", None, "releases", None),
    ("wnconnectivity", "none", "wn_connectivity", "none"),
    ("wnconnectivity", "", "wn_connectivity", None),
    ("direct_access_lan", "True", "direct_access_lan", True),
    ("is_cvmfs", 0, "is_cvmfs", False),
    ("workflow", None, "workflow", None),
    ("params", '{"a": 1}', "params", '{"a": 1}'),
    ("params", None, "params", None),
    ("state_comment", {"any": ["shape"]}, "status", "online"),
)


def test_dirty_fields(tmp_path: Path) -> None:
    """Each of a queue of its own."""
    queues = [queue(f"Q{n}", **{it[0]: it[1]}) for n, it in enumerate(DIRTY)]
    report = imported(tmp_path, *queues)
    found = zip(rows(tmp_path / "snap", "queue"), DIRTY, strict=True)
    for row, (field, given, column, expected) in found:
        assert row[column] == expected, f"{field} {given}"
    assert not report.quarantined
    assert not [note for note in report.notes if "read as unknown" in note]
    made_up = "Q6.maxwdir: 20 GB is no number, maxinputsize + 2000 is taken"
    assert made_up in report.notes


def test_what_is_no_number_is_unknown_and_reported(tmp_path: Path) -> None:
    report = imported(tmp_path, queue("ALPHA", maxrss="lots", params="{broken"))
    (row,) = rows(tmp_path / "snap", "queue")
    assert row["max_rss"] is None
    assert row["params"] is None
    assert "ALPHA.maxrss: lots is no number, read as unknown" in report.notes
    assert "ALPHA.params: {broken is no object, read as unknown" in report.notes


def test_what_is_of_another_type_is_unknown_and_reported(tmp_path: Path) -> None:
    """Texts, lists of storage, sites and numbers; nothing becomes a text of JSON."""
    lists = {"read_lan": "DISK", "write_lan": [DISK, None, 7], "pr": None}
    odd = {"cloud": ["US", "DE"], "fairsharepolicy": 7, "catchall": {"a": 1}}
    sites = {"atlas_site": None, "rc_site": ["X"], "panda_site": None}
    given = queue("ALPHA", astorages=lists, maxrss=2**63, **odd, **sites)
    report = imported(tmp_path, given, queue("BETA", corepower=1e308))
    (row,) = rows(tmp_path / "snap", "queue")
    names = ("cloud", "fairshare_policy", "catchall", "site_name", "max_rss")
    assert [row[name] for name in names] == [None] * 5
    assert [it.reason for it in report.quarantined] == [
        "core_power breaks its range core_power between 0 and 1e6 (1e+308)"
    ]
    assert {note for note in report.notes if note.startswith(("ALPHA", "BETA"))} == {
        'ALPHA.cloud: ["US","DE"] is no text, read as unknown',
        "ALPHA.fairsharepolicy: 7 is no text, read as unknown",
        'ALPHA.catchall: {"a":1} is no text, read as unknown',
        "ALPHA.atlas_site: names no site, the queue has none",
        f"ALPHA.maxrss: {2**63} is too large, read as unknown",
        "ALPHA.astorages.read_lan: is a JSON varchar where a list is due, left out",
        "ALPHA.astorages.write_lan: holds a JSON null where a name is due, left out",
        "ALPHA.astorages.write_lan: holds a JSON ubigint where a name is due, left out",
    }


def test_fractions_that_are_cut_off_are_noted(tmp_path: Path) -> None:
    numbers = {"maxrss": 4000.7, "corecount": "8.9", "maxtime": 60.0, "mintime": -0.5}
    report = imported(tmp_path, queue("ALPHA", corepower=10.5, **numbers))
    (row,) = rows(tmp_path / "snap", "queue")
    assert (row["max_rss"], row["core_count"], row["min_time"]) == (4000, 8, 0)
    assert [note for note in report.notes if "whole" in note] == [
        "ALPHA.corecount: 8.9 is no whole number, read as 8",
        "ALPHA.maxrss: 4000.7 is no whole number, read as 4000",
        "ALPHA.mintime: -0.5 is no whole number, read as 0",
    ]


def test_queues_that_cannot_be_used_are_reported(tmp_path: Path) -> None:
    content = {
        "GOOD": QUEUE,
        "NAMELESS": QUEUE | {"name": None},
        "EMPTY": QUEUE | {"name": ""},
        "TEXT": "nothing",
        "TWICE": QUEUE,
        "VIRTUAL": queue("VIRTUAL", is_virtual=True),
    }
    report = import_file("cric", dump(tmp_path, content), tmp_path / "snap")
    assert picked(tmp_path / "snap", "queue", "queue_name") == [("ALPHA",)]
    assert {(one.key, one.reason) for one in report.quarantined} == {
        ("NAMELESS", "has no name"),
        ("EMPTY", "has no name"),
        ("TEXT", "is a JSON varchar where an object is due"),
        ("TWICE", "the name stands twice in the file, the first one counts"),
        ("VIRTUAL", "is a virtual queue"),
    }
    assert report.n_records == 6


@pytest.mark.parametrize("year", [1, 9999])
def test_a_time_that_no_snapshot_has_is_refused(tmp_path: Path, year: int) -> None:
    file, snap = dump(tmp_path, {"ALPHA": QUEUE}), tmp_path / "snap"
    with pytest.raises(SnapshotError, match=r"(?s)snapshot_time breaks .*--time"):
        import_file("cric", file, snap, time=datetime(year, 12, 31))
    assert not snap.exists()


def test_queues_without_storage_and_other_activities_are_noted(tmp_path: Path) -> None:
    report = imported(tmp_path, QUEUE, queue("BARE", astorages={}))
    assert "BARE: has no storage in astorages" in report.notes
    assert "astorages.pl: gives no brokerage role (entries left out: 1)" in report.notes


def test_a_single_queue_or_a_list_of_queues_is_a_file_too(tmp_path: Path) -> None:
    old = queue("CERN", tags="", accesscontrol="", pilotlimit=None)
    for content, names in ((old, ["CERN"]), ([queue("B"), queue("A")], ["B", "A"])):
        report = import_file("cric", dump(tmp_path, content), tmp_path / "snap")
        found = picked(tmp_path / "snap", "queue", "queue_name")
        assert found == [(name,) for name in names]
        assert report.n_records == len(names)


def test_the_snapshot_time_is_the_newest_change_in_utc(tmp_path: Path) -> None:
    for zone, hour, minute in (("", 15, 6), ("+05:30", 9, 36)):
        folder = tmp_path / str(hour)
        folder.mkdir()
        changed = f"2025-10-02T15:06:00{zone}"
        imported(folder, QUEUE, queue("B", last_modified=changed))
        names = ("snapshot_time", "snapshot_id", "vo")
        time, name = datetime(2025, 10, 2, hour, minute), "atlas-20251002T{:%H%M%S}Z"
        found = picked(folder / "snap", "snapshot", *names)
        assert found == [(time, name.format(time), "atlas")]


def test_the_snapshot_time_can_be_given(tmp_path: Path) -> None:
    noon = datetime(2025, 10, 14, 12)
    import_file("cric", dump(tmp_path, {"A": QUEUE}), tmp_path / "snap", time=noon)
    (row,) = rows(tmp_path / "snap", "snapshot")
    assert row["snapshot_time"] == noon


def test_eight_resource_types_are_written_once(tmp_path: Path) -> None:
    imported(tmp_path, QUEUE)
    assert len(rows(tmp_path / "snap", "resource_type")) == 8
    report = imported(tmp_path, QUEUE)
    assert "resource_type" not in report.rows


def test_a_second_import_changes_nothing(tmp_path: Path) -> None:
    imported(tmp_path, QUEUE, queue("B"))
    snap = tmp_path / "snap"
    (snap / "task.parquet").write_bytes(b"another table")
    before = contents(snap)
    import_file("cric", tmp_path / "cric.json", snap)
    assert contents(snap) == before


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        *((each, "holds no JSON object") for each in (b"", b"null", b"7", b'"text"')),
        (b"<html></html>", "holds no JSON object"),
        (b"{", "breaks off at byte 1"),
        (b"[1, 2", "breaks off at byte 5"),
        (b'{"A": {"name": "A"},\n "B": {"na', "breaks off at byte 31"),
        (b'{"A": "\xc3', "breaks off at byte 8"),
        (b'{"A":\n  {"name" "A"}}', "is no JSON in line 2, column 11: expecting ':'"),
        (b'{"A": "Z\xfcrich"}', "is no UTF-8 text at byte 9"),
        (rb'{"A": "\ud83d\ude00 \ude01"}', r"has half of a character, \\ude01"),
    ],
)
def test_a_file_that_is_no_json_object_is_refused(
    tmp_path: Path, content: bytes, fault: str
) -> None:
    file = tmp_path / "cric.json"
    file.write_bytes(content)
    with pytest.raises(SnapshotError, match=fault):
        import_file("cric", file, tmp_path / "snap")


def test_a_file_without_queues_and_a_missing_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SnapshotError, match="holds no queue"):
        import_file("cric", dump(tmp_path, {}), tmp_path / "snap")
    with pytest.raises(SnapshotError, match="no such file"):
        import_file("cric", tmp_path / "absent.json", tmp_path / "snap")


def test_a_table_in_another_form_is_not_doubled(tmp_path: Path) -> None:
    snap = tmp_path / "snap"
    snap.mkdir()
    (snap / "queue.jsonl").write_text("")
    with pytest.raises(SnapshotError, match="holds rows of table queue"):
        imported(tmp_path, QUEUE)


@pytest.mark.skipif(not REAL.is_dir(), reason="the real dumps are not here")
def test_the_real_dump(tmp_path: Path) -> None:
    report = import_file("cric", REAL / "cric_pandaqueues.json", tmp_path)
    assert report.rows == {
        **{"queue": 227, "queue_endpoint": 1793, "endpoint": 268},
        **{"snapshot": 1, "resource_type": 8, "table_source": 4},
    }
    assert not report.quarantined
    found = rows(tmp_path, "queue")
    assert len({row["site_name"] for row in found}) == 94
    assert sum(row["status"] == "online" for row in found) == 160


@pytest.mark.skipif(not REAL.is_dir(), reason="the real dumps are not here")
def test_the_real_queue_of_2022(tmp_path: Path) -> None:
    report = import_file("cric", REAL / "pandaqueue_2022_cern.json", tmp_path)
    assert report.n_records == 1
    (row,) = rows(tmp_path, "queue")
    assert (row["queue_name"], row["max_rss"]) == ("CERN", 32000)

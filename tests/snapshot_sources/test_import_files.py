"""Files of CRIC and Rucio, in all their shapes, add to the tables of a snapshot."""

from __future__ import annotations

import gzip
import io
import json
from datetime import datetime
from pathlib import Path

import pyarrow as pa
import pytest

from brokersql.core.errors import SnapshotError, UsageError
from brokersql.snapshot import Snapshot
from brokersql.snapshot.contract import tables as contract
from brokersql.snapshot.doctor import diagnose
from brokersql.snapshot.importers import ImportReport, import_file
from tests.snapshot_sources.database_server import HERE
from tests.snapshot_sources.tables import picked
from tests.snapshot_sources.test_import_cric import queue

NOW = datetime(2026, 3, 14, 12, 30)


def given(folder: Path, kind: str, content: object, **options: str) -> ImportReport:
    """Import a value as a file of a kind."""
    file = folder / f"{kind}.json"
    file.write_text(json.dumps(content), encoding="utf-8")
    return import_file(kind, file, folder / "snap", time=NOW, **options)  # type: ignore[arg-type]


@pytest.fixture
def snap(tmp_path: Path) -> Path:
    """Import two queues, of which one names an endpoint."""
    content = [queue("ALPHA"), queue("BARE", atlas_site="BETA", astorages={})]
    given(tmp_path, "cric", content)
    return tmp_path / "snap"


TAPE: dict[str, object] = {"BETA_DATATAPE": {}}
BARE: dict[str, object] = {"BETA": {"BARE": {}}}
SITES = {
    "ALPHA-T2": {"state": "ACTIVE", "datapolicies": ["Nucleus"], "ddmendpoints": TAPE},
    "BETA": {"state": "DISABLED", "datapolicies": [], "presources": BARE},
    "LIST": ["no object"],
}


@pytest.mark.parametrize("as_list", [False, True])
def test_sites_give_queues_their_role(
    snap: Path, tmp_path: Path, as_list: bool
) -> None:
    content: object = SITES
    if as_list:
        content = [{"name": name, **it} for name, it in SITES.items() if name != "LIST"]
    report = given(tmp_path, "sites", content)
    assert picked(snap, "queue", "queue_name", "role", "site_state") == [
        ("ALPHA", "nucleus", "ACTIVE"),
        ("BARE", "satellite", "DISABLED"),
    ]
    tapes = dict(picked(snap, "endpoint", "ddm_endpoint_name", "site_name"))
    assert tapes["BETA_DATATAPE"] == "ALPHA-T2"
    left = [(it.key, it.reason) for it in report.quarantined]
    expected = [("LIST", "is a JSON array where an object is due")]
    assert left == ([] if as_list else expected)
    # queues that are read again keep what the sites said
    given(tmp_path, "cric", [queue("ALPHA")])
    assert picked(snap, "queue", "role") == [("nucleus",)]


@pytest.mark.parametrize("kind", ["ddm", "tags", "sites", "blacklist"])
def test_a_file_of_another_kind_is_refused(
    snap: Path, tmp_path: Path, kind: str
) -> None:
    """Queues and links are records too, but none has a key of the wanted kind."""
    link = {"closeness": 3, "mbps": {"dashb": {"1h": 1.0}}}
    for content in ([queue("ALPHA")], {"ALPHA": queue("ALPHA")}, {"A:B": link}):
        before = {file: file.read_bytes() for file in snap.iterdir()}
        with pytest.raises(SnapshotError, match="holds no"):
            given(tmp_path, kind, content)
        assert {file: file.read_bytes() for file in snap.iterdir()} == before


def test_a_file_that_is_younger_than_its_snapshot_has_no_age(snap: Path) -> None:
    ages = {it.table: it.age_s for it in diagnose(Snapshot.open(str(snap))).tables}
    assert ages["queue"] == 0


def test_sites_need_queues(tmp_path: Path) -> None:
    with pytest.raises(SnapshotError, match="holds no table queue"):
        given(tmp_path, "sites", SITES)


def test_an_import_that_fails_leaves_no_folder(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.json"
    for kind, content in (("sites", "{}"), ("cric", "{}"), ("network", "nothing")):
        wrong.write_text(content, encoding="utf-8")
        with pytest.raises(SnapshotError):
            import_file(kind, wrong, tmp_path / "new" / "snap")
    assert [each.name for each in tmp_path.iterdir()] == ["wrong.json"]


DDM = {
    "ALPHA-T2_DATADISK": {
        **{"state": "ACTIVE", "site": "ALPHA-T2", "is_tape": False},
        **{"type": "DATADISK", "token": "ATLASDATADISK"},
    },
    "GAMMA_DATATAPE": {
        **{"state": "ACTIVE", "site": "GAMMA"},
        **{"type": "DATATAPE", "token": "ATLASDATATAPE"},
    },
    "OLD_DISK": {"state": "DISABLED", "site": "OLD"},
}


def test_endpoints_their_status_and_their_space_add_up(
    snap: Path, tmp_path: Path
) -> None:
    report = given(tmp_path, "ddm", DDM)
    assert [(it.key, it.reason) for it in report.quarantined] == [
        ("OLD_DISK", "is DISABLED, not ACTIVE")
    ]
    gone = "is in no file and no endpoint any more (queues that name it: 1)"
    assert f"BETA_DATATAPE: {gone}" in report.notes
    off: object = {"status": {"value": "OFF"}}
    disk = {"write_wan": off, "read_wan": {"status": "TEST"}, "delete": off}
    status = {
        "ALPHA-T2_DATADISK": disk,
        "GAMMA_DATATAPE": {"read_wan": off, "write_lan": {}},
        "UNKNOWN": {"read_wan": off},
    }
    report = given(tmp_path, "blacklist", status)
    (left,) = report.quarantined
    assert (left.key, left.reason) == ("UNKNOWN", "is no endpoint of the snapshot")
    assert "GAMMA_DATATAPE.write_lan: has no status, left out" in report.notes
    other = "is no activity that brokerage asks for, left out (endpoints: 1)"
    assert f"delete: {other}" in report.notes
    storage = {"used": 3 << 30, "free": str(5 << 30)}
    storage |= {"updated_at": "Sat, 14 Mar 2026 11:00:00 UTC"}  # as over HTTP
    usage = {"ALPHA-T2_DATADISK": {"storage": storage, "expired": {"used": 1 << 30}}}
    (tmp_path / "dumps").mkdir()
    (tmp_path / "dumps" / "rse_usage.json").write_text(json.dumps(usage))
    import_file("rucio", tmp_path / "dumps", snap)
    # an import of queues leaves endpoints that CRIC knows
    given(tmp_path, "cric", [queue("ALPHA")])
    columns = ("ddm_endpoint_name", "state", "is_tape", "read_wan", "write_wan")
    columns += ("blacklisted_read", "space_total", "space_free", "space_expired")
    found = picked(snap, "endpoint", *columns)
    assert found[:2] == [
        ("ALPHA-T2_DATADISK", "ACTIVE", False, "TEST", "OFF", False, 8, 5, 1),
        ("ALPHA-T2_LOGDISK", None, False, None, None, None, None, None, None),
    ]
    tape = ("GAMMA_DATATAPE", "ACTIVE", True, "OFF", None, True, None, None, None)
    assert tape in found
    times = picked(snap, "endpoint", "ddm_endpoint_name", "space_timestamp")
    assert times[0] == ("ALPHA-T2_DATADISK", datetime(2026, 3, 14, 11))
    # no downtime is an answer, no answer is none
    given(tmp_path, "blacklist", {})
    told = {*picked(snap, "endpoint", "read_wan", "blacklisted_read")}
    assert told == {(None, False)}
    with pytest.raises(SnapshotError, match="holds no JSON object"):
        given(tmp_path, "blacklist", None)


def test_software_is_kept_as_it_is_and_odd_fields_are_noted(
    snap: Path, tmp_path: Path
) -> None:
    configs = ["x86_64-el9-gcc13-opt"]
    content = {
        "ALPHA": {"cmtconfigs": configs, "cvmfs": "atlas", "colour": 1},
        **{"ALL": {"containers": ["any"]}, "NOWHERE": {}, "TEXT": "none"},
    }
    report = given(tmp_path, "tags", content)
    names = picked(snap, "queue_software", "queue_name")
    assert names == [("ALL",), ("ALPHA",), ("NOWHERE",)]
    assert set(report.notes) >= {
        "ALPHA.colour: is no field of tags that is known here, kept",
        "ALPHA.cvmfs: is a JSON varchar where a list is due",
        "NOWHERE: is no queue of the snapshot, kept",
    }
    assert [it.key for it in report.quarantined] == ["TEXT"]


def test_closeness_and_throughput_stand_side_by_side(tmp_path: Path) -> None:
    links = [
        {"src": "A", "dst": "B", "closeness": 3},
        {"src": "A", "dst": "", "closeness": 4},
        {"src": "A", "dst": "C"},
        {"src": "A", "dst": "B", "closeness": 9},
    ]
    report = given(tmp_path, "closeness", links)
    assert [it.reason for it in report.quarantined] == [
        "does not name a source and a destination",
        "has no closeness",
        "the link stands twice, the first one counts",
    ]
    nws = {"A:B": {"closeness": {"latest": 7}, "mbps": {"dashb": {"1h": 2.5}}}}
    given(tmp_path, "network", nws)
    columns = ("src_site", "dst_site", "key", "value", "ts")
    expected = [
        ("A", "B", "AGIS_closeness", 3.0, NOW),
        ("A", "B", "dashb_mbps_1h", 2.5, NOW),
    ]
    assert picked(tmp_path / "snap", "network_metric", *columns) == expected
    given(tmp_path, "closeness", links)
    assert picked(tmp_path / "snap", "network_metric", *columns) == expected


def test_old_roles_count_only_where_the_profile_wants_them(tmp_path: Path) -> None:
    content = [queue("ALPHA", astorages={"pr": ["A_DATADISK"], "pw": ["A_DATADISK"]})]
    report = given(tmp_path, "cric", content)
    assert len(picked(tmp_path / "snap", "queue_endpoint", "queue_name")) == 1
    assert any("pr and pw count; the" in note for note in report.notes)
    report = given(tmp_path, "cric", content, profile="asrun")
    assert picked(tmp_path / "snap", "queue_endpoint", "queue_name") == []
    ignored = "do not count, as in the running system"
    assert any(ignored in note for note in report.notes)
    # the first ten notes are shown
    assert report.notes[0].startswith("table snapshot kept, its time is ")
    with pytest.raises(UsageError, match="profile is 'asrum'"):
        given(tmp_path, "cric", content, profile="asrum")


ODD = [
    ({"maxtime": "3600"}, "ALPHA.maxtime: 3600 is a text, read as the number", 3600),
    ({"maxtime": None}, None, None),
    ({"colour": "blue"}, "ALPHA.colour: is no field of CRIC", 345600),
    ({"maxtime": "long"}, "ALPHA.maxtime: long is no number", None),
    ({"maxtime": -5}, "queue.max_time breaks its range", "left out"),
    ({"status": "weird"}, "queue.status is none of online, offline", 345600),
]


@pytest.mark.parametrize(("changes", "note", "expected"), ODD)
def test_each_odd_field_of_a_queue_is_noted(
    tmp_path: Path, changes: dict[str, object], note: str | None, expected: object
) -> None:
    report = given(tmp_path, "cric", [queue("ALPHA", **changes), queue("BETA")])
    found = dict(picked(tmp_path / "snap", "queue", "queue_name", "max_time"))
    assert found.get("ALPHA", "left out") == expected
    about = [it for it in report.notes if it.startswith(("ALPHA", "queue."))]
    assert [it for it in about if note and it.startswith(note)] or not note, about
    named = [it for it in about if it.startswith("queue.")]
    assert all("ALPHA" in it and "BETA" not in it for it in named)


def test_a_missing_field_is_noted_once_for_all_queues(tmp_path: Path) -> None:
    content = [queue("ALPHA"), queue("BETA")]
    for each in content:
        del each["maxtime"]
    report = given(tmp_path, "cric", content)
    missing = "ALPHA.maxtime: is missing, read as unknown; so for 1 more"
    assert missing in report.notes


@pytest.mark.parametrize("form", ["folder", "stdin", "gz", "zst", "lines"])
def test_files_come_in_many_forms(
    tmp_path: Path, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts = [queue("ALPHA"), queue("BETA")]
    whole = json.dumps(parts).encode()
    place = tmp_path / f"queues.{form}"
    if form == "folder":
        place.mkdir()
        for number, each in enumerate(parts):
            (place / f"{number}.json").write_text(json.dumps({str(each["name"]): each}))
    elif form == "stdin":
        stdin = io.TextIOWrapper(io.BytesIO(whole))
        monkeypatch.setattr("sys.stdin", stdin)
        place = Path("-")
    elif form == "lines":
        place.write_text("\n".join(map(json.dumps, parts)))
    else:
        is_gz = form == "gz"
        packed = (
            gzip.compress(whole) if is_gz else pa.compress(whole, "zstd", asbytes=True)
        )
        place.write_bytes(packed)
    import_file("cric", place, tmp_path / "snap")
    assert picked(tmp_path / "snap", "queue", "queue_name") == [("ALPHA",), ("BETA",)]


def test_answers_of_rucio_become_replicas_and_quotas(
    snap: Path, tmp_path: Path
) -> None:
    given(tmp_path, "ddm", DDM)
    import_file("rucio", HERE / "rucio_rest", snap)
    distributed = ("dataset_name", "did_type", "n_files", "is_distributed")
    assert picked(snap, "dataset", *distributed) == [
        ("mc.box/", "CONTAINER", None, False),
        ("mc.one", "DATASET", 4, True),
    ]
    inside = picked(snap, "dataset_content", "container_name", "dataset_name")
    assert inside == [("mc.box/", "mc.one")]
    replica = ("dataset_name", "ddm_endpoint_name", "is_vp")
    replica += ("n_files_found", "n_files_total", "bytes_found")
    found = picked(snap, "dataset_replica", *replica)
    assert found == [("mc.one", "A", False, 3, 4, 300)]
    files = picked(snap, "file_replica", "lfn", "ddm_endpoint_name")
    assert files == [("f1", "A"), ("f1", "B")]
    quota = ("account", "quota_kind", "rse", "bytes", "bytes_limit")
    assert picked(snap, "account_usage", *quota) == [
        ("ada", "global", "tier=1", 1, 0),
        ("ada", "local", "A", 10, 20),
    ]
    import_file("rucio", HERE / "rucio_cli", snap)
    assert picked(snap, "dataset", "dataset_name", "did_type") == [
        ("mc:mc.box/", "CONTAINER"),
        ("mc:mc.one", "DATASET"),
    ]
    found = picked(snap, "dataset_replica", *replica)
    assert found == [("mc:mc.one", "A", False, 3, 4, None)]
    used = picked(snap, "account_usage", *quota)
    assert used == [("ada", "local", "A", 10_000, 20_000_000)]
    assert picked(snap, "file_replica", "lfn", "ddm_endpoint_name") == [("f1", "A")]
    space = dict(picked(snap, "endpoint", "ddm_endpoint_name", "space_free"))
    assert space["ALPHA-T2_DATADISK"] == 2 * 10**12 >> 30


def test_each_task_finds_a_dataset_by_the_name_that_it_gives(
    snap: Path, tmp_path: Path
) -> None:
    """With its scope or without, a container with "/" or without, one for all."""
    used = {1: "mc16:data", 2: "data", 3: "data16:data", 4: "mc16:box/", 5: "box"}
    empty = dict.fromkeys(contract()["task_dataset"].column_types)
    rows = [
        {**empty, "jedi_task_id": task, "dataset_id": task, "dataset_name": name}
        for task, name in used.items()
    ]
    lines = "\n".join(map(json.dumps, rows))
    (snap / "task_dataset.jsonl").write_text(lines)
    answers: dict[str, list[dict[str, object]]] = {
        "dids": [{"scope": "mc16", "name": name} for name in ("data", "box")],
        "contents": [{"scope": "mc16", "parent": "mc16:box", "name": "mc16:data"}],
        "dataset_replicas": [
            {"scope": scope, "name": f"{scope}:data", "rse": rse}
            for scope, rse in (("mc16", "A"), ("data16", "B"))
        ],
    }
    folder = tmp_path / "answers"
    folder.mkdir()
    for part, records in answers.items():
        (folder / f"{part}.json").write_text(json.dumps(records))
    import_file("rucio", folder, snap)
    mine = {("mc16:data",), ("data",)}
    boxes = {("mc16:box/",), ("box",)}
    assert {*picked(snap, "dataset", "dataset_name")} == mine | boxes
    inside = picked(snap, "dataset_content", "container_name", "dataset_name")
    assert {*inside} == {(*box, *data) for box in boxes for data in mine}
    found = picked(snap, "dataset_replica", "dataset_name", "ddm_endpoint_name")
    assert {*found} == {
        *((name, "A") for (name,) in mine),
        *((name, "B") for name in ("data", "data16:data")),
    }


def test_an_account_without_a_limit(snap: Path, tmp_path: Path) -> None:
    folder = tmp_path / "answers"
    folder.mkdir()
    rows = [
        {"account": f"a{n}", "rse": "A", "bytes": 1, "bytes_limit": limit}
        for n, limit in enumerate(("inf", "Infinity", -1, None, 0, 5))
    ]
    (folder / "account_usage.json").write_text(json.dumps(rows))
    import_file("rucio", folder, snap)
    limits = [row[0] for row in picked(snap, "account_usage", "bytes_limit")]
    assert limits == [None, None, None, None, 0, 5]


def test_what_no_answer_of_rucio_would_hold_is_noted(
    snap: Path, tmp_path: Path
) -> None:
    """Values that cannot be read are unknown; inf and NULL are answers."""
    quota = {"account": "ada", "rse": "A", "bytes": "lots", "bytes_limit": "12.5 ZB"}
    replica = {"name": "d1", "scope": "mc", "rse": "A", "length": 10, "bytes": "1.5 TB"}
    replica |= {"available_length": "ten", "vp": "perhaps"}
    storage = {"used": 3 << 30, "free": "abc", "updated_at": "yesterday"}
    answers: dict[str, object] = {
        "account_usage": [quota, {**quota, "bytes": None, "bytes_limit": "inf"}],
        "dataset_replicas": [replica],
        "rse_usage": {"A": {"storage": storage}},
    }
    folder = tmp_path / "answers"
    folder.mkdir()
    for name, rows in answers.items():
        (folder / f"{name}.json").write_text(json.dumps(rows))
    report = import_file("rucio", folder, snap)
    noted = {note for note in report.notes if "read as unknown" in note}
    assert noted == {
        f"{field}, read as unknown"
        for field in (
            "account_usage.ada.A.bytes: lots is no size",
            "account_usage.ada.A.bytes_limit: 12.5 ZB is no size",
            "dataset_replicas.A.d1.available_length: ten is no number",
            "dataset_replicas.A.d1.vp: perhaps is no flag",
            "rse_usage.A.storage.free: abc is no size",
            "rse_usage.A.storage.updated_at: yesterday is no time",
        )
    }


def test_answers_that_name_nobody_are_left_out(snap: Path, tmp_path: Path) -> None:
    folder = tmp_path / "answers"
    folder.mkdir()
    (folder / "dids.json").write_text("")
    (folder / "dataset_replicas.json").write_text('{"rse": "A", "length": 1}')
    (folder / "account_usage.json").write_text(
        '{"rse": "A", "bytes": 1}\n{"account": "ada", "rse": "A"}'
    )
    report = import_file("rucio", folder, snap)
    assert [it.reason for it in report.quarantined] == [
        "does not name its account: add the key account, or ACCOUNT: above the table",
        "does not name its dataset: add the key name, or DATASET: above the table",
    ]

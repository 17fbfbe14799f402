"""DIRAC's databases, configuration and requests become a snapshot."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import date, datetime
from decimal import Decimal
from itertools import product
from pathlib import Path
from typing import Any, cast

import pyarrow.parquet as pq
import pymysql
import pytest

from brokersql.core.errors import SnapshotError, UsageError
from brokersql.snapshot import Snapshot
from brokersql.snapshot.doctor import diagnose
from brokersql.snapshot.importers import import_file, import_source, source_of
from brokersql.snapshot.importers.servers import MySqlServer
from brokersql.snapshot.importers.source import Source
from tests.cli.calling import call
from tests.conformance.dirac_scenario import play
from tests.conformance.recorded import FOLDER
from tests.snapshot_sources.database_server import HERE, TestServer
from tests.snapshot_sources.tables import contents, picked

SHARED = FOLDER.parent / "data" / "databases"

NOW = datetime(2026, 3, 14, 12, 30)
CONFIGURATION = """
# an installation
Registry
{
  Users { ada { DN = /C=XX/CN=Ada } bob { DN = /C=XX/CN=Bob } }
  Groups
  {
    lhcb_user { Users = ada, bob
      VO = lhcb
      JobShare = 500 }
    lhcb_prod
    {
      Users = ada
      Users += bob
      Properties = JobSharing, NormalUser
      AllowBackgroundTQs = True
    }
  }
}
Operations
{
  Defaults
  {
    JobScheduling { RunningLimit { LCG.A.org { JobType { User = 1 } } } }
    Services { Secret = words }
  }
}
Resources
{
  Computing { OSCompatibility { el9 = el8, el9 } }
  Sites { LCG { LCG.A.org { CEs { ce1.org {
    MaxRAM = 2048
    Queues
    {
      short { maxCPUTime = 60 }
      long { maxCPUTime = 2880
        Tag = MultiProcessor
        MaxRAM = 4096 }
    } } } } } }
}
Systems { Databases { Password = words } }
"""


SITES = ["LCG.A.org", "LCG.B.org"]


def source(server: TestServer, **values: str) -> Source:
    dsn = f"mysql://root@localhost/?socket={server.folder / 's'}"
    return source_of(
        "lhcb", {"kind": "dirac-mariadb", "dsn": dsn, "vo": "lhcb"} | values
    )


@pytest.fixture
def configuration(tmp_path: Path) -> Path:
    file = tmp_path / "dirac.cfg"
    file.write_text(CONFIGURATION)
    return file


def test_a_server_and_a_configuration_make_a_snapshot_that_matches(
    mariadb: TestServer, configuration: Path, tmp_path: Path
) -> None:
    snap = tmp_path / "snap"
    report = import_source(source(mariadb), snap, time=NOW)
    kinds = ("job_id", "owner", "cpu_time", "user_priority", "tags", "submit_time")
    assert picked(snap, "dirac_job", "sites", *kinds) == [
        (SITES, 11, "ada", 86400, 3, None, datetime(2026, 3, 14, 10)),
        (SITES, 12, "ada", 86400, 0, None, None),
        (None, 13, "bob", 360, 5, ["MultiProcessor"], None),
    ]
    assert [(it.key, it.reason) for it in report.quarantined] == [
        ("task queue 9", "is gone, and its jobs with it: 1")
    ]
    assert picked(snap, "dirac_running_job", "job_id", "status") == [(21, "Running")]
    mask = dict(picked(snap, "dirac_site_mask", "site", "status"))
    assert mask == {"LCG.A.org": "Active", "LCG.B.org": "Banned"}
    done = import_file("dirac-cfg", configuration, snap, makes_pilots=True)
    assert picked(snap, "snapshot", "snapshot_time", "vo") == [(NOW, "lhcb")]
    assert picked(snap, "dirac_group", "group_name", "job_share", "job_sharing") == [
        ("lhcb_prod", None, True),
        ("lhcb_user", 500.0, False),
    ]
    members = picked(snap, "dirac_group_member", "group_name", "user_name")
    assert members == [*product(("lhcb_prod", "lhcb_user"), ("ada", "bob"))]
    assert picked(snap, "dirac_platform", "os") == [("el8",), ("el9",)]
    place = "/Operations/Defaults/JobScheduling"
    ((path, content),) = picked(snap, "dirac_cfg", "path", "content")
    limit = "RunningLimit { LCG.A.org { JobType { User = 1 } } }"
    assert (path, content.split()) == (place, limit.split())
    kept = b"".join(file.read_bytes() for file in snap.iterdir())
    assert b"words" not in kept
    pilots = ("site", "grid_ce", "cpu_time", "tag", "max_ram")
    assert picked(snap, "dirac_pilot", *pilots) == [
        (["LCG.A.org"], ["ce1.org"], 172800, ["MultiProcessor"], 4096),
        (["LCG.A.org"], ["ce1.org"], 3600, None, 2048),
    ]
    made = "dirac_pilot: requests are made up, one per queue of a CE and VO: 2"
    assert made in done.notes
    states = {each.table: each.state for each in diagnose(Snapshot.open(snap)).tables}
    assert (states["dirac_pilot"], states["dirac_job"]) == ("invented", "there")
    found = call("run", snap, "--policy", "dirac", "--format", "json")
    assert found.code == 0, found.err


def test_a_configuration_that_breaks_off_leaves_the_snapshot_as_it_was(
    configuration: Path, tmp_path: Path
) -> None:
    snap, cut = tmp_path / "snap", tmp_path / "cut.cfg"
    import_file("dirac-cfg", configuration, snap, time=NOW)
    kept = contents(snap)
    half, open_ = CONFIGURATION.partition("lhcb_prod")[0], "braces are not closed"
    for text, fault in (
        (half, f"cut.cfg:4: {open_}: 2 at the end, the first here"),
        ("garbage {{{ = ", f"cut.cfg:1: {open_}: 3 at the end"),
        (
            "# {\nA { b = 1 } }\nC { d = 1 }",
            "cut.cfg:2: a brace is closed that none opens",
        ),
    ):
        cut.write_text(text)
        found = call("snapshot", "import", "dirac-cfg", cut, "--into", snap)
        assert (found.code, found.out) == (3, "")
        assert fault in found.err
    assert contents(snap) == kept


def test_a_queue_of_several_vos_asks_for_each(tmp_path: Path) -> None:
    """Another VO's groups are not among those that a request takes jobs of."""
    file, snap = tmp_path / "dirac.cfg", tmp_path / "snap"
    file.write_text(CONFIGURATION.replace("Queues", "VO = lhcb, biomed\nQueues"))
    import_file("dirac-cfg", file, snap, time=NOW, makes_pilots=True)
    assert picked(snap, "dirac_pilot", "seq", "pilot_id", "vo") == [
        (1, "made-LCG.A.org-ce1.org-long-biomed", "biomed"),
        (2, "made-LCG.A.org-ce1.org-long-lhcb", "lhcb"),
        (3, "made-LCG.A.org-ce1.org-short-biomed", "biomed"),
        (4, "made-LCG.A.org-ce1.org-short-lhcb", "lhcb"),
    ]


def test_a_queue_offers_what_dirac_makes_of_it(tmp_path: Path) -> None:
    """Normalised time of its processors, tags of its CE too, and the whole node."""
    file, snap = tmp_path / "dirac.cfg", tmp_path / "snap"
    text = CONFIGURATION.replace(
        "Queues", "Tag = GPU, MultiProcessor\nWholeNode = no\nQueues", 1
    )
    text = text.replace("60 }", "1000\nSI00 = 2500\nWholeNode = True }")
    file.write_text(text)
    import_file("dirac-cfg", file, snap, time=NOW, makes_pilots=True)
    tags = ["GPU", "MultiProcessor"]
    assert picked(snap, "dirac_pilot", "seq", "cpu_time", "tag", "whole_node") == [
        (1, 172800, tags, None),
        (2, 600000, tags, True),
    ]


def test_what_is_said_of_all_ces_of_a_site_holds_for_each(tmp_path: Path) -> None:
    """A CE and a queue may say it anew, and a tag is added to those of the CE; of what
    the site itself says only the VO counts, which is not read of all CEs."""
    file, snap = tmp_path / "dirac.cfg", tmp_path / "snap"
    file.write_text("""
        Resources { Sites { LCG { LCG.A.org { MaxRAM = 111
          Tag = Site
          VO = lhcb
          CEs { Tag = GPU
            MaxRAM = 8000
            NumberOfProcessors = 4
            VO = bio
            a { Queues { q { maxCPUTime = 60 } } }
            b { Tag = Big
              MaxRAM = 4000
              VO = cms
              Queues { q { maxCPUTime = 60
                Tag = Own
                MaxRAM = 2000 }
                r { maxCPUTime = 60
                  VO = atlas } } } } } } } }
    """)
    import_file("dirac-cfg", file, snap, time=NOW, makes_pilots=True)
    columns = ("grid_ce", "tag", "max_ram", "number_of_processors", "vo")
    assert picked(snap, "dirac_pilot", *columns) == [
        (["a"], ["GPU"], 8000, 4, "lhcb"),
        (["b"], ["Big", "Own"], 2000, 4, "cms"),
        (["b"], ["Big"], 4000, 4, "atlas"),
    ]


def test_a_queue_has_the_newest_platform_that_its_ce_is_compatible_with(
    tmp_path: Path,
) -> None:
    """That of the queue as it stands; else of the CE, or of its architecture and OS,
    which is x86_64 where it says none; nothing in common leaves these."""
    file, snap = tmp_path / "dirac.cfg", tmp_path / "snap"
    table = "OSCompatibility { p_9 = x86_64_EL9\np_10 = x86_64_EL9, arm_EL8\np8 = p8 }"
    for ce, queue, compatible, expected in (
        ("OS = EL9", "", table, ["p_10"]),
        ("OS = EL9\narchitecture = x86_64", "", "", ["x86_64_EL9"]),
        ("OS = EL8\narchitecture = arm", "", table, ["p_10"]),
        ("OS = EL8", "", table, ["x86_64_EL8"]),
        ("Platform = p_9\nOS = EL8\narchitecture = arm", "", table, ["p_9"]),
        ("Platform = p8", "", table, ["p8"]),
        ("Platform = p_9", "Platform = arm_EL8", table, ["arm_EL8"]),
        ("architecture = arm", "", table, None),
        ("", "OS = EL9", table, None),
    ):
        file.write_text(
            f"Resources {{ Computing {{ {compatible} }}\n"
            f"Sites {{ LCG {{ A {{ CEs {{ ce {{ {ce}\n"
            f"Queues {{ q {{ {queue}\n }} }} }} }} }} }} }} }}"
        )
        import_file("dirac-cfg", file, snap, time=NOW, makes_pilots=True)
        assert picked(snap, "dirac_pilot", "platform") == [(expected,)], (ce, queue)


def test_the_first_of_two_corrections_of_a_scope_counts(tmp_path: Path) -> None:
    """Also where its name is the later one (spec/dirac.md 6.4)."""
    file, snap = tmp_path / "dirac.cfg", tmp_path / "snap"
    file.write_text("""
        Operations { lhcb { Production { JobScheduling {
          ShareCorrections { ShareCorrectorsToStart = WMSHistory
            WMSHistory {
              ZFirst { MaxGlobalCorrection = 2
                Week { MaxCorrection = 2 } }
              ASecond { MaxGlobalCorrection = 10 } } }
          # not kept
          taskQueueCPUTimeIntervals = 10, 20 } } } }
        Systems { WMS { taskQueueCPUTimeIntervals = 30, 40 } }
    """)
    import_file("dirac-cfg", file, snap, time=NOW, vo="lhcb")
    rows = picked(snap, "dirac_cfg", "path", "content")
    assert rows[1] == ("/Systems/WMS", "taskQueueCPUTimeIntervals = 30, 40")
    assert not any("kept" in content for _, content in rows)
    cfg = [{"path": path, "content": content} for path, content in rows]
    database = play({"dirac_cfg": cfg}, "page")
    instances = "select instance, is_first from corrector_instance order by instance"
    assert database.rows(instances) == [("ASecond", False), ("ZFirst", True)]


def test_numbers_of_a_configuration_that_are_none_are_told(tmp_path: Path) -> None:
    file = tmp_path / "dirac.cfg"
    text = CONFIGURATION.replace("JobShare = 500", "JobShare = many")
    file.write_text(text.replace("MaxRAM = 2048", "MaxRAM = 2 GB"))
    report = import_file("dirac-cfg", file, tmp_path / "snap", time=NOW)
    told = "lhcb_user.JobShare: many is no whole number, read as unknown"
    assert report.notes[0] == told
    snap = tmp_path / "snap"
    again = import_file("dirac-cfg", file, snap, time=NOW, makes_pilots=True)
    of_memory = "LCG.A.org/ce1.org/short.maxRAM: 2 GB is no number, read as unknown"
    assert list(again.notes[1:3]) == [of_memory, told]  # first: what is kept


@pytest.mark.parametrize(
    ("said", "share"),
    (("0", 0.0), ("+7", 7.0), ("-1", -1.0), ("2.5", None), ("1e3", None), ("", None)),
)
def test_a_share_is_a_whole_number(
    said: str, share: float | None, tmp_path: Path
) -> None:
    """DIRAC takes any other as not said."""
    file = tmp_path / "dirac.cfg"
    file.write_text(CONFIGURATION.replace("JobShare = 500", f"JobShare = {said}"))
    report = import_file("dirac-cfg", file, tmp_path / "snap", time=NOW)
    told = f"lhcb_user.JobShare: {said} is no whole number, read as unknown"
    assert (told in report.notes) == (share is None and said != "")
    shares = dict(picked(tmp_path / "snap", "dirac_group", "group_name", "job_share"))
    assert shares["lhcb_user"] == share


def test_requests_may_have_the_names_of_dirac_or_ours(tmp_path: Path) -> None:
    file = tmp_path / "requests.jsonl"
    lines = [
        {
            "Site": "LCG.A.org",
            "CPUTime": 86400,
            "Tag": ["A", "B"],
            "GridCE": "ce1, ce2",
        },
        {"pilot_id": "p2", "cpu_time": "3600", "platform": ["el9"], "whole_node": True},
    ]
    file.write_text("\n".join([*map(json.dumps, lines), "not json"]))
    with pytest.raises(SnapshotError, match=r"requests\.jsonl:3: holds no JSON object"):
        import_file("dirac-requests", file, tmp_path / "snap", time=NOW)
    file.write_text("\n".join(map(json.dumps, lines)))
    import_file("dirac-requests", file, tmp_path / "snap", time=NOW, vo="lhcb")
    columns = ("seq", "pilot_id", "site", "grid_ce", "cpu_time", "tag", "platform")
    columns += ("whole_node",)
    assert picked(tmp_path / "snap", "dirac_pilot", *columns) == [
        (1, None, ["LCG.A.org"], ["ce1", "ce2"], 86400, ["A", "B"], None, None),
        (2, "p2", None, None, 3600, None, ["el9"], True),
    ]


def test_lists_of_requests_may_be_texts_in_brackets(tmp_path: Path) -> None:
    """spec/dirac.md 3; LHCbPlatform is what the page calls a platform (T035)."""
    file, snap = tmp_path / "requests.jsonl", tmp_path / "snap"
    lines = [
        {"CPUTime": 60, "Tag": "[a, b]", "LHCbPlatform": "x86_64-slc4"},
        {"CPUTime": 60, "Tag": "['a', \"b\"]", "RequiredTag": "[]"},
        {"CPUTime": 60, "Tag": "a", "LHCbPlatforms": ["p", "q"]},
    ]
    file.write_text("\n".join(map(json.dumps, lines)))
    import_file("dirac-requests", file, snap, time=NOW, vo="lhcb")
    assert picked(snap, "dirac_pilot", "seq", "tag", "required_tag", "platform") == [
        (1, ["a", "b"], None, ["x86_64-slc4"]),
        (2, ["a", "b"], [], None),
        (3, ["a"], None, ["p", "q"]),
    ]


def test_what_requests_lose_is_told(tmp_path: Path) -> None:
    file, snap = tmp_path / "requests.jsonl", tmp_path / "snap"
    lines = [
        {"Site": "LCG.A.ch", "CPUTime": "1000"},
        {"Site": "LCG.A.ch", "CPUTime": -7},
        {"CPUTime": "abc", "whole_node": "maybe", "Time": "noon"},
        {"CPUTime": "abc", "Sitee": "LCG.A.ch"},
    ]
    file.write_text("\n".join(map(json.dumps, lines)))
    into = ("--into", snap, "--time", "2025-10-14T12:00:00Z")
    found = call("snapshot", "import", "dirac-requests", file, *into)
    assert [seq for (seq,) in picked(snap, "dirac_pilot", "seq")] == [1, 3, 4]
    told = found.err.splitlines()
    assert told[0] == (
        "warning: dirac_pilot 2 left out: cpu_time breaks its range cpu_time between "
        "0 and 1e12 (-7)"
    )
    notes = [
        "request 3.CPUTime: abc is no number, read as unknown; so for 1 more",
        "request 3.Time: noon is no time, read as unknown",
        "request 3.whole_node: maybe is no flag, read as unknown",
        "request 4.Sitee: is no option of a request that is known here, left out",
    ]
    assert told[2:6] == [f"note: {each}" for each in notes]
    assert f"{file}: 4 records read, 1 record left out" in told
    (kept,) = picked(snap, "table_source", "findings")
    assert cast("list[str]", kept[0])[1:] == notes


def test_a_site_without_the_other_databases_gets_what_there_is(
    mariadb: TestServer, tmp_path: Path
) -> None:
    mariadb.run(text="rename table JobDB.Jobs to JobDB.Away")
    try:
        report = import_source(source(mariadb), tmp_path, time=NOW)
    finally:
        mariadb.run(text="rename table JobDB.Away to JobDB.Jobs")
    assert picked(tmp_path, "dirac_job", "submit_time") == [(None,)] * 3
    missing = "the server has no JobDB.Jobs, or never filled it: left empty"
    assert f"dirac_running_job: {missing}" in report.notes


def test_task_queues_keep_the_memory_that_they_ask_for(
    mariadb: TestServer, tmp_path: Path
) -> None:
    """0 is none, and so is no row; what the server has no table for stays unknown."""
    table = "TaskQueueDB.tq_RAM_requirements"
    columns = ("job_id", "min_ram", "max_ram")
    import_source(source(mariadb), tmp_path / "one", time=NOW)
    held = [(11, 4000, None), (12, 4000, None), (13, None, None)]
    assert picked(tmp_path / "one", "dirac_job", *columns) == held
    mariadb.run(text=f"rename table {table} to TaskQueueDB.Away")
    try:
        report = import_source(source(mariadb), tmp_path / "none", time=NOW)
    finally:
        mariadb.run(text=f"rename table TaskQueueDB.Away to {table}")
    rows = picked(tmp_path / "none", "dirac_job", *columns)
    assert rows == [(11, None, None), (12, None, None), (13, None, None)]
    missing = f"the server has no {table}, or never filled it: left empty"
    assert f"tq_ram: {missing}" in report.notes


def test_an_option_file_holds_the_password(
    mariadb: TestServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dsn = f"mysql://reader@localhost/?socket={mariadb.folder / 's'}"
    options = tmp_path / "my.cnf"
    options.write_text("[client]\npassword = words\n")
    options.chmod(0o644)
    values = {"dsn": dsn, "option_file": str(options)}
    with pytest.raises(UsageError, match="can be read by others"):
        import_source(source(mariadb, **values), tmp_path / "snap")
    with pytest.raises(UsageError, match="no key unix_socket"):
        import_source(source(mariadb, dsn="mysql:///?unix_socket=s"), tmp_path)
    options.chmod(0o600)
    report = import_source(source(mariadb, **values), tmp_path / "snap")
    assert report.rows["dirac_job"] == 3
    monkeypatch.setenv("BROKERSQL_SOURCE_LHCB_PASSWORD", "other words")
    with pytest.raises(SnapshotError, match="Access denied") as refused:
        import_source(source(mariadb, dsn=dsn), tmp_path / "snap")
    assert "other words" not in str(refused.value)


def test_a_lost_connection_is_an_error_of_the_table(
    mariadb: TestServer, tmp_path: Path
) -> None:
    """The server ends the connection while it sends the rows."""
    own = tmp_path / "sql"
    own.mkdir()
    (own / "tq_job.sql").write_text(
        "select seq as job_id, 1 as tq_id, seq div 1000000 as user_priority "
        "from TaskQueueDB.seq_1_to_20000000 where sleep(600 * (seq = 100000)) = 0"
    )
    waiting = "select id from information_schema.processlist where state = 'User sleep'"

    def end() -> None:
        while not (found := mariadb.run("-N", "-e", waiting).split()):
            pass
        mariadb.run("-e", f"kill {found[0]}")

    with ThreadPoolExecutor() as pool:
        ended = pool.submit(end)
        with pytest.raises(SnapshotError, match=r"lhcb, tq_job\.sql: .*Lost conn"):
            import_source(source(mariadb, sql=str(own)), tmp_path / "snap")
        ended.result()
    assert not (tmp_path / "snap").exists()


def test_values_of_all_types_come_as_the_server_holds_them(mariadb: TestServer) -> None:
    server = MySqlServer(source(mariadb))
    query = (
        "select 18 as whole, 1.50 as fixed, 1.5e0 as number, cast(null as int) as none,"
        " date('2026-03-14') as day, timestamp('2026-03-14 10:00') as moment,"
        " json_array(:vo) as list, :vo as text, '50%' as part"
    )
    assert server.rows(query, {"vo": "it's"}) == [
        {
            **{"whole": 18, "fixed": Decimal("1.50"), "number": 1.5, "none": None},
            **{"day": date(2026, 3, 14), "moment": datetime(2026, 3, 14, 10)},
            **{"list": '["it\'s"]', "text": "it's", "part": "50%"},
        }
    ]
    many = [*server.batches("select seq from TaskQueueDB.seq_1_to_120000", {})]
    assert sum(it.num_rows for it in many) == 120_000
    assert max(it.num_rows for it in many) < 120_000
    server.close()


def test_whose_work_it_is_must_be_named(mariadb: TestServer, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="whose work"):
        import_source(source(mariadb, vo=""), tmp_path)


@contextmanager
def real_schema(server: TestServer) -> Iterator[None]:
    """Give a server the tables of DIRAC itself, and afterwards those it had."""
    made = (HERE / "dirac.sql").read_text()
    databases = ("TaskQueueDB", "JobDB", "ResourceStatusDB")
    dropped = "".join(f"drop database if exists {name};" for name in databases)
    server.run(text=dropped + (SHARED / "dirac-mariadb-schema.sql").read_text())
    try:
        yield
    finally:
        server.run(text=dropped + made.partition("create user")[0])


@pytest.mark.skipif(not SHARED.is_dir(), reason="the real schema is not here")
def test_recorded_scenarios_come_back_from_the_real_schema(
    mariadb: TestServer, tmp_path: Path
) -> None:
    """Jobs that went through the real tables are matched as recorded."""
    from tests.conformance import test_dirac
    from tests.conformance.dirac_scenario import APART, engines, play

    scenarios = [it for it in test_dirac.SCENARIOS if "modern" in engines(it)]
    worlds = [test_dirac.loadable(it, "modern") for it in scenarios]
    by_segments: dict[str, list[int]] = {}
    for at, scenario in enumerate(scenarios):
        segments = (scenario.get("scheduling") or {}).get(SEGMENTS, "")
        by_segments.setdefault(segments, []).append(at)
    with real_schema(mariadb):
        for segments, places in by_segments.items():
            jobs = [
                {**row, "job_id": at * APART + cast("int", row["job_id"])}
                for at in places
                for row in worlds[at]["dirac_job"]
            ]
            loader_of(mariadb).load(jobs, [int(it) for it in segments.split(",") if it])
            import_source(source(mariadb), tmp_path, time=NOW)
            found = pq.read_table(tmp_path / "dirac_job.parquet").to_pylist()
            for at in places:
                worlds[at]["dirac_job"] = [
                    {**row, "job_id": row["job_id"] % APART}
                    for row in found
                    if row["job_id"] // APART == at
                ]
    for scenario, made in zip(scenarios, worlds, strict=True):
        if any(NOT_KEPT & job.keys() for job in scenario["jobs"]):
            continue
        database = play(made, "modern", recalc="per_cycle")
        test_dirac.keep_chances(database)
        decided = test_dirac.read(database, 0, has_jobs=False)
        test_dirac.check_scenario(scenario, "modern", decided)


def loader_of(server: TestServer) -> Any:
    """Return the module that puts jobs into the real tables, for this server."""
    place = SHARED / "loaders" / "dirac_mariadb.py"
    spec = importlib.util.spec_from_file_location("dirac_loader", place)
    assert spec is not None and spec.loader is not None
    module: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    socket = str(server.folder / "s")
    module.connect = lambda *_: pymysql.connect(unix_socket=socket, user="root")
    return module


#: The option that says to which times task queues are raised.
SEGMENTS = "taskQueueCPUTimeIntervals"
#: What the recorded version of DIRAC has no column for.
NOT_KEPT = {"min_ram", "max_ram"}

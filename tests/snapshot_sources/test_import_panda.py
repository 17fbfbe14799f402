"""A PanDA database becomes a snapshot: what is read, what is noted, what is refused."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from brokersql.core.errors import SnapshotError, UsageError
from brokersql.snapshot import Snapshot
from brokersql.snapshot.doctor import diagnose
from brokersql.snapshot.importers import ImportReport, Source, import_source, source_of
from brokersql.snapshot.importers.servers import PostgresServer
from tests.cli.calling import call
from tests.conformance.recorded import FOLDER
from tests.snapshot_sources.database_server import HERE, TestServer
from tests.snapshot_sources.tables import contents, picked

NOW = datetime(2026, 3, 14, 12, 30)
SHARED = FOLDER.parent / "data" / "databases"


def source(server: TestServer, database: str = "postgres", **values: str) -> Source:
    """Return the source that reads a database of the server as its administrator."""
    dsn = f"postgresql://admin@/{database}?host={server.folder}"
    return source_of("panda", {"kind": "panda-postgres", "dsn": dsn, **values})


@pytest.fixture(scope="module")
def done(
    postgres: TestServer, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, ImportReport]:
    """Import the small site once."""
    folder = tmp_path_factory.mktemp("panda") / "snap"
    return folder, import_source(source(postgres), folder, time=NOW)


#: Table, its columns, and the rows that the small site gives.
ROWS = [
    (table, columns.split(","), json.loads(expected))
    for table, columns, expected in (
        line.split("\t")
        for line in (HERE / "panda_rows.tsv").read_text().splitlines()
        if not line.startswith("#")
    )
]


def shown(value: object) -> object:
    """Return a value as panda_rows.tsv writes it."""
    if isinstance(value, datetime):
        return value.isoformat()
    return round(value, 6) if isinstance(value, float) else value


@pytest.mark.parametrize(
    ("table", "columns", "expected"), ROWS, ids=[row[0] for row in ROWS]
)
def test_tables_hold_what_the_server_holds(
    done: tuple[Path, ImportReport],
    table: str,
    columns: list[str],
    expected: list[list[object]],
) -> None:
    found = [[shown(it) for it in row] for row in picked(done[0], table, *columns)]
    assert sorted(found, key=repr) == sorted(expected, key=repr)


NOTES = [
    "BETA.corecount: lots is no number, read as unknown",
    "ALPHA.corepower: 10.5 is a text, read as the number",
    "BETA.maxtime: is missing, read as unknown",
    "BETA.colour: is no field of CRIC that is known here, left out",
    "gdp_config.vo: a row that holds '' is read as one of every VO (rows: 1)",
    "network_metric.value: the server keeps whole numbers only",
    "network_metric.ts: lies up to 110 min in the future (rows: 1)",
    "queue_lock.queue_name: the server's column has room for 10 characters",
    "queue_cpu_level: the server has no mv_worker_node_summary",
    "task.user_name: is unknown (user tasks: 1, first 21 of Bob)",
    "job_stats.workqueue_id: is NULL (jobs: 5, rows: 4)",
    "job_stats: jobs_share_stats holds several rows of a group (rows: 2, groups: 1)",
    "endpoint.space_min_free: the server's schema has no such column",
    "evaluation: classes of users and sites are there",
]


def test_what_the_data_shows_is_noted(done: tuple[Path, ImportReport]) -> None:
    """What is no queue is left out with a reason."""
    notes = done[1].notes
    assert [it for it in NOTES if not any(each.startswith(it) for each in notes)] == []
    found = [(each.key, each.reason) for each in done[1].quarantined]
    assert found == [("BROKEN", "is no JSON object")]


def test_estimated_sizes_are_marked_and_explained(
    done: tuple[Path, ImportReport],
) -> None:
    states = {each.table: each for each in diagnose(Snapshot.open(done[0])).tables}
    found = call("snapshot", "doctor", done[0], "--format", "json").json
    answers = {it["question"]: it["answer"] for it in found["questions"]}
    assert answers["which jobs time out next"] == "yes"
    assert answers["where do production tasks go, and why does one wait"] == "partly"
    assert "missing: account_usage, " in call("snapshot", "doctor", done[0]).out
    assert states["input_chunk"].state == "estimated"
    assert "n_jobs" in states["input_chunk"].estimated_columns
    assert states["queue_cpu_level"].state == "empty"
    told = call("explain", done[0], "--task", 10, "--policy", "panda_job")
    assert "n_jobs are estimated by the splitting rules" in " ".join(told.out.split())


def test_the_same_state_gives_the_same_bytes(
    done: tuple[Path, ImportReport], postgres: TestServer, tmp_path: Path
) -> None:
    import_source(source(postgres), tmp_path, time=NOW)
    assert contents(tmp_path) == contents(done[0])


def test_one_task_is_read_whatever_its_status(
    postgres: TestServer, tmp_path: Path
) -> None:
    report = import_source(source(postgres), tmp_path, time=NOW, task=12)
    assert picked(tmp_path, "task", "jedi_task_id", "status") == [(12, "pending")]
    assert picked(tmp_path, "task_file", "lfn") == [("g1",)]
    assert report.rows["job_stats"] == 4
    assert "job" not in report.rows
    with pytest.raises(UsageError, match="no task 999 of VO atlas"):
        import_source(source(postgres), tmp_path, time=NOW, task=999)


def test_a_vo_without_tasks_is_named_with_those_that_have_some(
    postgres: TestServer, tmp_path: Path
) -> None:
    report = import_source(source(postgres, vo="cms"), tmp_path / "snap", time=NOW)
    assert report.rows["task"] == 0
    (note,) = [each for each in report.notes if each.startswith("task: ")]
    assert note == "task: none is of VO cms; the server has tasks of atlas"


def test_cached_statistics_are_those_of_the_server(
    postgres: TestServer, tmp_path: Path
) -> None:
    import_source(source(postgres, job_stats="cached"), tmp_path, time=NOW)
    columns = ("gshare", "job_status", "n_jobs", "n_cores", "disk_io_avg", "hs06")
    assert sorted(picked(tmp_path, "job_stats", *columns), key=repr) == [
        ("MC", "running", 2, None, 200.0, 20.0),
        (None, "running", 0, 2, None, None),
    ]


def test_some_tables_leave_the_others(
    done: tuple[Path, ImportReport], postgres: TestServer, tmp_path: Path
) -> None:
    report = import_source(
        source(postgres, tables="queue, task"), tmp_path, time=datetime(2026, 3, 15)
    )
    assert set(report.rows) == {"queue", "task", "snapshot", "table_source"}
    import_source(source(postgres, tables="endpoint"), tmp_path, time=NOW)
    assert picked(tmp_path, "snapshot", "snapshot_time") == [(datetime(2026, 3, 15),)]
    with pytest.raises(UsageError, match="no table quue"):
        import_source(source(postgres, tables="quue"), tmp_path)


def test_a_file_of_the_site_replaces_ours(postgres: TestServer, tmp_path: Path) -> None:
    (tmp_path / "sql").mkdir()
    (tmp_path / "sql" / "queue_software.sql").write_text(
        "select 'X' as queue_name, '{}' as data, 1.5::numeric as more"
    )
    own = source(postgres, sql=str(tmp_path / "sql"))
    import_source(own, tmp_path / "snap", time=NOW)
    assert picked(tmp_path / "snap", "queue_software", "queue_name") == [("X",)]
    (tmp_path / "sql" / "queue_software.sql").write_text("select nothing from nowhere")
    with pytest.raises(SnapshotError, match=r'panda, queue_software\.sql: .*"nowhere"'):
        import_source(own, tmp_path / "snap", time=NOW)


def test_all_statements_see_one_state_and_nothing_is_written(
    postgres: TestServer,
) -> None:
    server = PostgresServer(source(postgres))
    for statement in (
        "set transaction isolation level repeatable read, read only",
        "set local search_path = doma_panda",
    ):
        server.run(statement)
    count = "select count(*) as n from sw_tags where panda_queue = :name::text"
    assert server.rows(count, {"name": "LATE"}) == [{"n": 0}]
    late = "doma_panda.sw_tags values ('LATE', '{}')"
    postgres.run("postgres", "-c", f"insert into {late}")
    try:
        assert server.rows(count, {"name": "LATE"}) == [{"n": 0}]
        with pytest.raises(SnapshotError, match="read-only transaction"):
            server.run("delete from sw_tags")
    finally:
        server.close()
        gone = "doma_panda.sw_tags where panda_queue = 'LATE'"
        postgres.run("postgres", "-c", f"delete from {gone}")


def test_a_lost_connection_is_an_error_of_the_table(
    postgres: TestServer, tmp_path: Path
) -> None:
    """The server ends the connection after it sent some rows."""
    own = tmp_path / "sql"
    own.mkdir()
    (own / "queue_software.sql").write_text(
        "select 'Q' || n as queue_name, repeat('x', 100) as data "
        "from generate_series(1, 900000) as n "
        "where n < 900000 or pg_terminate_backend(pg_backend_pid())"
    )
    lost = r"panda, queue_software\.sql: .*(terminat|closed)"
    with pytest.raises(SnapshotError, match=lost):
        import_source(source(postgres, sql=str(own)), tmp_path / "snap")
    assert not (tmp_path / "snap").exists()


#: A statement that the server refuses, what it says, and what to do.
REFUSED = [
    ("select 1 as x from gone", 'relation "gone" does not exist', "--sql DIR"),
    ("select gone from sw_tags", 'column "gone" does not exist', "--sql DIR"),
    ("select * from pg_authid", "permission denied", "panda-postgres/grants.sql"),
    ("select 1/0 as x", "division by zero", ""),
]


def test_what_the_server_refuses_is_said_with_a_hint(
    postgres: TestServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    dsn = f"postgresql://reader@/postgres?host={postgres.folder}"
    given = source_of("panda", {"kind": "panda-postgres", "dsn": dsn})
    with pytest.raises(SnapshotError, match="no password supplied") as refused:
        PostgresServer(given)
    assert "BROKERSQL_SOURCE_PANDA_PASSWORD" in refused.value.hint
    for elsewhere in ("/none?host=", "/postgres?host=/nowhere"):
        away = dsn.replace("/postgres?host=", elsewhere).replace("reader", "admin")
        values = {"kind": "panda-postgres", "dsn": away}
        with pytest.raises(SnapshotError, match="cannot be reached") as refused:
            PostgresServer(source_of("panda", values, "brokersql.toml:3"))
        assert refused.value.hint == "its address: dsn = in brokersql.toml:3"
    monkeypatch.setenv("BROKERSQL_SOURCE_PANDA_PASSWORD", "words")
    for query, said, hint in REFUSED:
        server = PostgresServer(given)
        server.run("set search_path = doma_panda")
        with pytest.raises(SnapshotError, match=said) as refused:
            server.rows(query, {})
        assert "Query was" not in refused.value.message
        assert hint in refused.value.hint
        assert bool(hint) == bool(refused.value.hint)
        server.close()


def test_values_stand_in_statements_as_they_are(postgres: TestServer) -> None:
    server = PostgresServer(source(postgres))
    query = "select :vo::text as vo, :task::bigint as task, :now::timestamp as now"
    for vo in ("it's", "a\\'b", "$1 -- :now"):
        values = {"vo": vo, "task": None, "now": NOW}
        assert server.rows(query, values) == [values]
    query = "select repeat('x', 9000) from generate_series(1, 9000)"
    assert max(it.num_rows for it in server.batches(query, {})) < 9000
    server.close()


def test_the_password_comes_from_elsewhere_and_is_never_shown(
    postgres: TestServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dsn = f"postgresql://reader@/postgres?host={postgres.folder}"
    values = {"kind": "panda-postgres", "dsn": dsn, "tables": "queue"}
    monkeypatch.setenv("BROKERSQL_SOURCE_PANDA_PASSWORD", "words")
    assert import_source(source_of("panda", values), tmp_path).rows["queue"] == 2
    monkeypatch.setenv("BROKERSQL_SOURCE_PANDA_PASSWORD", "not the words")
    failed = "password authentication failed"
    with pytest.raises(SnapshotError, match=failed) as refused:
        import_source(source_of("panda", values), tmp_path)
    assert "not the words" not in str(refused.value)
    for secret in ("postgresql://reader:words@db/x", "host=db password=words"):
        with pytest.raises(UsageError, match="must not hold a password") as refused:
            source_of("panda", {"kind": "panda-postgres", "dsn": secret})
        assert "words" not in str(refused.value)


def test_the_command_reads_the_settings(
    postgres: TestServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = tmp_path / "brokersql.toml"
    settings.write_text(
        f'[source.site]\nkind = "panda-postgres"\n'
        f'dsn = "postgresql://admin@/postgres?host={postgres.folder}"\n'
    )
    monkeypatch.setenv("BROKERSQL_CONFIG", str(settings))
    into = ("--into", tmp_path / "snap", "--time", "2026-03-14T12:30:00Z")
    done = call("snapshot", "import", "panda", "site", *into, "--tables", "queue")
    assert done.code == 0, done.err
    assert "BROKEN left out: is no JSON object" in done.err
    done = call("snapshot", "import", "panda", "sitte", *into)
    assert (done.code, "did you mean site?" in done.err) == (2, True)
    settings.write_text('[source.site]\nkind = "panda-postgres"\ndns = "x"\n')
    done = call("snapshot", "import", "panda", "site", *into)
    assert f"{settings}:1: no key dns" in done.err
    wanted = call("snapshot", "wanted", tmp_path / "snap", "--format", "csv")
    assert wanted.code == 0, wanted.err


def test_a_missing_driver_names_the_command(tmp_path: Path) -> None:
    """In a process of its own, where the driver cannot be found."""
    script = (
        "import sys; sys.modules['adbc_driver_postgresql'] = None\n"
        "from pathlib import Path\n"
        "from brokersql.snapshot.importers import import_source, source_of\n"
        "import_source(source_of('p', {'kind': 'panda-postgres'}), Path('x'))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, cwd=tmp_path
    )
    assert "pip install 'brokersql[postgres]'" in done.stderr


@pytest.mark.skipif(not SHARED.is_dir(), reason="the real schema is not here")
def test_a_recorded_world_comes_back_from_the_real_schema(
    postgres: TestServer, tmp_path: Path
) -> None:
    """Through the published schema and its procedures all is decided as recorded."""
    from tests.conformance import test_panda

    case = FOLDER / "panda" / "prod_04_bootstrap"
    postgres.run("postgres", "-c", "create database world")
    postgres.run("world", "-f", str(SHARED / "panda-postgres-schema.sql"))
    wide = ("jedi_process_lock alter cloud type text",)
    wide += ("network_matrix_kv alter value type numeric",)
    for column in wide:
        postgres.run("world", "-c", f"alter table doma_panda.{column}")
    ((time,),) = picked(case, "snapshot", "snapshot_time")
    snap, given = tmp_path / "snap", source(postgres, "world")
    moment = tmp_path / "import.py"
    values = {**given.values, "kind": given.kind, "tables": "job_stats"}
    moment.write_text(
        "import datetime\nfrom pathlib import Path\n"
        "from brokersql.snapshot.importers import import_source, source_of\n"
        f"source, into = source_of('panda', {values!r}), Path({str(snap)!r})\n"
        f"import_source(source, into, time={time!r})\n"
    )
    dsn = f"host={postgres.folder} user=admin dbname=world"
    loader = [sys.executable, SHARED / "loaders" / "world_to_panda.py", case, dsn]
    between = f"{sys.executable} {moment}"
    loaded = subprocess.run(
        [*loader, "--rucio", tmp_path / "rucio", "--between", between],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert loaded.returncode == 0, loaded.stderr
    others = ",".join(sorted(TABLES - {"job_stats", "job", "job_wait"}))
    import_source(source(postgres, "world", tables=others), snap, time=time)
    done = call("snapshot", "import", "rucio", tmp_path / "rucio", "--into", snap)
    assert done.code == 0, done.err
    flags = pq.read_table(case / "input_chunk.parquet").select(
        ["jedi_task_id", "use_scout"]
    )
    scouts = {row["jedi_task_id"]: row["use_scout"] for row in flags.to_pylist()}
    found = pq.read_table(snap / "input_chunk.parquet").to_pylist()
    for row in found:  # the loader of the world writes no rule that makes scouts
        row["use_scout"] = scouts[row["jedi_task_id"]]
    kept = pq.read_schema(snap / "input_chunk.parquet")
    pq.write_table(pa.Table.from_pylist(found, kept), snap / "input_chunk.parquet")
    for aspect in test_panda.BROKERS["prod"].aspects:
        assert test_panda.differences(case, aspect, snap) == []


#: The tables that a database of PanDA gives.
TABLES = {row[0] for row in ROWS} - {"snapshot"} | {
    *("global_share", "nucleus_rw", "queue_cpu_level", "queue_gpu", "queue_lock"),
    *("queue_slots", "queue_software", "resource_type", "task_dataset"),
}

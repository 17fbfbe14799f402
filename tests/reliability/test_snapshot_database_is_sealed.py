"""A DuckDB file as a snapshot is rows: nothing that it brings is run.

Promise: views, macros and computed columns are refused by name; whatever else a file
holds reads and writes no other file, also when it changes after it was looked at.
"""

from __future__ import annotations

import os
from pathlib import Path

import duckdb
import pytest

from brokersql.core.database import Database, SqlError
from brokersql.core.errors import SnapshotError
from brokersql.snapshot import Snapshot
from tests.cli.calling import call, spawn
from tests.snapshot.build import world, write_database

SECRET = "not for those who read the snapshot"
QUEUES = "select queue_name, cloud from queue"


def altered(file: Path, statements: str = "") -> Path:
    """Write a snapshot as a DuckDB file, then change it; HERE is the file's folder."""
    (file.parent / "secret").write_text(SECRET)
    file.unlink(missing_ok=True)
    write_database(file, world())
    with duckdb.connect(file) as connection:
        connection.execute(statements.replace("HERE", str(file.parent)))
    return file


MOVED = "alter table queue rename to moved; create view queue as"
STOLEN = "(select content from read_text('HERE/secret'))"
LOGGING = (
    "enable_logging(level := 'trace', storage := 'file', storage_path := 'HERE/x')"
)
COMPUTED = "create table mine (a bigint, b varchar as ({}))"
#: What a file brings -> its statements, and what is refused by name.
REFUSED = {
    "a view that reads a file": (
        f"{MOVED} select * replace ({STOLEN} as cloud) from moved",
        "view queue",
    ),
    "a view that writes logs": (
        f"{MOVED} select moved.* from moved, (select count(*) from {LOGGING})",
        "view queue",
    ),
    "a view of another name": (f"create view mine as {STOLEN}", "view mine"),
    "a macro that shadows a function": (
        f"create macro upper(x) as {STOLEN}",
        "macro upper",
    ),
    "a table macro": (f"create macro queue() as table {STOLEN}", "macro queue"),
    "a trigger": (
        "create trigger mine after insert on queue for each statement "
        "insert into task from task",
        "trigger mine",
    ),
    "a computed column": (
        COMPUTED.format("current_query()"),
        "generated column mine.b",
    ),
    "a computed column that logs": (
        COMPUTED.format("write_log(a::varchar)::varchar"),
        "generated column mine.b",
    ),
    "several": (
        f"{MOVED} from moved; create macro lower(x) as 'a'",
        "macro lower · view queue",
    ),
}
#: What a file may hold: nothing of it is run when rows are read.
HARMLESS = {
    "defaults and checks": "create sequence counted; create table copied ("
    "a varchar default current_query(), b bigint default nextval('counted'), "
    "check (b > 0)); alter table queue alter column cloud set default current_query()",
    "an index on an expression": "create index found on queue "
    "((lower(queue_name) || 'x'))",
    "types of its own": "create type mood as enum ('online'); "
    "create type named as varchar; alter table queue alter column status type mood; "
    "alter table queue alter column site_name type named",
    "other schemas": f"create schema extra; create view extra.queue as {STOLEN}; "
    "create macro extra.lower(x) as 'shadow'",
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_would_run_is_refused_by_name(what: str, tmp_path: Path) -> None:
    statements, named = REFUSED[what]
    file = altered(tmp_path / "world.duckdb", statements)
    commands = (
        ("snapshot", "validate", file),
        ("run", file),
        ("sql", file, "from queue"),
        ("snapshot", "diff", file, file),
        ("history", "add", tmp_path / "history", file),
    )
    for words in commands if what == "several" else commands[:1]:
        said = call(*words)
        told = said.out + said.err
        assert (said.code, named in told) == (3, True), (words, said)
        assert "create table NAME as from VIEW" in told
        assert SECRET not in said.out + said.err
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize("what", HARMLESS)
def test_rows_are_read_whatever_else_a_file_holds(what: str, tmp_path: Path) -> None:
    file = altered(tmp_path / "world.duckdb", HARMLESS[what])
    said = call("sql", file, QUEUES)
    assert said.lines == ["queue_name,cloud", "BNL,", "CERN,"], said.err


def test_an_exported_database_is_a_snapshot_again(tmp_path: Path) -> None:
    file, copy = altered(tmp_path / "world.duckdb"), tmp_path / "copy.duckdb"
    made = call("export", file, "--duckdb", copy, "--policy", "panda_timeout")
    assert made.code == 0, made.err
    assert call("sql", copy, QUEUES).lines == call("sql", file, QUEUES).lines


def test_a_file_that_changes_after_it_was_looked_at(tmp_path: Path) -> None:
    """Between opening and loading somebody puts another file in its place."""
    file = altered(tmp_path / "world.duckdb")
    opened = Snapshot.open(file)
    altered(file, REFUSED["a view that reads a file"][0])
    with pytest.raises(SnapshotError, match="view queue"):
        opened.load_into(Database.open())


def test_the_seal_alone_holds(tmp_path: Path) -> None:
    """The second layer: what would run if the first one missed it."""
    database = Database.open()
    Snapshot.open(altered(tmp_path / "world.duckdb")).load_into(database)
    frame = {"a": [1]}
    for text in (
        "from read_text('HERE/secret')",
        f"select count(*) from {LOGGING}",
        "copy queue to 'HERE/x'",
        "attach 'HERE/x' as more",
        "set enable_external_access = true",
        "set allowed_paths = ['HERE/secret']",
        "set memory_limit = '1TB'",
        "set temp_directory = 'HERE/x'",
        "set log_query_path = 'HERE/x'",
        "reset lock_configuration",
        "load httpfs",
        "from frame",
    ):
        with pytest.raises(SqlError, match=r"Permission|Invalid Input|Catalog|Binder"):
            database.run(text.replace("HERE", str(tmp_path)))
    assert frame
    assert not (tmp_path / "x").exists()
    assert database.count("queue") == 2


def test_a_link_and_a_file_with_its_log_are_read(tmp_path: Path) -> None:
    """The last changes may stand in a second file, which belongs to the first."""
    file = altered(tmp_path / "world.duckdb")
    with duckdb.connect(file) as connection:
        connection.execute("pragma disable_checkpoint_on_shutdown")
        connection.execute("set wal_autocheckpoint = '1GB'")
        connection.execute("update queue set cloud = 'US'")
    assert file.with_name("world.duckdb.wal").exists()
    (tmp_path / "link.duckdb").symlink_to(file)
    for each in (file, tmp_path / "link.duckdb"):
        assert call("sql", each, QUEUES).lines[1:] == ["BNL,US", "CERN,US"]


def test_a_pipe_or_device_is_no_snapshot(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "zero").symlink_to("/dev/zero")
    for name in ("pipe", "zero"):
        said = spawn("run", tmp_path / name)
        assert (said.returncode, b"it is no regular file" in said.stderr) == (3, True)

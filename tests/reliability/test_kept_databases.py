"""What is kept of snapshots and cycles changes no answer, whatever stands in the cache.

Promise: an answer from the cache has the bytes of one without it; an entry that is
damaged, of somebody else, of another run or version, is made anew; a cache that cannot
be written is no reason to stop; processes that begin together do not meet.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

import brokersql
from brokersql.core import kept_databases
from brokersql.core.database import Database
from brokersql.core.kept_databases import DatabaseKeeper, about_kept, kept_database
from brokersql.snapshot import Snapshot, kept
from tests.cli.calling import begun, call

#: What is asked about the run: a task at a queue and with another value, a queue, a
#: task that is not there.
SUBJECTS = (
    ("--task", 47110182, "--queue", "GARONNE_UCORE/MCORE", "--fix"),
    ("--queue", "GARONNE_UCORE", "--no-changes"),
    ("--task", 47110182, "--set", "NQUEUED_NUC_CAP_FOR_JOBS=20000", "--no-changes"),
    ("--task", 1),
)
KEY = "0" * 64


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of kept databases of a cache that has all programs."""
    programs = Path(os.environ["BROKERSQL_CACHE"]) / "programs"
    if programs.is_dir():
        shutil.copytree(programs, tmp_path / "cache" / "programs")
        (tmp_path / "cache").chmod(0o700)
    monkeypatch.setenv("BROKERSQL_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "databases"


def entries(folder: Path) -> list[Path]:
    """Return the snapshots and cycles that are kept, the smallest first."""
    rows = (it for it in folder.iterdir() if about_kept(it.name) != "macros")
    return sorted(rows, key=lambda it: it.stat().st_size)


def asked(run: Path, *subject: str | int) -> tuple[int, str, str]:
    said = call("explain", run, *subject, "--format", "json")
    return said.code, said.out, said.err


@pytest.mark.slow
def test_every_answer_is_the_same_with_and_without_the_cache(
    run_folder: Path, demo: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where its entries are not sound, or of another version: they are renewed."""
    folder.parent.mkdir(exist_ok=True)
    folder.write_text("nothing can be kept")
    without = [asked(run_folder, *subject) for subject in SUBJECTS]
    assert [code for code, _, _ in without] == [0, 0, 0, 2]
    assert folder.is_file()
    folder.unlink()
    assert [asked(run_folder, *subject) for subject in SUBJECTS] == without
    with monkeypatch.context() as patched:  # no cycle is made again
        patched.setattr("brokersql.cycle.run.play", None)
        for place in (0, 1, 3):
            assert asked(run_folder, *SUBJECTS[place]) == without[place]
        # nor of the snapshot, whose profile is the same without a name
        code, _, told = asked(demo, *SUBJECTS[1], "--seed", 7)
        assert code == 0, told
    assert asked(run_folder, *SUBJECTS[2]) == without[2]
    shutil.rmtree(folder)
    assert asked(run_folder, *SUBJECTS[1]) == without[1]
    names = {path.name for path in entries(folder)}
    assert len(names) == 2
    for change in (damaged, of_another_version):
        for path in entries(folder):
            change(path)
        changed = {path.read_bytes() for path in entries(folder)}
        assert asked(run_folder, *SUBJECTS[1]) == without[1]
        assert {path.name for path in entries(folder)} == names
        assert changed.isdisjoint(path.read_bytes() for path in entries(folder))


def test_python_and_queries_read_the_same_rows_from_the_cache(
    folder: Path, queues: Path
) -> None:
    """A query finds results and facts beside the rows, and none of them is kept."""
    query = "from queue cross join (select count(*) from queue_state) order by all"
    policy, counted = "panda_timeout", "select count(*) from results.action"
    asked = ("sql", queues, "--policy", policy)

    def answers() -> list[object]:
        cycle = brokersql.run(queues, policy, seed=7)
        rows = cycle.sql("from queue order by all")
        schemas = cycle.sql("select schema_name from duckdb_schemas() order by all")
        said = call(*asked, query, "--format", "json")
        results = call(*asked, counted)
        assert (said.code, results.code) == (0, 0), said.err + results.err
        return [cycle.loaded, rows, schemas, said.json["rows"], results.out]

    folder.parent.mkdir(exist_ok=True)
    folder.write_text("nothing can be kept")
    without = answers()
    folder.unlink()
    assert answers() == without
    (kept,) = entries(folder)
    content = kept.read_bytes()
    assert answers() == without
    assert entries(folder) == [kept] and kept.read_bytes() == content


def test_a_run_that_writes_results_takes_the_rows_from_the_cache(
    folder: Path, queues: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(out: str) -> bytes:
        policy = ("--policy", "panda_timeout", "--seed", 7)
        done = call("run", queues, *policy, "--out", tmp_path / out)
        assert done.code == 0, done.err
        assert [each.name for each in tmp_path.glob(".*")] == []
        return (tmp_path / out / "action.parquet").read_bytes()

    first = run("first")
    assert entries(folder)
    monkeypatch.setattr("brokersql.snapshot.load.load_table", None)
    assert run("second") == first


def keep(key: str, number: int) -> None:
    with (
        closing(Database.open()) as database,
        DatabaseKeeper(key) as keeper,
    ):
        database.run(f"create table held as select {number} as number")
        assert keeper.file is not None
        database.copy_to(keeper.file)
        keeper.keep(f"about {number}")


def found(key: str) -> tuple[str, int] | None:
    """Return what is kept under a key: the text, and the number in the database."""
    with kept_database(key) as entry, closing(Database.open()) as database:
        if entry is None:
            return None
        database.take(entry.file)
        return entry.about, database.count("held")


def damaged(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[-5000] ^= 1
    path.write_bytes(content)


def linked(path: Path) -> None:
    path.rename(path.with_name("elsewhere"))
    path.symlink_to(path.with_name("elsewhere"))


def saying(path: Path, **about: str) -> None:
    """Let an entry say something else about itself."""
    head, _, body = path.read_bytes().partition(b"\n")
    path.write_bytes(json.dumps({**json.loads(head), **about}).encode() + b"\n" + body)


def of_another_version(path: Path) -> None:
    saying(path, about="{}")


CHANGES: dict[str, Callable[[Path], object]] = {
    "damaged": damaged,
    "cut": lambda path: path.write_bytes(path.read_bytes()[:-1]),
    "empty": lambda path: path.write_bytes(b""),
    "open to all": lambda path: path.chmod(0o666),
    "linked": linked,
    "of another key": lambda path: saying(path, key="1" * 64),
    "in a folder of all": lambda path: path.parent.chmod(0o777),
}


@pytest.mark.parametrize("change", CHANGES)
def test_an_entry_that_is_not_sound_is_not_read_and_makes_room(
    folder: Path, change: str
) -> None:
    assert found(KEY) is None
    keep(KEY, 1)
    assert found(KEY) == ("about 1", 1)
    CHANGES[change](folder / KEY)
    assert found(KEY) is None
    folder.chmod(0o700)
    keep(KEY, 2)
    assert found(KEY) == ("about 2", 1)
    assert (folder / KEY).lstat().st_mode & 0o777 == 0o600


def test_macros_are_copied_from_the_cache(folder: Path) -> None:
    texts = ["create or replace macro twice(x) as 2 * x"]

    def answer() -> object:
        with closing(Database.open()) as database:
            database.create_macros(texts)
            database.create_macros(texts)
            return database.rows("select twice(4)")[0][0]

    assert answer() == 8
    (entry,) = folder.iterdir()
    assert answer() == 8
    with DatabaseKeeper(entry.name) as keeper, closing(Database.open()) as database:
        database.run("create macro twice(x) as 3 * x")
        assert keeper.file is not None
        database.copy_to(keeper.file)
        keeper.keep("macros")
    assert answer() == 12
    damaged(entry)
    assert [answer(), answer()] == [8, 8]
    assert [*folder.iterdir()] == [entry]
    folder.chmod(0o777)
    assert answer() == 8


def test_another_version_and_other_files_have_entries_of_their_own(
    folder: Path, demo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied = shutil.copytree(demo, tmp_path / "snapshot")
    before = Snapshot.open(copied).key
    assert before == Snapshot.open(copied).key
    with (copied / "task.jsonl").open("a") as file:
        file.write("\n")
    changed = Snapshot.open(copied).key
    with monkeypatch.context() as patched:
        patched.setattr(kept, "__version__", "0.0.1")
        kept.digest_of_code.cache_clear()
        assert len({before, changed, Snapshot.open(copied).key}) == 3
    kept.digest_of_code.cache_clear()
    assert Snapshot.open({}).key is None
    assert not folder.exists()


def test_what_was_not_used_for_longest_makes_room(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = [f"{number:064}" for number in range(3)]
    for number, key in enumerate(keys):
        keep(key, number)
        os.utime(folder / key, (number, number))
    n_bytes = (folder / keys[0]).stat().st_size
    assert found(keys[0]) is not None  # so it is the youngest
    monkeypatch.setattr(kept_databases, "_ALL_BYTES", 2 * n_bytes + 1)
    keep(keys[2], 4)
    assert {path.name for path in entries(folder)} == {keys[0], keys[2]}
    monkeypatch.setattr(kept_databases, "_MOST_BYTES", 10)
    keep(keys[1], 5)
    assert {path.name for path in entries(folder)} == {keys[0], keys[2]}


@pytest.mark.slow
def test_processes_that_begin_together_give_the_same_answer(
    run_folder: Path, folder: Path
) -> None:
    words = ["explain", str(run_folder), *map(str, SUBJECTS[1]), "--format", "json"]
    started = [begun(*words) for _ in range(2)]
    first, second = (each.communicate(timeout=300)[0] for each in started)
    assert first == second == call(*words).out.encode()
    assert len(entries(folder)) == 2

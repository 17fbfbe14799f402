"""What is kept of snapshots and cycles changes no answer, whatever stands in the cache.

Promise: an answer from the cache has the bytes of one without it; an entry that is
damaged, of somebody else, of another run or version, is made anew; a cache that cannot
be written is no reason to stop; processes that begin together do not meet.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from brokersql.core import kept_databases
from brokersql.snapshot import Snapshot, kept
from tests.cli.calling import call, environment

#: What is asked about the run: a task that waits, one that is assigned, at a queue, …
SUBJECTS = (
    ("--task", 47110182),
    ("--task", 47110182, "--queue", "GARONNE_UCORE/MCORE", "--fix"),
    ("--queue", "GARONNE_UCORE", "--no-changes"),
    ("--criterion=-links_full", "--no-changes"),
    ("--task", 47110182, "--set", "NQUEUED_NUC_CAP_FOR_JOBS=20000", "--no-changes"),
    ("--task", 1),
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of kept databases of a cache that has all programs."""
    programs = Path(os.environ["BROKERSQL_CACHE"]) / "programs"
    shutil.copytree(programs, tmp_path / "cache" / "programs")
    (tmp_path / "cache").chmod(0o700)
    (tmp_path / "cache" / "programs").chmod(0o700)
    monkeypatch.setenv("BROKERSQL_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "databases"


def entries(folder: Path) -> list[Path]:
    return sorted(folder.iterdir(), key=lambda it: it.stat().st_size)


def asked(run: Path, *subject: str | int) -> tuple[int, str, str]:
    said = call("explain", run, *subject, "--format", "json")
    return said.code, said.out, said.err


def test_every_answer_is_the_same_with_and_without_the_cache(
    run_folder: Path, folder: Path
) -> None:
    folder.write_text("nothing can be kept")
    without = [asked(run_folder, *subject) for subject in SUBJECTS]
    folder.unlink()
    first = [asked(run_folder, *subject) for subject in SUBJECTS]
    assert entries(folder)
    second = [asked(run_folder, *subject) for subject in SUBJECTS]
    assert first == without
    assert second == without
    assert [code for code, _, _ in without].count(0) == len(SUBJECTS) - 1


def damaged(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[-5000] ^= 1
    path.write_bytes(content)


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


def empty(path: Path) -> None:
    path.write_bytes(b"")


def open_to_all(path: Path) -> None:
    path.chmod(0o666)


def of_another_run(path: Path) -> None:
    head, _, body = path.read_bytes().partition(b"\n")
    entry = json.dumps({**json.loads(head), "key": "0" * 64})
    path.write_bytes(entry.encode() + b"\n" + body)


def about_nothing(path: Path) -> None:
    head, _, body = path.read_bytes().partition(b"\n")
    entry = json.dumps({**json.loads(head), "about": "{}"})
    path.write_bytes(entry.encode() + b"\n" + body)


QUESTION = ("--queue", "GARONNE_UCORE", "--no-changes")


@pytest.mark.parametrize(
    "change", [damaged, cut, empty, open_to_all, of_another_run, about_nothing]
)
def test_an_entry_that_is_not_sound_is_made_anew(
    run_folder: Path, folder: Path, change: Callable[[Path], None]
) -> None:
    answer = asked(run_folder, *QUESTION)
    before = {path.name: path.read_bytes() for path in entries(folder)}
    assert len(before) == 2
    for path in entries(folder):
        change(path)
    changed = {path.name: path.read_bytes() for path in entries(folder)}
    assert asked(run_folder, *QUESTION) == answer
    assert {path.name for path in entries(folder)} == {*before}
    assert all(path.stat().st_mode & 0o777 == 0o600 for path in entries(folder))
    if change is not open_to_all:
        anew = {path.name: path.read_bytes() for path in entries(folder)}
        assert not set(anew.values()) & set(changed.values())
    assert asked(run_folder, *QUESTION) == answer


@pytest.fixture
def other_version(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    def change() -> None:
        monkeypatch.setattr(kept, "__version__", "0.0.1")
        kept.digest_of_code.cache_clear()

    yield change
    monkeypatch.undo()
    kept.digest_of_code.cache_clear()


def test_another_version_and_other_files_have_entries_of_their_own(
    folder: Path, demo: Path, tmp_path: Path, other_version: Callable[[], None]
) -> None:
    copied = shutil.copytree(demo, tmp_path / "snapshot")
    before = Snapshot.open(copied).key
    assert before == Snapshot.open(copied).key
    with (copied / "task.jsonl").open("a") as file:
        file.write("\n")
    changed = Snapshot.open(copied).key
    other_version()
    assert len({before, changed, Snapshot.open(copied).key}) == 3
    assert Snapshot.open({}).key is None
    assert not folder.exists()


def test_a_changed_snapshot_is_told_as_without_the_cache(
    folder: Path, demo: Path, tmp_path: Path
) -> None:
    copied, run = shutil.copytree(demo, tmp_path / "snapshot"), tmp_path / "run"
    made = call("run", copied, "--policy", "panda_job", "--out", run)
    assert made.code == 0, made.err
    assert asked(run, *QUESTION)[0] == 0
    lines = (copied / "queue.jsonl").read_text().splitlines(keepends=True)
    (copied / "queue.jsonl").write_text("".join(lines[1:]))
    code, _, err = asked(run, *QUESTION)
    assert (code, "the snapshot has changed since the run" in err) == (3, True)


def test_what_was_not_used_for_longest_makes_room(
    run_folder: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked(run_folder, *QUESTION)
    small, large = entries(folder)
    os.utime(small, (1, 1))
    monkeypatch.setattr(kept_databases, "_ALL_BYTES", 2 * large.stat().st_size)
    asked(run_folder, *QUESTION, "--seed", 3)
    assert len(entries(folder)) == 2
    assert small not in entries(folder)
    monkeypatch.setattr(kept_databases, "_MOST_BYTES", 10)
    asked(run_folder, *QUESTION, "--seed", 4)
    assert len(entries(folder)) == 2


def test_processes_that_begin_together_give_the_same_answer(
    run_folder: Path, folder: Path
) -> None:
    words = ["explain", str(run_folder), *QUESTION, "--format", "json"]
    command = [sys.executable, "-m", "brokersql", *words]
    started = [
        subprocess.Popen(command, env=environment(), stdout=subprocess.PIPE)
        for _ in range(2)
    ]
    first, second = (each.communicate(timeout=300)[0] for each in started)
    assert first == second == call(*words).out.encode()
    assert len(entries(folder)) == 2

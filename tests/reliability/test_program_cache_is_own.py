"""A program that is kept runs unchecked, so nobody else may have written it.

Promise: a cache folder or an entry that belongs to somebody else, or that others can
write to, is not used; one line says so, and the work is done without it.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from brokersql.compiler import PairProgram, compile_policy
from brokersql.policy import load_policy
from tests.cli.calling import call
from tests.compiler.world import POLICIES

SMALL = str(POLICIES / "small")
FORGED = "select 'not of this policy'"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a cache folder with the program of a policy."""
    monkeypatch.setenv("BROKERSQL_CACHE", str(tmp_path / "cache"))
    compile_policy(load_policy(SMALL))
    return tmp_path / "cache" / "programs"


def entry(folder: Path) -> Path:
    (path,) = folder.glob("*.jsonl")
    return path


def forge(path: Path) -> None:
    """Let the program of an entry do something else; its digest fits."""
    about, held = map(json.loads, path.read_text().splitlines())
    body = json.dumps({**held, "reported": FORGED})
    about["digest"] = sha256(body.encode()).hexdigest()
    path.write_text(f"{json.dumps(about)}\n{body}")


def reported() -> str:
    program = compile_policy(load_policy(SMALL))
    assert isinstance(program, PairProgram)
    return program.reported


def test_what_the_user_keeps_is_found_again(folder: Path) -> None:
    assert folder.stat().st_mode & 0o777 == 0o700
    forge(entry(folder))
    assert reported() == FORGED


def open_folder(folder: Path) -> None:
    folder.chmod(0o777)


def open_to_group(folder: Path) -> None:
    folder.chmod(0o770)


def open_above(folder: Path) -> None:
    folder.parent.parent.chmod(0o777)


def linked_where_all_write(folder: Path) -> None:
    """Let a link of somebody else lead to what the user has unpacked somewhere."""
    (folder.parent.parent / "mine").mkdir()
    folder.rename(folder.parent.parent / "mine" / "programs")
    folder.symlink_to(folder.parent.parent / "mine" / "programs")
    folder.parent.chmod(0o777)
    if os.geteuid() == 0:  # only then a link can be given away
        folder.parent.chmod(0o1777)
        os.chown(folder, 1, -1, follow_symlinks=False)


def open_entry(folder: Path) -> None:
    entry(folder).chmod(0o666)


def linked_entry(folder: Path) -> None:
    path = entry(folder)
    path.rename(folder.parent / "elsewhere")
    path.symlink_to(folder.parent / "elsewhere")


def moved_entry(folder: Path) -> None:
    """Let the program of another policy stand under the name of this one."""
    path = entry(folder)
    about, _, body = path.read_text().partition("\n")
    path.write_text(json.dumps({**json.loads(about), "key": "0" * 64}) + f"\n{body}")


def piped_entry(folder: Path) -> None:
    path = entry(folder)
    path.unlink()
    os.mkfifo(path)


@pytest.mark.parametrize(
    "change",
    [
        *(open_folder, open_to_group, open_above, linked_where_all_write),
        *(open_entry, linked_entry, moved_entry, piped_entry),
    ],
)
def test_what_others_may_have_written_is_not_read(
    change: Callable[[Path], None], folder: Path
) -> None:
    forge(entry(folder))
    change(folder)
    assert reported() != FORGED


@pytest.mark.parametrize("change", [open_entry, linked_entry, moved_entry, piped_entry])
def test_an_entry_that_is_not_read_makes_room(
    change: Callable[[Path], None], folder: Path
) -> None:
    before = os.umask(0o002)
    try:
        change(folder)
        compile_policy(load_policy(SMALL))
    finally:
        os.umask(before)
    status = entry(folder).lstat()
    assert (stat.S_ISREG(status.st_mode), status.st_mode & 0o777) == (True, 0o600)
    assert [*folder.iterdir()] == [entry(folder)]
    forge(entry(folder))
    assert reported() == FORGED


def test_a_folder_of_another_user_is_not_used(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    forge(entry(folder))
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    before = sorted(folder.iterdir())
    said = call("policy", "show", SMALL, "--format", "json")
    assert said.code == 0
    warning = f"warning: programs are not kept: the cache folder {folder} belongs to"
    assert said.err.count(warning) == 1
    assert FORGED not in said.out
    assert sorted(folder.iterdir()) == before


def test_it_is_said_once_and_nothing_is_kept(folder: Path) -> None:
    entry(folder).unlink()
    folder.chmod(0o777)
    said = call("policy", "check", SMALL)
    assert said.code == 0, said.err
    assert said.err.count("can be written by others; another one: BROKERSQL_CACHE") == 1
    assert list(folder.iterdir()) == []
    assert "programs are not kept" not in call("policy", "check", SMALL).err

"""What a policy reads: regular files inside its folder, of bounded size, once.

Promise: pipes, devices, large files and links that lead out are errors that name the
file; nothing hangs, no other file is printed; what was checked is what runs.
"""

from __future__ import annotations

import os
import shutil
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from brokersql import compiler
from brokersql.compiler import check_policy
from brokersql.core.errors import BrokersqlError, PolicyError
from brokersql.cycle import Options, add_facts, run_cycle
from brokersql.policy import load_policy, read_cases, read_policy
from brokersql.snapshot import Snapshot
from tests.cli.calling import DEMO, call, spawn
from tests.compiler.world import POLICIES

MINE = "extends = 'panda_timeout'\n"
RULE = "-- test: t\n-- expect: e\nselect true\n"
TABLE = "-- title: t\n-- key: a\ncreate table extra (\n    a BIGINT\n);\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "mine"
    shutil.copytree(POLICIES / "small", made)
    for name, text in {
        "tests/a.sql": RULE,
        "tables/extra.sql": TABLE,
        "tables/extra.csv": "a\n1\n",
    }.items():
        (made / name).parent.mkdir(exist_ok=True)
        (made / name).write_text(text)
    return made


def pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def link(target: str) -> Callable[[Path], None]:
    def replace(path: Path) -> None:
        path.unlink()
        path.symlink_to(target)

    return replace


def leaving(path: Path) -> None:
    mine = next(each for each in path.parents if each.name == "mine")
    link(os.path.relpath(mine.parent / "elsewhere", path.parent))(path)


def circle(path: Path) -> None:
    link(path.name)(path)


def as_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def large(path: Path) -> None:
    os.truncate(path, 65 << 20 if path.suffix == ".csv" else (1 << 20) + 1)


def binary(path: Path) -> None:
    path.write_bytes(b"-- title: \xff\xfe\n")


LEADS_OUT = "it is a link that leads out of the folder of the policy"
FAULTS: dict[str, tuple[Callable[[Path], None], str]] = {
    "pipe": (pipe, "it is no regular file"),
    "device": (link("/dev/zero"), LEADS_OUT),
    "other file": (link("/etc/passwd"), LEADS_OUT),
    "relative link": (leaving, LEADS_OUT),
    "circle": (circle, "cannot be read"),
    "folder": (as_folder, "it is no regular file"),
    "large": (large, "it is larger than "),
    "binary": (binary, "utf-8"),
}
FILES = (
    *("policy.toml", "candidate.sql", "filters/offline.sql", "facts/unit.sql"),
    *("tables/extra.sql", "tables/extra.csv", "tests/a.sql"),
)


def told(folder: Path) -> Iterator[str]:
    """Yield all that is said about a policy and its tests."""
    for read in (read_policy, read_cases):
        try:
            found = read(str(folder))
            if isinstance(found, tuple):
                yield from (f"{each.where}: {each.message}" for each in found[1])
        except BrokersqlError as error:
            yield f"{error.where}: {error.message} {error.hint}"


@pytest.mark.parametrize("what", FAULTS)
def test_what_is_no_plain_file_is_named(what: str, folder: Path) -> None:
    change, message = FAULTS[what]
    (folder.parent / "elsewhere").write_text("-- title: of somebody else\n")
    for name in FILES:
        kept = (folder / name).read_bytes()
        change(folder / name)
        tracemalloc.start()
        said = [each for each in told(folder) if each.startswith(f"{folder}/{name}")]
        assert tracemalloc.get_traced_memory()[1] < 256 << 20
        tracemalloc.stop()
        assert any(message in each for each in said), (name, said)
        path = folder / name
        path.rmdir() if path.is_dir() else path.unlink()
        path.write_bytes(kept)
    assert list(told(folder)) == []


def test_commands_end_and_print_nothing_of_it(folder: Path) -> None:
    file = folder / "filters" / "offline.sql"
    for change in (pipe, link("/dev/zero"), link("/etc/passwd")):
        change(file)
        for words in (("policy", "check"), ("run", DEMO, "--policy")):
            done = spawn(*words, folder)
            assert done.returncode == 4
            assert str(file) in done.stderr.decode()
            assert b"root:" not in done.stdout + done.stderr


@pytest.mark.parametrize("stage", ["filters", "facts", "tests", "tables"])
def test_a_folder_of_a_stage_stays_inside_too(stage: str, folder: Path) -> None:
    elsewhere = folder.parent / "elsewhere"
    (folder / stage).rename(elsewhere)
    (folder / stage).symlink_to(elsewhere)
    assert any(LEADS_OUT in each for each in told(folder))
    (folder / stage).unlink()
    (folder / stage).write_text("")
    assert any("cannot be read" in each for each in told(folder)) or stage == "tables"


def test_a_path_in_the_policy_stays_inside(folder: Path) -> None:
    shutil.copy(folder / "candidate.sql", folder.parent / "candidate.sql")
    text = (folder / "policy.toml").read_text()
    for path in ("../candidate.sql", str(folder.parent / "candidate.sql")):
        (folder / "policy.toml").write_text(text.replace("candidate.sql", path))
        assert any(LEADS_OUT in each for each in told(folder))


def test_links_marks_and_line_ends_of_other_systems_are_read(folder: Path) -> None:
    before = load_policy(str(folder)).content_hash
    file = folder / "filters" / "offline.sql"
    text = file.read_text()
    file.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    assert load_policy(str(folder)).content_hash == before
    (folder / "kept").mkdir()
    file.rename(folder / "kept" / "offline.txt")
    file.symlink_to("../kept/offline.txt")
    (folder.parent / "alias").symlink_to(folder)
    assert load_policy(str(folder)).content_hash == before
    assert check_policy(load_policy(str(folder.parent / "alias"))) == []


def test_nested_texts_and_packed_rows_are_bounded(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = folder / "filters" / "offline.sql"
    kept = file.read_text()
    for text in (f"{'abs(' * 2000}1{')' * 2000}", f"{'- ' * 200}1"):
        file.write_text(f"{kept.split('select')[0]}select {text} as a from candidate")
        found = check_policy(load_policy(str(folder)))
        assert [each.message for each in found] == ["it is nested too deeply"]
    file.write_text(kept)
    for text in (f"a = {'[' * 5000}{']' * 5000}", "a = " + "{a=" * 5000 + "1"):
        (folder / "policy.toml").write_text(text)
        assert any("nested too deeply" in each for each in told(folder))
    monkeypatch.setattr("brokersql.policy.tables._MOST_HELD", 1 << 20)
    shutil.copy(POLICIES / "small" / "policy.toml", folder / "policy.toml")
    (folder / "tables" / "extra.csv").unlink()
    packed = folder / "tables" / "extra.parquet"
    pq.write_table(pa.table({"a": pa.array([1] * 1_000_000)}), packed)
    assert packed.stat().st_size < 1 << 20
    assert any("its rows are more than 1 MiB" in each for each in told(folder))


def test_too_many_files_are_refused(folder: Path) -> None:
    for number in range(2001):
        (folder / "facts" / f"f{number}.sql").touch()
    assert any("more than 2,000" in each for each in told(folder))


def test_what_was_checked_is_what_runs(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever changes a file between the check and the cycle is too late."""
    mine = folder.parent / "late"
    mine.mkdir()
    (mine / "policy.toml").write_text(MINE)
    plain = compiler.compile_policy

    def swapped(policy: object) -> object:
        program = plain(policy)  # type: ignore[arg-type]
        (mine / "policy.toml").write_text("no policy any more")
        return program

    monkeypatch.setattr("brokersql.cycle.plan.compile_policy", swapped)
    done = call("run", DEMO, "--policy", mine, "--format", "json")
    assert done.code == 0, done.err
    (mine / "policy.toml").write_text(MINE)
    cycle = run_cycle(Snapshot.open(DEMO), str(mine), Options(seed=7))
    (mine / "policy.toml").write_text(f"{MINE}title = 'another one'\n")
    with pytest.raises(PolicyError, match="has changed since the cycle"):
        add_facts(cycle, ["share_order"])


def test_other_texts_are_bounded_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Configuration and scripts; a script may come from a pipe of the shell."""
    script = tmp_path / "a.sql"
    os.truncate(os.open(script, os.O_CREAT | os.O_WRONLY), (64 << 20) + 1)
    said = call("run", DEMO, "--sql", script)
    assert (said.code, "is larger than 64 MiB" in said.err) == (2, True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("BROKERSQL_CONFIG")
    config = tmp_path / "brokersql.toml"
    os.truncate(os.open(config, os.O_CREAT | os.O_WRONLY), (1 << 20) + 1)
    said = call("settings")
    assert (said.code, "is larger than 1 MiB" in said.err) == (2, True)
    pipe(config)
    assert call("settings").code == 0

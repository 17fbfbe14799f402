"""What a run or replay wrote and what is read of it are the same rows, or an error.

Promise: a changed byte of a result table gives no other rows to any command; the file
is named, and a replay that goes on decides its block again.
"""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import duckdb
import pytest

from brokersql.core.errors import BrokersqlError
from brokersql.cycle import Options
from brokersql.replay import replay
from brokersql.results.run_record import open_run
from tests.cli.calling import call
from tests.reliability.damaging import damaged
from tests.replay.histories import contents, of_worlds, small_world

SEED = 24
TASK = 47110182


def rows(file: Path) -> list[tuple[object, ...]]:
    with duckdb.connect() as database:
        return database.execute("from read_parquet(?)", [str(file)]).fetchall()


def give_other_rows(file: Path) -> None:
    """Change one bit, so that DuckDB reads other rows and says nothing."""
    plain, content = rows(file), file.read_bytes()
    dice = random.Random(SEED)
    for _ in range(2000):
        bit, found = dice.randrange(8 * len(content)), bytearray(content)
        found[bit // 8] ^= 1 << bit % 8
        file.write_bytes(found)
        try:
            if rows(file) != plain:
                return
        except duckdb.Error:
            continue
    raise AssertionError("no bit does")


def test_other_rows_of_a_run_are_refused_by_what_reads_it(
    run_folder: Path, tmp_path: Path
) -> None:
    broken, page = tmp_path / "broken", tmp_path / "page.html"
    shutil.copytree(run_folder, broken)
    give_other_rows(broken / "result.parquet")
    for words in (
        ("explain", broken, TASK),
        ("sql", broken, "select count(*) from result"),
        ("diff", run_folder, broken),
        ("diff", broken, run_folder),
        ("scoreboard", broken),
        ("report", broken, "--output", page),
        ("serve", broken),
    ):
        said = call(*words)
        assert (said.code, said.out) == (3, ""), (words, said.err)
        assert f"{broken / 'result.parquet'}" in said.err, words
        assert "the file is damaged: it is not what was written" in said.err, words
        (broken / "result.parquet").rename(tmp_path / "kept")
        said = call(*words)
        (tmp_path / "kept").rename(broken / "result.parquet")
        assert (said.code, said.out) == (3, ""), (words, said.err)
        assert f"{broken / 'result.parquet'}: is missing" in said.err, words
    assert not page.exists()


@pytest.mark.parametrize("n_bytes", [0, 3, 5000])
def test_a_table_that_breaks_off_is_refused_by_pages_too(
    n_bytes: int, run_folder: Path, tmp_path: Path
) -> None:
    broken, page = tmp_path / "broken", tmp_path / "page.html"
    shutil.copytree(run_folder, broken)
    file = broken / "candidate.parquet"
    file.write_bytes(file.read_bytes()[:n_bytes])
    for words in (("report", broken, "--output", page), ("serve", broken)):
        said = call(*words)
        assert (said.code, said.out) == (3, ""), (words, said.err)
        assert f"error: {file}: the file is damaged" in said.err, words
        assert "write the run again" in said.err, words
    assert not page.exists()


def test_other_rows_of_a_replay_are_refused_and_decided_again(tmp_path: Path) -> None:
    history = of_worlds(tmp_path / "history", [small_world(1, 1), small_world(2, 1)])
    options = Options(verdict="reasons", threads=1)
    for name in ("plain", "broken"):
        replay(history, tmp_path / name, "panda_job", options)
    (file,) = (tmp_path / "broken").glob("*/result.parquet")
    give_other_rows(file)
    for words in (
        ("diff", tmp_path / "plain", tmp_path / "broken"),
        ("scoreboard", tmp_path / "broken"),
    ):
        said = call(*words)
        assert said.code == 3, (words, said.err)
        assert str(file.relative_to(tmp_path)) in said.err, words
        assert "the file is damaged" in said.err, words
        file.rename(tmp_path / "kept")
        said = call(*words)
        (tmp_path / "kept").rename(file)
        assert said.code == 3, (words, said.err)
        assert f"{file.relative_to(tmp_path)}: is missing" in said.err, words
    again = replay(history, tmp_path / "broken", "panda_job", options)
    assert again.n_found == 0
    assert contents(tmp_path / "broken") == contents(tmp_path / "plain")


@pytest.mark.parametrize("n_files", [25, pytest.param(500, marks=pytest.mark.long)])
def test_damage_of_a_result_is_never_silent(
    n_files: int, run_folder: Path, tmp_path: Path
) -> None:
    """Bits are changed, parts overwritten, ends cut off."""
    place, dice, n_refused = tmp_path / "run", random.Random(SEED), 0
    shutil.copytree(run_folder, place)
    for number in range(n_files):
        file = dice.choice(open_run(place).files)
        before, plain = file.read_bytes(), rows(file)
        file.write_bytes(damaged(before, dice))
        try:
            found = open_run(place).table(file.stem)
        except BrokersqlError as error:
            n_refused += 1
            assert str(file) in str(error), (SEED, number)
        else:
            assert list(zip(*found.to_pydict().values(), strict=True)) == plain, (
                SEED,
                number,
            )
        file.write_bytes(before)
    print(f"seed {SEED}: of {n_files} damaged files {n_refused} were refused")

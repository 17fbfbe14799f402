"""`brokersql export`: a file that DuckDB's own tools open, with every view."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import duckdb
import pytest

from brokersql.core.sql_files import sql_root
from brokersql.policy import load_policy
from brokersql.snapshot.columns import meanings
from tests.cli.calling import Outcome, call
from tests.meta.tree import read


@pytest.fixture(scope="module")
def exported(
    run_folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, Outcome]:
    """Return the database of a run, and what the command said."""
    file = tmp_path_factory.mktemp("export") / "it's.duckdb"
    done = call("export", run_folder, "--duckdb", file, "--policy", "panda_job")
    return file, done


def _rows(file: Path, sql: str) -> list[tuple[object, ...]]:
    with duckdb.connect(str(file), read_only=True) as plain:
        return plain.execute(sql).fetchall()


def _views_read(file: Path) -> list[tuple[object, ...]]:
    """Return schema and name of all views, having read them in plain DuckDB."""
    query = "select schema_name, view_name from duckdb_views() where not internal"
    with duckdb.connect(str(file), read_only=True) as plain:
        views = plain.execute(query).fetchall()
        for schema, name in views:
            plain.sql(f'select * from {schema}."{name}"').to_arrow_table()
    return views


def test_every_view_can_be_read(exported: tuple[Path, Outcome]) -> None:
    file, done = exported
    assert (done.code, done.out) == (0, ""), done.err
    assert f"written: {file} (" in done.err
    assert ("panda_job", "filter_low_memory") in _views_read(file)


def test_it_holds_what_the_run_holds(
    exported: tuple[Path, Outcome], run_folder: Path
) -> None:
    file, _ = exported
    for table in ("result", "candidate", "exclusion"):
        written = _rows(file, f"from results.{table} order by all")
        asked = _rows(file, f"from '{run_folder / table}.parquet' order by all")
        assert written == asked
    assert _rows(file, "select count(*) from main.queue") == [(42,)]
    n_reasons = "select count(*) > 1000 from results.verdict_reason"
    assert _rows(file, n_reasons) == [(True,)]
    assert _rows(file, "select panda_job.disk_io_limit(0, 500)") == [(500,)]


def test_everything_says_what_it_is(exported: tuple[Path, Outcome]) -> None:
    file, _ = exported
    found = _rows(
        file,
        "select schema_name || '.' || table_name, comment from duckdb_tables() "
        "union all select schema_name || '.' || view_name, comment "
        "from duckdb_views() where not internal",
    )
    comments = {str(name): comment for name, comment in found}
    unsaid = {name for name, comment in comments.items() if not comment}
    assert {name for name in unsaid if ".x_" not in name} == set()
    for name, words in (
        ("main.queue", "CRIC pandaqueue"),
        ("panda_job.filter_low_memory", "the estimated mem"),
        ("panda_job.filter_low_memory", "sql/panda_job/filters/low_memory.sql"),
        ("panda_job.memory", "one row per jedi_task_id"),
        ("results.exclusion", "the reported reason"),
    ):
        assert words in str(comments[name])
    (macro,) = _rows(
        file,
        "select comment from duckdb_functions() where function_name = 'disk_io_limit'",
    )
    assert macro[0] == "disk I/O limit of a queue"


#: What other relations hold than those of a file and of pages: parameters, and views
#: that need variables of a connection.
ELSEWHERE = ("parameters", "pair_reason")


def _is_elsewhere(name: str, pages: Mapping[Path, str]) -> bool:
    """Return whether a name is a column of a page's query, or of ELSEWHERE."""
    relation, _, column = name.rpartition(".")
    if relation:
        return relation in ELSEWHERE or relation in {path.stem for path in pages}
    return any(re.search(rf"\b{column}\b", text) for text in pages.values())


def test_every_column_says_what_it_is(queues: Path, tmp_path: Path) -> None:
    found: list[tuple[object, ...]] = []
    for policy in ((), ("--policy", "panda_job_legacy")):
        file = tmp_path / f"{len(policy)}.duckdb"
        done = call("export", queues, "--duckdb", file, *policy)
        assert done.code == 0, done.err
        assert len(_views_read(file)) > 50
        found += _rows(
            file,
            "select schema_name, table_name, column_name, comment from duckdb_columns()"
            " where not internal and not starts_with(table_name, 'x_')",
        )
    by_name = {
        f"{schema}.{table}.{name}": words for schema, table, name, words in found
    }
    assert [name for name, words in by_name.items() if not words] == []
    said = {(name, words) for _, _, name, words in found}
    said |= {(f"{table}.{name}", words) for _, table, name, words in found}
    pages = {path: path.read_text() for path in sql_root().glob("views/**/*.sql")}
    unused = {name for name, words in meanings().items() if (name, words) not in said}
    assert {name for name in unused if not _is_elsewhere(name, pages)} == set()
    for name, words in (
        ("panda_job.memory.need_mb", "MB that a job needs at the queue"),
        ("panda_job.cfg.nqueued_sat_cap", "files: "),
        ("panda_task.pair_weight.tape", "weight factor: input that is only on tape"),
        ("results.candidate.load", "weight factor: running against queued jobs"),
        ("results.exclusion.class", "why the criterion rejects"),
        ("panda_job.site_class.class", "1 hi, 0 mid, -1 lo"),
        ("main.queue.max_rss", "MB, whole job"),
    ):
        assert str(by_name[name]).startswith(words)


def test_rules_run_by_hand_as_their_comments_say(
    exported: tuple[Path, Outcome],
) -> None:
    file, _ = exported
    made = _rows(file, "from panda_job.filter_low_memory order by all")
    (comment,) = _rows(
        file,
        "select comment from duckdb_views() where view_name = 'filter_low_memory'",
    )
    by_hand = "set search_path = 'panda_job,results,main';"
    assert str(comment[0]).endswith(f"; to run the file by hand: {by_hand} .read FILE")
    with duckdb.connect(str(file), read_only=True) as plain:
        plain.execute(by_hand)
        text = read("sql/panda_job/filters/low_memory.sql")
        rows = [row[:3] for row in plain.execute(text).fetchall()]
        assert len(rows) == len(made) > 0
        assert {row[:3] for row in made} >= set(rows)
        for each in load_policy("panda_job").rules:
            plain.execute(each.text)


def test_a_file_that_is_there_stays(
    exported: tuple[Path, Outcome], tmp_path: Path, run_folder: Path
) -> None:
    file, _ = exported
    before = file.read_bytes()
    refused = call("export", run_folder, "--duckdb", file)
    assert refused.code == 2
    assert "--force replaces it" in refused.err
    assert file.read_bytes() == before
    astray = call(
        *("export", run_folder, "--policy", "panda_timeout"),
        *("--duckdb", tmp_path / "none" / "x.duckdb"),
    )
    assert astray.code == 2
    assert "cannot write" in astray.err

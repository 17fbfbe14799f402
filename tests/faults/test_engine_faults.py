"""When DuckDB fails internally, the data are not to blame, and the work is done.

Promise: a cycle, a story, a query and a match are done again in a fresh database with
safer settings; long-lived processes go on; lack of memory is an error of its own.
"""

from __future__ import annotations

import gc
import json
from functools import partial
from pathlib import Path

import duckdb
import pyarrow as pa
import pytest

from brokersql import Explainer
from brokersql.compiler import compile_policy
from brokersql.core import user_cache
from brokersql.core.database import Database, SqlError
from brokersql.core.engine_faults import (
    SETTINGS_BY_FAULTS,
    faults_so_far,
    retried,
    settings_in_force,
)
from brokersql.core.errors import CycleError, EngineError, OutOfMemoryError
from brokersql.cycle import Options, run_cycle, write_run
from brokersql.export import QuerySession
from brokersql.export.workspace import Workspace
from brokersql.policy import load_policy
from brokersql.sandbox import Sandbox
from brokersql.snapshot import Snapshot
from tests.cli.calling import DEMO, call
from tests.faults.injecting import (
    CHANGED_IDENTITY,
    CHEAP,
    CHEAP_RELATION,
    NOT_A_DICTIONARY,
    failing,
)

POLICY = "panda_job"
#: A table that every cycle makes, and one that a story asks for.
RELATION = r'create (or replace )?table "?pair_weight'
TASK = 47110182


@pytest.fixture(autouse=True)
def bundles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let bundles stand in a folder of the test, and programs where they were."""
    folder, programs = user_cache.cache_folder, user_cache.cache_folder("programs")
    monkeypatch.setattr(
        user_cache,
        "cache_folder",
        lambda name: programs if name == "programs" else folder(name),
    )
    monkeypatch.setenv("BROKERSQL_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "faults"


@pytest.fixture(scope="module")
def demo() -> Snapshot:
    for name in (POLICY, CHEAP):  # so that only a cycle makes their relations
        compile_policy(load_policy(name))
    return Snapshot.open(DEMO)


# -- what an error is --


def test_errors_of_data_text_engine_and_memory_are_told_apart(tmp_path: Path) -> None:
    database = Database.open()
    for text in ("select 1 from nowhere", "select 'x'::int", "select 1 // 0"):
        with pytest.raises(SqlError):
            database.rows(text)
    tables, query = NOT_A_DICTIONARY
    database.run(tables)
    with pytest.raises(EngineError, match=r"DuckDB .* failed internally") as caught:
        database.rows(query)
    assert "neither the data nor a rule is to blame" in caught.value.hint
    small = Database.open(memory_limit="20MB", threads=1)
    small.run(f"set temp_directory = '{tmp_path / 'spill'}'")
    small.run("set max_temp_directory_size = '0B'")
    with pytest.raises(OutOfMemoryError) as lack:
        small.run(
            "create table t as select range as i, hash(range) from range(9000000)"
        )
    assert "ask for less at once" in lack.value.hint
    assert (caught.value.exit_code, lack.value.exit_code) == (7, 8)


def test_the_first_known_shape_does_not_fail_by_the_usual_settings() -> None:
    database = Database.open()
    tables, query = CHANGED_IDENTITY
    database.run(tables)
    assert len(database.rows(query)) == 9


def test_a_database_that_failed_answers_nothing_more() -> None:
    database = Database.open()
    other = database.cursor()
    tables, query = NOT_A_DICTIONARY
    database.run(tables)
    with pytest.raises(EngineError):
        list(database.batches(database.reader(query, 100), query))
    for ask in (database.rows, other.rows, other.table, other.run):
        with pytest.raises(EngineError, match="dict-surviving"):
            ask("select 1")
    assert database.has_failed
    assert other.has_failed


def test_a_database_that_is_dead_says_so_whatever_it_is_asked() -> None:
    database = Database.open()
    with failing("select 1", 1, duckdb.FatalException), pytest.raises(EngineError):
        database.rows("select 1")
    with pytest.raises(duckdb.FatalException):
        database._connection.execute("select 1")  # pyright: ignore[reportPrivateUsage]
    rows = pa.table({"a": [1]})
    for ask in (
        lambda: database.has("a"),
        lambda: database.register("a", rows),
        lambda: database.create_table("a", rows),
        database.cursor,
    ):
        with pytest.raises(EngineError):
            ask()
    database.unregister("a")
    database.close()


# -- the ladder --


def test_settings_become_safer_and_are_usual_again_afterwards() -> None:
    seen: list[str] = []

    def work() -> str:
        seen.append(settings_in_force().name)
        database = Database.open(threads=2)
        (row,) = database.rows(
            "select current_setting('disabled_optimizers'), "
            "current_setting('enable_optimizer'), current_setting('threads')"
        )
        seen.append(str(row))
        if len(faults_so_far()) < 2:
            raise EngineError("broken")
        return "done"

    assert retried(work) == "done"
    safer = "join_order,statistics_propagation,build_side_probe_side,projection_pullup"
    assert seen == [
        *("default", "('projection_pullup', True, 2)"),
        *("safer", f"('{safer}', True, 2)"),
        *("safest", "('', False, 1)"),
    ]
    assert settings_in_force() is SETTINGS_BY_FAULTS[0]


def test_statements_add_to_the_optimizers_that_are_off() -> None:
    def work() -> list[str]:
        if not faults_so_far():
            raise EngineError("broken")
        database = Database.open()
        asked = "select current_setting('disabled_optimizers')"
        found = [str(database.rows(asked)[0][0])]
        with database.as_written():
            database.run(
                "set disabled_optimizers = "
                "getvariable('disabled_optimizers') || ',top_n'"
            )
            found.append(str(database.rows(asked)[0][0]))
        database.run("set disabled_optimizers = getvariable('disabled_optimizers')")
        found.append(str(database.rows(asked)[0][0]))
        return found

    before, within, after = retried(work)
    assert set(within.split(",")) == {*before.split(","), "top_n"}
    assert after == before != ""


def test_after_the_last_step_it_is_an_error() -> None:
    n_calls = 0

    def work() -> None:
        nonlocal n_calls
        n_calls += 1
        raise EngineError("broken")

    with pytest.raises(EngineError, match="also with the safest settings"):
        retried(lambda: retried(work))
    assert n_calls == len(SETTINGS_BY_FAULTS)


# -- a cycle --


def _bytes(folder: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in folder.glob("*.parquet")}


def test_a_cycle_is_run_again_and_decides_the_same(
    demo: Snapshot, tmp_path: Path, bundles: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Each settings have a bundle of their own, whose script runs."""
    options, plain, again = Options(seed=7, threads=2), tmp_path / "a", tmp_path / "b"
    write_run([run_cycle(demo, POLICY, options)], plain)
    with failing('(?i)insert into "?x_verdict', 2) as injected:
        cycle = run_cycle(demo, POLICY, options)
    write_run([cycle], again)
    assert injected.settings == ["default", "safer"]
    assert _bytes(again) == _bytes(plain)
    faults, none = (
        json.loads((out / "run.json").read_text())["engine_faults"]
        for out in (again, plain)
    )
    assert [each["where"] for each in faults] == ["panda_job.x_verdict"] * 2
    assert none == []
    assert len(caplog.messages) == 2
    assert "panda_job.x_verdict: DuckDB" in caplog.messages[0]
    assert "done again with safer settings" in caplog.messages[0]
    places = {Path(each["bundle"]) for each in faults}
    assert {each.parent for each in places} == {bundles}
    assert places == {Path(each.bundle) for each in cycle.database.faults}
    assert len(places) == 2
    for place in places:
        _reproduced(place)


def test_a_bundle_holds_what_a_report_needs(bundles: Path) -> None:
    database = Database.open(threads=2)
    tables, query = NOT_A_DICTIONARY
    database.run(tables)
    database.run("create table unread as select 1 as a; set variable n = 7")
    database.run("create macro shown(x) as x || '!'")
    database.run("create view seen as select i, k, flag from fact")
    query = query.replace("from fact", "from seen").replace("max(x)", "max(shown(x))")
    with pytest.raises(EngineError) as caught:
        database.rows(query)
    bundle = Path(caught.value.bundle)
    assert bundle.parent == bundles
    assert {each.name for each in bundle.iterdir()} == {
        *("statement.sql", "report.json", "reproduce.sql"),
        *("dim.parquet", "fact.parquet", "big.parquet"),
    }
    assert (bundle / "statement.sql").read_text() == query
    report = json.loads((bundle / "report.json").read_text())
    assert report["versions"]["duckdb"] == duckdb.__version__
    assert report["settings"]["threads"] == "2"
    script = (
        (bundle / "reproduce.sql").read_text().replace("from '", f"from '{bundle}/")
    )
    again = duckdb.connect()
    with pytest.raises(duckdb.InternalException, match="dict-surviving"):
        again.execute(script)


def _reproduced(bundle: Path) -> None:
    """Run the script of a bundle in a DuckDB that knows nothing else."""
    script = (bundle / "reproduce.sql").read_text()
    duckdb.connect().execute(script.replace("from '", f"from '{bundle}/"))


def test_the_script_of_a_query_over_arrow_tables_runs() -> None:
    database = Database.open()
    database.register("came", pa.table({"a": [1, None], "b": ["x", "y"]}))
    database.hold("held", "select 1 as a")
    database.run("create table found (a bigint, b varchar)")
    query = "insert into found select a, $2 || $1 from came join held using (a)"
    with failing("insert into found"), pytest.raises(EngineError) as caught:
        database.run(query, ("it's", None))
    _reproduced(Path(caught.value.bundle))


def test_the_oldest_bundles_make_room(bundles: Path) -> None:
    for number in range(7):
        with (
            failing(f"select {number}"),
            pytest.raises(EngineError),
        ):
            Database.open().rows(f"select {number}")
    kept = [(each / "statement.sql").read_text() for each in bundles.iterdir()]
    assert sorted(kept) == [f"select {number}" for number in range(2, 7)]


# -- commands --


def test_run_says_it_in_one_line_and_goes_on(tmp_path: Path) -> None:
    made = ("run", DEMO, "--policy", CHEAP, "--seed", 7, "--out")
    plain = call(*made, tmp_path / "plain")
    with failing(CHEAP_RELATION):
        again = call(*made, tmp_path / "again")
    assert (plain.code, again.code) == (0, 0)
    assert again.lines[3:-1] == plain.lines[3:-1]
    told = [line for line in again.err.splitlines() if "failed internally" in line]
    assert len(told) == 1
    assert told[0].startswith("warning: panda_timeout.queue_transfer: DuckDB")
    assert _bytes(tmp_path / "again") == _bytes(tmp_path / "plain")


@pytest.mark.parametrize(
    ("pattern", "arguments"),
    [
        (RELATION, ("explain", DEMO, "--policy", POLICY, "--task", TASK)),
        ("chunk_cores", ("report",)),
        ("duckdb_", ("sql", DEMO, "select count(*) from queue")),
    ],
)
def test_commands_that_read_are_done_again(
    pattern: str,
    arguments: tuple[str | Path | int, ...],
    run_folder: Path,
    tmp_path: Path,
) -> None:
    if arguments == ("report",):
        arguments = ("report", run_folder, "--output", tmp_path / "r.html")
    with failing(pattern) as injected:
        found = call(*arguments)
    assert injected.settings, found.err
    assert found.code == 0, found.err


def test_where_nothing_helps_the_exit_code_is_7() -> None:
    with failing(CHEAP_RELATION, 9) as injected:
        found = call("run", DEMO, "--policy", CHEAP, "--format", "json")
    assert injected.settings == ["default", "safer", "safest"]
    assert found.code == 7
    error = json.loads(found.err.splitlines()[-1])
    assert error["error"] == "engine"
    assert error["where"] == "panda_timeout.queue_transfer"
    assert "also with the safest settings" in error["message"]


# -- what lives on --


def _n_databases() -> int:
    gc.collect()
    return sum(isinstance(each, Database) for each in gc.get_objects())


def test_an_explainer_answers_again_and_leaves_no_database_behind(
    demo: Snapshot,
) -> None:
    explainer = Explainer(demo, POLICY, seed=7)
    plain, before = str(explainer.explain(TASK)), _n_databases()
    for _ in range(2):
        with failing(RELATION) as injected:
            assert str(explainer.explain(TASK)) == plain
        assert injected.settings
        assert _n_databases() <= before


def test_a_desk_whose_tables_failed_answers_the_next_query(demo: Snapshot) -> None:
    asked = "select count(*) as n from action"
    options = {CHEAP: Options(seed=7)}
    with QuerySession(partial(Workspace, lambda: demo, None, options)) as desk:
        counted = desk.ask("select count(*) as n from queue").to_pylist()
        with (
            failing(CHEAP_RELATION, 9, duckdb.ConversionException),
            pytest.raises(CycleError),
        ):
            desk.ask(asked)
        assert desk.ask("select count(*) as n from queue").to_pylist() == counted
        assert desk.ask(asked).num_rows == 1


def test_a_query_by_hand_that_breaks_the_engine_is_asked_again(tmp_path: Path) -> None:
    file = tmp_path / "small.duckdb"
    tables, query = NOT_A_DICTIONARY
    connection = duckdb.connect(file)
    connection.execute(tables)
    connection.close()
    with Sandbox() as sandbox:
        sandbox.open(file, ["main"])
        with pytest.raises(EngineError, match="failed internally"):
            sandbox.ask(query)
        assert sandbox.ask("select 1 as a").to_pylist() == [{"a": 1}]
        found = retried(lambda: sandbox.ask(query))
        assert found.to_pylist() == [{"count_star()": 8192, "max(x)": "zzz"}]
        assert sandbox.ask("select 2 as a").to_pylist() == [{"a": 2}]
        # only what failed is written otherwise
        unnamed = "select if(flag, k, i) from fact limit 1"
        assert sandbox.ask(unnamed).column_names == ['"if"(flag, k, i)']

"""A cycle is a pure function of snapshot, policy, parameters and seed.

Threads, zones, order of rows, files and formats change no byte of a result table; the
order of filters, the presence of other queues and the names of queues change no
verdict; a wider limit rejects less.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from brokersql.core import database
from brokersql.core.database import FEW_ROWS
from brokersql.core.sql_files import fixture_root
from brokersql.cycle import FinishedCycle, stages, write_run
from brokersql.policy import load_policy, shipped_policies
from tests.cli.calling import DEMO, spawn
from tests.property.engine_runs import decisions, failing, key, run, runs
from tests.property.merged_worlds import merged_world
from tests.snapshot.build import write_database, write_lines

PROFILES = ("page", "asrun")
SEEDS = range(400, 408)
PARTS = 3
#: What a set rule decides depends on the other queues of a chunk.
SET_RULES = {"-io"}

World = Mapping[str, pa.Table]


@cache
def world() -> World:
    """Return the world of this file."""
    return merged_world(SEEDS)


@cache
def plain(profile: str) -> FinishedCycle:
    """Return the plain run."""
    return run(world(), profile)


def results(cycle: FinishedCycle) -> dict[str, bytes]:
    """Return the bytes of every file of result tables that a cycle is written to."""
    with TemporaryDirectory() as folder:
        files = write_run([cycle], Path(folder))
        return {f.name: f.read_bytes() for f in files if f.suffix == ".parquet"}


@pytest.mark.parametrize("policy", sorted({*shipped_policies()} - {"panda_job_hint"}))
def test_threads_and_plans(policy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One thread with the quick plans of few rows decides as four with those of many.

    The pairs of panda_job are divided among the threads.
    """
    is_divided = policy == "panda_job"
    source, least = (world(), 1) if is_divided else (DEMO, stages.LEAST_PAIRS)
    profiles = load_policy(policy).profiles
    monkeypatch.setattr(stages, "LEAST_PAIRS", least)
    found: list[list[dict[str, bytes]]] = []
    for few, threads in ((FEW_ROWS, 1), (0, 4)):
        monkeypatch.setattr(database, "FEW_ROWS", few)
        made: list[dict[str, bytes]] = []
        for cycle in runs(source, profiles, policy=policy, threads=threads):
            off = cycle.database.rows("select current_setting('disabled_optimizers')")
            assert ("join_order" in str(off)) == bool(few)
            if is_divided:
                pairs = cycle.pairs
                n_parts = stages.count_parts(
                    pairs.n_queue_groups, pairs.n_pairs, threads
                )
                assert n_parts == threads
            made.append(results(cycle))
        found.append(made)
    for profile, few_rows, many_rows in zip(profiles, *found, strict=True):
        assert few_rows.keys() == many_rows.keys()
        differing = [it for it in few_rows if few_rows[it] != many_rows[it]]
        assert differing == [], profile


def shuffled(table: pa.Table) -> pa.Table:
    """Return the rows of a table in another order."""
    places = list(range(table.num_rows))
    Random(5).shuffle(places)
    return table.take(pa.array(places, pa.int64()))


def as_lines(path: Path) -> Path:
    return write_lines(path / "snap", dict(world()))


def as_database(path: Path) -> Path:
    tables = {name: shuffled(table) for name, table in world().items()}
    return write_database(path / "snap.duckdb", tables)


def as_split(path: Path) -> Path:
    """Write every table as several Parquet files of shuffled rows."""
    for name, table in world().items():
        rows = shuffled(table)
        size = rows.num_rows // PARTS + 1
        (path / name).mkdir()
        for part in range(PARTS):
            piece = rows.slice(part * size, size)
            if part == 0 or piece.num_rows:
                pq.write_table(piece, path / name / f"part{part}.parquet")
    return path


@pytest.mark.parametrize("form", [as_lines, as_database, as_split])
def test_order_files_and_formats(form: Callable[[Path], Path], tmp_path: Path) -> None:
    found, wanted = (
        results(it) for it in (run(form(tmp_path), "asrun"), plain("asrun"))
    )
    assert found.keys() == wanted.keys()
    assert [name for name in wanted if found[name] != wanted[name]] == []


def test_the_zone_of_the_machine(tmp_path: Path) -> None:
    for zone in ("UTC", "America/St_Johns"):
        words = ("run", DEMO, "--policy", "panda_timeout", "--out", tmp_path / zone)
        done = spawn(*words, env={"TZ": zone})
        assert done.returncode == 0, done.stderr
    names = [file.name for file in (tmp_path / "UTC").glob("*.parquet")]
    assert "action.parquet" in names
    for name in names:
        here, there = tmp_path / "UTC" / name, tmp_path / "America/St_Johns" / name
        assert here.read_bytes() == there.read_bytes(), name


#: A queue as it stands in a key, a pseudo-queue or a list.
NAME = re.compile(r"[^/,]+")


def test_the_names_of_queues_change_names_only() -> None:
    """They get others, in the opposite order; ANALY_ is no part of what is renamed."""
    queues = sorted(map(str, world()["queue"]["queue_name"].to_pylist()), reverse=True)
    renamed = {
        name: f"{'ANALY_' * name.startswith('ANALY_')}R{number:02}_{name}"
        for number, name in enumerate(queues)
    }

    def other(text: str) -> str:
        return NAME.sub(lambda found: renamed.get(found[0], found[0]), text)

    tables = dict(world())
    for name, table in tables.items():
        for column in {"queue_name", "site"} & {*table.column_names}:
            cells = [it and other(it) for it in table[column].to_pylist()]
            place = table.column_names.index(column)
            table = table.set_column(place, column, pa.array(cells, pa.string()))
        tables[name] = table
    for profile, after in zip(PROFILES, runs(tables, PROFILES), strict=True):
        for told in (failing, weights):
            before = told(plain(profile))
            assert told(after) == {
                (chunk, other(queue)): it for (chunk, queue), it in before.items()
            }


def test_another_seed_changes_ties_only() -> None:
    """The same seed twice is what all other tests of this file compare."""
    usual, other = plain("page"), run(world(), "page", settings={"seed": "2"})
    assert results(usual) != results(other)
    assert weights(usual) == weights(other)
    for name in REASONS:
        mine, its = (reasons(each, name) for each in (usual, other))
        assert {k: v for k, v in mine.items() if v not in TIES} == {
            k: v for k, v in its.items() if v not in TIES
        }


TIES = ("-low_weight", "-others_bootstrap")
REASONS = {"verdict": "reject_mask", "exclusion": "criterion"}


def weights(cycle: FinishedCycle) -> dict[tuple[object, str], float]:
    """Return the weight of every weighed pair."""
    rows = cycle.weighed.to_pylist()
    return {(key(row), row["queue_name"]): row["weight"] for row in rows}


def reasons(cycle: FinishedCycle, table: str) -> dict[tuple[object, str], object]:
    """Return mask or reported reason of every pair."""
    rows = getattr(cycle, table).to_pylist()
    return {(key(row), row["queue_name"]): row[REASONS[table]] for row in rows}


def test_the_order_of_filters_changes_only_what_is_reported(tmp_path: Path) -> None:
    stems = [file.stem for file in load_policy("panda_job").filters]
    Random(3).shuffle(stems)
    text = f'extends = "panda_job"\ndrop = ["filters"]\nfilters = {stems}\n'
    (tmp_path / "policy.toml").write_text(text.replace("'", '"'), encoding="utf-8")
    cycles = runs(world(), PROFILES, policy=str(tmp_path))
    for profile, changed in zip(PROFILES, cycles, strict=True):
        usual = plain(profile)
        assert failing(usual) == failing(changed)
        for name, told in (("result", ["policy", "reason"]), ("weighed", ["policy"])):
            left, right = (
                getattr(each, name).drop_columns(told) for each in (usual, changed)
            )
            assert left.equals(right), name
        assert reasons(usual, "exclusion") != reasons(changed, "exclusion")


#: Queues that the demo is decided without.
GONE = {"PRAIRIE_UCORE", "MIDSHIRE_UCORE", "LAGUNA_UCORE", "KAWABE_SHORT"}


def is_gone(queue: object) -> bool:
    """Tell whether a queue, or that of a pseudo-queue, is one of those."""
    return str(queue).split("/")[0] in GONE


def without_queues() -> dict[str, pa.Table]:
    """Return the demo without some queues and all that is said of them."""
    tables: dict[str, pa.Table] = {}
    for path in sorted((fixture_root() / "demo").glob("*.jsonl")):
        table = run_table(path.stem)
        if "queue_name" in table.column_names and path.stem not in ("work_queue",):
            kept = [not is_gone(value) for value in table["queue_name"].to_pylist()]
            table = table.filter(pa.array(kept, pa.bool_()))
        tables[path.stem] = table
    return tables


@cache
def demo() -> FinishedCycle:
    """Return the cycle of the demo."""
    return run(fixture_root() / "demo", "page")


def run_table(name: str) -> pa.Table:
    """Return an input table of the demo, typed."""
    return demo().sql(f"from main.{name}")


@cache
def lacking() -> FinishedCycle:
    """Return the cycle of the demo without some queues."""
    return run(without_queues(), "page")


def test_queues_less_fail_nobody_else() -> None:
    before, after = failing(demo()), failing(lacking())
    assert {pair[1].split("/")[0] for pair in before} >= GONE
    others = {
        pair: criteria - SET_RULES
        for pair, criteria in before.items()
        if not is_gone(pair[1])
    }
    assert {pair: c for pair, c in others.items() if c} == {
        pair: c - SET_RULES for pair, c in after.items() if c - SET_RULES
    }


#: What becomes of a weighed pair by comparison with the others of its chunk: the ten
#: best, empty queues first, and the one with most running jobs.
COMPARED = {"+use", "-low_weight", "-others_bootstrap", "-t1_weight"}


def test_queues_less_change_others_only_by_comparison() -> None:
    """No weight, no cap: only places in a ranking, or what the IO check compares."""
    before, after = (
        {(key(row), row["queue_name"]): row for row in cycle.weighed.to_pylist()}
        for cycle in (demo(), lacking())
    )
    others = {pair for pair in before if not is_gone(pair[1])}
    assert len(others) < len(before)
    assert others <= after.keys()
    for pair in others:
        assert before[pair]["weight"] == after[pair]["weight"], pair
        told = {before[pair]["criterion"], after[pair]["criterion"]}
        assert len(told) == 1 or told <= COMPARED, pair


#: limit: (criterion, a value that lets less through, or one that lets more through).
#: Those of one row are changed together: each is about a criterion of its own.
LIMITS = (
    {
        "NQUEUED_SAT_CAP": ("-link_unusable", "20", None),
        "NQUEUED_NUC_CAP_FOR_JOBS": ("-links_full", None, "100000"),
        "STORAGE_MIN_FREE_SIZE": ("-disk", "5000", None),
        "memory_compensation": ("-lowmemory", None, "0.5"),
        "transferring_per_running": ("-transferring", None, "10"),
        "inactive_hours": ("-inactive", None, "9"),
        "MAX_DISKIO_DEFAULT": ("-diskIO", "1", None),
        "walltime24_s": ("-scout_walltime", "864000", None),
    },
    {
        "SIZE_CUTOFF_TO_MOVE_INPUT": ("-io", None, "10000"),
        "out_floor_mb": ("-disk", "9000", None),
    },
)


def test_a_wider_limit_rejects_less() -> None:
    values = [
        {limit: narrow or wide for limit, (_, narrow, wide) in limits.items()}
        for limits in LIMITS
    ]
    before = failing(demo())
    cycles = runs(fixture_root() / "demo", settings=values)
    for limits, cycle in zip(LIMITS, cycles, strict=True):
        after = failing(cycle)
        for limit, (criterion, narrow, _) in limits.items():
            usual, other = (
                {pair for pair, criteria in each.items() if criterion in criteria}
                for each in (before, after)
            )
            few, many = (usual, other) if narrow else (other, usual)
            assert few < many, limit


def test_a_lower_cap_closes_more_queues() -> None:
    higher = run(world(), "page", settings={"cap_floor": "150"})
    closed = [
        {
            (key(row), row["queue_name"])
            for row in cycle.weighed.to_pylist()
            if row["criterion"] == "-cap"
        }
        for cycle in (plain("page"), higher)
    ]
    assert closed[0] > closed[1]


def test_decisions_do_not_depend_on_who_asks() -> None:
    whole = decisions(plain("page"))
    task = min(chunk[0] for chunk in whole)
    table = world()["input_chunk"]
    mine = pa.array([number == task for number in table["jedi_task_id"].to_pylist()])
    alone = {**world(), "input_chunk": table.filter(mine)}
    for chunk, found in decisions(run(alone, "page")).items():
        assert found == whole[chunk]

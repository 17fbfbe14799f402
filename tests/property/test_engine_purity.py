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
from tests.snapshot.build import write_database, write_lines, write_parquet

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


@cache
def expected(profile: str) -> Mapping[str, bytes]:
    """Return the result tables of the plain run."""
    return results(plain(profile))


def results(cycle: FinishedCycle) -> dict[str, bytes]:
    """Return the bytes of every file of result tables that a cycle is written to."""
    with TemporaryDirectory() as folder:
        files = write_run([cycle], Path(folder))
        return {f.name: f.read_bytes() for f in files if f.suffix == ".parquet"}


def differing(cycle: FinishedCycle, profile: str) -> list[str]:
    """Return the result tables that are not those of the plain run."""
    found, wanted = results(cycle), expected(profile)
    assert found.keys() == wanted.keys()
    return [name for name in wanted if found[name] != wanted[name]]


def test_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    assert plain("page").options.threads == 1
    monkeypatch.setattr(stages, "LEAST_PAIRS", 1)
    for profile, cycle in zip(
        PROFILES, runs(world(), PROFILES, threads=4), strict=True
    ):
        pairs = cycle.pairs
        assert stages.count_parts(pairs.n_queue_groups, pairs.n_pairs, 4) == 4
        assert differing(cycle, profile) == []


@pytest.mark.parametrize("policy", sorted({*shipped_policies()} - {"panda_job_hint"}))
def test_plans(policy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A world of any size is decided alike: few rows are planned in another way."""
    source = world() if policy == "panda_job" else DEMO
    found: list[dict[str, bytes]] = []
    for few, is_quick in ((FEW_ROWS, True), (0, False)):
        monkeypatch.setattr(database, "FEW_ROWS", few)
        for cycle in runs(source, load_policy(policy).profiles, policy=policy):
            off = cycle.database.rows("select current_setting('disabled_optimizers')")
            assert ("join_order" in str(off)) == is_quick
            found.append(results(cycle))
    assert found[: len(found) // 2] == found[len(found) // 2 :]


def shuffled(table: pa.Table) -> pa.Table:
    """Return the rows of a table in another order."""
    places = list(range(table.num_rows))
    Random(5).shuffle(places)
    return table.take(pa.array(places, pa.int64()))


def as_shuffled(path: Path) -> World:
    return {name: shuffled(table) for name, table in world().items()}


def as_parquet(path: Path) -> Path:
    return write_parquet(path / "snap", dict(world()))


def as_lines(path: Path) -> Path:
    return write_lines(path / "snap", dict(world()))


def as_database(path: Path) -> Path:
    return write_database(path / "snap.duckdb", dict(world()))


def as_split(path: Path) -> Path:
    """Write every table as several files of shuffled rows."""
    for name, table in world().items():
        rows = shuffled(table)
        size = rows.num_rows // PARTS + 1
        (path / name).mkdir()
        for part in range(PARTS):
            piece = rows.slice(part * size, size)
            if part == 0 or piece.num_rows:
                pq.write_table(piece, path / name / f"part{part}.parquet")
    return path


@pytest.mark.parametrize(
    "form", [as_shuffled, as_parquet, as_lines, as_database, as_split]
)
def test_order_files_and_formats(
    form: Callable[[Path], World | Path], tmp_path: Path
) -> None:
    assert differing(run(form(tmp_path), "asrun"), "asrun") == []


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


@pytest.mark.parametrize("profile", PROFILES)
def test_the_names_of_queues_change_names_only(profile: str) -> None:
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
    before, after = plain(profile), run(tables, profile)
    assert failing(after) == {
        (chunk, other(queue)): it for (chunk, queue), it in failing(before).items()
    }
    assert weights(after) == {
        (chunk, other(queue)): it for (chunk, queue), it in weights(before).items()
    }


def test_the_same_seed_twice_and_another_one() -> None:
    first, same, other = (
        (results(each), weights(each), [reasons(each, name) for name in REASONS])
        for each in runs(world(), settings=[{"seed": seed} for seed in "112"])
    )
    assert first[0] == same[0]
    assert first[1] == other[1]
    for mine, its in zip(first[2], other[2], strict=True):
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


def without_queue(name: str) -> dict[str, pa.Table]:
    """Return the demo without a queue and all that is said of it."""
    tables: dict[str, pa.Table] = {}
    for path in sorted((fixture_root() / "demo").glob("*.jsonl")):
        table = run_table(path.stem)
        if "queue_name" in table.column_names and path.stem not in ("work_queue",):
            named = [
                str(value).split("/")[0] != name
                for value in table["queue_name"].to_pylist()
            ]
            table = table.filter(pa.array(named, pa.bool_()))
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
def lacking(gone: str) -> FinishedCycle:
    """Return the cycle of the demo without a queue."""
    return run(without_queue(gone), "page")


@pytest.mark.parametrize(
    "gone", ["PRAIRIE_UCORE", "MIDSHIRE_UCORE", "LAGUNA_UCORE", "KAWABE_SHORT"]
)
def test_a_queue_less_fails_nobody_else(gone: str) -> None:
    before, after = failing(demo()), failing(lacking(gone))
    others = {
        pair: criteria - SET_RULES
        for pair, criteria in before.items()
        if pair[1].split("/")[0] != gone
    }
    assert len(others) < len(before)
    assert {pair: c for pair, c in others.items() if c} == {
        pair: c - SET_RULES for pair, c in after.items() if c - SET_RULES
    }


#: What becomes of a weighed pair by comparison with the others of its chunk: the ten
#: best, empty queues first, and the one with most running jobs.
COMPARED = {"+use", "-low_weight", "-others_bootstrap", "-t1_weight"}


def test_a_queue_less_changes_others_only_by_comparison() -> None:
    """No weight, no cap: only places in a ranking, or what the IO check compares."""
    gone = "PRAIRIE_UCORE"
    before, after = (
        {(key(row), row["queue_name"]): row for row in cycle.weighed.to_pylist()}
        for cycle in (demo(), lacking(gone))
    )
    others = {pair for pair in before if not pair[1].startswith(gone)}
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
    closed = [
        {
            (key(row), row["queue_name"])
            for row in cycle.weighed.to_pylist()
            if row["criterion"] == "-cap"
        }
        for cycle in runs(
            world(), settings=[{"cap_floor": floor} for floor in ("0", "150")]
        )
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

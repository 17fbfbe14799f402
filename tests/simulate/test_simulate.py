"""Policies in a closed loop: jobs are conserved, and a worse policy does worse."""

from __future__ import annotations

from itertools import pairwise
from math import inf, nan
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from brokersql.core.errors import UsageError
from brokersql.core.sql_files import sql_text
from brokersql.cycle import Options, run_cycle
from brokersql.policy import load_policy
from brokersql.results.run_record import RECORD
from brokersql.simulate.run import (
    ClosedLoop,
    SimulationPlan,
    SimulationResult,
    simulate,
)
from brokersql.snapshot import Snapshot, contract
from brokersql.snapshot.generate import generate
from tests.cli.calling import call
from tests.cli.documents import check
from tests.snapshot.build import world

CYCLES = 4
PLAN = SimulationPlan(CYCLES)
#: A planted fault: multi-core queues get nothing.
FAULT = """-- criterion: -several_cores
-- label: planted fault
-- title: the queue has several cores
-- effect: drop
-- class: policy
-- source: tests
-- bounds: none
-- nulls: none
-- differs: none
select
    candidate.*,
    format('{} cores', pseudo_queue.core_count) as detail
from candidate
inner join pseudo_queue using (pseudo_queue)
where pseudo_queue.core_count > 1
"""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a world and a policy with a fault."""
    folder = tmp_path_factory.mktemp("simulate")
    generate(folder / "world", "S", 7, tasks=16)
    faulty = folder / "faulty"
    (faulty / "filters").mkdir(parents=True)
    (faulty / "filters" / "several_cores.sql").write_text(FAULT)
    first = load_policy("panda_job").filters[0].stem
    (faulty / "policy.toml").write_text(
        'title = "faulty"\nextends = "panda_job"\n'
        f'[[add]]\nfilters = ["several_cores"]\nbefore = "{first}"\n'
    )
    (folder / "asking").mkdir()
    (folder / "asking" / "policy.toml").write_text(
        'title = "asking"\nextends = "panda_job"\nasks = "panda_job_hint"\n'
    )
    return folder


@pytest.fixture(scope="module")
def done(place: Path) -> SimulationResult:
    policies = ["panda_job", str(place / "faulty")]
    world = Snapshot.open(place / "world")
    two = Options(threads=2)
    return simulate(world, policies, PLAN, place / "out", dict.fromkeys(policies, two))


def rows(place: Path, policy: str, name: str) -> list[dict[str, object]]:
    """Return a table of all cycles of a policy, in the order of time."""
    files = sorted((place / "out" / policy).glob(f"block=*/{name}.parquet"))
    return [row for file in files for row in pq.ParquetFile(file).read().to_pylist()]


def sums(table: list[dict[str, object]], *names: str) -> list[dict[str, int]]:
    """Return the sums of columns in each cycle."""
    cycles: dict[str, dict[str, int]] = {}
    for row in table:
        cycle = cycles.setdefault(str(row["snapshot_id"]), dict.fromkeys(names, 0))
        for name in names:
            cycle[name] += int(str(row[name]))
    return list(cycles.values())


@pytest.fixture(scope="module")
def n_there(place: Path) -> object:
    """Return how many jobs like those of the tasks wait or run in the snapshot."""
    snapshot, options = Snapshot.open(place / "world"), Options(threads=1)
    cycle = run_cycle(snapshot, "panda_job", options, is_kept=True)
    cycle.database.run(sql_text("lib", "job_state"))
    ((counted,),) = cycle.database.rows(
        "select sum(n_jobs) from main.job_stats where prod_source_label in ("
        "select task.prod_source_label from result join task using (jedi_task_id)) "
        "and (job_status = 'running' or waits_for_slot(job_status))"
    )
    return counted


@pytest.mark.parametrize("policy", ["panda_job", "faulty"])
def test_no_job_is_lost_or_doubled(
    place: Path, done: SimulationResult, n_there: object, policy: str
) -> None:
    flows = rows(place, policy, "job_flow")
    stocks = ("n_unplaced", "n_waiting", "n_running")
    turns = ("n_arrived", "n_placed", "n_started", "n_finished")
    cycles = sums(flows, *stocks, *turns)
    assert len(cycles) == CYCLES
    first = cycles[0]
    there = sum(first[name] for name in stocks) - first["n_arrived"]
    assert n_there == there
    came = over = 0
    for each in cycles:
        came, over = came + each["n_arrived"], over + each["n_finished"]
        assert there + came == over + sum(each[name] for name in stocks)
    for before, after in pairwise(cycles):
        placed = after["n_arrived"] - after["n_placed"]
        assert after["n_unplaced"] == before["n_unplaced"] + placed
        line = after["n_placed"] - after["n_started"]
        assert after["n_waiting"] == before["n_waiting"] + line
        held = after["n_started"] - after["n_finished"]
        assert after["n_running"] == before["n_running"] + held


def test_no_queue_runs_more_than_it_can(place: Path, done: SimulationResult) -> None:
    states = rows(place, "panda_job", "queue_state")
    assert all(float(str(row["n_cores_held"])) <= row["n_cores"] for row in states)  # type: ignore[operator]
    held = sums(states, "n_running", "n_waiting", "n_started", "n_finished")
    flows = sums(rows(place, "panda_job", "job_flow"), *held[0])
    assert held == flows


def test_waits_are_those_of_jobs_that_came(place: Path, done: SimulationResult) -> None:
    waits = rows(place, "panda_job", "job_wait")
    assert all(
        row["waited_s"] in range(3600, CYCLES * 3600, 3600)
        for row in waits
        if row["is_started"]
    )
    flows = rows(place, "panda_job", "job_flow")
    own = [row for row in flows if row["jedi_task_id"] is not None]
    n_started = sum(int(str(row["n_started"])) for row in own)
    counted = [int(str(row["n_jobs"])) for row in waits if row["is_started"]]
    assert sum(counted) == n_started > 0
    last = waits[-1]["snapshot_id"]
    n_left = sum(
        int(str(row["n_jobs"]))
        for row in waits
        if row["snapshot_id"] == last and not row["is_started"]
    )
    n_came = sum(int(str(row["n_arrived"])) for row in own)
    assert n_left == n_came - n_started


def test_all_policies_get_the_same_jobs(place: Path, done: SimulationResult) -> None:
    came = [
        [
            (row["snapshot_id"], row["jedi_task_id"], row["n_arrived"])
            for row in rows(place, policy, "job_flow")
            if row["n_arrived"]
        ]
        for policy in ("panda_job", "faulty")
    ]
    assert came[0] == came[1]
    assert len({each[1] for each in came[0]}) > 5


def test_a_planted_fault_does_worse(done: SimulationResult) -> None:
    faulty, sound = done.compared.to_pylist()
    assert (faulty["policy"], sound["policy"]) == ("faulty", "panda_job")
    assert faulty["n_arrived"] == sound["n_arrived"]
    assert faulty["n_placed"] < sound["n_placed"]
    assert faulty["n_finished"] < sound["n_finished"]
    assert faulty["cores_used_percent"] < sound["cores_used_percent"]
    assert faulty["wait_mean_h"] > sound["wait_mean_h"]


def test_a_simulation_is_the_same_again(place: Path, done: SimulationResult) -> None:
    world = Snapshot.open(place / "world")
    again = simulate(
        world,
        ["panda_job"],
        SimulationPlan(2),
        place / "again",
        {"panda_job": Options(threads=1)},
    )
    ours, theirs = (folder / "panda_job" for folder in (again.folder, done.folder))
    files = [file for file in sorted(ours.rglob("*")) if file.is_file()]
    assert len(files) > 20
    differing = [
        str(file.relative_to(ours))
        for file in files
        if file.read_bytes() != (theirs / file.relative_to(ours)).read_bytes()
    ]
    assert differing == []
    board = again.board.rows.to_pylist()
    assert any(row["jain_index"] for row in board)
    ids = {row["snapshot_id"] for row in board}
    assert board == [
        row
        for row in done.board.rows.to_pylist()
        if row["policy"] == "panda_job" and row["snapshot_id"] in ids
    ]


def test_a_cycle_decides_as_a_whole_run_would(place: Path) -> None:
    """Only what reads the changed statistics is done again; the rest is still right.

    The first cycle decides on the statistics of the snapshot.
    """
    options = Options(settings={"place": "true"}, seed=3, verdict="none", threads=1)
    world = Snapshot.open(place / "world")
    cycle = run_cycle(world, "panda_job", options, is_kept=True)

    def statistics() -> dict[str, pa.Table]:
        names = ("job_stats", "task_job_stats", "queue")
        return {
            name: cycle.database.table(f"from main.{name} order by all")
            for name in names
        }

    before = statistics()
    loop = ClosedLoop(cycle, SimulationPlan(2, 3600, 1.5))
    loop.advance(0)
    assert statistics() == before
    loop.advance(1)
    assert statistics()["job_stats"] != before["job_stats"]
    seen = {
        name: cycle.database.table(f"from main.{name}") for name in contract.tables()
    }
    whole = run_cycle(Snapshot.open(seen), "panda_job", options)
    for name in ("result", "candidate", "weighed", "placement"):
        assert cycle.table(name).equals(whole.table(name)), name
    assert whole.loaded.snapshot_id.endswith("+0001")


def test_nothing_comes_to_an_empty_world(tmp_path: Path) -> None:
    empty = Snapshot.open(world(task=[], input_chunk=[]))
    found = simulate(empty, ["panda_job"], SimulationPlan(2), tmp_path / "out")
    (row,) = found.compared.to_pylist() or [{"n_arrived": 0}]
    assert row["n_arrived"] == 0


def test_what_is_no_simulation_is_refused(place: Path, tmp_path: Path) -> None:
    world = Snapshot.open(place / "world")
    for policies, said in (
        (["panda_analysis"], "does not place jobs"),
        (["dirac"], "does not place jobs"),
        (["panda_job", "panda_job"], "two policies are called panda_job"),
        (["nosuch"], "no policy nosuch"),
        ([str(place / "asking")], "asking asks panda_job_hint first"),
    ):
        with pytest.raises(UsageError, match=said):
            simulate(world, policies, PLAN, tmp_path / "new")
    assert not (tmp_path / "new").exists()
    with pytest.raises(UsageError, match="holds something already"):
        simulate(world, ["panda_job"], PLAN, place)
    for cycles, load in ((0, 1.0), (3, 0.0), (3, -1.0), (3, nan), (3, inf)):
        with pytest.raises(UsageError):
            SimulationPlan(cycles, 3600, load)


def test_the_commands_read_what_a_simulation_leaves(
    place: Path, done: SimulationResult, tmp_path: Path
) -> None:
    ours = done.folder / "panda_job"
    told = call("diff", ours, done.folder / "faulty", "--format", "json").json
    assert (
        told["decisions"]
        == sum(
            row["n_chunks"]
            for row in done.board.rows.to_pylist()
            if row["scope"] == "all"
        )
        / 2
    )
    assert told["changed"] > 0
    board = call("scoreboard", done.folder, "--format", "json").json
    assert board["cycles"] == CYCLES
    assert board["mean"] == done.board.mean.to_pylist()
    cycle = sorted(ours.glob("block=*"))[2]
    assert (cycle / RECORD).is_file()
    page = call("report", cycle, "--output", tmp_path / "page.html")
    assert page.code == 0, page.err
    counted = call("sql", cycle, "select sum(n_jobs) as n from placement")
    assert counted.code == 0, counted.err
    placed = sums(rows(place, "panda_job", "job_flow"), "n_placed")[2]["n_placed"]
    assert counted.lines[1] == str(placed)


def test_the_story_of_a_simulation_holds_to_its_schema(done: SimulationResult) -> None:
    told = done.document()
    check(told)
    assert [each["policy"] for each in told["policies"]] == ["faulty", "panda_job"]


def test_the_command_line_simulates(place: Path, tmp_path: Path) -> None:
    given = ("--cycles", 2, "--every", "30min", "--seed", 5, "--load", 0.5)
    text = call("simulate", place / "world", *given, "--out", tmp_path / "a")
    assert text.code == 0, text.err
    assert text.lines[0] == "2 cycles, 30 min apart · load 0.5 · seed 5"
    assert any(line.startswith("cores used, % of those there") for line in text.lines)
    assert call("simulate", place / "world", *given, "--out", tmp_path / "a").code == 2
    # a parameter counts for each policy that has it; one that none has is refused
    two = ("--policy", "panda_job", "--policy", "panda_job_legacy", "--cycles", 1)
    for name, code in (("BLACKLISTED_STATUS", 0), ("NO_SUCH_PARAMETER", 2)):
        asked = (*two, "--set", f"{name}=brokeroff", "--out", tmp_path / name)
        assert call("simulate", place / "world", *asked).code == code

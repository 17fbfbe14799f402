"""Polars beside the engine: all failing criteria of all pairs, from the same facts.

    python -m bench.polars_peer [FOLDER] [--tasks N] [--repeat N] [--record]

Both sides start from the finished facts of policy panda_job, profile page. For every
pair they make the mask of all filters of bench.polars_rules that fail, and find the
pairs that fail none. The engine runs a policy with these filters alone; Polars makes
the masks with lazy joins and columns, and has its threads by POLARS_MAX_THREADS. Plans
are part of both, reading the facts through Arrow is not. In every run the masks of all
pairs are checked to be the same. Without a folder a world of 227 queues is generated.

Polars comes with: pip install '.[polars]'
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from statistics import median

from bench.__main__ import Numbers, default_machine, record, run
from bench.dirac import Spent, spent
from bench.polars_rules import CHUNK, FILTERS, failing, masks, pl, read_facts
from bench.worlds import World, make_world
from brokersql.core.database import Database
from brokersql.cycle import Options, Plan
from brokersql.cycle.connection_pool import ConnectionPool
from brokersql.cycle.plan import parameters_in_force
from brokersql.cycle.run import make_stage
from brokersql.cycle.stages import PairStage
from brokersql.policy import load_policy
from brokersql.snapshot import Snapshot

POLICY = "panda_job"
N_QUEUES, N_TASKS = 227, 500
THREADS = (1, 2)
NONE = "none of them"


def make_policy(folder: Path) -> Plan:
    """Return the job brokerage with the peer's filters alone, in a new folder."""
    folder.mkdir()
    policy = load_policy(POLICY)
    others = (*policy.gates, *policy.filters, *policy.set_rules)
    drop = [each.stem for each in others if each.stem not in FILTERS]
    text = f'title = "filters"\nextends = "{POLICY}"\ndrop = {json.dumps(drop)}\n'
    (folder / "policy.toml").write_text(text, encoding="utf-8")
    return Plan.of(str(folder))


def ready_stage(world: Path, plan: Plan, threads: int) -> PairStage:
    """Return the engine with finished facts, before any pair is looked at."""
    database = Database.open(threads=threads)
    Snapshot.open(world).load_into(database)
    options = Options(profile="page", threads=threads)
    parameters, _ = parameters_in_force(database, plan.source, options)
    stage = make_stage(database, plan.program, parameters)
    assert isinstance(stage, PairStage)
    stage.pool = ConnectionPool(database, threads, stage.prepare)
    stage.build_facts(())
    return stage


def agreed(
    stage: PairStage,
    bits: Mapping[str, int],
    found: pl.DataFrame,
    survivors: pl.DataFrame,
) -> Numbers:
    """Return by filter how many pairs fail it, on which both sides have to agree."""
    query = f"select {CHUNK.replace(' ', ', ')}, queue_name, reject_mask from verdict"
    wanted = pl.DataFrame(stage.database.table(query))
    on = [*CHUNK.split(), "queue_name"]
    both = wanted.join(found.rename({"pseudo_queue": "queue_name"}), on=on)
    assert len(both) == len(found) == len(wanted)
    counts: Numbers = {}
    for name, bit in bits.items():
        sides = (both[each] for each in ("reject_mask", "mask"))
        engine, peer = (int((each // (1 << bit) % 2).sum()) for each in sides)
        assert engine == peer, f"{name} fails {engine} pairs, in Polars {peer}"
        counts[name] = engine
    assert (both["reject_mask"] == both["mask"]).all()
    assert len(survivors) == stage.database.count("survivor")
    return {**counts, NONE: len(survivors)}


def compare(world: Path, plan: Plan, threads: int) -> tuple[Spent, Spent, Numbers]:
    """Return what the engine and the peer take, and how many pairs fail what."""
    stage = ready_stage(world, plan, threads)
    engine = spent(stage.compare)
    rows = stage.database.rows("select file, bit from criterion")
    places = {Path(str(file)).stem: str(bit) for file, bit in rows}
    bits = {name: int(places[name]) for name in FILTERS}
    (row,) = stage.database.table("from cfg").to_pylist()
    rules = failing({name.lower(): pl.lit(value) for name, value in row.items()})
    plans, frames = masks(read_facts(stage.database), rules, bits), list[pl.DataFrame]()

    def work() -> None:
        frames.append(plans.collect())
        frames.append(frames[0].filter(pl.col("mask") == 0))

    peer = spent(work)
    sizes = {"n_chunks": stage.n_units, "n_pairs": stage.n_pairs}
    numbers = {**sizes, **agreed(stage, bits, *frames)}
    stage.pool.close()
    stage.database.close()
    return engine, peer, numbers


def measure(world: Path, threads: int, repeat: int) -> Numbers:
    """Return the usual seconds of both sides, each in its turn, and what was found."""
    with tempfile.TemporaryDirectory() as scratch:
        plan = make_policy(Path(scratch) / "filters")
        runs = [compare(world, plan, threads) for _ in range(repeat)]
    return {
        "engine_wall": median(engine.wall for engine, _, _ in runs),
        "engine_cpu": median(engine.cpu for engine, _, _ in runs),
        "peer_wall": median(peer.wall for _, peer, _ in runs),
        "peer_cpu": median(peer.cpu for _, peer, _ in runs),
        **runs[0][2],
    }


def table(runs: Mapping[int, Numbers]) -> list[str]:
    """Return the lines of a Markdown table: nanoseconds per pair by threads."""
    lines = [
        "| threads | Polars | processor | engine | processor | Polars / engine |",
        f"|{'---|' * 6}",
    ]
    for threads, numbers in runs.items():
        sides = ("peer_wall", "peer_cpu", "engine_wall", "engine_cpu")
        costs = [numbers[side] / numbers["n_pairs"] * 1e9 for side in sides]
        cells = (str(threads), *(f"{each:.0f}" for each in costs))
        lines.append(f"| {' | '.join(cells)} | **{costs[0] / costs[2]:.1f}** |")
    return lines


def section(runs: Mapping[int, Numbers], chosen: argparse.Namespace) -> str:
    """Return a section of bench/RESULTS.md."""
    sizes = runs[THREADS[0]]
    counts = ", ".join(f"{name} {sizes[name]:,.0f}" for name in (*FILTERS, NONE))
    lines = (
        f"## {date.today().isoformat()}, the filters of job brokerage in Polars",
        "",
        f"{chosen.machine}. `python -m bench.polars_peer`: {sizes['n_chunks']:,.0f} "
        f"chunks, {sizes['n_pairs']:,.0f} pairs, {len(FILTERS)} filters, from finished "
        f"facts to masks and survivors.",
        f"Medians of {chosen.repeat} runs in turn, ns per pair; Polars "
        f"{pl.__version__}.",
        "",
        *table(runs),
        "",
        f"Both give every pair the same mask. Pairs that fail: {counts}.",
    )
    return "\n".join(lines)


def main() -> None:
    """Measure, print, and record where that is asked for."""
    parser = argparse.ArgumentParser(description="The filters in Polars.")
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--tasks", type=int, default=N_TASKS)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--threads", type=int, help="one number, as JSON")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--machine", default=default_machine())
    chosen = parser.parse_args()
    if chosen.threads:
        assert pl.thread_pool_size() == chosen.threads
        print(json.dumps(measure(chosen.folder, chosen.threads, chosen.repeat)))
        return
    runs: dict[int, Numbers] = {}
    with tempfile.TemporaryDirectory() as scratch:
        world = World("", N_QUEUES, chosen.tasks)
        folder = chosen.folder or make_world(world, Path(scratch) / "world")
        for threads in THREADS:
            os.environ["POLARS_MAX_THREADS"] = str(threads)
            words = (folder, "--threads", threads, "--repeat", chosen.repeat)
            runs[threads] = run("polars_peer", *words)
    text = section(runs, chosen)
    print(text)
    if chosen.record:
        record(text)


if __name__ == "__main__":
    main()

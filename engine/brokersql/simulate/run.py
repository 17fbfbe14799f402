"""A simulation from beginning to end: each policy in a loop of its own."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pyarrow as pa

from brokersql.cycle import Options, run_cycle
from brokersql.errors import EngineError, UsageError
from brokersql.policy import load_policy
from brokersql.scoreboard import STARVED_S, STATES, Board, joined, make_board
from brokersql.simulate.compare import compared
from brokersql.simulate.loop import FLOWS, Loop, Model
from brokersql.simulate.written import write_cycle, write_record
from brokersql.snapshot import Snapshot

#: The parameter by which a policy places jobs.
_PLACE = "place"
#: The relation that says what it placed.
_PLACEMENT = "placement"

#: Told after each cycle: how many are done, of how many.
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Plan:
    """How long is simulated: `cycles`, and what is supposed."""

    cycles: int
    every_s: int = 3600
    load: float = 1.0

    def __post_init__(self) -> None:
        """Refuse what is no simulation."""
        if self.cycles < 1:
            raise UsageError(f"{self.cycles} cycles", hint="at least one is needed")
        if self.load <= 0:
            raise UsageError(f"--load {self.load}", hint="above 0; 1 is all that fits")


@dataclass(frozen=True, slots=True)
class Simulated:
    """A finished simulation.

    `compared` has one row per policy: see sql/simulate/compared.sql. `board` is the
    scoreboard over all policies and cycles.
    """

    folder: Path
    plan: Plan
    compared: pa.Table
    board: Board
    seed: int


def simulate(
    snapshot: Snapshot,
    policies: Sequence[str],
    plan: Plan,
    out: Path,
    options: Options | None = None,
    progress: Progress = lambda _done, _all: None,
) -> Simulated:
    """Let policies decide about the same jobs, each in its own copy of the world.

    `out/<policy>/block=<time>/` holds the tables of each cycle, in the form of a
    replay. Same snapshot, policy, plan and seed give the same bytes.

    Raises:
        UsageError: a policy does not place jobs, two have one name, an unknown policy
            or parameter, or `out` holds something already.
        SnapshotError: the snapshot cannot be used.
        CycleError: a rule failed on the simulated data.
    """
    # 1. what can be simulated, and where it goes
    chosen = options or Options()
    settings = {**chosen.settings, _PLACE: "true"}
    chosen = replace(chosen, settings=settings, verdict="none")
    _check(policies)
    _settle(out)
    # 2. each policy in a world of its own, then all side by side
    try:
        return _simulated(snapshot, policies, plan, out, chosen, progress)
    except EngineError:  # whoever tries again begins anew
        for each in out.iterdir():
            shutil.rmtree(each)
        raise


def _simulated(
    snapshot: Snapshot,
    policies: Sequence[str],
    plan: Plan,
    out: Path,
    options: Options,
    progress: Progress,
) -> Simulated:
    """Let policies decide, and write every cycle into an empty folder."""
    told: list[dict[str, pa.Table]] = []
    n_all, seed = len(policies) * plan.cycles, 0
    for policy in policies:
        cycle = run_cycle(snapshot, policy, options)
        seed = cycle.seed
        try:
            loop = Loop(cycle, Model(plan.every_s, plan.load, seed))
            write_record(out / cycle.policy, loop)
            for number in range(plan.cycles):
                progress(len(told), n_all)
                loop.advance(number)
                tables = loop.tables()
                write_cycle(out / cycle.policy, loop, number, tables)
                told.append({name: tables[name] for name in (*STATES, *FLOWS)})
        finally:
            cycle.database.close()
    progress(n_all, n_all)
    board = make_board(joined(told), STARVED_S)
    flows = {name: pa.concat_tables([each[name] for each in told]) for name in FLOWS}
    return Simulated(out, plan, compared(flows), board, seed)


def _check(policies: Sequence[str]) -> None:
    """Refuse policies that choose nothing that comes back, and two of one name."""
    names: set[str] = set()
    for policy in policies:
        loaded = load_policy(policy)
        if _PLACEMENT not in (file.stem for file in loaded.files):
            raise UsageError(
                f"{loaded.name} does not place jobs, so nothing comes back to it",
                hint="simulate panda_job, or a policy that extends it",
            )
        if loaded.asks is not None:
            raise UsageError(
                f"{loaded.name} asks {loaded.asks} first, which would not see the jobs",
                hint="simulate a policy that asks no other one",
            )
        if loaded.name in names:
            raise UsageError(
                f"two policies are called {loaded.name}",
                hint="their results would stand in one folder: rename one",
            )
        names.add(loaded.name)


def _settle(out: Path) -> None:
    """Make the folder of results.

    Raises:
        UsageError: it holds something.
    """
    try:
        out.mkdir(parents=True, exist_ok=True)
        if any(out.iterdir()):
            raise UsageError(f"{out} holds something already", hint="give a new folder")
    except OSError as error:
        raise UsageError(f"cannot write {out}: {error.strerror}") from error

"""`brokersql replay`, `simulate`, `scoreboard`: many cycles, and how they compare."""

from __future__ import annotations

import shlex
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from brokersql.cli import completion
from brokersql.cli.inputs import (
    open_snapshot,
    options_by_policy,
    with_config,
    without_rules,
)
from brokersql.cli.options import (
    EXIT_DIFFERENT,
    MemoryLimit,
    NumberOfWorkers,
    OnePolicy,
    Profile,
    Scheduler,
    ScriptFiles,
    Seed,
    Settings,
    SnapshotFolder,
    Threads,
    Updates,
    Verdict,
    Without,
    argument,
    dask_workers,
    option,
    parse_moment,
    parse_settings,
    read_script,
)
from brokersql.cli.output import Output, ProgressReporter, output_of
from brokersql.core.errors import UsageError
from brokersql.core.policy_names import DEFAULT_POLICY

if TYPE_CHECKING:
    from brokersql.cycle import Options
    from brokersql.replay import Overlay, ReplayProgress, ReplayResult, Workers
    from brokersql.snapshot.history import History


First = Annotated[
    str | None, option("--from", "First time, 2025-10-14T12:00:00Z.", completion.times)
]
Last = Annotated[
    str | None, option("--to", "Last time; of a day alone its end.", completion.times)
]


def replay(
    context: typer.Context,
    history: Annotated[Path, argument("HISTORY", "Folder.")],
    out: Annotated[
        Path | None, option("--out", "Write the results here; --against needs none.")
    ] = None,
    policy: OnePolicy = DEFAULT_POLICY,
    against: Annotated[
        bool,
        option(
            "--against",
            "Decide also without --set, --profile, --without, --update, --sql, "
            "and print what they change; end with 10 if anything.",
        ),
    ] = False,
    first: First = None,
    last: Last = None,
    profile: Profile = None,
    settings: Settings = None,
    update: Updates = None,
    scripts: ScriptFiles = None,
    without: Without = None,
    seed: Seed = None,
    verdict: Verdict = "none",
    workers: NumberOfWorkers = 1,
    scheduler: Scheduler = None,
    threads: Threads = 0,
    memory_limit: MemoryLimit = None,
) -> None:
    """Decide every snapshot of a history; the same call again does what is missing.

    With --against every snapshot is decided twice, as it is configured and with the
    changes, in the folders configured and changed of --out. With none of these options,
    a policy of your own is compared with the one that it extends. csv has a row for
    each snapshot, json all of them in one document.
    """
    from brokersql.cycle import Options
    from brokersql.replay import Overlay, one_by_one
    from brokersql.snapshot import parse_change
    from brokersql.snapshot.history import History

    # 1. the options
    output = output_of(context)
    if out is not None and out.resolve() == history.resolve():
        raise UsageError(f"--out {out} is the history itself")
    values = parse_settings(settings)
    fixed = Options(None, {}, seed, (), verdict, threads, memory_limit)
    given = replace(fixed, profile=profile, settings=values)
    # 2. the snapshots, and the changes to them
    times = (parse_moment("--from", first), _last_moment(last))
    chosen = History.open(history).between(*times)
    changes = tuple(map(parse_change, update or ()))
    overlay = Overlay(changes, tuple(map(read_script, scripts or ())))
    # 3. the decisions
    runner = dask_workers(workers, scheduler, output) or one_by_one
    replays = _Replays(chosen, output, runner)
    asked = _Side(without_rules([policy], without or ())[policy], given, overlay)
    if against:
        is_changed = bool(profile or values or without or overlay)
        base = policy if is_changed else _extended(policy)
        _compare(replays, _Side(base, fixed, Overlay()), asked, out)
    elif out is None:
        raise UsageError("--out is missing", hint="--out DIR, or --against --set …")
    else:
        done = replays.decide("replay", asked, out)
        output.table_sizes(done.rows.items(), "replay.tables")
        output.notice(f"written: {done.folder}")


def _last_moment(text: str | None) -> datetime | None:
    """Return the time that --to names, for a day without a time its last moment."""
    found = parse_moment("--to", text)
    with suppress(ValueError):
        if text is not None and found is not None and date.fromisoformat(text):
            return found + timedelta(days=1) - timedelta.resolution
    return found


@dataclass(frozen=True, slots=True)
class _Side:
    """What snapshots are decided with."""

    policy: str
    options: Options
    overlay: Overlay


@dataclass(frozen=True, slots=True)
class _Replays:
    """How the snapshots of a history are replayed."""

    history: History
    output: Output
    workers: Workers

    def decide(self, what: str, side: _Side, out: Path) -> ReplayResult:
        """Decide all with one side, and say how it went."""
        from brokersql.render.text import plural, time_left
        from brokersql.replay import replay as decide

        progress = ProgressReporter(what, "cycles", self.output)

        def report_step(step: ReplayProgress) -> None:
            progress.update(step.n_done, step.n_cycles, step.n_found, step.time)

        done = decide(
            self.history,
            out,
            side.policy,
            with_config(side.options, side.policy, self.output.choices.config),
            overlay=side.overlay,
            workers=self.workers,
            on_progress=report_step,
        )
        if done.obstacle is not None:
            self.output.warn(f"one cycle after the other: {done.obstacle}", "note")
        spent, n_new = progress.spent, done.n_cycles - done.n_found
        cycles = plural(done.n_cycles, "cycle")
        rate = f", {n_new / spent:,.1f}/s" if n_new else ""
        blocks = plural(done.n_blocks, "block")
        side_name = "" if what == "replay" else f"{what}: "
        sentence = f"{cycles} in {blocks}, {time_left(spent)}{rate}"
        self.output.notice(f"{side_name}{sentence}")
        return done


def _extended(policy: str) -> str:
    """Return the policy that one's own extends, to compare it with.

    Raises:
        UsageError: it is shipped or extends none, so nothing is changed.
    """
    from brokersql.policy import parent_of, shipped_policies

    parent = None if policy in shipped_policies() else parent_of(policy)
    if parent is None:
        raise UsageError(
            "--against: nothing is changed",
            hint="add --set KEY=VALUE, --profile, --without, --update or --sql",
        )
    return parent


def _compare(replays: _Replays, base: _Side, asked: _Side, out: Path | None) -> None:
    """Decide with both sides and print what changes.

    The side with the changes comes first: what is wrong with them shows at once.
    """
    from brokersql.diff import compare_replays

    output = replays.output
    with TemporaryDirectory(prefix="brokersql-") as scratch:
        place = Path(scratch) if out is None else out
        configured, changed = place / "configured", place / "changed"
        replays.decide("changed", asked, changed)
        replays.decide("configured", base, configured)
        times = {it.snapshot_id: it.snapshot_time for it in replays.history.snapshots}
        found = compare_replays(configured, changed, times)
    output.result(found, lambda: found.moments, "replay.against")
    if out is None:
        output.notice("--out DIR keeps both sides, for brokersql diff to say why")
    else:
        places = " ".join(shlex.quote(str(each)) for each in (configured, changed))
        output.notice(f"next: brokersql diff {places}")
    if found.sums["changed"]:
        raise typer.Exit(EXIT_DIFFERENT)


def simulate(
    context: typer.Context,
    snapshot: SnapshotFolder,
    out: Annotated[Path, option("--out", "Write the cycles here.")],
    policy: Annotated[
        list[str] | None,
        option(
            "--policy",
            "A shipped name or a folder; may be repeated.",
            completion.policies,
        ),
    ] = None,
    cycles: Annotated[int, typer.Option(help="Cycles of each policy.")] = 24,
    every: Annotated[str, typer.Option(help="Time between them.")] = "1h",
    load: Annotated[
        float,
        typer.Option(help="Cores that come, over those that can start."),
    ] = 1.0,
    profile: Profile = None,
    settings: Settings = None,
    update: Updates = None,
    script: ScriptFiles = None,
    seed: Seed = None,
    threads: Threads = 1,
    memory_limit: MemoryLimit = None,
) -> None:
    """Let policies decide about the same jobs for many cycles, and compare them.

    What is chosen enters the statistics of the next cycle: jobs come, wait in line,
    start and end. The rest of the snapshot stands still; docs/simulate.md says what
    the model does not know.
    """
    from brokersql.cycle import Options
    from brokersql.simulate.run import SimulationPlan
    from brokersql.simulate.run import simulate as run
    from brokersql.snapshot.generate import seconds

    # 1. the options
    output, policies = output_of(context), policy or [DEFAULT_POLICY]
    plan = SimulationPlan(cycles, seconds("--every", every), load)
    values = parse_settings(settings)
    given = Options(profile, values, seed, (), "none", threads, memory_limit)
    options = options_by_policy(given, policies, output.choices.config)
    opened = open_snapshot(snapshot, update, script)
    # 2. the cycles
    progress = ProgressReporter("simulate", "cycles", output)
    found = run(opened, policies, plan, out, options, progress.update)
    output.choices.has_result = True
    # 3. how the policies compare
    output.result(found, lambda: found.compared, "simulation")
    output.notice(f"written: {out}")
    output.notice(f"next: brokersql scoreboard {shlex.quote(str(out))}")


def scoreboard(
    context: typer.Context,
    place: Annotated[
        Path,
        argument(
            "RUN|REPLAY|HISTORY", "What run, replay or simulate wrote, or a history."
        ),
    ],
    history: Annotated[
        Path | None, option("--history", "Where the history of a replay is now.")
    ] = None,
    starved: Annotated[
        str, option("--starved", "Time without a queue that is too long.")
    ] = "24h",
) -> None:
    """Show how near global shares are to their targets, and how long work waits.

    Text and json show means and all cycles, the other formats give one row per cycle,
    policy and share.
    """
    from brokersql.scoreboard import ScoreboardStory, make_scoreboard, open_states
    from brokersql.snapshot.generate import seconds

    output = output_of(context)
    starved_s = seconds("--starved", starved)
    progress = ProgressReporter("scoreboard", "parts", output)
    board = make_scoreboard(open_states(place, history, progress.update), starved_s)
    output.result(ScoreboardStory(str(place), board), lambda: board.rows, "scoreboard")

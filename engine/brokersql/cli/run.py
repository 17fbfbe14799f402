"""`brokersql run`: one brokerage cycle, a summary, and result tables."""

from __future__ import annotations

import shlex
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from brokersql.cli import completion
from brokersql.cli.lighter import lighter
from brokersql.cli.news import tell_oddities, tell_snapshot
from brokersql.cli.options import (
    MemoryLimit,
    Profile,
    Scripts,
    Seed,
    Settings,
    Threads,
    Updates,
    Verdict,
    Without,
    parse_settings,
    read_script,
)
from brokersql.cli.output import Choices, Output
from brokersql.cli.placed import tell_placed
from brokersql.cli.source import fitted, policies, with_near_tasks
from brokersql.cli.spread import NumberOfWorkers, Scheduler, run_spread, spread_over
from brokersql.cli.written import Written, tell_written, write_cycles
from brokersql.errors import EngineError, OutOfMemoryError, UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from brokersql.cycle import Cycle, Options
    from brokersql.report.summary import Summary
    from brokersql.snapshot import Snapshot

_Policies = Annotated[
    list[str] | None,
    typer.Option(
        "--policy",
        autocompletion=completion.policies,
        help="A shipped name or a folder; default: all.",
    ),
]
_Tasks = Annotated[
    list[int] | None,
    typer.Option(
        "--task", autocompletion=completion.tasks, help="Decide these tasks only."
    ),
]


def run(
    context: typer.Context,
    snapshot: Annotated[
        str | None,
        typer.Argument(
            metavar="[SNAPSHOT]",
            autocompletion=completion.places,
            help="Folder or file; default: the demo.",
        ),
    ] = None,
    policy: _Policies = None,
    profile: Profile = None,
    settings: Settings = None,
    update: Updates = None,
    scripts: Scripts = None,
    without: Without = None,
    seed: Seed = None,
    task: _Tasks = None,
    out: Annotated[
        Path | None, typer.Option("--out", help="Write the result tables here.")
    ] = None,
    place: Annotated[
        bool, typer.Option("--place", help="Place the jobs at the chosen queues too.")
    ] = False,
    verdict: Verdict = "full",
    threads: Threads = 0,
    memory_limit: MemoryLimit = None,
    workers: NumberOfWorkers = 1,
    scheduler: Scheduler = None,
) -> None:
    """Decide where the work of a snapshot goes, and say why."""
    from brokersql.cycle import Options
    from brokersql.resources import fixture_root
    from brokersql.snapshot import Snapshot, parse_change

    # 1. what was asked for
    output = Output(cast(Choices, context.obj))
    where = snapshot or str(fixture_root() / "demo")
    opened = Snapshot.open(where).changed(map(parse_change, update or ()))
    opened = opened.rewritten(map(read_script, scripts or ()))
    _check_out(out, where)
    options = Options(
        profile=profile,
        settings=parse_settings(settings) | ({"place": "true"} if place else {}),
        seed=seed,
        tasks=tuple(task or ()),
        verdict=verdict,
        threads=threads,
        memory_limit=memory_limit,
    )
    # 2. the cycles; a large one is split over workers
    if (spread := spread_over(workers, scheduler)) is not None:
        asked = (opened, policy or (), without or (), options, out, spread)
        return run_spread(*asked, output)
    try:
        cycles = _run_policies(opened, policy, without or (), options, output)
    except UsageError as error:
        raise with_near_tasks(opened, options.tasks, error) from error
    # 3. what they decided
    _report(cycles, write_cycles(cycles, out), output)


def _check_out(out: Path | None, snapshot: str) -> None:
    """Refuse to write results among the tables of a snapshot."""
    if out is not None and out.is_dir() and out.resolve() == Path(snapshot).resolve():
        raise UsageError(
            f"--out {out} is the snapshot itself", hint="give a folder of its own"
        )


def _run_policies(
    snapshot: Snapshot,
    named: Sequence[str] | None,
    dropped: Sequence[str],
    options: Options,
    output: Output,
) -> list[Cycle]:
    """Return the cycles of the named policies, else of all that have work.

    Each goes without those of its rules that are dropped.
    """
    from brokersql.cycle import Sitting
    from brokersql.report.queries import number, rows
    from brokersql.report.words import plural

    usual, sitting = output.choices.usual, Sitting(snapshot)
    if named:
        names = list(dict.fromkeys(named))
        fitting, called = fitted(options, names, usual), lighter(names, dropped)
        return [sitting.run(called[name], fitting[name]) for name in names]
    wanted = policies()
    fitting, called = fitted(options, wanted, usual), lighter(wanted, dropped)
    cycles: list[Cycle] = []
    work: dict[str, str] | None = None
    for name in wanted:
        if work is not None and name not in work:
            continue
        cycle = sitting.run(called[name], fitting[name])
        if work is None:
            work = {
                str(row["policy"]): plural(number(row["n_units"]), str(row["unit"]))
                for row in rows(cycle, "report", "work")
            }
        cycles.append(cycle)
    for name, units in (work or {}).items():
        if name not in wanted:
            verb = "is" if units.startswith("1 ") else "are"
            output.warn(f"{units} {verb} work of {name}, not shipped yet", "note")
    return _busy(cycles, work or {})


def _busy(cycles: list[Cycle], work: Mapping[str, str]) -> list[Cycle]:
    """Return the cycles of policies that have work, else the first one.

    One of them tells how long the snapshot took to load, for all.
    """
    busy = [cycle for cycle in cycles if cycle.policy in work]
    if busy and busy[0] is not cycles[0]:
        busy[0].clock.seconds.setdefault("load", cycles[0].clock.seconds["load"])
    return busy or cycles[:1]


def _report(cycles: Sequence[Cycle], written: Written, output: Output) -> None:
    """Print the summary on stdout and everything else on stderr."""
    from brokersql.report.actions import summarise_actions
    from brokersql.report.odd import missing, oddities, remarks
    from brokersql.report.overview import overview
    from brokersql.report.pilots import summarise_pilots
    from brokersql.report.summary import Summary, summarise, timings

    first = cycles[0]
    notes = [*oddities(first), *missing(cycles)]
    told = [*notes, *(each for cycle in cycles for each in remarks(cycle))]
    placed = map(summarise, _of(cycles, "task"))
    acted = map(summarise_actions, _of(cycles, "job"))
    matched = map(summarise_pilots, _of(cycles, "pilot"))
    summary = Summary(
        first.loaded.snapshot_id,
        first.seed,
        None if written.folder is None else str(written.folder),
        tuple(each for each in placed if each.tasks),
        tuple(each for each in acted if each.jobs),
        tuple(each for each in matched if each.has_work),
        timings(cycles, written.seconds),
        tuple(told),
    )
    tell_snapshot(first, notes, output)
    match output.format(in_pipe="table"):
        case "table" if first.options.tasks and (summary.policies or summary.actions):
            output.lines(_stories(cycles, output))
        case "table":
            output.lines(overview(summary, output.look))
        case "json":
            output.document(summary.document())
        case _:
            output.rows(summary.rows(), "run")
    tell_oddities(told, output)
    tell_placed(cycles, output)
    tell_written(summary, written, output)
    with suppress(EngineError, OutOfMemoryError):  # everything else is there
        _tell_next(cycles, summary, written.folder, output)


def _of(cycles: Sequence[Cycle], noun: str) -> list[Cycle]:
    """Return the cycles that decide about tasks, jobs or pilots."""
    return [cycle for cycle in cycles if cycle.program.decides == noun]


def _stories(cycles: Sequence[Cycle], output: Output) -> list[str]:
    """Return the short stories of the tasks that were asked for."""
    from brokersql.explain import has_jobs, tell_actions, tell_task
    from brokersql.explain.chunk import chunks_of

    lines: list[str] = []
    for task in cycles[0].options.tasks:
        placing = [each for each in _of(cycles, "task") if chunks_of(each, task)]
        acting = [each for each in _of(cycles, "job") if has_jobs(each, task)]
        stories = [
            *(tell_task(each, task) for each in placing),
            *(tell_actions(each, task) for each in acting),
        ]
        for story in stories:
            lines += ["", *story.lines(output.look, short=True)]
    return lines[1:]


def _tell_next(
    cycles: Sequence[Cycle], summary: Summary, out: Path | None, output: Output
) -> None:
    """Name the command that digs deeper, complete enough to paste."""
    from brokersql.report.queries import rows

    if not summary.policies and not summary.actions:
        return
    worst = max(summary.policies, key=lambda each: each.n_waiting, default=None)
    told = worst or summary.actions[0]
    cycle = next(each for each in cycles if each.policy == told.policy)
    options = [] if out is not None else _same_choices(cycle)
    parts = ["brokersql", "explain", str(out or cycle.snapshot.where), *options]
    if worst is not None:
        (found,) = rows(cycle, "report", "next_task")
        parts += ["--task", str(found["jedi_task_id"])]
        what = "assigned" if found["status"] == "assigned" else "waiting"
        note = f"(the {what} task of highest priority)"
    else:
        rule = summary.actions[0].top_rule or cycle.program.criteria[0].criterion
        parts += ["--policy", cycle.policy, "--criterion", rule]
        note = "(the rule that hits most jobs)"
    output.news(f"next: {' '.join(map(shlex.quote, parts))}      {note}")


def _same_choices(cycle: Cycle) -> list[str]:
    """Return the options that lead to the same decisions again."""
    options, parts = cycle.options, list[str]()
    for change in cycle.snapshot.changes:
        parts += ["--update", str(change)]
    if options.profile:
        parts += ["--profile", options.profile]
    for name, value in options.settings.items():
        parts += ["--set", f"{name}={value}"]
    if options.seed is not None:
        parts += ["--seed", str(options.seed)]
    return parts

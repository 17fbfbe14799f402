"""`brokersql run`: one brokerage cycle, a summary, and result tables."""

from __future__ import annotations

import shlex
import time
from collections.abc import Sequence
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from brokersql.cli import completion
from brokersql.cli.inputs import (
    default_policies,
    open_snapshot,
    options_by_policy,
    suggest_tasks,
    with_config,
    without_rules,
)
from brokersql.cli.options import (
    MemoryLimit,
    NumberOfWorkers,
    Profile,
    Scheduler,
    ScriptFiles,
    Seed,
    Settings,
    Threads,
    Updates,
    Verdict,
    Without,
    argument,
    dask_workers,
    option,
    parse_settings,
)
from brokersql.cli.output import Output, format_timings, output_of
from brokersql.core.errors import EngineError, OutOfMemoryError, UsageError
from brokersql.core.policy_names import DEFAULT_POLICY

if TYPE_CHECKING:
    from brokersql.cli.config import Config
    from brokersql.cycle import CycleReader, FinishedCycle, Options
    from brokersql.replay import DaskWorkers
    from brokersql.results.summary import Summary, SummaryReader
    from brokersql.results.warnings import RunWarning
    from brokersql.snapshot import Snapshot


def _report_snapshot(
    cycle: FinishedCycle, notes: Sequence[RunWarning], output: Output
) -> None:
    """Print what the snapshot holds, and how many notes there are about it."""
    from brokersql.render.text import plural, printable
    from brokersql.results.queries import number, rows

    loaded = cycle.loaded.tables
    (links,) = rows(cycle, "report", "links")
    counts = [
        plural(loaded["queue"].n_loaded, "queue"),
        plural(number(links["n_links"]), "link"),
        plural(loaded["task"].n_loaded, "task"),
    ]
    if loaded["job"].n_loaded:
        counts.append(plural(loaded["job"].n_loaded, "job"))
    line = f"snapshot {printable(cycle.loaded.snapshot_id)}: {', '.join(counts)}"
    if notes:
        command = f"brokersql snapshot validate {shlex.quote(cycle.snapshot.where)}"
        line += f"; {plural(len(notes), 'note')}, see '{command}'"
    output.notice(line)


def _report_warnings(notes: Sequence[RunWarning], output: Output) -> None:
    """Print warnings; values that cannot be right share one line."""
    from brokersql.render.text import printable
    from brokersql.results.warnings import doubtful_values, warning_lines

    for text in warning_lines(notes):
        output.warn(printable(text))
    if values := doubtful_values(notes):
        output.notice(f"{output.painted('wait', '!')} {values}")


def _report_placed(
    cycles: Sequence[FinishedCycle], summaries: SummaryReader, output: Output
) -> None:
    """Print how many jobs got a queue (--place)."""
    from brokersql.render.numbers import count
    from brokersql.render.text import plural

    for cycle in cycles:
        if "placement" in cycle.kept_tables:
            found = summaries.placed(cycle)
            batches = plural(found["n_batches"], "batch")
            output.notice(
                f"placed by {cycle.policy}: {count(found['n_placed'])} of "
                f"{plural(found['n_jobs'], 'job')} in {batches}"
            )
            if n_guessed := found["n_guessed"]:
                chunks = plural(n_guessed, "chunk")
                output.warn(f"n_jobs is unknown for {chunks}: one job each")


_Policies = Annotated[
    list[str] | None,
    option(
        "--policy",
        "A shipped name or a folder; default: all that have work.",
        completion.policies,
    ),
]
_Tasks = Annotated[
    list[int] | None, option("--task", "Decide these tasks only.", completion.tasks)
]


def run(
    context: typer.Context,
    snapshot: Annotated[
        str | None,
        argument("[SNAPSHOT]", "Folder or file; default: the demo.", completion.places),
    ] = None,
    policy: _Policies = None,
    profile: Profile = None,
    settings: Settings = None,
    update: Updates = None,
    scripts: ScriptFiles = None,
    without: Without = None,
    seed: Seed = None,
    task: _Tasks = None,
    out: Annotated[
        Path | None, option("--out", "Write the result tables here.")
    ] = None,
    place: Annotated[
        bool, option("--place", "Place the jobs at the chosen queues too.")
    ] = False,
    verdict: Verdict = "full",
    threads: Threads = 0,
    memory_limit: MemoryLimit = None,
    workers: NumberOfWorkers = 1,
    scheduler: Scheduler = None,
) -> None:
    """Decide where the work of a snapshot goes, and say why."""
    from brokersql.core.files import FolderWriter
    from brokersql.core.sql_files import fixture_root
    from brokersql.cycle import Options, RunWriter
    from brokersql.results.summary import SummaryReader

    # 1. the snapshot and the options
    output = output_of(context)
    where = snapshot or str(fixture_root() / "demo")
    opened = open_snapshot(where, update, scripts)
    _check_out(out, where)
    if place:
        _check_place(policy or default_policies())
    options = Options(
        profile=profile,
        settings=parse_settings(settings) | ({"place": "true"} if place else {}),
        seed=seed,
        tasks=tuple(task or ()),
        verdict=verdict,
        threads=threads,
        memory_limit=memory_limit,
    )
    # 2. the cycles; with workers one that is split over them
    chosen = (opened, policy or (), without or (), options)
    if (pool := dask_workers(workers, scheduler, output)) is not None:
        return _run_distributed(*chosen, out, pool, output)
    with FolderWriter(out) if out is not None else nullcontext() as writer:
        tables = None if writer is None else RunWriter(writer)
        summaries = SummaryReader()
        readers = (summaries,) if tables is None else (summaries, tables)
        try:
            cycles = _run_policies(*chosen, output.choices.config, readers)
        except UsageError as error:
            raise suggest_tasks(opened, options.tasks, error) from error
        # 3. the results
        files = [] if tables is None else tables.finish_run(cycles)
        write_s = None if tables is None else tables.clock.total
        is_every = not (policy or options.tasks)
        _report(cycles, summaries, out, files, write_s, output, is_every=is_every)


#: What a folder holds that has such an entry, where a run would mix with it.
_HELD = {
    "manifest.json": "a snapshot",
    "snapshot_time=*": "a history",
    "replay.json": "a replay",
    "*/replay.json": "a simulation",
    "block.json": "a part of a replay",
    "policy.toml": "a policy",
}


def _check_out(out: Path | None, snapshot: str) -> None:
    """Refuse to write results into a folder of something else."""
    from brokersql.results.run_record import RECORD
    from brokersql.snapshot.contract import tables
    from brokersql.snapshot.write import held_as

    if out is None or not out.is_dir():
        return
    hint = "give a folder of its own"
    if out.resolve() == Path(snapshot).resolve():
        raise UsageError(f"--out {out} is the snapshot itself", hint=hint)
    found = [what for entry, what in _HELD.items() if any(out.glob(entry))]
    if not found and any(held_as(out, it) for it in tables()):
        found = ["a snapshot"]
    if found and not (out / RECORD).is_file():
        raise UsageError(f"--out {out} holds {found[0]}", hint=hint)


def _check_place(names: Sequence[str]) -> None:
    """Refuse --place where no policy places jobs."""
    from brokersql.core.policy_names import shipped_policies
    from brokersql.policy import load_policy, named_parameter

    def placing(among: Sequence[str]) -> list[str]:
        return [it for it in among if named_parameter(load_policy(it), "place")]

    if not placing(names):
        able = ", ".join(placing(shipped_policies()))
        raise UsageError(
            f"--place: no jobs are placed by {', '.join(names)}",
            hint=f"it is for policies that do: {able}",
        )


def _run_policies(
    snapshot: Snapshot,
    named: Sequence[str],
    dropped: Sequence[str],
    options: Options,
    config: Config,
    readers: Sequence[CycleReader],
) -> list[FinishedCycle]:
    """Return the cycles of the named policies, else of all that have work.

    `dropped` are the rules to leave out; `readers` read what is decided.

    Raises:
        UsageError: tasks are asked for of policies that decide about pilots only.
    """
    from brokersql.cycle import MultiPolicyRun
    from brokersql.policy import load_policy
    from brokersql.results.queries import rows

    policies_run = MultiPolicyRun(snapshot, readers)
    names = list(dict.fromkeys(named)) if named else default_policies()
    if options.tasks and all(load_policy(it).decides == "pilot" for it in names):
        raise UsageError(
            f"--task: no task is decided by {', '.join(names)}",
            hint="leave --task out, or name the --policy that decides them",
        )
    names_without = without_rules(names, dropped)
    options_of = options_by_policy(options, names, config)

    first = policies_run.run(names_without[names[0]], options_of[names[0]])
    found = rows(first, "report", "work")
    with_work = {*names} if named else {str(row["policy"]) for row in found}
    others = [name for name in names[1:] if name in with_work]
    cycles = policies_run.run_each(
        {names_without[name]: options_of[name] for name in others}
    )
    if first.policy in with_work or not cycles:
        return [first, *cycles]
    # the first one loaded the snapshot for all
    cycles[0].clock.seconds.setdefault("load", first.clock.seconds["load"])
    return cycles


def _report(
    cycles: Sequence[FinishedCycle],
    summaries: SummaryReader,
    out: Path | None,
    files: Sequence[Path],
    write_s: float | None,
    output: Output,
    *,
    is_every: bool,
) -> None:
    """Print the summary on stdout and everything else on stderr.

    `is_every` says that all policies that have work are among them.
    """
    from brokersql.results.summary import (
        Summary,
        overview,
        summarise_actions,
        summarise_pilots,
        timings,
        undecided,
    )
    from brokersql.results.warnings import (
        input_warnings,
        missing_table_warnings,
        snapshot_warnings,
    )

    first = cycles[0]
    notes = [*snapshot_warnings(first), *missing_table_warnings(cycles)]
    of_input = (each for cycle in cycles for each in input_warnings(cycle))
    all_notes = [*notes, *dict.fromkeys(of_input)]  # two policies read one queue
    placed = map(summaries.summary, _deciding_about(cycles, "task"))
    acted = map(summarise_actions, _deciding_about(cycles, "job"))
    matched = map(summarise_pilots, _deciding_about(cycles, "pilot"))
    summary = Summary(
        first.loaded.snapshot_id,
        first.seed,
        None if out is None else str(out),
        tuple(each for each in placed if each.counts["tasks"]),
        tuple(each for each in acted if each.counts["jobs"]),
        tuple(each for each in matched if each.has_work),
        timings(cycles, write_s),
        tuple(all_notes),
        undecided(_deciding_about(cycles, "task")) if is_every else (),
    )
    _report_snapshot(first, notes, output)
    match output.format(in_pipe="table"):
        case "table" if first.options.tasks and (summary.policies or summary.actions):
            output.lines(_stories(cycles, output))
        case "table":
            output.lines(overview(summary, output.look))
        case "json":
            output.document(summary.document())
        case _:
            output.rows(summary.rows(), "run")
    _report_warnings(all_notes, output)
    _report_placed(cycles, summaries, output)
    _report_written(summary, files, output)
    with suppress(EngineError, OutOfMemoryError):  # the results are complete
        _suggest_next(cycles, summary, out, output)


def _deciding_about(cycles: Sequence[FinishedCycle], noun: str) -> list[FinishedCycle]:
    """Return the cycles that decide about tasks, jobs or pilots."""
    return [cycle for cycle in cycles if cycle.program.decides == noun]


def _stories(cycles: Sequence[FinishedCycle], output: Output) -> list[str]:
    """Return the short stories of the tasks of --task."""
    from brokersql.explain.chunk import chunks_of
    from brokersql.explain.task import explain_task
    from brokersql.explain.unit import explain_actions, has_jobs

    lines: list[str] = []
    for task in cycles[0].options.tasks:
        placing = [
            each for each in _deciding_about(cycles, "task") if chunks_of(each, task)
        ]
        acting = [
            each for each in _deciding_about(cycles, "job") if has_jobs(each, task)
        ]
        stories = [
            *(explain_task(each, task) for each in placing),
            *(explain_actions(each, task) for each in acting),
        ]
        for story in stories:
            lines += ["", *story.lines(output.look, short=True)]
    return lines[1:]


def _suggest_next(
    cycles: Sequence[FinishedCycle], summary: Summary, out: Path | None, output: Output
) -> None:
    """Print the command that shows more, ready to paste.

    No option of it repeats --sql or --without: there it says to write the results.
    """
    from brokersql.core.policy_names import shipped_policies
    from brokersql.policy import split_reference
    from brokersql.results.queries import rows

    if not summary.policies and not summary.actions:
        return
    worst = max(
        summary.policies,
        key=lambda each: (each.counts["pending"], each.n_waiting > 0),
        default=None,
    )
    policy = (worst or summary.actions[0]).policy
    cycle = next(each for each in cycles if each.policy == policy)
    named, dropped = split_reference(cycle.policy_source)
    if out is None and (cycle.snapshot.scripts or dropped):
        output.notice("next: run again with --out DIR, then brokersql explain DIR")
        return
    options = [] if out is not None else _repeated_options(cycle)
    parts = ["brokersql", "explain", str(out or cycle.snapshot.where), *options]
    if worst is not None:
        (found,) = rows(cycle, "report", "next_task")
        if named not in shipped_policies():
            parts += ["--policy", cycle.policy_source]
        parts += ["--task", str(found["jedi_task_id"])]
        what = "assigned" if found["status"] == "assigned" else "waiting"
        note = f"(the {what} task of highest priority)"
    else:
        rule = summary.actions[0].top_criterion or cycle.program.criteria[0].criterion
        parts += ["--policy", cycle.policy_source, "--criterion", rule]
        note = "(the rule that hits most jobs)"
    output.notice(f"next: {' '.join(map(shlex.quote, parts))}      {note}")


def _repeated_options(cycle: FinishedCycle) -> list[str]:
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


def _report_written(summary: Summary, files: Sequence[Path], output: Output) -> None:
    """Print the folder, its size, and the seconds of each phase."""
    from brokersql.render.numbers import size
    from brokersql.render.text import plural

    spent = format_timings(summary.timings)
    if summary.out is None:
        output.notice(f"nothing written (no --out)   {spent}")
        return
    n_bytes = sum(file.stat().st_size for file in files)
    n_tables = sum(1 for file in files if file.suffix == ".parquet")
    held = f"{plural(n_tables, 'table')}, {size(n_bytes)}"
    output.notice(f"written: {summary.out} ({held})   {spent}")


def _run_distributed(
    snapshot: Snapshot,
    named: Sequence[str],
    dropped: Sequence[str],
    options: Options,
    out: Path | None,
    workers: DaskWorkers,
    output: Output,
) -> None:
    """Decide one cycle in parts and write its tables.

    Raises:
        UsageError: no folder is given, several policies are, or one that cannot be
            split.
    """
    from brokersql.render.numbers import count
    from brokersql.replay import Overlay, SplitRequest, run_split

    # 1. what can be split
    policy, *others = named or (DEFAULT_POLICY,)
    if out is None or others or options.tasks:
        raise UsageError(
            "--workers and --scheduler split all tasks of one policy",
            hint="give --out DIR, one --policy "
            f"(default: {DEFAULT_POLICY}), and no --task",
        )
    # 2. the parts
    start = time.perf_counter()
    request = SplitRequest(
        str(Path(snapshot.where).absolute()),
        Overlay(snapshot.changes, snapshot.scripts),
        without_rules([policy], dropped)[policy],
        with_config(options, policy, output.choices.config),
    )
    rows = run_split(request, out, workers)
    # 3. what was written
    output.table_sizes(rows.items(), "run.tables")
    spent = time.perf_counter() - start
    n_rows = count(sum(rows.values()))
    output.notice(f"written: {out} ({len(rows)} tables, {n_rows} rows)   {spent:.2f} s")
    output.notice(f"next: brokersql report {shlex.quote(str(out))} --output FILE.html")

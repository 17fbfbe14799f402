"""`brokersql snapshot import`: files and databases become tables of a snapshot."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from brokersql.cli import completion
from brokersql.cli.options import argument, option, parse_moment
from brokersql.cli.output import output_of
from brokersql.cli.parser import group
from brokersql.core.errors import UsageError, suggest

if TYPE_CHECKING:
    from brokersql.snapshot.importers import ImportReport, Source

#: Records left out, and notes, that are printed without --verbose.
_SHOWN = 10

app = group(
    "Turn files and databases of other services into tables of a snapshot.",
    "brokersql snapshot import cric cric.json --into snap",
)

Into = Annotated[Path, option("--into", "Folder of the snapshot.")]
Time = Annotated[str | None, option("--time", "Snapshot time, 2025-10-14T12:00:00Z.")]
Place = Annotated[
    Path, argument("FILE", "File, folder of files, or - for stdin; .gz, .bz2, .zst.")
]
SourceName = Annotated[
    str, argument("NAME", "A section [source.NAME] of the settings.")
]
Vo = Annotated[str | None, option("--vo", "Whose work it is.")]
Tables = Annotated[str | None, option("--tables", "These tables only: queue,endpoint.")]
SqlFolder = Annotated[
    Path | None, option("--sql", "Folder of SQL files that replace those shipped.")
]


@app.command(epilog="Example: brokersql snapshot import cric queues.json --into snap")
def cric(
    context: typer.Context,
    file: Place,
    into: Into,
    time: Time = None,
    profile: Annotated[
        str | None,
        option(
            "--profile",
            "asrun: without the old storage roles pr and pw.",
            completion.profiles,
        ),
    ] = None,
) -> None:
    """Fill queue, queue_endpoint and endpoint from CRIC's pandaqueues."""
    from brokersql.snapshot.importers import import_file
    from brokersql.snapshot.importers.files import PROFILES

    wanted, default = profile, output_of(context).choices.config.profile
    if wanted is None and default in PROFILES:  # others are of other policies
        wanted = default
    moment = parse_moment("--time", time)
    report(context, import_file("cric", file, into, time=moment, profile=wanted))


@app.command(epilog="Example: brokersql snapshot import network nws.json --into snap")
def network(
    context: typer.Context,
    file: Place,
    into: Into,
    time: Time = None,
    stamp: Annotated[
        str,
        typer.Option(help="snapshot: as measured at its time; file: as the file says."),
    ] = "snapshot",
) -> None:
    """Fill network_metric from a dump of the network weather service."""
    from brokersql.snapshot.importers import import_file

    moment = parse_moment("--time", time)
    report(context, import_file("network", file, into, time=moment, stamp=stamp))


def _import(context: typer.Context, file: Path, into: Path, time: str | None) -> None:
    from brokersql.snapshot.importers import import_file

    kind = str(context.info_name)
    moment = parse_moment("--time", time)
    report(context, import_file(kind, file, into, time=moment))


@app.command(epilog="Example: brokersql snapshot import sites sites.json --into snap")
def sites(context: typer.Context, file: Place, into: Into, time: Time = None) -> None:
    """Give queues the role and the state of their site, from CRIC's sites."""
    _import(context, file, into, time)


@app.command(epilog="Example: brokersql snapshot import ddm ddm.json --into snap")
def ddm(context: typer.Context, file: Place, into: Into, time: Time = None) -> None:
    """Fill endpoint from CRIC's ddmendpoints."""
    _import(context, file, into, time)


@app.command(epilog="Example: brokersql snapshot import blacklist bl.json --into snap")
def blacklist(
    context: typer.Context, file: Place, into: Into, time: Time = None
) -> None:
    """Give endpoints their status per activity, from CRIC's ddmendpointstatus."""
    _import(context, file, into, time)


@app.command(epilog="Example: brokersql snapshot import tags tags.json --into snap")
def tags(context: typer.Context, file: Place, into: Into, time: Time = None) -> None:
    """Fill queue_software from CRIC's software tags."""
    _import(context, file, into, time)


@app.command(epilog="Example: brokersql snapshot import closeness cm.json --into snap")
def closeness(
    context: typer.Context, file: Place, into: Into, time: Time = None
) -> None:
    """Fill the closeness in network_metric from CRIC's site matrix."""
    _import(context, file, into, time)


@app.command(epilog="Example: brokersql snapshot import rucio dumps --into snap")
def rucio(
    context: typer.Context,
    folder: Annotated[
        Path,
        argument(
            "DIR",
            "Files dids*, rules*, contents*, dataset_replicas*, file_replicas*, "
            "account_usage*, rse_usage*: answers of REST or of the command line.",
        ),
    ],
    into: Into,
    time: Time = None,
) -> None:
    """Fill datasets, replicas, quotas and space from Rucio's answers."""
    _import(context, folder, into, time)


@app.command(epilog="Example: brokersql snapshot import dirac dirac --into snap")
def dirac(
    context: typer.Context,
    name: SourceName,
    into: Into,
    vo: Vo = None,
    tables: Tables = None,
    sql: SqlFolder = None,
    time: Time = None,
) -> None:
    """Fill waiting and running jobs and the site mask from DIRAC's databases."""
    given = {"vo": vo, "tables": tables, "sql": None if sql is None else str(sql)}
    _import_database(context, name, into, given, time)


@app.command(
    "dirac-cfg",
    epilog="Example: brokersql snapshot import dirac-cfg dirac.cfg --into snap",
)
def dirac_cfg(
    context: typer.Context,
    file: Place,
    into: Into,
    pilots: Annotated[
        bool, option("--pilots", "Make up a request per queue of a CE and VO.")
    ] = False,
    vo: Vo = None,
    time: Time = None,
) -> None:
    """Fill groups, users, platforms and scheduling from DIRAC's configuration."""
    from brokersql.snapshot.importers import import_file

    moment = parse_moment("--time", time)
    done = import_file("dirac-cfg", file, into, time=moment, makes_pilots=pilots, vo=vo)
    report(context, done)


@app.command(
    "dirac-requests",
    epilog="Example: brokersql snapshot import dirac-requests log.jsonl --into snap",
)
def dirac_requests(
    context: typer.Context, file: Place, into: Into, time: Time = None
) -> None:
    """Fill the requests of pilots from a log of them, one JSON object a line."""
    _import(context, file, into, time)


@app.command(
    epilog="Examples: brokersql snapshot import panda panda --into snap; "
    "brokersql snapshot import panda panda --task 45219873 --into why"
)
def panda(
    context: typer.Context,
    name: SourceName,
    into: Into,
    vo: Vo = None,
    task: Annotated[int | None, option("--task", "Only what this task needs.")] = None,
    tables: Tables = None,
    job_stats: Annotated[
        str | None,
        option(
            "--job-stats",
            "exact: count the jobs; cached: as the server counted; default exact.",
            completion.one_of(("exact", "cached")),
        ),
    ] = None,
    lock_owner: Annotated[
        str | None, typer.Option(help="Base name of the site's own broker in locks.")
    ] = None,
    sql: SqlFolder = None,
    time: Time = None,
) -> None:
    """Fill a snapshot from a PanDA database, in one consistent view of it."""
    given = {"vo": vo, "tables": tables, "job_stats": job_stats}
    given |= {"lock_owner": lock_owner, "sql": None if sql is None else str(sql)}
    _import_database(context, name, into, given, time, task)


def _import_database(
    context: typer.Context,
    name: str,
    into: Path,
    given: dict[str, str | None],
    time: str | None,
    task: int | None = None,
) -> None:
    from dataclasses import replace

    from brokersql.snapshot.importers import import_source

    source = configured(context, name, str(context.info_name))
    values = {key: value for key, value in given.items() if value is not None}
    source = replace(source, values={**source.values, **values})
    moment = parse_moment("--time", time)
    report(context, import_source(source, into, time=moment, task=task))


def configured(context: typer.Context, name: str, family: str = "") -> Source:
    """Return a source of the settings; for panda the name may be a pg service.

    Raises:
        UsageError: there is no such source, or it is of another family.
    """
    from brokersql.snapshot.importers import Source, source_of

    config = output_of(context).choices.config
    if "://" in name:  # may hold a password, so it is not repeated
        hint = "put it into a section [source.NAME] as dsn = …, and give the NAME"
        raise UsageError("NAME is an address, not the name of a source", hint=hint)
    found = config.sources.get(name)
    if found is None and family == "panda" and not config.sources:
        section = f"a section [source.{name}]; without it {name} is a pg service"
        return Source(name, "panda-postgres", where=section)
    if found is None:
        listed = f"there are: {', '.join(config.sources)}" if config.sources else ""
        hint = suggest(name, config.sources) or listed or "the settings have none"
        message = f"no section [source.{name}]"
        raise UsageError(message, where=config.file, hint=hint)
    source = source_of(name, found.values, found.origin)
    if family and not source.kind.startswith(family):
        message = f"source {name} is of kind {source.kind}, not of {family}"
        raise UsageError(message, where=found.origin)
    return source


def report(context: typer.Context, found: ImportReport) -> None:
    """Print the rows of each table, and what was left out."""
    from brokersql.render.formats import listing
    from brokersql.render.text import plural, printable

    output = output_of(context)
    shown = None if output.choices.verbose else _SHOWN
    for each in found.quarantined[:shown]:
        output.warn(f"{printable(each.key)} left out: {printable(each.reason)}")
    for note in found.notes[:shown]:
        output.warn(printable(note), "note")
    hidden = [len(each) - _SHOWN for each in (found.quarantined, found.notes)]
    if shown is not None and (more := sum(n for n in hidden if n > 0)):
        output.warn(f"and {more} more of these: --verbose", "note")
    columns = "table n_rows:int"
    rows: list[tuple[object, ...]] = list(found.rows.items())
    if found.costs:
        columns += " seconds:float n_bytes:int"
        costs = {name: found.costs.get(name) for name in found.rows}
        rows = [
            (name, n_rows, cost and round(cost.seconds, 3), cost and cost.n_bytes)
            for name, n_rows in found.rows.items()
            for cost in [costs[name]]
        ]
    output.rows(listing(columns, rows), "snapshot.tables")
    read = plural(found.n_records, "record")
    left = plural(len(found.quarantined), "record")
    output.notice(f"{found.source}: {read} read, {left} left out")
    output.notice(f"written: {found.into}")
    output.notice(f"next: brokersql snapshot doctor {shlex.quote(str(found.into))}")

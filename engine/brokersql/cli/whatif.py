"""`brokersql bisect` and `brokersql sensitivity`: policies that might be."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from brokersql.cli import completion
from brokersql.cli.options import (
    OnePolicy,
    Profile,
    Seed,
    Settings,
    SnapshotFolder,
    Updates,
    parse_settings,
)
from brokersql.cli.output import Choices, Output
from brokersql.cli.progress import Teller
from brokersql.cli.source import USUAL, with_usual

if TYPE_CHECKING:
    from brokersql.whatif.versions import Version


def bisect(
    context: typer.Context,
    snapshot: SnapshotFolder,
    policy: Annotated[
        Path, typer.Option("--policy", help="A policy folder that git keeps.")
    ],
    good: Annotated[str, typer.Option(help="A revision under which it holds.")],
    expect: Annotated[
        str, typer.Option(help="A query that gives true under good versions.")
    ],
    bad: Annotated[str, typer.Option(help="A revision under which it fails.")] = "HEAD",
    profile: Profile = None,
    settings: Settings = None,
    update: Updates = None,
    seed: Seed = None,
) -> None:
    """Find the version of a policy that first breaks a condition."""
    from brokersql.cycle import Options
    from brokersql.snapshot import Snapshot, parse_change
    from brokersql.whatif import find_change

    output = Output(cast(Choices, context.obj))
    as_json = output.nested("bisect", "no flat form")
    opened = Snapshot.open(snapshot).changed(map(parse_change, update or ()))
    options = Options(profile, parse_settings(settings), seed)
    options = with_usual(options, str(policy), output.choices.usual)

    def news(version: Version, fate: str) -> None:
        output.news(f"{version.short}  {fate}  {version.subject}")

    found = find_change(opened, policy, good, bad, expect, options, news)
    if as_json:
        output.document(found.document())
    else:
        output.lines(found.lines(output.look))


def sensitivity(
    context: typer.Context,
    snapshot: SnapshotFolder,
    policy: OnePolicy = USUAL,
    parameter: Annotated[
        list[str] | None,
        typer.Option(
            "--parameter",
            autocompletion=completion.parameter_names,
            help="Vary this one only; may be repeated.",
        ),
    ] = None,
    profile: Profile = None,
    settings: Settings = None,
    update: Updates = None,
    seed: Seed = None,
) -> None:
    """Change every parameter alone and count the decisions that change with it."""
    from brokersql.cycle import Options
    from brokersql.snapshot import Snapshot, parse_change
    from brokersql.whatif import measure_sensitivity

    output = Output(cast(Choices, context.obj))
    opened = Snapshot.open(snapshot).changed(map(parse_change, update or ()))
    options = Options(profile, parse_settings(settings), seed)
    options = with_usual(options, policy, output.choices.usual)

    teller = Teller("sensitivity", "changes", output)
    found = measure_sensitivity(opened, policy, options, parameter or (), teller.tell)
    output.story(found, found.rows, "sensitivity")

"""`brokersql settings`: configured values and their origins."""

from __future__ import annotations

import os

import typer

from brokersql.cli.config import (
    FILE_VARIABLE,
    PARAMETERS,
    SETTING_TYPES,
    misspelt_variables,
    variable,
)
from brokersql.cli.inputs import warn_unknown_parameters
from brokersql.cli.output import output_of


def settings(context: typer.Context) -> None:
    """List what can be configured, what is, and where.

    An option of the command line wins over its variable, this over the file, this
    over the default. The file is brokersql.toml of this folder, or [tool.brokersql] of
    its pyproject.toml, else that of the user; BROKERSQL_CONFIG names another one. Its
    table [set] holds parameters of policies, such as NQUEUED_SAT_CAP = 80.
    """
    from brokersql.render.formats import listing
    from brokersql.render.text import printable
    from brokersql.results.run_record import setting

    output = output_of(context)
    config = output.choices.config
    rows = [
        (name, given and setting(given.value), given and given.origin, variable(name))
        for name in SETTING_TYPES
        for given in [config.options.get(name)]
    ]
    rows += [
        (f"{PARAMETERS} {name}", setting(given.value), given.origin, variable("set"))
        for name, given in config.parameters.items()
    ]
    table = listing("setting value origin variable", rows)
    output.rows(table, "settings", in_pipe="table")
    for remark in misspelt_variables(os.environ):
        output.warn(printable(remark))
    warn_unknown_parameters(config)
    read = config.file or f"none; {FILE_VARIABLE} names one"
    output.notice(f"file: {printable(read)}")

"""Groups of commands that show their help when no command is named."""

from __future__ import annotations

import typer


def group(help_text: str, example: str) -> typer.Typer:
    """Return a group of commands; alone it prints its help and is done."""
    epilog = f"Example: {example}"
    app = typer.Typer(help=help_text, epilog=epilog, rich_markup_mode=None)

    @app.callback(invoke_without_command=True)
    def show_help(context: typer.Context) -> None:  # pyright: ignore[reportUnusedFunction]
        if context.invoked_subcommand is None:
            typer.echo(context.get_help())

    show_help.__doc__ = help_text
    return app

"""Makes what the pages show anew: outputs of commands, pictures, the rule catalogue.

`python -m docs.renew` writes; tests call `stale`, so that a page never lies.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import tempfile
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from unittest import mock

from rich.console import CONSOLE_SVG_FORMAT, Console
from rich.text import Text

from brokersql.cli import main
from docs.cells import executed
from docs.columns import glossary_page
from docs.differences import differences_page
from docs.kinds import json_page
from docs.man import man_page
from docs.oracle import oracle_page
from docs.software import software_page
from docs.tables import tables_page

ROOT = Path(__file__).resolve().parent
#: Made before all pages, so that they speak of the same runs.
RUNS = (
    "brokersql run --seed 7 --out out",
    "brokersql run --seed 7 --out capped --set NQUEUED_NUC_CAP_FOR_JOBS=20000",
)
PICTURES = {
    "task": "brokersql explain out --task 47110000",
    "pair": "brokersql explain out --task 47110000 --queue CEVENNES_BACKLOG",
    "queue": "brokersql explain out --queue PRAIRIE_GREEDY",
}
_FILE = r"^`(?P<path>[\w./-]+)`:\n\n```\w+\n(?P<text>.*?)^```$"
_SHOWN = r"(?<=^```console\n)(?P<body>.*?)(?=^```$)"
_BLOCK = re.compile(f"{_FILE}|{_SHOWN}", re.M | re.S)
_CUT = re.compile(r"(?P<command>.+?) \| (?P<end>head|tail) -n (?P<n>\d+)$")
_FONTS = re.compile(r"\s*@font-face \{\{.*?\}\}", re.S)
_COLUMNS = 110


@contextlib.contextmanager
def runs_of_the_demo() -> Iterator[None]:
    """Work in an empty folder that holds runs of the demo."""
    before = Path.cwd()
    os.environ["BROKERSQL_CONFIG"] = ""  # nobody's own settings
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            for command in RUNS:
                said(shlex.split(command))
            yield
        finally:
            os.chdir(before)


class _Stream(io.TextIOWrapper):
    """A stream that is no terminal and keeps what is written."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8", newline="")

    def text(self) -> str:
        self.flush()
        return self.buffer.getvalue().decode()  # type: ignore[attr-defined]


class _Terminal(_Stream):
    """A stream that says it is one."""

    def isatty(self) -> bool:
        return True


def said(words: list[str], out: _Stream | None = None) -> str:
    """Return what a command writes to stdout.

    Raises:
        ValueError: it fails, and how.
    """
    out, err = out or _Stream(), _Stream()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(words[1:])
    if words[0] != "brokersql" or code:
        raise ValueError(f"{' '.join(words)} ended with {code}: {err.text()}")
    return out.text()


def renewed(page: str) -> str:
    """Return a page whose console blocks show what their commands say now.

    A block below its path, as in `mine/policy.toml`:, is a file that commands after it
    find there.
    """
    return _BLOCK.sub(_renewed_block, page)


def _renewed_block(block: re.Match[str]) -> str:
    if block["path"] is None:
        return "".join(_answers(block["body"]))
    path = Path(block["path"])
    if path.is_absolute() or ".." in path.parts:
        raise ValueError(f"{path} is no file of the folder in which pages are made")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(block["text"], encoding="utf-8")
    return block[0]


def _answers(body: str) -> Iterator[str]:
    """Yield the commands of a block, each with its output."""
    for line in _commands(body):
        yield f"$ {line}\n"
        flat = line.replace("\\\n    ", "")
        cut = _CUT.fullmatch(flat)
        told = said(shlex.split(cut["command"] if cut else flat))
        lines = told.splitlines(keepends=True)
        if cut:
            n = int(cut["n"])
            lines = lines[:n] if cut["end"] == "head" else lines[-n:]
        yield "".join(lines)


def _commands(body: str) -> list[str]:
    """Return the commands of a block; a backslash continues one."""
    found = re.findall(r"^\$ ((?:.*\\\n)*.*)$", body, re.M)
    return [str(each) for each in found]


def picture(command: str) -> str:
    """Return the output of a command on a terminal as a drawing without links."""
    told = _on_terminal(shlex.split(command))
    console = Console(
        record=True,
        width=_COLUMNS,
        file=io.StringIO(),
        force_terminal=True,
        color_system="standard",
        legacy_windows=False,
    )
    console.print(Text.from_ansi(told), soft_wrap=False)
    plain = _FONTS.sub("", CONSOLE_SVG_FORMAT)
    return console.export_svg(title=command, code_format=plain, unique_id="shown")


def _on_terminal(words: list[str]) -> str:
    """Return what a command writes to a terminal in colour."""
    with mock.patch.dict(os.environ, COLUMNS=str(_COLUMNS), LINES="60", TERM="xterm"):
        os.environ.pop("NO_COLOR", None)
        return said(words, _Terminal())


def made_of_runs() -> Iterator[tuple[Path, str]]:
    """Yield the files that show what commands say, with what they have to hold now."""
    with runs_of_the_demo():
        for path in [ROOT.parent / "README.md", *sorted(ROOT.rglob("*.md"))]:
            text = path.read_text(encoding="utf-8")
            if _BLOCK.search(text):
                yield path, renewed(text)
        notebook = ROOT / "notebook.ipynb"
        yield notebook, executed(notebook.read_text(encoding="utf-8"))
        for name, command in PICTURES.items():
            yield ROOT / "pictures" / f"{name}.svg", picture(command)


def made_of_declarations() -> Iterator[tuple[Path, str]]:
    """Yield the files about rules, options and documents; nothing is run for them."""
    yield ROOT / "brokersql.1", man_page()
    yield ROOT / "json.md", json_page()
    yield ROOT / "differences.md", differences_page()
    yield ROOT / "software.md", software_page()
    yield ROOT / "tables.md", tables_page()
    yield ROOT / "data-in" / "oracle.md", oracle_page()
    glossary = ROOT / "glossary.md"
    yield glossary, glossary_page(glossary.read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        said(["brokersql", "policy", "docs", "--out", folder])
        for path in sorted(Path(folder).iterdir()):
            yield ROOT / "rules" / path.name, path.read_text(encoding="utf-8")


def stale(made: Iterator[tuple[Path, str]]) -> list[str]:
    """Return the names of the files that do not hold what they should."""
    wrong = [
        path
        for path, text in made
        if not path.is_file() or path.read_text(encoding="utf-8") != text
    ]
    return [str(path.relative_to(ROOT.parent)) for path in wrong]


if __name__ == "__main__":
    for path, text in chain(made_of_runs(), made_of_declarations()):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

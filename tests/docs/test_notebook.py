"""What a notebook shows: every cell has an output, names from outside are harmless."""

from __future__ import annotations

import json
import re

import pyarrow as pa
import pytest

import brokersql
from brokersql.render.html import SHOWN, table_html, text_html
from docs.cells import executed
from tests.cli.calling import DEMO
from tests.meta.tree import read


def test_the_notebook_runs_and_shows_every_kind_of_result(cache: None) -> None:
    """Where this fails: `make docs`, then look at what changed."""
    page = read("docs/notebook.ipynb")
    assert executed(page) == page
    cells = json.loads(page)["cells"]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    shown = ["".join(cell["outputs"][0]["data"]["text/html"]) for cell in code]
    assert "<h4>panda_job (page), seed 7 · snapshot demo</h4>" in shown[0]
    assert sum("<pre" in each for each in shown) == 2
    assert sum(each.startswith("<table><caption>") for each in shown) == 3


@pytest.mark.parametrize(
    ("policy", "captions"),
    [
        ("panda_timeout", ["jobs by action: 1 row"]),
        ("dirac", ["pilots and jobs: 1 row", r"pairs of pilot .+: \d+ rows"]),
    ],
)
def test_cycles_of_jobs_and_pilots_are_shown_too(
    policy: str, captions: list[str]
) -> None:
    shown = brokersql.run(str(DEMO), policy, seed=7)._repr_html_()
    found = re.findall("<caption>(.*?)</caption>", shown)
    assert len(found) == len(captions)
    assert all(map(re.fullmatch, captions, found))


def test_tables_are_cut_and_names_are_escaped() -> None:
    table = pa.table({"<b>": ["<script>\x1b[31m", None] * SHOWN, "n": [1, 2] * SHOWN})
    html = table_html(table, "a & b")
    assert "a &amp; b: 40 rows, the first 20 shown" in html
    assert html.count("<tr>") == 1 + SHOWN
    assert "<script" not in html
    assert "<b>" not in html
    assert "\\x1b" in html
    assert "<td>–</td>" in html


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("a <b> & c", "a &lt;b&gt; &amp; c"),
        ("\x1b[1mbold\x1b[0m", '<span style="font-weight:bold">bold</span>'),
        ("plain", "plain"),
    ],
)
def test_text_keeps_its_colours(line: str, shown: str) -> None:
    assert text_html([line]).endswith(f">{shown}</pre>")

"""HTML pages from templates, and the addresses that their links lead to.

Values are escaped, invisible characters are spelled out.
"""

from __future__ import annotations

import json
import re
import shlex
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from urllib.parse import quote, urlencode

import jinja2
from markupsafe import Markup

from brokersql.render.numbers import (
    count,
    cut_percent,
    figure,
    moment,
    quantity,
    share,
    span,
    timing,
)
from brokersql.render.text import printable
from brokersql.results.run_record import setting
from brokersql.snapshot.columns import hover_of
from brokersql.web.charts import (
    busiest,
    largest,
    log_scale,
    percent,
    scatter_plot,
    shade,
)
from brokersql.web.lists import FILTER_SIGNS, literal
from brokersql.web.responses import REPRESENTATION_TYPES

#: The path of a page: as text, or as parts that may hold any sign.
PagePath = str | Sequence[str]
#: Makes the URL of a page from its path and its query.
Link = Callable[[PagePath, Mapping[str, str]], str]


def address(path: PagePath, query: Mapping[str, str]) -> str:
    """Return path and query as they stand in a URL.

    >>> address("/panda_job/pairs", {"unified_name": "A B/C"})
    '/panda_job/pairs?unified_name=A+B%2FC'
    >>> address(("queue", "A B/C 5%.csv"), {})
    '/queue/A%20B%2FC%205%25%2Ecsv'
    """
    tail = f"?{urlencode(query)}" if query else ""
    if isinstance(path, str):
        return quote(path, safe="/:@!$&'()*+,;=~-._") + tail
    return "".join(f"/{_part(each)}" for each in path) + tail


def _part(name: str) -> str:
    """Return a part of a path; its end is not that of a file."""
    text = quote(name, safe="")
    end = next(
        (each for each in REPRESENTATION_TYPES if each and text.endswith(each)), ""
    )
    return f"{text.removesuffix(end)}%2E{end[1:]}" if end else text


def in_page(path: PagePath, query: Mapping[str, str]) -> str:
    """Return the URL of a view inside a page that is a single file."""
    return f"#{address(path, query)}"


def on_server(key: str) -> Link:
    """Return what makes URLs on a server that needs a key."""

    def link(path: PagePath, query: Mapping[str, str]) -> str:
        return address(path, {**query, "key": key})

    return link


@cache
def asset(name: str) -> str:
    """Return the text of a file of the folder `assets`."""
    return (Path(__file__).parent / "assets" / name).read_text(encoding="utf-8")


#: Names in the query of a place whose values are no filters.
_PLAIN = ("sort", "name", "id", "chunk", "queue")


class FilterText(str):
    """The text of a filter that a template wrote itself, signs included."""


#: What a page does without, unless it is given.
_NOTHING: Mapping[str, object] = {
    **dict.fromkeys(("policies", "tabs", "overviews", "blobs"), ()),
    **dict.fromkeys(
        ("record", "history", "fault", "newer", "asking", "card", "found", "form"), None
    ),
    **dict.fromkeys(("has_all", "is_kept"), False),
}


#: The part of the rule of a page that sends no form.
NO_FORMS = "form-action 'none'"


def render_page(
    link: Link, data: Mapping[str, object], *, more: str = NO_FORMS, **values: object
) -> str:
    """Return a page of `values`: its `identity`, `command`, `ending` and contents.

    `link` makes the address of a place from path and query, `data` is what the script
    reads, and `more` what the page may load and send besides.
    """

    def place(path: PagePath, **wanted: object) -> str:
        query = {name: _query_text(name, value) for name, value in wanted.items()}
        return link(path, query)

    text = _template().render(
        _NOTHING,
        link=place,
        head=_head,
        page=_script_json({**data, "filters": list(FILTER_SIGNS.items())}),
        style=asset("report.css"),
        script=asset("report.js"),
        safety=safety_rule(more),
        **values,
    )
    return _TABLE.sub(_with_labels, text)


#: Tables whose rows a narrow screen shows as lists, and parts of them.
_TABLE = re.compile(r'<table(?: class="(?:bars|funnel)")?>.*?</table>', re.DOTALL)
_ROW = re.compile(r"<tr\b[^>]*>.*?</tr>", re.DOTALL)
_CELL = re.compile(r"<(th|td)\b([^>]*)>(.*?)(?=</\1>)", re.DOTALL)


def _with_labels(table: re.Match[str]) -> str:
    """Return a table with the text of its header at each cell, empty ones marked.

    >>> table = "<table><tr><th>a</th><th>b</th></tr>"
    >>> table += "<tr><td>1</td><td></td></tr></table>"
    >>> _with_labels(_TABLE.fullmatch(table)).partition("</tr>")[2]
    '<tr><td data-label="a">1</td><td data-label="b" data-none></td></tr></table>'
    """
    head, mark, body = table[0].partition("</tr>")
    labels = [label for _, _, label in _CELL.findall(head)]

    def labelled(row: re.Match[str]) -> str:
        names = iter(labels)
        return _CELL.sub(lambda cell: _labelled(cell, next(names)), row[0])

    return head + mark + _ROW.sub(labelled, body)


def _labelled(cell: re.Match[str], label: str) -> str:
    tag, given, content = cell.groups()
    none = " data-none" if content.strip() in ("", "–") else ""
    return f'<{tag}{given} data-label="{label}"{none}>{content}'


def _query_text(name: str, value: object) -> str:
    """Return the text of a value in the query of a place."""
    is_plain = name in _PLAIN or isinstance(value, FilterText)
    return str(value) if is_plain else literal(value)


@cache
def _template() -> jinja2.Template:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent / "assets"),
        undefined=jinja2.StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_spelled,
    )
    environment.filters.update(  # pyright: ignore[reportUnknownMemberType]
        count=count,
        figure=figure,
        quantity=quantity,
        span=_span,
        timing=timing,
        share=share,
        cut=cut_percent,
        meant=FilterText,
        moment=moment,
        lines=_lines,
        quoted=shlex.quote,
        shade=shade,
        percent=percent,
        largest=largest,
        busiest=busiest,
        setting=setting,
        scale=log_scale,
        scatter=scatter_plot,
    )
    return environment.get_template("page.html")


def _lines(text: str) -> Markup:
    """Return a text of several lines, escaped, its invisible characters spelled out."""
    return Markup("\n").join(printable(line) for line in text.splitlines())


def _head(label: str, column: str, *, relation: str = "", kind: str = "") -> Markup:
    """Return a header cell that names a column of the contract where one hovers.

    >>> _head("age", "age_s", relation="link_row", kind="num")[:49]
    Markup('<th scope="col" class="num" title="age_s: s since')
    """
    style = Markup(' class="{}"').format(kind) if kind else ""
    cell = Markup('<th scope="col"{} title="{}">{}</th>')
    return cell.format(style, hover_of(relation, column), printable(label))


def _span(seconds: float | None) -> str:
    return "–" if seconds is None else span(seconds)


def _spelled(value: object) -> object:
    is_text = isinstance(value, str) and not hasattr(value, "__html__")
    return printable(str(value)) if is_text else value


@cache
def safety_rule(more: str = NO_FORMS) -> str:
    """Return the rule that lets a page load nothing but its own script, and `more`."""
    hashed = b64encode(sha256(asset("report.js").encode()).digest()).decode()
    return (
        "default-src 'none'; base-uri 'none'; style-src 'unsafe-inline'; "
        f"script-src 'sha256-{hashed}'; {more}"
    )


def _script_json(value: object) -> str:
    r"""Return JSON that may stand inside a script element.

    >>> print(_script_json({"name": "</script>"}))
    {"name":"\u003c/script>"}
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c")

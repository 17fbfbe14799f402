"""A page as a reader without a browser sees it: links, texts, and how it is built."""

from __future__ import annotations

import gzip
import json
import re
from base64 import b64decode
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any
from urllib.parse import parse_qsl, unquote

VOID = {"meta", "input", "br", "link", "img", "hr"}


class Page(HTMLParser):
    """The elements of a page, checked to be nested as they should be."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.links: list[tuple[str, str]] = []
        self.contents: dict[str, str] = {}
        self._open: list[str] = []
        self._href: str | None = None
        self._id: str | None = None
        self._text = ""
        self.feed(text)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.elements.append((tag, given))
        if tag not in VOID:
            self._open.append(tag)
        if tag == "a":
            self._href, self._text = given.get("href") or "", ""
        if tag == "script":
            self._id, self._text = given.get("id"), ""

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag
        if tag == "a" and self._href is not None:
            self.links.append((self._href, " ".join(self._text.split())))
            self._href = None
        if tag == "script" and self._id is not None:
            self.contents[self._id] = self._text

    def handle_data(self, data: str) -> None:
        self._text += data

    def all(self, tag: str) -> list[dict[str, str | None]]:
        """Return the attributes of each element of a kind."""
        return [given for name, given in self.elements if name == tag]

    def unpacked(self, name: str) -> Any:
        """Return a list that the page carries."""
        return json.loads(gzip.decompress(b64decode(self.contents[f"list-{name}"])))


def counted(page: Page) -> Iterator[tuple[str, str, dict[str, str], int]]:
    """Yield policy, list, filters and number of each link whose text is a number."""
    for href, text in page.links:
        path, _, query = href.removeprefix("#").partition("?")
        parts = [unquote(part) for part in path.split("/")[1:]]
        found = re.search(r"^([\d,]+)$|^([\d,]+) of |\s([\d,]+)$", text)
        if len(parts) == 2 and found and parts[1] not in ("task", "heat", "queue"):
            n = int("".join(filter(None, found.groups())).replace(",", ""))
            wanted = dict(parse_qsl(query))
            if wanted.get("tq_id") != text:  # a name, not a count
                yield parts[0], parts[1], wanted, n

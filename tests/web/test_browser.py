"""Pages in a real browser, without a window: what a reader can do there.

They need Chromium or Chrome on the PATH, as Debian's package `chromium` brings it.
"""

from __future__ import annotations

import os
import re
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from brokersql.web.history import CourseSite, open_course
from brokersql.web.lists import count_rows
from tests.cli.calling import call
from tests.web.asking import KEY, Client, serving
from tests.web.conftest import HOSTILE, Paged
from tests.web.reading import Page as Read
from tests.web.reading import counted

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PATH = next(filter(None, map(shutil.which, BROWSERS)), None)
if PATH is None:
    reason = f"no browser on the PATH: none of {', '.join(BROWSERS)}"
    pytest.skip(reason, allow_module_level=True)

from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402

ODD = HOSTILE["LAGUNA_UCORE"]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    # a sandbox of its own is what root cannot have
    flags = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=PATH, args=flags)
        yield browser
        browser.close()


class Reader:
    """A page in a browser, and all that went wrong or out while it was read."""

    def __init__(self, page: Page, start: str) -> None:
        self.page = page
        self.faults: list[str] = []
        self.requests: list[str] = []
        page.on("console", lambda said: self.faults.append(said.text))
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("request", lambda asked: self.requests.append(asked.url))
        page.set_default_timeout(180_000)
        page.goto(start)

    def until(self, condition: str, wanted: object = None) -> None:
        """Wait for a condition; the page itself forbids code that is text."""
        end = time.monotonic() + 180
        while not self.page.evaluate(condition, wanted):
            assert time.monotonic() < end, condition
            self.page.wait_for_timeout(20)

    def go(self, path: str, query: Mapping[str, str] | None = None) -> None:
        """Open a place of the page and wait until it is drawn."""
        tail = f"?{urlencode(query)}" if query else ""
        self.page.evaluate("place => { location.hash = place }", path + tail)
        self.page.wait_for_timeout(20)
        self.until("!document.documentElement.hasAttribute('aria-busy')")

    def counts(self) -> int:
        """Return the number of rows that the list on the page says it has."""
        text = self.page.locator(".count").first.inner_text()
        found = re.match(r"(no|[\d,]+) ", text)
        assert found, text
        return 0 if found[1] == "no" else int(found[1].replace(",", ""))


@pytest.fixture
def opened(browser: Browser) -> Iterator[Callable[..., Reader]]:
    """Return what opens a page with options of its own; nothing may go wrong there."""
    readers: list[Reader] = []

    def opening(start: str, **options: Any) -> Reader:
        readers.append(Reader(browser.new_context(**options).new_page(), start))
        return readers[-1]

    yield opening
    for each in readers:
        assert each.faults == []
        each.page.context.close()


@pytest.fixture(scope="module")
def file(hostile: Paged, tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("page") / "report.html"
    file.write_text(hostile.page, encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def reader(browser: Browser, file: Path) -> Iterator[Reader]:
    context = browser.new_context(
        viewport={"width": 1280, "height": 900}, color_scheme="light"
    )
    reader = Reader(context.new_page(), file.as_uri())
    yield reader
    # all that the tests of this file did: nothing was asked for, nothing went wrong
    assert reader.faults == []
    assert {url.partition("#")[0] for url in reader.requests} == {file.as_uri()}
    context.close()


def test_numbers_lead_to_their_rows(reader: Reader, hostile: Paged) -> None:
    links = [
        (f"/{policy}/{name}", query, n)
        for policy, name, query, n in counted(Read(hostile.page))
        if name != "links"
    ]
    for path, query, n in links[:: len(links) // 20]:
        reader.go(path, query)
        assert reader.counts() == n, (path, query)


QUERIES: list[dict[str, str]] = [
    {"unified_name": "*UCORE", "outcome": "!chosen"},
    {"unified_name": "!*_ucore*"},
    {"n_failing": ">=2", "cloud": "US"},
    {"weight": "<2.5"},
    {"n_failing": "1.0"},
    {"n_failing": "!2e0"},
    {"only_blocker": "null"},
    {"unified_name": f"={ODD}"},
    {"failing": "*-disk*"},
    {"failing": "~-disk"},
    {"failing": "!~-disk", "outcome": "!*j*"},
    {"q": "glacier"},
]


@pytest.mark.parametrize("query", QUERIES, ids=str)
def test_filters_mean_the_same_as_in_sql(
    reader: Reader, hostile: Paged, query: dict[str, str]
) -> None:
    reader.go("/panda_job/pairs", query)
    found = count_rows(hostile.reader, "panda_job", "pairs", query)
    assert reader.counts() == found > 0


def test_numbers_of_a_queue_lead_to_their_rows(reader: Reader) -> None:
    table = ".view section:has-text('Why tasks are rejected') table.bars td.num a"
    for name in ("LAGUNA", "RHEINTAL_UCORE"):
        place = {"name": ODD if name == "LAGUNA" else name}
        reader.go("/panda_job/queue", place)
        numbers = reader.page.locator(table)
        links = numbers.evaluate_all(
            "all => all.map(each => [each.hash.slice(1), each.textContent])"
        )
        assert len(links) > 4
        for path, text in links:
            reader.go(path)
            assert reader.counts() == int(text.replace(",", "")), path


def test_a_click_on_a_number_opens_its_rows(reader: Reader) -> None:
    reader.go("/panda_job")
    cell = reader.page.locator("#overview-panda_job .heat td a").first
    n = int(cell.inner_text().replace(",", ""))
    cell.click()
    reader.page.wait_for_selector(".view .count")
    assert reader.counts() == n
    reader.page.go_back()
    reader.page.wait_for_selector("#overview-panda_job:not([hidden])")


def test_search_finds_tasks_queues_and_texts(reader: Reader) -> None:
    reader.go("/panda_job")
    page = reader.page
    for words, title in (
        ("47110182", "Task 47110182"),
        (ODD, "<img src=x onerror="),
        ("-lowmemory", "-lowmemory"),
        ("4", "Job 4"),
        ("glacier", "Search"),
    ):
        page.keyboard.press("/")
        page.keyboard.insert_text(words)
        page.keyboard.press("Enter")
        reader.until(
            "title => document.querySelector('.view h1')?.textContent.includes(title)",
            title,
        )
        page.locator(".search input").fill("")
        page.keyboard.press("Escape")
    assert "owned" not in page.title()
    assert page.locator("main img").count() == 0


def test_lists_sort_filter_and_keep_it_in_the_address(reader: Reader) -> None:
    reader.go("/panda_job/queues")
    page = reader.page
    column = page.locator("th[title^='n_rejected: tasks that rejected the queue']")
    column.get_by_role("button").click()
    reader.until("location.hash.includes('sort=-n_rejected')")
    assert column.get_attribute("aria-sort") == "descending"
    at = page.locator(".rows thead th").all_inner_texts()
    where = next(i for i, text in enumerate(at) if text.startswith("rejected, tasks"))
    cells = page.locator(f".rows tbody td:nth-child({where + 1})").all_inner_texts()
    values = [int(text.replace(",", "")) for text in cells]
    assert values == sorted(values, reverse=True)
    page.get_by_label("filter unified_name").fill("GLACIER*")
    reader.until("location.hash.includes('GLACIER')")
    reader.until("document.querySelector('.count').textContent.includes(' of ')")
    names = page.locator(".rows tbody td:first-child").all_inner_texts()
    assert names and all(name.startswith("GLACIER") for name in names)
    with page.expect_download() as download:
        page.get_by_role("button", name="csv").click()
    text = Path(download.value.path()).read_text(encoding="utf-8")
    assert len(text.splitlines()) == len(names) + 1


def test_a_task_has_its_ladder_as_panda_prints_it(
    reader: Reader, hostile: Paged
) -> None:
    reader.go("/panda_job/task/47110182")
    reader.page.locator(".view summary").click()
    printed = reader.page.locator(".view details pre").inner_text().splitlines()
    steps = [
        row
        for row in hostile.reader.run.table("funnel").to_pylist()
        if row["jedi_task_id"] == 47110182
    ]
    first, *cuts = steps
    expected = [f"the number of initial candidates: {first['n_after']}"]
    for row in cuts:
        before, after = row["n_before"], row["n_after"]
        percent = -(-100 * (before - after) // before)
        counts = f"{before:5} -> {after:3} candidates, {percent:3}% cut"
        expected.append(f"{counts} : {row['label']}")
    expected.append(f"the number of final candidates: {steps[-1]['n_after']}")
    assert printed == expected


def test_a_file_says_what_would_help_and_how_it_is_found(
    reader: Reader, hostile: Paged
) -> None:
    helps = reader.page.locator(".view .card .helps")
    for place, words in (
        ("/panda_job/task/47110182", "--task 47110182"),
        ("/panda_job/queue/PRAIRIE_GREEDY", "--queue PRAIRIE_GREEDY"),
        ("/dirac/pilot/3", "--pilot 3"),
    ):
        reader.go(place)
        policy = place.split("/")[1]
        command = f"explain {hostile.folder} --policy {policy} {words} --fix"
        assert helps.locator("code.terminal").inner_text() == f"brokersql {command}"
    query = {"unified_name": "PRAIRIE_GREEDY", "only_blocker": "!null"}
    alone = count_rows(hostile.reader, "panda_job", "pairs", query)
    reader.go("/panda_job/queue/PRAIRIE_GREEDY")
    lines = helps.locator("li").all_inner_texts()
    more = [re.search(r" and ([\d,]+) more$", line) for line in lines]
    named = helps.locator("li a:not(:has(code))").count()
    assert alone and named + sum(int(it[1]) for it in more if it) == alone
    titles = reader.page.locator("h2[id^=waiting-]").all_text_contents()
    assert len(titles) == 3
    assert all("panda_" in each for each in titles)


def test_a_pilot_and_its_job_lead_to_each_other(reader: Reader) -> None:
    page = reader.page
    for name, words in (("p2", "assigned"), ("2", "assigned"), ("p3", "pending")):
        reader.go("/dirac/pilot", {"id": name})
        assert words in page.locator(".view .card .status").inner_text()
        assert reader.counts() == 3
    reader.go("/dirac/pilot", {"id": "p2"})
    page.locator(".facts dt[title^=job_id]").locator("xpath=..").locator("a").click()
    reader.until("location.hash.includes('/job/')")
    reader.until("document.querySelector('.view .card')?.textContent.includes('p2')")
    page.locator(".view .card a").click()
    reader.until("location.hash.includes('/pilot/')")
    reader.go("/dirac/job/4")
    assert "waits in task queue 3" in page.locator(".view .card").inner_text()
    assert "no pilot fits" in page.locator(".view .card").inner_text()
    assert reader.counts() == 3
    reader.go("/dirac/pilot", {"id": "nobody"})
    assert "No pilot" in page.locator(".view h1").inner_text()


def test_marks_of_the_load_lead_to_their_queues(reader: Reader) -> None:
    reader.go("/panda_job")
    mark = reader.page.locator("svg.load a", has=reader.page.locator("path")).first
    name = mark.locator("title").text_content()
    mark.locator("path").click(force=True)
    reader.until("location.hash.includes('/queue/')")
    reader.until("document.querySelector('.view h1') !== null")
    assert name is not None
    shown = reader.page.locator(".view h1").inner_text()
    assert name.partition(":")[0].partition("/")[0] == shown


def test_a_dot_of_the_weights_leads_to_its_pair_and_factors(reader: Reader) -> None:
    reader.go("/panda_job")
    row = reader.page.locator(".strips tbody tr").first
    dot = row.locator(".k-chosen a").nth(2)
    title = dot.locator("title").text_content()
    dot.locator("circle").click(force=True)
    reader.until("document.querySelector('.view h1')?.textContent.includes(' at ')")
    told = re.fullmatch(r"median, ([\d.]+): task (\d+) at (.+)", title or "")
    assert told is not None
    shown = reader.page.locator(".view h1").inner_text()
    assert shown == f"Task {told[2]} at {told[3]}"
    weight = reader.page.locator(".view section", has_text="Weight").first
    factors = dict(
        zip(
            weight.locator("dt").all_inner_texts(),
            weight.locator("dd").all_inner_texts(),
            strict=True,
        )
    )
    assert (factors["weight"], "load" in factors) == (told[1], True)


def test_the_first_key_skips_to_the_content_of_the_same_view(reader: Reader) -> None:
    page = reader.page
    reader.go("/panda_job/queue", {"name": "RHEINTAL_UCORE"})
    focused = "document.activeElement.id === 'content'"
    reader.until(focused)
    page.locator(".skip").focus()
    assert page.locator(".skip").bounding_box()["x"] >= 0  # type: ignore[index]
    page.keyboard.press("Enter")
    reader.until(focused)
    assert page.locator(".view h1").inner_text() == "RHEINTAL_UCORE"
    assert "RHEINTAL_UCORE" in page.url


def test_on_paper_links_are_footnotes(reader: Reader) -> None:
    reader.go("/panda_job")
    page = reader.page
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    places = page.locator(".feet li")
    assert places.first.is_visible()
    task = page.locator("#overview-panda_job th a", has_text="47110182")
    number = int(task.locator("sup").inner_text())
    told = places.nth(number - 1).inner_text()
    assert told == "#/panda_job/task/47110182?chunk=0"
    assert page.locator(".heat td sup, td.num sup").count() == 0
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.emulate_media(media="screen")
    assert places.count() == page.locator("sup").count() == 0


def test_keys_and_help(reader: Reader) -> None:
    reader.go("/panda_job/queues")
    page = reader.page
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("k")
    first = page.locator(".rows tbody tr").first
    assert first.evaluate("row => row === document.activeElement")
    page.keyboard.press("Enter")
    reader.until("location.hash.includes('/queue/')")
    page.keyboard.press("Escape")
    reader.until("location.hash.includes('/queues')")
    page.keyboard.press("?")
    assert page.locator("dialog").is_visible()
    page.keyboard.press("Escape")
    assert not page.locator("dialog").is_visible()


CONTRAST = """
() => {
  const known = new Map();
  const channels = (text) => {
    if (!known.has(text)) known.set(text, drawn(text));
    return known.get(text);
  };
  const drawn = (text) => {
    const context = document.createElement("canvas").getContext("2d");
    context.fillStyle = text;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const light = (text) => channels(text).map((n) => n / 255)
    .map((n) => (n <= 0.04045 ? n / 12.92 : ((n + 0.055) / 1.055) ** 2.4))
    .reduce((sum, n, at) => sum + n * [0.2126, 0.7152, 0.0722][at], 0);
  const behind = (element) => {
    for (let each = element; each; each = each.parentElement) {
      const colour = getComputedStyle(each).backgroundColor;
      if (!colour.endsWith(", 0)")) return colour;
    }
  };
  const faint = new Map();
  for (const each of document.querySelectorAll("main *, header *, footer *")) {
    const text = [...each.childNodes].some((node) => node.nodeType === 3
      && node.textContent.trim());
    if (!text || !each.offsetParent) continue;
    const [a, b] = [light(getComputedStyle(each).color), light(behind(each))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) faint.set(each.className + " " + each.tagName, ratio);
  }
  return [...faint];
}
"""


def test_both_themes_can_be_read(opened: Callable[..., Reader], file: Path) -> None:
    grounds: list[str] = []
    for scheme in ("light", "dark"):
        page = opened(file.as_uri(), color_scheme=scheme).page
        for place in ("/panda_job", "/panda_timeout", "/panda_job/pairs"):
            page.evaluate("place => { location.hash = place }", place)
            page.wait_for_timeout(150)
            assert page.evaluate(CONTRAST) == [], (scheme, place)
        ground = "getComputedStyle(document.documentElement).backgroundColor"
        before = page.evaluate(ground)
        page.keyboard.press("t")
        after = page.evaluate(ground)
        assert after != before
        grounds += [before, after]
    assert grounds[:2] == grounds[:1:-1]


def test_a_narrow_screen_and_a_page_without_script(
    opened: Callable[..., Reader], file: Path
) -> None:
    page = opened(file.as_uri(), viewport={"width": 390, "height": 800}).page
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page = opened(file.as_uri(), java_script_enabled=False).page
    assert page.get_by_text("Why tasks wait").first.is_visible()
    assert page.get_by_text("Which rules act").is_visible()
    assert page.locator("noscript p").is_visible()
    assert not page.locator(".search").is_visible()


def test_the_same_on_a_server(
    opened: Callable[..., Reader], client: Client, hostile: Paged, other: str
) -> None:
    """Follow numbers to rows, stories, rules and changes, search, and ask by hand."""
    server = client.server
    reader = opened(server.address)
    page = reader.page
    page.locator(".heat td a").first.click()
    page.wait_for_selector(".view .count")
    query = dict(re.findall(r"(outcome|criterion|cloud)=([^&]+)", page.url))
    assert reader.counts() == count_rows(hostile.reader, "panda_job", "pairs", query)
    page.locator(".rows tbody a").first.click()
    page.wait_for_selector(".story")
    reader.until("document.querySelector('.story').textContent.startsWith('task ')")
    reader.page.goto(server.address.replace("/?", "/panda_job/task/47110000?"))
    page.get_by_role("link", name="What would help?").click()
    reader.until("document.querySelector('.helps code')?.textContent.includes('--')")
    helped = page.locator(".helps li").first.inner_text()
    assert re.match(r"(queue|site|task): .+ admits .+ change", helped), helped
    assert "change that admits" in page.locator(".story").inner_text()
    page.keyboard.press("/")
    page.keyboard.insert_text(ODD)
    page.keyboard.press("Enter")
    page.wait_for_url("**/panda_job/queue/**")
    assert page.locator(".subject h1").inner_text().startswith("<img src=x onerror=")
    reader.page.goto(f"{server.address.replace('/?', '/dirac/pilots?')}&sort=seq")
    page.wait_for_selector(".rows tbody td a")
    page.locator(".rows tbody a", has_text="p1").click()
    reader.until("document.querySelector('.story')?.textContent.startsWith('pilot p1')")
    assert page.locator("footer code").inner_text().endswith("--pilot p1 --no-changes")
    page.get_by_role("link", name="diff", exact=True).click()
    page.get_by_role("link", name=other).click()
    page.wait_for_selector(".rows tbody td")
    assert "changed" in page.locator(".answer").inner_text()
    page.get_by_role("link", name="panda_job", exact=True).click()
    page.get_by_role("link", name="Rules").click()
    page.locator(".rows tbody a", has_text="-transferring").click()
    page.locator("h2 a", has_text="transferring.sql").click()
    page.wait_for_selector(".rows tbody td")
    assert "transferring_per_running" in page.locator(".rows").inner_text()
    page.get_by_role("link", name="sql", exact=True).click()
    page.get_by_label("query").fill("select '<b>' as tag, 6 * 7 as answer")
    page.get_by_role("button", name="run", exact=True).click()
    page.wait_for_selector(".rows tbody td")
    assert page.locator(".rows tbody td").all_inner_texts() == ["<b>", "42"]
    asked = {url.split("/")[2] for url in reader.requests}
    assert asked == {f"127.0.0.1:{server.port}"}


@pytest.fixture(scope="module")
def replays(tmp_path_factory: pytest.TempPathFactory, cache: None) -> Path:
    """Return a folder with replays of two cycles: with another value, and without."""
    base = tmp_path_factory.mktemp("replays")
    cycles = ("--preset", "S", "--seed", 7, "--cycles", 2, "--every", "6h")
    assert call("snapshot", "generate", base / "history", *cycles).code == 0
    kept = ("--verdict", "reasons")
    changed = ("--against", "--set", "NQUEUED_SAT_CAP=1", "--out", base / "two")
    done = call("replay", base / "history", "--policy", "panda_job", *kept, *changed)
    assert done.code == 10, done.err
    matched = ("--policy", "dirac", *kept, "--out", base / "dirac")
    assert call("replay", base / "history", *matched).code == 0
    first = min((base / "history").iterdir())
    loop = ("--policy", "panda_job", "--cycles", 2, "--out", base / "simulation")
    assert call("simulate", first, *loop).code == 0
    return base


def test_a_timeline_has_a_chart_and_a_table_per_question(
    opened: Callable[..., Reader], replays: Path
) -> None:
    course = open_course(replays / "two" / "configured", lambda _done, _all: None)
    document = course.document
    (policy,) = document["policies"]
    last = policy["rows"][-1]
    with serving(CourseSite(course, KEY)) as server:
        for width, scheme in ((1280, "light"), (390, "dark")):
            size = {"width": width, "height": 800}
            page = opened(server.address, viewport=size, color_scheme=scheme).page
            assert page.locator("figure h3").all_inner_texts() == [
                "What became of the chunks?",
                "What waits, and what is stuck?",
                "What stopped the chunks without a queue?",
                "How long do assigned chunks wait at their queue?",
                "How evenly are shares used?",
                "Do shares get their targets?",
            ]
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            texts = page.locator(".time text.up").first
            assert texts.evaluate("it => it.getBoundingClientRect().height") >= 10
            answer = page.locator(".answer").inner_text()
            assert answer.startswith(f"In the last cycle {last['assigned']:.0f} of ")
            named = {it["criterion"] for it in policy["causes"] if it["part"] == 2}
            assert named and all(tag in answer for tag in named)
            # each chart has its figures as a table, and its marks are drawn
            for figure in page.locator("figure").all():
                figure.locator("summary").click()
                assert figure.locator("tbody tr").count() == 2
                marks = figure.locator(".time path[d^=M], .time polyline").all()
                assert marks and all(each.bounding_box() for each in marks)
            first = page.locator("figure").first
            assert first.locator("tbody tr").last.locator("td").all_inner_texts() == [
                f"{last[name]:.0f}" for name in ("assigned", "pending", "throttled")
            ]
            legend = first.locator("li").first.inner_text()
            assert legend == f"assigned {last['assigned']:.0f}"
        twin = Client(server).get("/index.json").json
        assert twin["policies"][0]["rows"][-1]["assigned"] == last["assigned"]
        rows = Client(server).get("/cycles.csv").text.splitlines()
        assert len(rows) == 1 + course.table.num_rows


@pytest.mark.parametrize("name", ["dirac", "simulation"])
def test_pilots_and_simulations_have_their_timeline(
    opened: Callable[..., Reader], replays: Path, name: str
) -> None:
    """Each question has its chart, and on a phone nothing is cut off."""
    course = open_course(replays / name, lambda _done, _all: None)
    with serving(CourseSite(course, KEY)) as server:
        for width in (1280, 390):
            size = {"width": width, "height": 800}
            page = opened(server.address, viewport=size).page
            assert page.locator("figure h3").count() >= 2
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            for figure in page.locator("figure").all():
                figure.locator("summary").click()
                assert figure.locator("tbody tr").count() == 2


def test_what_changes_over_a_history_is_drawn(
    opened: Callable[..., Reader], replays: Path
) -> None:
    course = open_course(replays / "two", lambda _done, _all: None)
    sums = course.document
    with serving(CourseSite(course, KEY)) as server:
        page = opened(server.address).page
        changed = f"{sums['changed']} of {sums['decisions']} decisions changed"
        assert page.locator(".answer").inner_text().startswith(changed)
        assert "NQUEUED_SAT_CAP 150 → 1" in page.locator("main").inner_text()
        assert page.locator("figure h3").inner_text() == "Which decisions change?"
        page.locator("figure summary").click()
        shown = page.locator("figure tbody td").all_inner_texts()
        moments = sums["moments"]
        for at, moment in enumerate(moments):
            share = 100 * moment["another_queue"] / moment["decisions"]
            assert float(shown[4 * at + 2]) == pytest.approx(share, abs=0.1)
        assert any(moment["another_queue"] for moment in moments)


def test_a_diff_and_queries_by_hand(
    opened: Callable[..., Reader], client: Client, other: str
) -> None:
    address = client.server.address
    page = opened(address, viewport={"width": 390, "height": 800}).page
    base = address.partition("/?")[0]
    # 1. what differs between two runs, what changed, and the rows of a change
    page.goto(f"{base}/diff?b={other}&key={KEY}")
    page.wait_for_selector(".compared")
    lines = page.locator(".view section .rows tbody tr")
    n_changed = lines.count()
    assert page.locator(".answer").inner_text().startswith(f"{n_changed} of ")
    compared = page.locator(".compared tbody th").all_inner_texts()
    assert compared == ["snapshot", "seed", "policy", "parameters"]
    differing = page.locator(".compared .differs").all_inner_texts()
    assert len(differing) == 1
    assert differing[0].count("demo of 2026-03-17 09:30Z") == 2
    assert "dirac_pilot:1.cpu_time=60" in differing[0]
    changes = page.locator(".columns section").first.locator("tbody tr")
    totals = changes.locator("td").all_inner_texts()
    assert sum(map(int, totals)) == n_changed
    changes.first.get_by_role("button").click()
    assert lines.count() == int(totals[0])
    # 2. an example answers, and a click on a name inserts it where the mark stands
    page.goto(f"{base}/sql?key={KEY}")
    page.get_by_role("link", name="which criteria reject most pairs").click()
    page.wait_for_selector(".view .rows tbody td")
    assert page.locator(".editor .keyword").first.inner_text() == "select"
    text = page.get_by_label("query")
    text.fill("from ")
    page.get_by_label("find a table or column").fill("max_rss")
    queue = page.locator(".schema details", has=page.locator("summary code"))
    shown = queue.filter(visible=True).locator("summary button")
    assert shown.all_inner_texts() == ["queue"]
    shown.click()
    assert text.input_value() == "from queue"
    page.get_by_role("button", name="max_rss", exact=True).click()
    assert text.input_value() == "from queue max_rss"
    column = page.locator(".schema details[open] tr", has_text="max_rss")
    assert "MB" in column.inner_text()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    # 3. without scripts the page has the answer, the examples and the tables
    asked = f"{base}/sql?q=select+'<b>'+as+tag,+6+*+7+as+answer&key={KEY}"
    page = opened(asked, java_script_enabled=False).page
    assert page.locator(".rows tbody td").all_inner_texts() == ["<b>", "42"]
    page.get_by_role("link", name="where the chosen queues are").click()
    assert page.locator(".rows thead th").first.inner_text() == "cloud"
    assert page.locator(".schema summary", has_text="result").first.is_visible()


#: Pages, and what a reader sees of each: heading, sentences of the answer, and a link.
ANSWERED = {
    "/task/47110182": (
        "Task 47110182",
        (
            *("pending", "none of 40 queues left", "12,040 files"),
            "Decided again at 10:30Z",
        ),
        "-links_full",
    ),
    "/panda_job/task/47110182?queue=DUNMORE_UCORE": (
        "Task 47110182 at DUNMORE_UCORE",
        ("rejected", "(reported)", "criteria fail"),
        "panda_job/",
    ),
    "/queue/PRAIRIE_GREEDY": (
        "PRAIRIE_GREEDY queue",
        ("online", "43 tasks looked at it", "rejected it (100.0 %)"),
        "panda_job/over_pledged",
    ),
    "/criterion/-transferring": (
        "-transferring criterion",
        ("capacity", "too many jobs still move their output"),
        "CEVENNES_BACKLOG",
    ),
    "/user/Dmitri Sokolov": (
        "Dmitri Sokolov user",
        ("not throttled", "3 tasks wait for other reasons: -no_candidates 2"),
        "",
    ),
    "/pilot/p3": ("Pilot p3", ("no match", "0 of 3 task queues eligible"), ""),
    "/job/4": ("Job 4", ("waiting", "1 job in its task queue 3"), "-cpu"),
}
#: Cells on the page that have no value, or no name in front of it.
GAPS = """
() => [...document.querySelectorAll("td, tbody th")].filter((each) => each.offsetParent
    && each.closest("table:not(.heat):not(.strips)")
    && ["", "–"].includes(each.textContent.trim())
    && !each.matches(".wide")).map((each) => each.outerHTML)
"""
#: Heads of columns on the page that do not name a column of the contract.
UNNAMED = """
() => [...document.querySelectorAll("thead th")].filter((each) => each.offsetParent
    && each.textContent && !each.title && !each.closest(".heat, .strips"))
    .map((each) => each.textContent)
"""


def test_the_answer_comes_first_with_and_without_script(
    opened: Callable[..., Reader], client: Client
) -> None:
    server = client.server
    bare = opened(server.address, java_script_enabled=False).page
    phone, wide = {"width": 390, "height": 844}, {"width": 1280, "height": 900}
    reader = opened(server.address, viewport=phone)
    for path, (title, said, link) in ANSWERED.items():
        address = f"http://127.0.0.1:{server.port}{path}"
        address += f"{'&' if '?' in path else '?'}key={KEY}"
        for page in (bare, reader.page):
            page.goto(address, timeout=60_000)
            assert page.locator("h1").first.inner_text() == title
            card = page.locator(".card")
            missing = [each for each in said if each not in card.inner_text()]
            assert missing == [], (path, card.inner_text())
            if link:
                assert card.locator(".next a").inner_text().startswith(link)
            assert page.locator(".story").is_visible()
        reader.until("!document.documentElement.hasAttribute('aria-busy')")
        assert reader.page.evaluate("document.documentElement.scrollWidth") <= 390
        top = "it => document.querySelector(it)?.getBoundingClientRect().top"
        rows = reader.page.evaluate(top, ".view *") or 10_000
        assert reader.page.evaluate(top, ".card") < rows, path
    lists = ("panda_job/queues", "panda_job/tasks", "panda_analysis/users")
    for path in (*lists, "dirac/jobs", "panda_job", "dirac"):
        page = reader.page
        page.goto(f"http://127.0.0.1:{server.port}/{path}?key={KEY}")
        reader.until("!document.documentElement.hasAttribute('aria-busy')")
        page.set_viewport_size(wide)  # type: ignore[arg-type]
        assert page.evaluate(UNNAMED) == []
        page.set_viewport_size(phone)  # type: ignore[arg-type]
        assert page.evaluate(GAPS) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_search_offers_names_and_spelling(
    opened: Callable[..., Reader], client: Client
) -> None:
    server = client.server
    reader = opened(server.address)
    page = reader.page
    for words, place in (
        ("transferring", "**/panda_job/criterion/-transferring?**"),
        ("rheintal_ucore/mcore", "**/panda_job/queue/**"),
        ("p2", "**/dirac/pilot/p2?**"),
        ("GLACIR", "**/search?**"),
    ):
        page.locator(".search [name=q]").fill(words)
        page.keyboard.press("Enter")
        page.wait_for_url(place, timeout=60_000)
    assert "Did you mean" in page.locator(".card").inner_text()
    found = page.locator(".places a").all_inner_texts()
    assert found and all(each.startswith("GLACIER") for each in found)
    page.locator(".search [name=q]").fill("glac")
    reader.until("document.querySelector('#names').options.length > 0")
    offered = page.locator("#names option").evaluate_all(
        "all => all.map((o) => o.value)"
    )
    assert set(found) <= set(offered)
    # without scripts the box is a form
    page = opened(server.address, java_script_enabled=False).page
    page.locator(".search input[name=q]").fill("transferring")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search?**", timeout=60_000)
    page.locator(".places a", has_text="-transferring").first.click()
    assert page.locator("h1").inner_text().startswith("-transferring")

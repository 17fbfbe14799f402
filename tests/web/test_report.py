"""The page of a run: its numbers, the rows behind them, and how it is built."""

from __future__ import annotations

import gzip
import json
import re
import shutil
from base64 import b64decode
from collections import Counter
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from brokersql.scoreboard import Scoreboard, WaitCauses
from brokersql.web import report
from brokersql.web.history import course_of, history_page
from brokersql.web.lists import count_rows, grouped, list_page
from brokersql.web.report import report_document, report_page
from brokersql.web.run_reader import open_reader
from tests.cli.calling import call, forget_tables
from tests.web.conftest import HOSTILE, Paged, documents
from tests.web.reading import Page, counted

STATUSES = ("assigned", "pending", "throttled", "failed")


def rows_of(run: Paged, policy: str, name: str, **query: str) -> list[dict[str, Any]]:
    """Return all rows of a list that pass these filters."""
    return list_page(
        run.reader, policy, name, {**query, "limit": "99999"}
    ).rows.to_pylist()


def summary(run: Paged, policy: str) -> dict[str, Any]:
    """Return what the run printed of a policy."""
    (found,) = (it for it in run.summary["policies"] if it["policy"] == policy)
    return found


# ---- every number leads to its rows ----------------------------------------------


@pytest.mark.parametrize("of", ["world", "hostile"])
def test_every_number_counts_the_rows_it_leads_to(
    of: str, request: pytest.FixtureRequest
) -> None:
    run: Paged = request.getfixturevalue(of)
    links = list(counted(Page(run.page)))
    wrong = [
        (policy, name, query, n, found)
        for policy, name, query, n in links
        if name != "links"
        and (found := count_rows(run.reader, policy, name, query)) != n
    ]
    assert wrong == []
    lists = {name for _, name, _, _ in links}
    assert lists > {"tasks", "pairs", "queues", "weights", "rules"}
    assert len(links) > 200


def test_outcomes_and_reasons_are_those_of_the_run(world: Paged) -> None:
    document = world.policies
    assert document.keys() == {"panda_task", "panda_job", "panda_analysis"}
    for told in world.summary["policies"]:
        rows = rows_of(world, told["policy"], "tasks", sort="chunk_no")
        worst, waiting = {}, {}
        for row in rows:
            task, place = row["jedi_task_id"], STATUSES.index(row["status"])
            worst[task] = max(place, worst.get(task, 0))
            if row.get("waits_by"):
                waiting.setdefault(task, row["waits_by"])
        counts = Counter(STATUSES[place] for place in worst.values())
        assert counts == {name: told[name] for name in STATUSES if told[name]}
        reasons = {row["criterion"]: row["tasks"] for row in told["waiting"]}
        assert Counter(waiting.values()) == reasons
        page = document[told["policy"]]
        assert page["n"] == len(rows) == sum(row["n"] for row in page["outcomes"])


def test_the_funnel_is_the_sum_of_all_ladders(world: Paged) -> None:
    gated = {
        (policy, row["jedi_task_id"])
        for policy in ("panda_job", "panda_analysis", "panda_task")
        for row in rows_of(world, policy, "pairs", outcome="gated")
    }
    funnel = [
        row
        for row in world.reader.run.table("funnel").to_pylist()
        if (row["policy"], row["jedi_task_id"]) not in gated
    ]
    last = {}
    for row in funnel:
        key = (row["policy"], row["jedi_task_id"], row["chunk_no"])
        last[key] = max(row["round"], last.get(key, 0))
    cuts: Counter[tuple[str, str]] = Counter()
    for row in funnel:
        key = (row["policy"], row["jedi_task_id"], row["chunk_no"])
        if row["round"] == last[key] and row["n_before"] > row["n_after"]:
            cuts[row["policy"], row["label"]] += row["n_before"] - row["n_after"]
    shown = Counter(
        (policy, str(row["label"]))
        for policy in ("panda_job", "panda_analysis", "panda_task")
        for row in rows_of(world, policy, "pairs", label="!null")
        if (policy, row["jedi_task_id"]) not in gated
    )
    assert shown == cuts
    for policy, page in world.policies.items():
        taken = Counter(
            {c["label"]: c["n_before"] - c["n_after"] for c in page["checks"]}
        )
        rows = rows_of(world, policy, "pairs", label="!null")
        assert taken == Counter(row["label"] for row in rows)


def test_what_fails_is_what_the_verdict_of_the_nearest_pseudo_queue_holds(
    world: Paged,
) -> None:
    tables = {
        name: world.reader.run.table(name).to_pylist()
        for name in ("verdict", "exclusion", "criterion")
    }
    unified = {
        (row["policy"], row["queue_name"]): row["unified_name"]
        for row in tables["exclusion"]
    }
    tags = {
        (row["policy"], row["bit"]): row["criterion"] for row in tables["criterion"]
    }
    rounds: dict[tuple[str, int, int], int] = {}
    for row in tables["verdict"]:
        key = (row["policy"], row["jedi_task_id"], row["chunk_no"])
        rounds[key] = max(row["round"], rounds.get(key, 0))
    fewest: dict[tuple[str, int, int, str], tuple[bool, int, int]] = {}
    for row in tables["verdict"]:
        unit = (row["policy"], row["jedi_task_id"], row["chunk_no"])
        name = unified.get((row["policy"], row["queue_name"]))
        if name is None or row["round"] < rounds[unit]:
            continue
        bits = [bit for bit in range(63) if row["reject_mask"] >> bit & 1]
        n = len({tags[row["policy"], bit] for bit in bits})
        distance = (row["queue_name"] == name, bin(row["reject_mask"]).count("1"), n)
        fewest[*unit, name] = min(distance, fewest.get((*unit, name), (True, 64, 64)))
    gates = {
        row["criterion"] for row in tables["criterion"] if "/gates/" in row["file"]
    }
    held = {
        (row["policy"], row["jedi_task_id"], row["chunk_no"])
        for row in world.reader.run.table("result").to_pylist()
        if row["status"] != "assigned" and row["criterion"] in gates
    }
    assert held
    for policy in ("panda_job", "panda_analysis", "panda_task"):
        pairs = list_page(
            world.reader, policy, "pairs", {"outcome": "rejected", "limit": "99999"}
        )
        assert pairs.n_rows
        for row in pairs.rows.to_pylist():
            key = (policy, row["jedi_task_id"], row["chunk_no"], row["unified_name"])
            assert row["n_failing"] == fewest[key][2], key
            is_alone = row["n_failing"] == 1 and key[:3] not in held
            assert (row["only_blocker"] is not None) == is_alone
            assert row["criterion"] in row["failing"].split() or row["n_failing"] > 0


def test_levers_have_the_cores_of_their_tasks_and_the_fields_behind_them(
    hostile: Paged,
) -> None:
    cores = {
        row["jedi_task_id"]: row["n_cores"]
        for row in hostile.reader.database.table("from chunk_cores").to_pylist()
    }
    levers = hostile.policies["panda_job"]["levers"]
    for lever in levers:
        only = {"only_blocker": lever["criterion"], "only_rule": lever["only_rule"]}
        query = {**only, "unified_name": f"={lever['unified_name']}"}
        query = {name: value or "null" for name, value in query.items()}
        rows = rows_of(hostile, "panda_job", "pairs", **query)
        assert lever["n"] == len(rows)
        assert lever["n_cores"] == sum(cores[row["jedi_task_id"]] for row in rows)
    order = [(-each["n"], -each["n_cores"]) for each in levers]
    assert order == sorted(order)
    fields = {each["only_rule"]: each["fields"] for each in levers}
    assert fields["status"] == "queue.status"


def test_levers_of_two_rules_of_one_criterion_stand_apart(
    world: Paged, hostile: Paged
) -> None:
    """Each has the class, the title and the fields of its own rule."""
    told = {
        (each["only_rule"], each["class"], each["title"], each["fields"])
        for run in (world, hostile)
        for each in documents(run.reader)["panda_job"]["levers"]
        if each["criterion"] == "-disk" and each["is_shared"]
    }
    scratch = "the scratch disk of the queue is too small for the smallest job"
    columns = ("max_wdir", "max_input_size", "direct_access_lan", "core_count")
    fields = ", ".join(f"queue.{name}" for name in columns)
    free = "the output endpoint has too little free space"
    assert told == {
        ("scratch_disk", "never_fits", scratch, fields),
        ("disk_free", "capacity", free, "endpoint.space_free"),
    }


def test_queued_jobs_stand_beside_running_ones(hostile: Paged) -> None:
    load = hostile.policies["panda_job"]["load"]
    weighed = [
        row
        for row in hostile.reader.run.table("weighed").to_pylist()
        if row["policy"] == "panda_job" and row["n_running_cap"] is not None
    ]
    drawn = Counter()
    for point in load["points"]:
        key = (point["queue_name"], point["n_queued"], point["n_running_cap"])
        drawn[key] += point["n_pairs"]
        assert point["n_running"] == point["n_running_cap"] / 2
        assert point["is_over"] == (point["n_queued"] > point["n_running_cap"])
    assert drawn == Counter(
        (row["queue_name"], row["n_queued"], row["n_running_cap"]) for row in weighed
    )
    over = sum(each["n_pairs"] for each in load["points"] if each["is_over"])
    assert over == sum(row["criterion"] == "-cap" for row in weighed) > 0
    page = Page(hostile.page)
    assert len(page.all("circle")) > len(load["points"]) - over > 0
    assert hostile.page.count('<path class="k-over"') == len(
        [each for each in load["points"] if each["is_over"]]
    )
    others = ("panda_task", "panda_analysis")
    assert not any(hostile.policies.get(it, {}).get("load") for it in others)


def test_a_policy_of_single_jobs_has_its_actions(hostile: Paged) -> None:
    page = hostile.policies["panda_timeout"]
    told = summary(hostile, "panda_timeout")
    assert page["n"] == told["jobs"]
    assert {row["action"]: row["n"] for row in page["outcomes"]} == {
        name: told[name] for name in ("fail", "kill", "reassign")
    }
    assert sum(row["n_decisive"] for row in page["acting"]) == 22


def test_a_policy_of_pilots_has_the_task_queues_that_fit(hostile: Paged) -> None:
    page = hostile.policies["dirac"]
    told = summary(hostile, "dirac")
    assert (page["n"], page["counts"]["n_fit"]) == (told["pilots"], told["served"])
    assert (page["n"], page["counts"]["n_fit"]) == (3, 2)
    rejected = {row["criterion"]: row["pairs"] for row in told["rejected"]}
    taken = Counter({c["criterion"]: 0 for k in page["checks"] for c in k["criteria"]})
    for check in page["checks"]:
        for row in check["criteria"]:
            taken[row["criterion"]] += row["n_cut"]
    assert taken == rejected
    alone = rows_of(hostile, "dirac", "matches", seq="1", outcome="rejected")
    assert {row["only_blocker"] for row in alone} == {"-cpu"}
    third = rows_of(hostile, "dirac", "matches", seq="3")
    assert {row["failing"] for row in third} == {"-setup -cpu"}
    queues = rows_of(hostile, "dirac", "task_queues")
    assert sum(row["n_jobs"] for row in queues) == 4
    assert [row["n_pilots_fit"] for row in queues if row["n_jobs"] == 2] == [2]


# ---- lists -----------------------------------------------------------------------


def test_filters_order_and_pages_of_a_list(world: Paged) -> None:
    def rows(**query: str) -> list[dict[str, object]]:
        return list_page(world.reader, "panda_job", "queues", query).rows.to_pylist()

    everything = rows(limit="1000")
    names = [str(row["unified_name"]) for row in everything]
    assert (
        rows(limit="2", page="2", sort="unified_name")
        == sorted(everything, key=lambda row: str(row["unified_name"]))[2:4]
    )
    first = names[0][:2]
    starting = [row for row in everything if str(row["unified_name"])[:2] == first]
    others = [row for row in everything if row not in starting]
    assert rows(unified_name=f"{first}*", limit="1000") == starting
    assert rows(unified_name=f"!{first}*", limit="1000") == others
    assert rows(n_chosen=">0", limit="1000") == [r for r in everything if r["n_chosen"]]
    nothing = [row for row in everything if row["top_criterion"] is None]
    assert rows(top_criterion="null") == nothing
    assert rows(q=names[0].lower()) != []
    clouds = grouped(world.reader, "panda_job", "queues", {"group": "cloud"})
    assert {row["value"]: row["n"] for row in clouds} == Counter(
        row["cloud"] for row in everything
    )


# ---- the page as a file ------------------------------------------------------------


def test_the_page_is_one_well_formed_file_that_asks_for_nothing(world: Paged) -> None:
    page = Page(world.page)
    loading = [
        (name, given)
        for name, given in page.elements
        if {"src", "srcset", "data"} & given.keys() or name in ("link", "iframe", "img")
    ]
    assert loading == []
    assert [href for href, _ in page.links if not href.startswith("#")] == []
    assert "@import" not in world.page and "url(" not in world.page
    policies = [given["content"] for given in page.all("meta") if "http-equiv" in given]
    assert [str(each).split("; ")[0] for each in policies] == ["default-src 'none'"]
    ids = [str(given["id"]) for _, given in page.elements if "id" in given]
    assert len(ids) == len(set(ids))
    assert all(given.get("scope") for given in page.all("th"))
    named = {str(given.get("aria-labelledby")) for given in page.all("section")}
    assert named <= set(ids)


def test_the_page_says_everything_of_its_overview_without_a_script(
    world: Paged,
) -> None:
    text = re.sub(r"<script.*?</script>", "", world.page, flags=re.DOTALL)
    for each in world.policies.values():
        assert each["title"] in text
        assert all(row["criterion"] in text for row in each["waiting"])
        assert all(row["unified_name"] in text for row in each["levers"])
    assert world.reader.run.content_hash in text
    for policy in world.reader.policies:
        assert all(each["name"] in text for each in policy["parameters"])
    assert text.count("Parameters by default") == len(world.reader.policies)


def test_hostile_names_are_text_and_come_back_as_they_were(hostile: Paged) -> None:
    page = Page(hostile.page)
    assert [given for given in page.all("img")] == []
    assert len([given for given in page.all("script") if "id" not in given]) == 1
    assert "\u202e" not in re.sub(r"<script.*?</script>", "", hostile.page, flags=re.S)
    queues = page.unpacked("panda_job-queues")
    (names,) = [p for p in queues["parts"] if p["columns"] == ["unified_name"]]
    assert [HOSTILE["LAGUNA_UCORE"]] in names["values"]
    found = list_page(
        hostile.reader, "panda_job", "tasks", {"gshare": f"={HOSTILE['MC Default']}"}
    )
    assert found.n_rows > 10


def shown(value: Any) -> Any:
    """Return a value as a page holds it."""
    if isinstance(value, float):
        return float(f"{value:.6g}")
    return ", ".join(value) if isinstance(value, list) else value


@pytest.mark.parametrize("name", ["tasks", "pairs", "weights", "queues"])
def test_a_page_holds_the_rows_of_its_lists(hostile: Paged, name: str) -> None:
    """Also where texts are strange, values are none, and numbers have many digits."""
    held = Page(hostile.page).unpacked(f"panda_job-{name}")
    columns: dict[str, list[Any]] = {}
    for part in held["parts"]:
        rows = [part["values"][code] for code in part["codes"]]
        assert len({json.dumps(each) for each in part["values"]}) == len(part["values"])
        columns |= dict(zip(part["columns"], zip(*rows, strict=True), strict=True))
    query = {"limit": "99999", **({"place": "<=12"} if name == "weights" else {})}
    found = list_page(hostile.reader, "panda_job", name, query).rows
    for column in found.column_names:
        expected = [shown(each) for each in found.column(column).to_pylist()]
        assert list(columns[column]) == expected, column


def test_of_two_first_queues_the_heavier_is_the_best(
    world: Paged, tmp_path: Path
) -> None:
    """As where a task has a list of queues with jumbo jobs besides."""
    folder = without(world, tmp_path)
    file = folder / "candidate.parquet"
    found = pq.read_table(file)
    place = found.column_names.index("rank")
    first = pa.array([1] * found.num_rows, found.schema.field("rank").type)
    pq.write_table(found.set_column(place, "rank", first), file)
    best: dict[tuple[Any, ...], tuple[float, str]] = {}
    for row in found.to_pylist():
        key = (row["policy"], row["jedi_task_id"], row["chunk_no"])
        here = (-(row["weight"] or 0.0), row["unified_name"])
        best[key] = min(best.get(key, here), here)
    for row in open_reader(folder).database.table("from decision").to_pylist():
        key = (row["policy"], row["jedi_task_id"], row["chunk_no"])
        assert row["best_queue"] == best.get(key, (0, None))[1], key


def test_what_a_page_cannot_hold_is_told(
    world: Paged, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(report._PACKED_ROWS, "pairs", 40)  # type: ignore[index]
    packed = report.packed_list(world.reader, "panda_job", "pairs")
    held = json.loads(gzip.decompress(b64decode(packed)))
    assert held["n_held"] == 40
    assert held["n_all"] == list_page(world.reader, "panda_job", "pairs", {}).n_all > 40
    assert held["more"].startswith("brokersql sql ")
    assert held["more"].endswith("'from verdict'")


# ---- runs that lack something --------------------------------------------------------


def without(run: Paged, tmp_path: Path, *tables: str) -> Path:
    """Return a copy of a run without some of its tables."""
    folder = tmp_path / "run"
    shutil.copytree(run.folder, folder)
    forget_tables(folder, tables)
    return folder


def test_a_run_without_masks_or_reasons_has_a_page(
    world: Paged, tmp_path: Path
) -> None:
    folder = without(world, tmp_path, "verdict")
    document = documents(open_reader(folder))
    assert document["panda_job"]["levers"] == []
    assert document["panda_job"]["checks"]
    forget_tables(folder, ("exclusion", "funnel"))
    reader = open_reader(folder)
    assert reader.remarks == (
        "The run was written without exclusion and verdict: reasons are missing.",
    )
    assert documents(reader)["panda_job"]["outcomes"]
    Page(report_page(reader))


def test_a_run_whose_snapshot_is_gone_has_a_page(world: Paged, tmp_path: Path) -> None:
    folder = without(world, tmp_path)
    record = folder / "run.json"
    text = record.read_text(encoding="utf-8")
    source = str(world.folder.parent / "snap")
    record.write_text(text.replace(source, "/nowhere/at/all"), encoding="utf-8")
    reader = open_reader(folder)
    assert len(reader.remarks) == 1
    assert reader.remarks[0].startswith("The snapshot of this run is gone")
    Page(report_page(reader))
    tasks = list_page(reader, "panda_job", "tasks", {})
    assert tasks.n_all == list_page(world.reader, "panda_job", "tasks", {}).n_all


# ---- the command ---------------------------------------------------------------------


def test_report_writes_the_same_page_each_time_or_json(
    world: Paged, tmp_path: Path
) -> None:
    file = tmp_path / "page.html"
    done = call("report", world.folder, "--output", file)
    assert (done.code, done.out) == (0, "")
    assert re.search(r"written: .*page\.html \(3 policies, [\d.]+ kB\)", done.err)
    assert file.read_text(encoding="utf-8") == world.page + "\n"
    assert [each.name for each in tmp_path.iterdir()] == ["page.html"]
    document = call("report", world.folder, "--format", "json").json
    assert document["kind"] == "report"
    assert [each["kind"] for each in document["policies"]] == ["report.policy"] * 3


def test_shares_and_waits_are_those_of_the_scoreboard(world: Paged) -> None:
    told = call("scoreboard", world.folder, "--format", "json").json["rows"]
    boards = {name: each["board"] for name, each in world.policies.items()}
    assert sum(len(board["shares"]) for board in boards.values()) > 20
    for name, board in boards.items():
        shown = [board["all"], *board["shares"]]
        expected = [row for row in told if row["policy"] == name]
        same = ("scope", "name", "used_ratio", "n_chunks", "wait_p50_h", "jain_index")
        assert sorted([str([row[each] for each in same]) for row in shown]) == sorted(
            [str([row[each] for each in same]) for row in expected]
        )
    for name in boards:
        assert world.page.count(f"Shares and waiting <small>{name}</small></h2>") == 1


def test_report_needs_a_run_and_refuses_other_forms(
    world: Paged, tmp_path: Path
) -> None:
    for arguments, said in (
        ((world.folder, "--format", "csv"), "a report has no form for csv"),
        ((world.folder, "--output", "page.csv"), "a report is a page"),
        ((tmp_path, "--output", tmp_path / "page.html"), "holds no run"),
    ):
        done = call("report", *arguments)
        assert (done.code, said in done.err) == (2, True), (arguments, done.err)
    assert "--out" in done.err


# ---- pages of many cycles ------------------------------------------------------------


def test_a_replay_is_drawn_over_time(tmp_path: Path, cache: None) -> None:
    history, replay, file = (tmp_path / name for name in ("history", "r", "r.html"))
    cycles = ("--preset", "S", "--seed", 7, "--cycles", 2, "--every", "1h")
    assert call("snapshot", "generate", history, *cycles).code == 0
    assert call("replay", history, "--policy", "panda_job", "--out", replay).code == 0
    (policy,) = call("report", replay, "--format", "json").json["policies"]
    told = call("scoreboard", replay, "--format", "jsonl").lines
    board = [row for row in map(json.loads, told) if row["scope"] == "all"]
    assert (policy["policy"], policy["n_cycles"]) == ("panda_job", 2)
    rows = policy["rows"]
    assert [row["snapshot_time"] for row in rows] == [
        row["snapshot_time"] for row in board
    ]
    for row, each in zip(rows, board, strict=True):
        decided = row["assigned"] + row["pending"] + row["throttled"]
        assert decided == pytest.approx(each["n_chunks"])
        assert row["assigned"] == pytest.approx(
            each["n_chunks"] * each["assigned_percent"] / 100
        )
        assert row["wait_p50_h"] == each["wait_p50_h"]
    assert [row["wait_p95_h"] for row in rows] == [row["wait_p95_h"] for row in board]
    shares = {row["name"] for row in policy["shares"]}
    assert "MC Default Full" in shares and len(policy["shares"]) == 2 * len(shares)
    by_chunk = {"-no_candidates"}  # as no rejected pair was written
    assert {row["criterion"] for row in policy["causes"]} == by_chunk
    assert not policy["has_reasons"]
    done = call("report", replay, "--output", file)
    assert "written:" in done.err and "(2 cycles, " in done.err
    page = Page(file.read_text(encoding="utf-8"))
    lines = [str(given["points"]).split() for given in page.all("polyline")]
    assert {len(line) for line in lines} == {2}
    assert len(lines) >= 4
    charts = [given for given in page.all("svg") if given.get("role") == "img"]
    assert len(charts) == len(page.all("figure")) >= 5
    assert all(given.get("aria-label") for given in charts)


def test_long_histories_are_told_as_means() -> None:
    start = datetime(2025, 1, 1)
    told = pa.Table.from_pylist(
        [
            {"snapshot_time": start + timedelta(hours=hour), "policy": policy}
            | {"snapshot_id": f"{hour}", "scope": scope, "n_chunks": 10}
            | {"assigned_percent": 50.0, "n_throttled": 1, "wait_p50_h": None}
            | {"n_capped": 1, "n_starved": 0, "wait_p95_h": None, "name": ""}
            | {"target_percent": None, "used_percent": None, "used_ratio": None}
            | {"jain_index": 0.5, "n_matched": hour, "n_waiting": 7}
            for hour in range(480)
            for policy, scope in (("panda_job", "all"), ("dirac", "group"))
        ]
    )
    causes = pa.Table.from_pylist(
        [
            {"snapshot_id": f"{hour}", "policy": "panda_job"}
            | {"criterion": f"-c{hour % 8}", "n_chunks": 4}
            for hour in range(480)
        ]
    )
    board = Scoreboard(told, told, told, 86_400)
    course = course_of(Path("long"), board, WaitCauses(causes, True))
    pilots, chunks = course.document["policies"]
    assert [each["n_cycles"] for each in (pilots, chunks)] == [480, 480]
    assert [len(each["rows"]) for each in (pilots, chunks)] == [240, 240]
    first = chunks["rows"][0]
    assert (first["assigned"], first["pending"], first["throttled"]) == (5, 4, 1)
    assert [row["matched"] for row in pilots["rows"][:2]] == [0.5, 2.5]
    assert [row["chunks"] for row in chunks["causes"]] == [2] * 480
    page = re.sub(r"</?span[^>]*>", "", history_page(course))
    assert "the mean of some 2 of them" in page
    assert "In the last cycles 5 of 10 chunks have a queue." in page
    assert "The others wait by -c6 2, -c7 2." in page
    assert "3 others" in page  # beside the five most common


def test_dots_of_the_weights_are_pairs_that_come_nearest(hostile: Paged) -> None:
    """Of the first twelve places of a chunk, which a file holds."""
    reader, columns = hostile.reader, ("jedi_task_id", "chunk_no", "queue_name")
    weighed = reader.database.table("from weight_row where policy = 'panda_job'")
    rows = [row for row in weighed.to_pylist() if row["place"] <= 12]
    (told,) = (
        each
        for each in report_document(reader)["policies"]
        if each["policy"] == "panda_job"
    )
    hrefs = {href for href, _ in Page(hostile.page).links}
    for factor in told["factors"]:
        for side in ("chosen", "others"):
            mine = [row for row in rows if (row["rank"] is None) == (side == "others")]
            spread = factor[side]
            for wanted, pair in zip(spread["quantiles"], spread["pairs"], strict=True):
                same = [row for row in mine if all(row[n] == pair[n] for n in columns)]
                assert pair["value"] in [row[factor["factor"]] for row in same]
                nearest = min(abs(row[factor["factor"]] - wanted) for row in mine)
                assert abs(pair["value"] - wanted) == nearest
        pair = factor["chosen"]["pairs"][2]
        query = {"chunk": pair["chunk_no"], "queue": pair["queue_name"]}
        href = f"#/panda_job/task/{pair['jedi_task_id']}?{urlencode(query)}"
        assert factor["is_constant"] or href in hrefs

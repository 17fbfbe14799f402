"""`brokersql snapshot`: checked, described, imported, generated."""

from __future__ import annotations

import json
import shlex
import shutil
from pathlib import Path

import pytest

from tests.cli.calling import call, explained


@pytest.fixture
def world(demo: Path, tmp_path: Path) -> Path:
    """Return a copy of the demo that a test may spoil."""
    return Path(shutil.copytree(demo, tmp_path / "world"))


def rewrite(world: Path, table: str, old: str, new: str) -> None:
    path = world / f"{table}.jsonl"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def violations(world: Path) -> list[dict[str, object]]:
    return call("snapshot", "validate", world, "--format", "json").json["rows"]


def test_all_violations_are_listed_with_table_column_key_and_count(world: Path) -> None:
    path = world / "queue.jsonl"
    first = path.read_text(encoding="utf-8").splitlines()[0]
    path.write_text(path.read_text(encoding="utf-8") + first + "\n", encoding="utf-8")
    rewrite(world, "task", '"core_count": 8', '"core_count": -8')
    found = violations(world)
    columns = ["severity", "kind", "table", "column", "count", "keys", "message"]
    assert all(list(row) == columns for row in found)
    told = {(row["table"], row["column"]): row for row in found}
    assert told["task", "core_count"]["count"] == 1
    twice = next(row for row in found if "duplicate" in str(row["kind"]))
    assert json.loads(first)["queue_name"] in str(twice["keys"])
    assert call("snapshot", "validate", world).code == 0


def test_errors_end_with_3(demo: Path, world: Path) -> None:
    sound = call("snapshot", "validate", demo, "--format", "table")
    assert sound.code == 0
    assert "usable; no errors, no warnings" in sound.err
    (world / "queue.jsonl").unlink()
    (world / "queue.parquet").write_bytes(b"PAR1 broken")
    assert call("snapshot", "validate", world).code == 3
    assert "queue.parquet" in call("run", world).err
    (world / "queue.parquet").unlink()
    (world / "snapshot.jsonl").unlink()
    done = call("snapshot", "validate", world, "--format", "table")
    assert done.code == 3
    assert done.lines[1].startswith("error")
    assert "unusable; 1 error" in done.err
    wrong = call("run", world)
    assert (wrong.code, wrong.out) == (3, "")
    assert "no snapshot row" in wrong.err


def test_describe(demo: Path) -> None:
    told = call("snapshot", "describe", demo, "--format", "json").json
    assert (told["kind"], told["snapshot_id"]) == ("snapshot.describe", "demo")
    rows = {each["table"]: each["n_rows"] for each in told["tables"]}
    assert rows["queue"] == 42
    text = call("snapshot", "describe", demo, "--format", "table")
    assert text.lines[0].startswith("snapshot demo · 2026-03-17")
    flat = call("snapshot", "describe", demo)
    assert "queue,42,0" in flat.lines


def test_what_is_not_there_or_no_time(tmp_path: Path) -> None:
    cric = ("import", "cric", tmp_path / "x.json", "--into", tmp_path)
    for words, code, said in (
        (("validate", tmp_path / "none"), 3, "there is no such folder or file"),
        (("describe", tmp_path / "none"), 3, "there is no such folder or file"),
        (cric, 3, "x.json"),
        ((*cric, "--time", "noon"), 2, "--time noon is no time"),
    ):
        wrong = call("snapshot", *words)
        assert (wrong.code, said in wrong.err) == (code, True), wrong.err


def test_an_address_in_place_of_a_source_is_not_repeated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("BROKERSQL_CONFIG", raising=False)
    into = ("--into", tmp_path / "snap")
    wrong = call("snapshot", "import", "panda", "postgresql://u:secret@h/db", *into)
    assert (wrong.code, "secret" in wrong.err) == (2, False)
    assert "NAME is an address, not the name of a source" in wrong.err
    section = '[source.grid]\nkind = "panda-postgres"\n'
    (tmp_path / "brokersql.toml").write_text(section)
    wrong = call("snapshot", "import", "panda", "nosuch", *into)
    assert wrong.code == 2
    assert "no section [source.nosuch]\n  there are: grid" in wrong.err


def test_import_and_complete_and_run(tmp_path: Path) -> None:
    queues = {
        name: {
            "name": name,
            "atlas_site": name,
            "state": "ACTIVE",
            "site_state": "ACTIVE",
            "type": "unified",
            "status": "online",
            "cloud": "XX",
            "corecount": 8,
            "corepower": 10.0,
            "maxrss": 16000,
            "capability": "ucore",
            "releases": ["AUTO"],
            "astorages": {"write_lan": [f"{name}_DATADISK"]},
            "last_modified": "2025-10-14T11:00:00",
        }
        for name in ("FIRST", "SECOND")
    }
    cric, nws = tmp_path / "cric.json", tmp_path / "nws.json"
    cric.write_text(json.dumps(queues), encoding="utf-8")
    closeness = {"latest": 2, "timestamp": "2025-10-14T11:30:00"}
    links = {"FIRST:SECOND": {"closeness": closeness}}
    nws.write_text(json.dumps(links), encoding="utf-8")
    folder = tmp_path / "snap"
    done = call("snapshot", "import", "cric", cric, "--into", folder)
    assert done.code == 0, done.err
    assert "queue,2" in done.lines
    assert f"written: {folder}" in done.err
    done = call("snapshot", "import", "network", nws, "--into", folder)
    assert done.code == 0, done.err
    more = ("--tasks", 5, "--seed", 3, "--format", "json")
    done = call("snapshot", "generate", "--complete", folder, *more)
    assert done.code == 0, done.err
    assert {"table": "task", "n_rows": 5} in done.json["rows"]
    assert call("run", folder, "--policy", "panda_job").code == 0


def test_a_synthetic_world_is_the_same_for_the_same_seed(tmp_path: Path) -> None:
    made: list[dict[str, bytes]] = []
    for name, seed in (("a", 3), ("b", 3), ("c", 4)):
        folder = tmp_path / name
        words = (folder, "--preset", "S", "--tasks", 1, "--seed", seed)
        assert call("snapshot", "generate", *words).code == 0
        made.append({it.name: it.read_bytes() for it in folder.glob("*.parquet")})
    assert made[0] == made[1] != made[2]
    assert "task.parquet" in made[0]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--complete", "--preset", "S"), "exclude each other"),
        (("--complete", "--cycles", "2"), "exclude each other"),
        (("--complete", "--tasks", "0"), "0 tasks"),
        (("--tasks", "0"), "0 tasks"),
        (("--preset", "Q"), "one of: S, M, L, XL"),
        (("--cycles", "0"), "at least one cycle"),
        (
            ("--preset", "S", "--cycles", "2", "--every", "soon"),
            "--every 'soon' is no length of time",
        ),
    ],
)
def test_wrong_options_of_generate(
    options: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    wrong = call("snapshot", "generate", tmp_path / "world", *options)
    assert (wrong.code, wrong.out) == (2, "")
    assert said in wrong.err


def test_what_generate_says_can_be_pasted(tmp_path: Path) -> None:
    folder = tmp_path / "a b"
    words = ("--preset", "S", "--tasks", 1, "--cycles", 2)
    lines = call("snapshot", "generate", folder, *words).err.splitlines()
    assert f"written: {folder} (2 snapshots; the rows are those of the last)" in lines
    name, *words = shlex.split(lines[-1].removeprefix("next: "))
    assert name == "brokersql" and call(*words).code == 0


def test_names_from_outside_move_no_cursor(world: Path) -> None:
    lines = (world / "queue.jsonl").read_text(encoding="utf-8").splitlines()
    queue = json.loads(lines[0])
    hostile = "X\x1b[31m\u202eY\nZ"
    lines.append(json.dumps({**queue, "queue_name": hostile, "queue_order": 999}))
    (world / "queue.jsonl").write_text("\n".join(lines), encoding="utf-8")
    query = "select queue_name from queue where queue_order = 999"
    shown = call("sql", world, query, "--format", "table").lines[1]
    assert shown == r"X\x1b[31m\u202eY\nZ"
    exact = call("sql", world, query, "--format", "json").json["rows"]
    assert exact == [{"queue_name": hostile}]
    told = explained(world, "--no-changes", "--task", 47110000, "--queue", hostile)
    assert told.code == 0
    assert "\x1b" not in told.out
    assert r"X\x1b[31m\u202eY\nZ" in told.out
    missing = explained(world, "--task", 47110000, "--queue", "\x1b[31mX")
    assert missing.code == 2
    assert "\x1b" not in missing.err


def test_what_differs_between_two_snapshots(demo: Path, tmp_path: Path) -> None:
    before, world = tmp_path / "before", tmp_path / "world"
    before.mkdir()
    for name in ("snapshot", "queue", "gdp_config", "job_stats", "network_metric"):
        shutil.copy(demo / f"{name}.jsonl", before)
    shutil.copytree(before, world)
    same = call("snapshot", "diff", before, world, "--exit-code")
    assert (same.code, same.lines[-1]) == (0, "No differences.")
    rewrite(world, "queue", '"max_rss": 24000', '"max_rss": null')
    rewrite(world, "gdp_config", '"vo": "atlas"', '"vo": null')
    jobs = (world / "job_stats.jsonl").read_text(encoding="utf-8").splitlines()
    twice = [jobs[1], *jobs[1:]]  # without a key: one row gone, one there twice
    (world / "job_stats.jsonl").write_text("\n".join(twice), encoding="utf-8")
    links = (world / "network_metric.jsonl").read_text(encoding="utf-8").splitlines()
    (world / "network_metric.jsonl").write_text("\n".join(links[1:]), encoding="utf-8")
    done = call("snapshot", "diff", before, world, "--exit-code", "--format", "csv")
    assert done.code == 10
    rows = [line.split(",") for line in done.lines[1:]]
    told = {row[0] for row in rows}
    assert told == {"queue", "gdp_config", "job_stats", "network_metric"}
    (queue,) = [row for row in rows if row[0] == "queue"]
    assert queue[2:] == ["changed", "max_rss", "24000", ""]
    gone = json.loads(links[0])
    key = ",".join(gone[each] for each in ("src_site", "dst_site", "key"))
    assert f'network_metric,"{key}",removed,,,' in done.lines
    assert 'gdp_config,"jedi,core,WORK_SHORTAGE,NULL",added,,,' in done.lines
    counts = [line for line in done.lines if line.startswith("job_stats")]
    assert sorted("removed" in line for line in counts) == [False, True]
    queue_only = ("--table", "queue", "--format", "json")
    one = call("snapshot", "diff", before, world, *queue_only)
    assert [each["before"] for each in one.json["differences"]] == ["24000"]
    text = call("snapshot", "diff", before, world, "--limit", 1).out
    assert "max_rss 1" in text
    wrong = call("snapshot", "diff", before, world, "--table", "queues")
    assert (wrong.code, "did you mean queue" in wrong.err) == (2, True)
    rewrite(world, "queue", '"max_rss": null', '"max_rss": "much"')
    faulty = call("snapshot", "diff", before, world, "--table", "queue")
    assert f"warning: {world}: 1 faulty row not compared" in faulty.err

"""`brokersql match`: a state is made, asked and looked at from the command line."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from tests.cli.calling import call
from tests.conformance.dirac_scenario import Row
from tests.match.worlds import written

PILOT: Row = {"pilot_id": "p", "setup": "S", "cpu_time": 300000}


def saved(path: Path, document: object) -> Path:
    """Return a file that holds a document."""
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


def test_a_state_from_its_first_job_to_its_last(tmp_path: Path) -> None:
    state, pilot = tmp_path / "state", saved(tmp_path / "pilot.json", PILOT)
    made = call("match", state, "init", written(tmp_path / "world", 3), "--seed", 1)
    assert made.code == 0 and made.out == ""
    assert "1 job refused" in made.err and "3 jobs in " in made.err
    again = call("match", state, "init", tmp_path / "world")
    assert again.code == 2 and "holds a state already" in again.err

    found = call("match", state, "one", pilot, "--format", "jsonl")
    first = json.loads(found.out)
    assert found.code == 0 and first["seq"] == 1 and first["job_id"] in {1, 4, 7}

    lines = tmp_path / "pilots.jsonl"
    lines.write_text("\n".join([json.dumps(PILOT)] * 3), encoding="utf-8")
    found = call("match", state, "batch", lines, "--format", "jsonl")
    rows = [json.loads(line) for line in found.out.splitlines()]
    assert found.code == 0 and [row["seq"] for row in rows] == [2, 3, 4]
    assert {row["job_id"] for row in rows} == {1, 4, 7, None} - {first["job_id"]}
    assert rows[2]["criterion"] == "-outdrawn"

    assert call("match", state, "requeue", first["job_id"]).code == 0
    job = {"job_id": 9, "owner": "ann", "owner_group": "user", "cpu_time": 5}
    sent = [{**job, "setup": "S"}, {"job_id": 10}, {"job_id": first["job_id"]}]
    added = call("match", state, "add", saved(tmp_path / "jobs.json", sent))
    assert added.code == 0 and "2 jobs refused" in added.err
    told = call("match", state, "status", "--format", "json").json
    assert (told["n_requests"], told["n_jobs"], told["n_matched_24h"]) == (4, 2, 3)
    assert sum(row["n_jobs"] for row in told["groups"]) == 2

    assert call("match", state, "rebuild").code == 0
    verified = call("match", state, "verify").out
    assert "2 jobs waiting, 2 matched, 2 refused" in verified
    counts = call("match", state, "verify", "--format", "json").json
    assert (counts["n_waiting"], counts["n_matched"], counts["n_refused"]) == (2, 2, 2)
    shown = call("match", state, "status").out
    assert "request 4" in shown and "owner_group" in shown


def test_what_cannot_be_done_is_refused(tmp_path: Path) -> None:
    state, pilot = tmp_path / "state", saved(tmp_path / "pilot.json", PILOT)
    assert call("match", state, "one", pilot).code == 6
    assert call("match", state, "init", written(tmp_path / "world", 1)).code == 0
    two = saved(tmp_path / "two.json", [PILOT, PILOT])
    misspelt = saved(tmp_path / "misspelt.json", {"pilot": "p"})
    broken, lines = tmp_path / "broken.json", tmp_path / "pilots.jsonl"
    broken.write_text("{", encoding="utf-8")
    for words, said in (
        (("one", two), "2 pilots, not one"),
        (("one", misspelt), "did you mean pilot_id"),
        (("batch", broken), "broken.json"),
        (("batch", tmp_path / "missing.json"), "missing.json"),
        (("requeue", 1), "not matched"),
        (("explain",), ""),
    ):
        found = call("match", state, *words)
        assert (found.code, said in found.err) == (2, True), found.err
    hint = call("match", state, "one", misspelt).err.splitlines()[-1]
    name, *words = shlex.split(hint)[:3]
    assert name == "brokersql" and "pilot_id" in call(*words).out
    for text, said in (
        ("{", "line 4, column 2: Expecting property name"),
        ('{"seq": 1, "seq": 2}', "line 4: 'seq' stands in an object twice"),
    ):
        lines.write_text("{}\n\n{}\n" + text, encoding="utf-8")
        found = call("match", state, "batch", lines)
        assert found.code == 2 and f"{lines} cannot be read: {said}" in found.err


@pytest.fixture(scope="module")
def unasked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a state that gave no job."""
    folder = tmp_path_factory.mktemp("unasked")
    made = call("match", folder / "state", "init", written(folder / "world", 1))
    assert made.code == 0, made.err
    return folder / "state"


@pytest.mark.parametrize(
    "words",
    [
        ("--columns", "nope"),
        ("--sort", "nope"),
        ("--where", "nope = 1"),
        ("--output", "gone/matches.csv"),
        ("--output", "matches.nope"),
    ],
)
def test_no_job_is_given_where_the_answer_cannot_be_written(
    unasked: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
) -> None:
    monkeypatch.chdir(tmp_path)
    state, pilot = unasked, saved(tmp_path / "pilot.json", PILOT)
    assert call("match", state, "one", pilot, *words).code == 2
    assert call("match", state, "status", "--format", "json").json["n_requests"] == 0


def test_a_state_tells_what_a_pilot_could_get_and_why_a_job_waits(
    tmp_path: Path,
) -> None:
    state = tmp_path / "state"
    call("match", state, "init", written(tmp_path / "world", 3), "--seed", 1)
    pilot = saved(tmp_path / "pilot.json", PILOT)
    small = saved(tmp_path / "small.json", {**PILOT, "cpu_time": 1})

    told = call("match", state, "explain", "--pilot", small)
    assert told.code == 0, told.err
    assert "no match: 0 of" in told.out and "cpu" in told.out
    able = call("match", state, "explain", "--pilot", pilot, "--format", "json").json
    chances = {each["tq_id"]: each["chance"] for each in able["draws"]}
    assert abs(sum(chances.values()) - 1) < 1e-9
    # what was told is not drawn: the jobs still wait
    assert call("match", state, "status", "--format", "json").json["n_jobs"] == 3

    got = call("match", state, "one", pilot, "--format", "jsonl").json
    waits = min({1, 4, 7} - {got["job_id"]})
    left = call("match", state, "explain", "--job", waits)
    assert left.code == 0, left.err
    assert left.lines[0].startswith(f"job {waits}")
    later = {"job_id": 9, "owner": "o", "owner_group": "g", "setup": "S"}
    later |= {"cpu_time": 300000, "submit_time": "2126-01-31T12:00:00Z"}
    # it waits as it came first: what came again is refused
    for again in (later, {**later, "cpu_time": None}):
        saved(tmp_path / "later.json", again)
        assert call("match", state, "add", tmp_path / "later.json").code == 0
    left = call("match", state, "explain", "--job", 9)
    assert " · waits since 2126-01-31 12:00Z · tq " in left.lines[0]
    assert "1 of 1 kind of pilots could take it" in left.out
    gone = call("match", state, "explain", "--job", got["job_id"])
    assert gone.code == 2
    what = f"job {got['job_id']} was matched: request 1, pilot p, at 20"
    assert gone.err.startswith(f"error: {what}"), gone.err
    assert gone.err.endswith(f" requeue {got['job_id']} lets it wait again\n")
    assert call("match", state, "requeue", got["job_id"]).code == 0
    assert call("match", state, "explain", "--job", got["job_id"]).code == 0
    refused = call("match", state, "explain", "--job", 99)
    assert "in no task queue: status Running is not Waiting" in refused.out
    unknown = call("match", state, "explain", "--job", 123456)
    assert unknown.err.startswith("error: no job 123456 (")
    assert "PandaID" not in unknown.err

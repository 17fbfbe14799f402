"""A pair tells where the numbers of what fails come from."""

from __future__ import annotations

from pathlib import Path

from tests.cli.calling import explained

PAIR = ("--task", "47110000", "--queue", "RHEINTAL_HIMEM/SCORE")


def test_a_pair_tells_what_its_numbers_rest_on(run_folder: Path) -> None:
    done = explained(run_folder, *PAIR, "--format", "json")
    (failing,) = done.json["failing"]
    values = {(it["table"], it["column"]): it for it in failing["inputs"]}
    assert values["queue", "min_rss"]["value"] == 16000
    assert values["queue", "min_rss"]["key"] == {"queue_name": "RHEINTAL_HIMEM"}
    assert values["cfg", "MEMORY_COMPENSATION"]["value"] == 0.9
    (first, *_) = done.json["changes"]
    move = first["set"][0]
    assert (move["from"], move["to"], move["unit"]) == (16000, 14400, "MB")
    assert move["option"] == "--update queue:RHEINTAL_HIMEM.min_rss=14400"
    plain = explained(run_folder, *PAIR, "--no-changes", "--format", "json").json
    assert plain["failing"] == [failing]
    assert plain["changes"] == []

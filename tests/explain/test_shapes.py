"""docs/explain-json.md names every key of every answer, in order."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.calling import ROOT, explained

DOC = (ROOT / "docs" / "explain-json.md").read_text(encoding="utf-8")
HEAD = ["schema_version", "kind", "policy", "profile", "snapshot_id"]
HEAD += ["snapshot_time", "seed"]
PAIR = ("--task", "47110000", "--queue", "RHEINTAL_HIMEM/SCORE")


def keys(text: str) -> list[str]:
    return re.findall(r"`([a-z_]+)`", text)


def section(kind: str) -> tuple[list[str], str]:
    """Return the keys of a kind, and the text about what they hold."""
    text = DOC.split(f"## {kind}:", 1)[1].split("\n## ", 1)[0]
    _, listed, *rest = text.split("\n\n")
    return keys(listed), "\n".join(rest)


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        ("explain.task", ("--task", "47110000", "--no-changes")),
        ("explain.pair", PAIR),
        ("explain.queue", ("--queue", "BLUERIDGE_SPOT", "--no-changes")),
        ("explain.criterion", ("--criterion=-disk",)),
        ("explain.fix", (*PAIR, "--fix")),
    ],
)
def test_the_document_names_all_keys(
    kind: str, options: tuple[str, ...], run_folder: Path
) -> None:
    done = explained(run_folder, *options, "--format", "json")
    assert done.code == 0, done.err
    listed, told = section(kind)
    assert list(done.json) == [*HEAD, *listed]
    assert keys(DOC.split("All kinds begin with", 1)[1].split("\n\n", 1)[0]) == HEAD
    for name in ("failing", "changes", "nearest", "criteria", "ladder"):
        found = done.json.get(name)
        if found and isinstance(found[0], dict):
            assert set(found[0]) <= set(keys(told)), name


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

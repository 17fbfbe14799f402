"""With little memory a run is whole, or ends in an error that says what to do.

Promise: a run that finishes under `--memory-limit` decides as one with memory to spare;
one that does not has exit code 8, names the option, and leaves nothing.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.calling import DEMO, call


@pytest.mark.parametrize(
    ("preset", "policies", "limits"),
    [
        ("", ("panda_job",), ("20MB", "60MB", "256MB")),
        pytest.param(
            "L", ("panda_job", "dirac"), ("256MB", "512MB"), marks=pytest.mark.long
        ),
    ],
    ids=["demo", "L"],
)
def test_a_run_is_whole_or_says_what_to_do(
    preset: str, policies: tuple[str, ...], limits: tuple[str, ...], tmp_path: Path
) -> None:
    source, place = DEMO, tmp_path / "runs"
    if preset:
        source = tmp_path / "world"
        made = call("snapshot", "generate", source, "--preset", preset, "--seed", 7)
        assert made.code == 0, made.err
    place.mkdir()
    ended = list[tuple[str, str, int]]()
    for policy in policies:
        words = ("run", source, "--policy", policy, "--seed", 7)
        finished = list[Path]()
        for limit in limits:
            folder = place / f"{policy}-{limit}"
            said = call(*words, "--memory-limit", limit, "--out", folder)
            ended.append((policy, limit, said.code))
            if said.code == 0:
                finished.append(folder)
                continue
            assert said.code == 8, (policy, limit, said.err)
            assert "give more (--memory-limit" in said.err
            assert "Traceback" not in said.err
        assert sorted(place.iterdir()) == sorted(finished)
        if finished:
            ample = tmp_path / policy
            assert call(*words, "--out", ample).code == 0
            for file in ample.glob("*.parquet"):
                for folder in finished:
                    assert (folder / file.name).read_bytes() == file.read_bytes()
        for folder in finished:
            folder.rename(tmp_path / folder.name)
    print(ended)
    assert {code for *_, code in ended} == {0, 8}

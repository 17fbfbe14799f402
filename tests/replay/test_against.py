"""`replay --against`: what changes would have done to every snapshot of a history."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from brokersql.replay import run as plans
from tests.cli.calling import call

KINDS = ("newly_assigned", "no_longer_assigned", "another_queue", "other")


def kind_of(change: dict[str, str]) -> str:
    """Return which of the four counts a changed decision belongs to."""
    before, after = (change[f"status_{side}"] == "assigned" for side in "ab")
    if before and after:
        return "another_queue" if change["best_a"] != change["best_b"] else "other"
    return "newly_assigned" if after else "no_longer_assigned" if before else "other"


def test_every_moment_counts_what_diff_lists(
    history: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plans, "MOST_SNAPSHOTS", 2)
    out = tmp_path / "out"
    asked = ("replay", history, "--against", "--profile", "asrun", "--out", out)
    done = call(*asked, "--format", "json")
    assert done.code == 10, done.err
    told = done.json
    sides = out / "configured", out / "changed"
    assert f"next: brokersql diff {sides[0]} {sides[1]}" in done.err
    # 1. the same decisions as a diff of both sides
    diff = call("diff", *sides, "--format", "json").json
    assert (told["decisions"], told["changed"]) == (diff["decisions"], diff["changed"])
    causes = {it["first_cause"] for it in diff["changes"]}
    assert ("another decision" in causes, "reasons not written" in causes) == (0, 1)
    assert len(told["moments"]) == told["cycles"] == 3
    for each in told["moments"]:
        own = [it for it in diff["changes"] if it["snapshot_id"] == each["snapshot_id"]]
        counts = Counter(map(kind_of, own))
        assert {name: each[name] for name in KINDS} == {
            name: counts[name] for name in KINDS
        }
        assert each["changed"] == len(own)
    assert sum(told[name] for name in KINDS) == told["changed"]
    assert told["parameters"] == diff["parameters"]
    shown = {each["name"]: (each["a"], each["b"]) for each in told["parameters"]}
    assert shown["cap_floor"] == (0, 20)
    # 2. again: nothing is decided anew; a chart, a table, a line of sums
    again = call(*asked, "--limit", 1)
    assert (again.code, again.err.count("3 cycles found done")) == (10, 2)
    assert len([line for line in again.lines if "█" in line]) == 3
    *_, first, hidden, sums = again.lines
    assert first.startswith("2025-10-14 12:00Z ")
    assert hidden == "… and 2 more: --limit 0"
    counted = [told[name] for name in ("decisions", "changed", *KINDS)]
    assert sums.split() == ["all", *map(str, counted)]
    narrow = call(*asked, "--color", "never", columns=60)
    shown = [line for line in narrow.lines if str(tmp_path) not in line]
    assert max(map(len, shown)) <= 60
    assert len(call(*asked, "--format", "csv").lines) == 4
    # 3. another change needs a folder of its own
    other = call(*asked, "--set", "NQUEUED_SAT_CAP=20")
    assert (other.code, "changed holds another replay" in other.err) == (2, True)
    # 4. figures are those of one side
    both = call("scoreboard", out)
    assert (both.code, f"name one: {sides[1]}, {sides[0]}" in both.err) == (2, True)
    assert call("scoreboard", sides[0]).code == 0


def test_a_value_that_is_in_force_changes_nothing(history: Path) -> None:
    last = ("--from", "2025-10-14T14:00:00Z")
    done = call("replay", history, *last, "--against", "--set", "NQUEUED_SAT_CAP=150")
    assert (done.code, done.lines[-1]) == (0, "0 of 7 decisions changed."), done.err
    assert "parameters: equal." in done.lines
    assert "--out DIR keeps both sides" in done.err


def test_settings_of_the_snapshots_are_in_force(history: Path, tmp_path: Path) -> None:
    script = tmp_path / "settings.sql"
    script.write_text(
        "update gdp_config set value = '20' where key = 'NQUEUED_SAT_CAP'"
    )
    last = ("--from", "2025-10-14T14:00:00Z", "--policy", "panda_job")
    done = call("replay", history, *last, "--against", "--sql", script)
    assert "parameters: NQUEUED_SAT_CAP 150 → 20." in done.lines, done.err


def test_a_policy_of_ones_own_is_compared_with_what_it_extends(
    history: Path, tmp_path: Path
) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "policy.toml").write_text('extends = "panda_job"\ntitle = "mine"\n')
    last = ("--from", "2025-10-14T14:00:00Z", "--policy", mine)
    done = call("replay", history, *last, "--against", "--format", "json")
    assert done.code == 0, done.err
    assert done.json["policies"] == [{"a": "panda_job", "b": "mine"}]
    assert done.json["decisions"] == 7


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--against", "--set", "NO_SUCH_KEY=1"), "NO_SUCH_KEY"),
        (("--against",), "nothing is changed"),
        (("--against", "--policy", "panda_job_legacy"), "nothing is changed"),
    ],
)
def test_what_does_not_fit_leaves_no_folder(
    history: Path, tmp_path: Path, options: tuple[str, ...], said: str
) -> None:
    done = call("replay", history, *options, "--out", tmp_path / "out")
    assert (done.code, done.out, said in done.err) == (2, "", True)
    assert not (tmp_path / "out").exists()
    done = call("replay", history, "--set", "NQUEUED_SAT_CAP=20")
    assert (done.code, "--out is missing" in done.err) == (2, True)

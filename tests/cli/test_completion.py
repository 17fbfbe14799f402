"""What a shell completes: commands, and names of what the command line speaks of."""

from __future__ import annotations

from pathlib import Path

import pytest

from brokersql.cli import main
from tests.cli.calling import DEMO, call, spawn
from tests.match.worlds import written

CASES = (
    (("expl",), {"explain"}),
    (("explain", "{run}", "--task", "4711018"), {"47110182"}),
    (("explain", "{demo}", "--queue", "RHEINTAL_H"), {"RHEINTAL_HIMEM"}),
    (("run", "{demo}", "--task", "4711018"), {"47110182"}),
    (("explain", "{run}", "--criterion", "low_mem"), {"low_memory"}),
    (("sql", "{run}", "--policy", "panda_t"), {"panda_task", "panda_timeout"}),
    (("policy", "show", "panda_job/low_mem"), {"panda_job/low_memory"}),
    (("explain", "nowhere", "--task", "4"), set[str]()),
    (("explain", "{pilots}", "--task", "4"), set[str]()),
    (("explain", "{demo}", "--nucleus", "RHEINTAL-T"), {"RHEINTAL-T1"}),
    (("explain", "{world}", "--job", "4"), {"4"}),
    (("explain", "{folder}/h"), {"{folder}/hist/"}),
    (("replay", "{history}", "--from", "2026-03-17"), {"2026-03-17T09:30:00Z"}),
    (("replay", "{history}", "--without", "low_mem"), {"low_memory"}),
    (("replay", "{history}", "--policy", "panda_t"), {"panda_task", "panda_timeout"}),
    (("history", "prune", "{history}", "--at", "2026"), {"2026-03-17T09:30:00Z"}),
    (("match", "{state}", "explain", "--job", "4"), {"4"}),
    (("match", "{state}", "expl"), {"explain"}),
    (("run", "{demo}", "--set", "NQUEUED_SAT"), {"NQUEUED_SAT_CAP="}),
    (("run", "{demo}", "--set", "walltime24_mode=w"), {"walltime24_mode=wall_clock"}),
    (("run", "{demo}", "--profile", "as"), {"asrun"}),
    (("run", "{demo}", "--verdict", "f"), {"full"}),
    (("sensitivity", "{demo}", "--parameter", "NQUEUED_SAT"), {"NQUEUED_SAT_CAP"}),
    (("policy", "list", "--format", "js"), {"json", "jsonl"}),
    (("policy", "check", "dir"), {"dirac"}),
)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Return a history of the demo, and jobs of DIRAC in a world and in a state."""
    folder = tmp_path_factory.mktemp("kept")
    history, state = folder / "hist", folder / "state"
    assert call("history", "add", history, DEMO).code == 0
    world = written(folder / "world", 3)
    assert call("match", state, "init", world).code == 0
    return {"history": history, "state": state, "folder": folder, "world": world}


def variables(words: tuple[str, ...], **places: Path) -> dict[str, str]:
    line = " ".join(["brokersql", *words]).format(**places)
    return {
        "_BROKERSQL_COMPLETE": "complete_bash",
        "COMP_WORDS": line,
        "COMP_CWORD": str(len(words)),
    }


@pytest.mark.parametrize(("words", "offered"), CASES)
def test_completion(
    words: tuple[str, ...],
    offered: set[str],
    demo: Path,
    run_folder: Path,
    pilots_run: Path,
    kept: dict[str, Path],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    places = {"run": run_folder, "pilots": pilots_run, "demo": demo, **kept}
    for name, value in variables(words, **places).items():
        monkeypatch.setenv(name, value)
    with pytest.raises(SystemExit):
        main([])
    told = capsys.readouterr()
    assert told.err == ""
    assert set(told.out.split()) == {each.format(**places) for each in offered}


def test_a_shell_is_answered(demo: Path) -> None:
    done = spawn(env=variables(("run", "{demo}", "--task", "4711018"), demo=demo))
    assert (done.stderr, done.stdout.split()) == (b"", [b"47110182"])

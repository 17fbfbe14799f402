"""What a shell completes: commands, and names of what the command line speaks of."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.calling import spawn

CASES = (
    (("expl",), {"explain"}),
    (("explain", "{run}", "--task", "4711018"), {"47110182"}),
    (("explain", "{demo}", "--queue", "RHEINTAL_H"), {"RHEINTAL_HIMEM"}),
    (("run", "{demo}", "--task", "4711018"), {"47110182"}),
    (("explain", "{run}", "--criterion", "low_mem"), {"low_memory"}),
    (("sql", "{run}", "--policy", "panda_t"), {"panda_task", "panda_timeout"}),
    (("policy", "show", "panda_job/low_mem"), {"panda_job/low_memory"}),
    (("explain", "nowhere", "--task", "4"), set[str]()),
)


@pytest.mark.parametrize(("words", "offered"), CASES)
def test_completion(
    words: tuple[str, ...], offered: set[str], demo: Path, run_folder: Path
) -> None:
    line = " ".join(["brokersql", *words]).format(run=run_folder, demo=demo)
    done = spawn(
        env={
            "_BROKERSQL_COMPLETE": "complete_bash",
            "COMP_WORDS": line,
            "COMP_CWORD": str(len(words)),
        }
    )
    assert done.stderr == b""
    assert set(done.stdout.decode().split()) == offered

"""Results on stdout, news on stderr; colour, pipes and signals as users expect."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.cli.calling import begun, call, environment, spawn


def on_terminal(
    *arguments: str | Path, env: Mapping[str, str] | None = None
) -> tuple[int, str]:
    """Run one command line with stdout on a terminal of 100 columns."""
    mine, theirs = pty.openpty()
    look = {"COLUMNS": "100", "TERM": "xterm", **(env or {})}
    child = begun(*arguments, env=look, stdout=theirs)
    os.close(theirs)
    pieces: list[bytes] = []
    while True:
        try:
            piece = os.read(mine, 65536)
        except OSError:
            break
        if not piece:
            break
        pieces.append(piece)
    child.communicate()
    os.close(mine)
    return child.returncode, b"".join(pieces).decode().replace("\r\n", "\n")


def test_a_terminal_gets_a_coloured_table_that_fits(run_folder: Path) -> None:
    code, text = on_terminal("sql", run_folder, "from candidate")
    assert code == 0
    assert text.startswith("\x1b[1m")
    asked = ("--no-changes", "--task", "47110000")
    code, text = on_terminal("explain", run_folder, *asked)
    assert code == 0
    plain = text.replace("\x1b[0m", "")
    for number in ("1", "2", "31", "32", "33", "35"):
        plain = plain.replace(f"\x1b[{number}m", "")
    assert "\x1b" not in plain
    assert [line for line in plain.splitlines() if len(line) > 100] == []
    assert "… and " in plain


@pytest.mark.parametrize("env", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_colour_can_be_switched_off(env: dict[str, str], demo: Path) -> None:
    _, text = on_terminal("snapshot", "describe", demo, env=env)
    assert "\x1b" not in text
    assert text.startswith("snapshot demo")


def test_colour_can_be_asked_for(
    run_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = ("sql", run_folder, "select 1 as x", "--format", "table")
    bold = "\x1b[1mx\x1b[0m"
    assert "\x1b" not in call(*asked).out
    assert bold in call(*asked, "--color", "always").out
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert bold in call(*asked).out
    assert "\x1b" not in call(*asked, "--color", "never").out


def test_machine_formats_have_no_colour_and_stay_whole_when_verbose(demo: Path) -> None:
    asked = ("--policy", "dirac", "--format", "json", "--color", "always", "-vv")
    done = call("run", demo, *asked)
    assert done.code == 0
    assert json.loads(done.out)["kind"] == "run"
    assert "\x1b" not in done.out


def test_errors_as_json(tmp_path: Path) -> None:
    wrong = call("run", tmp_path / "none", "--format", "json")
    assert (wrong.code, wrong.out) == (3, "")
    told = json.loads(wrong.err)
    assert (told["error"], told["exit_code"]) == ("snapshot", 3)
    told = json.loads(call("run", "--nothing", "--format", "json").err)
    assert (told["error"], told["exit_code"]) == ("usage", 2)


def test_errors_stay_when_quiet_and_are_traced_when_verbose(tmp_path: Path) -> None:
    asked = ("sql", "select 1")
    assert (call(*asked).err != "", call(*asked, "-q").err) == (True, "")
    wrong = call("run", tmp_path / "none", "-q")
    assert (wrong.code, wrong.err[:7]) == (3, "error: ")
    assert "Traceback" not in wrong.err
    assert "Traceback" in call("run", tmp_path / "none", "--verbose").err


def test_output_goes_to_a_file_as_a_whole(run_folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    done = call("sql", run_folder, "select 1 as x", "--output", path)
    assert (done.code, done.out) == (0, "")
    assert path.read_text(encoding="utf-8") == "x\n1\n"
    for name, said in (
        ("x/y.csv", "cannot write"),
        ("rows.xls", "its suffix names no format"),
    ):
        wrong = call("sql", run_folder, "select 1", "--output", tmp_path / name)
        assert (wrong.code, said in wrong.err) == (2, True), wrong.err


def test_a_reader_that_leaves_early_is_no_error(run_folder: Path) -> None:
    child = begun("sql", run_folder, "from range(3000000)")
    assert child.stdout is not None
    assert child.stderr is not None
    child.stdout.readline()
    child.stdout.close()
    told = child.stderr.read().decode()
    assert child.wait() == 0
    assert "Traceback" not in told
    assert "error" not in told.lower()
    child.stderr.close()


def test_an_interrupt_ends_with_130(run_folder: Path) -> None:
    query = "select count(*) from range(100000000000) as a cross join range(1000) as b"
    child = begun("sql", run_folder, query)
    maps = Path(f"/proc/{child.pid}/maps")
    while maps.is_file() and child.poll() is None and "duckdb" not in maps.read_text():
        time.sleep(0.05)
    time.sleep(1)
    child.send_signal(signal.SIGINT)
    out, told = child.communicate(timeout=60)
    assert child.returncode == 130
    assert out == b""
    assert re.fullmatch(rb"\s*stopped after \d+\.\d s\n", told)


def test_an_interrupt_while_a_class_is_made_ends_with_130(tmp_path: Path) -> None:
    (tmp_path / "stopped.py").write_text(
        "import signal, sys\n"
        "from brokersql.cli import main\n"
        "from brokersql.cycle import MultiPolicyRun\n"
        "MultiPolicyRun.run = lambda *_: exec('signal.raise_signal(2)')\n"
        "sys.exit(main(['run', '--policy', 'panda_job']))\n"
    )
    child = subprocess.run(
        [sys.executable, "-m", "stopped"],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    assert child.returncode == 130, child.stderr
    assert child.stderr.startswith(b"stopped after")


def test_a_stream_that_cannot_hold_our_signs(demo: Path) -> None:
    done = spawn(
        *("explain", demo, "--no-changes", "--task", "47110000"),
        env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
    )
    assert done.returncode == 0
    text = done.stdout.decode("ascii")
    assert "+ assigned: " in text
    assert "\\u" not in text


def test_a_full_disk_behind_stdout_is_an_error_that_says_so() -> None:
    for words in (("--version",), ("policy", "list")):
        with open("/dev/full", "wb") as full:
            done = spawn(*words, capture_output=False, stdout=full, stderr=-1)
        assert done.returncode == 2, words
        assert done.stderr.startswith(b"error: cannot write the output: No space left")
        assert b"fault of brokersql" not in done.stderr


def test_times_with_a_zone_need_no_pandas(run_folder: Path) -> None:
    done = spawn("sql", run_folder, "select to_timestamp(0) as t", "-f", "csv")
    assert done.stdout == b"t\n1970-01-01T00:00:00Z\n", done.stderr

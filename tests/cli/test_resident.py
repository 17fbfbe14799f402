"""The process that `serve` keeps ready: commands do the same with and without it."""

from __future__ import annotations

import contextlib
import os
import pty
import re
import shlex
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from brokersql import resident
from tests.cli.calling import call, environment, spawn

#: The exit code of a client that was not served.
ALONE = 99
#: A client that runs nothing by itself.
CLIENT = f"""
import sys
from brokersql import resident
code = resident.pass_on(sys.argv[1:])
sys.exit({ALONE} if code is None else code)
"""
#: What `serve` does for clients, without its pages.
KEEPER = """
import sys, time
from pathlib import Path
from brokersql.cli.resident import ResidentProcess
with ResidentProcess(Path(sys.argv[1])) as process:
    print("http", flush=True)
    while True:
        time.sleep(0.1)
        process.renew()
"""
#: A query that one processor works on, and that ends when it is stopped.
LONG = (
    "with recursive t(n) as (select 1 union all select n + 1 from t where n > 0) "
    "select max(n) from t"
)
#: How often a client asks at most until it is served, on a busy machine.
MOST_TRIALS = 1500
#: Seconds that a query or a story takes.
TIMES = re.compile(rb"\d[\d.]* m?s\b")


def variables(folder: Path, more: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return variables with a resident process whose socket is in a folder."""
    own = {"XDG_RUNTIME_DIR": str(folder), "BROKERSQL_RESIDENT": "1"}
    return environment({**own, **(more or {})})


@contextmanager
def serving(run: Path, folder: Path, *command: str) -> Iterator[subprocess.Popen[str]]:
    """Let a run be served, by `serve` if that is said, with sockets in a folder."""
    process = subprocess.Popen(
        [sys.executable, *(command or ("-c", KEEPER)), run],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=variables(folder),
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline().startswith("http")
    try:
        yield process
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)


@pytest.fixture(scope="module")
def sockets() -> Iterator[Path]:
    """Return a folder with a short path, which sockets need."""
    with tempfile.TemporaryDirectory(prefix="bs", dir="/tmp") as folder:
        yield Path(folder)


@pytest.fixture(scope="module")
def served(sockets: Path, small_run: Path) -> Iterator[Path]:
    """Return the run of a server."""
    with serving(small_run, sockets):
        yield small_run


Answer = tuple[int, bytes, bytes]


def asked(
    folder: Path, *words: str | Path, env: Mapping[str, str] | None = None
) -> Answer:
    """Return what this process gets that asks once; ALONE where it is not served."""
    nobody = subprocess.CompletedProcess[bytes]([], ALONE)
    with (
        mock.patch.dict(os.environ, variables(folder, env)),
        mock.patch("subprocess.run", return_value=nobody),
    ):
        return resident.ask([str(word) for word in words])


def client(
    folder: Path, *words: str | Path, env: Mapping[str, str] | None = None, **how: Any
) -> Answer:
    """Return what a client does that is a process of its own and asks once."""
    done = subprocess.run(
        [sys.executable, "-P", "-c", CLIENT, *map(str, words)],
        env=variables(folder, env),
        check=False,
        timeout=300,
        **{"capture_output": True, "stdin": subprocess.DEVNULL, **how},
    )
    return done.returncode, done.stdout, done.stderr


def answered(
    folder: Path,
    *words: str | Path,
    by: Callable[..., Answer] = asked,
    **how: Any,
) -> Answer:
    """Return what a client gets as soon as it is served, without times."""
    for _ in range(MOST_TRIALS):
        code, out, err = by(folder, *words, **how)
        if code != ALONE:
            return code, out, TIMES.sub(b"T", err or b"")
        time.sleep(0.02)
    raise AssertionError("nobody answers")


def by_itself(*words: str | Path, env: Mapping[str, str] | None = None) -> Answer:
    """Return what `answered` does of a command that no other process runs."""
    with mock.patch.dict(os.environ, env or {}):
        done = call(*words)
    return done.code, done.out.encode(), TIMES.sub(b"T", done.err.encode())


def is_served(folder: Path, run: Path) -> bool:
    return answered(folder, "sql", run, "select 2 as n")[:2] == (0, b"n\n2\n")


def socket_in(folder: Path) -> Path:
    (found,) = (folder / "brokersql").iterdir()
    return found


def listener(folder: Path) -> int:
    """Return the number of the process that listens."""
    with socket.socket(socket.AF_UNIX) as link:
        link.connect(str(socket_in(folder)))
        found = link.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12)
        return struct.unpack("3i", found)[0]


def n_files(process: int) -> int:
    """Return how many files a process has open that has nothing to do any more.

    What it explains unasked comes half a second after the last client, or task.
    """
    before, ticks = None, ""
    while ticks != before:
        before = ticks
        time.sleep(1)
        ticks = " ".join(Path(f"/proc/{process}/stat").read_text().split()[13:15])
    counts: list[int] = []
    for _ in range(5):
        time.sleep(0.1)
        counts.append(len(os.listdir(f"/proc/{process}/fd")))
    return min(counts)


@pytest.mark.parametrize(
    "words",
    [
        "explain RUN --task 47110182",
        "explain RUN 47110182 --format json",
        "explain RUN LAGUNA_UCORE",
        "explain RUN --criterion=-disk --color always",
        "explain RUN --task 1",
        "explain RUN 47110182 --queue LAGUNA_UCORE --fix",
        "explain --nothing RUN",
        "explain RUN --help",
        "sql RUN",
        "sql RUN 'from result order by all limit 5' --format json",
        "sql RUN 'from candidate' --limit 2 --where 'rank = 1'",
        "sql RUN 'from queue limit 3'",
        "sql RUN 'from nothing'",
        "sql RUN 'select 1' --format xml --log-format json",
        "sql RUN 'select sum(range) from range(9999999999)' --timeout 0.01",
    ],
)
def test_a_command_does_the_same(
    words: str, served: Path, sockets: Path, no_input: None
) -> None:
    """Also where it was explained before, which the process has not forgotten."""
    line = [str(served) if word == "RUN" else word for word in shlex.split(words)]
    alone = by_itself(*line)
    for _ in range(2 if line[0] == "explain" else 1):
        assert answered(sockets, *line) == alone


def test_the_command_line_asks_it_and_loads_nothing(
    served: Path, sockets: Path
) -> None:
    code = (
        "import sys; from brokersql.cli import main; code = main(); "
        f"sys.exit({ALONE} if 'duckdb' in sys.modules else code)"
    )
    line = [sys.executable, "-c", code, "sql", str(served), "select 1 as one"]

    def on_command_line(folder: Path, switch: str = "1") -> Answer:
        env = variables(folder, {"BROKERSQL_RESIDENT": switch})
        done = subprocess.run(line, env=env, capture_output=True, check=False)
        return done.returncode, done.stdout, b""

    assert is_served(sockets, served)
    assert answered(sockets, by=on_command_line)[:2] == (0, b"one\n1\n")
    assert on_command_line(sockets, "0")[:2] == (ALONE, b"one\n1\n")


def test_folder_and_environment_are_those_of_the_client(
    served: Path, sockets: Path, tmp_path: Path
) -> None:
    line, encoding = ("explain", "run", "47110182", "--no-changes"), "PYTHONIOENCODING"
    with contextlib.chdir(served.parent):
        for env in (
            {},
            {"FORCE_COLOR": "1"},
            {"FORCE_COLOR": "1", "NO_COLOR": "1"},
            {"BROKERSQL_FORMAT": "json"},
            {"BROKERSQL_SEED": "x"},
        ):
            assert answered(sockets, *line, env=env) == by_itself(*line, env=env)
        alone = spawn(*line, env={encoding: "ascii"})
        done = answered(sockets, *line, by=client, env={encoding: "ascii"})
        assert done[:2] == (alone.returncode, alone.stdout)
    (tmp_path / "link").symlink_to(served)
    with contextlib.chdir(tmp_path):
        line = ("sql", "link", "select 1 as one", "--output", "one.csv")
        assert answered(sockets, *line)[0] == 0
        assert Path("one.csv").read_text() == "one\n1\n"


def test_stdin_is_that_of_the_client(served: Path, sockets: Path) -> None:
    given: dict[str, Any] = {"stdin": None, "input": b"select 3 as three"}
    for words in (("sql", served), ("sql", served, "-")):
        done = answered(sockets, *words, by=client, **given)
        assert done[:2] == (0, b"three\n3\n")


def test_a_reader_that_goes_away_is_no_fault(served: Path, sockets: Path) -> None:
    """The next command is answered by the same process, and nothing stays open."""
    assert is_served(sockets, served)
    process, query = listener(sockets), "select range from range(1000000)"
    before = n_files(process)
    for _ in range(2):
        reader, writer = os.pipe()
        os.close(reader)
        how: dict[str, Any] = {"capture_output": False, "stdout": writer}
        assert answered(sockets, "sql", served, query, by=client, **how)[0] == 0
        os.close(writer)
    assert is_served(sockets, served)
    assert (listener(sockets), n_files(process)) == (process, before)


def test_what_cannot_print_its_error_ends_as_alone(served: Path, sockets: Path) -> None:
    for query in ("select bogus", "select 1 as n"):
        with open("/dev/full", "wb") as full:
            how: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": full}
            how["capture_output"] = False
            code, *_ = answered(sockets, "sql", served, query, by=client, **how)
            assert code == spawn("sql", served, query, **how).returncode
        assert is_served(sockets, served)


def test_nothing_is_imported_from_the_folder_of_a_client(
    served: Path, sockets: Path, tmp_path: Path
) -> None:
    for name in ("shlex", "json", "csv", "decimal", "brokersql"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('imported')")
    for words in (
        ("explain", served, "47110182", "--no-changes"),
        ("sql", served, "select bogus"),
    ):
        there = answered(sockets, *words, by=client, cwd=tmp_path)
        assert there == by_itself(*words)


def test_a_request_that_is_none_leaves_the_process_there(
    served: Path, sockets: Path
) -> None:
    assert is_served(sockets, served)
    before = listener(sockets)
    for text in (b"5\n", b"[]\n", b"{}\n", b"no\n", b"\xff\n"):
        with socket.socket(socket.AF_UNIX) as link, open(os.devnull, "rb") as nothing:
            link.connect(str(socket_in(sockets)))
            assert link.recv(64) == b"ready\n"
            socket.send_fds(link, [text], [nothing.fileno()] * 3)
            assert link.recv(64) == b""
    assert is_served(sockets, served)
    assert listener(sockets) == before


def test_a_shell_stays_where_its_terminal_is(served: Path, sockets: Path) -> None:
    assert is_served(sockets, served)
    shown, terminal = pty.openpty()
    for words in ((), ("--where", "rank = 1")):
        assert client(sockets, "sql", served, *words, stdin=terminal)[0] == ALONE
    line = ("sql", served, "select 1 as n")
    done = answered(sockets, *line, by=client, stdin=terminal)
    assert done[:2] == (0, b"n\n1\n")
    os.close(shown)
    os.close(terminal)


@contextmanager
def started(folder: Path, run: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Give a client whose command runs; the next one is served after the block."""
    assert is_served(folder, run)
    process = subprocess.Popen(
        [sys.executable, "-c", CLIENT, "sql", run, LONG],
        env=variables(folder),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
    )
    # who would have to wait is not served
    while asked(folder, "sql", run, "select 1")[0] != ALONE:
        time.sleep(0.02)
    time.sleep(0.2)
    yield process
    assert is_served(folder, run)


def test_ctrl_c_stops_the_command_and_the_next_one_is_served(
    served: Path, sockets: Path
) -> None:
    with started(sockets, served) as process:
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        assert (process.returncode, out) == (130, b""), err
        assert re.fullmatch(rb"\s*stopped after [\d.]+ s\n", err)


def test_a_client_that_is_killed_stops_its_command(served: Path, sockets: Path) -> None:
    with started(sockets, served) as process:
        process.kill()
        process.communicate()


def test_the_end_of_the_process_is_an_error_of_its_own(
    served: Path, sockets: Path
) -> None:
    """The next one has no run to explain unasked: that may have been the reason."""
    with started(sockets, served) as process:
        os.kill(listener(sockets), signal.SIGKILL)
        out, err = process.communicate(timeout=60)
        assert (process.returncode, out) == (1, b"")
        said = b"error: the resident process of brokersql serve ended"
        assert err.startswith(said)
    arguments = Path(f"/proc/{listener(sockets)}/cmdline").read_bytes().split(b"\0")
    assert arguments[-2:] == [b"", b""]


def test_others_are_not_served(
    served: Path, sockets: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert is_served(sockets, served)
    for name, text in variables(sockets).items():
        monkeypatch.setenv(name, text)
    line = ["sql", str(served), "select 1 as one"]
    with monkeypatch.context() as patch:
        patch.setattr(resident, "made_of", lambda: ["another version"])
        assert resident.pass_on(line) is None
    # a request that is none, and a client that says nothing
    for request in (b"[1]\n", b""):
        with socket.socket(socket.AF_UNIX) as link:
            link.connect(str(socket_in(sockets)))
            link.sendall(request)
            assert link.makefile("rb").read() == resident.READY
    # a client without a folder of its own
    gone = "import os; os.mkdir('gone'); os.chdir('gone'); os.rmdir('../gone')"
    code = f"{gone}\n{CLIENT}"
    command = [sys.executable, "-c", code, *line]
    assert subprocess.run(command, cwd=tmp_path, check=False).returncode == ALONE
    # a folder that others can reach into, a file in the place of the run
    assert answered(sockets, *line)[0] == 0
    (sockets / "brokersql").chmod(0o755)
    assert resident.pass_on(line) is None
    (sockets / "brokersql").chmod(0o700)
    assert resident.socket_of(str(served / "run.json")) is None
    assert resident.pass_on(["diff", str(served), str(served)]) is None


def test_python_asks_without_it_as_well(served: Path) -> None:
    line = ["sql", str(served), "select 1 as one"]
    assert resident.ask(line)[:2] == (0, b"one\n1\n")  # of a process of its own


def test_a_run_in_the_place_of_another_is_what_is_explained(
    served: Path, sockets: Path, tmp_path: Path
) -> None:
    run = tmp_path / "out"
    world = served.parent / "world"
    made = ("run", world, "--policy", "panda_job", "--out", run, "--seed", 7)
    line = ("explain", run, "--task", "47110182", "--no-changes")
    query = ("sql", run, "select count(*) from exclusion")
    assert call(*made).code == 0
    with serving(run, sockets):
        for changed in ((), ("--set", "NQUEUED_NUC_CAP_FOR_JOBS=20000")):
            assert not changed or call(*made, *changed).code == 0
            for words in (line, query):
                assert answered(sockets, *words) == by_itself(*words)


def test_it_ends_with_serve_and_leaves_no_socket(small_run: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="bs", dir="/tmp") as name:
        folder = Path(name)
        with serving(small_run, folder) as process:
            assert is_served(folder, small_run)
            process.kill()
            process.wait()
            while list((folder / "brokersql").iterdir()):
                time.sleep(0.05)
        # what was killed has left its socket
        path = resident.socket_of(str(small_run))
        assert path is not None
        left = folder / "brokersql" / Path(path).name
        with socket.socket(socket.AF_UNIX) as link:
            link.bind(str(left))
        assert asked(folder, "sql", small_run, "select 1")[0] == ALONE
        with serving(small_run, folder, "-m", "brokersql", "serve"):
            assert is_served(folder, small_run)
        assert list((folder / "brokersql").iterdir()) == []
        # a folder that others can reach into
        (folder / "brokersql").chmod(0o755)
        with serving(small_run, folder):
            time.sleep(2)
            assert list((folder / "brokersql").iterdir()) == []

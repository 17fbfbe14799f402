"""Database servers that listen on a socket in a folder of their own."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent / "servers"


class NotInstalled(Exception):
    """A server is not on this machine; the message says how it comes there."""


@dataclass(frozen=True, slots=True)
class TestServer:
    """A server that listens on a socket in a folder of its own."""

    __test__ = False

    folder: Path
    client: tuple[str, ...]

    def run(self, *words: str, text: str | None = None) -> str:
        """Run the server's own client as its administrator; return what it prints."""
        done = subprocess.run(
            [*self.client, *words], input=text, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        return done.stdout


@contextmanager
def postgres_server() -> Iterator[TestServer]:
    """Run PostgreSQL with the small site of servers/panda.sql within a with block."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if not found:
        raise NotInstalled("PostgreSQL is not installed: apt-get install postgresql")
    programs = found[-1].parent
    with _own_folder("postgres") as folder:
        start = _as_owner("postgres")
        data = folder / "data"
        options = ("-U", "admin", "--auth-local=trust", "--no-sync", "-E", "UTF8")
        made = [*start, programs / "initdb", "-D", data, *options]
        subprocess.run(made, check=True, capture_output=True)
        (data / "pg_hba.conf").write_text(
            "local all admin trust\nlocal all reader md5\n"
        )
        options = ("-D", data, "-h", "", "-k", folder)
        quick = ("-c", "fsync=off", "-c", "full_page_writes=off")
        command = [*start, programs / "postgres", *options, *quick]
        client = (str(programs / "psql"), "-h", str(folder), "-U", "admin")
        with _running(command, folder):
            _await_true([programs / "pg_isready", "-h", folder])
            server = TestServer(folder, (*client, "-v", "ON_ERROR_STOP=1", "-q"))
            server.run("postgres", "-f", str(HERE / "panda.sql"))
            yield server


@contextmanager
def mariadb_server() -> Iterator[TestServer]:
    """Run MariaDB with the few jobs of servers/dirac.sql within a with block."""
    program = shutil.which("mariadbd", path=f"{os.environ.get('PATH')}:/usr/sbin")
    if program is None:
        raise NotInstalled("MariaDB is not installed: apt-get install mariadb-server")
    with _own_folder("mysql") as folder:
        start = _as_owner("mysql")
        data, socket = folder / "data", folder / "s"
        made = ("--auth-root-authentication-method=normal", "--skip-test-db")
        install = ["mariadb-install-db", "--no-defaults", f"--datadir={data}", *made]
        subprocess.run([*start, *install], check=True, capture_output=True)
        options = (
            *("--no-defaults", f"--datadir={data}", f"--socket={socket}"),
            *("--skip-networking", "--innodb-flush-log-at-trx-commit=0"),
            *("--innodb-buffer-pool-size=64M", f"--pid-file={folder / 'pid'}"),
        )
        client = ("mariadb", "--no-defaults", "-S", str(socket), "-u", "root")
        with _running([*start, program, *options], folder):
            _await_true([*client, "-e", "select 1"])
            server = TestServer(folder, client)
            server.run(text=(HERE / "dirac.sql").read_text())
            yield server


def _as_owner(account: str) -> tuple[str, ...]:
    """Return how a server is started: not as root, and so that it ends with its test.

    It ends however the process ends that runs the tests.
    """
    owner = (f"--reuid={account}", f"--regid={account}", "--clear-groups")
    is_root = os.geteuid() == 0
    return ("setpriv", *(owner if is_root else ()), "--pdeathsig=QUIT", "--")


@contextmanager
def _own_folder(account: str) -> Iterator[Path]:
    """Yield a folder with a short path, as sockets need, that the account owns."""
    folder = Path(tempfile.mkdtemp(prefix="bsql-"))
    try:
        folder.chmod(0o755)
        if os.geteuid() == 0:
            shutil.chown(folder, account)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _running(command: Sequence[str | Path], folder: Path) -> Iterator[None]:
    """Run a server within a with block; what it says goes to a log in its folder."""
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
        try:
            yield
        finally:
            process.send_signal(signal.SIGQUIT)  # without delay: nothing is kept
            process.wait()


def _await_true(command: Sequence[str | Path]) -> None:
    """Wait until a command succeeds: a server answers."""
    for _ in range(300):
        if subprocess.run(command, capture_output=True).returncode == 0:
            return
        time.sleep(0.1)
    raise AssertionError(f"no server answers {command}")

"""The interactive shell of `brokersql sql`: a line in, an answer out, until Ctrl-D."""

from __future__ import annotations

import shutil
import signal
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from brokersql.cli.output import Output
from brokersql.cli.usual import FORMATS
from brokersql.errors import BrokersqlError, UsageError

if TYPE_CHECKING:
    import pyarrow as pa
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document
    from prompt_toolkit.filters import Condition

    from brokersql.cli.source import Source
    from brokersql.export import Desk, Vocabulary

_HELP = """\
.tables [KIND|NAME]   what can be asked: snapshot, fact, filter, step, result …
.schema TABLE         its columns with types, units and sources
.policy NAME[/FILE]   a policy, or one rule of it, ready to run
.format FORMAT        table, json, jsonl, csv: how answers look from now on
.help                 this
.quit                 leave; Ctrl-D does too
A query ends with ; and Enter. Ctrl-C stops it. Nothing can be changed, no file read."""


@dataclass(slots=True)
class Shell:
    """One conversation about one snapshot or run."""

    source: Source
    desk: Desk
    output: Output
    policies: Sequence[str]
    is_done: bool = field(default=False, init=False)

    def talk(self) -> None:
        """Read and answer until the user leaves."""
        session = self._session()
        self._greet()
        with _interruptible(), suppress(EOFError):
            while not self.is_done:
                with suppress(KeyboardInterrupt):
                    line = session.prompt("brokersql> ").strip()
                    if line.rstrip("; "):
                        self.take(line)

    def take(self, line: str) -> None:
        """Answer one line; an error is told and the conversation goes on."""
        start = time.perf_counter()
        try:
            if line.startswith("."):
                self._command(*line.rstrip(";").split(maxsplit=1))
            else:
                self._ask(line.rstrip().rstrip(";"))
        except KeyboardInterrupt:
            self.output.news(f"^C stopped after {time.perf_counter() - start:.1f} s")
        except BrokersqlError as error:
            word = self.output.painted("bad", "error:")
            first, *rest = error.lines()
            self.output.news("\n".join([f"{word} {first}", *rest]))

    def _greet(self) -> None:
        from brokersql import __version__

        where = f"brokersql {__version__} · {self.source.where}"
        self.output.news(f"{where} · read only · .help for help")

    def _command(self, name: str, argument: str = "") -> None:
        commands: dict[str, Callable[[str], None]] = {
            ".tables": self._tables,
            ".schema": self._schema,
            ".policy": self._policy,
            ".format": self._format,
            ".help": lambda _: self.output.text(_HELP),
            ".quit": self._quit,
        }
        if name not in commands:
            raise UsageError(f"no command {name}", hint=", ".join(commands))
        commands[name](argument.strip())

    def _tables(self, wanted: str) -> None:
        import pyarrow as pa

        from brokersql.report.catalogue import catalogue

        table = catalogue(self.source.snapshot(), self.source.run, self.policies)
        rows = [
            row
            for row in table.to_pylist()
            if wanted in ("", row["kind"]) or wanted in row["table"]
        ]
        if not rows:
            raise UsageError(f"no kind or table {wanted}", hint=".tables lists all")
        found = pa.Table.from_pylist(rows, schema=table.schema)
        self.output.rows(found, "sql.tables", in_pipe="table")

    def _schema(self, name: str) -> None:
        if not name:
            raise UsageError(".schema of what?", hint=".schema queue")
        self._show(lambda: self.desk.describe(name))

    def _policy(self, name: str) -> None:
        from brokersql.report.parameters import Wanted
        from brokersql.report.policies import find_shown

        if not name:
            raise UsageError(".policy what?", hint=".policy panda_job/low_memory")
        self.output.lines(find_shown(name, Wanted()).lines(self.output.look))

    def _format(self, name: str) -> None:
        if name not in FORMATS[:4]:
            raise UsageError(f"no format {name}", hint=", ".join(FORMATS[:4]))
        self.output.choices.format = name

    def _quit(self, _: str) -> None:
        self.is_done = True

    def _ask(self, text: str) -> None:
        self._show(lambda: self.desk.ask(text))

    def _show(self, question: Callable[[], pa.Table]) -> None:
        """Print an answer, a table no longer than the terminal is high."""
        from brokersql.report.figures import timing
        from brokersql.report.words import plural

        start = time.perf_counter()
        table = self._answered(question)
        spent = time.perf_counter() - start
        n_shown = table.num_rows
        if self.output.format() == "table":
            n_shown = min(n_shown, max(shutil.get_terminal_size().lines - 5, 5))
        self.output.rows(table.slice(0, n_shown), "sql")
        n_rows = plural(table.num_rows, "row")
        if n_shown < table.num_rows:
            self.output.news(f"… {n_rows}, .format csv to see all; {timing(spent)}")
        else:
            self.output.news(f"{n_rows}, {timing(spent)}")

    def _answered(self, question: Callable[[], pa.Table]) -> pa.Table:
        """Return an answer; Ctrl-C stops whatever works on it."""
        answers: list[pa.Table] = []
        faults: list[BaseException] = []

        def work() -> None:
            try:
                answers.append(question())
            except BaseException as error:  # told by the thread that waits
                faults.append(error)

        worker = threading.Thread(target=work, daemon=True)
        worker.start()
        try:
            worker.join()
        except KeyboardInterrupt:
            self.desk.stop()
            worker.join()
            raise
        if faults:
            raise faults[0]
        return answers[0]

    def _session(self) -> PromptSession[str]:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.history import FileHistory

        from brokersql.export import Vocabulary

        session: PromptSession[str] = PromptSession(
            history=FileHistory(str(_history())),
            completer=_completer(Vocabulary(self.desk)),
            complete_while_typing=False,
            multiline=_unfinished(),
            prompt_continuation="      ...> ",
        )
        return session


def _history() -> Path:
    """Return the file of former lines, in the user's state folder."""
    from platformdirs import user_state_path

    folder = user_state_path("brokersql", appauthor=False)
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        return folder / "sql_history"
    raise UsageError(f"cannot write {folder}", hint="XDG_STATE_HOME names another one")


def _unfinished() -> Condition:
    """Return the condition under which Enter begins a new line."""
    from prompt_toolkit.application import get_app
    from prompt_toolkit.filters import Condition

    @Condition
    def is_open() -> bool:
        text = get_app().current_buffer.text.strip()
        return bool(text) and not text.startswith(".") and not text.endswith(";")

    return is_open


def _completer(vocabulary: Vocabulary) -> Completer:
    from prompt_toolkit.completion import Completer, Completion

    class Words(Completer):
        def get_completions(
            self, document: Document, complete_event: CompleteEvent
        ) -> Iterable[Completion]:
            word, found = vocabulary.continuations(document.text_before_cursor)
            for each in found:
                yield Completion(each, start_position=-len(word))

    return Words()


@contextmanager
def _interruptible() -> Generator[None]:
    """Let Ctrl-C raise KeyboardInterrupt here, and end nothing by itself."""
    watched = signal.set_wakeup_fd(-1)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        signal.set_wakeup_fd(watched)
        sys.stdout.flush()

"""The interactive shell of `brokersql sql`: a line in, an answer out, until Ctrl-D."""

from __future__ import annotations

import shlex
import shutil
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from brokersql.cli import completion
from brokersql.cli.config import FORMATS
from brokersql.cli.errors import interruptible, run_stoppable, stopped_after
from brokersql.cli.output import Output
from brokersql.core.errors import BrokersqlError, UsageError

if TYPE_CHECKING:
    import pyarrow as pa
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document
    from prompt_toolkit.filters import Condition

    from brokersql.cli.inputs import OpenedInput
    from brokersql.cli.shell_explain import ExplainParser, ShellExplainer
    from brokersql.export import QuerySession, Vocabulary

_FORMATS = FORMATS[:4]
#: Seconds to wait for an explanation that was stopped; then it goes on unseen.
_STOP_S = 1.0
_HELP = """\
.tables [KIND|NAME]   what can be asked: snapshot, fact, filter, step, result …
.schema TABLE         its columns with types, units and sources
.policy NAME[/FILE]   a policy, or one rule of it, ready to run
.explain TASK [QUEUE] why it went there or waits; .explain queue NAME, criterion C,
                      user U, nucleus N, pilot P, job J: the options of `explain`
.format FORMAT        table, json, jsonl, csv: how answers look from now on
.help                 this
.quit                 leave; Ctrl-D does too
A query ends with ; and Enter. Ctrl-C stops it. Nothing can be changed, no file read."""


@dataclass(slots=True)
class Shell:
    """The interactive shell about one snapshot or run."""

    source: OpenedInput
    queries: QuerySession
    output: Output
    policies: Sequence[str]
    explainer: ShellExplainer
    line_parser: ExplainParser
    is_done: bool = field(default=False, init=False)

    def talk(self) -> None:
        """Read and answer until the user leaves."""
        from brokersql import __version__

        session = self._session()
        where = f"brokersql {__version__} · {self.source.where}"
        self.output.notice(f"{where} · read only · .help for help")
        with interruptible(), suppress(EOFError):
            while not self.is_done:
                with suppress(KeyboardInterrupt):
                    line = session.prompt("brokersql> ").strip()
                    if line.rstrip("; "):
                        self.take(line)

    def take(self, line: str) -> None:
        """Answer one line; an error is printed and the shell goes on."""
        start = time.perf_counter()
        try:
            if line.startswith("."):
                self._command(*line.rstrip(";").split(maxsplit=1))
            else:
                self._ask(line.rstrip().rstrip(";"))
        except KeyboardInterrupt:
            self.output.notice(f"^C {stopped_after(start)}")
        except BrokersqlError as error:
            self.output.error(error)

    def _command(self, name: str, argument: str = "") -> None:
        commands = self._commands()
        if name not in commands:
            raise UsageError(f"no command {name}", hint=", ".join(commands))
        commands[name](argument.strip())

    def _commands(self) -> Mapping[str, Callable[[str], None]]:
        return {
            ".tables": self._tables,
            ".schema": self._schema,
            ".policy": self._policy,
            ".explain": self._explain,
            ".format": self._format,
            ".help": lambda _: self.output.text(_HELP),
            ".quit": self._quit,
        }

    def offers(self, before: str, vocabulary: Vocabulary) -> tuple[str, list[str]]:
        """Return the word under the cursor, and what it may become."""
        command, space, rest = before.partition(" ")
        if not before.startswith("."):
            return vocabulary.continuations(before)
        if not space:
            return command, [it for it in self._commands() if it.startswith(command)]
        if command == ".explain":
            return self.line_parser.offers(rest)
        known = {
            ".tables": vocabulary.tables,
            ".schema": vocabulary.tables,
            ".policy": completion.rules(rest),
            ".format": _FORMATS,
        }
        return rest, [it for it in known.get(command, ()) if it.startswith(rest)]

    def _tables(self, wanted: str) -> None:
        import pyarrow as pa

        from brokersql.results.queries import catalogue

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
        self._show(lambda: self.queries.describe(name))

    def _policy(self, name: str) -> None:
        from brokersql.results.policy_show import Wanted, find_shown

        if not name:
            raise UsageError(".policy what?", hint=".policy panda_job/low_memory")
        self.output.lines(find_shown(name, Wanted()).lines(self.output.look))

    def _explain(self, words: str) -> None:
        from brokersql.cli.explain import print_story

        choices = replace(self.output.choices)
        request = self.line_parser.parse(words, choices)
        if request is None:
            return
        output, explainer = Output(choices), self.explainer
        as_json = output.format("table") == "json"
        story, cycle, remark = run_stoppable(
            lambda: explainer.explain(request), explainer.stop, _STOP_S
        )
        if remark:
            output.warn(remark)
        print_story(request, story, cycle, output, as_json=as_json)
        if following := request.next_command(story, cycle):
            command, *rest = [each for each in following if each != "show"]
            output.notice(f"next: .{command} {shlex.join(rest)}")

    def _format(self, name: str) -> None:
        if name not in _FORMATS:
            raise UsageError(f"no format {name}", hint=", ".join(_FORMATS))
        self.output.choices.format = name

    def _quit(self, _: str) -> None:
        self.is_done = True

    def _ask(self, text: str) -> None:
        self._show(lambda: self.queries.ask(text))

    def _show(self, query: Callable[[], pa.Table]) -> None:
        """Print an answer, a table no longer than the terminal is high."""
        from brokersql.render.numbers import timing
        from brokersql.render.text import plural

        start = time.perf_counter()
        table = run_stoppable(query, self.queries.stop)
        spent = time.perf_counter() - start
        n_shown = table.num_rows
        if self.output.format() == "table":
            n_shown = min(n_shown, max(shutil.get_terminal_size().lines - 5, 5))
        self.output.rows(table.slice(0, n_shown), "sql")
        n_rows = plural(table.num_rows, "row")
        if n_shown < table.num_rows:
            self.output.notice(f"… {n_rows}, .format csv to see all; {timing(spent)}")
        else:
            self.output.notice(f"{n_rows}, {timing(spent)}")

    def _session(self) -> PromptSession[str]:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.history import FileHistory

        from brokersql.export import Vocabulary

        session: PromptSession[str] = PromptSession(
            history=FileHistory(str(_history())),
            completer=_completer(self, Vocabulary(self.queries)),
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


def _completer(shell: Shell, vocabulary: Vocabulary) -> Completer:
    from prompt_toolkit.completion import Completer, Completion

    class Words(Completer):
        def get_completions(
            self, document: Document, complete_event: CompleteEvent
        ) -> Iterable[Completion]:
            word, found = shell.offers(document.text_before_cursor, vocabulary)
            for each in found:
                yield Completion(each, start_position=-len(word))

    return Words()

"""`.explain` in the shell of `brokersql sql`: its lines, their completion, the answers.

A line has the options of `brokersql explain`, with or without dashes: `queue X` is
`--queue X`. Words before any option are a task and a queue. Answers are made outside
the sandbox; the cycles behind them are kept for the next ones.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import typer

from brokersql.cli import completion
from brokersql.cli.errors import as_brokersql_error
from brokersql.cli.explain import ExplainRequest
from brokersql.cli.inputs import OpenedInput, first_deciding
from brokersql.cli.output import Choices
from brokersql.core.engine_faults import retried
from brokersql.core.errors import EngineError, UsageError, suggest
from brokersql.render.text import printable

if TYPE_CHECKING:
    from brokersql.cli.explain import Story
    from brokersql.cycle import FinishedCycle, Options


#: How many cycles are kept; the oldest makes room for one more.
_MAX_CYCLES = 4
#: Decides a task, or has decided all.
_Decider = Callable[[int | None], "FinishedCycle"]


@dataclass
class ShellExplainer:
    """Explains decisions about one input, under the settings of one shell."""

    source: OpenedInput
    policy: str | None
    options: Options
    _deciders: dict[str, _Decider] = field(default_factory=dict[str, _Decider])
    _cycle: FinishedCycle | None = None

    def explain(self, request: ExplainRequest) -> tuple[Story, FinishedCycle, str]:
        """Return a story, its cycle, and a remark on what changed since the run.

        Raises:
            UsageError: the subject does not exist.
            SnapshotError: the snapshot cannot be used, or is not that of the run.
            CycleError: a rule failed on the data.
        """
        source, task = self.source.changed(request.updates), request.task
        own = request.options
        options = replace(
            own,
            profile=own.profile or self.options.profile,
            settings={**self.options.settings, **own.settings},
            seed=self.options.seed if own.seed is None else own.seed,
            tasks=(),
        )
        return retried(lambda: self._explain_once(source, request, options, task))

    def _explain_once(
        self,
        source: OpenedInput,
        request: ExplainRequest,
        options: Options,
        task: int | None,
    ) -> tuple[Story, FinishedCycle, str]:
        def play(policy: str, fitting: Options) -> FinishedCycle:
            self._cycle = self._decide(source, policy, fitting, task)
            return self._cycle

        plans = source.plans(request.policy_for(source, self.policy), options, task)
        try:
            cycle = first_deciding(plans, task, play)
            return request.answer(cycle), cycle, source.changed_since(cycle)
        except EngineError:
            self._deciders.clear()
            if self._cycle is not None:
                self._cycle.database.close()
            self._cycle = None
            raise

    def stop(self) -> None:
        """Stop the explanation under way, and forget all cycles."""
        self._deciders.clear()
        if self._cycle is not None:
            self._cycle.database.interrupt()

    def _decide(
        self, source: OpenedInput, policy: str, options: Options, task: int | None
    ) -> FinishedCycle:
        """Return the cycle of a policy: of all tasks, or of one, decided now."""
        key = repr((policy, options, source.updates, task is None))
        deciders = self._deciders
        if key not in deciders:
            while len(deciders) >= _MAX_CYCLES:
                del deciders[next(iter(deciders))]
            deciders[key] = _decider(source, policy, options, is_whole=task is None)
        return deciders[key](task)


def _decider(
    source: OpenedInput, policy: str, options: Options, *, is_whole: bool
) -> _Decider:
    from brokersql.cycle import PerTaskCycle, run_cycle

    if is_whole:
        cycle = run_cycle(source.snapshot(), policy, options, is_kept=True)
        return lambda _: cycle
    tasks = PerTaskCycle.over(source.snapshot(), policy, options)
    return lambda task: tasks.decide(task or 0)


#: What words before any option are.
_FIRST = ("task", "queue")
_NAME = "explain"
_HINT = ".explain TASK [QUEUE], .explain queue NAME, .explain criterion -lowmemory"


@dataclass(frozen=True, slots=True)
class _Option:
    """An option as it is spelled, whether it takes a value, and the parser's own."""

    spelled: str
    takes_value: bool
    parameter: Any


@dataclass
class ExplainParser:
    """Reads and completes `.explain` lines about one input."""

    source: OpenedInput
    _values: dict[str, list[str]] = field(default_factory=dict[str, list[str]])

    def parse(self, text: str, choices: Choices) -> ExplainRequest | None:
        """Return the request of a line; None if it asked for help, which is printed.

        The output options of the line are set in `choices`.

        Raises:
            UsageError: the line has no subject, or something `explain` does not know.
        """
        try:
            words = [self.source.where, *self._arguments(shlex.split(text))]
            parsed = self._parser.make_context(f"brokersql {_NAME}", words, obj=choices)
        except typer.Exit:
            return None
        except ValueError as error:  # a quotation without an end
            raise UsageError(str(error).lower(), hint=_HINT) from error
        except Exception as error:
            raise as_brokersql_error(error) from error
        return ExplainRequest.of(parsed.params, verbose=choices.verbose > 0)

    def offers(self, before: str) -> tuple[str, list[str]]:
        """Return the word under the cursor, and what it may become."""
        *words, word = before.split(" ")
        words = [each for each in words if each]
        last = self._options.get(_plain(words[-1])) if words else None
        name, sign, value = word.partition("=")
        asked = self._options.get(_plain(name)) if sign else last
        if asked is not None and asked.takes_value:
            start = value if sign else word
            return start, self._offered(asked, start)
        dashes = "--" if word.startswith("--") else ""
        found = [
            f"{dashes}{name}"
            for name, each in self._options.items()
            if name.startswith(_plain(word)) and each.spelled.startswith("--")
        ]
        if len(words) < len(_FIRST) and not self._options.keys() & map(_plain, words):
            first = self._options[_FIRST[len(words)]]
            found = [*self._offered(first, word), *found]
        return word, found

    def _offered(self, option: _Option, start: str) -> list[str]:
        """Return the known values of an option that begin so."""
        known = self._values.get(option.spelled)
        if known is None:
            known = self._values[option.spelled] = self._looked_up(option, "")
        if len(known) >= completion.MAX_NAMES:  # the list was cut: look up again
            return self._looked_up(option, start)
        return [each for each in known if each.startswith(start)]

    def _looked_up(self, option: _Option, start: str) -> list[str]:
        context = self._parser.make_context(
            _NAME, [self.source.where], obj=Choices(), resilient_parsing=True
        )
        return [it.value for it in option.parameter.shell_complete(context, start)]

    def _arguments(self, words: Sequence[str]) -> list[str]:
        """Return the command-line words of a line."""
        rest, found, first = list(words), list[str](), list(_FIRST)
        if rest and _plain(rest[0]) == "help":
            return ["--help"]
        while rest:
            word = rest.pop(0)
            name, sign, value = word.partition("=")
            option = self._options.get(_plain(name))
            if option is None and first and (first[0] != "task" or word.isdecimal()):
                found += [f"--{first.pop(0)}", word]
                continue
            if option is None:
                hint = suggest(_plain(name), self._options) or _HINT
                message = f"{printable(word)} is neither a task nor an option"
                raise UsageError(message, hint=hint)
            found.append(option.spelled)
            if option.takes_value:
                if not (sign or rest):
                    raise UsageError(f"{_plain(name)} of what?", hint=_HINT)
                found.append(value if sign else rest.pop(0))
        return found

    @cached_property
    def _parser(self) -> Any:
        from brokersql.cli.app import command_tree

        tree: Any = command_tree(self.source.config)
        return tree.commands[_NAME]

    @cached_property
    def _options(self) -> dict[str, _Option]:
        """Return the options by their names without dashes."""
        return {
            _plain(spelled): _Option(
                spelled,
                not (getattr(each, "is_flag", 0) or getattr(each, "count", 0)),
                each,
            )
            for each in self._parser.params
            for spelled in (*each.opts, *each.secondary_opts)
            if spelled.startswith("-")
        }


def _plain(word: str) -> str:
    """Return the name of an option without its dashes.

    >>> _plain("--queue"), _plain("-v"), _plain("queue")
    ('queue', 'v', 'queue')
    """
    return word.lstrip("-")

"""Lines of the shell that ask for a story: read and completed as those of `explain`.

The words are those of its options, with or without dashes: `queue X` is `--queue X`.
Words before any option are a task and a queue.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol, cast

import typer

from brokersql.cli import completion, shared
from brokersql.cli.faults import as_known
from brokersql.cli.output import Choices
from brokersql.cli.question import Question
from brokersql.cli.source import Source
from brokersql.errors import UsageError, suggest
from brokersql.report.words import printable

#: What words before any option are.
_FIRST = ("task", "queue")
_NAME = "explain"
_HINT = ".explain TASK [QUEUE], .explain queue NAME, .explain criterion -lowmemory"


class _Parsed(Protocol):
    params: dict[str, object]


class _Offered(Protocol):
    value: str


class _Parameter(Protocol):
    opts: list[str]
    secondary_opts: list[str]

    def shell_complete(self, ctx: _Parsed, incomplete: str) -> Sequence[_Offered]: ...


class _Parser(Protocol):
    params: Sequence[_Parameter]

    def make_context(
        self,
        info_name: str,
        args: list[str],
        *,
        obj: Choices,
        resilient_parsing: bool = False,
    ) -> _Parsed: ...


@dataclass(frozen=True, slots=True)
class _Option:
    """An option as it is spelled, and whether it takes a value."""

    spelled: str
    takes_value: bool
    parameter: _Parameter


@dataclass
class Wording:
    """Reads lines about one snapshot or run."""

    source: Source
    _values: dict[str, list[str]] = field(default_factory=dict[str, list[str]])

    def question(self, text: str, choices: Choices) -> Question | None:
        """Return the question of a line; None if it asked for help, which was told.

        `choices` become what the line says of the look of the answer.

        Raises:
            UsageError: it asks nothing, or something that `explain` does not know.
        """
        try:
            words = [self.source.where, *self._arguments(shlex.split(text))]
            parsed = self._parser.make_context(f"brokersql {_NAME}", words, obj=choices)
        except typer.Exit:
            return None
        except ValueError as error:  # a quotation without an end
            raise UsageError(str(error).lower(), hint=_HINT) from error
        except Exception as error:
            raise as_known(error) from error
        return Question.of(parsed.params, verbose=choices.verbose > 0)

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
        """Return what an option may be given as, where that is known."""
        known = self._values.get(option.spelled)
        if known is None:
            known = self._values[option.spelled] = self._looked_up(option, "")
        if len(known) >= completion.MOST:  # cut: what is typed makes them fewer
            return self._looked_up(option, start)
        return [each for each in known if each.startswith(start)]

    def _looked_up(self, option: _Option, start: str) -> list[str]:
        context = self._parser.make_context(
            _NAME, [self.source.where], obj=Choices(), resilient_parsing=True
        )
        return [it.value for it in option.parameter.shell_complete(context, start)]

    def _arguments(self, words: Sequence[str]) -> list[str]:
        """Return the words of a line as a command line has them."""
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
                raise UsageError(f"{printable(word)} is no task, no option", hint=hint)
            found.append(option.spelled)
            if option.takes_value:
                if not (sign or rest):
                    raise UsageError(f"{_plain(name)} of what?", hint=_HINT)
                found.append(value if sign else rest.pop(0))
        return found

    @cached_property
    def _parser(self) -> _Parser:
        from brokersql.cli.main import app

        tree = shared.tree_of(app, self.source.usual)
        commands = cast("Mapping[str, _Parser]", getattr(tree, "commands", {}))
        return commands[_NAME]

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

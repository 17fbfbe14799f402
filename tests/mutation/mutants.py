"""Small faults that a test should notice: one change in one SQL file or policy.toml.

A change of SQL is found among the tokens of a file, so that it is as small in the text
as in the rule. Messages are left alone: what a reader is told is not decided.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random

import sqlglot
from sqlglot.tokenizer_core import TokenType

from brokersql.policy import load_policy, shipped_policies

#: Kind of file -> the folders of a policy that hold such files.
STRATA: Mapping[str, tuple[str, ...]] = {
    "filters": ("filters",),
    "gates": ("gates",),
    "set rules": ("set_rules",),
    "weights": ("weights",),
    "caps": ("caps",),
    "timeouts": ("timeouts", "picks", "exemptions"),
    "select": ("select", ""),
    "facts of policies": ("facts",),
}
SHARED, MACROS = "shared facts", "macros"
PARAMETERS, ORDER = "parameters", "order"


def both_ways(*pairs: str) -> dict[str, str]:
    """Return each word of pairs with the other one.

    >>> both_ways("and or")
    {'and': 'or', 'or': 'and'}
    """
    words = [pair.split() for pair in pairs]
    return {one: other for a, b in words for one, other in ((a, b), (b, a))}


COMPARED = both_ways("< <=", "> >=", "= <>")
COUNTED = both_ways("+ -", "* /")
WORDS = both_ways("and or", "true false", "inner left", "semi anti")
WORDS |= {"desc": "asc", "distinct": ""}
FUNCTIONS = {
    **both_ways("min max", "least greatest", "arg_min arg_max", "bool_and bool_or"),
    **both_ways("list_has_any list_has_all", "floor ceil"),
    **{"trunc": "ceil", "round": "floor"},
}
#: Where an operand of `and` or `or` ends, besides at the end of what holds it.
ENDS = (
    *("and", "or", "then", "else", "end", "when", "as", "where", "group", "order"),
    *("having", "qualify", "union", "inner", "left", "cross", "semi", "anti", "join"),
    *("select", "limit", "window", ","),
)
#: What opens a condition.
OPENS = ("where", "on", "having", "when", "qualify", "(", "and", "or")


@dataclass(frozen=True, slots=True)
class Mutant:
    """A file with one change: `before` at an offset becomes `after`."""

    stratum: str
    file: str
    line: int
    offset: int
    before: str
    after: str

    @property
    def place(self) -> str:
        """Return file and line."""
        return f"{self.file}:{self.line}"

    @property
    def change(self) -> str:
        """Return the change in words."""
        before, after = (" ".join(each.split()) for each in (self.before, self.after))
        return f"`{before}` → `{after}`" if after else f"without `{before}`"

    def applied(self, text: str) -> str:
        """Return the text of the file with the change."""
        end = self.offset + len(self.before)
        assert text[self.offset : end] == self.before, f"{self.place} has changed"
        return text[: self.offset] + self.after + text[end:]


def drawn(
    root: Path, files: Mapping[str, list[str]], wanted: Mapping[str, int], seed: int
) -> list[Mutant]:
    """Return so many mutants of each stratum, at most one of a line.

    The files of a stratum are drawn with one chance each, however long they are.
    """
    found: list[Mutant] = []
    for stratum, names in files.items():
        dice = Random(f"{seed}/{stratum}")
        pools = [list(mutants_of(root, name, stratum)) for name in names]
        chosen: dict[str, Mutant] = {}
        while len(chosen) < wanted[stratum]:
            pools = [pool for pool in pools if pool]
            if not pools:
                break
            pool = dice.choice(pools)
            mutant = pool.pop(dice.randrange(len(pool)))
            chosen.setdefault(mutant.place, mutant)
        found += chosen.values()
    return found


def shares(files: Mapping[str, list[str]], count: int) -> dict[str, int]:
    """Return how many mutants each stratum that has files gets of so many.

    >>> shares({"filters": ["a"], "gates": [], "caps": ["b"]}, 3)
    {'filters': 2, 'gates': 0, 'caps': 1}
    """
    filled = [stratum for stratum, names in files.items() if names]
    each, more = divmod(count, len(filled))
    found = dict.fromkeys(files, 0)
    return found | {name: each + (no < more) for no, name in enumerate(filled)}


def strata(root: Path, policy: str | None = None) -> dict[str, list[str]]:
    """Return the files of each stratum, below the root; of a policy its own ones."""
    sql = root / "sql"
    policies = [policy] if policy else shipped_policies()
    found: dict[str, list[str]] = {}
    for stratum, folders in STRATA.items():
        found[stratum] = [
            str(path.relative_to(root))
            for name in policies
            for folder in folders
            for path in sorted((sql / name / folder).glob("*.sql"))
        ]
    for stratum, folder in ((SHARED, "facts"), (MACROS, "lib")):
        paths = [] if policy else sorted((sql / folder).glob("*.sql"))
        found[stratum] = [str(path.relative_to(root)) for path in paths]
    tomls = [f"sql/{name}/policy.toml" for name in policies]
    return {**found, PARAMETERS: tomls, ORDER: tomls}


def mutants_of(root: Path, file: str, stratum: str) -> Iterator[Mutant]:
    """Yield every mutant of a file."""
    text = (root / file).read_text(encoding="utf-8")
    made = partial(_mutant, stratum, file, text)
    if stratum == PARAMETERS:
        yield from _of_parameters(text, made)
    elif stratum == ORDER:
        yield from _of_order(text, made)
    else:
        yield from _Query(text, made, file.split("/")[1]).mutants()


def _mutant(
    stratum: str, file: str, text: str, start: int, end: int, after: str
) -> Mutant:
    line = text.count("\n", 0, start) + 1
    return Mutant(stratum, file, line, start, text[start:end], after)


Made = Callable[[int, int, str], Mutant]


class _Query:
    """The tokens of a file, and the changes that they offer."""

    def __init__(self, text: str, made: Made, policy: str) -> None:
        self._text, self._made, self._policy = text, made, policy
        self._tokens = sqlglot.tokenize(text, dialect="duckdb")
        self._words = [each.text.lower() for each in self._tokens]
        # a string is no word
        for place, each in enumerate(self._tokens):
            if each.token_type is TokenType.STRING:
                self._words[place] = "'"

    def mutants(self) -> Iterator[Mutant]:
        """Yield all changes."""
        for place, word in enumerate(self._words):
            for after in self._words_for(place, word):
                yield self._change(place, place, after)
            yield from self._parts(place, word)

    def _change(self, first: int, last: int, after: str) -> Mutant:
        start, end = self._tokens[first].start, self._tokens[last].end + 1
        return self._made(start, end, after)

    def _near(self, place: int) -> str:
        return self._words[place] if 0 <= place < len(self._words) else ""

    def _words_for(self, place: int, word: str) -> Iterator[str]:
        """Yield what may stand in the place of one token."""
        before, behind = self._near(place - 1), self._near(place + 1)
        kind = self._tokens[place].token_type
        if kind is TokenType.STRING:
            yield from self._strings_for(place)
        elif kind is TokenType.NUMBER:
            yield from self._numbers_for(word, before)
        elif word in COMPARED:
            yield COMPARED[word]
        elif word in COUNTED and self._is_operator(place):
            yield COUNTED[word]
        elif self._is_no_condition(place, word):
            return
        elif word in WORDS and not (word == "distinct" and before in ("is", "not")):
            if word != "left" or behind == "join":
                yield WORDS[word]
        elif word in FUNCTIONS and self._n_arguments(place) > self._n_alike(word):
            yield FUNCTIONS[word]

    def _n_alike(self, word: str) -> int:
        """Return with how many arguments a function and its opposite are the same."""
        return 1 if word in ("least", "greatest") else 0

    def _strings_for(self, place: int) -> Iterator[str]:
        text = self._tokens[place].text
        is_message = " " in text or "{" in text or "%" in text
        if not is_message and self._near(place - 1) != "as":
            yield "'other'"

    def _numbers_for(self, word: str, before: str) -> Iterator[str]:
        if re.fullmatch(r"\d+", word) and before != "limit":
            yield str(int(word) + 1)
            if int(word) > 1:
                yield str(int(word) - 1)
        elif re.fullmatch(r"\d+\.\d+", word):
            yield f"{float(word) + 0.1:.3f}"

    def _is_operator(self, place: int) -> bool:
        """Tell whether `*` or `-` stands between two operands."""
        before, behind = self._near(place - 1), self._near(place + 1)
        is_operand = bool(re.fullmatch(r"[\w')\]]+", before))
        stops = before in ("select", "then", "else", "when", "and", "or", "distinct")
        return is_operand and not stops and behind not in (")", ",", "exclude", "from")

    def _is_no_condition(self, place: int, word: str) -> bool:
        """Tell whether `and` is of a `between`, or `or` of a `create or replace`."""
        if word == "or":
            return self._near(place + 1) == "replace"
        return word == "and" and self._is_between(place)

    def _is_between(self, place: int) -> bool:
        depth = 0
        for each in reversed(self._words[:place]):
            depth += (each == ")") - (each == "(")
            if depth < 0 or (depth == 0 and each in ("and", "or", "where", "on")):
                return False
            if depth == 0 and each == "between":
                return True
        return False

    def _arguments(self, place: int) -> list[tuple[int, int]]:
        """Return the first and last token of each argument of a function."""
        depth, start = 0, place + 2
        found: list[tuple[int, int]] = []
        for at in range(place + 1, len(self._words)):
            word = self._words[at]
            depth += (word in "([{") - (word in ")]}")
            if (depth == 1 and word == ",") or depth == 0:
                found.append((start, at - 1))
                start = at + 1
            if depth == 0:
                break
        return [(first, last) for first, last in found if first <= last]

    def _n_arguments(self, place: int) -> int:
        return len(self._arguments(place)) if self._near(place + 1) == "(" else 0

    def _parts(self, place: int, word: str) -> Iterator[Mutant]:
        """Yield changes of more than one token."""
        behind = self._near(place + 1)
        if word == "coalesce" and behind == "(":
            yield from self._without_default(place)
        elif word == "using" and behind == "(" and self._n_arguments(place) > 1:
            first, second = self._arguments(place)[:2]
            yield self._change(first[0], second[0] - 1, "")
        elif word == "cfg" and behind == ".":
            value = usual_value(self._policy, self._near(place + 2))
            if value is not None:
                yield self._change(place, place + 2, value)
        elif word == "is" and behind == "not" and self._near(place + 2) == "null":
            yield self._change(place, place + 2, "is null")
        elif word == "is" and behind == "null":
            yield self._change(place, place + 1, "is not null")
        elif word == "not" and self._near(place - 1) != "is" and behind != "null":
            yield self._change(place, place, "")
        elif word in ("and", "or") and not self._is_no_condition(place, word):
            end = self._operand_end(place + 1)
            yield self._change(place, end, "")
        if word in OPENS:
            yield from self._without_first(place)

    def _without_default(self, place: int) -> Iterator[Mutant]:
        first, *others = self._arguments(place)
        end = others[-1][1] + 1 if others else first[1] + 1
        start, stop = self._tokens[first[0]].start, self._tokens[first[1]].end + 1
        yield self._change(place, end, f"({self._text[start:stop]})")

    def _without_first(self, place: int) -> Iterator[Mutant]:
        """Yield a condition without its first operand, of those after the first."""
        if self._words[place] in ("and", "or"):
            return
        end = self._operand_end(place + 1)
        if self._near(end + 1) in ("and", "or") and not self._is_between(end + 1):
            yield self._change(place + 1, end + 1, "")
        elif self._words[place] in ("where", "having") and end > place:
            yield self._change(place + 1, end, "true")

    def _operand_end(self, start: int) -> int:
        """Return the last token of the operand that begins here."""
        depth = cases = 0
        is_between = False
        for at in range(start, len(self._words)):
            word = self._words[at]
            if depth == 0 and cases == 0:
                if word in (")", "]"):
                    return at - 1
                if word == "and" and is_between:
                    is_between = False
                elif word in ENDS:
                    return at - 1
            is_between = is_between or (word == "between" and depth == 0)
            depth += (word in ("(", "[")) - (word in (")", "]"))
            cases += (word == "case") - (word == "end")
        return len(self._words) - 1


def usual_value(policy: str, column: str) -> str | None:
    """Return the first profile's value of a parameter as SQL, if it has one."""
    owners = [policy, "panda_job", *shipped_policies()]
    for name in owners:
        if name not in shipped_policies():
            continue
        loaded = load_policy(name)
        for each in loaded.parameters:
            if each.column == column and each.per is None:
                value = each.default_of(loaded.profiles[0])[0]
                return _sql(value)
    return None


def _sql(value: object) -> str | None:
    match value:
        case bool():
            return str(value).lower()
        case int() | float():
            return f"{value!r}::double" if isinstance(value, float) else repr(value)
        case str():
            return f"'{value}'"
        case _:
            return None


LISTS = re.compile(r"^(\w+) = \[\n(.*?)^\]", re.M | re.S)
#: Lists of rules whose first or last one decides what is reported or done. Weights are
#: multiplied, relations are made after what they read, the others are sets.
ORDERED = ("gates", "filters", "set_rules", "caps", "timeouts", "picks", "exemptions")
ENTRY = re.compile(r'^    "(\w+)",$', re.M)
VALUE = re.compile(r"^(default) = (.+)$", re.M)
PROFILE = re.compile(r"^profiles = \{.*\}\n", re.M)


def _of_order(text: str, made: Made) -> Iterator[Mutant]:
    """Yield policies in which two neighbours of a list have changed places."""
    for found in LISTS.finditer(text):
        if found[1] not in ORDERED:
            continue
        entries = list(ENTRY.finditer(text, found.start(2), found.end(2)))
        for left, right in pairwise(entries):
            between = text[left.end(1) : right.start(1)]
            swapped = right[1] + between + left[1]
            yield made(left.start(1), right.end(1), swapped)


def _of_parameters(text: str, made: Made) -> Iterator[Mutant]:
    """Yield policies with another default, or without what a profile has of its own."""
    for found in VALUE.finditer(text):
        if found[2].endswith("["):
            continue  # a list of several lines
        value = tomllib.loads(f"value = {found[2]}")["value"]
        for after in _others(value):
            yield made(found.start(2), found.end(2), after)
    for found in PROFILE.finditer(text):
        if found.start() > text.find("[parameters"):
            yield made(found.start(), found.end(), "")


def _others(value: object) -> Iterator[str]:
    match value:
        case bool():
            yield str(not value).lower()
        case int():
            yield str(value + 1)
        case float():
            yield repr(value * 1.1 or 0.1)
        case str():
            yield '"other"'
        case [_, *rest]:
            yield repr(rest).replace("'", '"')
        case _:
            return

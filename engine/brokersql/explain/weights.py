"""The pairs that got a weight: winners and losers, factors, the draw of nuclei."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import cast

from brokersql.compiler import PairProgram
from brokersql.cycle import FinishedCycle
from brokersql.explain.chunk import Chunk
from brokersql.render.numbers import count, figure, share
from brokersql.render.table import Cell, Display, TableColumn, lay_out
from brokersql.render.text import header_of, printable
from brokersql.results.queries import Row, number, rows

_DRAWS = "nucleus_draw"
_DRAW_KEYS = ("chance", "u_from", "u_to", "u")


@dataclass(frozen=True, slots=True)
class Draw:
    """The part of a draw that takes a nucleus: above `u_from`, up to `u_to`.

    `chance` is the length of the part, `u` the number that was drawn, from 0 to 1.
    """

    chance: float
    u_from: float
    u_to: float
    u: float

    @property
    def percent(self) -> str:
        """Return the chance for a reader."""
        return share(self.chance, 1)

    def among(self, weight: float, others: Sequence[float]) -> Draw:
        """Return the draw of a weight among others, where only the chance counts."""
        total = weight + sum(others)
        return replace(self, chance=weight / total) if total else self

    @property
    def part(self) -> str:
        """Return the part of the draw for a reader."""
        return f"{figure(self.u_from)} – {figure(self.u_to)}"

    @property
    def words(self) -> str:
        """Return chance, part and drawn number in a few words."""
        return f"chance {self.percent}, for u in {self.part}; drawn u {figure(self.u)}"


def draw_document(draw: Draw | None) -> dict[str, object]:
    """Return a draw as keys for JSON; null where nothing was drawn."""
    return {name: None if draw is None else getattr(draw, name) for name in _DRAW_KEYS}


def draws_of(cycle: FinishedCycle, chunk: Chunk) -> Mapping[str, Draw]:
    """Return the draws of the nuclei of a task by name; none where nothing is drawn."""
    if _DRAWS not in (statement.name for statement in cycle.program.select):
        return {}
    return {
        str(row["queue_name"]): Draw(*(float(str(row[name])) for name in _DRAW_KEYS))
        for row in rows(cycle, "explain", "nucleus_draws", (chunk.task,))
    }


#: Losers that a terminal shows after the winners.
_LOSERS = 3
_WEIGHT = "weight_"


@dataclass(frozen=True, slots=True)
class Weighed:
    """One pair with its factors; a weight that is no finite number is NaN."""

    queue_name: str
    unified_name: str
    is_chosen: bool
    for_jumbo: bool
    is_bootstrap: bool
    rank: int | None
    weight: float
    criterion: str
    detail: str
    n_queued: int | None
    n_running_cap: int | None
    platform: str | None
    max_wdir: float | None
    factors: tuple[tuple[str, float | None], ...]
    draw: Draw | None = None

    def document(self) -> dict[str, object]:
        """Return the pair as an object for JSON, named as the table weighed."""
        return {
            "queue_name": self.queue_name,
            "unified_name": self.unified_name,
            "rank": self.rank if self.is_chosen else None,
            "weight": self.weight,
            "is_bootstrap": self.is_bootstrap,
            "for_jumbo": self.for_jumbo,
            "n_running_cap": self.n_running_cap,
            "n_queued": self.n_queued,
            "platform": self.platform,
            "max_wdir": self.max_wdir,
            "factors": dict(self.factors),
            **draw_document(self.draw),
            "criterion": self.criterion,
            "detail": self.detail,
        }

    @property
    def standing(self) -> str:
        """Return the chance where one is drawn, else the rank; empty without any."""
        if self.draw is not None:
            return self.draw.percent
        return "" if self.rank is None else count(self.rank)

    @property
    def place(self) -> str:
        """Return the standing with what it is; empty without any."""
        word = "rank" if self.draw is None else "chance"
        return f"{word} {self.standing}" if self.standing else ""

    @property
    def why(self) -> str:
        """Return why it was not chosen: the criterion, and what it rests on."""
        text = self.detail if self.draw is None else self.draw.words
        return f"{self.criterion}: {printable(text)}"

    @property
    def formula(self) -> str:
        """Return the weight as the product of its factors."""
        named = [f"{name} {figure(value)}" for name, value in self.factors]
        return f"{figure(self.weight)} = {' × '.join(named)}"


@dataclass(frozen=True, slots=True)
class Cut:
    """How a pair that was not chosen stands to those that compete, by weight alone.

    `rank` counts those that may be chosen; `is_ranked` is set where it is one of them.
    `least` is the smallest weight that was chosen, None where nothing was; `gap` what
    is missing to it, below 0 where something else than the weight is in the way.
    """

    rank: int
    is_ranked: bool
    n_weighed: int
    n_chosen: int
    least: float | None
    gap: float | None

    def document(self) -> dict[str, object]:
        """Return the standing as an object for JSON."""
        return {
            "rank": self.rank,
            "weighed": self.n_weighed,
            "chosen": self.n_chosen,
            "least": self.least,
            "gap": self.gap,
        }

    def __str__(self) -> str:
        verb = "is" if self.is_ranked else "would be"
        rank = f"by weight it {verb} {count(self.rank)} of {count(self.n_weighed)}"
        if self.least is None or self.gap is None:
            return f"{rank}; none is chosen"
        best = f"the {self.n_chosen} best begin at {figure(self.least)}"
        if not self.gap:
            return f"{rank}; {best}, which is as much: the draw decides"
        if self.gap < 0:
            return f"{rank}; {best}, {figure(-self.gap)} less: no lack of weight"
        return f"{rank}; {best}, {figure(self.gap)} more"


def cut_of(weighed: Sequence[Weighed], queue_name: str) -> Cut | None:
    """Return how a weighed pair stands to the chosen ones; None for one of these.

    Where one of several is drawn no weight is a cut.
    """
    own = next((each for each in weighed if each.queue_name == queue_name), None)
    if own is None or own.is_chosen or math.isnan(own.weight) or _is_drawn(weighed):
        return None
    chosen = [each.weight for each in weighed if each.is_chosen]
    least = min(chosen, default=None)
    gap = None if least is None else least - own.weight
    others = [it for it in weighed if it.rank is not None and it is not own]
    rank = own.rank or 1 + sum(each.weight > own.weight for each in others)
    n_weighed = len(others) + 1
    return Cut(rank, own.rank is not None, n_weighed, len(chosen), least, gap)


#: A column, and what it shows of a pair.
_Shown = tuple[TableColumn, Callable[[Weighed], str | Cell]]


def weighed_of(cycle: FinishedCycle, chunk: Chunk) -> list[Weighed]:
    """Return the weighed pairs of a chunk: the choice by rank, then the others."""
    names, draws = factor_names(cycle.pairs.program), draws_of(cycle, chunk)
    found = rows(cycle, "explain", "weighed", chunk.key)
    return [_weighed(row, names, draws) for row in found]


def factor_names(program: PairProgram) -> list[str]:
    """Return the weight factors of a policy in order, named as their files."""
    names = [statement.name for statement in program.weights]
    return [name.removeprefix(_WEIGHT) for name in names if name.startswith(_WEIGHT)]


def _weighed(row: Row, names: Sequence[str], draws: Mapping[str, Draw]) -> Weighed:
    def maybe(name: str) -> int | None:
        return None if row[name] is None else number(row[name])

    return Weighed(
        str(row["queue_name"]),
        str(row["unified_name"]),
        bool(row["is_chosen"]),
        bool(row["for_jumbo"]),
        bool(row["is_bootstrap"]),
        maybe("rank"),
        math.nan if row["weight"] is None else float(str(row["weight"])),
        str(row["criterion"]),
        str(row["detail"]),
        maybe("n_queued"),
        maybe("n_running_cap"),
        cast("str | None", row["platform"]),
        cast("float | None", row["max_wdir"]),
        tuple((name, cast("float | None", row[name])) for name in names),
        draws.get(str(row["queue_name"])),
    )


def weight_lines(
    weighed: Sequence[Weighed], look: Display, noun: str = "queue"
) -> list[str]:
    """Return the choice, the cut where there is one, and the first of the others."""
    chosen = [each for each in weighed if each.is_chosen]
    losers = [each for each in weighed if not each.is_chosen]
    shown = losers[:_LOSERS] if look.limit and not look.verbose else losers
    kept, constant = _split_factors(weighed, look.verbose)
    columns = [
        *_places(weighed, noun),
        *_factors(kept),
        *_standings(weighed),
        _note(chosen[-1].weight if chosen else None),
    ]
    table = [[show(each) for _, show in columns] for each in [*chosen, *shown]]
    lines = lay_out([it for it, _ in columns], table, Display(look.colour, look.width))
    if losers and not _is_drawn(weighed):
        cut = f"── cut: best {len(chosen)} ──" if chosen else "── none is chosen ──"
        lines.insert(1 + len(chosen), look.paint("dim", f"      {cut}"))
    if len(losers) > len(shown):
        hidden = len(losers) - len(shown)
        lines.append(look.paint("dim", f"… and {hidden:,} more: --limit 0"))
    if constant:
        equal = ", ".join(f"{name} {_plain(value)}" for name, value in constant)
        lines.append(f"Left out, equal for all: {equal}.")
    return lines


def _is_drawn(weighed: Sequence[Weighed]) -> bool:
    """Return whether one of the pairs is drawn, not the best chosen."""
    return any(each.draw is not None for each in weighed)


def _split_factors(
    weighed: Sequence[Weighed], is_verbose: bool
) -> tuple[list[str], list[tuple[str, float | None]]]:
    """Return the factors that differ, and the others with their one value."""
    names = [name for name, _ in weighed[0].factors] if weighed else []
    values = {name: {dict(each.factors)[name] for each in weighed} for name in names}
    if is_verbose:
        return names, []
    kept = [name for name in names if len(values[name]) > 1]
    return kept, [(name, values[name].pop()) for name in names if name not in kept]


def _plain(value: float | None) -> str:
    return f"{value:g}" if value is not None else "–"


def _places(weighed: Sequence[Weighed], noun: str) -> list[_Shown]:
    name: _Shown = TableColumn(header_of(noun), cut="middle"), lambda it: it.queue_name
    if _is_drawn(weighed):
        return [name]
    rank = TableColumn("rank", right=True)
    return [(rank, lambda it: it.standing), name]


def _factors(kept: Sequence[str]) -> list[_Shown]:
    """Return the weight, and those factors of it that differ."""
    headers = [f"{name} ×" for name in kept[:-1]] + list(kept[-1:])
    weight = TableColumn("weight =" if kept else "weight", right=True)
    factors: list[_Shown] = [
        (TableColumn(header, right=True, drop=3), partial(_factor, name))
        for header, name in zip(headers, kept, strict=True)
    ]
    return [(weight, lambda it: figure(it.weight)), *factors]


def _factor(name: str, each: Weighed) -> str:
    return figure(dict(each.factors)[name])


def _standings(weighed: Sequence[Weighed]) -> list[_Shown]:
    """Return the chances of a draw, else what runs and waits at the queues."""
    if _is_drawn(weighed):
        return [
            (
                TableColumn("chance", right=True),
                lambda it: it.draw.percent if it.draw else "",
            ),
            (
                TableColumn("for u in", right=True),
                lambda it: it.draw.part if it.draw else "",
            ),
        ]
    found: list[_Shown] = []
    if any(each.n_queued is not None for each in weighed):
        found.append((TableColumn("n_queued", right=True, drop=2), _n_queued))
    if any(each.n_running_cap is not None for each in weighed):
        found.append((TableColumn("n_running_cap", right=True, drop=1), _n_running_cap))
    return found


def _n_queued(each: Weighed) -> str:
    return count(each.n_queued)


def _n_running_cap(each: Weighed) -> str:
    return count(each.n_running_cap)


def _note(least: float | None) -> _Shown:
    """Return the last column: why not, how far below the least that is chosen."""

    def note(each: Weighed) -> Cell:
        if each.is_chosen and each.draw is not None:
            return Cell(f"◂ u {figure(each.draw.u)}", "good")
        if each.is_chosen:
            why = each.criterion if each.criterion not in ("+use", "+set") else ""
            text = "first jobs of an empty queue" if each.is_bootstrap else why
            return Cell(text, "dim")
        if each.draw is not None:
            return Cell(each.criterion, "dim")
        if each.criterion == "-low_weight" and least is not None:
            gap = least - each.weight
            return Cell(f"−{figure(gap)}" if gap else "tie, by draw", "dim")
        return Cell(f"{each.criterion}: {each.detail}", "wait")

    return TableColumn("", cut="end"), note

"""The pairs that got a weight: winners and losers, factors, the draw of nuclei."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields, replace

from brokersql.cycle import FinishedCycle
from brokersql.explain.chunk import Chunk
from brokersql.render.numbers import count, figure, share
from brokersql.render.table import Cell, Display, TableColumn, lay_out
from brokersql.render.text import header_of, plural, printable
from brokersql.results.queries import Row, rows

#: The statement that draws one of the weighed nuclei.
_DRAWS = "nucleus_draw"
#: Losers that a terminal shows after the winners.
_LOSERS = 3
_WEIGHT = "weight_"
#: Columns of a weighed pair that stand in JSON as they are.
_KEYS = (
    *("queue_name", "unified_name", "rank", "weight", "is_bootstrap", "for_jumbo"),
    *("n_running_cap", "n_queued", "platform", "max_wdir"),
)
#: All that is read of it beside its factors.
_COLUMNS = (*_KEYS, "criterion", "detail", "is_chosen")


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


_NOT_DRAWN = dict.fromkeys(each.name for each in fields(Draw))


@dataclass(frozen=True, slots=True)
class Weighed:
    """One pair with its factors; a weight that is no finite number is NaN.

    `cut` is how it stands to those that compete: see sql/views/explain/weighed.sql. It
    is None for a pair that was chosen, and where one of several is drawn.
    """

    queue_name: str
    unified_name: str
    rank: int | None
    weight: float
    is_bootstrap: bool
    for_jumbo: bool
    n_running_cap: int | None
    n_queued: int | None
    platform: str | None
    max_wdir: float | None
    criterion: str
    detail: str
    is_chosen: bool
    factors: tuple[tuple[str, float | None], ...]
    cut: Row | None = None
    draw: Draw | None = None

    def document(self) -> dict[str, object]:
        """Return the pair as an object for JSON, named as the table weighed."""
        return {
            **{name: getattr(self, name) for name in _KEYS},
            "rank": self.rank if self.is_chosen else None,
            "factors": dict(self.factors),
            **(_NOT_DRAWN if self.draw is None else asdict(self.draw)),
            "criterion": self.criterion,
            "detail": self.detail,
        }

    @property
    def above_cap(self) -> str:
        """Return why it goes on although its queue is full: on the older page.

        Jumbo jobs go on anyway.
        """
        cap, queued = self.n_running_cap, self.n_queued
        if cap is None or queued is None or self.criterion != "+use":
            return ""
        if queued <= cap:
            return ""
        jobs = plural(queued, "job")
        return f"{jobs} queued, cap {count(cap)}: no queue is below its cap."

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


def cut_text(cut: Row) -> str:
    """Return how a pair that was not chosen stands to those that compete."""
    verb = "is" if cut["is_ranked"] else "would be"
    rank = f"by weight it {verb} {count(cut['rank'])} of {count(cut['weighed'])}"
    least, gap = cut["least"], cut["gap"]
    if least is None:
        return f"{rank}; none is chosen"
    best = f"the {cut['chosen']} best begin at {figure(least)}"
    if not gap:
        return f"{rank}; {best}, which is as much: the draw decides"
    if gap < 0:
        return f"{rank}; {best}, {figure(-gap)} less: no lack of weight"
    return f"{rank}; {best}, {figure(gap)} more"


def weighed_of(cycle: FinishedCycle, chunk: Chunk) -> list[Weighed]:
    """Return the weighed pairs of a chunk: the choice by rank, then the others."""
    chosen = "jedi_task_id = ? and chunk_no = ? and unit_no between ? and ?"
    found = rows(cycle, "explain", "weighed", chunk.key, chosen=chosen)
    draws: list[Row] = []
    if draws_one(cycle):
        chosen = "jedi_task_id = ?"
        draws = rows(cycle, "explain", "nucleus_draws", (chunk.task,), chosen=chosen)
    return weighed_pairs(cycle, found, draws)


def draws_one(cycle: FinishedCycle) -> bool:
    """Return whether one of the weighed nuclei of a task is drawn."""
    return any(statement.name == _DRAWS for statement in cycle.program.select)


def weighed_pairs(
    cycle: FinishedCycle, found: Sequence[Row], drawn: Sequence[Row]
) -> list[Weighed]:
    """Return the weighed pairs of one chunk from rows; `drawn` are those of draws."""
    # factors are named as their files, in the order of the policy
    weights = [each.name for each in cycle.pairs.program.weights]
    names = [it.removeprefix(_WEIGHT) for it in weights if it.startswith(_WEIGHT)]
    draws = {
        row["nucleus"]: Draw(**{name: row[name] for name in _NOT_DRAWN})
        for row in drawn
    }
    return [
        Weighed(
            **{
                name: row[name] for name in (*_KEYS, "criterion", "detail", "is_chosen")
            },
            factors=tuple((name, row[name]) for name in names),
            cut=None if draws else row["cut"],
            draw=draws.get(row["queue_name"]),
        )
        for row in found
    ]


def weight_lines(
    weighed: Sequence[Weighed], look: Display, noun: str = "queue"
) -> list[str]:
    """Return the choice, the cut where there is one, and the first of the others."""
    chosen = [each for each in weighed if each.is_chosen]
    losers = [each for each in weighed if not each.is_chosen]
    shown = losers[:_LOSERS] if look.limit and not look.verbose else losers
    names = [name for name, _ in weighed[0].factors] if weighed else []
    values = {name: {dict(each.factors)[name] for each in weighed} for name in names}
    kept = [name for name in names if look.verbose or len(values[name]) > 1]
    columns = _columns(weighed, [*chosen, *shown], kept, noun)
    table = [list(row) for row in zip(*(cells for _, cells in columns), strict=True)]
    lines = lay_out([it for it, _ in columns], table, Display(look.colour, look.width))
    if losers and not _is_drawn(weighed):
        cut = f"── cut: best {len(chosen)} ──" if chosen else "── none is chosen ──"
        lines.insert(1 + len(chosen), look.paint("dim", f"      {cut}"))
    if len(losers) > len(shown):
        hidden = len(losers) - len(shown)
        lines.append(look.paint("dim", f"… and {hidden:,} more: --limit 0"))
    constant = {name: values[name].pop() for name in names if name not in kept}
    if constant:
        equal = ", ".join(
            f"{name} –" if value is None else f"{name} {value:g}"
            for name, value in constant.items()
        )
        lines.append(f"Left out, equal for all: {equal}.")
    return lines


def _is_drawn(weighed: Sequence[Weighed]) -> bool:
    """Return whether one of the pairs is drawn, not the best chosen."""
    return any(each.draw is not None for each in weighed)


def _columns(
    weighed: Sequence[Weighed],
    listed: Sequence[Weighed],
    kept: Sequence[str],
    noun: str,
) -> list[tuple[TableColumn | str, list[str | Cell]]]:
    """Return the columns of a table with the cells of those pairs that are listed."""
    draws = [each.draw for each in listed]
    columns: list[tuple[TableColumn | str, list[str | Cell]]] = [
        (TableColumn(header_of(noun), cut="middle"), [it.queue_name for it in listed]),
        (
            TableColumn("weight =" if kept else "weight", right=True),
            [figure(it.weight) for it in listed],
        ),
    ]
    for name in kept:
        header = name if name == kept[-1] else f"{name} ×"
        cells = [figure(dict(it.factors)[name]) for it in listed]
        columns.append((TableColumn(header, right=True, drop=3), [*cells]))
    if _is_drawn(weighed):
        chances = [it.percent if it else "" for it in draws]
        parts = [it.part if it else "" for it in draws]
        columns.append((">chance", [*chances]))
        columns.append((">for u in", [*parts]))
    else:
        ranks = (">rank", [it.standing for it in listed])
        columns.insert(0, (ranks[0], [*ranks[1]]))
        for name, drop in (("n_queued", 2), ("n_running_cap", 1)):
            if any(getattr(each, name) is not None for each in weighed):
                cells = [count(getattr(each, name)) for each in listed]
                columns.append((TableColumn(name, right=True, drop=drop), [*cells]))
    chosen = [each.weight for each in weighed if each.is_chosen]
    least = chosen[-1] if chosen else None
    notes = [_note(each, least) for each in listed]
    return [*columns, (TableColumn("", cut="end"), [*notes])]


def _note(each: Weighed, least: float | None) -> Cell:
    """Return why a pair was not chosen, how far below the least that is chosen."""
    if each.is_chosen and each.draw is not None:
        return Cell(f"◂ u {figure(each.draw.u)}", "good")
    if each.is_chosen:
        why = each.criterion if each.criterion not in ("+use", "+set") else ""
        return Cell("first jobs of an empty queue" if each.is_bootstrap else why, "dim")
    if each.draw is not None:
        return Cell(each.criterion, "dim")
    if each.criterion == "-low_weight" and least is not None:
        gap = least - each.weight
        return Cell(f"−{figure(gap)}" if gap else "tie, by draw", "dim")
    return Cell(f"{each.criterion}: {each.detail}", "wait")

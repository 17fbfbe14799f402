"""The pairs that got a weight: winners and losers, factor by factor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from brokersql.compiler import PairProgram
from brokersql.cycle import Cycle
from brokersql.explain.chunk import Chunk
from brokersql.report.figures import count, figure
from brokersql.report.look import Look
from brokersql.report.queries import Row, number, rows
from brokersql.report.table import Cell, Column, lay_out

#: Losers that a terminal shows beside the winners.
_LOSERS = 3
_WEIGHT = "weight_"


@dataclass(frozen=True, slots=True)
class Weighed:
    """One pair with its weight and factors, and what became of it."""

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
            "criterion": self.criterion,
            "detail": self.detail,
        }

    @property
    def formula(self) -> str:
        """Return the weight as the product of its factors."""
        named = [f"{name} {figure(value)}" for name, value in self.factors]
        return f"{figure(self.weight)} = {' × '.join(named)}"


def weighed_of(cycle: Cycle, chunk: Chunk) -> list[Weighed]:
    """Return the weighed pairs of a chunk: the choice by rank, then the others."""
    names = factor_names(cycle.pairs.program)
    found = rows(cycle, "explain", "weighed", chunk.key)
    return [_weighed(row, names) for row in found]


def factor_names(program: PairProgram) -> list[str]:
    """Return the weight factors of a policy in order, named as their files."""
    names = [statement.name for statement in program.weights]
    return [name.removeprefix(_WEIGHT) for name in names if name.startswith(_WEIGHT)]


def _weighed(row: Row, names: Sequence[str]) -> Weighed:
    def maybe(name: str) -> int | None:
        return None if row[name] is None else number(row[name])

    return Weighed(
        str(row["queue_name"]),
        str(row["unified_name"]),
        bool(row["is_chosen"]),
        bool(row["for_jumbo"]),
        bool(row["is_bootstrap"]),
        maybe("rank"),
        float(str(row["weight"])),
        str(row["criterion"]),
        str(row["detail"]),
        maybe("n_queued"),
        maybe("n_running_cap"),
        cast("str | None", row["platform"]),
        cast("float | None", row["max_wdir"]),
        tuple((name, cast("float | None", row[name])) for name in names),
    )


def weight_lines(weighed: Sequence[Weighed], look: Look) -> list[str]:
    """Return the choice, the cut, and the first of those below it."""
    chosen = [each for each in weighed if each.is_chosen]
    losers = [each for each in weighed if not each.is_chosen]
    shown = losers[:_LOSERS] if look.limit and not look.verbose else losers
    kept, constant = _split_factors(weighed, look.verbose)
    columns = _columns(kept)
    least = chosen[-1].weight if chosen else None
    table = [_row(each, kept, least) for each in [*chosen, *shown]]
    lines = lay_out(columns, table, Look(look.colour, look.width))
    if losers:
        cut = f"── cut: best {len(chosen)} ──" if chosen else "── none is chosen ──"
        lines.insert(1 + len(chosen), look.paint("dim", f"      {cut}"))
    if len(losers) > len(shown):
        hidden = len(losers) - len(shown)
        lines.append(look.paint("dim", f"… and {hidden:,} more: --limit 0"))
    if constant:
        equal = ", ".join(f"{name} {_plain(value)}" for name, value in constant)
        lines.append(f"Left out, equal for all: {equal}.")
    return lines


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


def _columns(kept: Sequence[str]) -> list[Column]:
    factors = [f"{name} ×" for name in kept[:-1]] + list(kept[-1:])
    return [
        Column("rank", right=True),
        Column("queue_name", cut="middle"),
        Column("weight =" if kept else "weight", right=True),
        *(Column(name, right=True, drop=3) for name in factors),
        Column("n_queued", right=True, drop=2),
        Column("n_running_cap", right=True, drop=1),
        Column("", cut="end"),
    ]


def _row(each: Weighed, kept: Sequence[str], least: float | None) -> list[str | Cell]:
    factors = dict(each.factors)
    if each.is_chosen:
        why = each.criterion if each.criterion != "+use" else ""
        note = Cell("first jobs of an empty queue" if each.is_bootstrap else why, "dim")
    elif each.criterion == "-low_weight" and least is not None:
        gap = least - each.weight
        note = Cell(f"−{figure(gap)}" if gap else "tie, by draw", "dim")
    else:
        note = Cell(f"{each.criterion}: {each.detail}", "wait")
    return [
        "" if each.rank is None else count(each.rank),
        each.queue_name,
        figure(each.weight),
        *(figure(factors[name]) for name in kept),
        count(each.n_queued),
        count(each.n_running_cap),
        note,
    ]

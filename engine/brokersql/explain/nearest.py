"""The nearest rejected queues of a task, what several share, and what admits them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from brokersql.cycle import FinishedCycle
from brokersql.explain.changes.nearest_value import ends_of
from brokersql.explain.changes.pair_fixes import (
    ChunkOutcome,
    PairFix,
    PairFixSearch,
    standing,
)
from brokersql.explain.changes.search import counted
from brokersql.explain.changes.tunables import OWNERS, Move, Tunable
from brokersql.explain.chunk import Chunk
from brokersql.explain.failing import BlockedPair, Blocker, show_failing_pairs
from brokersql.explain.not_found import QUEUES, no_partners, outside_frame
from brokersql.render.numbers import asked, count, grouped, is_use, quantity
from brokersql.render.table import Cell, Display, TableColumn, lay_out
from brokersql.render.text import fold, header_of, listed_few, many, plural, printable
from brokersql.results.queries import Row, rows

#: Whose rows are looked at first: their values change no other queue.
_FIRST = "site"
#: What a row has beside the keys of JSON.
_INNER = ("bit", "class")
#: How often all is decided again at most with moves of the queues' own.
_N_ROUNDS = 3
#: For how many criteria values are looked for that several queues share.
_N_SHARED = 3
#: For how many changes, of queues and of the policy, the other decisions are counted.
_N_COUNTED, _N_POLICY = 3, 1


@dataclass(slots=True)
class NearestFixes:
    """What admits queues, by name, and those for which all that counts was tried.

    `is_asked` is whether anybody looked for a change at all.
    """

    is_asked: bool
    advice: dict[str, PairFix] = field(default_factory=dict[str, PairFix])
    tried: set[str] = field(default_factory=set[str])

    def is_tried(self, queue_name: str) -> bool:
        """Return whether all was tried for a queue, or enough was found."""
        return queue_name in self.advice or queue_name in self.tried

    @property
    def own(self) -> list[PairFix]:
        """Return the changes that are of one task or partner, the best first."""
        own = (each for each in self.advice.values() if not each.is_policy)
        return sorted(own, key=standing)

    @property
    def of_policy(self) -> list[PairFix]:
        """Return the changes of the policy, which are for all work."""
        return [each for each in self.advice.values() if each.is_policy]

    def count_others(self, search: PairFixSearch, chunk: Chunk) -> None:
        """Count what else the best changes change."""
        best = [*_distinct(self.own)[:_N_COUNTED], *self.of_policy[:_N_POLICY]]
        others = {each.moves: each.others for each in counted(search, chunk, best)}
        self.advice = {
            name: replace(each, others=others.get(each.moves))
            for name, each in self.advice.items()
        }


class NearestFixSearch:
    """Looks for changes that admit queues to one chunk, many queues at once."""

    def __init__(
        self, search: PairFixSearch, nearest_queues: Sequence[BlockedPair]
    ) -> None:
        self._search = search
        self._nearest_queues = nearest_queues
        site = {
            each.queue_name: self._tunables(each, _FIRST) for each in nearest_queues
        }
        uses = Counter(row for own in site.values() for row in {it.row for it in own})
        self._own = {
            name: [tunable for tunable in tunables if uses[tunable.row] == 1]
            for name, tunables in site.items()
        }

    def advise(self, n_tried: int) -> NearestFixes:
        """Return what would admit queues that one criterion each rejects.

        First come values of a queue's own rows, for `n_tried` queues that rest on one,
        of each criterion the nearest before its next. Values that queues share, also
        those of the task and the policy, are looked for where no queue is chosen or
        none can help itself: for the nearest queue of each criterion.
        """
        near = NearestFixes(is_asked=True)
        able = [each for each in self._nearest_queues if self._own[each.queue_name]]
        tried = _alternating(able)[:n_tried]
        done = self._help_themselves(tried, near)
        done |= {each.queue_name for each in self._nearest_queues if each not in able}
        left = [
            each for each in self._nearest_queues if each.queue_name not in near.advice
        ]
        is_asked = not (self._search.before.chosen and near.advice)
        shared = self._share(left, near) if is_asked else set[str]()
        bare = {each.queue_name for each in left if not self._is_shared(each)}
        near.tried = done & (shared | bare)
        return near

    def _tunables(self, blocked: BlockedPair, owner: str) -> list[Tunable]:
        return self._search.tried_tunables(blocked, blocked.blockers[0], owner)

    def _is_shared(self, blocked: BlockedPair) -> bool:
        """Return whether a queue rests on a value that is not its own alone."""
        n_all = sum(len(self._tunables(blocked, owner)) for owner in OWNERS)
        return n_all > len(self._own[blocked.queue_name])

    def _help_themselves(
        self, nearest_queues: Sequence[BlockedPair], near: NearestFixes
    ) -> set[str]:
        """Find moves of the queues' own; return the queues with no tunable left."""
        left = {each.queue_name: each for each in nearest_queues}
        tunables = {name: list(self._own[name]) for name in left}
        for _ in range(_N_ROUNDS):
            moves = self._moves_past(left, tunables)
            after = None
            if moves:
                after = self._search.decide(list(moves.values()), moves)
            if after is None:
                break
            for name, move in moves.items():
                advice = self._fix_of(name, move, after, moves)
                if advice is None and self._search.broke(left[name], move, after):
                    tunables[name].insert(0, move.tunable)
                    continue
                is_there = name in after.masks  # else its own move leaves no partner
                if advice is None and is_there and len(moves) > 1:
                    # another queue's move may bar it
                    alone = self._search.decide([move], [name])
                    advice = alone and self._fix_of(name, move, alone, (name,))
                if advice is not None:
                    near.advice[name] = advice
                    del left[name]
        return {name for name in tunables if not tunables[name]}

    def _moves_past(
        self, left: Mapping[str, BlockedPair], tunables: Mapping[str, list[Tunable]]
    ) -> dict[str, Move]:
        """Return for queues the next move of their own that lifts their criterion."""
        found: dict[str, Move] = {}
        if len(left) == 1:
            self._search.foresee(
                [
                    self._search.goal(each, each.blockers[0], tunable)
                    for name, each in left.items()
                    for tunable in tunables[name]
                ]
            )
        while asked := [
            it for name, it in left.items() if name not in found and tunables[name]
        ]:
            goals = [
                self._search.goal(
                    each, each.blockers[0], tunables[each.queue_name].pop(0)
                )
                for each in asked
            ]
            solved = self._search.solve(goals)
            for each, (move, _) in zip(asked, solved, strict=True):
                if move is not None:
                    found[each.queue_name] = move
        return found

    def _fix_of(
        self, name: str, move: Move, after: ChunkOutcome, moved: Collection[str]
    ) -> PairFix | None:
        """Return what a queue comes to among queues that stay as they are.

        None where it is not admitted. Of queues that are `moved` too nothing is known.
        """
        if not after.admits(name):
            return None
        others = [each for each in after.weighed if each.queue_name not in moved]
        before, weighed = self._search.before, after.weighed_at(name)
        ranked = weighed and before.ranked_among(weighed, others)
        n_chosen = len(before.chosen)
        return PairFix(_FIRST, (move,), ranked, n_chosen, (), gate=after.gate)

    def _share(
        self, nearest_queues: Sequence[BlockedPair], near: NearestFixes
    ) -> set[str]:
        """Find values that queues share; return the queues for which it was tried."""
        groups: dict[object, list[BlockedPair]] = {}
        for each in nearest_queues:
            if self._is_shared(each):
                groups.setdefault(each.blockers, []).append(each)
        tried: set[str] = set()
        for first, *more in list(groups.values())[:_N_SHARED]:
            advices = self._search.advise(first)
            if not advices.is_cut:
                tried.add(first.queue_name)
            for advice in advices.found[:1]:
                near.advice[first.queue_name] = advice
                self._admit_too(more, advice, near)
        return tried

    def _admit_too(
        self, nearest_queues: Sequence[BlockedPair], advice: PairFix, near: NearestFixes
    ) -> None:
        """Give an advice to all queues that it admits too."""
        moves = advice.moves
        names = [each.queue_name for each in nearest_queues]
        after = self._search.decide(moves, names) if names else None
        if after is not None:
            near.advice |= {
                name: self._search.fix(name, advice.owner, moves, after)
                for name in names
                if after.admits(name)
            }


def _distinct(fixes: Iterable[PairFix]) -> list[PairFix]:
    """Return the first fix of each set of moves."""
    first: dict[tuple[Move, ...], PairFix] = {}
    for each in fixes:
        first.setdefault(each.moves, each)
    return list(first.values())


def _alternating(nearest_queues: Iterable[BlockedPair]) -> list[BlockedPair]:
    """Return queues in their order, the first of each criterion before its next."""
    seen = Counter[int]()
    numbered: list[tuple[int, BlockedPair]] = []
    for each in nearest_queues:
        bit = each.blockers[0].bit
        numbered.append((seen[bit], each))
        seen[bit] += 1
    return [each for _, each in sorted(numbered, key=lambda each: each[0])]


@dataclass(frozen=True, slots=True)
class Cause:
    """One reason that several queues report, of which each names one pseudo queue.

    `owner` is who could act: nucleus, task, …; `n_alone` counts the queues that fail
    on nothing else.
    """

    criterion: str
    bit: int
    detail: str
    owner: str
    queues: frozenset[str]
    n_alone: int

    def document(self) -> dict[str, object]:
        """Return the cause as an object for JSON."""
        return {
            "criterion": self.criterion,
            "detail": self.detail,
            "owner": self.owner,
            "queues": len(self.queues),
            "alone": self.n_alone,
        }

    def lines(self, look: Display, noun: str) -> list[str]:
        """Return the cause for a reader."""
        return fold(self.words(noun).split(" "), look.width)

    def words(self, noun: str) -> str:
        """Return the cause in a sentence or two."""
        detail, nouns = grouped(printable(self.detail)), many(noun)
        text = f"{count(len(self.queues))} {nouns} fail for one reason: {detail}"
        text += f" ({self.criterion})."
        if self.n_alone:
            fail = "fails" if self.n_alone == 1 else "fail"
            text += f" {count(self.n_alone)} of them {fail} on nothing else."
        return f"{text} Nothing to do at the {nouns}: it is about the {self.owner}."


def causes_of(cycle: FinishedCycle, chunk: Chunk, near: Sequence[Row]) -> list[Cause]:
    """Return what several queues of a chunk have in common, of most queues first.

    `near` are rows of near_queue.sql: of each rejected queue the nearest pseudo queue.
    """
    owners = {
        each.bit: each.owner
        for each in cycle.program.criteria
        if each.owner and each.bit is not None
    }
    masks: dict[str, int] = {
        each["queue_name"]: 1 << each["bit"] for each in near if each["bit"] in owners
    }
    if not masks:
        return []
    show_failing_pairs(cycle, chunk, masks)
    alone = {each["queue_name"] for each in near if each["n_failing"] == 1}
    return [
        Cause(
            row["criterion"],
            row["bit"],
            row["detail"],
            owners[row["bit"]],
            frozenset(row["queues"]),
            len(alone.intersection(row["queues"])),
        )
        for row in rows(cycle, "explain", "causes")
    ]


@dataclass(frozen=True, slots=True)
class NearestQueues:
    """The rejected queues that fail fewest criteria, nearest first.

    `closest` has of each its nearest pseudo queue and the reported reason, with the
    keys of JSON and the bit of the rule. `n_rejected` counts the others too; `outside`
    says why some are no candidates, `no_partners` that there are none at all.
    """

    n_rejected: int
    closest: Sequence[Row]
    outside: tuple[tuple[str, int], ...]
    noun: str
    near: NearestFixes
    no_partners: str
    causes: Sequence[Cause] = ()

    @property
    def nearest(self) -> list[Row]:
        """Return the queues that fail on one criterion only.

        Those that a change admits stand first, by the rank that it leads to.
        """
        ranks = {name: standing(advice) for name, advice in self.near.advice.items()}
        return sorted(
            (each for each in self.closest if each["n_failing"] == 1),
            key=lambda it: (
                it["queue_name"] not in ranks,
                ranks.get(it["queue_name"], 0.0),
            ),
        )

    def documents(self) -> list[dict[str, object]]:
        """Return the queues that fail on one criterion only, for JSON."""
        documents: list[dict[str, object]] = []
        for each in self.nearest:
            found = {name: value for name, value in each.items() if name not in _INNER}
            advice = self.near.advice.get(each["queue_name"])
            found["change"] = advice.document() if advice else None
            found["tried"] = self.near.is_tried(each["queue_name"])
            documents.append(found)
        return documents

    def help_lines(self, look: Display) -> list[str]:
        """Return what would help for a reader; none if nobody asked."""
        own, of_policy = self._helps()
        # empty where one of them lets the task go
        but = min((each.held for each in self._best), default="")
        title = f"Would admit a {self.noun}{but}" if but else "What would help"
        folded = fold(title.split(" "), look.width) if own else []
        lines = [look.paint("bold", line) for line in folded]
        for each in own:
            words = each.removesuffix(but).split(" ")
            lines += fold(["  ", *words], look.width, "    ")
        for each in of_policy:
            lines += fold(each.split(" "), look.width)
        return lines

    @property
    def helps(self) -> tuple[str, ...]:
        """Return what would help, and what it changes besides, in sentences."""
        own, of_policy = self._helps()
        return (*own, *of_policy)

    @property
    def _best(self) -> list[PairFix]:
        """Return the best changes of one task or partner."""
        return _distinct(self.near.own)[:_N_COUNTED]

    def _helps(self) -> tuple[list[str], list[str]]:
        """Return sentences on changes of one task or partner, and of the policy."""
        names: dict[tuple[Move, ...], list[str]] = {}
        for name, each in self.near.advice.items():
            names.setdefault(each.moves, []).append(name)
        own = [each.sentence(names[each.moves]) for each in self._best]
        of_policy = [
            each.policy_words(f"admit {listed_few(shown, 1)}", is_only=not own)
            for each in _distinct(self.near.of_policy)[:_N_POLICY]
            for shown in [[*map(printable, names[each.moves])]]
        ]
        return own, of_policy

    def lines(self, look: Display) -> list[str]:
        """Return the nearest misses for a reader."""
        if not self.closest:
            none = self.no_partners or f"No {self.noun} rejects this task."
            return self._out() if self.outside else [none]
        nearest = self.nearest
        if not nearest:
            first = self.closest[0]
            name = printable(first["queue_name"])
            fails = plural(first["n_failing"], "criterion")
            text = f"the closest {self.noun}, {name}, fails {fails}"
            return [f"No single change helps: {text}."]
        few, all_of = len(nearest), plural(self.n_rejected, f"rejected {self.noun}")
        verb = "fails" if few == 1 else "fail"
        text = f"{few} of the {all_of} {verb} on one criterion only"
        above = {name for cause in self.causes for name in cause.queues}
        helped = {name for name, it in self.near.advice.items() if not it.is_policy}
        table = [
            _miss_row(each, self.near)
            for each in nearest
            if each["queue_name"] not in above - helped
        ]
        if not table:
            return [f"{text}: see above."]
        title = look.paint("bold", f"Nearest misses ({text})")
        lines = [title, *lay_out(self._columns(), table, look)]
        for each in self._legend():
            folded = fold(each.split(" "), look.width)
            lines += [look.paint("dim", line) for line in folded]
        return lines

    def _legend(self) -> Iterator[str]:
        """Yield what the words and signs of the table mean."""
        if self.near.own:
            yield "✓ = decided again with the change; nothing else is changed."
            others = next((it.others for it in self.near.own if it.others), None)
            if others is not None:
                n_all = plural(others.n_all, "other decision")
                yield f"others change = how many of {n_all} are then another one."
        advices = self.near.advice.values()
        for remark in {each.remark: None for each in advices if each.gate}:
            yield f"The queue is then admitted, but {remark}."
        names = {each["queue_name"] for each in self.nearest}
        if not self.near.advice and names <= self.near.tried:
            these = f"one of these {many(self.noun)}"
            yield f"No single change is known to help: no value that admits {these}."

    def _columns(self) -> list[TableColumn | str]:
        led_to = (advice.weighed for advice in self.near.advice.values())
        is_drawn = any(weighed.draw for weighed in led_to if weighed)
        return [
            TableColumn(header_of(self.noun), cut="middle"),
            "only blocker",
            TableColumn("asked", right=True, drop=1),
            TableColumn("offered", right=True, drop=1),
            TableColumn("change that admits", cut="stack", drop=-1),
            TableColumn("chance" if is_drawn else "rank", right=True, drop=3),
            TableColumn("others change", right=True, drop=2),
            TableColumn("detail", cut="below", drop=4),
        ]

    def _out(self) -> list[str]:
        """Return why no queue is a candidate."""
        parts = [
            f"{plural(n, self.noun)}: {printable(text)}" for text, n in self.outside
        ]
        return ["Outside the frame of candidates (-not_candidate)", *parts]


def _miss_row(each: Row, near: NearestFixes) -> list[str | Cell]:
    limit, have, unit = each["requested"], each["offered"], each["unit"] or ""
    numbers = ["", ""]
    if limit is not None and have is not None:
        numbers = [asked(limit, each["operator"]), quantity(have)]
        numbers = [f"{text} {unit}".rstrip() for text in numbers]
        if is_use(each["class"], each["operator"]):
            numbers = [f"in use {numbers[1]}", f"{quantity(limit)} allowed"]
    advice = near.advice.get(each["queue_name"])
    if advice is not None and advice.is_policy:
        change = Cell("of the policy only", "dim")
    elif advice is None:
        shown = "none" if near.is_tried(each["queue_name"]) else "not tried"
        change = Cell(shown if near.is_asked else "", "dim")
    else:
        words = [
            word for it in advice.moves for word in (it.tunable.name, f"{it.words} ✓")
        ]
        change = Cell(" ".join(words), parts=tuple(words))
    is_own = advice is not None and not advice.is_policy
    rank = advice.weighed.standing if advice and is_own and advice.weighed else ""
    others = advice.others if advice and is_own else None
    spread = count(others.n_changed) if others else ""
    detail = grouped(str(each["detail"]))
    shown = [each["queue_name"], each["criterion"], *numbers]
    return [*shown, change, rank, spread, detail]


def nearest_of(cycle: FinishedCycle, chunk: Chunk, n_advised: int) -> NearestQueues:
    """Return the rejected queues of a chunk, of each its nearest pseudo queue.

    Queues that are admitted are not among them. For the first `n_advised` that rest on
    a value of their own a change is looked for.
    """
    near = rows(cycle, "explain", "near_queue", chunk.key)
    causes = causes_of(cycle, chunk, near)
    few = [row for row in near if row["n_failing"] == near[0]["n_failing"]]
    closest: list[Row] = []
    if few:
        masks = {row["queue_name"]: row["reject_mask"] for row in few}
        show_failing_pairs(cycle, chunk, masks)
        closest = rows(cycle, "explain", "nearest")  # by how little is missing
    stems = {each.bit: each.stem for each in cycle.program.criteria}
    blocked: list[BlockedPair] = []
    for row in closest if n_advised else ():
        if row["n_failing"] == 1:
            ends = ends_of(row["requested"], row["offered"])
            bit = row["bit"]
            blocker = Blocker(bit, stems[bit], row["criterion"], ends)
            pair = BlockedPair(row["queue_name"], row["unified_name"], (blocker,))
            blocked.append(pair)
    fixes = NearestFixes(is_asked=n_advised > 0)
    if blocked:
        search = PairFixSearch(cycle, chunk)
        fixes = NearestFixSearch(search, blocked).advise(n_advised)
        fixes.count_others(search, chunk)
    return NearestQueues(
        len(near),
        closest,
        tuple(outside_frame(cycle, QUEUES, (chunk.task, chunk.chunk))),
        cycle.program.chooses,
        fixes,
        no_partners(cycle),
        causes,
    )

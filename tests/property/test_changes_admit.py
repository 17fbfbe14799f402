"""Advice on random worlds: a change admits the pair, is smallest; none means none."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from brokersql.cycle import FinishedCycle, Options, run_cycle
from brokersql.explain.changes.pair_fixes import PairFixSearch
from brokersql.explain.changes.tunables import Move, Tunable
from brokersql.explain.pair import PairStory, explain_pair
from brokersql.results.queries import ask_cycle
from brokersql.snapshot import Snapshot
from brokersql.snapshot.generate import generate
from tests.property.merged_worlds import merged_world

#: One pair for each combination of up to two criteria, those of one before the others.
PAIRS = """
    with pairs as (
        select
            jedi_task_id,
            chunk_no,
            queue_name,
            count(*) as n_failing,
            string_agg(criterion, ' ' order by criterion) as criteria
        from verdict_reason
        group by jedi_task_id, chunk_no, queue_name, round
        having not bool_or(criterion = '-not_candidate')
    )
    select jedi_task_id, chunk_no, queue_name
    from pairs
    where n_failing <= 2
    qualify
        row_number() over (
            partition by criteria order by hash(jedi_task_id), queue_name
        ) = 1
    order by n_failing, hash(criteria)
"""
#: Pairs of one criterion and of two that are looked at in each world.
TRIED = 8

on_several_worlds = pytest.mark.parametrize(
    ("world", "policy", "profile"),
    [
        ("500", "panda_job", "page"),
        ("530", "panda_job", "asrun"),
        ("S", "panda_analysis", "page"),
        ("S", "panda_task", "page"),
    ],
)


def snapshot(world: str, folder: Path) -> Snapshot:
    """Return random worlds by their first seed, or a synthetic one by its preset."""
    if not world.isdigit():
        generate(folder, world, seed=3, tasks=40)
        return Snapshot.open(folder)
    return Snapshot.open(merged_world(range(int(world), int(world) + 2)))


def stories(cycle: FinishedCycle) -> Iterator[PairStory]:
    """Yield pairs of the world with what would admit them."""
    for row in ask_cycle(cycle, PAIRS).to_pylist()[:TRIED]:
        pair = (row["jedi_task_id"], row["queue_name"], row["chunk_no"])
        yield explain_pair(cycle, *pair, is_advised=True)


def mask(cycle: FinishedCycle, story: PairStory) -> int:
    """Return the mask of the last round in which the pair was looked at."""
    return [
        row["reject_mask"]
        for row in cycle.verdict.to_pylist()
        if (row["jedi_task_id"], row["chunk_no"], row["queue_name"])
        == (story.chunk.task, story.chunk.chunk, story.pair["queue_name"])
    ][-1]


def ends(tunable: Tunable) -> list[Move]:
    """Return moves of a knob to the ends of what may be tried."""
    if tunable.type == "BOOLEAN":
        return [Move(tunable, tunable.present is not True)]
    if tunable.type == "VARCHAR":
        return [Move(tunable, choice) for choice in tunable.choices]
    return [Move(tunable, 1), Move(tunable, 1_000_000_000)]


def nearer(moves: tuple[Move, ...]) -> Iterator[list[Move]]:
    """Yield moves that would be enough if these were not smallest."""
    yield from map(list, itertools.combinations(moves, len(moves) - 1))
    for at, move in enumerate(moves):
        before, after = move.tunable.number or 0, move.value
        if isinstance(after, int) and not isinstance(after, bool):
            less = after - 1 if after > before else after + 1
            if less not in (before, 0):
                yield [*moves[:at], Move(move.tunable, less), *moves[at + 1 :]]


@pytest.mark.slow
@on_several_worlds
def test_a_change_admits_and_nothing_less_does(
    world: str, policy: str, profile: str, tmp_path: Path
) -> None:
    source = snapshot(world, tmp_path)
    cycle = run_cycle(source, policy, Options(profile=profile, threads=1))
    taken: dict[tuple[str, ...], Move] = {}
    apart: list[PairStory] = []
    n_none = n_shared = 0
    for story in stories(cycle):
        search = PairFixSearch(cycle, story.chunk)
        name = story.pair["queue_name"]

        def admits(
            moves: list[Move], search: PairFixSearch = search, name: str = name
        ) -> bool:
            after = search.decide(moves, [name])
            return after is not None and after.admits(name)

        # 1. none, or of the policy only: no other value that a criterion rests on
        #    admits, not even its ends
        if not story.failing:
            continue  # a round after that of the pair admitted it
        if story.fix is None:
            tunables = {
                tunable
                for each in story.failing
                for tunable in each.inputs or ()
                if story.policy_fix is None or tunable.row[0] != "cfg"
            }
            assert not any(
                admits([move]) for tunable in tunables for move in ends(tunable)
            )
            if story.policy_fix is None:
                n_none += 1
                continue
        # 2. of all changes none has a move too many, or a value too far
        for advice in story.advices.found if story.advices else ():
            assert not any(map(admits, nearer(advice.moves))), (story, advice.moves)
        # 3. the first is made in a run of its own, with those of other rows
        fix = story.fix or story.policy_fix
        assert fix is not None
        moves = fix.moves
        rows = {move.tunable.row: move for move in moves}
        if any(row[0] in ("cfg", "task") for row in rows):
            n_shared += 1
            if n_shared <= 2:
                assert mask(run_with(source, cycle, moves), story) == 0, story
        elif not rows.keys() & taken.keys():
            taken |= rows
            apart.append(story)
    moves = tuple(
        it for story in apart for it in (story.fix.moves if story.fix else ())
    )
    again = run_with(source, cycle, moves) if apart else cycle
    for story in apart:
        assert mask(cycle, story) and mask(again, story) == 0, story
    assert n_none and (apart or n_shared)


def run_with(
    source: Snapshot, cycle: FinishedCycle, moves: tuple[Move, ...]
) -> FinishedCycle:
    """Return another run of a cycle, with moves."""
    changes = [move.change for move in moves if move.change is not None]
    told = {it.tunable.name: it.text for it in moves if it.change is None}
    options = replace(cycle.options, settings=told)
    return run_cycle(source.changed(changes), cycle.policy_source, options)

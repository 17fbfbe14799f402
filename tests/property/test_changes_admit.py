"""The suggested change is made, all is decided again, and the pair is admitted."""

from __future__ import annotations

from pathlib import Path

import pytest

from brokersql.cycle import Cycle, Options, run_cycle
from brokersql.explain import PairStory, tell_pair
from brokersql.explain.knob import Move
from brokersql.report.adhoc import ask_cycle
from brokersql.snapshot import Snapshot
from brokersql.snapshot.generate import generate
from tests.property.merged_worlds import merged_world

#: One pair for each combination of up to two criteria that somebody may lift.
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
        having not bool_or(criterion in (
            '-not_candidate', '-io', '-cpucore', '-cache', '-regexpcmtconfig',
            '-nopilot', '-zeroshare', '-jumbo', '-input_data', '-full_chain',
            '-not_full_chain'
        ))
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
#: Pairs that are looked at, and those of them with a change.
TRIED, MOST = 7, 3

on_several_worlds = pytest.mark.parametrize(
    ("world", "policy", "profile"),
    [
        ("500", "panda_job", "page"),
        ("530", "panda_job", "asrun"),
        ("S", "panda_analysis", "page"),
    ],
)


def snapshot(world: str, folder: Path) -> Snapshot:
    """Return random worlds by their first seed, or a synthetic one by its preset."""
    if not world.isdigit():
        generate(folder, world, seed=3)
        return Snapshot.open(folder)
    return Snapshot.open(merged_world(range(int(world), int(world) + 4)))


def stories(cycle: Cycle) -> list[PairStory]:
    """Return pairs with a change that admits them; no two change the same row."""
    taken: set[tuple[str, ...]] = set()
    found: list[PairStory] = []
    for row in ask_cycle(cycle, PAIRS).to_pylist()[:TRIED]:
        pair = (row["jedi_task_id"], row["queue_name"], row["chunk_no"])
        story = tell_pair(cycle, *pair, is_advised=True)
        moves = [] if story.fix is None else story.fix.moves
        rows = {move.knob.row for move in moves}
        is_shared = any(row[0] in ("cfg", "task") for row in rows)
        if moves and not is_shared and not rows & taken:
            taken |= rows
            found.append(story)
        if len(found) == MOST:
            break
    return found


def masks(cycle: Cycle, story: PairStory) -> list[int]:
    return [
        row["reject_mask"]
        for row in cycle.verdict.to_pylist()
        if (row["jedi_task_id"], row["chunk_no"], row["queue_name"])
        == (story.head.task, story.head.chunk, story.pair.queue_name)
    ]


@pytest.mark.slow
@on_several_worlds
def test_a_suggested_change_admits_the_pair(
    world: str, policy: str, profile: str, tmp_path: Path
) -> None:
    source = snapshot(world, tmp_path)
    options = Options(profile=profile, threads=1)
    cycle = run_cycle(source, policy, options)
    admitted = stories(cycle)
    moves: list[Move] = [move for it in admitted if it.fix for move in it.fix.moves]
    changes = [move.change for move in moves if move.change is not None]
    again = run_cycle(source.changed(changes), policy, options)
    assert admitted
    for story in admitted:
        assert 0 not in masks(cycle, story)[-1:]
        assert masks(again, story)[-1] == 0, story

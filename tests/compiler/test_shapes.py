"""Every form of query that a filter may take means the same fused as it does plain."""

from __future__ import annotations

from pathlib import Path

import pytest

from brokersql.compiler import PairProgram
from brokersql.core.database import Database
from tests.compiler.world import POLICIES, plain, random_world, rejected, run_policy

SMALL = POLICIES / "small"
HEADER = (SMALL / "filters" / "offline.sql").read_text().split("select")[0]
KEYS = "candidate.jedi_task_id, candidate.chunk_no, candidate.queue_name"
UNIT = (
    "inner join unit on candidate.jedi_task_id = unit.jedi_task_id"
    " and candidate.chunk_no = unit.chunk_no"
)
PARTNER = "inner join partner on candidate.queue_name = partner.queue_name"
OWN = (
    "candidate.jedi_task_id = task_at_queue.jedi_task_id"
    " and candidate.queue_name = task_at_queue.queue_name"
)
SHAPES = {
    "everything": f"select {KEYS}, 'x' as detail from candidate",
    "nothing": f"select {KEYS}, 'x' as detail from candidate where false",
    "unknown": f"select {KEYS}, 'x' as detail from candidate where null",
    "numbers_or_times": f"""select {KEYS}, 'x' as detail from candidate {UNIT}
        cross join cfg cross join snapshot
        where unit.ram_count > cfg.many or unit.frozen_time < snapshot.snapshot_time""",
    "aliases": """select c.jedi_task_id, c.chunk_no, c.queue_name, 'x' as detail
        from candidate as c inner join partner as p on p.queue_name = c.queue_name
        where p.max_rss > 1""",
    "cte_of_pairs": f"""with flags as (
            select {KEYS}, unit.core_count > 1 as is_multi, partner.is_cvmfs as has
            from candidate {UNIT} {PARTNER} where unit.nucleus is not null
        )
        select flags.jedi_task_id, flags.chunk_no, flags.queue_name, 'x' as detail
        from flags where flags.is_multi and not flags.has""",
    "two_ctes": f"""with first as (
            select {KEYS}, unit.ram_count as ram, partner.max_rss as rss
            from candidate {UNIT} {PARTNER}
        ),
        second as (
            select first.*, first.ram * 60 as need from first where first.rss > 0
        )
        select second.jedi_task_id, second.chunk_no, second.queue_name, 'x' as detail
        from second where second.need > second.rss""",
    "cte_next_to_the_pairs": f"""with flags as (
            select {KEYS}, unit.core_count > 1 as is_multi from candidate {UNIT}
        )
        select {KEYS}, 'x' as detail from candidate
        inner join flags on candidate.jedi_task_id = flags.jedi_task_id
            and candidate.chunk_no = flags.chunk_no
            and flags.queue_name = candidate.queue_name
        {PARTNER} where flags.is_multi and partner.max_rss > 1""",
    "subquery": f"""select {KEYS}, 'x' as detail from candidate
        inner join (
            select partner.queue_name as name, partner.max_rss + 1 as rss
            from partner where partner.is_cvmfs
        ) as big on candidate.queue_name = big.name where big.rss > 1""",
    "left_subquery_with_condition": f"""select {KEYS}, 'x' as detail from candidate
        left join (
            select partner.queue_name as name, partner.max_rss, 1 as one
            from partner where partner.is_cvmfs
        ) as big on candidate.queue_name = big.name
        where big.max_rss is null or big.one is null""",
    "left_subquery_of_a_fact": f"""select {KEYS}, 'x' as detail from candidate {UNIT}
        left join (
            select site_link.dst_site, site_link.src_site as src,
                coalesce(site_link.closeness, 1) as closeness, 1 as one
            from site_link
        ) as near on unit.nucleus = near.dst_site and near.src = unit.nucleus
        where near.one is null or near.closeness > 0""",
    "left_pair_fact": f"""select {KEYS}, 'x' as detail from candidate {PARTNER}
        left join need on candidate.jedi_task_id = need.jedi_task_id
            and candidate.chunk_no = need.chunk_no
            and candidate.queue_name = need.queue_name
        where need.need_mb is null or need.need_mb > partner.max_rss""",
    "level_behind_a_level": f"""select {KEYS}, 'x' as detail from candidate {UNIT}
        {PARTNER}
        inner join site_link on unit.nucleus = site_link.dst_site
            and partner.site_name = site_link.src_site
        left join site_link as back on site_link.dst_site = back.src_site
            and site_link.src_site = back.dst_site
        where site_link.closeness > coalesce(back.closeness, 0)""",
    "level_with_more_keys": f"""select {KEYS}, 'x' as detail from candidate {UNIT}
        inner join share_site on unit.gshare = share_site.gshare
            and unit.nucleus = share_site.site_name
            and candidate.queue_name = share_site.queue_name
        where share_site.n_jobs > unit.core_count""",
    "sparse_found": f"""select {KEYS}, 'x' as detail from candidate {UNIT} {PARTNER}
        inner join task_at_queue on {OWN}
        where task_at_queue.n_jobs < partner.core_count or unit.io_intensity > 0""",
    "sparse_missing": f"""select {KEYS}, 'x' as detail from candidate
        left join task_at_queue on {OWN} where task_at_queue.n_jobs is null""",
    "sparse_chain": f"""select {KEYS}, 'x' as detail from candidate
        left join task_at_queue on {OWN}
        left join unit as same on task_at_queue.jedi_task_id = same.jedi_task_id
            and task_at_queue.n_jobs = same.chunk_no
        where same.core_count > 1 or task_at_queue.n_jobs > 0""",
    "conditions_in_on": f"""select {KEYS}, 'x' as detail from candidate
        inner join partner on candidate.queue_name = partner.queue_name
            and partner.max_rss > 1 where partner.is_cvmfs""",
    "constants": f"""with limits as (select cfg.many + 1 as much from cfg)
        select {KEYS}, 'x' as detail from candidate {PARTNER}
        cross join limits cross join snapshot
        where partner.max_rss > limits.much and snapshot.snapshot_id = 'w'""",
    "key_of_a_constant": f"""select {KEYS}, 'x' as detail from candidate {UNIT}
        left join site_link on site_link.src_site = 's1'
            and site_link.dst_site = unit.nucleus
        left join partner as one on one.queue_name = 'q1'
        where site_link.is_far or one.is_cvmfs""",
    "key_of_both_sides": f"""select {KEYS}, 'x' as detail from candidate {UNIT}
        {PARTNER} left join site_link
            on site_link.src_site = coalesce(partner.site_name, unit.nucleus)
            and site_link.dst_site = unit.nucleus
        where site_link.is_far""",
    "alias_in_a_cte": f"""with big as (
            select {KEYS}, partner.max_rss + 1 as rss, rss > 1 as is_big
            from candidate {PARTNER}
        )
        select big.jedi_task_id, big.chunk_no, big.queue_name, 'x' as detail
        from big where is_big""",
    "structs_and_lists": f"""with made as (
            select {KEYS}, {{'a': unit.ram_count, 'b': partner.max_rss}} as both,
                [unit.core_count, partner.core_count] as cores
            from candidate {UNIT} {PARTNER}
        )
        select made.jedi_task_id, made.chunk_no, made.queue_name, 'x' as detail
        from made where made.both.a > made.both.b or made.cores[1] > made.cores[-1]""",
    "operators_in_place": f"""with made as (
            select {KEYS}, unit.ram_count - 1 as a, partner.max_rss - 1 as b,
                unit.core_count > 1 or partner.is_cvmfs as c
            from candidate {UNIT} {PARTNER}
        )
        select made.jedi_task_id, made.chunk_no, made.queue_name, 'x' as detail
        from made where 60 - made.b - made.a * 60 > made.a - made.b and not made.c""",
}
SHARE_SITE = """-- title: a fact with the keys of two others
-- grain: gshare, site_name, queue_name
select
    share_jobs.gshare, queue.site_name, share_jobs.queue_name, share_jobs.n_jobs
from share_jobs
inner join queue on share_jobs.queue_name = queue.queue_name
where queue.site_name is not null
"""

#: What exempts chunks of 8 cores from -offline, and each shape with and without it.
SPARED = """-- title: chunks that a criterion does not hold for
-- grain: jedi_task_id, chunk_no
select unit.jedi_task_id, unit.chunk_no,
    case when unit.core_count = 8 then ['-other', '-offline'] else ['-other'] end
    as exempt_from
from unit
where unit.core_count is not null
"""
EXEMPT = {
    "exempt": ("", ""),
    "exempt_one_of_two": ("", "where partner.max_rss > 1 or unit.ram_count > 1"),
    "exempt_by_conditions": (
        "inner join share_site using (gshare, site_name, queue_name)",
        "where share_site.n_jobs > 1",
    ),
}
SHAPES |= {
    f"{stem}{suffix}": f"select candidate.*, 'x' as detail from candidate "
    f"inner join unit using (jedi_task_id, chunk_no) "
    f"inner join partner using (queue_name) {join}\n{where}"
    for stem, (join, where) in EXEMPT.items()
    for suffix in ("", "_not")
}

World = tuple[Database, PairProgram]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shapes")
    for stage in ("filters", "facts"):
        (folder / stage).mkdir()
    for stem, text in SHAPES.items():
        head = HEADER + ("-- exempts: spared\n" if stem in EXEMPT else "")
        (folder / "filters" / f"{stem}.sql").write_text(f"{head}{text}\n")
    (folder / "facts" / "spared.sql").write_text(SPARED)
    (folder / "facts" / "share_site.sql").write_text(SHARE_SITE)
    stems = ", ".join(f'"{stem}"' for stem in SHAPES)
    (folder / "policy.toml").write_text(
        f'extends = "{SMALL}"\ndrop = ["filters"]\nfilters = [{stems}]\n'
    )
    return folder


@pytest.fixture(scope="module")
def worlds(folder: Path) -> list[World]:
    return [run_policy(folder, random_world(seed)) for seed in range(4)]


@pytest.mark.parametrize("stem", SHAPES)
def test_a_shape_means_the_same_fused_and_plain(worlds: list[World], stem: str) -> None:
    found = 0
    for database, program in worlds:
        assert rejected(database, program, stem) == plain(database, program, stem)
        found += len(plain(database, program, stem))
    assert (found > 0) is (stem not in ("nothing", "unknown"))


@pytest.mark.parametrize("stem", EXEMPT)
def test_a_criterion_does_not_hold_for_what_it_exempts(
    worlds: list[World], stem: str
) -> None:
    spared = found = 0
    for database, program in worlds:
        all_of = rejected(database, program, f"{stem}_not")
        rows = database.rows(
            "select jedi_task_id, chunk_no from unit where core_count = 8"
        )
        left = {pair for pair in all_of if pair[:2] not in rows}
        assert rejected(database, program, stem) == left
        spared, found = spared + len(all_of - left), found + len(left)
    assert spared
    assert found


def test_no_pairs_no_verdict(folder: Path) -> None:
    tables = random_world(1)
    for name in ("input_chunk", "queue"):
        database, _ = run_policy(folder, {**tables, name: []})
        assert database.rows("select count(*) from verdict") == [(0,)]


def test_candidates_may_depend_on_facts_of_one_side(tmp_path: Path) -> None:
    (tmp_path / "candidate.sql").write_text(
        "-- title: chunks of a known nucleus at queues of its own site\n"
        "-- in_results: queue_name as queue_name, queue_name as unified_name\n"
        "select unit.jedi_task_id, unit.chunk_no, partner.queue_name\n"
        "from unit cross join partner\n"
        "inner join site_link on unit.nucleus = site_link.src_site\n"
        "and unit.nucleus = site_link.dst_site\n"
        "where site_link.closeness is not null and partner.max_rss > 1\n"
    )
    toml = f'extends = "{SMALL}"\ncandidate = "candidate.sql"\n'
    (tmp_path / "policy.toml").write_text(toml)
    database, program = run_policy(tmp_path, random_world(2))
    keys = "jedi_task_id, chunk_no, queue_name"
    pairs = set(database.rows(f"select {keys} from verdict"))
    assert pairs == set(database.rows(f"select {keys} from candidate"))
    assert pairs
    for each in program.criteria:
        if each.stage == "filters":
            assert rejected(database, program, each.stem) == plain(
                database, program, each.stem
            )

"""The fused program rejects exactly the pairs that the plain filter files list."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brokersql.compiler import Criterion, PairProgram
from brokersql.core.database import Database
from brokersql.core.sql_files import sql_text
from tests.compiler.world import POLICIES, plain, random_world, rejected, run_policy

SMALL = POLICIES / "small"
KEYS = "jedi_task_id, chunk_no, queue_name"
CONFIG = [("jedi", "jobbroker", "SHARE_LIMIT_slow", "atlas", "int", "4")]


def hits(each: Criterion) -> str:
    """Return the relation of the pairs that a rule file lists."""
    if each.stage == "filters":
        return f"filter_{each.stem}"
    return (
        f"(select passed.*, rule.detail from set_rule_{each.stem} as rule "
        "inner join passed using (jedi_task_id, chunk_no, queue_name))"
    )


def assert_equal(database: Database, program: PairProgram) -> int:
    """Compare masks and details with the plain files; count the rejections."""
    count = 0
    for each in program.criteria:
        if each.stage == "filters":
            assert rejected(database, program, each.stem) == plain(
                database, program, each.stem
            ), each.stem
            count += len(plain(database, program, each.stem))
    keys = ", ".join((*program.unit_key, *program.partner_key))
    database.create_view("pair_reason", program.reasons.sql())
    shown = set(database.rows(f"select {keys}, bit, detail from pair_reason"))
    for each in program.criteria:
        if each.stage in ("filters", "set_rules"):
            listed = f"select {keys}, {each.bit}, detail from {hits(each)}"
            assert {row for row in shown if row[-2] == each.bit} == set(
                database.rows(listed)
            ), each.stem
    return count


@pytest.mark.parametrize("seed", range(12))
def test_every_shape_of_the_small_policy(seed: int) -> None:
    database, program = run_policy(SMALL, random_world(seed), gdp_config=CONFIG)
    assert assert_equal(database, program) > 0


@pytest.mark.parametrize("seed", range(3))
def test_the_reported_reason_is_first_drop_then_set_rule_then_last_defer(
    seed: int,
) -> None:
    database, program = run_policy(SMALL, random_world(seed), gdp_config=CONFIG)
    database.create_table_as("x_reported", program.reported, (0, 1_000_000))
    database.create_view("reported", sql_text("report", "reported"))
    rows = database.rows(f"select {KEYS}, bit, detail from reported")
    rules = [it for it in program.criteria if it.stage in ("filters", "set_rules")]
    drops = [it for it in rules if it.stage == "filters" and it.effect == "drop"]
    defers = [it for it in rules if it.effect == "defer"]
    sets = [it for it in rules if it.stage == "set_rules"]
    first: dict[tuple[object, ...], tuple[object, ...]] = {}
    for each in (*drops, *sets, *reversed(defers)):
        for *key, detail in database.rows(f"select {KEYS}, detail from {hits(each)}"):
            first.setdefault(tuple(key), (each.bit, detail))
    assert {row[:3]: row[3:] for row in rows} == first


def test_survivors_alone_are_the_pairs_without_a_bit() -> None:
    database, program = run_policy(SMALL, random_world(5), gdp_config=CONFIG)
    alone = database.rows(program.survivor_select, (0, 1_000_000))
    masks = database.rows(program.verdict_select, (0, 1_000_000, 1, 0))
    assert set(alone) == {(unit, partner) for unit, partner, mask in masks if mask == 0}
    assert 0 < len(alone) < len(masks)


ATOMS = (
    "unit.core_count > 1",
    "unit.nucleus is null",
    "unit.gshare in ('slow', 'fast')",
    "unit.ram_count between 1 and cfg.many",
    "partner.status <> 'online'",
    "partner.is_cvmfs",
    "partner.core_power + 1 >= cfg.min_speed",
    "partner.site_name is not null",
    "unit.ram_count > partner.max_rss",
    "partner.site_name = unit.nucleus",
    "unit.core_count + partner.core_count <= cfg.many * cfg.many",
    "site_link.is_far",
    "site_link.closeness < partner.core_count",
    "coalesce(site_link.closeness, 1) > unit.io_intensity",
    "site_link.src_site is null",
    "share_jobs.n_jobs > cfg.many",
    "share_jobs.n_jobs > site_link.closeness",
    "coalesce(share_jobs.n_jobs, 0) > coalesce(cfg_share.share_limit, 1)",
    "task_at_queue.n_jobs > 0",
    "coalesce(task_at_queue.n_jobs, 0) = unit.core_count",
    "need.need_mb > partner.max_rss",
    "coalesce(need.need_mb, cfg.many) between unit.ram_count and partner.max_rss",
    "cfg.is_strict",
    "unit.frozen_time < snapshot.snapshot_time",
    "case when partner.is_cvmfs then unit.core_count > 1 else site_link.is_far end",
    "case when unit.core_count > 1 then unit.ram_count > 0 else partner.is_cvmfs end",
    "case unit.gshare when 'slow' then partner.max_rss > 1 else site_link.is_far end",
    "len(list_filter([1, partner.max_rss], lambda n: n > unit.ram_count)) > 1",
    "len([n for n in [unit.ram_count, 0] if n < partner.max_rss]) > 0",
    "list_has_any([unit.nucleus, unit.gshare], [partner.site_name, 's1'])",
    "list_has_any(case when partner.is_cvmfs then [partner.site_name] end, ['s1'])",
    "list_has_any(case when unit.core_count > 1 then ['s1', 's2'] end,"
    " [partner.site_name])",
    "list_has_all([partner.site_name, 's1', 's2'], [unit.nucleus])",
    "list_has_all([unit.nucleus, 's1'], [partner.site_name, 's1'])",
    "len(list_intersect([unit.nucleus, 's1'], [partner.site_name, 's1']))"
    " > unit.core_count",
    "list_has_any([unit.ram_count], [partner.max_rss])",
    "unit.core_count is distinct from partner.core_count",
    "null::boolean",
)
JOINS = {
    "site_link": "partner.site_name = site_link.src_site"
    " and unit.nucleus = site_link.dst_site",
    "share_jobs": "unit.gshare = share_jobs.gshare"
    " and candidate.queue_name = share_jobs.queue_name",
    "task_at_queue": "candidate.jedi_task_id = task_at_queue.jedi_task_id"
    " and candidate.queue_name = task_at_queue.queue_name",
    "need": "candidate.jedi_task_id = need.jedi_task_id"
    " and candidate.chunk_no = need.chunk_no"
    " and candidate.queue_name = need.queue_name",
    "cfg_share": "unit.gshare = cfg_share.gshare",
}


def conditions(depth: int = 3) -> st.SearchStrategy[str]:
    """Return conditions of nested AND, OR, NOT and coalesce over the atoms."""
    inner = st.sampled_from(ATOMS)
    for _ in range(depth):
        inner = st.one_of(
            inner,
            st.tuples(inner, inner).map(lambda two: f"({two[0]} and {two[1]})"),
            st.tuples(inner, inner).map(lambda two: f"({two[0]} or {two[1]})"),
            inner.map(lambda one: f"not ({one})"),
            inner.map(lambda one: f"coalesce({one}, false)"),
            inner.map(lambda one: f"coalesce({one}, true)"),
        )
    return inner


@st.composite
def filter_files(draw: st.DrawFn) -> str:
    """Return the text of a filter: joins of random kind, a random condition."""
    condition = draw(conditions())
    joins = [
        f"{draw(st.sampled_from(['inner', 'left']))} join {name} on {on}"
        for name, on in JOINS.items()
        if f"{name}." in condition
    ]
    header = (SMALL / "filters" / "offline.sql").read_text().split("select")[0]
    effect = draw(st.sampled_from(["drop", "defer"]))
    return "\n".join(
        [
            header.replace("effect: drop", f"effect: {effect}").rstrip(),
            "select candidate.jedi_task_id, candidate.chunk_no, candidate.queue_name,",
            "format('{} {}', unit.nucleus, partner.max_rss) as detail",
            "from candidate",
            "inner join unit on candidate.jedi_task_id = unit.jedi_task_id",
            "and candidate.chunk_no = unit.chunk_no",
            "inner join partner on candidate.queue_name = partner.queue_name",
            *joins,
            "cross join cfg cross join snapshot",
            f"where {condition}",
        ]
    )


@pytest.mark.slow
@settings(max_examples=10)
@given(
    files=st.lists(filter_files(), min_size=20, max_size=20),
    seed=st.integers(0, 10_000),
    is_strict=st.booleans(),
)
def test_random_filters(
    files: list[str],
    seed: int,
    is_strict: bool,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder: Path = tmp_path_factory.mktemp("policy")
    (folder / "filters").mkdir()
    stems = [f"random_{number}" for number in range(len(files))]
    for stem, text in zip(stems, files, strict=True):
        (folder / "filters" / f"{stem}.sql").write_text(text)
    toml = f'extends = "{SMALL}"\ndrop = ["filters"]\nfilters = {stems}\n'
    (folder / "policy.toml").write_text(toml.replace("'", '"'))
    overrides = {"IS_STRICT": str(is_strict), "SHARE_LIMIT_express": "6"}
    world = random_world(seed, n_tasks=13, n_queues=13)
    database, program = run_policy(folder, world, overrides)
    assert_equal(database, program)

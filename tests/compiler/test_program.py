"""A compiled program: what stands where, how it is kept, what it says of itself."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from brokersql.compiler import PairProgram, compile_policy
from brokersql.compiler.cache import program_key, read_compiled
from brokersql.cycle.plan import dependencies_of
from brokersql.policy import load_policy
from tests.compiler.world import POLICIES, compile_pairs, random_world, run_policy

SMALL = POLICIES / "small"


@pytest.fixture(scope="module")
def program() -> PairProgram:
    return compile_pairs(load_policy(str(SMALL)))


def grain(program: PairProgram, stem: str) -> str:
    return next(each.grain for each in program.criteria if each.stem == stem)


def test_each_filter_is_decided_at_its_coarsest_grain(program: PairProgram) -> None:
    assert grain(program, "offline") == "queue"
    assert grain(program, "busy") == "queue"
    assert grain(program, "no_cvmfs") == "task & queue"
    assert grain(program, "far_link") == "link"
    assert grain(program, "low_memory") == "pair"
    assert grain(program, "no_data") == "pair"


def test_one_sided_conditions_cost_the_pair_one_and(program: PairProgram) -> None:
    """Five of seven filters leave no CASE on the pair."""
    sql = program.verdict_select
    assert "(partner_groups.x_unit_mask_1 & x_partner.mask_1)" in sql
    assert sql.count("CASE WHEN") == 3
    bits = {each.stem: each.bit for each in program.criteria}
    left = {int(each) for each in re.findall(r"THEN (\d+)::bigint", sql)}
    pairwise = ("low_memory", "crowded", "no_data")
    assert left == {1 << (bits[stem] or 0) for stem in pairwise}


def test_a_link_is_looked_up_once_for_all_tasks_of_a_nucleus(
    program: PairProgram,
) -> None:
    tables = {each.name: each.sql for each in program.grains}
    (level,) = [sql for name, sql in tables.items() if '"site_link"' in sql]
    assert "select distinct" in level
    assert '"site_link"' not in tables["x_unit"] + tables["x_partner"]
    assert "site_link" not in program.verdict_select


def test_what_all_partners_of_a_group_share_is_decided_once_for_them(
    program: PairProgram,
) -> None:
    """Links are known by the site: queues of a site share them, not their memory."""
    tables = {each.name: each.sql for each in program.grains}
    ((level, made),) = [it for it in tables.items() if '"site_link"' in it[1]]
    assert "cross join x_group as x_partner" in made
    assert "order by partner.site_name" in tables["x_partner"]
    of_group, of_pair = program.verdict_select.split(") as partner_groups")
    bits = {each.stem: str(1 << (each.bit or 0)) for each in program.criteria}
    assert f"THEN {bits['low_memory']}::bigint" in of_group.split("from")[0] + of_pair
    assert level in of_group and level not in of_pair


def test_guards_of_one_side_are_folded_into_the_comparison(tmp_path: Path) -> None:
    (tmp_path / "filters").mkdir()
    text = (SMALL / "filters" / "offline.sql").read_text().split("from candidate")[0]
    (tmp_path / "filters" / "offline.sql").write_text(
        f"{text}from candidate\n"
        "inner join partner on candidate.queue_name = partner.queue_name\n"
        "inner join unit on candidate.jedi_task_id = unit.jedi_task_id\n"
        "and candidate.chunk_no = unit.chunk_no\n"
        "where partner.max_rss > 0 and unit.ram_count > partner.max_rss\n"
    )
    toml = f'extends = "{SMALL}"\ndrop = ["filters"]\nfilters = ["offline"]\n'
    (tmp_path / "policy.toml").write_text(toml)
    sql = compile_pairs(load_policy(str(tmp_path))).verdict_select
    assert re.search(r"CASE WHEN x_unit\.v\d+ > x_partner\.v\d+ THEN", sql)


def test_settings_are_constants_of_the_statements_not_joins(
    program: PairProgram,
) -> None:
    fused = "".join(each.sql for each in program.grains) + program.verdict_select
    assert "GETVARIABLE('cfg_min_speed')" in fused
    assert '"cfg"' not in fused


def test_the_criterion_table_decodes_bits_and_steps() -> None:
    database, program = run_policy(SMALL, random_world(1))
    rows = database.rows("select bit, step, criterion, effect, class from criterion")
    assert rows == [
        (each.bit, each.step, each.criterion, each.effect, each.cls)
        for each in program.criteria
    ]
    order = sorted((bit, name) for bit, _, name, *_ in rows if bit is not None)
    names = [name for _, name in order]
    assert names == [
        *("-offline", "-no_cvmfs", "-lowmemory", "-far_link", "-no_data"),
        "-only_local",
        *("-busy", "-crowded"),
    ]


def test_what_is_asked_and_offered_is_what_the_rule_says() -> None:
    database, program = run_policy(SMALL, random_world(3))
    bits = {each.stem: each.bit for each in program.criteria}
    database.create_view("pair_reason", program.reasons.sql())

    def shown(stem: str, condition: str) -> bool:
        rows = database.rows(
            f"select bool_and({condition}) from pair_reason where bit = ?",
            (bits[stem],),
        )
        return rows == [(True,)]

    assert shown("low_memory", "operator = '<=' and not asked <= offered")
    text = "format('needs {} > {}', asked::bigint, offered::bigint)"
    assert shown("low_memory", f"detail = {text}")
    assert shown("busy", "operator = '<=' and asked = 2 and offered < 2")
    nothing = "asked is null and operator is null and offered is null"
    assert shown("offline", nothing)


def test_the_rendered_program_is_plain_sql_that_names_every_file(
    program: PairProgram,
) -> None:
    text = program.render()
    for each in program.criteria:
        assert f"-- criterion: {each.criterion}\n" in text
    assert "{{" not in text and "{%" not in text
    assert text.index('create table "unit"') < text.index("create table x_unit")
    assert text.index("insert into x_verdict") < text.index("create table x_survivor")


def test_a_program_is_compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    policy = load_policy(str(SMALL))
    first = compile_policy(policy)
    assert read_compiled(program_key(policy)) == first
    code = (
        "import sys; from brokersql.policy import load_policy;"
        "from brokersql.compiler import compile_policy;"
        f"compile_policy(load_policy({str(SMALL)!r}));"
        "print({'sqlglot', 'jinja2'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "set()"


@pytest.mark.parametrize("damage", ["", "{", '{"digest": "x"}\n{}', "[1]\n{}"])
def test_a_damaged_entry_is_compiled_anew(damage: str) -> None:
    policy = load_policy(str(SMALL))
    first = compile_policy(policy)
    key = program_key(policy)
    path = Path(os.environ["BROKERSQL_CACHE"]) / "programs" / f"{key}.jsonl"
    path.write_text(damage)
    assert read_compiled(key) is None
    assert compile_policy(policy) == first
    assert read_compiled(key) == first


def test_another_file_content_is_another_program(tmp_path: Path) -> None:
    (tmp_path / "filters").mkdir()
    text = (SMALL / "filters" / "offline.sql").read_text()
    (tmp_path / "policy.toml").write_text(f'extends = "{SMALL}"\n')
    keys: set[str] = set()
    for word in ("online", "standby"):
        changed = text.replace("'online'", f"'{word}'")
        (tmp_path / "filters" / "offline.sql").write_text(changed)
        keys.add(program_key(load_policy(str(tmp_path))))
    assert len(keys) == 2


def test_a_cache_that_cannot_be_written_is_no_obstacle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("BROKERSQL_CACHE", str(blocked))
    assert compile_policy(load_policy(str(SMALL))).policy == "small"


def test_facts_that_break_their_grain_are_found(tmp_path: Path) -> None:
    text = (SMALL / "facts" / "share_jobs.sql").read_text()
    (tmp_path / "facts").mkdir()
    changed = text.replace("grain: gshare, queue_name", "grain: gshare")
    (tmp_path / "facts" / "share_jobs.sql").write_text(changed)
    toml = f'extends = "{SMALL}"\ndrop = ["filters"]\nfilters = ["crowd"]\n'
    (tmp_path / "policy.toml").write_text(toml)
    crowded = (SMALL / "filters" / "crowded.sql").read_text()
    (tmp_path / "filters").mkdir()
    (tmp_path / "filters" / "crowd.sql").write_text(
        crowded.replace("    and candidate.queue_name = share_jobs.queue_name\n", "")
    )
    database, program = run_policy(SMALL, random_world(1))
    assert database.rows(program.grain_faults) == []
    database, program = run_policy(tmp_path, random_world(1))
    assert database.rows(program.grain_faults) == [("share_jobs", 2)]


def test_a_statement_reads_only_what_was_made_before_it(program: PairProgram) -> None:
    statements = program.statements
    made = {name for each in statements for name in each.makes}
    for number, each in enumerate(statements):
        before = {name for other in statements[: number + 1] for name in other.makes}
        assert made.intersection(each.reads) <= before, each.name
    reads: dict[str, set[str]] = {}
    for each, places in zip(statements, dependencies_of(statements), strict=True):
        names = {statements[place].name for place in places}
        reads.setdefault(each.name, set()).update(names)
    assert "share_jobs" in reads["filter_crowded"]
    assert "x_partner" in reads["x_group"] and "x_group" not in reads["x_partner"]
    assert {"survivor", "weight_speed", "cap_hit"} <= set(reads["ranked"])
    assert {"x_verdict", "marked"} <= set(reads["verdict"])


def test_a_set_rule_sees_what_those_before_it_left(tmp_path: Path) -> None:
    text = (SMALL / "set_rules" / "only_local.sql").read_text().split("with\n")[0]
    text += "select jedi_task_id, chunk_no, min(queue_name) as queue_name, "
    text += "'first' as detail from remaining group by jedi_task_id, chunk_no\n"
    (tmp_path / "set_rules").mkdir()
    (tmp_path / "set_rules" / "first.sql").write_text(text)
    keys = "jedi_task_id, chunk_no, queue_name"
    found: dict[str, object] = {}
    for place, left in (("before", "passed"), ("after", "passed anti join local")):
        toml = f'extends = "{SMALL}"\n[[add]]\nset_rules = ["first"]\n'
        (tmp_path / "policy.toml").write_text(f'{toml}{place} = "only_local"\n')
        database, _ = run_policy(tmp_path, random_world(3, n_tasks=30))
        using = f" using ({keys})" if place == "after" else ""
        wanted = database.rows(
            f"with local as (select {keys} from set_rule_only_local) "
            f"select jedi_task_id, chunk_no, min(queue_name) from {left}{using} "
            "group by jedi_task_id, chunk_no order by all"
        )
        found[place] = database.rows(f"select {keys} from set_rule_first order by all")
        assert found[place] == wanted
    assert found["before"] != found["after"]


def test_settings_are_constants_of_what_is_made_after_the_pairs() -> None:
    """A table is; a view is read when the variables may be those of another policy."""
    loaded = load_policy("panda_job")
    program = compile_pairs(loaded)
    late = {each.name: each.sql for each in program.select}
    assert "getvariable('cfg_place')" in late["selected"]
    assert "cross join cfg" not in late["selected"]
    assert "-- title: how many queues of each chunk" in late["selected"]
    assert "cfg.cap_mode" in {e.name: e.sql for e in program.caps}["pair_cap"]

"""Weights of one pass are those of the plain files, whatever shape the files have."""

from __future__ import annotations

from pathlib import Path

import pytest

from brokersql.policy import load_policy
from tests.compiler.world import POLICIES, compile_pairs, random_world, run_policy

KEYS = "jedi_task_id, chunk_no, queue_name"
HEADER = "-- title: a weight\n-- source: tests\n-- nulls: none\n-- differs: none\n"
WEIGHTS = {
    # a row may be missing, and a CTE stands between
    "near": """
with known as (
    select survivor.jedi_task_id, survivor.chunk_no, survivor.queue_name,
        partner.site_name, unit.nucleus
    from survivor
    inner join partner on survivor.queue_name = partner.queue_name
    inner join
        unit
        on survivor.jedi_task_id = unit.jedi_task_id
        and survivor.chunk_no = unit.chunk_no
    where unit.io_intensity is not null
)
select known.jedi_task_id, known.chunk_no, known.queue_name,
    site_link.closeness + cfg.many as near
from known
inner join
    site_link
    on known.site_name = site_link.src_site
    and known.nucleus = site_link.dst_site
cross join cfg""",
    # it begins with a fact that has a row for some pairs only
    "memory": """
select roomy.jedi_task_id, roomy.chunk_no, roomy.queue_name,
    roomy.max_rss::double as memory
from roomy""",
    # it looks at all pairs of a chunk
    "shared": """
select
    survivor.jedi_task_id, survivor.chunk_no, survivor.queue_name,
    1 / count(*) over (
        partition by survivor.jedi_task_id, survivor.chunk_no
    ) as shared
from survivor""",
}
ROOMY = """-- title: pairs with memory
-- grain: jedi_task_id, chunk_no, queue_name
select survivor.jedi_task_id, survivor.chunk_no, survivor.queue_name, partner.max_rss
from survivor
inner join partner on survivor.queue_name = partner.queue_name
where partner.max_rss is not null
"""


@pytest.fixture
def policy(tmp_path: Path) -> Path:
    """Return the small policy with weights of all shapes."""
    named = ", ".join(f'"{name}"' for name in ("speed", *WEIGHTS))
    (tmp_path / "policy.toml").write_text(
        f'extends = "{(POLICIES / "small").as_posix()}"\n'
        f'drop = ["weights"]\nweights = [{named}]\n'
    )
    for folder in ("weights", "facts"):
        (tmp_path / folder).mkdir()
    for name, text in WEIGHTS.items():
        (tmp_path / "weights" / f"{name}.sql").write_text(f"{HEADER}{text.strip()}\n")
    (tmp_path / "facts" / "roomy.sql").write_text(ROOMY)
    return tmp_path


def test_each_factor_is_what_its_file_says(policy: Path) -> None:
    seen = set[bool]()
    for seed in range(6):
        database, _ = run_policy(policy, random_world(seed))
        for name in ("speed", *WEIGHTS):
            plain = database.rows(
                f"select {KEYS}, {name} from survivor "
                f"left join weight_{name} using ({KEYS}) "
                "order by all"
            )
            made = f"select {KEYS}, {name} from pair_weight order by all"
            assert database.rows(made) == plain, (seed, name)
            seen |= {value is None for *_, value in plain}
        product = "speed * near * memory * shared"
        assert not database.rows(
            f"select * from pair_weight where weight is distinct from {product}"
        )
    assert seen == {True, False}


def test_what_looks_at_several_pairs_is_joined_as_it_stands(policy: Path) -> None:
    sql = compile_pairs(load_policy(str(policy))).pair_weight.sql
    assert '"weight_shared"' in sql
    assert not any(f'"weight_{name}"' in sql for name in ("speed", "near", "memory"))


@pytest.mark.parametrize(
    "name", ["panda_job", "panda_job_legacy", "panda_task", "panda_analysis"]
)
def test_all_shipped_weights_are_of_one_pass(name: str) -> None:
    program = compile_pairs(load_policy(name))
    views = [each.name for each in program.weights if each.name.startswith("weight_")]
    sql = program.pair_weight.sql
    assert views and not any(f'"{each}"' in sql for each in views)

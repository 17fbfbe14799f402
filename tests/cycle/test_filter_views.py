"""A filter asked by itself rejects the pairs that it rejects in the cycle."""

from __future__ import annotations

import pytest

from brokersql.cycle import Options, run_cycle
from brokersql.snapshot import Snapshot
from tests.cli.calling import DEMO

#: Pairs of a filter in a relation of its own, and in the verdict, whatever the round.
COUNTS = """
    select
        (
            select count(distinct ({unit}, {partner}))
            from {filter}
            semi join verdict using ({unit})
        ) as by_itself,
        (
            select count(distinct ({unit}, {in_verdict}))
            from verdict
            where (reject_mask >> {bit}) & 1 = 1
        ) as in_cycle
"""


@pytest.mark.parametrize(
    "policy", ["panda_job", "panda_job_legacy", "panda_analysis", "panda_task", "dirac"]
)
def test_a_filter_rejects_what_its_bit_says(policy: str) -> None:
    """A change is looked for by asking filters; DuckDB plans them otherwise then."""
    cycle = run_cycle(Snapshot.open(DEMO), policy, Options(threads=1))
    cycle.pairs.show_filters()
    program = cycle.pairs.program
    unit = ", ".join(name for name in program.unit_key if name != "round")
    (partner,) = program.partner_key
    names = {"unit": unit, "partner": partner}
    names["in_verdict"] = (
        "queue_name" if "queue_name" in cycle.verdict.schema.names else partner
    )
    differing = dict[str, dict[str, int]]()
    n_pairs = 0
    for each in program.criteria:
        if each.stage != "filters":
            continue
        query = COUNTS.format(filter=each.relation, bit=each.bit, **names)
        (counts,) = cycle.sql(query).to_pylist()
        n_pairs += counts["by_itself"]
        if counts["by_itself"] != counts["in_cycle"]:
            differing[each.stem] = counts
    assert n_pairs and not differing

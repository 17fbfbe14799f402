"""Random architecture strings and queue tags: the facts agree with plain Python."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tests.facts.asking import decisions, told_test, world_of_all
from tests.facts.random_software import ALL_TAGS, question, queue
from tests.facts.world import ASRUN, PAGE
from tests.property.reference import software as reference
from tests.property.reference.architecture import parse_architecture

N_TASKS = 5_000
N_QUEUES = 10
PARAMETERS = {"asrun": ASRUN, "page": PAGE}


@pytest.mark.parametrize("profile", PARAMETERS)
@settings(max_examples=2, phases=[Phase.generate])
@given(seed=st.integers(0, 2**32))
def test_ten_thousand_strings_agree_at_every_queue(profile: str, seed: int) -> None:
    random, parameters = Random(seed), PARAMETERS[profile]
    asked = [question(random) for _ in range(N_TASKS)]
    queues = [queue(random) for _ in range(N_QUEUES)]
    found = decisions(world_of_all(asked, queues, parameters, ALL_TAGS))
    specs = [parse_architecture(row["architecture"], parameters) for row in asked]
    checked = {n for n, row in enumerate(asked) if reference.asks(row, specs[n])}
    assert 0 < N_TASKS - len(checked) < N_TASKS / 4
    assert found.keys() == {(n, f"Q{q}") for n in checked for q in range(N_QUEUES)}
    for (task, name), decision in found.items():
        asking = asked[task], specs[task], queues[int(name[1:])]
        test = reference.decide(*asking, ALL_TAGS, parameters)
        expected = (test, reference.resolve(*asking))
        assert (told_test(decision), decision["platform"]) == expected, asking

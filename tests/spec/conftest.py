"""What spec tests are given.

A file tests/spec/<policy>/test_<stem>.py is about the rule <stem> of the policy, a file
tests/spec/facts/test_<fact>.py about a fact. Its tests take the fixture `spec`, draw a
world (see tests/spec/world.py) and say what the rule makes of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.register_assert_rewrite("tests.spec.check")

from tests.spec.check import Spec  # noqa: E402
from tests.spec.stage import load, policy_of, rules  # noqa: E402


@pytest.fixture(scope="module")
def seen(request: pytest.FixtureRequest) -> Iterator[Spec]:
    """Give the rule of a file; a file that ran whole has seen it act and not act."""
    path = Path(str(request.path))
    stem = path.stem.removeprefix("test_")
    spec = Spec(policy_of(path.parent.name, stem), stem)
    yield spec
    policy = load(spec.policy)
    stems = {file.stem for files in rules(policy).values() for file in files}
    if path.parent.name == "facts" or spec.stem not in stems:
        return
    if not _ran_as_a_whole(request, path):
        return
    assert spec.n_hit, f"no test of {path.name} shows what the rule takes"
    is_weight = spec.stem in {file.stem for file in policy.weights}
    assert spec.n_missed or is_weight, f"all that {path.name} draws is taken"


@pytest.fixture
def spec(seen: Spec) -> Spec:
    """Give the rule that the test file is named after."""
    return seen


def _ran_as_a_whole(request: pytest.FixtureRequest, path: Path) -> bool:
    chosen = {item.name for item in request.session.items if item.path == path}
    written = [name for name in vars(request.module) if name.startswith("test_")]
    return not request.session.testsfailed and set(written) <= chosen

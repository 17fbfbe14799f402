"""Values that are tried at once, or once for several questions, change no answer."""

from __future__ import annotations

import pytest

import brokersql
from brokersql.compiler import variants
from brokersql.cycle import FinishedCycle
from brokersql.explain.changes.search import ChangeSearch
from brokersql.snapshot import parse_change

#: A task whose nucleus has too many files in the way, over six links.
TASK = 47110182


@pytest.fixture
def trials(cycle: brokersql.Cycle, monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Return a list that takes the changes of each trial."""
    made: list[object] = []
    what_if = FinishedCycle.what_if

    def counting(asked: FinishedCycle, *given: object, **named: object) -> object:
        made.append(given)
        return what_if(asked, *given, **named)  # pyright: ignore

    monkeypatch.setattr(FinishedCycle, "what_if", counting)
    monkeypatch.setattr(cycle.stage, "memory", None)
    return made


def test_values_tried_at_once_are_rejected_as_each_alone(
    cycle: brokersql.Cycle, trials: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    at_once = cycle.explain(task=TASK, changes=True).document()
    n_at_once = len(trials)
    with monkeypatch.context() as patch:
        patch.setattr(ChangeSearch, "foresee", lambda *_: None)
        alone = cycle.explain(task=TASK, changes=True).document()
    assert alone == at_once
    assert (n_at_once, len(trials) - n_at_once) == (4, 28)
    # what cannot be written once for all values is tried value by value
    trials.clear()
    monkeypatch.setattr(variants, "_rewritten", lambda *_: None)
    monkeypatch.setattr(variants, "_kept", lambda _: None)
    monkeypatch.setattr(variants, "new_entry", _nowhere)
    assert cycle.explain(task=TASK, changes=True).document() == at_once
    assert len(trials) == 28


def _nowhere(*_: object) -> object:
    raise OSError


def test_a_value_out_of_range_is_impossible_at_once_as_alone(
    cycle: brokersql.Cycle,
) -> None:
    texts = ("12000", "-1")
    changes = [parse_change(f"queue:GARONNE_UCORE.max_rss={text}") for text in texts]
    with cycle.what_if_each(changes, ("filter_lowmemory",)) as beyond:
        assert beyond == {1}


def test_values_tried_at_once_multiply_no_row_of_a_view(cycle: brokersql.Cycle) -> None:
    """The filter reads a view of the queues, which has rows of each value, too."""
    texts = ("15999", "15998", "15997")
    changes = [parse_change(f"queue:RHEINTAL_HIMEM.min_rss={text}") for text in texts]
    query = "select count(*) from filter_high_memory"
    with cycle.what_if(changes[:1], wanted=("filter_high_memory",)):
        ((n_alone,),) = cycle.database.rows(query)
    with cycle.what_if_each(changes, ("filter_high_memory",)):
        ((n_at_once,),) = cycle.database.rows(f"{query} where cycle_no = 0")
    assert n_at_once == n_alone != 0

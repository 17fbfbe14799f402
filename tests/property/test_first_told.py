"""Of two neighbouring filters that both reject a pair, the one that counts is told.

The worlds are joined from those that the spec tests draw: one in which the first filter
rejects a pair, one in which the second does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, islice, pairwise, product
from random import Random

import pytest

from brokersql.core.errors import BrokersqlError
from brokersql.snapshot import contract
from tests.spec.drawing import Cells, drawing, read_drawing
from tests.spec.shown import Shown, shown_worlds
from tests.spec.stage import Stage, load, pair_of
from tests.spec.whole import decide
from tests.spec.world import USUAL

SEED, SAMPLE = 5, 3
POLICIES = (
    *("panda_job", "panda_job_hint", "panda_job_legacy", "panda_analysis"),
    *("panda_task", "dirac"),
)
#: Policies that are asked by another one, in whose cycle they decide.
ASKED_BY = {"panda_job_hint": "panda_task"}
#: All criteria that a pair fails.
FAILING = """
    select verdict.*, list(criterion.criterion) as failing
    from {policy}.verdict as verdict
    inner join {policy}.criterion as criterion
        on (verdict.reject_mask >> criterion.bit) & 1 = 1
    group by all
"""
#: Columns that hold a list: where both worlds draw one, all of it holds.
LISTS = ("split_rule", "catchall")
#: What rows have unless they are drawn otherwise: a job that fits in every profile.
COMMON: Mapping[str, Cells] = {"dirac_job": {"cpu_time": "300"}}
#: How many joined worlds are tried for a profile.
MOST = 60
#: Neighbours that no pair can fail both.
APART: Mapping[tuple[str, str], str] = {
    ("jumbo", "few_events"): "tasks without and with jumbo jobs",
    ("cache", "platform_pattern"): "patterns are looked at where the release is there",
    ("scout_walltime", "min_walltime"): "scouts, and jobs that are none",
    ("event_service", "event_service_high"): "queues of different jobseed",
    ("event_service_high", "no_event_service"): "event service, and not",
    ("no_event_service", "event_service_single_core"): "not event service, and it is",
    ("non_pledged", "over_pledged"): "queues without and with a pledge",
    ("full_chain", "not_full_chain"): "tasks for bare nuclei, and others",
}
#: Worlds that cannot be joined: another filter would be told, or another policy asked.
MADE: Mapping[tuple[str, str, str], Mapping[str, str]] = {
    ("panda_job_legacy", "short_walltime", "scout_walltime"): {
        "queue": "site_name | role | max_time\nN | nucleus | 99",
        "input_chunk": "use_scout\ntrue",
    },
    ("panda_job_legacy", "disk_io", "inactive"): {
        "queue": "site_name | role | max_disk_io\nN | nucleus | 500",
        "task": "current_priority | disk_io\n900 | 501",
        "job_stats": "job_status | n_jobs | disk_io_avg\n"
        "running | 9 | 501\nactivated | 1 | ",
        "pilot_activity": "last_start\n09:00",
    },
    ("panda_analysis", "input_space", "blacklist"): {
        "queue_endpoint": "ddm_endpoint_name | default_read | default_write\n"
        "Q_IN | true | false\nQ_OUT | false | true",
        "endpoint": "ddm_endpoint_name | space_free | read_lan\n"
        "Q_IN | 100 | OFF\nQ_OUT | 1000 | OFF\nR_DISK | 1000 | ON",
        "dataset_replica": "ddm_endpoint_name\nR_DISK",
    },
    ("dirac", "grid_middleware", "job_type"): {
        "dirac_job": "grid_middlewares | job_types\n[gLite] | [Test]",
        "dirac_pilot": "grid_middleware | job_type\nLCG | [User]",
    },
    ("panda_task", "match", "source_blacklist"): {
        "endpoint": "ddm_endpoint_name | read_wan\nQ_DATADISK | OFF",
        "task_dataset": "dataset_id | type | storage_token\n"
        "1 | output | DATADISK\n2 | output | NOWHERE",
    },
    ("panda_task", "space", "job"): {
        "queue": "core_count\n1",
        "task": "core_count\n8",
        "endpoint": "ddm_endpoint_name | space_free\nQ_DATADISK | 1",
        "task_dataset": "type | storage_token\noutput | DATADISK",
    },
}
#: Parameters of worlds that are made: those that no profile sets together.
SET: Mapping[tuple[str, str], Mapping[str, object]] = {
    ("grid_middleware", "job_type"): {
        "match_submit_pools": True,
        "identity_fields": ["grid_middlewares", "job_types"],
    },
}
Row = Mapping[str, object]
Drawn = Mapping[str, Sequence[Cells]]
World = tuple[Mapping[str, str], Mapping[str, object]]


def neighbours(policy: str) -> list[tuple[str, str]]:
    """Return the filters that follow each other in what is told.

    Those that drop come first, in their order; of those that defer the last is told.
    """
    drops, defers = (
        [file.stem for file in load(policy).filters if effect == file.effect]
        for effect in ("drop", "defer")
    )
    return [*pairwise(drops), *pairwise(reversed(defers))]


def criterion(policy: str, stem: str) -> str:
    """Return the criterion of a filter."""
    files = load(policy).filters
    return next(f.header.text("criterion") for f in files if f.stem == stem)


CASES = [
    (policy, *pair)
    for policy in POLICIES
    for pair in neighbours(policy)
    if pair not in APART and len({criterion(policy, stem) for stem in pair}) > 1
]


TRIED = Random(SEED).sample(CASES, SAMPLE)


@pytest.mark.parametrize(
    ("policy", "first", "second"),
    [pytest.param(*it, marks=() if it in TRIED else pytest.mark.long) for it in CASES],
)
def test_which_of_two_is_told(policy: str, first: str, second: str) -> None:
    assert told(policy, first, second) == criterion(policy, first)


def test_none_is_said_to_be_apart_that_does_not_follow() -> None:
    assert APART.keys() <= {pair for policy in POLICIES for pair in neighbours(policy)}


def test_worlds_are_made_of_tested_pairs() -> None:
    assert MADE.keys() <= {*CASES}
    assert SET.keys() <= {(first, second) for _, first, second in MADE}


def told(policy: str, first: str, second: str) -> str | None:
    """Return which of two filters is told where both reject; None without a world.

    In a world where neither is, another filter that comes before rejects the pair too.
    """
    names = {criterion(policy, first), criterion(policy, second)}
    for profile, (drawn, parameters) in joined(policy, first, second):
        cycle = decide(policy, profile, parameters, drawn, ASKED_BY.get(policy))
        rows = cycle.sql(FAILING.format(policy=policy)).to_pylist()
        fails = {key(policy, row): names <= {*row["failing"]} for row in rows}
        is_asked = policy in ASKED_BY
        reasons = cycle.sql("from asked_pair") if is_asked else cycle.exclusion
        for row in reasons.to_pylist():
            is_both = is_meant(row) and fails.get(key(policy, row), False)
            if is_both and row["criterion"] in names:
                return str(row["criterion"])
    return None


def key(policy: str, row: Row) -> tuple[object, ...]:
    """Return the pair that a row is about, and the round."""
    *unit, _ = pair_of(policy)
    if "seq" in row:
        return (row["seq"], row["tq_id"], 1)
    return (*(row[name] for name in unit), partner(row), row.get("round", 1))


def partner(row: Row) -> object:
    """Return the queue or nucleus of a row; results call it queue_name."""
    names = [name for name in ("pseudo_queue", "nucleus", "queue_name") if name in row]
    return row[names[0]] if names else None


def is_meant(row: Row) -> bool:
    """Tell whether a row is of the pair that a joined world is about."""
    if "seq" in row:
        return row["seq"] == row["tq_id"] == 1
    is_there = str(partner(row)).partition("/")[0] == "Q"
    return is_there and row["jedi_task_id"] == 1


def joined(policy: str, first: str, second: str) -> Iterator[tuple[str, World]]:
    """Yield worlds with a pair that both filters reject, with a profile each."""
    for profile in load(policy).profiles:
        if (made := MADE.get((policy, first, second))) is not None:
            yield profile, (made, SET.get((first, second), {}))
            continue
        pairs = [*product(*(rejected(policy, s, profile) for s in (first, second)))]
        Random(SEED).shuffle(pairs)
        both = ((together(a, b), together(b, a)) for a, b in pairs)
        for world in islice(chain.from_iterable(both), MOST):
            if reject(policy, profile, world, first, second):
                yield profile, world


def reject(policy: str, profile: str, world: World, *stems: str) -> bool:
    """Tell whether all of some filters reject the same pair of a world."""
    drawn, parameters = world
    try:
        stage = Stage(load(policy), profile, parameters, drawn)
        found = [
            {key(policy, row) for row in stage.rows(f"filters/{stem}") if is_meant(row)}
            for stem in stems
        ]
    except (BrokersqlError, AssertionError):  # rows of both that contradict each other
        return False
    return bool(set.intersection(*found))


@cache
def rejected(
    policy: str, stem: str, profile: str
) -> Sequence[tuple[Drawn, Mapping[str, object]]]:
    """Return what is drawn about the pairs that a filter rejects in the spec tests."""
    found: list[tuple[Drawn, Mapping[str, object]]] = []
    for shown in shown_worlds():
        is_own = shown.policy in (policy, "panda_job") and profile in shown.profiles
        if policy in ASKED_BY and shown.parameters:  # the one that asks has others
            continue
        if is_own and shown.relation == f"filters/{stem}":
            stage = shown.stage(profile, {})
            for row in stage.rows(shown.relation):
                alone = drawn_about(shown, numbers(stage, row), partner(row))
                if (alone, shown.parameters) not in found:
                    found.append((alone, shown.parameters))
    return found


def numbers(stage: Stage, row: Row) -> Mapping[str, str]:
    """Return the numbers of what a pair is about, by the column that has them."""
    if "seq" not in row:
        return {"jedi_task_id": str(row["jedi_task_id"])}
    jobs = {each["tq_id"]: each["first_job_id"] for each in stage.rows("task_queue")}
    job = str(jobs[row["tq_id"]])
    return {"dirac_pilot.seq": str(row["seq"]), "dirac_job.job_id": job}


def drawn_about(shown: Shown, meant: Mapping[str, str], queue: object) -> Drawn:
    """Return what a world draws about a pair: of what has numbers 1, and of queue Q."""
    parent = re.escape(str(queue).partition("/")[0])
    word = re.compile(rf"(?<![A-Za-z0-9]){parent}(?![A-Za-z0-9])")

    def number(table: str, name: str) -> str | None:
        return meant.get(name, meant.get(f"{table}.{name}"))

    def cell(table: str, name: str, text: str | None) -> str | None:
        return "1" if number(table, name) else text and word.sub("Q", text)

    return {
        table: [
            COMMON.get(table, {})
            | {name: cell(table, name, text) for name, text in row.items()}
            for row in read_drawing(drawing)
            if all(number(table, name) in (None, row[name]) for name in row)
        ]
        for table, drawing in shown.tables.items()
    }


def together(
    left: tuple[Drawn, Mapping[str, object]], right: tuple[Drawn, Mapping[str, object]]
) -> World:
    """Return two drawn worlds as one; where they contradict each other the left one."""
    rows = {
        table: united(table, left[0].get(table, ()), right[0].get(table, ()))
        for table in {**left[0], **right[0]}
    }
    drawn = {name: drawing(it) if it else "queue_name" for name, it in rows.items()}
    return drawn, {**right[1], **left[1]}


def united(table: str, *worlds: Sequence[Cells]) -> list[Cells]:
    """Return rows of worlds as one table; of two with one key the first counts.

    In a table without a key, rows of the same number are one.
    """
    names, usual = contract.tables()[table].key, USUAL.get(table, {})
    found: dict[tuple[str | None, ...], Cells] = {}
    for number, row in chain.from_iterable(map(enumerate, worlds)):
        owner = tuple(row.get(k, usual.get(k)) for k in names) or (str(number),)
        made = found.setdefault(owner, {})
        for name, text in row.items():
            known = made.setdefault(name, text)
            if name in LISTS and text and known and text != known:
                made[name] = f"{known},{text}"
    return list(found.values())

"""Shares are corrected by what ran: the formula of the page, clamp by clamp."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.spec.check import Spec
from tests.spec.stage import Key

WEEK, HOUR = "7 d ago", "1 h ago"
NOW = "12:00"
SECTION = "Operations/atlas/Production/JobScheduling/ShareCorrections"
PATH = f"{SECTION}/WMSHistory/Inst"
START = f"{SECTION} | ShareCorrectorsToStart = WMSHistory"
#: The example of the page: 80 % of a week, at most 2, and 20 % of an hour, at most 5.
EXAMPLE = (
    f"{PATH} | MaxGlobalCorrectionFactor = 3",
    f"{PATH}/Week | TimeSpan = 604800",
    f"{PATH}/Week | Weight = 80",
    f"{PATH}/Week | MaxCorrection = 2",
    f"{PATH}/Hour | TimeSpan = 3600",
    f"{PATH}/Hour | Weight = 20",
    f"{PATH}/Hour | MaxCorrection = 5",
)


def cfg(*options: str) -> str:
    """Return the drawing of options behind their paths."""
    return "\n".join(["path | content", START, *options])


def history(week: Mapping[str, float], hour: Mapping[str, float]) -> str:
    """Return the drawing of what ran in the week before the last hour, and in that."""
    rows = [f"{WEEK} | {HOUR} | {name} | {n} | Running" for name, n in week.items()]
    rows += [f"{HOUR} | {NOW} | {name} | {n} | Running" for name, n in hour.items()]
    rows += [f"{HOUR} | {NOW} | {name} | 1e6 | Waiting" for name in hour]
    head = "bucket_start | bucket_end | group_name | n_jobs | status"
    return "\n".join([head, *rows])


def check(
    spec: Spec,
    shares: Mapping[str, float],
    usage: tuple[Mapping[str, float], Mapping[str, float]],
    factors: Mapping[str, float],
    options: tuple[str, ...] = EXAMPLE,
    profile: str = "page",
) -> None:
    """Assert the factors of groups, each with one job, corrected by what ran."""
    jobs = [f"{n} | {name}" for n, name in enumerate(shares, 1)]
    groups = [f"{name} | {share}" for name, share in shares.items()]
    expected: dict[Key, object] = {(name, "ann"): 1.0 for name in shares}
    for name, factor in factors.items():
        expected["", name] = pytest.approx(factor, abs=1e-6)
    spec.check_fact(
        "share_correction",
        "factor",
        profile=profile,
        parameters={"enable_shares_correction": True},
        dirac_job="\n".join(["job_id | owner_group", *jobs]),
        dirac_group="\n".join(["group_name | job_share", *groups]),
        dirac_running_history=history(*usage),
        dirac_cfg=cfg(*options),
        expected=expected,
    )


def test_three_times_its_share_gets_a_third(spec: Spec) -> None:
    """The inverse of the deviation, where the maxima allow it."""
    three = {"a": 75.0, "b": 25.0}
    wide = (
        f"{PATH}/Week | MaxCorrection = 9",
        f"{PATH} | MaxGlobalCorrectionFactor = 9",
    )
    shares = {"a": 1000.0, "b": 3000.0}
    check(spec, shares, (three, three), {"a": 1 / 3, "b": 3.0}, wide)


def test_the_example_of_the_page(spec: Spec) -> None:
    """Both spans are clamped, weighed 80 to 20, and the sum is clamped."""
    usage = {"a": 75.0, "b": 10.0, "c": 10.0, "d": 5.0}
    shares = dict.fromkeys(usage, 1000.0)
    found = {"a": 0.466667, "b": 2.1, "c": 2.1, "d": 2.6}
    check(spec, shares, (usage, usage), found)
    balanced = {"a": 25.0, "b": 75.0}
    shares = {"a": 1000.0, "b": 3000.0}
    check(spec, shares, (balanced, balanced), {"a": 1.0, "b": 1.0})


def test_who_did_not_run(spec: Spec) -> None:
    """The maximum of the span, weighted; in the running system unweighted (D11)."""
    shares = {"a": 1000.0, "b": 1000.0}
    ran = ({"a": 100.0}, {"a": 100.0})
    check(spec, shares, ran, {"a": 0.5, "b": 2.6})
    check(spec, shares, ran, {"a": 0.5, "b": 3.0}, profile="modern")


def test_a_span_in_which_nothing_ran(spec: Spec) -> None:
    """It corrects nothing; in the running system it cancels all corrections.

    Spans in which only others ran are dropped there, and the weights stay.
    """
    shares = {"a": 1000.0, "b": 1000.0}
    week = {"a": 60.0, "b": 40.0}
    found = {"a": 0.8 * 0.5 / 0.6 + 0.2, "b": 1.2}
    check(spec, shares, (week, {}), found)
    check(spec, shares, (week, {}), {"a": 1.0, "b": 1.0}, profile="modern")
    foreign = (week, {"x": 5.0})
    check(spec, shares, foreign, found)
    check(spec, shares, foreign, {"a": 0.666667, "b": 1.0}, profile="modern")
    check(spec, shares, ({}, {}), {"a": 1.0, "b": 1.0})


def test_the_global_maximum(spec: Spec) -> None:
    """Either name of the option counts, the page's first (D10); else 5."""
    shares = {"a": 10000.0, "b": 100.0}
    ran = {"a": 1.0, "b": 99.0}
    span = f"{PATH}/Week | MaxCorrection = 10"
    for options, most in (
        ((f"{PATH} | MaxGlobalCorrection = 3",), 3),
        ((f"{PATH} | MaxGlobalCorrection = 2", EXAMPLE[0]), 3),
        ((f"{PATH} | MaxGlobalCorrectionFactor = 0.2",), 5),
        ((f"{PATH} | MaxGlobalCorrectionFactor = 2.5",), 2.5),
    ):
        found = {"a": float(most), "b": 1 / most}
        check(spec, shares, (ran, ran), found, (span, *options))


def test_what_a_slice_does_not_say(spec: Spec) -> None:
    """A week, weight 1, at most 3."""
    ran = {"a": 90.0, "b": 10.0}
    shares = {"a": 1000.0, "b": 1000.0}
    found = {"a": 0.555556, "b": 3.0}
    check(spec, shares, (ran, ran), found, (f"{PATH} | Slice {{ }}",))


def test_users_of_a_group(spec: Spec) -> None:
    """Each has the same part; of a group that shares nobody is corrected.

    Instances of a scope that is there already are ignored, and so are those of
    correctors that are not started, or not enabled (D21).
    """
    instances = [
        f"{SECTION}/WMSHistory/{name}/Week | {option}"
        for name in ("users", "again", "prods")
        for option in ("MaxCorrection = 9",)
    ]
    groups = [
        f"{SECTION}/WMSHistory/{name} | Group = {group}"
        for name, group in (("users", "user"), ("again", "user"), ("prods", "prod"))
    ]
    drawn = {
        "dirac_job": """
            job_id | owner_group | owner
            1      | user        | ann
            2      | user        | bob
            3      | prod        | ann
            4      | prod        | bob
        """,
        "dirac_group": """
            group_name | job_sharing
            prod       | true
        """,
        "dirac_user": """
            user_name | dn
            bob       | /CN=Bob
        """,
        "dirac_running_history": """
            bucket_start | bucket_end | group_name | user_name | n_jobs | status
            1 h ago      | 12:00      | user       | ann       | 75     | Running
            1 h ago      | 12:00      | user       | /CN=Bob   | 25     | Running
            1 h ago      | 12:00      | prod       | ann       | 9      | Running
        """,
    }
    found: dict[Key, object] = {
        ("", "prod"): 1.0,
        ("", "user"): 1.0,
        ("user", "ann"): pytest.approx(0.5 / 0.75),
        ("user", "bob"): 2.0,
    }
    spec.check_fact(
        "share_correction",
        "factor",
        profile="page",
        dirac_cfg=cfg(*instances, *groups),
        expected=found,
        world=drawn,
    )
    spec.check_fact(
        "task_queue_priority",
        "share",
        profile="page",
        dirac_cfg=cfg(*instances, *groups),
        expected={
            (1,): pytest.approx(500 * 0.5 / 0.75),
            (2,): 1000.0,
            (3,): 1000.0,
            (4,): 1000.0,
        },
        world=drawn,
    )
    for profile in ("dirac2009", "modern"):
        spec.check_fact(
            "share_correction",
            "factor",
            profile=profile,
            dirac_cfg=cfg(*instances, *groups),
            expected=dict.fromkeys(found, 1.0),
            world=drawn,
        )


def test_correctors_in_turn(spec: Spec) -> None:
    """The second one sees the shares that the first one left."""
    both = [
        f"{SECTION}/{name}/All/Week | MaxCorrection = 9"
        for name in ("WMSHistory", "Monitoring")
    ]
    options = "\n".join(
        [
            "path | content",
            f"{SECTION} | ShareCorrectorsToStart = WMSHistory, Monitoring",
            *both,
        ]
    )
    ran = {"a": 80.0, "b": 20.0}
    # 1/2 of 4/5 is 5/8, then 1/2 by 1/5 is 5/2: 4/5 to 1/5; 1/5 by 4/5 is 1/4, 4
    spec.check_fact(
        "share_correction",
        "factor",
        profile="page",
        dirac_job="""
            job_id | owner_group
            1      | a
            2      | b
        """,
        dirac_running_history=history(ran, ran),
        dirac_cfg=options,
        expected={
            ("", "a"): pytest.approx(0.625 * 0.25),
            ("", "b"): pytest.approx(2.5 * 4),
            ("a", "ann"): 1.0,
            ("b", "ann"): 1.0,
        },
    )

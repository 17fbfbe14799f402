"""Shares are corrected by what ran: the formula of the page, clamp by clamp."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.spec.check import Spec
from tests.spec.stage import Key

WEEK, HOUR = "7 d ago", "1 h ago"
NOW = "12:00"
SECTION = "Operations/atlas/Prod/JobScheduling/ShareCorrections"
PATH = f"{SECTION}/WMSHistory/Inst"
START = f"{SECTION} | ShareCorrectorsToStart = WMSHistory"
#: Profile -> whom corrections of that section are of: its vo and setup, or all.
REALMS = {"page": "atlas/Prod", "dirac2009": "", "modern": ""}
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


def history(
    week: Mapping[str, float], hour: Mapping[str, float], older: Mapping[str, float]
) -> str:
    """Return the drawing of what ran in the week up to the last hour, in that, before.

    It starts a month ago.
    """
    rows = [f"31 d ago | {WEEK} | {name} | {n} | Running" for name, n in older.items()]
    rows += [f"{WEEK} | {HOUR} | {name} | {n} | Running" for name, n in week.items()]
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
    older: Mapping[str, float] | None = None,
) -> None:
    """Assert the factors of groups, each with one job, corrected by what ran."""
    jobs = [f"{n} | {name}" for n, name in enumerate(shares, 1)]
    groups = [f"{name} | {share}" for name, share in shares.items()]
    realm = REALMS[profile]
    expected: dict[Key, object] = {(realm, name, "ann"): 1.0 for name in shares}
    for name, factor in factors.items():
        expected[realm, "", name] = pytest.approx(factor, abs=1e-6)
    spec.check_fact(
        "share_correction",
        "factor",
        profile=profile,
        parameters={"enable_shares_correction": True},
        dirac_job="\n".join(["job_id | owner_group", *jobs]),
        dirac_group="\n".join(["group_name | job_share", *groups]),
        dirac_running_history=history(*usage, older or {}),
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


def test_each_span_looks_as_far_back_as_it_says(spec: Spec) -> None:
    """A week, and an hour of it: of 168 hours a ran 25 jobs, and 75 in the last one."""
    shares = {"a": 1000.0, "b": 1000.0}
    week, hour = {"a": 25.0, "b": 75.0}, {"a": 75.0, "b": 25.0}
    part = (167 * 0.25 + 0.75) / 168
    found = {
        "a": 0.8 * 0.5 / part + 0.2 * 0.5 / 0.75,
        "b": 0.8 * 0.5 / (1 - part) + 0.2 * 0.5 / 0.25,
    }
    check(spec, shares, (week, hour), found, older={"a": 1e6})


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
    for hour in ({}, {"a": 0.0}, {"x": 0.0}):
        check(spec, shares, (week, hour), found)
        check(spec, shares, (week, hour), {"a": 1.0, "b": 1.0}, profile="modern")
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
        "dirac_group": "group_name: prod, job_sharing: true",
        "dirac_user": "user_name: bob, dn: /CN=Bob",
        "dirac_running_history": """
            bucket_start | bucket_end | group_name | user_name | n_jobs | status
            1 h ago      | 12:00      | user       | ann       | 75     | Running
            1 h ago      | 12:00      | user       | /CN=Bob   | 25     | Running
            1 h ago      | 12:00      | prod       | ann       | 9      | Running
        """,
    }
    found: dict[Key, object] = {
        ("atlas/Prod", "", "prod"): 1.0,
        ("atlas/Prod", "", "user"): 1.0,
        ("atlas/Prod", "user", "ann"): pytest.approx(0.5 / 0.75),
        ("atlas/Prod", "user", "bob"): 2.0,
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
            expected={("", *key[1:]): 1.0 for key in found},
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
        dirac_job="job_id: 1 | 2, owner_group: a | b",
        dirac_running_history=history(ran, ran, {}),
        dirac_cfg=options,
        expected={
            ("atlas/Prod", "", "a"): pytest.approx(0.625 * 0.25),
            ("atlas/Prod", "", "b"): pytest.approx(2.5 * 4),
            ("atlas/Prod", "a", "ann"): 1.0,
            ("atlas/Prod", "b", "ann"): 1.0,
        },
    )


def test_correctors_that_are_not_listed(spec: Spec) -> None:
    """They do nothing, whatever their section says."""
    sections = [
        f"{SECTION}/{name}/All/Week | MaxCorrection = {most}"
        for name, most in (("WMSHistory", 2), ("Monitoring", 4))
    ]
    ran = {"a": 90.0, "b": 10.0}
    for listed, factors in (
        ("WMSHistory", (0.5 / 0.9, 2.0)),
        ("Monitoring", (0.5 / 0.9, 4.0)),
        ("", (1.0, 1.0)),
    ):
        start = f"{SECTION} | ShareCorrectorsToStart = {listed}"
        spec.check_fact(
            "share_correction",
            "factor",
            profile="page",
            dirac_job="job_id | owner_group\n1 | a\n2 | b",
            dirac_running_history=history(ran, ran, {}),
            dirac_cfg="\n".join(["path | content", start, *sections]),
            expected={
                ("atlas/Prod", "", "a"): pytest.approx(factors[0]),
                ("atlas/Prod", "", "b"): pytest.approx(factors[1]),
                ("atlas/Prod", "a", "ann"): 1.0,
                ("atlas/Prod", "b", "ann"): 1.0,
            },
        )


#: Two vos, one of which has jobs in two setups; it ran 75 to 25, the other 90 to 10.
TWO_VOS = {
    "dirac_group": """
        group_name | vo    | job_share
        a          | atlas | 1000
        b          | atlas | 1000
        c          | cms   | 1000
        d          | cms   | 1000
        e          |       | 1000
    """,
    "dirac_job": """
        job_id | owner_group | setup
        1      | a           | Prod
        2      | b           | Prod
        3      | b           | Test
        4      | c           | Prod
        5      | d           | Prod
    """,
    "dirac_running_history": """
        bucket_start | bucket_end | group_name | n_jobs | status
        1 h ago      | 12:00      | a          | 75     | Running
        1 h ago      | 12:00      | b          | 25     | Running
        1 h ago      | 12:00      | c          | 90     | Running
        1 h ago      | 12:00      | d          | 10     | Running
    """,
}


def check_place(
    spec: Spec,
    place: str,
    *factors: float,
    profile: str = "page",
    more: str = "",
    collation: str = "exact",
) -> None:
    """Assert by what the share of each task queue is corrected by a section."""
    section = f"{place}/JobScheduling/ShareCorrections"
    lines = ["path | content", f"{section} | ShareCorrectorsToStart = WMSHistory"]
    lines += [f"{section}/WMSHistory/All/Week | MaxCorrection = 9", more]
    spec.check_fact(
        "queue_priority",
        "share",
        profile=profile,
        parameters={"enable_shares_correction": True, "collation": collation},
        dirac_cfg="\n".join(lines),
        expected={
            (n,): pytest.approx(1000 * factor) for n, factor in enumerate(factors, 1)
        },
        world=TWO_VOS,
    )


def test_whose_shares_are_corrected(spec: Spec) -> None:
    """Those of groups of the vo in its setup, among themselves; Defaults are of all.

    In the code a section of any vo and setup corrects all groups together.
    """
    atlas, cms, none = (0.5 / 0.75, 2.0), (0.5 / 0.9, 5.0), (1.0, 1.0)
    check_place(spec, "Operations/atlas/Prod", *atlas, 1.0, *none)
    check_place(spec, "Operations/atlas/Test", *none, 1.0, *none)
    check_place(spec, "Operations/cms/Prod", *none, 1.0, *cms)
    check_place(spec, "Operations/lhcb/Prod", *none, 1.0, *none)
    for place in ("Operations/atlas", "Operations/atlas/Defaults"):
        check_place(spec, place, *atlas, 2.0, *none)
        check_place(spec, place, *atlas, 2.0, *none, collation="nocase")
    check_place(spec, "Operations/Defaults", *atlas, 2.0, *cms)
    together = (2 / 3, 2.0, 2.0, 0.25 / 0.45, 5.0)
    for place in ("Operations/cms/Test", "Operations/Defaults"):
        check_place(spec, place, *together, profile="dirac2009")
        check_place(spec, place, *together[:2], *together[3:], profile="modern")


def test_the_nearest_section_counts(spec: Spec) -> None:
    """What the setup says goes before what the vo says, and that before the defaults.

    Of several setups, which the code does not tell apart, the usual one counts.
    """
    at_most = "JobScheduling/ShareCorrections/WMSHistory/All | MaxGlobalCorrection"

    def said(*most: tuple[str, float]) -> str:
        return "\n".join(f"Operations/{at}/{at_most} = {each}" for at, each in most)

    vo = (("atlas", 1.5), ("Defaults", 1.1))
    setup = (*vo, ("atlas/Defaults", 1.3), ("atlas/Prod", 1.2))
    for more, factors in (
        (vo, (1 / 1.5, 1.5, 1.5, 1 / 1.1, 1.1)),
        (setup, (1 / 1.2, 1.2, 1.0, 1 / 1.1, 1.1)),
    ):
        check_place(spec, "Operations/Defaults", *factors, more=said(*more))
    factors = (2 / 3, 1.6, 1.6, 1 / 1.6, 1.6)
    for more in (
        (*setup, ("atlas/Early", 1.4), ("atlas/Production", 1.6)),
        (*vo, ("atlas/Test", 1.6)),
    ):
        check_place(
            spec, "Operations/cms", *factors, profile="dirac2009", more=said(*more)
        )

"""Shares are corrected by what ran: the formula of the page, clamp by clamp."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.spec.check import Spec, by_profile

WEEK, HOUR = "7 d ago", "1 h ago"
NOW = "12:00"
SECTION = "Operations/atlas/Prod/JobScheduling/ShareCorrections"
PATH = f"{SECTION}/WMSHistory/Inst"
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


def cfg(*options: str, started: str = "WMSHistory") -> str:
    """Return the drawing of options behind their paths."""
    start = f"{SECTION} | ShareCorrectorsToStart = {started}"
    return "\n".join(["path | content", start, *options])


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
    factors: Mapping[str, float],
    week: Mapping[str, float],
    hour: Mapping[str, float] | None = None,
    *options: str,
    shares: Mapping[str, float] | None = None,
    older: Mapping[str, float] | None = None,
    profile: str = "page",
    started: str = "WMSHistory",
) -> None:
    """Assert the factors of groups, each with one job, corrected by what ran.

    Their shares are equal, and in the last hour ran what ran before, where not said."""
    shares = shares or dict.fromkeys(factors, 1000.0)
    jobs = [f"{n} | {name}" for n, name in enumerate(factors, 1)]
    groups = [f"{name} | {share}" for name, share in shares.items()]
    near = {name: pytest.approx(it, abs=1e-6) for name, it in factors.items()}
    spec.check_fact(
        "share_correction",
        "factor",
        profile=profile,
        parameters={"enable_shares_correction": True},
        dirac_job="\n".join(["job_id | owner_group", *jobs]),
        dirac_group="\n".join(["group_name | job_share", *groups]),
        dirac_running_history=history(
            week, week if hour is None else hour, older or {}
        ),
        dirac_cfg=cfg(*(options or EXAMPLE), started=started),
        expected={REALMS[profile]: {"": near, **{name: {"ann": 1.0} for name in near}}},
    )


def test_three_times_its_share_gets_a_third(spec: Spec) -> None:
    """The inverse of the deviation, where the maxima allow it."""
    wide = (
        f"{PATH}/Week | MaxCorrection = 9",
        f"{PATH} | MaxGlobalCorrectionFactor = 9",
    )
    ran, shares = {"a": 75.0, "b": 25.0}, {"a": 1000.0, "b": 3000.0}
    check(spec, {"a": 1 / 3, "b": 3.0}, ran, None, *wide, shares=shares)


def test_the_example_of_the_page(spec: Spec) -> None:
    """Both spans are clamped, weighed 80 to 20, and the sum is clamped."""
    ran = {"a": 75.0, "b": 10.0, "c": 10.0, "d": 5.0}
    check(spec, {"a": 0.466667, "b": 2.1, "c": 2.1, "d": 2.6}, ran)
    balanced, shares = {"a": 25.0, "b": 75.0}, {"a": 1000.0, "b": 3000.0}
    check(spec, {"a": 1.0, "b": 1.0}, balanced, shares=shares)


def test_each_span_looks_as_far_back_as_it_says(spec: Spec) -> None:
    """A week, and an hour of it: of 168 hours a ran 25 jobs, and 75 in the last one."""
    part = (167 * 0.25 + 0.75) / 168
    factors = {
        "a": 0.8 * 0.5 / part + 0.2 * 0.5 / 0.75,
        "b": 0.8 * 0.5 / (1 - part) + 0.2 * 0.5 / 0.25,
    }
    week, hour = {"a": 25.0, "b": 75.0}, {"a": 75.0, "b": 25.0}
    check(spec, factors, week, hour, older={"a": 1e6})


def test_who_did_not_run(spec: Spec) -> None:
    """The maximum of the span, weighted; in the running system unweighted (D11)."""
    check(spec, {"a": 0.5, "b": 2.6}, {"a": 100.0})
    check(spec, {"a": 0.5, "b": 3.0}, {"a": 100.0}, profile="modern")


def test_a_group_that_is_not_known(spec: Spec) -> None:
    """It is corrected by its usual share; in the running system it is none of those
    that are corrected, and its usage counts no more than that of others."""
    both, none = {"a": 0.5 / 0.75, "b": 2.0}, {"a": 1.0, "b": 1.0}
    for profile, parameters, known, factors in (
        ("page", {}, "a", both),
        ("modern", {}, "a | b", both),
        ("modern", {}, "a", none),
        ("modern", {"correct_unknown_groups": True}, "a", both),
    ):
        spec.check_fact(
            "share_entity",
            "group_factor",
            profile=profile,
            parameters={"enable_shares_correction": True, **parameters},
            dirac_job="job_id: 1 | 2, owner_group: a | b",
            dirac_group=f"group_name: {known}, job_share: 1000",
            dirac_running_history="bucket_start: 1 h ago, bucket_end: 12:00, "
            "group_name: a | b, n_jobs: 75 | 25, status: Running",
            dirac_cfg=cfg(f"{PATH}/Week | MaxCorrection = 9"),
            expected={
                (name, "ann", REALMS[profile]): factor
                for name, factor in factors.items()
            },
        )


def test_a_span_in_which_nothing_ran(spec: Spec) -> None:
    """It corrects nothing; in the running system it cancels all corrections. Spans in
    which only others ran are dropped there, and the weights stay; where no other is
    left, nothing is corrected."""
    week, none = {"a": 60.0, "b": 40.0}, {"a": 1.0, "b": 1.0}
    found = {"a": 0.8 * 0.5 / 0.6 + 0.2, "b": 1.2}
    for hour in ({}, {"a": 0.0}, {"x": 0.0}):
        check(spec, found, week, hour)
        check(spec, none, week, hour, profile="modern")
    check(spec, found, week, {"x": 5.0})
    check(spec, {"a": 0.666667, "b": 1.0}, week, {"x": 5.0}, profile="modern")
    check(spec, none, {"x": 5.0}, profile="modern")
    check(spec, none, {})


def test_the_global_maximum(spec: Spec) -> None:
    """Either name of the option counts, the page's first (D10); else 5."""
    span, shares = f"{PATH}/Week | MaxCorrection = 10", {"a": 10000.0, "b": 100.0}
    for most, *options in (
        (3.0, f"{PATH} | MaxGlobalCorrection = 3"),
        (3.0, f"{PATH} | MaxGlobalCorrection = 2", EXAMPLE[0]),
        (5.0, f"{PATH} | MaxGlobalCorrectionFactor = 0.2"),
        (2.5, f"{PATH} | MaxGlobalCorrectionFactor = 2.5"),
    ):
        factors = {"a": most, "b": 1 / most}
        check(spec, factors, {"a": 1.0, "b": 99.0}, None, span, *options, shares=shares)


def test_what_a_slice_does_not_say(spec: Spec) -> None:
    """A week, weight 1, at most 3."""
    ran = {"a": 90.0, "b": 10.0}
    check(spec, {"a": 0.555556, "b": 3.0}, ran, None, f"{PATH} | Slice {{ }}")


def test_users_of_a_group(spec: Spec) -> None:
    """Each has the same part; of a group that shares nobody is corrected. Instances of
    a scope that is there already are ignored, and so are those of correctors that are
    not started, or not enabled (D21)."""
    instances = (("users", "user"), ("again", "user"), ("prods", "prod"))
    drawn = {
        "dirac_job": "job_id: 1 | 2 | 3 | 4, owner_group: user | user | prod | prod, "
        "owner: ann | bob | ann | bob",
        "dirac_group": "group_name: user | prod, job_sharing: false | true",
        "dirac_user": "user_name: bob, dn: /CN=Bob",
        "dirac_running_history": "bucket_start: 1 h ago, bucket_end: 12:00, "
        "status: Running, group_name: user | user | prod, "
        "user_name: ann | /CN=Bob | ann, n_jobs: 75 | 25 | 9",
        "dirac_cfg": cfg(
            *(f"{SECTION}/WMSHistory/{name} | Group = {it}" for name, it in instances),
            *(
                f"{SECTION}/WMSHistory/{name}/Week | MaxCorrection = 9"
                for name, _ in instances
            ),
        ),
    }
    groups, users = {"prod": 1.0, "user": 1.0}, {"ann": 0.5 / 0.75, "bob": 2.0}
    spec.check_fact(
        "share_correction",
        "factor",
        expected=by_profile(
            {"": {"": groups, "user": {"ann": 1.0, "bob": 1.0}}},
            page={"atlas/Prod": {"": groups, "user": users}},
        ),
        world=drawn,
    )
    spec.check_fact(
        "task_queue_priority",
        "share",
        profile="page",
        expected={1: 500 * 0.5 / 0.75, 2: 1000.0, 3: 1000.0, 4: 1000.0},
        world=drawn,
    )


def test_correctors_in_turn(spec: Spec) -> None:
    """The second one sees the shares that the first one left. 1/2 of 4/5 is 5/8, then
    1/2 by 1/5 is 5/2: 4/5 to 1/5; 1/5 by 4/5 is 1/4, 4."""
    sections = (
        f"{SECTION}/{name}/All/Week | MaxCorrection = 9"
        for name in ("WMSHistory", "MonitoringHistory")
    )
    factors, ran = {"a": 0.625 * 0.25, "b": 2.5 * 4}, {"a": 80.0, "b": 20.0}
    check(spec, factors, ran, None, *sections, started="WMSHistory, MonitoringHistory")


def test_correctors_that_are_not_listed(spec: Spec) -> None:
    """They do nothing, whatever their section says; nor does one that is not known."""
    names = ("WMSHistory", "MonitoringHistory", "Monitoring")
    sections = [
        f"{SECTION}/{name}/All/Week | MaxCorrection = {most}"
        for name, most in zip(names, (2, 4, 4), strict=True)
    ]
    for started, factors in (
        ("WMSHistory", {"a": 0.5 / 0.9, "b": 2.0}),
        ("MonitoringHistory", {"a": 0.5 / 0.9, "b": 4.0}),
        ("Monitoring", {"a": 1.0, "b": 1.0}),
        ("", {"a": 1.0, "b": 1.0}),
    ):
        check(spec, factors, {"a": 90.0, "b": 10.0}, None, *sections, started=started)


#: Two vos, one of which has jobs in two setups; it ran 75 to 25, the other 90 to 10.
TWO_VOS = {
    "dirac_group": "group_name: a | b | c | d | e, vo: atlas | atlas | cms | cms |, "
    "job_share: 1000",
    "dirac_job": "job_id: 1 | 2 | 3 | 4 | 5, owner_group: a | b | b | c | d, "
    "setup: Prod | Prod | Test | Prod | Prod",
    "dirac_running_history": "bucket_start: 1 h ago, bucket_end: 12:00, "
    "group_name: a | b | c | d, n_jobs: 75 | 25 | 90 | 10, status: Running",
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
        expected={n: 1000 * factor for n, factor in enumerate(factors, 1)},
        world=TWO_VOS,
    )


def test_whose_shares_are_corrected(spec: Spec) -> None:
    """Those of groups of the vo in its setup, among themselves; Defaults are of all. In
    the code a section of any vo and setup corrects all groups together."""
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
    Of several setups, which the code does not tell apart, the usual one counts."""
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


def test_the_switch_of_the_configuration(spec: Spec) -> None:
    """EnableSharesCorrection decides where it is said, else what is usual (D21)."""
    started = {(REALMS["page"], 1): "WMSHistory"}
    together = {("", 1): "WMSHistory"}
    scope = SECTION.removesuffix("/ShareCorrections")
    for said, page, others in (
        ("EnableSharesCorrection = True", started, together),
        ("EnableSharesCorrection = False", {}, {}),
        ("EnableSharesCorrection = on", {}, {}),
        ("", started, {}),
    ):
        spec.check_fact(
            "corrector",
            "name",
            dirac_cfg=cfg(f"{scope} | {said}"),
            expected=by_profile(others, page=page),
        )

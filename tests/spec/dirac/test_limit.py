"""-limit: as many jobs of the kind run at the site as may."""

from __future__ import annotations

from tests.spec.check import ANY, Spec, by_profile

JOBS = """
    job_id | job_types     | sites  | owner
    1      | [Merge]       |        | ann
    2      | [Merge, User] |        | ann
    3      | [User]        |        | ann
    4      |               |        | ann
    5      | [Merge]       | [B]    | ann
    6      | [Merge]       |        | bob
    7      | [Merge]       | [A, B] | ann
    8      | [User]        | [A, B] | ann
"""


def test_below_at_and_above_the_limit(spec: Spec) -> None:
    """Running, matched and stalled jobs count; a job without a type is not limited. An
    extra of the running system (D9)."""
    full = dict.fromkeys((1, 2, 6), "JobType Merge at S: 2 of 2 jobs run")
    modern = {1: full, 2: full | {3: "JobType User at S: 1 of 1 jobs run"}}
    spec.check(
        dirac_job=JOBS,
        dirac_running_job="job_id: 11 | 12 | 13 | 14, "
        "job_type: Merge | Merge | Merge | User, "
        "status: Running | Stalled | Done | Matched",
        dirac_running_limit="""
            attribute | value | max_jobs | ce
            JobType   | Merge | 2        |
            JobType   | User  | 2        |
            JobType   | User  | 1        | ce1
            Unknown   | x     | 0        |
        """,
        dirac_pilot="seq: 1 | 2 | 3 | 4 | 5, site: [S] | [S] | [T] | [S, B] |, "
        "grid_ce: | [ce1] | | |",
        expected=by_profile({}, modern=modern),
    )


def test_several_limits(spec: Spec) -> None:
    """Each of two attributes refuses on its own (pilot 1); with limits_compat a task
    queue must hit both (Q2).

    Both owners are refused (2, 3); with limit_values_compat none is, as jobs have one
    owner (Q3). Of types, which jobs may have two of, each refuses in either case, but
    where single_attributes says that jobs have one type.

    Of several sites refused is what no site may take that the jobs accept (4, 5; Q5),
    with limit_sites_compat what asks for each limited site and is refused there."""
    usual = {1: {1, 2, 6}, 2: {1, 2, 3, 4, 6}, 3: {1, 2, 3, 6}}
    usual |= {4: {1, 2, 5, 6, 7}, 5: {1, 2, 3, 5, 6, 7, 8}}
    both = {6: "JobType Merge at U: 0 of 0 jobs run"}
    by_type = {"limit_values_compat": True, "single_attributes": ["JobType"]}
    for parameters, changed in (
        ({}, {}),
        ({"limits_compat": True}, {1: both, 3: {6}}),
        ({"limit_values_compat": True}, {2: set[int]()}),
        (by_type, {3: {6}, 4: set[int](), 5: set[int]()}),
        ({"limit_sites_compat": True}, {4: {7}}),
    ):
        spec.check(
            profile="modern",
            parameters=parameters,
            dirac_job=JOBS,
            dirac_running_limit="""
                site | attribute | value | max_jobs
                U    | JobType   | Merge | 0
                U    | Owner     | bob   | 0
                S    | Owner     | ann   | 0
                S    | Owner     | bob   | 0
                T    | Owner     | bob   | 0
                T    | JobType   | Merge | 0
                T    | JobType   | User  | 0
                A    | JobType   | Merge | 0
                B    | JobType   | Merge | 0
                B    | JobType   | User  | 0
            """,
            dirac_pilot="seq: 1 | 2 | 3 | 4 | 5, site: [U] | [S] | [T] | [A, B] | [B]",
            expected={**usual, **changed},
        )


def test_a_pilot_that_asks_for_one_job_obeys_no_limit(spec: Spec) -> None:
    """Below, at and above the limit; who asks for none, or for any job, obeys it."""
    for max_jobs, refused in ((3, set[int]()), (2, {1, 5}), (1, {1, 5}), (0, {1, 5})):
        spec.check(
            profile="modern",
            dirac_job="job_id: 1 | 2, owner: ann | bob",
            dirac_running_job="job_id: 11 | 12, owner: ann, status: Running",
            dirac_running_limit=f"attribute: Owner, value: ann, max_jobs: {max_jobs}",
            dirac_pilot="seq: 1 | 2 | 3 | 4 | 5, site: [S], job_id: | 1 | 2 | 9 |",
            expected={(seq, 1) for seq in refused},
        )


def test_the_switch_of_the_configuration(spec: Spec) -> None:
    """CheckJobLimits says whether limits act, where it is said (spec/dirac.md 5.1). Any
    word but yes is no. Of two VOs each says it of its own pilots; that of a pilot of
    which no VO is known may be any."""
    full = {(1, 1): "Owner ann at S: 0 of 0 jobs run"}
    usual = by_profile({}, modern=full)
    limit = "/Operations/lhcb/JobScheduling/RunningLimit/S/Owner"
    for at, said, max_jobs, expected in (
        ("lhcb", "False", "", {}),
        ("lhcb", "yes", "", full),
        ("lhcb", "off", "", {}),
        ("lhcb", "", "", {}),
        ("lhcb", " TRUE ", "", full),
        ("bio", "no", "", usual),
        ("Defaults", "0", "", {}),
        ("lhcb", "False", 0, {}),
        ("lhcb", "True", 0, full),
    ):
        spec.check(
            dirac_job="job_id: 1, owner: ann",
            dirac_group="group_name: user | bio_user, vo: lhcb | bio",
            dirac_cfg=f"path: /Operations/{at}/JobScheduling | {limit}, "
            f"content: CheckJobLimits = {said} | {'' if max_jobs == 0 else 'ann = 0'}",
            dirac_running_limit=f"attribute: Owner, value: ann, max_jobs: {max_jobs}",
            dirac_pilot="seq: 1, site: [S], vo: lhcb",
            expected=expected,
        )


def test_limits_of_the_configuration_at_a_site_and_at_a_ce(spec: Spec) -> None:
    """RunningLimit/<Site>/CEs/<CE> is of that CE alone (spec/dirac.md 5.1). More
    jobs than can be counted limit nothing."""
    at = "/Operations/Defaults/JobScheduling/RunningLimit/S/"
    spec.check(
        profile="modern",
        dirac_job="job_id: 1 | 2, job_types: [Merge] | [User], owner: ann | bob",
        dirac_cfg=f"path: {at}JobType | {at}CEs/ce1/JobType | {at}Owner, "
        f"content: Merge = 0 | User = 0 | bob = {10**30}",
        dirac_pilot="seq: 1 | 2, site: [S], grid_ce: [ce1] | [ce2]",
        expected={(1, 1), (1, 2), (2, 1)},
    )


def test_limits_of_the_site_itself(spec: Spec) -> None:
    """All jobs that run there count, and what names the site is refused (1, 3)."""
    jobs = "job_id: 1 | 2 | 3 | 4, sites: [S] | | [S, T] | [T], cpu_time: 300"
    for limit, is_reached in ((2, True), (3, False)):
        spec.check(
            profile="modern",
            dirac_job=jobs,
            dirac_running_job="job_id: 11 | 12 | 12 | 13 | 14, "
            "site: S | S | S | S | T, job_type: A | B | C | D | A, "
            "status: Running | Running | Running | Done | Running",
            dirac_running_limit=f"attribute: Site, value: S, max_jobs: {limit}",
            dirac_pilot="seq: 1 | 2 | 3, site: [S] | [T] | [S, T]",
            expected={
                (1, 1): f"Site S at S: 2 of {limit} jobs run",
                (1, 3): ANY,
                (3, 1): ANY,
            }
            if is_reached
            else {},
        )
    for attribute, refused in (("Site", {3}), ("JobType", set[int]())):
        spec.check_cycle(
            "match",
            ["seq"],
            "criterion",
            profile="modern",
            dirac_job="job_id: 1 | 2 | 3 | 4, cpu_time: 300, "
            "sites: | [S] | [S] | [S], job_types: [A] | [B] | [B] | [B]",
            dirac_running_limit=f"attribute: {attribute}, value: S, max_jobs: 2",
            dirac_pilot="seq: 1 | 2 | 3, site: [S], job_type: [A] | [B] | [B]",
            expected={seq: "-limit" if seq in refused else None for seq in (1, 2, 3)},
        )


def test_attributes_that_are_not_looked_at(spec: Spec) -> None:
    """The table of jobs holds no tags, platforms and CEs that they ask for."""
    asks = {"Tag": "GPU", "Platform": "P", "GridCE": "c", "JobType": "A"}
    asks |= {"Owner": "ann", "OwnerGroup": "user"}
    usual = {"JobType", "Owner", "OwnerGroup"}
    for attribute, value in asks.items():
        for own, looked_at in (
            ({}, usual),
            ({"limit_attributes": list(asks)}, set(asks)),
            ({"limit_attributes": ["Tag"]}, {"Tag"}),
        ):
            spec.check(
                profile="modern",
                parameters=own,
                dirac_job="job_id: 1, job_types: [A], tags: [GPU], platforms: [P], "
                "grid_ces: [c], owner: ann, owner_group: user",
                dirac_running_limit=f"attribute: {attribute}, value: {value}, "
                "max_jobs: 0",
                dirac_pilot="site: [S], tag: [GPU], platform: [P], grid_ce: [c]",
                expected={(1, 1)} if attribute in looked_at else set(),
            )


def test_one_value_that_is_no_whole_number(spec: Spec) -> None:
    """Nothing of its site is limited then, or of its CE (spec/dirac.md 5.1: section
    error). What stands at another depth is no limit."""
    at = "/Operations/Defaults/JobScheduling/RunningLimit"
    of_site, of_ce = {(1, 1), (2, 1)}, {(2, 2)}
    for path, said, expected in (
        ("S/JobType", "User = 1", of_site | of_ce),
        ("S/JobType", "User = +1", of_site | of_ce),
        *(
            ("S/JobType", f"User = {bad}", of_ce)
            for bad in ("abc", "", "5.0", "1e3", "1 0")
        ),
        ("S/Owner", "ann = x", of_ce),
        ("S/CEs/ce1/Owner", "ann = x", of_site),
        ("T/JobType", "User = x", of_site | of_ce),
        ("S", "JobType = x", of_site | of_ce),
    ):
        spec.check(
            profile="modern",
            dirac_job="job_id: 1 | 2, job_types: [Merge] | [Test]",
            dirac_cfg=f"path: {at}/S/JobType | {at}/S/CEs/ce1/JobType | {at}/{path}, "
            f"content: Merge = 0 | Test = 0 | {said}",
            dirac_pilot="seq: 1 | 2, site: [S], grid_ce: [ce2] | [ce1]",
            expected=expected,
        )


def test_negative_limits(spec: Spec) -> None:
    """They refuse always, as 0 does; 1 refuses where a job runs."""
    at = "/Operations/Defaults/JobScheduling/RunningLimit/S/JobType"
    for limit, is_refused in ((-1, True), (0, True), (1, False)):
        for said, row in ((f"Merge = {limit}", ""), ("", limit)):
            spec.check(
                profile="modern",
                dirac_job="job_id: 1, job_types: [Merge]",
                dirac_cfg=f"path: {at}, content: {said}",
                dirac_running_limit="attribute: JobType, value: Merge, "
                f"max_jobs: {row}",
                dirac_pilot="seq: 1, site: [S]",
                expected={(1, 1)} if is_refused else set(),
            )


def test_limits_of_a_vo(spec: Spec) -> None:
    """The options of a VO hold for its pilots alone, those of Defaults for all that say
    no other; so it is with the switch, which rows of the table follow too. Of a pilot
    whose VO is not known, or no group's, any VO has a say."""
    at = "JobScheduling/RunningLimit/S/JobType"
    for text, n, refused in (
        ("/Operations/a", None, {1, 3, 4}),
        ("/Operations/b", None, {2, 3, 4}),
        ("/Operations/Defaults", None, {1, 2, 3, 4}),
        ("/Operations/a/Production", None, {1, 3, 4}),
        ("/Operations/a/Test", None, {3, 4}),
        (None, 0, {1, 2, 3, 4}),
    ):
        for off, spared in (
            ("", set[int]()),
            ("/Operations/a/JobScheduling", {1, 3, 4}),
            ("/Operations/b/JobScheduling", {2, 3, 4}),
        ):
            limit = "" if text is None else f"{text}/{at}"
            spec.check(
                profile="modern",
                dirac_job="job_id: 1, job_types: [Merge], owner_group: ga",
                dirac_group="group_name: ga | gb, vo: a | b",
                dirac_cfg=f"path: {off} | {limit}, "
                f"content: CheckJobLimits = {'no' if off else 'yes'} | Merge = 0",
                dirac_running_limit="attribute: JobType, value: Merge, "
                f"max_jobs: {'' if n is None else n}",
                dirac_pilot="seq: 1 | 2 | 3 | 4, site: [S], vo: a | b | | other",
                expected={(seq, 1) for seq in refused - spared},
            )


def test_the_switch_of_a_setup(spec: Spec) -> None:
    """Where setups differ, that of the default setup counts (D26)."""
    said = "/Operations/lhcb/{}/JobScheduling"
    for setup, expected in (("Test", {}), ("Production", {(1, 1)})):
        spec.check(
            profile="modern",
            parameters={"default_setup": setup},
            dirac_job="job_id: 1, owner: ann",
            dirac_cfg=f"path: {said.format('Test')} | {said.format('Production')}, "
            "content: CheckJobLimits = no | CheckJobLimits = yes",
            dirac_running_limit="attribute: Owner, value: ann, max_jobs: 0",
            dirac_pilot="seq: 1, site: [S]",
            expected=expected,
        )


def test_operations_of_a_vo_that_no_group_is_of(spec: Spec) -> None:
    """Their limits act, behind those of a VO that is known (spec/dirac.md 5.1)."""
    known = "/Operations/lhcb/JobScheduling/RunningLimit/S/JobType"
    unknown = "/Operations/Production/JobScheduling/RunningLimit/S/JobType"
    for path, limits, n in (
        (unknown, "Merge = 0", 0),
        (f"{unknown} | {known}", "Merge = 0 | Merge = 1", None),
        (f"{known} | {unknown}", "Merge = 0 | Merge = 1", 0),
    ):
        refused = {(1, 1): f"JobType Merge at S: 0 of {n} jobs run"}
        spec.check(
            profile="modern",
            dirac_job="job_id: 1, job_types: [Merge]",
            dirac_group="group_name: user, vo: lhcb",
            dirac_cfg=f"path: {path}, content: {limits}",
            dirac_pilot="seq: 1, site: [S]",
            expected={} if n is None else refused,
        )


def test_what_earlier_pilots_got_counts(spec: Spec) -> None:
    """As many jobs of a value as the limit leaves are matched at the site, in turn. One
    merge job runs at each of S and U. A limit that is reached from the beginning leaves
    nothing that fits; one that earlier pilots reach says so. At T there is no limit,
    and a pilot that sends both sites gets what one of them may take."""
    spec.check_cycle(
        "match",
        ["seq"],
        ["n_eligible", "criterion"],
        profile="modern",
        dirac_job="job_id: 1 | 2 | 3 | 4 | 5 | 6, cpu_time: 300, "
        "job_types: [Merge] | [Merge] | [Merge] | [Merge] | [Merge] | [User]",
        dirac_running_job="job_id: 11 | 12, site: S | U, job_type: Merge",
        dirac_running_limit="site: S | U | T, attribute: JobType, value: Merge, "
        "max_jobs: 3 | 1 |",
        dirac_pilot="""
            seq | site   | job_type
            1   | [U]    | [Merge]
            2   | [S]    | [Merge]
            3   | [S]    | [Merge]
            4   | [S]    | [Merge]
            5   | [S]    | [User]
            6   | [S, T] | [Merge]
            7   | [T]    | [Merge]
            8   | [S]    | [Merge]
            9   | [T]    | [Merge]
            10  | [T]    | [Merge]
        """,
        expected={
            1: (0, "-no_eligible_queue"),
            **dict.fromkeys((2, 3, 5, 6, 7, 9), (1, None)),
            **dict.fromkeys((4, 8), (0, "-limit")),
            10: (0, "-outdrawn"),
        },
    )

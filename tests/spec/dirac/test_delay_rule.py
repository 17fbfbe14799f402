"""How long a site refuses jobs of a kind after it took one."""

from __future__ import annotations

from datetime import datetime

from tests.spec.check import Spec, by_profile

#: The VO of the snapshot, and that of pilots whose VO is not known.
VOS = ("", "atlas")


def test_rows_and_configuration(spec: Spec) -> None:
    """A burst is one job where none is told, as many as it are left when a cycle begins
    where it is not told; a delay of 0 is none. An extra (D9)."""
    section = "Operations/Defaults/JobScheduling/MatchingDelay"
    modern = {
        ("S", "JobType", "MC"): (10.0, 1, None, None),
        ("S", "JobType", "User"): (5.5, 3, None, None),
        ("U", "JobType", "MC"): (10.0, 2, 0.5, datetime(2025, 1, 1)),
        ("T", "JobType", "MC"): (7.0, 2, None, None),
    }
    spec.check_fact(
        "delay_rule",
        ["delay_s", "burst", "n_left", "since"],
        dirac_matching_delay="""
            site | attribute | value | delay_s | burst | n_left | since
            S    | JobType   | MC    | 10      |       |        |
            S    | JobType   | User  | 5.5     | 3     |        |
            S    | JobType   | Test  | 0       |       |        |
            U    | JobType   | MC    | 10      | 2     | 0.5    | 2025-01-01 00:00:00
        """,
        dirac_cfg=f"""
            path                      | content
            {section}                 | T {{ JobType {{ MC = 7 }} }}
            /{section}/T/Burst/JobType | MC = 2
        """,
        expected=by_profile({}, modern=dict.fromkeys(VOS, modern)),
    )


def test_the_switch_of_the_configuration(spec: Spec) -> None:
    """CheckMatchingDelay says whether delays act, where it does (spec/dirac.md 5.2)."""
    rules = {("S", "JobType", "MC"): 10.0, ("T", "JobType", "MC"): 7.0}
    section = "/Operations/Defaults/JobScheduling"
    for said, expected in (("False", {}), ("True", rules)):
        spec.check_fact(
            "delay_rule",
            "delay_s",
            dirac_matching_delay="site: S, attribute: JobType, value: MC, delay_s: 10",
            dirac_cfg=f"""
                path                               | content
                {section}                          | CheckMatchingDelay = {said}
                {section}/MatchingDelay/T/JobType  | MC = 7
            """,
            expected=dict.fromkeys(VOS, expected),
        )


def test_delays_of_a_vo(spec: Spec) -> None:
    """The options of a VO are of its pilots alone, but for what it does not say."""
    spec.check_fact(
        "delay_rule",
        ["delay_s", "burst"],
        profile="modern",
        dirac_group="group_name: ga | gb, vo: a | b",
        dirac_matching_delay="site: U, attribute: JobType, value: MC, delay_s: 5",
        dirac_cfg="""
            path                                                  | content
            /Operations/a/JobScheduling/MatchingDelay/S/JobType       | MC = 10
            /Operations/a/JobScheduling/MatchingDelay/S/Burst/JobType | MC = 2
            /Operations/Defaults/JobScheduling/MatchingDelay/S/JobType | MC = 20
            /Operations/b/JobScheduling                      | CheckMatchingDelay = no
        """,
        expected={
            "a": {("S", "JobType", "MC"): (10.0, 2), ("U", "JobType", "MC"): (5.0, 1)},
            "atlas": {
                ("S", "JobType", "MC"): (20.0, 1),
                ("U", "JobType", "MC"): (5.0, 1),
            },
        },
    )


def test_one_value_that_is_no_number(spec: Spec) -> None:
    """No delay of its site counts then; a burst is whole, a delay need not be."""
    at = "/Operations/Defaults/JobScheduling/MatchingDelay"
    for path, said, counts in (
        ("S/JobType", "B = 1e1", True),
        ("S/JobType", "B = -1", True),
        ("S/JobType", "B = x", False),
        ("S/Burst/JobType", "B = 2", True),
        ("S/Burst/JobType", "B = -2", True),
        ("S/Burst/JobType", "B = 2.0", False),
        ("T/JobType", "B = x", True),
    ):
        spec.check_fact(
            "delay_rule",
            "delay_s",
            profile="modern",
            dirac_cfg=f"path: {at}/S/JobType | {at}/{path}, content: A = 0.5 | {said}",
            expected={
                (vo, "S", "JobType", value): delay
                for vo in VOS
                for value, delay in (("A", 0.5), ("B", 10.0))
                if counts and (value == "A" or said == "B = 1e1")
            },
        )


def test_a_match_takes_the_tokens_of_its_site(spec: Spec) -> None:
    """Where its VO has a delay; of others it takes none, and waits for none (1, 4)."""
    spec.check_cycle(
        "match",
        ["seq"],
        "criterion",
        profile="modern",
        dirac_group="group_name: ga | gb, vo: a | b",
        dirac_job="job_id: 1 | 2 | 3 | 4, job_types: [MC], cpu_time: 300",
        dirac_cfg="path: /Operations/a/JobScheduling/MatchingDelay/S/JobType, "
        "content: MC = 10",
        dirac_pilot="""
            seq | site | vo | arrival_time
            1   | [S]  | b  | 2025-01-01 00:00:00
            2   | [S]  | a  | 2025-01-01 00:01:00
            3   | [S]  | a  | 2025-01-01 00:01:09.9
            4   | [S]  | b  | 2025-01-01 00:01:09.9
            5   | [S]  | a  | 2025-01-01 00:01:10
        """,
        expected={1: None, 2: None, 3: "-delay", 4: None, 5: None},
    )


def test_delays_of_the_site_itself(spec: Spec) -> None:
    """A job that names no site, or several, takes no token; while there is none, what
    names the site waits (5, 6), and what names none does not (7)."""
    spec.check_cycle(
        "match",
        ["seq"],
        "criterion",
        profile="modern",
        dirac_job="job_id: 1 | 2 | 3 | 4 | 5 | 6 | 7, cpu_time: 300, "
        "job_types: [None] | [Two] | [Two] | [One] | [One] | [Two] | [None], "
        "sites: | [S, T] | [S, T] | [S] | [S] | [S, T] |",
        dirac_matching_delay="site: S, attribute: Site, value: S, delay_s: 100",
        dirac_pilot="""
            seq | site | job_type | arrival_time
            1   | [S]  | [None]   | 2025-01-01 00:00:00
            2   | [S]  | [Two]    | 2025-01-01 00:00:01
            3   | [S]  | [Two]    | 2025-01-01 00:00:02
            4   | [S]  | [One]    | 2025-01-01 00:00:03
            5   | [S]  | [One]    | 2025-01-01 00:01:42
            6   | [S]  | [Two]    | 2025-01-01 00:01:42
            7   | [S]  | [None]   | 2025-01-01 00:01:42
            8   | [S]  | [One]    | 2025-01-01 00:01:43
        """,
        expected=dict.fromkeys(range(1, 9)) | dict.fromkeys((5, 6), "-delay"),
    )


def test_rules_of_names_that_count_as_one(spec: Spec) -> None:
    """The longest delay, the largest burst, the fewest left, the latest match."""
    spec.check_fact(
        "delay_rule",
        ["delay_s", "burst", "n_left", "since"],
        profile="modern",
        parameters={"collation": "nocase"},
        expected={
            (vo, "s", "JobType", "mc"): (20.0, 3, 0.5, datetime(2025, 1, 2))
            for vo in VOS
        },
        dirac_matching_delay="""
            site | attribute | value | delay_s | burst | n_left | since
            S    | JobType   | MC    | 10      | 3     | 0.5    | 2025-01-01 00:00:00
            s    | JobType   | mc    | 20      | 2     | 1.5    | 2025-01-02 00:00:00
        """,
    )


def test_before_at_and_after_the_delay(spec: Spec) -> None:
    """A match takes a token of its value at the site; another comes every delay_s. A
    pilot of other jobs takes none, one that does not say when it came knows no delay,
    and one of a time before finds what there was then."""
    refused = dict.fromkeys((3, 5, 6, 10), "-delay")
    spec.check_cycle(
        "match",
        ["seq"],
        "criterion",
        profile="modern",
        dirac_job="job_id: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9, cpu_time: 300, "
        "job_types: [Merge] | [Merge] | [Merge] | [Merge] | [Merge] | [Merge] "
        "| [Merge] | [Merge] | [User]",
        dirac_matching_delay="""
            site | attribute | value | delay_s | burst
            S    | JobType   | Merge | 10      |
            T    | JobType   | Merge | 10      | 2
        """,
        dirac_pilot="""
            seq | site | job_type | arrival_time
            1   | [S]  | [Merge]  | 2025-01-01 00:00:00
            2   | [S]  | [User]   | 2025-01-01 00:00:05
            3   | [S]  | [Merge]  | 2025-01-01 00:00:09.9
            4   | [S]  | [Merge]  | 2025-01-01 00:00:10
            5   | [S]  | [Merge]  | 2025-01-01 00:00:19.9
            6   | [S]  | [Merge]  | 2025-01-01 00:00:05
            7   | [S]  | [Merge]  | 2025-01-01 00:00:20
            8   | [T]  | [Merge]  | 2025-01-01 00:00:00
            9   | [T]  | [Merge]  | 2025-01-01 00:00:01
            10  | [T]  | [Merge]  | 2025-01-01 00:00:02
            11  | [T]  | [Merge]  |
            12  | [T]  | [Merge]  | 2025-01-01 00:01:00
            13  | [T]  | [Merge]  | 2025-01-01 00:01:00
        """,
        expected=dict.fromkeys(range(1, 14)) | refused,
    )


def test_a_pilot_that_asks_for_one_job_obeys_no_delay(spec: Spec) -> None:
    """It takes the token that is there (pilot 1), and needs none (2), nor a part of
    one: at 100 s there is a whole one again, at 99 s there is not."""
    times = " | ".join(f"2025-10-14 12:{at}" for at in ("00:00", "00:50", "01:39"))
    spec.check_cycle(
        "match",
        ["seq"],
        ["job_id", "criterion"],
        profile="modern",
        dirac_job="job_id: 1 | 2 | 3, cpu_time: 300, job_types: [A]",
        dirac_matching_delay="site: S, attribute: JobType, value: A, delay_s: 100",
        dirac_pilot=f"seq: 1 | 2 | 3 | 4 | 5, site: [S], job_id: 1 | 2 | | | 3, "
        f"arrival_time: {times} | 2025-10-14 12:01:40 | 2025-10-14 12:01:40",
        expected={
            **{1: (1, None), 2: (2, None), 3: (None, "-delay"), 4: (3, None)},
            5: (None, "-job_id"),
        },
    )

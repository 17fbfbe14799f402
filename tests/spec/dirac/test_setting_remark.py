"""What the configuration says that cannot be used is told."""

from __future__ import annotations

from tests.spec.check import Spec, by_profile

SECTION = "Operations/atlas/Production/JobScheduling/ShareCorrections"
NOT_VALID = "is not valid, the usual value counts"


def test_correctors(spec: Spec) -> None:
    """Only those listed are started; without corrections none is (D21)."""
    told = (
        "ShareCorrectorsToStart: unknown corrector Guesser",
        "ShareCorrections: instance B is ignored, another has scope all groups",
        f"ShareCorrections/A: MaxGlobalCorrection = 0.5 {NOT_VALID}",
        f"ShareCorrections/A/Week: MaxCorrection = many {NOT_VALID}",
    )
    spec.check_fact(
        "setting_remark",
        "remark",
        dirac_cfg=f"""
            path                        | content
            {SECTION}                   | ShareCorrectorsToStart = WMSHistory, Guesser
            {SECTION}/WMSHistory/A      | MaxGlobalCorrection = 0.5
            {SECTION}/WMSHistory/A/Week | MaxCorrection = many
            {SECTION}/WMSHistory/A/Hour | Weight = 2.5
            {SECTION}/WMSHistory/B      | Group =
            {SECTION}/Guesser/C         | MaxGlobalCorrection = 0
        """,
        expected=by_profile({}, page={remark: remark for remark in told}),
    )


def test_limits(spec: Spec) -> None:
    """A limit or delay on what no task queue asks for refuses nothing (Q7)."""
    told = (
        "RunningLimit/S: no task queue has an attribute JobGroup",
        "MatchingDelay/S: no task queue has an attribute JobName",
    )
    spec.check_fact(
        "setting_remark",
        "remark",
        profile="modern",
        dirac_running_limit="attribute: JobGroup | JobType, value: 1 | MC",
        dirac_matching_delay="site: S, attribute: JobName | JobType, value: 1 | MC, "
        "delay_s: 10",
        expected={remark: remark for remark in told},
    )


def test_switches(spec: Spec) -> None:
    """One that says neither yes nor no leaves what is usual."""
    remark = f"CheckJobLimits = perhaps {NOT_VALID}"
    spec.check_fact(
        "setting_remark",
        "remark",
        dirac_cfg="path: /Operations/Defaults/JobScheduling, "
        "content: CheckJobLimits = perhaps",
        expected={remark: remark},
    )


def test_corrections_of_a_vo_that_no_group_is_of(spec: Spec) -> None:
    """V72: on the page they correct nothing, and that is told."""
    section = SECTION.replace("atlas", "nobody")
    remark = "Operations/nobody: no group is of VO nobody, so its ShareCorrections "
    remark += "correct nothing"
    spec.check_fact(
        "setting_remark",
        "remark",
        dirac_cfg=f"path: {section}, content: ShareCorrectorsToStart = WMSHistory",
        expected=by_profile({}, page={remark: remark}),
    )

"""What the configuration says that cannot be used is told."""

from __future__ import annotations

from tests.spec.check import Spec
from tests.spec.stage import Key

SECTION = "Operations/atlas/Production/JobScheduling/ShareCorrections"
CFG = f"""
    path                                | content
    {SECTION}                           | ShareCorrectorsToStart = WMSHistory, Guesser
    {SECTION}/WMSHistory/A              | MaxGlobalCorrection = 0.5
    {SECTION}/WMSHistory/A/Week         | MaxCorrection = many
    {SECTION}/WMSHistory/A/Hour         | Weight = 2.5
    {SECTION}/WMSHistory/B              | Group =
    {SECTION}/Guesser/C                 | MaxGlobalCorrection = 0
"""


def test_correctors(spec: Spec) -> None:
    """Only those listed are started; without corrections none is (D21)."""
    told = {
        ("ShareCorrectorsToStart: unknown corrector Guesser",),
        ("ShareCorrections: instance B is ignored, another has scope all groups",),
        (
            "ShareCorrections/A: MaxGlobalCorrection = 0.5 is not valid, "
            "the usual value counts",
        ),
        (
            "ShareCorrections/A/Week: MaxCorrection = many is not valid, "
            "the usual value counts",
        ),
    }
    remarks: dict[Key, object] = {key: key[0] for key in told}
    spec.check_fact(
        "setting_remark", "remark", profile="page", dirac_cfg=CFG, expected=remarks
    )
    spec.check_fact(
        "setting_remark", "remark", profile="modern", dirac_cfg=CFG, expected={}
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
        dirac_running_limit="""
            attribute | value
            JobGroup  | 1
            JobType   | MC
        """,
        dirac_matching_delay="""
            site | attribute | value | delay_s
            S    | JobName   | 1     | 10
            S    | JobType   | MC    | 10
        """,
        expected={(remark,): remark for remark in told},
    )

"""What the configuration says that cannot be used is told."""

from __future__ import annotations

from tests.spec.check import Spec, by_profile

SECTION = "Operations/atlas/Production/JobScheduling/ShareCorrections"
NOT_VALID = "is not valid, the usual value counts"


def test_what_cannot_be_used(spec: Spec) -> None:
    """Only listed correctors are started; without corrections none is (D21). A switch
    that says neither yes nor no is off. V72: corrections of a VO that no
    group is of correct nothing on the page. A limit or delay of the running system on
    what no task queue asks for refuses nothing (Q7)."""
    defaults = "/Operations/Defaults/JobScheduling"
    nobody = SECTION.replace("atlas", "nobody")
    limit = "is not valid, so nothing of its site or CE is limited"
    always = (
        "CheckJobLimits = on is neither yes nor no, and counts as no",
        f"RunningLimit/S/JobType/MC = many {limit}",
        f"RunningLimit/S/CEs/C/JobType/MC = nan {limit}",
        f"MatchingDelay/S/JobType/MC = 1 h {limit}",
    )
    page = (
        "ShareCorrectorsToStart: unknown corrector Guesser",
        "ShareCorrections: instance B is ignored, another has scope all groups",
        f"ShareCorrections/A: MaxGlobalCorrection = 0.5 {NOT_VALID}",
        f"ShareCorrections/A/Week: MaxCorrection = many {NOT_VALID}",
        "Operations/nobody: no group is of VO nobody, so its ShareCorrections correct "
        "nothing",
    )
    modern = ("MatchingDelay/S: no limit or delay looks at an attribute JobName",)
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
            {nobody}                    | ShareCorrectorsToStart = WMSHistory
            {defaults}                  | CheckJobLimits = on
            {defaults}/RunningLimit/S/JobType       | MC = many
            {defaults}/RunningLimit/S/JobType       | User = 0
            {defaults}/RunningLimit/S/CEs/C/JobType | MC = nan
            {defaults}/MatchingDelay/S/JobType      | MC = 1 h
        """,
        dirac_running_limit="attribute: JobGroup | JobType, value: 1 | MC",
        dirac_matching_delay="site: S, attribute: JobName | JobType, value: 1 | MC, "
        "delay_s: 10",
        expected=by_profile(
            {remark: remark for remark in always},
            page={remark: remark for remark in (*page, *always)},
            modern={remark: remark for remark in (*modern, *always)},
        ),
    )


def test_limits_on_what_task_queues_do_not_hold(spec: Spec) -> None:
    """On the page these hold no types of jobs and no tags, unless they are told to."""
    said = "which identity_fields lacks: nothing is held back"
    for fields, held in ((["sites"], False), (["job_types", "tags"], True)):
        spec.check_fact(
            "setting_remark",
            "remark",
            profile="page",
            parameters={
                "check_job_limits": True,
                "check_matching_delay": True,
                "identity_fields": fields,
                "limit_attributes": ["JobType", "Owner", "Tag"],
            },
            dirac_running_limit="attribute: JobType | Owner, value: MC | ann",
            dirac_matching_delay="site: S, attribute: Tag, value: 1, delay_s: 10",
            expected=set()
            if held
            else {
                f"RunningLimit/S: task queues hold no job_types, {said}",
                f"MatchingDelay/S: task queues hold no tags, {said}",
            },
        )

"""Parameters that no profile changes: each does what it means where it is set."""

from __future__ import annotations

import math
from typing import Any

import pytest

from tests.spec.check import Spec
from tests.spec.stage import Stage, load

SECTION = "Operations/atlas/Prod/JobScheduling/ShareCorrections"
WORLD = {
    "dirac_group": "group_name: back, allow_background_tqs: true, job_share: 50",
    "dirac_job": """
        job_id | owner_group | owner | setup | user_priority | cpu_time | job_types
        1      | user        | ann   | Prod  | 10            | 300000   |
        2      | user        | ann   | Prod  | 0             | 300      | [Merge]
        3      | back        | bob   | Prod  | 3             | 4000     |
        4      | user        | bob   |       |               | 400      |
    """,
    "dirac_pilot": "seq: 1, site: [S], number_of_processors: 2",
    "dirac_running_job": "job_id: 11 | 12, job_type: Merge, status: Running | Done",
    "dirac_running_limit": "attribute: JobType, value: Merge | User, max_jobs: 1 | 0",
    "dirac_cfg": f"""
        path                  | content
        {SECTION}             | ShareCorrectorsToStart = WMSHistory, MonitoringHistory
        {SECTION}/WMSHistory/A  | Group =
        {SECTION}/WMSHistory/A/B | Weight = 1
    """,
}
#: Of cases that are about fewer or more jobs. A fifth more of 14 are 16.8, somewhat
#: more than that would be 17.
JOBS = {
    "pilots_per_iteration": "job_id: 1, cpu_time: 300000",
    "extra_pilot_fraction": f"job_id: {' | '.join(map(str, range(1, 15)))}",
}


def of_queues(*values: object) -> dict[object, object]:
    """Return what is so of task queues 1, 2 and so on."""
    return dict(enumerate(values, start=1))


SETUPS = of_queues("Prod", "Prod", "Prod", "Production")
PRIORITIES = of_queues(10, 0, 3, 1)
WEIGHTS = of_queues(1e6, 1e-5, 3.0, 1.0)
DRAWN = of_queues(250.0, 0.001, 50.0, 500.0)
BOOSTS = of_queues(1.0, *[300000 / 7200] * 3)
HIGHER = of_queues(1.0, 50.0, 50.0, 50.0)
FOREGROUND = of_queues(False, False, False, False)
TAGS = of_queues(["1Processors", "2Processors", "MultiProcessor"])
FIVE = of_queues(5, 5, 5, 5)
SHARES = {"back": 50.0, "user": 1000.0}
KNOWN = {("atlas/Prod", 1): True, ("atlas/Prod", 2): True}
GROUPS, SPAN = ("atlas/Prod", 1, "A"), ("atlas/Prod", 1, "", "B")
MERGE, USER = (
    [(vo, "S", "", "JobType", each) for vo in ("", "atlas")]
    for each in ("Merge", "User")
)
RUN = dict.fromkeys(MERGE, 1) | dict.fromkeys(USER, 0)
NO_JOB_TYPE = "RunningLimit/S: no limit or delay looks at an attribute JobType"

#: A parameter, the column of a fact that it is about, what is there as usual, another
#: value, and what is not as usual then.
Case = tuple[Any, ...]
PAGE: tuple[Case, ...] = (
    ("default_setup", "task_queue.setup", SETUPS, "Test", {4: "Test"}),
    ("default_user_priority", "waiting_job.user_priority", PRIORITIES, 5, {4: 5}),
    ("urgent_priority", "waiting_job.real_priority", WEIGHTS, 2e6, {1: 2e6}),
    ("background_priority", "waiting_job.real_priority", WEIGHTS, 0.5, {2: 0.5}),
    ("default_job_share", "group_setting.job_share", SHARES, 7.0, {"user": 7.0}),
    ("min_priority", "task_queue_priority.draw_priority", DRAWN, 0.5, {2: 0.5}),
    (
        *("known_correctors", "corrector.is_known", KNOWN),
        *(["WMSHistory"], {("atlas/Prod", 2): False}),
    ),
    (
        *("max_global_correction", "corrector_instance.global_max"),
        *({GROUPS: 5.0}, 7.0, {GROUPS: 7.0}),
    ),
    (
        *("slice_time_span", "corrector_slice.time_span_s"),
        *({SPAN: 604800.0}, 60.0, {SPAN: 60.0}),
    ),
    (
        *("slice_max_correction", "corrector_slice.max_correction"),
        *({SPAN: 3.0}, 9.0, {SPAN: 9.0}),
    ),
    (
        *("pilots_per_iteration", "pilot_submission.n_expected"),
        *({1: 40.0, (None,): 40.0}, 80.0, {1: 80.0, (None,): 80.0}),
    ),
    ("lowest_cpu_boost", "pilot_demand.boost", BOOSTS, 6000, HIGHER),
    ("extra_pilot_fraction", "pilot_demand.n_most", {1: 20}, 1.0, {1: 32}),
    ("extra_pilots", "pilot_demand.n_most", FIVE, 1, of_queues(2, 2, 2, 2)),
    ("processor_tags", "request_tag.tags", {1: None}, True, TAGS),
    ("check_job_limits", "limit_state.n_running", {}, True, RUN),
)
#: The only job of task queue 3 has priority 3: a mean of the weight is background.
MODERN: tuple[Case, ...] = (
    ("background_weight", "job_weight.is_background", FOREGROUND, 3.0, {3: True}),
    ("background_weight", "job_weight.is_background", FOREGROUND, 2.9, {}),
    ("most_processors", "request_tag.tags", TAGS, 1, {1: ["MultiProcessor"]}),
    (
        *("limit_attributes", "setting_remark.remark"),
        *({}, ["Owner"], {NO_JOB_TYPE: NO_JOB_TYPE}),
    ),
    (
        *("counted_statuses", "limit_state.n_running", RUN),
        *(["Running", "Done"], dict.fromkeys(MERGE, 2)),
    ),
)


@pytest.mark.parametrize(
    ("profile", "case"),
    [*(("page", case) for case in PAGE), *(("modern", case) for case in MODERN)],
    ids=lambda it: it if isinstance(it, str) else f"{it[0]}-{it[3]}",
)
def test_a_parameter_changes_what_it_says(spec: Spec, profile: str, case: Case) -> None:
    parameter, place, usual, value, changed = case
    world = {**WORLD, "dirac_job": JOBS.get(parameter, WORLD["dirac_job"])}
    for own, expected in (({}, usual), ({parameter: value}, {**usual, **changed})):
        spec.check_fact(
            *place.split("."),
            profile=profile,
            parameters=own,
            expected=expected,
            world=world,
        )


def test_the_usual_background_weight(spec: Spec) -> None:
    for priority, is_background in ((0.1, True), (0.101, False)):
        spec.check_fact(
            "job_weight",
            "is_background",
            profile="modern",
            parameters={"background_priority": priority},
            dirac_group=WORLD["dirac_group"],
            dirac_job="owner_group: back, user_priority: 0",
            expected={1: is_background},
        )


def test_where_a_draw_is_sampled(spec: Spec) -> None:
    """From the middle to quadrature_reach on both sides, which is 4 as usual."""
    for own, places in (
        ({"quadrature_nodes": 1, "quadrature_reach": 1.0}, (0.0, 1.0)),
        ({"quadrature_nodes": 2, "quadrature_reach": 1.0}, (0.0, 0.5, 1.0)),
        ({"quadrature_nodes": 1}, (0.0, 4.0)),
        ({"quadrature_nodes": 1, "quadrature_reach": 0.5}, (0.0, 0.5)),
    ):
        sampled = {
            sign * number: 1 / (1 + math.exp(-math.pi * math.sinh(sign * t)))
            for number, t in enumerate(places)
            for sign in (-1, 1)
        }
        spec.check_fact("quadrature_node", "v", parameters=own, expected=sampled)


def test_when_priorities_are_new(spec: Spec) -> None:
    usual = {"page": "every_n", "dirac2009": "on_tq_change", "modern": "every_n"}
    for profile, recalc in usual.items():
        (cfg,) = Stage(load(spec.policy), profile, {}, {}).rows("cfg")
        assert (cfg["recalc"], cfg["recalc_every"]) == (recalc, 2000), profile

"""Parameters that no profile changes: each does what it means where it is set."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest

from tests.spec.check import Spec
from tests.spec.stage import Key, Stage, load

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
    "dirac_running_job": """
        job_id | job_type | status
        11     | Merge    | Running
        12     | Merge    | Done
    """,
    "dirac_running_limit": """
        attribute | value | max_jobs
        JobType   | Merge | 1
        JobType   | User  | 0
    """,
    "dirac_cfg": f"""
        path                      | content
        {SECTION}                 | ShareCorrectorsToStart = WMSHistory, Monitoring
        {SECTION}/WMSHistory/A    | Group =
        {SECTION}/WMSHistory/A/B  | Weight = 1
    """,
}
MERGE: Key = ("S", "", "JobType", "Merge")
USER: Key = ("S", "", "JobType", "User")
FULL: dict[Key, object] = {(1, 2): "JobType Merge at S: 1 of 1 jobs run"}
NO_TAGS: dict[Key, object] = {(1,): None}
NO_JOB_TYPE = "RunningLimit/S: no task queue has an attribute JobType"


def sampled(*places: float) -> dict[Key, object]:
    """Return where the integral of a draw is sampled, from the middle to its end."""
    found: dict[Key, object] = {}
    for number, t in enumerate(places):
        for sign in (-1, 1):
            v = 1 / (1 + math.exp(-math.pi * math.sinh(sign * t)))
            found[sign * number,] = pytest.approx(v, abs=0)
    return found


@dataclass(frozen=True, slots=True)
class Case:
    """A fact's column as it is usually, and with other values of a parameter.

    Of what is found with a value, `found` holds what is not as usual.
    """

    parameter: str
    fact: str
    column: str
    usual: Mapping[Key, object]
    found: Mapping[object, Mapping[Key, object]]
    profile: str = "page"
    others: Mapping[str, object] = field(default_factory=dict[str, object])
    drawn: Mapping[str, str] = field(default_factory=dict[str, str])


def of_queues(*values: object) -> dict[Key, object]:
    """Return what is so of task queues 1, 2 and so on."""
    return {(tq_id,): value for tq_id, value in enumerate(values, start=1)}


def of_span(value: float) -> dict[Key, object]:
    """Return what is so of the only time span."""
    return {("atlas/Prod", 1, "", "B"): value}


WEIGHTS = of_queues(1e6, 1e-5, 3.0, 1.0)
BOOSTS = of_queues(1.0, *[pytest.approx(300000 / 7200)] * 3)
ONE_JOB = {"dirac_job": "job_id | cpu_time\n1 | 300000"}
#: A fifth more are 16.8, somewhat more than that would be 17.
FOURTEEN_JOBS = {"dirac_job": "\n".join(["job_id", *map(str, range(1, 15))])}
CASES = (
    Case(
        *("default_setup", "task_queue", "setup"),
        of_queues("Prod", "Prod", "Prod", "Production"),
        {"Test": {(4,): "Test"}},
    ),
    Case(
        *("default_user_priority", "waiting_job", "user_priority"),
        of_queues(10, 0, 3, 1),
        {5: {(4,): 5}},
    ),
    Case(
        *("urgent_priority", "waiting_job", "real_priority", WEIGHTS),
        {2e6: {(1,): 2e6}},
    ),
    Case(
        *("background_priority", "waiting_job", "real_priority", WEIGHTS),
        {0.5: {(2,): 0.5}},
    ),
    Case(
        *("default_job_share", "group_setting", "job_share"),
        {("back",): 50.0, ("user",): 1000.0},
        {7.0: {("user",): 7.0}},
    ),
    Case(
        *("min_priority", "task_queue_priority", "draw_priority"),
        of_queues(pytest.approx(250.0), 0.001, 50.0, 500.0),
        {0.5: {(2,): 0.5}},
    ),
    # its only job has priority 3: a mean equal to the weight is background
    Case(
        *("background_weight", "job_weight", "is_background"),
        of_queues(False, False, False, False),
        {3.0: {(3,): True}, 2.9: {}},
        profile="modern",
    ),
    *(
        Case(
            *("background_weight", "job_weight", "is_background"),
            of_queues(priority == 0.1),
            {priority: of_queues(True)},
            profile="modern",
            others={"background_priority": priority},
            drawn={"dirac_job": "owner_group: back, user_priority: 0"},
        )
        for priority in (0.1, 0.101)
    ),
    Case(
        *("known_correctors", "corrector", "is_known"),
        {("atlas/Prod", 1): True, ("atlas/Prod", 2): True},
        {("WMSHistory",): {("atlas/Prod", 2): False}},
    ),
    Case(
        *("max_global_correction", "corrector_instance", "global_max"),
        {("atlas/Prod", 1, "A"): 5.0},
        {7.0: {("atlas/Prod", 1, "A"): 7.0}},
    ),
    Case(
        *("slice_time_span", "corrector_slice", "time_span_s", of_span(604800.0)),
        {60.0: of_span(60.0)},
    ),
    Case(
        *("slice_max_correction", "corrector_slice", "max_correction", of_span(3.0)),
        {9.0: of_span(9.0)},
    ),
    Case(
        *("quadrature_nodes", "quadrature_node", "v", sampled(0.0, 1.0)),
        {2: sampled(0.0, 0.5, 1.0)},
        others={"quadrature_nodes": 1, "quadrature_reach": 1.0},
    ),
    Case(
        *("quadrature_reach", "quadrature_node", "v", sampled(0.0, 4.0)),
        {0.5: sampled(0.0, 0.5)},
        others={"quadrature_nodes": 1},
    ),
    Case(
        *("pilots_per_iteration", "pilot_submission", "n_expected"),
        {(1,): 40.0, (None,): 40.0},  # type: ignore[dict-item]
        {80.0: {(1,): 80.0, (None,): 80.0}},  # type: ignore[dict-item]
        drawn=ONE_JOB,
    ),
    Case(
        *("lowest_cpu_boost", "pilot_demand", "boost", BOOSTS),
        {6000: dict.fromkeys([(2,), (3,), (4,)], 50.0)},
    ),
    Case(
        *("extra_pilot_fraction", "pilot_demand", "n_most", of_queues(20)),
        {1.0: {(1,): 32}},
        drawn=FOURTEEN_JOBS,
    ),
    Case(
        *("extra_pilots", "pilot_demand", "n_most", of_queues(5)),
        {1: {(1,): 2}},
        drawn=ONE_JOB,
    ),
    Case(
        *("most_processors", "request_tag", "tags"),
        {(1,): ["1Processors", "2Processors", "MultiProcessor"]},
        {1: {(1,): None}},
        profile="modern",
    ),
    Case(
        *("processor_tags", "request_tag", "tags", NO_TAGS),
        {True: {(1,): ["1Processors", "2Processors", "MultiProcessor"]}},
    ),
    Case(
        *("check_job_limits", "limit_state", "n_running", {}),
        {True: {MERGE: 1, USER: 0}},
    ),
    Case(
        *("single_attributes", "limited_queue", "detail", FULL),
        {("JobType",): {(1, 2): ...}},
        profile="modern",
        others={"limit_values_compat": True},
    ),
    Case(
        *("limit_attributes", "setting_remark", "remark", {}),
        {("Owner",): {(NO_JOB_TYPE,): NO_JOB_TYPE}},
        profile="modern",
    ),
    Case(
        *("counted_statuses", "limit_state", "n_running", {MERGE: 1, USER: 0}),
        {("Running", "Done"): {MERGE: 2}},
        profile="modern",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.parameter)
def test_a_parameter_changes_what_it_says(spec: Spec, case: Case) -> None:
    for value, changed in ((None, {}), *case.found.items()):
        own = {} if value is None else {case.parameter: value}
        expected = {**case.usual, **changed}
        spec.check_fact(
            case.fact,
            case.column,
            profile=case.profile,
            parameters={**case.others, **own},
            expected={k: v for k, v in expected.items() if v is not ...},
            world={**WORLD, **case.drawn},
        )


@pytest.mark.parametrize(
    ("profile", "usual"),
    [
        ("page", ("every_n", 2000)),
        ("dirac2009", ("on_tq_change", 2000)),
        ("modern", ("every_n", 2000)),
    ],
)
def test_when_priorities_are_new(
    spec: Spec, profile: str, usual: tuple[str, int]
) -> None:
    (cfg,) = Stage(load(spec.policy), profile, {}, {}).rows("cfg")
    assert (cfg["recalc"], cfg["recalc_every"]) == usual

"""Values of the parameters of the analysis brokerage: profile, then configuration."""

from __future__ import annotations

from collections.abc import Mapping

from tests.property.reference.parameters import (
    ASRUN,
    PAGE,
    Parameters,
    Value,
    fits,
    typed_value,
)

#: Values of both profiles; None is not set.
SAME: dict[str, Value] = {
    "CAP_RUNNING_USER_JOBS": None,
    "CAP_RUNNING_GROUP_JOBS": None,
    "CAP_RUNNING_USER_CORES": None,
    "CAP_RUNNING_GROUP_CORES": None,
    "USER_USAGE_THRESHOLD_A": 1000.0,
    "IO_INTENSITY_CUTOFF_USER": None,
    "DATA_CHECK_TIMEOUT_USER": None,
    "STORAGE_MIN_FREE_SIZE_OUTPUT": 200,
    "OVERLOAD_MIN_QUEUE": 20,
    "OVERLOAD_RATIO_OFFSET": 1.2,
    "TW_DONE_JOB_STAT": 6,
    "MIN_BAD_JOBS_TO_SKIP_PQ": 5,
    "BASE_QUEUE_LENGTH_PER_PQ": 100,
    "BASE_EXPECTED_WAIT_HOUR_ON_PQ": 8.0,
    "BASE_DEFAULT_QUEUE_LENGTH_PER_PQ_USER": 5,
    "BASE_QUEUE_RATIO_ON_PQ": 0.05,
    "STATIC_MAX_QUEUE_RUNNING_RATIO": 2.0,
    "MAX_EXPECTED_WAIT_HOUR": 12.0,
    "endpoint_status_mode": "not_down",
}
#: Switches that are on in one profile alone.
ON_AS_RUN = (
    "caps_skip_merge auto_names_all gpu_precheck disk_floor count_total_row "
    "data_weight preassigned_queue_fatal vp_hides_own_copy "
    "empty_copy_counts"
)
ON_ON_PAGE = """
    analysis_need_container base_in_memory walltime24_merge maxtime_zero_unlimited
    enforce_cap_rt
"""
#: What the running system does, and what the page says.
DIFFERENT: dict[str, tuple[Value, Value]] = {
    **dict.fromkeys(ON_AS_RUN.split(), (True, False)),
    **dict.fromkeys(ON_ON_PAGE.split(), (False, True)),
    "near_quota": (0.9, None),
    "share_usage_mode": ("eqiv_min", "plain"),
    "class_a_default_ratio": (0.5, None),
    "second_round_mode": ("appended", "persistent_failure"),
    "site_list_mode": ("limited_sites", "exact"),
    "preassigned_lifts": ("many", "status"),
    "locality_io_lower": (1, 0),
    "status_mode": ("known_bad", "online_only"),
    "work_margin_mb": (300, 0),
    "walltime_scope": ("known_not_merge", "all"),
    "overloaded_vp_mode": ("data", "queue"),
    "bad_jobs_mode": ("stabilizer", "all"),
    "trr_mode": ("share", "queue"),
    "trr_cutoff_min": (5, 0),
    "basic_weight": ("new", "original"),
    "wq_pool": ("class", "all"),
    "ranking": ("used_first", "weight"),
}
#: Checks shared with production keep their values.
ANALYSIS_ASRUN, ANALYSIS_PAGE = (
    shared | SAME | {name: values[place] for name, values in DIFFERENT.items()}
    for place, shared in enumerate((ASRUN, PAGE))
)

# Where gdp_config holds the keys: app and component; caps are asked without a vo.
CAPS = tuple(name for name in SAME if name.startswith("CAP_RUNNING"))
OWN = (
    *("MAX_MISSING_INPUT_FILES", "MIN_INPUT_COMPLETENESS"),
    *(
        name
        for name in SAME
        if name.isupper() and not name.startswith(("CAP_", "USER_"))
    ),
)
PLACES: dict[str, tuple[str, str]] = {
    **dict.fromkeys(CAPS, ("pandaserver", "prio_mgr")),
    "USER_USAGE_THRESHOLD_A": ("pandaserver", "analy_eval"),
    "MAX_DISKIO_DEFAULT": ("jedi", "jobbroker"),
    "STORAGE_MIN_FREE_SIZE": ("jedi", "jobbroker"),
    **dict.fromkeys(OWN, ("jedi", "anal_jobbroker")),
}
PROFILES = {"page": ANALYSIS_PAGE, "asrun": ANALYSIS_ASRUN}


class AnalysisParameters(Parameters):
    """All values in force; an override beats gdp_config, which beats the profile."""

    profiles = PROFILES

    def configure(self, row: Mapping[str, str | None], exact: bool) -> None:
        """Take over a row of gdp_config, be it of the vo or not."""
        key, place = row["key"] or "", (row["app"], row["component"])
        value = typed_value(row["value"], row["type"])
        is_weight = key.startswith("MIN_WEIGHT_") and place == ("jedi", "jobbroker")
        is_known = PLACES.get(key) == place and not (exact and key in CAPS)
        if (is_weight or is_known) and fits(0, value):
            self.values[key] = value

    def optional(self, name: str) -> float | None:
        """Return a number that may be unset."""
        value = self.values[name]
        assert value is None or isinstance(value, (int, float))
        return value

"""Values of the parameters of the analysis brokerage: profile, then configuration."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tests.property.reference.parameters import (
    ASRUN,
    PAGE,
    ZERO_MEANS_DEFAULT,
    Parameters,
    Value,
    typed_value,
)

# What the running system does; checks shared with production keep their values.
ANALYSIS_ASRUN: dict[str, Value] = {
    **ASRUN,
    # keys of gdp_config; None is not set
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
    # differences between the page and the running system
    "caps_skip_merge": True,
    "near_quota": 0.9,
    "share_usage_mode": "eqiv_min",
    "class_a_default_ratio": 0.5,
    "second_round_mode": "appended",
    "site_list_mode": "limited_sites",
    "auto_names_all": True,
    "preassigned_lifts": "many",
    "locality_io_lower": 1,
    "status_mode": "known_bad",
    "gpu_precheck": True,
    "analysis_need_container": False,
    "base_in_memory": False,
    "disk_floor": True,
    "work_margin_mb": 300,
    "endpoint_status_mode": "not_down",
    "walltime_scope": "known_not_merge",
    "walltime24_merge": False,
    "maxtime_zero_unlimited": False,
    "enforce_cap_rt": False,
    "overloaded_vp_mode": "data",
    "bad_jobs_mode": "stabilizer",
    "count_total_row": True,
    "trr_mode": "share",
    "trr_cutoff_min": 5,
    "basic_weight": "new",
    "wq_pool": "class",
    "data_weight": True,
    "ranking": "used_first",
}

# What the page says, where it differs.
ANALYSIS_PAGE: dict[str, Value] = {
    **ANALYSIS_ASRUN,
    **{name: PAGE[name] for name in ASRUN if PAGE[name] != ASRUN[name]},
    "caps_skip_merge": False,
    "near_quota": None,
    "share_usage_mode": "plain",
    "class_a_default_ratio": None,
    "second_round_mode": "persistent_failure",
    "site_list_mode": "exact",
    "auto_names_all": False,
    "preassigned_lifts": "status",
    "locality_io_lower": 0,
    "status_mode": "online_only",
    "gpu_precheck": False,
    "analysis_need_container": True,
    "base_in_memory": True,
    "disk_floor": False,
    "work_margin_mb": 0,
    "endpoint_status_mode": "not_down",
    "walltime_scope": "all",
    "walltime24_merge": True,
    "maxtime_zero_unlimited": True,
    "enforce_cap_rt": True,
    "overloaded_vp_mode": "queue",
    "bad_jobs_mode": "all",
    "count_total_row": False,
    "trr_mode": "queue",
    "trr_cutoff_min": 0,
    "basic_weight": "original",
    "wq_pool": "all",
    "data_weight": False,
    "ranking": "weight",
}

# Where gdp_config holds the keys: app and component; caps are asked without a vo.
CAPS = tuple(name for name in ANALYSIS_ASRUN if name.startswith("CAP_RUNNING"))
PLACES: dict[str, tuple[str, str]] = {
    **dict.fromkeys(CAPS, ("pandaserver", "prio_mgr")),
    "USER_USAGE_THRESHOLD_A": ("pandaserver", "analy_eval"),
    "MAX_DISKIO_DEFAULT": ("jedi", "jobbroker"),
    "STORAGE_MIN_FREE_SIZE": ("jedi", "jobbroker"),
    **{
        name: ("jedi", "anal_jobbroker")
        for name in (
            "MAX_MISSING_INPUT_FILES",
            "MIN_INPUT_COMPLETENESS",
            "IO_INTENSITY_CUTOFF_USER",
            "DATA_CHECK_TIMEOUT_USER",
            "STORAGE_MIN_FREE_SIZE_OUTPUT",
            "OVERLOAD_MIN_QUEUE",
            "OVERLOAD_RATIO_OFFSET",
            "TW_DONE_JOB_STAT",
            "MIN_BAD_JOBS_TO_SKIP_PQ",
            "BASE_QUEUE_LENGTH_PER_PQ",
            "BASE_EXPECTED_WAIT_HOUR_ON_PQ",
            "BASE_DEFAULT_QUEUE_LENGTH_PER_PQ_USER",
            "BASE_QUEUE_RATIO_ON_PQ",
            "STATIC_MAX_QUEUE_RUNNING_RATIO",
            "MAX_EXPECTED_WAIT_HOUR",
        )
    },
}
PROFILES = {"page": ANALYSIS_PAGE, "asrun": ANALYSIS_ASRUN}


class AnalysisParameters(Parameters):
    """All values in force; an override beats gdp_config, which beats the profile."""

    def __init__(
        self,
        profile: str,
        config: Sequence[Mapping[str, str | None]] = (),
        overrides: Mapping[str, Value] | None = None,
        vo: str | None = None,
    ) -> None:
        self.values = dict(PROFILES[profile])
        for exact in (False, True):  # rows of the vo come last and win
            for row in config:
                if row["vo"] == (vo if exact else None):
                    self._set(row, exact)
        self.values.update(overrides or {})
        for name, default in ZERO_MEANS_DEFAULT.items():
            self.values[name] = self.values[name] or default

    def _set(self, row: Mapping[str, str | None], exact: bool) -> None:
        key, place = row["key"] or "", (row["app"], row["component"])
        value = typed_value(row["value"], row["type"])
        if not isinstance(value, (int, float)) or isinstance(value, bool):
            return
        is_weight = key.startswith("MIN_WEIGHT_") and place == ("jedi", "jobbroker")
        if is_weight or (PLACES.get(key) == place and not (exact and key in CAPS)):
            self.values[key] = value

    def optional(self, name: str) -> float | None:
        """Return a number that may be unset."""
        value = self.values[name]
        assert value is None or isinstance(value, (int, float))
        return value

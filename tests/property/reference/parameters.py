"""Values of all parameters in force: in come profile, configuration and overrides."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

Value = object

#: Values of both profiles: keys of gdp_config, switches, constants.
SAME: dict[str, Value] = {
    "NW_QUEUE_IMPORTANCE": 0.5,
    "NW_THRESHOLD": 1.7,
    "NW_WEIGHT_MULTIPLIER": 1.0,
    "NQUEUED_SAT_CAP": 150,
    "NQUEUED_NUC_CAP_FOR_JOBS": 10000,
    "IO_INTENSITY_CUTOFF": 200,
    "SIZE_CUTOFF_TO_MOVE_INPUT": 10,
    "NUM_CUTOFF_TO_MOVE_INPUT": 100,
    "MAX_DISKIO_DEFAULT": 10**10,
    "MAX_PRIO_TO_BOOTSTRAP": 150,
    "MAX_MISSING_INPUT_FILES": 10,
    "MIN_INPUT_COMPLETENESS": 90,
    "STORAGE_MIN_FREE_SIZE": 200,
    "WORK_SHORTAGE": False,
    "zeroshare_merge_skips_priority_rule": False,
    "file_lookup_scope": "triggered",
    "premerge_hours": 24,
    "work_margin_mb": 300,
    "out_floor_mb": 1500,
    "compensation": 0.9,
    "weight_offset": 10,
    "many_assigned_max": 2.0,
    "cap_factor": 2,
    "worker_cap": 20,
    "rt_share_percent": 20,
    "top_n": 10,
    "t1_high_prio": 100,
    "nucleus_weight": 4,
    "nucleus_weight_io": 500,
    "nucleus_network_weight": 2.5,
    "missing_closeness": 7.7,
    "inactive_hours": 2,
    "metric_minutes": 60,
    "worker_minutes": 60,
    "transferring_limit": 2000,
    "prio_opportunistic": 800,
    "prio_high": 900,
    "prio_express": 1000,
    "lock_minutes": 5,
}
#: Switches that are on in one profile alone.
ON_AS_RUN = """
    premerge_needs_modified nuc_cap_spares_nucleus bootstrap any_needs_no_hw_spec
    walltime24_merge transferring_exempt t1_negative_argmax diskio_core_division
    preassign_keeps_parent nucleus_incomplete_needs_wan hardware_needs_transhome
"""
ON_ON_PAGE = """
    NW_ACTIVE exclude_test_named nuc_cap_unmapped nucleus_needs_read_wan ram_base_only
    gpu_ne_supported connectivity_none empty_is_any cvmfs_fall_through
    cpu_spec_parentheses
"""
#: What the running system does, and what the page says.
DIFFERENT: dict[str, tuple[Value, Value]] = {
    **dict.fromkeys(ON_AS_RUN.split(), (True, False)),
    **dict.fromkeys(ON_ON_PAGE.split(), (False, True)),
    "status_set": (("online", "standby"), ("online",)),
    "premerge_frozen_hours": (6, 0),
    "link_cap_op": (">=", ">"),
    "nucleus_endpoints": ("default_output", "all"),
    "closed_nucleus_spares": ("unmapped", "members"),
    "maxwdir_divide": ("single_core", "always"),
    "walltime_undefined": ("by_unit", "by_value"),
    "pledge_scope": ("label", "queue"),
    "io_exempts": (("merging", "event_service"), ()),
    "cap_exempts": (("express",), ()),
    "pending_timeout_days": (7, None),
    "ram_formula": ("per_core_units", "base_and_cores"),
    "work_margin_mode": ("add", "max"),
    "storage_free_model": ("usable", "free"),
    "storage_free_op": (">=", ">"),
    "walltime24_mode": ("as_coded", "wall_clock"),
    "express_prio_op": (">", ">="),
    "pledge_statuses": (("running", "starting"), ("running",)),
    "nrunning_mode": ("sequence", "largest"),
    "many_assigned_mode": ("plus_one", "ratio"),
    "cap_floor": (20, 0),
    "cap_mode": ("resource_type", "queue"),
    "mbps_pick": ("chain", "coalesce"),
    "io_check_mode": ("lenient", "strict"),
    "inactive_rule": ("activated_starting", "activated"),
    "scratch_op": (">=", ">"),
    "endpoint_status_mode": ("not_down", "on_only"),
    "preassign_exempts": (
        ("-status", "-opportunistic", "-inactive", "-nopilot"),
        ("-status",),
    ),
    "preassign_single_exempts": (
        (
            *("-jumbo", "-fewevents", "-cpucore", "-max_cpucore", "-scout_walltime"),
            *("-network", "-es", "-eshigh", "-nones", "-es_ucore", "-non_pledged"),
            *("-over_pledged", "-io"),
        ),
        (),
    ),
    "nopilot_exempts": (("test_label", "jumbo", "slots"), ()),
    "releases_match": ("exact", "contains"),
    "pending_minutes": ("by_priority", 60),
    "implied_cpu": ("text", "platform"),
    "platform_resolve": ("after", "before"),
    "arch_alternatives": (False, True),
    "base_platform_scope": ("all", "tags"),
}
ASRUN, PAGE = (
    SAME | {name: values[place] for name, values in DIFFERENT.items()}
    for place in (0, 1)
)
PROFILES = {"page": PAGE, "asrun": ASRUN}

# Keys that gdp_config may hold, with their component; the app is always jedi.
COMPONENT = {
    name: "core" if name == "WORK_SHORTAGE" else "jobbroker"
    for name in ASRUN
    if name.isupper()
}
PREFIXES = ("MIN_WEIGHT_", "NQUEUELIMITSITE_")

# A zero of these means the default of the running system.
ZERO_MEANS_DEFAULT = {"MAX_DISKIO_DEFAULT": 10**10, "STORAGE_MIN_FREE_SIZE": 200}


def typed_value(text: str | None, kind: str | None) -> Value | None:
    """Return the value of a configuration row; None where the cast fails."""
    if text is None:
        return None
    try:
        if kind == "int":
            return int(text)
        if kind == "float":
            return float(text)
        if kind == "bool":
            return text.lower() == "true"
        if kind == "json":
            return json.loads(text)
    except ValueError:
        return None
    return text


def fits(default: Value, value: Value | None) -> bool:
    """Tell whether a configured value has the type that the parameter needs."""
    if isinstance(default, bool):
        return isinstance(value, bool)
    return isinstance(value, (int, float)) and not isinstance(value, bool)


class Parameters:
    """All values in force; an override beats gdp_config, which beats the profile."""

    profiles = PROFILES

    def __init__(
        self,
        profile: str,
        config: Sequence[Mapping[str, str | None]] = (),
        overrides: Mapping[str, Value] | None = None,
        vo: str | None = None,
    ) -> None:
        self.values: dict[str, Value] = dict(self.profiles[profile])
        for exact in (False, True):  # rows of the vo come last and win
            for row in config:
                if row["vo"] == (vo if exact else None):
                    self.configure(row, exact)
        self.values.update(overrides or {})
        for name, default in ZERO_MEANS_DEFAULT.items():
            self.values[name] = self.values[name] or default

    def configure(self, row: Mapping[str, str | None], exact: bool) -> None:
        """Take over a row of gdp_config, be it of the vo or not."""
        key, place = row["key"] or "", (row["app"], row["component"])
        default: Value = 0 if key.startswith(PREFIXES) else self.values.get(key)
        component = "jobbroker" if key.startswith(PREFIXES) else COMPONENT.get(key)
        value = typed_value(row["value"], row["type"])
        if place == ("jedi", component) and fits(default, value):
            self.values[key] = value

    def __getitem__(self, name: str) -> Value:
        return self.values[name]

    def number(self, name: str) -> float:
        """Return a numeric parameter."""
        value = self.values[name]
        assert isinstance(value, (int, float))
        return value

    def words(self, name: str) -> frozenset[str]:
        """Return a list parameter as a set."""
        value = self.values[name]
        assert isinstance(value, (tuple, list, set, frozenset))
        return frozenset(str(word) for word in value)

    def queue_limit(self, gshare: str | None) -> float:
        """Return the cutoff of queued jobs for a share."""
        limit = self.values.get(f"NQUEUELIMITSITE_{gshare}") or self.values["cap_floor"]
        assert isinstance(limit, (int, float))
        return limit

    def min_weight(self, label: str | None, gshare: str | None) -> float:
        """Return the least weight of a label and share; 0 is none."""
        for key in (f"MIN_WEIGHT_{label}_{gshare}", f"MIN_WEIGHT_{label}"):
            value = self.values.get(key)
            if isinstance(value, (int, float)):
                return value
        return 0.0

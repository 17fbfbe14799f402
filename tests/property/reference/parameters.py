"""Values of all parameters in force: in come profile, configuration and overrides."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

Value = object

# What the running system does. Rows of gdp_config and overrides replace single values.
ASRUN: dict[str, Value] = {
    # keys of gdp_config
    "NW_ACTIVE": False,
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
    # differences between the page and the running system
    "exclude_test_named": False,
    "status_set": ("online", "standby"),
    "premerge_hours": 24,
    "premerge_frozen_hours": 6,
    "premerge_needs_modified": True,
    "link_cap_op": ">=",
    "nuc_cap_spares_nucleus": True,
    "nuc_cap_unmapped": False,
    "nucleus_endpoints": "default_output",
    "closed_nucleus_spares": "unmapped",
    "nucleus_needs_read_wan": False,
    "ram_base_only": False,
    "maxwdir_divide": "single_core",
    "walltime_undefined": "by_unit",
    "pledge_scope": "label",
    "io_exempts": ("merging", "event_service"),
    "cap_exempts": ("express",),
    "bootstrap": True,
    "pending_timeout_days": 7,
    "any_needs_no_hw_spec": True,
    "gpu_ne_supported": False,
    "ram_formula": "per_core_units",
    "work_margin_mode": "add",
    "work_margin_mb": 300,
    "out_floor_mb": 1500,
    "storage_free_model": "usable",
    "storage_free_op": ">=",
    "walltime24_mode": "as_coded",
    "walltime24_merge": True,
    "connectivity_none": False,
    "transferring_exempt": True,
    "t1_negative_argmax": True,
    "express_prio_op": ">",
    "pledge_statuses": ("running", "starting"),
    "nrunning_mode": "sequence",
    "many_assigned_mode": "plus_one",
    "cap_floor": 20,
    "cap_mode": "resource_type",
    "mbps_pick": "chain",
    "io_check_mode": "lenient",
    "inactive_rule": "activated_starting",
    "diskio_core_division": True,
    "scratch_op": ">=",
    "endpoint_status_mode": "not_down",
    "preassign_exempts": ("-status", "-opportunistic", "-inactive", "-nopilot"),
    "preassign_single_exempts": (
        "-jumbo",
        "-fewevents",
        "-cpucore",
        "-max_cpucore",
        "-scout_walltime",
        "-network",
        "-es",
        "-eshigh",
        "-nones",
        "-es_ucore",
        "-non_pledged",
        "-over_pledged",
        "-io",
    ),
    "preassign_keeps_parent": True,
    "nopilot_exempts": ("test_label", "jumbo", "slots"),
    "releases_match": "exact",
    "nucleus_incomplete_needs_wan": True,
    "pending_minutes": "by_priority",
    # switches that have one value in both profiles
    "zeroshare_merge_skips_priority_rule": False,
    "file_lookup_scope": "triggered",
    # differences of the software check
    "empty_is_any": False,
    "cvmfs_fall_through": False,
    "cpu_spec_parentheses": False,
    "implied_cpu": "text",
    "platform_resolve": "after",
    "hardware_needs_transhome": True,
    "base_platform_scope": "all",
    # constants
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

# What the page says, where it differs.
PAGE: dict[str, Value] = {
    **ASRUN,
    "NW_ACTIVE": True,
    "exclude_test_named": True,
    "status_set": ("online",),
    "premerge_frozen_hours": 0,
    "premerge_needs_modified": False,
    "link_cap_op": ">",
    "nuc_cap_spares_nucleus": False,
    "nuc_cap_unmapped": True,
    "nucleus_endpoints": "all",
    "closed_nucleus_spares": "members",
    "nucleus_needs_read_wan": True,
    "ram_base_only": True,
    "maxwdir_divide": "always",
    "walltime_undefined": "by_value",
    "pledge_scope": "queue",
    "io_exempts": (),
    "cap_exempts": (),
    "bootstrap": False,
    "pending_timeout_days": None,
    "any_needs_no_hw_spec": False,
    "gpu_ne_supported": True,
    "ram_formula": "base_and_cores",
    "work_margin_mode": "max",
    "storage_free_model": "free",
    "storage_free_op": ">",
    "walltime24_mode": "wall_clock",
    "walltime24_merge": False,
    "connectivity_none": True,
    "transferring_exempt": False,
    "t1_negative_argmax": False,
    "express_prio_op": ">=",
    "pledge_statuses": ("running",),
    "nrunning_mode": "largest",
    "many_assigned_mode": "ratio",
    "cap_floor": 0,
    "cap_mode": "queue",
    "mbps_pick": "coalesce",
    "io_check_mode": "strict",
    "inactive_rule": "activated",
    "diskio_core_division": False,
    "scratch_op": ">",
    "endpoint_status_mode": "on_only",
    "preassign_exempts": ("-status",),
    "preassign_single_exempts": (),
    "preassign_keeps_parent": False,
    "nopilot_exempts": (),
    "releases_match": "contains",
    "nucleus_incomplete_needs_wan": False,
    "pending_minutes": 60,
    "empty_is_any": True,
    "cvmfs_fall_through": True,
    "cpu_spec_parentheses": True,
    "implied_cpu": "platform",
    "platform_resolve": "before",
    "hardware_needs_transhome": False,
    "base_platform_scope": "tags",
}

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

    def __init__(
        self,
        profile: str,
        config: Sequence[Mapping[str, str | None]] = (),
        overrides: Mapping[str, Value] | None = None,
        vo: str | None = None,
    ) -> None:
        self.values: dict[str, Value] = dict(PROFILES[profile])
        for exact in (False, True):  # rows of the vo come last and win
            for row in config:
                if row["app"] == "jedi" and row["vo"] == (vo if exact else None):
                    self._configure(row)
        self.values.update(overrides or {})
        for name, default in ZERO_MEANS_DEFAULT.items():
            if not self.values[name]:
                self.values[name] = default

    def _configure(self, row: Mapping[str, str | None]) -> None:
        key = row["key"] or ""
        value = typed_value(row["value"], row["type"])
        if COMPONENT.get(key) == row["component"]:
            if fits(self.values[key], value):
                self.values[key] = value
        elif (
            key.startswith(PREFIXES)
            and row["component"] == "jobbroker"
            and fits(0, value)
        ):
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
        limit = self.values.get(f"NQUEUELIMITSITE_{gshare}")
        return (
            float(limit)
            if isinstance(limit, (int, float)) and limit
            else self.number("cap_floor")
        )

    def min_weight(self, label: str | None, gshare: str | None) -> float:
        """Return the least weight of a label and share; 0 is none."""
        for key in (f"MIN_WEIGHT_{label}_{gshare}", f"MIN_WEIGHT_{label}"):
            value = self.values.get(key)
            if isinstance(value, (int, float)):
                return value
        return 0.0

"""Of all conditions that a task queue fails for a pilot the first is reported."""

from __future__ import annotations

from tests.spec.check import Spec

#: Conditions in their order: criterion, what the pilot sends, what fails, what fits.
CONDITIONS = (
    ("-owner_group", "owner_group", "[other]", "[user]"),
    ("-owner", "owner", "bob", "ann"),
    ("-setup", "setup", "Test", "Prod"),
    ("-cpu", "cpu_time", "499", "500"),
    ("-pilot_type", "pilot_type", "generic", "private"),
    ("-site", "site", "[S2]", "[S1]"),
    ("-grid_ce", "grid_ce", "[ce2]", "[ce1]"),
    ("-platform", "platform", "[p2]", "[p1]"),
    ("-submit_pool", "submit_pool", "pool2", "pool1"),
    ("-grid_middleware", "grid_middleware", "LCG", "gLite"),
    ("-job_type", "job_type", "[Merge]", "[User]"),
    ("-tag", "tag", "[b, c]", "[a, c]"),
    ("-required_tag", "required_tag", "[c]", "[a]"),
    ("-resource_ban", "banned_platform", "[p1]", "[p2]"),
    ("-ram", "max_ram", "1999", "2000"),
)
#: No profile has all conditions.
SET = {
    "identity_fields": (
        *("setup", "submit_pools", "pilot_types", "sites", "grid_ces", "platforms"),
        *("grid_middlewares", "banned_sites", "job_types", "tags", "ram"),
    ),
    **dict.fromkeys(("match_submit_pools", "resource_bans", "check_job_limits"), True),
}


def test_each_condition_comes_before_those_after_it(spec: Spec) -> None:
    """Pilot n fits the first n conditions and fails all others. The last fits, but no
    job may run at its site, nor for those before it."""
    names = ["seq", *(column for _, column, _, _ in CONDITIONS)]
    rows = [
        [str(n), *(cells[3 if at < n else 2] for at, cells in enumerate(CONDITIONS))]
        for n in range(len(CONDITIONS) + 1)
    ]
    told = [*(each[0] for each in CONDITIONS), "-limit"]
    spec.check_cycle(
        "exclusion",
        ("seq", "tq_id"),
        "criterion",
        profile="page",
        parameters=SET,
        dirac_job="job_id: 1, pilot_types: [private], sites: [S1], banned_sites: [S2], "
        "grid_ces: [ce1], platforms: [p1], submit_pools: [pool1], "
        "grid_middlewares: [gLite], job_types: [User], tags: [a], min_ram: 2000",
        dirac_pilot="\n".join(" | ".join(row) for row in (names, *rows)),
        dirac_running_limit="site: S1, attribute: JobType, value: User, max_jobs: 0",
        expected={(n, 1): criterion for n, criterion in enumerate(told)},
    )


def test_masked_and_banned_sites(spec: Spec) -> None:
    """Before the platform, which no job finds; a CE comes between the two."""
    spec.check_cycle(
        "exclusion",
        ("seq", "tq_id"),
        "criterion",
        profile="page",
        dirac_site_mask="site: S1 | S2, status: Active | Banned",
        dirac_job="job_id: 1 | 2 | 3, banned_sites: | | [S1], "
        "grid_ces: | [ce2] | [ce2], platforms: [p1]",
        dirac_pilot="seq: 1 | 2, site: [S1] | [S2], grid_ce: [ce1], platform: [p2]",
        expected={
            1: {1: "-platform", 2: "-grid_ce", 3: "-banned_site"},
            2: {1: "-masked_site", 2: "-grid_ce", 3: "-grid_ce"},
        },
    )

"""Jobs that ask for the same are one task queue."""

from __future__ import annotations

from tests.spec.check import Spec
from tests.spec.stage import Key

JOBS = """
    job_id | sites        | user_priority | cpu_time | owner | platforms | banned_sites
    7      | [S1, S2]     | 1             | 10       | ann   |           |
    2      | [S2, S1]     | 7             | 10       | ann   |           |
    3      | [S1,'S2 ',S1] | 1             | 500      | ann   |           |
    4      | [S1]         | 1             | 10       | ann   |           |
    5      |              | 1             | 10       | ann   |           |
    6      | ['',' ']     | 1             | 10       | ann   |           | []
    8      |              | 1             | 501      | ann   |           |
    9      |              | 1             | 10       | bob   |           |
    10     |              | 1             | 10       | ann   | [S1]      |
    11     |              | 1             | 10       | ann   |           | [S1]
"""


def test_identical_requirements(spec: Spec) -> None:
    """Order, blanks and values twice do not count, nor do priority and number."""
    spec.check_fact(
        "task_queue",
        ["n_jobs", "first_job_id", "cpu_time", "sites"],
        profile="page",
        dirac_job=JOBS,
        expected={
            (1,): (3, 2, 500, ["S1", "S2"]),
            (2,): (1, 4, 500, ["S1"]),
            (3,): (2, 5, 500, None),
            (4,): (1, 8, 5000, None),
            (5,): (1, 9, 500, None),
            (6,): (1, 10, 500, None),
            (7,): (1, 11, 500, None),
        },
    )


def test_every_requirement_of_the_page_tells_task_queues_apart(spec: Spec) -> None:
    """Modern has other fields (D5, D9), each of which can be asked for by itself."""
    fields = "owner owner_group setup cpu_time submit_pools pilot_types sites grid_ces"
    fields += " grid_middlewares banned_sites platforms job_types tags min_ram max_ram"
    usual = dict.fromkeys(fields.split(), "")
    usual |= {"owner": "ann", "owner_group": "user", "setup": "P", "cpu_time": "400"}
    own = {"owner": "bob", "owner_group": "prod", "setup": "Q", "cpu_time": "4000"}
    own |= {"min_ram": "1", "max_ram": "1"}
    rows = [usual, *({**usual, name: own.get(name, "[x]")} for name in usual)]
    drawn = "\n".join(
        [
            " | ".join(["job_id", *usual]),
            *(" | ".join([str(n), *row.values()]) for n, row in enumerate(rows, 1)),
        ]
    )
    apart = {name: n for n, name in enumerate(usual, 2)}
    extras = {"job_types", "tags", "min_ram", "max_ram"}
    old = {"setup", "submit_pools", "pilot_types", "grid_middlewares"}

    def same(names: set[str]) -> dict[Key, object]:
        """Return the first job of each task queue where these fields do not count."""
        firsts = [1, *(job for name, job in apart.items() if name not in names)]
        return {(n,): job for n, job in enumerate(firsts, 1)}

    for profile in ("page", "dirac2009"):
        spec.check_fact(
            "task_queue",
            "first_job_id",
            profile=profile,
            dirac_job=drawn,
            expected=same(extras),
        )
    spec.check_fact(
        "task_queue",
        "first_job_id",
        profile="modern",
        dirac_job=drawn,
        expected=same(old),
    )
    spec.check_fact(
        "task_queue",
        "first_job_id",
        profile="page",
        parameters={"identity_fields": ["tags"]},
        dirac_job=drawn,
        expected=same({*apart} - {"owner", "owner_group", "cpu_time", "tags"}),
    )


def test_a_task_queue_may_be_full(spec: Spec) -> None:
    """Below, at and above the cap (D12): the job beyond it begins another."""
    drawn = "\n".join(["job_id | cpu_time", *(f"{n} | 10" for n in range(1, 8))])
    for cap, sizes in ((0, [7]), (7, [7]), (6, [6, 1]), (3, [3, 3, 1])):
        spec.check_fact(
            "task_queue",
            "n_jobs",
            parameters={"tq_max_jobs": cap},
            dirac_job=drawn,
            expected={(n,): size for n, size in enumerate(sizes, 1)},
        )
    many = "\n".join(["job_id", *map(str, range(1, 5002))])
    for profile, sizes in (("page", [5001]), ("modern", [5000, 1])):
        spec.check_fact(
            "task_queue",
            "n_jobs",
            profile=profile,
            dirac_job=many,
            expected={(n,): size for n, size in enumerate(sizes, 1)},
        )


def test_segments(spec: Spec) -> None:
    """The next of 500, 5000, 50000 and 300000 s, which is the most (D1)."""
    times = (10, 500, 501, 5000, 5001, 50001, 300000, 300001, 10**7)
    rows = [f"{n} | {cpu}" for n, cpu in enumerate(times, 1)]
    drawn = "\n".join(["job_id | cpu_time", *rows])
    spec.check_fact(
        "task_queue",
        ["first_job_id", "cpu_time"],
        profile="page",
        dirac_job=drawn,
        expected={(1,): (1, 500), (2,): (3, 5000), (3,): (5, 50000), (4,): (6, 300000)},
    )
    spec.check_fact(
        "task_queue",
        ["first_job_id", "cpu_time"],
        profile="modern",
        dirac_job=drawn,
        expected={
            (1,): (1, 360),
            (2,): (2, 1800),
            (3,): (4, 21600),
            (4,): (6, 86400),
            (5,): (7, 345600),
            (6,): (9, 1080000),
        },
    )
    intervals = """
        path                              | content
        Operations/Defaults/JobScheduling | taskQueueCPUTimeIntervals = 100, {}
    """
    for last, found in (("1000, 5000", [100, 1000, 5000]), ("50", None)):
        spec.check_fact(
            "cpu_segment",
            "segments",
            profile="page",
            dirac_cfg=intervals.format(last),
            expected={(): found or [500, 5000, 50000, 300000]},
        )

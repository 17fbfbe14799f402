"""Jobs that ask for the same are one task queue."""

from __future__ import annotations

from tests.spec.check import Spec, by_profile


def test_identical_requirements(spec: Spec) -> None:
    """Order, blanks and values twice do not count, nor do priority and number."""
    spec.check_fact(
        "task_queue",
        ["n_jobs", "first_job_id", "cpu_time", "sites"],
        profile="page",
        dirac_job="""
            job_id | sites         | user_priority | cpu_time | owner | platforms
            7      | [S1, S2]      | 1             | 10       | ann   |
            2      | [S2, S1]      | 7             | 10       | ann   |
            3      | [S1,'S2 ',S1] | 1             | 500      | ann   |
            4      | [S1]          | 1             | 10       | ann   |
            5      |               | 1             | 10       | ann   |
            6      | ['',' ']      | 1             | 10       | ann   | []
            8      |               | 1             | 501      | ann   |
            9      |               | 1             | 10       | bob   |
            10     |               | 1             | 10       | ann   | [S1]
        """,
        expected={
            1: (3, 2, 500, ["S1", "S2"]),
            2: (1, 4, 500, ["S1"]),
            3: (2, 5, 500, None),
            4: (1, 8, 5000, None),
            5: (1, 9, 500, None),
            6: (1, 10, 500, None),
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
    lines = [
        ["job_id", *usual],
        *([str(n), *row.values()] for n, row in enumerate(rows, 1)),
    ]
    drawn = "\n".join(" | ".join(line) for line in lines)
    apart = {name: n for n, name in enumerate(usual, 2)}
    extras = {"job_types", "tags", "min_ram", "max_ram"}
    old = {"setup", "submit_pools", "pilot_types", "grid_middlewares"}

    def same(*names: str) -> dict[int, int]:
        """Return the first job of each task queue where these fields do not count."""
        firsts = [1, *(job for name, job in apart.items() if name not in names)]
        return dict(enumerate(firsts, 1))

    spec.check_fact(
        "task_queue",
        "first_job_id",
        dirac_job=drawn,
        expected=by_profile(same(*extras), modern=same(*old)),
    )
    spec.check_fact(
        "task_queue",
        "first_job_id",
        profile="page",
        parameters={"identity_fields": ["tags"]},
        dirac_job=drawn,
        expected=same(*{*apart} - {"owner", "owner_group", "cpu_time", "tags"}),
    )


def test_a_task_queue_may_be_full(spec: Spec) -> None:
    """Below, at and above the cap (D12): the job beyond it begins another."""
    for cap, sizes in ((0, [7]), (7, [7]), (6, [6, 1]), (3, [3, 3, 1])):
        spec.check_fact(
            "task_queue",
            "n_jobs",
            parameters={"tq_max_jobs": cap},
            dirac_job="\n".join(["job_id", *map(str, range(1, 8))]),
            expected=dict(enumerate(sizes, 1)),
        )
    spec.check_fact(
        "task_queue",
        "n_jobs",
        dirac_job="\n".join(["job_id", *map(str, range(1, 5002))]),
        expected=by_profile({1: 5001}, modern={1: 5000, 2: 1}),
    )


def test_segments(spec: Spec) -> None:
    """The next of 500, 5000, 50000 and 300000 s, which is the most (D1)."""
    page = {1: (1, 500), 2: (3, 5000), 3: (5, 50000), 4: (6, 300000)}
    modern = {1: (1, 360), 2: (2, 1800), 3: (4, 21600)}
    modern |= {4: (6, 86400), 5: (7, 345600), 6: (9, 1080000)}
    spec.check_fact(
        "task_queue",
        ["first_job_id", "cpu_time"],
        dirac_job="job_id: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9, cpu_time: "
        "10 | 500 | 501 | 5000 | 5001 | 50001 | 300000 | 300001 | 10000000",
        expected=by_profile(page, modern=modern),
    )
    intervals = "taskQueueCPUTimeIntervals"
    for last, found in (
        ("1000, 5000", [100, 1000, 5000]),
        ("50", [500, 5000, 50000, 300000]),
    ):
        spec.check_fact(
            "cpu_segment",
            "segments",
            profile="page",
            dirac_cfg=f"""
                path                              | content
                Operations/Defaults/JobScheduling | {intervals} = 100, {last}
                Operations/Defaults/JobScheduling | EnableSharesCorrection = True
            """,
            expected={(): found},
        )

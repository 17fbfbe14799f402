"""-job: some queue of the nucleus must pass the job brokerage.

The page is silent; the job brokerage is asked without a nucleus (spec 2.4, TB-50, 4.5).
"""

from __future__ import annotations

from tests.spec.check import Spec, both

WORLD = {
    "queue": """
        queue_name | site_name | role
        A1         | A         | nucleus
        A2         | A         | nucleus
        A3         | A         | nucleus
        A4         | A         | satellite
        B1         | B         | nucleus
        C1         | C         | nucleus
    """,
    "task": "jedi_task_id: 1 | 2",
    "asked_pair": """
        jedi_task_id | pseudo_queue | queue_name | criterion
        1            | A1           | A1         | -cpucore
        1            | A2           | A2         | -lowmemory
        1            | A3           | A3         | -cpucore
        1            | A4           | A4         |
        1            | B1/SCORE     | B1         | -cpucore
        1            | B1/MCORE     | B1         |
        2            | A1           | A1         | -not_candidate
        2            | A2           | A2         | -not_candidate
        2            | B1/SCORE     | B1         | -not_candidate
        2            | B1/MCORE     | B1         |
        2            | C1           | C1         |
    """,
}


def test_one_queue_is_enough(spec: Spec) -> None:
    """Pseudo queues count for their queue, a queue for its nucleus: site and role. A
    nucleus of which the job brokerage does not know a queue fails as well. D12: the
    check is on in both profiles; `tb_job_check` turns it off."""
    spec.check(
        world=WORLD,
        expected={
            (1, "A"): "no queue can run it: 2 × -cpucore, 1 × -lowmemory",
            (1, "C"): "no queue can run it: there is none",
            (2, "A"): "no queue can run it: there is none",
        },
    )
    spec.check(world=WORLD, parameters={"tb_job_check": False}, expected={})


def test_the_job_brokerage_is_really_asked(spec: Spec) -> None:
    """Its own checks count, those without a nucleus: cores, memory, status, walltime.

    It is asked in the profile of the cycle: only the running system uses queues in
    standby (D2). Links to a nucleus, and its blocked ones, are not looked at. V80: the
    storage of nuclei need not send over WAN (W), nor receive unless, as run, it lacks
    the input (D52, V).
    """
    too_large, closed = (False, "1 × -cpucore"), (False, "1 × -status")
    one = {
        "N": closed,
        "A": (True, None),
        "B": (True, "1 × -status"),
        "W": (True, None),
    }
    one["D"] = (False, "1 × -lowmemory")
    four = {**dict.fromkeys("ADWV", too_large), "N": closed}
    four["B"] = (False, "1 × -cpucore, 1 × -status")
    unwritable = (False, "1 × -write_wan_blacklist")
    spec.check_cycle(
        "nucleus_hint",
        ["jedi_task_id", "nucleus"],
        ["can_run", "reasons"],
        queue="""
            queue_name | site_name | status  | max_rss | read_wan | write_wan
            A          | A         | online  | 0       | ON       | ON
            B1         | B         | offline | 0       | ON       | ON
            B2         | B         | online  | 0       | ON       | ON
            C          | C         | standby | 0       | ON       | ON
            D          | D         | online  | 100     | ON       | ON
            W          | W         | online  | 0       | OFF      | ON
            V          | V         | online  | 0       | OFF      | OFF
        """,
        task="jedi_task_id: 1 | 2, core_count: 1 | 4",
        network_metric="src_site: A, dst_site: A, key: AGIS_closeness, value: -1",
        expected=both(
            page={
                1: {**one, "C": closed, "V": (True, None)},
                2: {**four, "C": closed},
            },
            asrun={
                1: {**one, "C": (True, None), "V": unwritable},
                2: {**four, "C": too_large},
            },
        ),
    )

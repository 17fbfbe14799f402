"""Space at the nuclei: a filter asks for enough of it, a weight for much of it.

-space: spaceFree + spaceExpired - normalizedExpOutSize * RW > diskThreshold, which is
100 TB by default. The weight is (spaceFree + spaceExpired) / spaceTotal.
"""

from __future__ import annotations

from tests.spec.check import Spec, both

OUTPUT = "type: output, storage_token: DATADISK"


def left(space: int, threshold: int = 102400) -> str:
    """Return what is told of a nucleus with too little space left."""
    return f"space left {space} GB, threshold {threshold} GB"


def test_free_and_expired_space(spec: Spec) -> None:
    """D44: exactly the threshold, 102400 GB, fails on the page and passes as run. D6:
    reserved and unavailable space only counts in the running system."""
    common = {"A": left(102399), "G": left(0)}
    spec.check(
        stage="filters",
        queue="""
            queue_name | space_free | space_expired | space_min_free | space_unavailable
            A          | 102399     |               |                |
            B          | 102400     |               |                |
            C          | 102401     |               |                |
            D          | 100000     | 2401          | 0              | 0
            E          | 102401     | 1             | 1              | 1
            F          | 102401     | 0             | 1              | 1
            G          |            |               |                |
        """,
        task=OUTPUT,
        expected=both(
            page={**common, "B": left(102400)}, asrun={**common, "F": left(102399)}
        ),
    )


def test_work_already_assigned(spec: Spec) -> None:
    """Work of a day of one core of 10 HS06 makes 0.25 GB: 3456000 HS06 s make one. Of
    every priority, share and work queue, of the task's label, truncated to GB. The work
    at E to G, 2e11 HS06 s, needs 57870 GB (example 14)."""
    common = {"C": left(102399), "E": left(92130)}
    spec.check(
        stage="filters",
        queue="queue_name: A | B | C | D | E | F | G, "
        "space_free: 102411 | 102411 | 102411 | 102411 | 150000 | 160270 | 160271",
        nucleus_rw="""
            nucleus | prod_source_label | gshare | current_priority | rw
            A       | managed           | MC     | 900              | 34559999
            A       | managed           | Upg    | 1                | 3456000
            B       | managed           | MC     | 500              | 38016000
            C       | managed           | MC     |                  | 41472000
            D       | test              | MC     | 500              | 34560000000
            E       | managed           | MC     | 500              | 200000000000
            F       | managed           | MC     | 500              | 200000000000
            G       | managed           | MC     | 500              | 200000000000
        """,
        task=OUTPUT,
        expected=both(
            page={**common, **dict.fromkeys("BF", left(102400))}, asrun=common
        ),
    )


def test_what_work_needs_is_a_matter_of_parameters(spec: Spec) -> None:
    """A day of a core of `rw_core_power` makes `rw_output_gb`: with 20 HS06 and 2 GB,
    8640000 HS06 s need 10 GB."""
    spec.check(
        stage="filters",
        queue="queue_name: A | B, space_free: 102411 | 102409",
        nucleus_rw="nucleus: A | B, rw: 8640000",
        task=OUTPUT,
        parameters={"rw_core_power": 20, "rw_output_gb": 2},
        expected={"B": left(102399)},
    )


def test_thresholds_of_gdpconfig(spec: Spec) -> None:
    """DISK_THRESHOLD_<gshare>, else DISK_THRESHOLD, in TB, also in parts of one. V53:
    the page takes the global share of the task; as run it is that of the work queue:
    the global share, or a resource queue."""
    common = {(2, "A"): left(10241, 19968), (5, "A"): left(10241, 19968)}
    resource = {(3, "A"): left(10241, 30720), (3, "B"): left(20481, 30720)}
    spec.check(
        stage="filters",
        queue="queue_name: A | B | C, space_free: 10241 | 20481 | 30721",
        work_queue="queue_id: 3 | 4, queue_name: Resource | Other, "
        "queue_function: Resource | Other",
        gdp_config="""
            key                     | type  | value
            DISK_THRESHOLD          | float | 19.5
            DISK_THRESHOLD_MC       | int   | 10
            DISK_THRESHOLD_Resource | int   | 30
            DISK_THRESHOLD_Other    | int   | 90
        """,
        task=f"jedi_task_id: 1 | 2 | 3 | 4 | 5, gshare: MC | Upg | MC | MC |, "
        f"workqueue_id: | | 3 | 4 |, {OUTPUT}",
        expected=both(page=common, asrun={**common, **resource}),
    )


def test_every_endpoint_for_output_needs_space(spec: Spec) -> None:
    """That of distributed output and those of input do not; so does a task without any.
    Full chains write to the secondary nucleus, beside the work of their own one."""
    spec.check(
        stage="filters",
        queue="queue_name: A | B | C, catchall: | | secondaryNucleus=A",
        queue_endpoint="queue_name: A | A | B | B | C | C, ddm_endpoint_name: "
        "A_DATADISK | A_LOGS | B_DATADISK | B_LOGS | C_DATADISK | C_LOGS, "
        "space_free: 200000 | 200000 | 200000 | 5 | 7 | 9",
        nucleus_rw="nucleus: C, rw: 34560000000",
        task="jedi_task_id: 1 | 2 | 3 | 4, split_rule: | | FU=3 |",
        task_dataset="""
            jedi_task_id | dataset_id | type   | storage_token
            1            | 1          | output | DATADISK
            1            | 2          | log    | LOGS
            2            | 1          | output | DATADISK
            2            | 2          | log    | ddd:LOGS
            3            | 1          | output | DATADISK
            4            | 1          | input  | DATADISK
        """,
        parameters={"DISK_THRESHOLD": 187},
        expected={
            (1, "B"): left(5, 191488),
            (1, "C"): left(-9993, 191488),
            (2, "C"): left(-9993, 191488),
            (3, "C"): left(190000, 191488),
        },
    )


def test_the_weight_is_the_free_part(spec: Spec) -> None:
    """D8: free and expired space on the page; as run less than reserved, unavailable
    and needed by the work already assigned. Without output, or where nobody knows the
    total, it is 1."""
    queues = """
        queue_name | space_total | space_free | space_expired | space_min_free
        A          | 1000        | 300        | 100           | 50
        B          | 1000        | 300        |               |
        C          | 0           | 300        | 100           | 0
        D          |             | 300        | 100           | 0
        E          | 1000        |            | 500           | 0
    """
    common = {
        (1, "C"): 1.0,
        (1, "D"): 1.0,
        (1, "E"): 0.5,
        2: dict.fromkeys("ABCDE", 1.0),
    }
    spec.check(
        stage="weights",
        queue=queues,
        nucleus_rw="nucleus: B, gshare: Upg, current_priority: 1, rw: 345600000",
        task="jedi_task_id: 1 | 2, "
        "type: output, storage_token: DATADISK | ddd:DATADISK",
        expected=both(
            page={**common, (1, "A"): 0.4, (1, "B"): 0.3},
            asrun={**common, (1, "A"): 0.35, (1, "B"): 0.2},
        ),
    )


def test_the_weight_looks_at_the_fullest_endpoint(spec: Spec) -> None:
    """Spec 2.6: of those for output that with the smallest part of free space."""
    spec.check(
        stage="weights",
        queue="queue_name: A",
        queue_endpoint="queue_name: A, ddm_endpoint_name: A_DATADISK | A_LOGS | A_OLD, "
        "space_total: 100000 | 1000 | 1000, space_free: 30000 | 400 | 1",
        task="jedi_task_id: 1 | 2",
        task_dataset="""
            jedi_task_id | dataset_id | type   | storage_token
            1            | 1          | output | DATADISK
            1            | 2          | log    | LOGS
            2            | 2          | log    | LOGS
        """,
        expected={(1, "A"): 0.3, (2, "A"): 0.4},
    )

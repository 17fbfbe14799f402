"""Space at the nuclei: a filter asks for enough of it, a weight for much of it.

-space: spaceFree + spaceExpired - normalizedExpOutSize * RW > diskThreshold, which is
100 TB by default. The weight is (spaceFree + spaceExpired) / spaceTotal.
"""

from __future__ import annotations

from tests.spec.check import Spec, both
from tests.spec.panda_task.data import nuclei

TASK = "jedi_task_id: 1, gshare: MC, workqueue_id: 3, split_rule:"
OUTPUT = "jedi_task_id: 1, type: output, storage_token: DATADISK"


def test_free_and_expired_space(spec: Spec) -> None:
    """D44: exactly the threshold, 102400 GB, fails on the page and passes as run.

    D6: reserved and unavailable space only counts in the running system.
    """
    below = "space left 102399 GB, threshold 102400 GB"
    exact = "space left 102400 GB, threshold 102400 GB"
    spec.check(
        stage="filters",
        queue=nuclei("A", "B", "C", "D", "E", "F", "G"),
        endpoint="""
            ddm_endpoint_name | space_free | space_expired | space_min_free | space_unavailable
            A_DATADISK        | 102399     |               |                |
            B_DATADISK        | 102400     |               |                |
            C_DATADISK        | 102401     |               |                |
            D_DATADISK        | 100000     | 2401          | 0              | 0
            E_DATADISK        | 102401     | 1             | 1              | 1
            F_DATADISK        | 102401     | 0             | 1              | 1
            G_DATADISK        |            |               |                |
        """,  # noqa: E501
        task=TASK,
        task_dataset=OUTPUT,
        expected=both(
            page={
                (1, 0, "A"): below,
                (1, 0, "B"): exact,
                (1, 0, "G"): "space left 0 GB, threshold 102400 GB",
            },
            asrun={
                (1, 0, "A"): below,
                (1, 0, "F"): below,
                (1, 0, "G"): "space left 0 GB, threshold 102400 GB",
            },
        ),
    )


def test_work_already_assigned(spec: Spec) -> None:
    """Work of a day of one core of 10 HS06 makes 0.25 GB: 3456000 HS06 s make one.

    Of every priority, share and work queue, of the task's label, truncated to GB.
    """
    spec.check(
        stage="filters",
        queue=nuclei("A", "B", "C", "D"),
        endpoint="""
            ddm_endpoint_name | space_free
            A_DATADISK        | 102411
            B_DATADISK        | 102411
            C_DATADISK        | 102411
            D_DATADISK        | 102411
        """,
        nucleus_rw="""
            nucleus | prod_source_label | gshare | workqueue_id | current_priority | rw
            A       | managed           | MC     | 1            | 900              | 34559999
            A       | managed           | Upg    | 2            | 1                | 3456000
            B       | managed           | MC     | 1            | 500              | 38016000
            C       | managed           | MC     |              |                  | 41472000
            D       | test              | MC     | 1            | 500              | 34560000000
        """,  # noqa: E501
        task=TASK,
        task_dataset=OUTPUT,
        expected=both(
            page={
                (1, 0, "B"): "space left 102400 GB, threshold 102400 GB",
                (1, 0, "C"): "space left 102399 GB, threshold 102400 GB",
            },
            asrun={(1, 0, "C"): "space left 102399 GB, threshold 102400 GB"},
        ),
    )


def test_what_work_needs_is_a_matter_of_parameters(spec: Spec) -> None:
    """A day of a core of `rw_core_power` makes `rw_output_gb`.

    With 20 HS06 and 2 GB, 8640000 HS06 s need 10 GB.
    """
    spec.check(
        stage="filters",
        queue=nuclei("A", "B"),
        endpoint="""
            ddm_endpoint_name | space_free
            A_DATADISK        | 102411
            B_DATADISK        | 102409
        """,
        nucleus_rw="""
            nucleus | prod_source_label | gshare | current_priority | rw
            A       | managed           | MC     | 500              | 8640000
            B       | managed           | MC     | 500              | 8640000
        """,
        task=TASK,
        task_dataset=OUTPUT,
        parameters={"rw_core_power": 20, "rw_output_gb": 2},
        expected={(1, 0, "B"): "space left 102399 GB, threshold 102400 GB"},
    )


def test_thresholds_of_gdpconfig(spec: Spec) -> None:
    """DISK_THRESHOLD_<gshare>, else DISK_THRESHOLD, in TB.

    V53: the page takes the global share of the task; as run it is that of the work
    queue: the global share, or a resource queue.
    """
    common = {
        (2, 0, "A"): "space left 10241 GB, threshold 20480 GB",
        (5, 0, "A"): "space left 10241 GB, threshold 20480 GB",
    }
    spec.check(
        stage="filters",
        queue=nuclei("A", "B", "C"),
        endpoint="""
            ddm_endpoint_name | space_free
            A_DATADISK        | 10241
            B_DATADISK        | 20481
            C_DATADISK        | 30721
        """,
        work_queue="""
            queue_id | queue_name | queue_function
            3        | Resource   | Resource
            4        | Other      | Other
        """,
        gdp_config="""
            component     | key                     | value | type
            taskbrokerage | DISK_THRESHOLD          | 20    | int
            taskbrokerage | DISK_THRESHOLD_MC       | 10    | int
            taskbrokerage | DISK_THRESHOLD_Resource | 30    | int
            taskbrokerage | DISK_THRESHOLD_Other    | 90    | int
        """,
        task="""
            jedi_task_id | gshare | workqueue_id
            1            | MC     |
            2            | Upg    |
            3            | MC     | 3
            4            | MC     | 4
            5            |        |
        """,
        task_dataset="""
            jedi_task_id | type   | storage_token
            1            | output | DATADISK
            2            | output | DATADISK
            3            | output | DATADISK
            4            | output | DATADISK
            5            | output | DATADISK
        """,
        expected=both(
            page=common,
            asrun={
                **common,
                (3, 0, "A"): "space left 10241 GB, threshold 30720 GB",
                (3, 0, "B"): "space left 20481 GB, threshold 30720 GB",
            },
        ),
    )


def test_every_endpoint_for_output_needs_space(spec: Spec) -> None:
    """That of distributed output and those of input do not; so does a task without any.

    Full chains write to the secondary nucleus, beside the work of their own one.
    """
    spec.check(
        stage="filters",
        queue="""
            queue_name | catchall
            A          |
            B          |
            C          | secondaryNucleus=A
        """,
        endpoint="""
            ddm_endpoint_name | space_free
            A_DATADISK        | 200000
            A_LOGS            | 200000
            B_DATADISK        | 200000
            B_LOGS            | 5
            C_DATADISK        | 7
            C_LOGS            | 9
        """,
        queue_endpoint="""
            queue_name | ddm_endpoint_name
            A          | A_DATADISK
            A          | A_LOGS
            B          | B_DATADISK
            B          | B_LOGS
            C          | C_DATADISK
            C          | C_LOGS
        """,
        nucleus_rw="""
            nucleus | prod_source_label | gshare | current_priority | rw
            C       | managed           | MC     | 900              | 34560000000
        """,
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
            (1, 0, "B"): "space left 5 GB, threshold 191488 GB",
            (1, 0, "C"): "space left -9993 GB, threshold 191488 GB",
            (2, 0, "C"): "space left -9993 GB, threshold 191488 GB",
            (3, 0, "C"): "space left 190000 GB, threshold 191488 GB",
        },
    )


def test_the_weight_is_the_free_part(spec: Spec) -> None:
    """D8: free and expired space on the page; as run less than reserved, unavailable
    and needed by the work already assigned.

    Without output, or where nobody knows the total, it is 1.
    """
    spec.check(
        stage="weights",
        queue=nuclei("A", "B", "C", "D", "E"),
        endpoint="""
            ddm_endpoint_name | space_total | space_free | space_expired | space_min_free | space_unavailable
            A_DATADISK        | 1000        | 300        | 100           | 30             | 20
            B_DATADISK        | 1000        | 300        |               |                |
            C_DATADISK        | 0           | 300        | 100           | 0              | 0
            D_DATADISK        |             | 300        | 100           | 0              | 0
            E_DATADISK        | 1000        |            | 500           | 0              | 0
        """,  # noqa: E501
        nucleus_rw="""
            nucleus | prod_source_label | gshare | current_priority | rw
            B       | managed           | Upg    | 1                | 345600000
        """,
        task="jedi_task_id: 1 | 2",
        task_dataset="""
            jedi_task_id | type   | storage_token
            1            | output | DATADISK
            2            | output | ddd:DATADISK
        """,
        expected=both(
            page={
                (1, 0, "A"): 0.4,
                (1, 0, "B"): 0.3,
                (1, 0, "C"): 1.0,
                (1, 0, "D"): 1.0,
                (1, 0, "E"): 0.5,
                **{(2, 0, name): 1.0 for name in "ABCDE"},
            },
            asrun={
                (1, 0, "A"): 0.35,
                (1, 0, "B"): 0.2,
                (1, 0, "C"): 1.0,
                (1, 0, "D"): 1.0,
                (1, 0, "E"): 0.5,
                **{(2, 0, name): 1.0 for name in "ABCDE"},
            },
        ),
    )


def test_the_weight_looks_at_the_fullest_endpoint(spec: Spec) -> None:
    """Spec 2.6: of those for output that with the smallest part of free space."""
    spec.check(
        stage="weights",
        queue=nuclei("A"),
        endpoint="""
            ddm_endpoint_name | space_total | space_free
            A_DATADISK        | 100000      | 30000
            A_LOGS            | 1000        | 400
            A_SPARE           | 1000        | 1
        """,
        queue_endpoint="""
            queue_name | ddm_endpoint_name
            A          | A_DATADISK
            A          | A_LOGS
            A          | A_SPARE
        """,
        task="jedi_task_id: 1 | 2",
        task_dataset="""
            jedi_task_id | dataset_id | type   | storage_token
            1            | 1          | output | DATADISK
            1            | 2          | log    | LOGS
            2            | 2          | log    | LOGS
        """,
        expected={(1, 0, "A"): 0.3, (2, 0, "A"): 0.4},
    )

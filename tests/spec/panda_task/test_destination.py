"""Where the output of a task goes: to an endpoint of its nucleus (spec 2.6)."""

from __future__ import annotations

from tests.spec.check import Spec


def test_endpoint_and_token_of_every_output(spec: Spec) -> None:
    """The token names the endpoint and the last part of the original token. Distributed
    output and input get none. Task 2 had its nucleus before. Task 3 is at a satellite
    of a full chain: what it has no place for goes to its default output."""
    spec.check_cycle(
        "destination",
        ["jedi_task_id", "dataset_id"],
        ["nucleus", "ddm_endpoint_name", "storage_token"],
        queue="queue_name: A | S, role: nucleus | satellite, "
        "catchall: | bareNucleus=allow",
        queue_endpoint="queue_name: A | A | S, ddm_endpoint_name: "
        "A_DATADISK | A_LOGS | S_SCRATCH, type: DATADISK | LOGDISK | SCRATCHDISK",
        task="jedi_task_id: 1 | 2 | 3, nucleus: | A | S, split_rule: | | FU=3",
        input_chunk="jedi_task_id: 1",
        task_dataset="""
            jedi_task_id | dataset_id | type   | storage_token
            1            | 1          | input  | DATADISK
            1            | 2          | output | ATLASDATADISK
            1            | 3          | log    | dst:ELSEWHERE/LOGDISK
            1            | 4          | output | ddd:ATLASDATADISK
            1            | 5          | output |
            2            | 1          | output | DATADISK
            2            | 2          | log    | NOWHERE
            3            | 1          | output | ATLASDATADISK
            3            | 2          | log    | dst:S_SCRATCH
        """,
        profile="page",
        expected={
            (1, 2): ("A", "A_DATADISK", "dst:A_DATADISK/ATLASDATADISK"),
            (1, 3): ("A", "A_LOGS", "dst:A_LOGS/LOGDISK"),
            (1, 5): ("A", "A_DATADISK", "dst:A_DATADISK"),
            (2, 1): ("A", "A_DATADISK", "dst:A_DATADISK/DATADISK"),
            (3, 1): ("S", "S_SCRATCH", "dst:S_SCRATCH/ATLASDATADISK"),
            (3, 2): ("S", "S_SCRATCH", "dst:S_SCRATCH/dst:S_SCRATCH"),
        },
    )

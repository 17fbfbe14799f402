"""-fileunavailable: use_only_local_data, and some input is elsewhere."""

from __future__ import annotations

from tests.spec.check import Spec, both
from tests.spec.panda_job.pieces import pieces


def test_whole_input(spec: Spec) -> None:
    """A single missing file is one too many; queues without the flag pass."""
    spec.check(
        queue="queue_name: A | B | C, "
        "catchall: use_only_local_data | use_only_local_data |, read_wan: OFF",
        dataset_replica="""
            ddm_endpoint_name | n_files_total | n_files_found
            A_DATADISK        | 20            | 20
            B_DATADISK        | 20            | 19
        """,
        expected={"B": "use_only_local_data, some input is elsewhere"},
    )


def test_distributed_and_broken_datasets(spec: Spec) -> None:
    """They pass: distributed where locality is asked, or whole on no disk (V83). A has
    a part of each, the rest is elsewhere; N is no queue of analysis."""
    spread, tape, disk = {"spread": (20, 1)}, {"tape": (20, 1)}, {"disk": (20, 1)}
    parts = {1: spread, 2: spread, 3: tape, 4: disk, 5: {**tape, **disk}}
    spec.check(
        queue="""
            queue_name | catchall            | type
            A          | use_only_local_data | analysis
            N          |                     | production
        """,
        endpoint="ddm_endpoint_name: A_DATADISK | N_DATADISK | N_TAPE, "
        "is_tape: false | false | true, read_wan: OFF",
        task="jedi_task_id: 1 | 2 | 3 | 4 | 5, "
        "task_priority: 500 | 2000 | 500 | 500 | 500",
        world=pieces(parts, {}),
        dataset="dataset_name: spread | tape | disk, n_files: 20, "
        "is_distributed: true | false | false",
        dataset_replica="""
            dataset_name | ddm_endpoint_name | n_files_total | n_files_found
            spread       | A_DATADISK        | 20            | 19
            spread       | N_DATADISK        | 20            | 20
            tape         | A_DATADISK        | 20            | 19
            tape         | N_TAPE            | 20            | 20
            disk         | A_DATADISK        | 20            | 19
            disk         | N_DATADISK        | 20            | 20
        """,
        expected=both(page={(2, "A"), (4, "A"), (5, "A")}, asrun={(4, "A"), (5, "A")}),
    )

"""-match: nuclei must have associated storages."""

from __future__ import annotations

from tests.spec.check import Spec


def test_an_endpoint_for_every_output(spec: Spec) -> None:
    """By name, by a pattern, by type; which forms there are: see nucleus_place. A has
    two endpoints, B one, C none for output. Logs need a place as output does;
    distributed ones, input and a task without output ask for none."""
    spec.check(
        queue="queue_name: A | B | C",
        queue_endpoint="""
            queue_name | ddm_endpoint_name | type           | write_lan_role
            A          | A_DATADISK        | DATADISK       | true
            A          | A_SPECIAL         | LOCALGROUPDISK | true
            B          | B_DATADISK        | DATADISK       | true
            C          | C_DATADISK        | DATADISK       | false
        """,
        task="jedi_task_id: 1 | 2 | 3 | 4 | 5",
        task_dataset="""
            jedi_task_id | dataset_id | type   | storage_token
            1            | 1          | output | ATLASDATADISK
            2            | 1          | output | ATLASDATADISK
            2            | 2          | log    | dst:A_SPECIAL
            3            | 1          | output | ddd:ELSEWHERE
            3            | 2          | input  | NOWHERE
            4            | 1          | log    |
        """,
        expected={
            (1, "C"): "no endpoint matches ATLASDATADISK",
            (2, "B"): "no endpoint matches A_SPECIAL",
            (2, "C"): "no endpoint matches ATLASDATADISK",
            (4, "C"): "no endpoint matches ",
        },
    )


def test_full_chains_write_to_the_secondary_nucleus(spec: Spec) -> None:
    """Spec 2.4: where the nucleus names one, its endpoints are asked, not its own."""
    spec.check(
        queue="""
            queue_name | role      | catchall
            A          | nucleus   | secondaryNucleus=B
            B          | nucleus   |
            C          | nucleus   | secondaryNucleus=NOWHERE
            D          | satellite | bareNucleus=allow,secondaryNucleus=A
        """,
        task="jedi_task_id: 1 | 2, split_rule: | FU=3, "
        "type: output, storage_token: A_DATADISK",
        expected={1: {"B", "C", "D"}, 2: {"A", "B", "C"}},
    )

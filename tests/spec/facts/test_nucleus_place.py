"""The endpoint of a nucleus that a storage token stands for (spec 2.4, TB-40a)."""

from __future__ import annotations

from tests.spec.check import Spec

FACT = "nucleus_place"


def test_forms_of_tokens(spec: Spec) -> None:
    """The last part of the token without dst:, as a name, a pattern, or a type. A name
    that is there goes before all others, else the first by name. Local endpoints for
    output count, of any scope; where nobody says so, an endpoint is local. What is no
    pattern matches nothing."""
    endpoints = "A_DATADISK | A_DATADISK2 | A_DET-HIGGS | A_READ | A_USER | Z_TAPE"
    spec.check_fact(
        FACT,
        "ddm_endpoint_name",
        queue="queue_name: A",
        endpoint=f"ddm_endpoint_name: {endpoints}, "
        "type: DATADISK | DATADISK | GROUPDISK | READDISK | USERDISK | DATATAPE",
        queue_endpoint=f"queue_name: A, ddm_endpoint_name: {endpoints}, "
        "scope: default | default | default | default | analysis | default, "
        "is_local: true | true | | true | true | false, "
        "write_lan_role: true | true | true | false | true | true",
        task="\n".join(["jedi_task_id", *map(str, range(1, 16))]),
        task_dataset="""
            jedi_task_id | type   | storage_token
            1            | output | A_DATADISK2
            2            | output | dst:A_DATADISK2
            3            | output | dst:X_DATADISK/A_DET-HIGGS
            4            | output | ATLASDATADISK
            5            | output | DATADISK
            6            | output | ATLASGROUPDISK
            7            | log    | .*HIGGS$
            8            | output | Z_TAPE
            9            | output | ATLASDATATAPE
            10           | output | READDISK
            11           | output | USERDISK
            12           | output | ***
            13           | output |
            14           | output | ddd:A_READ
            15           | input  | A_DET
        """,
        expected={
            "A": {
                **dict.fromkeys(("ATLASDATADISK", "DATADISK", ""), "A_DATADISK"),
                "A_DATADISK2": "A_DATADISK2",
                "USERDISK": "A_USER",
                **dict.fromkeys(
                    ("A_DET-HIGGS", "ATLASGROUPDISK", ".*HIGGS$"), "A_DET-HIGGS"
                ),
            },
            "N": dict.fromkeys(("ATLASDATADISK", "DATADISK", ""), "N_DATADISK"),
        },
    )


def test_endpoints_of_all_queues_of_the_nucleus(spec: Spec) -> None:
    """Its queues of production and of its role, whatever else stands at the site. An
    endpoint that is local to one of them is local."""
    spec.check_fact(
        FACT,
        "ddm_endpoint_name",
        queue="""
            queue_name | site_name | role      | type
            A1         | A         | nucleus   | production
            A2         | A         | nucleus   | production
            A3         | A         | satellite | production
            A4         | A         | nucleus   | analysis
            B          | B         | nucleus   | production
        """,
        endpoint="ddm_endpoint_name: A_ONE | A_TWO | A_THREE | A_FOUR | B_ONE, "
        "type: ONE | TWO | THREE | FOUR | ONE",
        queue_endpoint="""
            queue_name | ddm_endpoint_name | is_local
            A1         | A_ONE             | false
            A2         | A_ONE             | true
            A2         | A_TWO             | true
            A2         | B_ONE             | false
            A3         | A_THREE           | true
            A4         | A_FOUR            | true
            B          | B_ONE             | true
        """,
        task_dataset="dataset_id: 1 | 2 | 3 | 4, type: output | output | output | log, "
        "storage_token: ONE | TWO | THREE | FOUR",
        expected={"A": {"ONE": "A_ONE", "TWO": "A_TWO"}, "B": {"ONE": "B_ONE"}},
    )


def test_the_first_queue_of_the_nucleus_is_asked_first(spec: Spec) -> None:
    """In the order of CRIC, whatever the names; among its endpoints the first name."""
    spec.check_fact(
        FACT,
        "ddm_endpoint_name",
        queue="queue_name: A1 | A2, site_name: A, role: nucleus, queue_order: 2 | 1",
        endpoint="ddm_endpoint_name: A_ONE | A_TWO | A_THREE, type: DATADISK",
        queue_endpoint="queue_name: A1 | A2 | A2, "
        "ddm_endpoint_name: A_ONE | A_TWO | A_THREE, is_local: true",
        task_dataset="type: output, storage_token: DATADISK",
        expected={
            "A": {"DATADISK": "A_THREE"},
            "N": {"DATADISK": "N_DATADISK"},
        },
    )

"""Which queues read where another queue writes by default."""

from __future__ import annotations

from tests.spec.check import Spec


def test_readers_of_a_default_output(spec: Spec) -> None:
    """A queue is one of its own readers; one that reads nothing there is none. Only the
    storage of production counts: not that of analysis (D), none that may not be read
    (F), none that nobody knows (G)."""
    spec.check_fact(
        "shared_storage",
        "reader_name",
        queue="queue_name: A | B | C | D | E | F | G",
        queue_endpoint="""
            queue_name | ddm_endpoint_name | scope    | default_write | read_lan_role
            A          | DISK              | default  | true          | true
            B          | DISK              | default  | false         | true
            C          | DISK              | default  | true          | false
            D          | OTHER             | analysis | true          | true
            E          | OTHER             | default  |               | true
            F          | BARRED            | default  | true          | true
            G          | NOWHERE           | default  | true          | true
        """,
        endpoint="ddm_endpoint_name: DISK | OTHER | BARRED, "
        "blacklisted_read: false | false | true",
        expected={"N": {"N"}, "A": {"A", "B"}, "C": {"A", "B"}},
    )


def test_the_first_default_counts(spec: Spec) -> None:
    """In the order of writing, then by name; one without a place comes last."""
    spec.check_fact(
        "shared_storage",
        "reader_name",
        queue="queue_name: A | B | C",
        queue_endpoint="""
            queue_name | ddm_endpoint_name | order_write | read_lan_role
            A          | DISK1             |             | false
            A          | DISK2             | 2           | false
            A          | DISK3             | 3           | false
            B          | DISK2             |             | true
            C          | DISK3             |             | true
        """,
        endpoint="ddm_endpoint_name: DISK1 | DISK2 | DISK3",
        expected={"N": {"N"}, "A": {"B"}, "B": {"B"}, "C": {"C"}},
    )


def test_roles_and_states_that_are_not_known(spec: Spec) -> None:
    """No role, no use, and no DATADISK; not blacklisted and no tape."""
    spec.check_fact(
        "queue_endpoint_use",
        ["is_input", "is_output", "is_default_output", "is_datadisk", "is_tape"],
        queue="queue_name: A | N",
        queue_endpoint="queue_name: A | A | N, "
        "ddm_endpoint_name: BARE | READ | N_DATADISK, read_lan_role: | true | true, "
        "write_lan_role: | | true, default_write: | | true",
        endpoint="ddm_endpoint_name: BARE | READ | N_DATADISK, type: | | DATADISK, "
        "is_tape: | | true, blacklisted_read: | | true",
        expected={
            ("A", "BARE"): (False, False, False, False, False),
            ("A", "READ"): (True, False, False, False, False),
            ("N", "N_DATADISK"): (False, True, True, True, True),
        },
    )


def test_a_writer_has_the_role(spec: Spec) -> None:
    """Where it lacks write_lan (B) its default output is nobody's input."""
    spec.check_fact(
        "shared_storage",
        "reader_name",
        queue="queue_name: A | B",
        queue_endpoint="queue_name: A | B, ddm_endpoint_name: DISK, "
        "default_write: true, write_lan_role: true | false",
        endpoint="ddm_endpoint_name: DISK",
        expected={"N": {"N"}, "A": {"A", "B"}},
    )

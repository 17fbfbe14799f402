"""-gpu_architecture: GPU queues take tasks that qualify for them."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_the_check_of_the_running_system(spec: Spec) -> None:
    """Queues without AUTO never pass, with AUTO tasks of a platform (row 17). A GPU
    queue has an item of catchall that begins with gpu, or gpu in params (E, not D)."""
    spec.check(
        queue="queue_name: A | B | C | D | E, catchall: gpu | gpu1 | x, gpu | |, "
        'params: | | | {"gpus": 1} | {"gpu": 0}, '
        "releases: [AUTO] | [ANY] | [ANY] | [ANY] | [ANY]",
        queue_software="""
            queue_name | data
            A          | {"containers": ["any"]}
        """,
        task="jedi_task_id: 1 | 2 | 3, architecture: x86_64-centos7-gcc8-opt | |, "
        "split_rule:  | | HO=1",
        expected=both(
            page=set(), asrun={(1, "B"), (2, "A"), (2, "B"), (1, "E"), (2, "E")}
        ),
    )

"""-cache, as the task brokerage asks for it: nothing of it needs a nucleus."""

from __future__ import annotations

from tests.spec.check import Spec, both
from tests.spec.panda_job.software import PLATFORM, publishes, tag


def test_what_the_page_says_otherwise(spec: Spec) -> None:
    """V20 pattern, V21 implied CPU, V22 uarch!=, V23 no transHome, V24 base platform.

    G has GPUs and publishes tags besides, A has none.
    """
    gpu = [{"type": "cpu", "arch": ["x86_64"]}, {"type": "gpu"}]
    spec.check(
        queue="""
            queue_name | releases
            A          | [AUTO]
            G          | [AUTO]
        """,
        queue_software=f"""
            queue_name | data
            A          | {publishes()}
            G          | {publishes(architectures=gpu, tags=[tag("Athena", "1")])}
        """,
        queue_gpu="queue_name: G, vendor: NVIDIA, architecture: Ampere",
        task=f"""
            jedi_task_id | trans_home | architecture
            1            | Athena-1   | x86_64-centos[0-9]-gcc8-opt
            2            |            | x86_64&nvidia
            3            | Athena-1   | {PLATFORM}&nvidia:uarch!=Ampere
            4            |            | #aarch64
            5            | Athena-1   | {PLATFORM}@centos7
        """,
        expected=both(
            page={*((2, 0, "A"), (3, 0, "A"), (3, 0, "G"), (4, 0, "A"), (4, 0, "G"))},
            asrun={*((1, 0, "A"), (1, 0, "G"), (3, 0, "A"), (5, 0, "A"), (5, 0, "G"))},
        ),
    )


def test_a_task_of_a_user_that_waits_for_a_nucleus(spec: Spec) -> None:
    """It asks as others do; the label matters to whoever brokers jobs."""
    spec.check(
        queue="queue_name: A, releases: [AUTO]",
        task=f"""
            jedi_task_id | prod_source_label | status    | trans_home | architecture
            1            | user              | assigning | Athena-1   | {PLATFORM}
            2            | managed           | assigning | Athena-1   | {PLATFORM}
        """,
        expected={(1, 0, "A"), (2, 0, "A")},
    )

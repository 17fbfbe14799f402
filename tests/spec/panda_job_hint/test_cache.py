"""-cache, as the task brokerage asks for it: nothing of it needs a nucleus."""

from __future__ import annotations

from tests.spec.check import Spec, both
from tests.spec.panda_job.software import PLATFORM, publishes, tag


def test_what_the_page_says_otherwise(spec: Spec) -> None:
    """V20 pattern, V21 implied CPU, V22 uarch!=, V23 no transHome, V24 base platform. G
    has GPUs and publishes tags besides, A has none; U publishes nothing. A task of a
    user (6) asks as others do: the label matters to whoever brokers jobs."""
    known, gpu = PLATFORM, [{"type": "cpu", "arch": ["x86_64"]}, {"type": "gpu"}]
    spec.check(
        queue="queue_name: A | G | U, releases: [AUTO]",
        queue_software=f"""
            queue_name | data
            A          | {publishes()}
            G          | {publishes(architectures=gpu, tags=[tag("Athena", "1")])}
        """,
        queue_gpu="queue_name: G, vendor: NVIDIA, architecture: Ampere",
        task=f"""
            jedi_task_id | prod_source_label | trans_home | architecture
            1            | managed           | Athena-1   | x86_64-centos[0-9]-gcc8-opt
            2            | managed           |            | x86_64&nvidia
            3            | managed           | Athena-1   | {known}&nvidia:uarch!=Ampere
            4            | managed           |            | #aarch64
            5            | managed           | Athena-1   | {known}@centos7
            6            | user              | Athena-1   | {known}
        """,
        expected=both(
            page={"A": {2, 3, 4}, "G": {3, 4}, "U": {1, 2, 3, 4, 5, 6}},
            asrun={"A": {1, 3, 5}, "G": {1, 5}, "U": {1, 3, 5, 6}},
        ),
    )

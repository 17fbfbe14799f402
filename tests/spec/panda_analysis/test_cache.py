"""-cache, asked by the analysis brokerage: the shared check, its own question."""

from __future__ import annotations

from tests.spec.check import Spec, both
from tests.spec.panda_job.software import PLATFORM, asks, publishes, tag


def test_what_the_page_says_otherwise(spec: Spec) -> None:
    """V20 pattern (1), V21 implied CPU (2), V22 uarch!= (3), V24 base platform (4, 5).
    Hardware is checked without a transHome in both profiles (2, 3, 6: V23). Tags asks
    for a container where a base platform is set on the page only (row 20)."""
    gpu = [{"type": "cpu", "arch": ["x86_64"]}, {"type": "gpu"}]
    tags = [tag("Athena", "21.0.38")]
    home = "AnalysisTransforms-Athena_21.0.38"
    spec.check(
        queue="queue_name: CVMFS | TAGS, releases: [AUTO]",
        queue_software=f"""
            queue_name | data
            CVMFS      | {publishes()}
            TAGS       | {publishes(architectures=gpu, cvmfs=[], tags=tags)}
        """,
        queue_gpu="queue_name: TAGS, vendor: NVIDIA, architecture: Ampere",
        task=f"""
            jedi_task_id | trans_home | architecture
            1            | {home}     | x86_64-centos[0-9]-gcc8-opt
            2            |            | x86_64&nvidia
            3            |            | {PLATFORM}&nvidia:uarch!=Ampere
            4            | {home}     | {PLATFORM}@centos7
            5            | {home}     | {asks(base_platform="")}
            6            |            | #aarch64
        """,
        expected=both(
            page={
                *((2, "CVMFS"), (3, "CVMFS"), (3, "TAGS"), (4, "TAGS")),
                *((6, "CVMFS"), (6, "TAGS")),
            },
            asrun={
                *((1, "CVMFS"), (1, "TAGS"), (2, "CVMFS"), (2, "TAGS")),
                *((3, "CVMFS"), (6, "CVMFS"), (6, "TAGS")),
            },
        ),
    )


def test_the_platform_that_a_pattern_names_is_a_column_of_the_choice(
    spec: Spec,
) -> None:
    """On the page; a task that names its platform has none."""
    spec.check_cycle(
        "candidate",
        ["jedi_task_id", "queue_name"],
        "platform",
        profile="page",
        queue="releases: [AUTO]",
        queue_software=f"data\n{publishes()}",
        task=f"""
            jedi_task_id | trans_home                        | architecture
            1            | AnalysisTransforms-Athena_21.0.38 | {PLATFORM}
            2            | AnalysisTransforms-Athena_21.0.38 | x86_64-centos.-gcc8-opt
        """,
        expected={(1, "Q"): None, (2, "Q"): PLATFORM},
    )

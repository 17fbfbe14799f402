"""-cache: the release, container or hardware that a task asks for is not there."""

from __future__ import annotations

from tests.spec.check import Spec, both
from tests.spec.panda_job.software import PLATFORM, asks, publishes, tag


def test_queues_with_any_release_are_not_checked(spec: Spec) -> None:
    """D15: as run, they refuse tasks that ask for a CPU or a GPU all the same.

    The old form of an architecture names a CPU by the first part of its platform.
    """
    spec.check(
        queue="releases: [ANY]",
        task=f"""
            jedi_task_id | trans_home     | architecture
            1            | Athena-21.0.38 |
            2            | Athena-21.0.38 | {asks()}
            3            | Athena-21.0.38 | {PLATFORM}
            4            | Athena-21.0.38 | {asks(gpu_spec={"vendor": "nvidia"})}
        """,
        expected=both(page={}, asrun={(3, 0, "Q"), (4, 0, "Q")}),
    )


def test_any_among_other_releases(spec: Spec) -> None:
    """D50: a member of the list is enough on the page, as run it stands alone."""
    spec.check(
        queue="""
            queue_name | releases
            A          | [ANY]
            B          | [21.0.38, ANY]
            C          | [21.0.38]
            D          | []
            E          |
        """,
        task="trans_home: Athena-21.0.38",
        expected=both(
            page={(1, 0, "C"), (1, 0, "D"), (1, 0, "E")},
            asrun={(1, 0, "B"), (1, 0, "C"), (1, 0, "D"), (1, 0, "E")},
        ),
    )


def test_a_task_without_a_release_is_not_checked(spec: Spec) -> None:
    """What names it is transHome."""
    spec.check(
        queue="releases: [21.0.38]",
        task="""
            jedi_task_id | trans_home     | container_name
            1            |                | docker://atlas/athena
            2            | Athena-21.0.38 |
        """,
        expected={(2, 0, "Q")},
    )


def test_hardware_without_a_release(spec: Spec) -> None:
    """V23: the page checks the hardware also of tasks without transHome.

    The CPU that a platform implies counts; where no hardware is asked for, nothing is
    checked. Q1 publishes no GPU, Q2 neither CPU nor GPU, Q3 takes any release.
    """
    cpu, gpu = {"type": "cpu", "arch": ["x86_64"]}, {"type": "gpu", "vendor": ["x"]}
    spec.check(
        queue="""
            queue_name | releases
            Q0         | [AUTO]
            Q1         | [AUTO]
            Q2         | [AUTO]
            Q3         | [ANY]
        """,
        queue_software=f"""
            queue_name | data
            Q0         | {publishes(architectures=[cpu, gpu])}
            Q1         | {publishes(architectures=[cpu])}
            Q2         | {publishes(architectures=[])}
        """,
        queue_gpu="queue_name: Q0 | Q1, vendor: NVIDIA | NVIDIA",
        task="""
            jedi_task_id | trans_home | architecture
            1            |            | no-platform-of-a-queue#x86_64
            2            |            | #aarch64
            3            |            | #&nvidia
            4            |            | #&amd
            5            |            | aarch64-el9-gcc13-opt
            6            |            | @centos7
            7            |            |
        """,
        expected=both(
            page={
                (1, 0, "Q2"): "hardware asked, the queue describes none",
                (2, 0, "Q0"): "CPU arch aarch64 not in [x86_64]",
                (2, 0, "Q1"): "CPU arch aarch64 not in [x86_64]",
                (2, 0, "Q2"): "hardware asked, the queue describes none",
                (3, 0, "Q1"): "GPU asked, the queue describes none",
                (3, 0, "Q2"): "hardware asked, the queue describes none",
                (4, 0, "Q0"): "GPU vendor amd not in [NVIDIA]",
                (4, 0, "Q1"): "GPU asked, the queue describes none",
                (4, 0, "Q2"): "hardware asked, the queue describes none",
                (5, 0, "Q0"): "CPU arch aarch64 not in [x86_64]",
                (5, 0, "Q1"): "CPU arch aarch64 not in [x86_64]",
                (5, 0, "Q2"): "hardware asked, the queue describes none",
            },
            asrun={},
        ),
    )


def test_a_platform_pattern_is_resolved_before_the_check(spec: Spec) -> None:
    """V20: on CVMFS by platform (A, B) and in tags (D, E), with no container at all.

    As run a pattern equals no string: only a container accepts it (C).
    """
    tags = [tag("Athena", "21.0.38")]
    spec.check(
        queue="""
            queue_name | releases
            A          | [AUTO]
            B          | [AUTO]
            C          | [AUTO]
            D          | [AUTO]
            E          | [AUTO]
        """,
        queue_software=f"""
            queue_name | data
            A          | {publishes()}
            B          | {publishes(cmtconfigs=["x86_64-slc6-gcc62-opt"])}
            C          | {publishes(containers=["any"])}
            D          | {publishes(cvmfs=[], tags=tags)}
            E          | {publishes(cvmfs=[], tags=tags, cmtconfigs=[])}
        """,
        task="""
            jedi_task_id | trans_home     | architecture
            1            | Athena-21.0.38 | x86_64-centos[0-9]-gcc8-opt
            2            | Athena-21.0.38 | x86_64-.*-opt
            3            | Athena-21.0.38 | x86_64-(alma|rocky)9-gcc8-opt
        """,
        expected=both(
            page={
                *((1, 0, "B"), (1, 0, "E"), (2, 0, "E")),
                *((3, 0, name) for name in "ABDE"),
            },
            asrun={(task, 0, name) for task in (1, 2, 3) for name in "ABDE"},
        ),
    )


def test_a_base_platform_of_a_release_on_cvmfs(spec: Spec) -> None:
    """V24: it matters to tags only, and an empty one is none."""
    tags = [tag("Athena", "21.0.38")]
    spec.check(
        queue="queue_name: A | B, releases: [AUTO] | [AUTO]",
        queue_software=f"""
            queue_name | data
            A          | {publishes()}
            B          | {publishes(cvmfs=[], tags=tags)}
        """,
        task=f"""
            jedi_task_id | trans_home     | architecture
            1            | Athena-21.0.38 | {PLATFORM}@centos7
            2            | Athena-21.0.38 | {asks(base_platform="centos7")}
            3            | Athena-21.0.38 | {asks(base_platform="")}
            4            | Athena-21.0.38 | {PLATFORM}@
        """,
        expected=both(
            page={
                key: "base platform centos7, no any in containers []"
                for key in ((1, 0, "B"), (2, 0, "B"))
            },
            asrun={(task, 0, name) for task in (1, 2, 3) for name in "AB"},
        ),
    )


def test_releases_on_cvmfs_by_platform(spec: Spec) -> None:
    """The platform of the task must be among the cmtconfigs of the queue.

    With AUTO in the releases and nothing published, nothing can be found.
    """
    spec.check(
        queue="""
            queue_name | releases
            A          | [AUTO]
            B          | [AUTO]
            C          | [AUTO]
        """,
        queue_software=f"""
            queue_name | data
            A          | {publishes()}
            B          | {publishes(cmtconfigs=["x86_64-slc6-gcc62-opt"])}
        """,
        task=f"trans_home: Athena-21.0.38, architecture: {PLATFORM}",
        expected={(1, 0, "B"), (1, 0, "C")},
    )


def test_releases_on_cvmfs_in_a_container(spec: Spec) -> None:
    """Where a queue starts any container, or those on CVMFS, any platform will do."""
    spec.check(
        queue="queue_name: A | B | C | D, releases: [AUTO] | [AUTO] | [AUTO] | [AUTO]",
        queue_software=f"""
            queue_name | data
            A          | {publishes(cmtconfigs=[], containers=["any"])}
            B          | {publishes(cmtconfigs=[], containers=["/cvmfs"])}
            C          | {publishes(cmtconfigs=[], containers=["docker://x"])}
            D          | {publishes(cmtconfigs=[], cvmfs=[], containers=["any"])}
        """,
        task=f"trans_home: Athena-21.0.38, architecture: {PLATFORM}",
        expected={(1, 0, "C"), (1, 0, "D")},
    )


def test_nightlies_need_the_cvmfs_of_nightlies(spec: Spec) -> None:
    """Releases and caches need that of atlas; any serves both."""
    spec.check(
        queue="queue_name: A | B | C, releases: [AUTO] | [AUTO] | [AUTO]",
        queue_software=f"""
            queue_name | data
            A          | {publishes(cvmfs=["atlas"])}
            B          | {publishes(cvmfs=["nightlies"])}
            C          | {publishes(cvmfs=["any"])}
        """,
        task=f"""
            jedi_task_id | trans_home              | architecture
            1            | Athena-21.0.38          | {PLATFORM}
            2            | Athena-2026-01-01T0001  | {PLATFORM}
            3            | AtlasOffline-rel_3      | {PLATFORM}
        """,
        expected={(1, 0, "B"), (2, 0, "A"), (3, 0, "A")},
    )


def test_releases_published_as_tags(spec: Spec) -> None:
    """Without CVMFS: platform, project and version must all be those of one tag.

    A task with a base platform also needs a queue that starts any container.
    """
    tags = [tag("Athena", "21.0.38"), tag("AthDerivation", "21.2.2.0")]
    spec.check(
        queue="""
            queue_name | releases
            A          | [AUTO]
            B          | [AUTO]
        """,
        queue_software=f"""
            queue_name | data
            A          | {publishes(cvmfs=[], tags=tags)}
            B          | {publishes(cvmfs=[], tags=tags, containers=["any"])}
        """,
        task=f"""
            jedi_task_id | trans_home             | architecture
            1            | Athena-21.0.38         | {PLATFORM}
            2            | AthDerivation-21.2.2.0 | {PLATFORM}
            3            | Athena-21.2.2.0        | {PLATFORM}
            4            | Athena-21.0.38         | x86_64-slc6-gcc62-opt
            5            | Athena-21.0.38         | {PLATFORM}@centos7
        """,
        expected={
            *((3, 0, "A"), (3, 0, "B")),
            *((4, 0, "A"), (4, 0, "B")),
            (5, 0, "A"),
        },
    )


def test_tags_of_a_queue_with_cvmfs(spec: Spec) -> None:
    """Analysis 9.19: they help on the page where CVMFS does not, but not as run."""
    software = publishes(cmtconfigs=[], tags=[tag("Athena", "21.0.38")])
    spec.check(
        queue="releases: [AUTO]",
        queue_software=f"data: {software}",
        task=f"trans_home: Athena-21.0.38, architecture: {PLATFORM}",
        expected=both(page={}, asrun={(1, 0, "Q")}),
    )


def test_containers_by_prefix_or_source(spec: Spec) -> None:
    """The name begins as one of the queue's list, or a source of it in ALL does."""
    sources = ["/images/athena"]
    known = [tag("", "", container_name="athena", sources=sources)]
    spec.check(
        queue="queue_name: A | B | C | D, releases: [AUTO] | [AUTO] | [AUTO] | [AUTO]",
        queue_software=f"""
            queue_name | data
            A          | {publishes(containers=["docker://"])}
            B          | {publishes(containers=["/images"])}
            C          | {publishes(containers=["/cvmfs"])}
            D          | {publishes(containers=[], tags=known)}
            ALL        | {publishes(tags=known)}
        """,
        task=f"""
            jedi_task_id | trans_home     | architecture | container_name
            1            | Athena-21.0.38 | {PLATFORM}   | docker://atlas/athena
            2            | Athena-21.0.38 | {PLATFORM}   | athena
            3            | Athena-21.0.38 | {PLATFORM}   | /images/athena
        """,
        expected={(1, 0, "B"), (1, 0, "D"), (2, 0, "A"), (3, 0, "A")},
    )


def test_containers_by_tag_only(spec: Spec) -> None:
    """With onlyTagsForFC (OT) the name or source must stand in a tag of the queue."""
    known = [tag("", "", container_name="athena", sources=["/images/athena"])]
    spec.check(
        queue="queue_name: A | B, releases: [AUTO] | [AUTO]",
        queue_software=f"""
            queue_name | data
            A          | {publishes(containers=["any", "athena", "/images"])}
            B          | {publishes(tags=known)}
        """,
        task=f"""
            jedi_task_id | trans_home     | architecture | container_name | split_rule
            1            | Athena-21.0.38 | {PLATFORM}   | athena         | OT=1
            2            | Athena-21.0.38 | {PLATFORM}   | /images/athena | OT=1
            3            | Athena-21.0.38 | {PLATFORM}   | athena:1       | OT=1
        """,
        expected={(1, 0, "A"), (2, 0, "A"), (3, 0, "A"), (3, 0, "B")},
    )


def test_the_cpu_of_the_queue(spec: Spec) -> None:
    """Asked for behind #, or by the first part of the platform."""
    arm = [{"type": "cpu", "arch": ["aarch64"]}]
    spec.check(
        queue="queue_name: A | B | C, releases: [AUTO] | [AUTO] | [AUTO]",
        queue_software=f"""
            queue_name | data
            A          | {publishes()}
            B          | {publishes(architectures=arm)}
            C          | {publishes(architectures=[])}
        """,
        task=f"""
            jedi_task_id | trans_home     | architecture
            1            | Athena-21.0.38 | {PLATFORM}
            2            | Athena-21.0.38 | {PLATFORM}#aarch64
            3            | Athena-21.0.38 | {PLATFORM}#(x86_64|aarch64)
            4            | Athena-21.0.38 | {asks()}
        """,
        expected={
            *((1, 0, "B"), (1, 0, "C")),
            *((2, 0, "A"), (2, 0, "C")),
            (3, 0, "C"),
        },
    )


def test_the_cpu_that_a_platform_implies(spec: Spec) -> None:
    """V21: what follows the platform is no part of it."""
    spec.check(
        queue="queue_name: A, releases: [AUTO]",
        queue_software=f"""
            queue_name | data
            A          | {publishes(cmtconfigs=["x86_64", PLATFORM])}
        """,
        task=f"""
            jedi_task_id | trans_home     | architecture
            1            | Athena-21.0.38 | x86_64@
            2            | Athena-21.0.38 | x86_64
            3            | Athena-21.0.38 | {PLATFORM}@
        """,
        expected=both(page={}, asrun={(1, 0, "A"): "CPU arch x86_64@ not in [x86_64]"}),
    )


def test_a_gpu_that_is_not_of_a_version(spec: Spec) -> None:
    """D16, V22: != excludes what it names on the page, whatever the key.

    As run no version ever fulfils it, and the one of uarch is read as =.
    """
    hardware = [
        {"type": "cpu", "arch": ["x86_64"]},
        {"type": "gpu", "vendor": ["nvidia"]},
    ]
    spec.check(
        queue="""
            queue_name | releases
            A          | [AUTO]
            B          | [AUTO]
            C          | [AUTO]
        """,
        queue_software=f"""
            queue_name | data
            A          | {publishes(architectures=hardware)}
            B          | {publishes(architectures=hardware)}
            C          | {publishes(architectures=hardware)}
        """,
        queue_gpu="""
            queue_name | vendor | framework_version | architecture
            A          | NVIDIA | 11.0              | Volta
            B          | NVIDIA | 12.0              | Ampere
            C          | NVIDIA | 12.0              | Ampere
            C          | NVIDIA | 11.0              | Volta
        """,
        task=f"""
            jedi_task_id | trans_home     | architecture
            1            | Athena-21.0.38 | {PLATFORM}&nvidia
            2            | Athena-21.0.38 | {PLATFORM}&nvidia:cuda>=11.5
            3            | Athena-21.0.38 | {PLATFORM}&nvidia:cuda!=11.0
            4            | Athena-21.0.38 | {PLATFORM}&nvidia:uarch!=Volta
        """,
        expected=both(
            page={(task, 0, name) for task in (2, 3, 4) for name in "AC"},
            asrun={
                *((2, 0, "A"), (2, 0, "C")),
                *((3, 0, "A"), (3, 0, "B"), (3, 0, "C"), (4, 0, "B")),
            },
        ),
    )


def test_the_test_that_failed_is_told(spec: Spec) -> None:
    """The detail names what was asked for; the words of each are those of the facts."""
    spec.check(
        queue="queue_name: A, releases: [AUTO]",
        queue_software=f"queue_name: A, data: {publishes(cvmfs=[])}",
        task=f"trans_home: Athena-21.0.38, architecture: {PLATFORM}",
        expected={(1, 0, "A"): f"no tag Athena 21.0.38 on {PLATFORM}"},
    )

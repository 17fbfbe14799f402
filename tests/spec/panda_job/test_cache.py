"""-cache: the release, container or hardware that a task asks for is not there."""

from __future__ import annotations

from tests.spec.check import Spec, both
from tests.spec.panda_job.software import PLATFORM, asks, athena, published, tag

ATHENA = [tag("Athena", "21.0.38")]
#: A tag of a container, told by its name or its source.
CONTAINER = tag("", "", container_name="athena", sources=["/images/athena"])
CPU = {"type": "cpu", "arch": ["x86_64"]}


def test_queues_with_any_release_are_not_checked(spec: Spec) -> None:
    """D15: as run, they refuse tasks that ask for a CPU or a GPU all the same. The old
    form of an architecture names a CPU by the first part of its platform."""
    gpu = asks(gpu_spec={"vendor": "nvidia"})
    spec.check(
        queue="releases: [ANY]",
        task=athena("", asks(), PLATFORM, gpu),
        expected=both(page={}, asrun={3, 4}),
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
        task=athena(""),
        expected=both(page={"C", "D", "E"}, asrun={"B", "C", "D", "E"}),
    )


def test_a_task_without_a_release(spec: Spec) -> None:
    """C208: one that names a container is checked (1). As run, a task without transHome
    is not, whatever else it names."""
    spec.check(
        queue="releases: [21.0.38]",
        task="""
            jedi_task_id | trans_home     | container_name
            1            |                | docker://atlas/athena
            2            | Athena-21.0.38 |
            3            |                |
            4            |                | ''
        """,
        expected=both(page={1, 2}, asrun={2}),
    )


def test_a_container_without_a_release(spec: Spec) -> None:
    """C208: it is looked for as one with a release is; a platform then asks nothing."""
    world = published(
        A={"containers": ["any"]},
        B={"containers": ["/images"]},
        C={"containers": ["/cvmfs/x"], "tags": [CONTAINER]},
        D={"containers": ["/cvmfs/x"]},
    )
    lacking = "in no tag, no prefix of it in [/cvmfs/x]"
    spec.check(
        world={**world, "queue": f"{world['queue']}\nANY | [ANY]"},
        task="""
            jedi_task_id | container_name | architecture
            1            | athena         | @centos7
            2            | /images/athena |
        """,
        expected=both(
            page={
                (1, "B"): "container athena in no tag, no prefix of it in [/images]",
                (1, "D"): f"container athena {lacking}",
                (2, "D"): f"container /images/athena {lacking}",
            },
            asrun={},
        ),
    )


def test_hardware_without_a_release(spec: Spec) -> None:
    """V23: the page checks it also of tasks without transHome, but 6 and 7, which ask
    for none. The CPU that a platform implies counts. ANY takes any release."""
    arm, none = "CPU arch aarch64 not in [x86_64]", "the queue describes none"
    gpu = {"type": "gpu", "vendor": ["x"]}
    world = published(
        BOTH={"architectures": [CPU, gpu]},
        CPU={"architectures": [CPU]},
        NONE={"architectures": []},
    )
    spec.check(
        world={**world, "queue": f"{world['queue']}\nANY | [ANY]"},
        queue_gpu="queue_name: BOTH | CPU, vendor: NVIDIA",
        task="""
            jedi_task_id | architecture
            1            | no-platform-of-a-queue#x86_64
            2            | #aarch64
            3            | #&nvidia
            4            | #&amd
            5            | aarch64-el9-gcc13-opt
            6            | @centos7
            7            |
        """,
        expected=both(
            page={
                **{(task, "NONE"): f"hardware asked, {none}" for task in range(1, 6)},
                **{(task, name): arm for task in (2, 5) for name in ("BOTH", "CPU")},
                **{(task, "CPU"): f"GPU asked, {none}" for task in (3, 4)},
                (4, "BOTH"): "GPU vendor amd not in [NVIDIA]",
            },
            asrun={},
        ),
    )


def test_a_platform_pattern_is_resolved_before_the_check(spec: Spec) -> None:
    """V20: on CVMFS by platform (A, B) and in tags (D, E), with no container at all. As
    run a pattern equals no string: only a container accepts it (C)."""
    spec.check(
        world=published(
            A={},
            B={"cmtconfigs": ["x86_64-slc6-gcc62-opt"]},
            C={"containers": ["any"]},
            D={"cvmfs": [], "tags": ATHENA},
            E={"cvmfs": [], "tags": ATHENA, "cmtconfigs": []},
        ),
        task=athena(
            "x86_64-centos[0-9]-gcc8-opt",
            "x86_64-.*-opt",
            "x86_64-(alma|rocky)9-gcc8-opt",
        ),
        expected=both(
            page={1: {"B", "E"}, 2: {"E"}, 3: {"A", "B", "D", "E"}},
            asrun={(task, name) for task in (1, 2, 3) for name in "ABDE"},
        ),
    )


def test_a_base_platform_of_a_release_on_cvmfs(spec: Spec) -> None:
    """V24: it matters to tags only, and an empty one is none."""
    lacking = "base platform centos7, no any in containers []"
    spec.check(
        world=published(A={}, B={"cvmfs": [], "tags": ATHENA}),
        task=athena(
            f"{PLATFORM}@centos7",
            asks(base_platform="centos7"),
            asks(base_platform=""),
            f"{PLATFORM}@",
        ),
        expected=both(
            page={(1, "B"): lacking, (2, "B"): lacking},
            asrun={(task, name) for task in (1, 2, 3) for name in "AB"},
        ),
    )


def test_releases_on_cvmfs_by_platform(spec: Spec) -> None:
    """The platform must be among the cmtconfigs, unless the queue starts any container,
    or those on CVMFS. With AUTO and nothing published (C) nothing can be found.
    Analysis 9.19: where CVMFS does not help, tags do on the page, not as run (H)."""
    spec.check(
        world=published(
            A={},
            B={"cmtconfigs": ["x86_64-slc6-gcc62-opt"]},
            C=None,
            D={"cmtconfigs": [], "containers": ["any"]},
            E={"cmtconfigs": [], "containers": ["/cvmfs"]},
            F={"cmtconfigs": [], "containers": ["docker://x"]},
            G={"cmtconfigs": [], "cvmfs": [], "containers": ["any"]},
            H={"cmtconfigs": [], "tags": ATHENA},
        ),
        task=athena(PLATFORM),
        expected=both(page={*"BCFG"}, asrun={*"BCFGH"}),
    )


def test_nightlies_need_the_cvmfs_of_nightlies(spec: Spec) -> None:
    """Releases and caches need that of atlas; any serves both."""
    spec.check(
        world=published(
            A={"cvmfs": ["atlas"]}, B={"cvmfs": ["nightlies"]}, C={"cvmfs": ["any"]}
        ),
        task=f"""
            jedi_task_id | trans_home             | architecture
            1            | Athena-21.0.38         | {PLATFORM}
            2            | Athena-2026-01-01T0001 | {PLATFORM}
            3            | AtlasOffline-rel_3     | {PLATFORM}
        """,
        expected={(1, "B"), (2, "A"), (3, "A")},
    )


def test_releases_published_as_tags(spec: Spec) -> None:
    """Without CVMFS: platform, project and version must all be those of one tag. A task
    with a base platform also needs a queue that starts any container."""
    tags = [*ATHENA, tag("AthDerivation", "21.2.2.0")]
    spec.check(
        world=published(
            A={"cvmfs": [], "tags": tags},
            B={"cvmfs": [], "tags": tags, "containers": ["any"]},
        ),
        task=f"""
            jedi_task_id | trans_home             | architecture
            1            | Athena-21.0.38         | {PLATFORM}
            2            | AthDerivation-21.2.2.0 | {PLATFORM}
            3            | Athena-21.2.2.0        | {PLATFORM}
            4            | Athena-21.0.38         | x86_64-slc6-gcc62-opt
            5            | Athena-21.0.38         | {PLATFORM}@centos7
        """,
        expected={3: {"A", "B"}, 4: {"A", "B"}, 5: {"A"}},
    )


def test_containers_by_prefix_or_source(spec: Spec) -> None:
    """The name begins as one of the queue's list, or a source of it in ALL does."""
    world = published(
        A={"containers": ["docker://"]},
        B={"containers": ["/images"]},
        C={"containers": ["/cvmfs"]},
        D={"containers": [], "tags": [CONTAINER]},
        ALL={"tags": [CONTAINER]},
    )
    spec.check(
        world={**world, "queue": "queue_name: A | B | C | D, releases: [AUTO]"},
        task=f"""
            jedi_task_id | trans_home     | architecture | container_name
            1            | Athena-21.0.38 | {PLATFORM}   | docker://atlas/athena
            2            | Athena-21.0.38 | {PLATFORM}   | athena
            3            | Athena-21.0.38 | {PLATFORM}   | /images/athena
        """,
        expected={1: {"B", "D"}, 2: {"A"}, 3: {"A"}},
    )


def test_containers_by_tag_only(spec: Spec) -> None:
    """With onlyTagsForFC (OT) the name or source must stand in a tag of the queue."""
    spec.check(
        world=published(
            A={"containers": ["any", "athena", "/images"]}, B={"tags": [CONTAINER]}
        ),
        task=f"""
            jedi_task_id | trans_home     | architecture | container_name | split_rule
            1            | Athena-21.0.38 | {PLATFORM}   | athena         | OT=1
            2            | Athena-21.0.38 | {PLATFORM}   | /images/athena | OT=1
            3            | Athena-21.0.38 | {PLATFORM}   | athena:1       | OT=1
        """,
        expected={(1, "A"), (2, "A"), (3, "A"), (3, "B")},
    )


def test_the_cpu_of_the_queue(spec: Spec) -> None:
    """Asked for behind #, or by the first part of the platform."""
    arm = [{"type": "cpu", "arch": ["aarch64"]}]
    spec.check(
        world=published(A={}, B={"architectures": arm}, C={"architectures": []}),
        task=athena(
            PLATFORM, f"{PLATFORM}#aarch64", f"{PLATFORM}#(x86_64|aarch64)", asks()
        ),
        expected={1: {"B", "C"}, 2: {"A", "C"}, 3: {"C"}},
    )


def test_the_cpu_that_a_platform_implies(spec: Spec) -> None:
    """V21: what follows the platform is no part of it."""
    spec.check(
        world=published(Q={"cmtconfigs": ["x86_64", PLATFORM]}),
        task=athena("x86_64@", "x86_64", f"{PLATFORM}@"),
        expected=both(page={}, asrun={1: "CPU arch x86_64@ not in [x86_64]"}),
    )


def test_a_gpu_that_is_not_of_a_version(spec: Spec) -> None:
    """D16, V22: != excludes what it names on the page, whatever the key. As run no
    version ever fulfils it, and the one of uarch is read as =."""
    hardware = {"architectures": [CPU, {"type": "gpu", "vendor": ["nvidia"]}]}
    spec.check(
        world=published(A=hardware, B=hardware, C=hardware),
        queue_gpu="""
            queue_name | vendor | framework_version | architecture
            A          | NVIDIA | 11.0              | Volta
            B          | NVIDIA | 12.0              | Ampere
            C          | NVIDIA | 12.0              | Ampere
            C          | NVIDIA | 11.0              | Volta
        """,
        task=athena(
            f"{PLATFORM}&nvidia",
            f"{PLATFORM}&nvidia:cuda>=11.5",
            f"{PLATFORM}&nvidia:cuda!=11.0",
            f"{PLATFORM}&nvidia:uarch!=Volta",
        ),
        expected=both(
            page={(task, name) for task in (2, 3, 4) for name in "AC"},
            asrun={2: {"A", "C"}, 3: {"A", "B", "C"}, 4: {"B"}},
        ),
    )


def test_the_test_that_failed_is_told(spec: Spec) -> None:
    """The detail names what was asked for; the words of each are those of the facts."""
    spec.check(
        world=published(Q={"cvmfs": []}),
        task=athena(PLATFORM),
        expected={1: f"no tag Athena 21.0.38 on {PLATFORM}"},
    )

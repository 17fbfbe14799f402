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
    """D50: a member of the list is enough on the page, as run it stands alone. C208: on
    the page a task without a release that names a container is checked (1). As run, one
    without transHome is not, whatever else it names."""
    asrun = {(2, name) for name in "BCDE"}
    spec.check(
        queue="queue_name: A | B | C | D | E, "
        "releases: [ANY] | [21.0.38, ANY] | [21.0.38] | [] |",
        task="""
            jedi_task_id | trans_home     | container_name
            1            |                | docker://atlas/athena
            2            | Athena-21.0.38 |
            3            |                |
            4            |                | ''
        """,
        expected=both(page={1: {"C", "D", "E"}, 2: {"C", "D", "E"}}, asrun=asrun),
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

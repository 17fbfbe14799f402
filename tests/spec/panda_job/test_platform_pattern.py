"""-regexpcmtconfig: the platform of a task is a pattern that fits no queue's list."""

from __future__ import annotations

from tests.spec.check import Spec, both
from tests.spec.panda_job.software import PLATFORM, asks, athena, published, publishes

NONE = "no cmtconfig of the queue matches "


def test_a_pattern_must_match_one_of_the_cmtconfigs(spec: Spec) -> None:
    """As a whole; that the queue could run any platform in a container is no help. Spec
    4.4: text with .* in it matches itself, so it is taken for a plain platform (4)."""
    pattern, part = "x86_64-(slc6|centos7)-gcc[0-9]+-opt", "x86_64-(slc6|centos7)"
    spec.check(
        world=published(
            A={"containers": ["any"]},
            B={"containers": ["any"], "cmtconfigs": ["x86_64-slc6"]},
            C={"containers": ["any"], "cmtconfigs": []},
        ),
        task=athena(pattern, part, PLATFORM, "x86_64-.*-opt"),
        expected={
            **{(1, queue): NONE + pattern for queue in "BC"},
            **{(2, queue): NONE + part for queue in "AC"},
        },
    )


def test_queues_that_take_any_release_are_not_asked(spec: Spec) -> None:
    """Nor is a queue that lacks the release in the first place: that is -cache. A task
    without a release (2), whose name is transHome, is not checked."""
    spec.check(
        queue="queue_name: A | B | C, releases: [ANY] | [AUTO] | [AUTO]",
        queue_software=f"""
            queue_name | data
            B          | {publishes(containers=["any"])}
            C          | {publishes(cvmfs=[])}
        """,
        task=f"""
            jedi_task_id | trans_home     | architecture
            1            | Athena-21.0.38 | {asks(sw_platform="x86_64-gcc[0-9]-opt")}
            2            |                | x86_64-gcc[0-9]-opt
        """,
        expected={"B"},
    )


def test_the_resolved_platform_is_a_column_of_the_choice(spec: Spec) -> None:
    """The first that fits, in the order of the list, with the base platform."""
    offered = ["x86_64-slc6-gcc8-opt", PLATFORM]
    spec.check_cycle(
        "candidate",
        ["jedi_task_id", "queue_name"],
        "platform",
        profile="asrun",
        queue="releases: [AUTO]",
        queue_software=f"""
            data
            {publishes(cmtconfigs=offered, containers=["any"])}
        """,
        task=f"""
            jedi_task_id | trans_home     | architecture
            1            | Athena-21.0.38 | x86_64-(centos7|slc6)-gcc8-opt
            2            | Athena-21.0.38 | x86_64-centos.-gcc[0-9]-opt@centos7
            3            | Athena-21.0.38 | {PLATFORM}
        """,
        expected={
            (1, "Q"): "x86_64-slc6-gcc8-opt",
            (2, "Q"): f"{PLATFORM}@centos7",
            (3, "Q"): None,
        },
    )


def test_an_architecture_of_the_queue(spec: Spec) -> None:
    """Alternatives at the beginning become the first that a CPU of the queue has, of
    all its CPUs; any has each. A literal rest must follow (2). Not as recorded.
    D and E lack the CPU, for which they are refused before (-cache)."""
    either, pattern = "(aarch64|x86_64)-el9-opt", "(aarch64|x86_64)-el[89]-opt"
    cpus = {
        **{"A": [["x86_64"]], "B": [["x86_64"], ["aarch64"]], "C": [["any"]]},
        **{"D": [["ppc64le"]], "E": []},
    }
    world = published(
        **{
            queue: {
                "containers": ["any"],
                "architectures": [{"type": "cpu", "arch": arch} for arch in found],
            }
            for queue, found in cpus.items()
        }
    )
    spec.check(
        world=world,
        task=athena(either, pattern),
        expected=both(
            page={(2, queue): NONE + pattern for queue in "ABC"},
            asrun={
                (task, queue): NONE + platform
                for task, platform in ((1, either), (2, pattern))
                for queue in "ABC"
            },
        ),
    )
    found = dict.fromkeys("BC", "aarch64-el9-opt") | {"A": "x86_64-el9-opt"}
    spec.check_cycle(
        "candidate",
        ["queue_name"],
        "platform",
        profile="asrun",
        parameters={"arch_alternatives": True},
        world=world,
        task=athena(either),
        expected=found,
    )

"""Releases, caches, nightlies, base platforms, containers, ANY queues, patterns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from tests.facts.asking import RELEASE, Case, answers, world_of
from tests.facts.machines import A100, ANY_GPU, CMTCONFIGS, cpu, published, tag
from tests.facts.world import ASRUN, PAGE, Row

SLC6 = '{"sw_platform": "x86_64-slc6-gcc62-opt"}'
OTHER = '{"sw_platform": "x86_64-alma9-gcc14-opt"}'
BASED = '{"sw_platform": "x86_64-slc6-gcc62-opt", "base_platform": "slc6"}'
EMPTY_BASE = '{"sw_platform": "x86_64-slc6-gcc62-opt", "base_platform": ""}'
PATTERN = '{"sw_platform": "x86_64-(slc6|centos7)-gcc.*-opt"}'
ATHENA: Row = {"cvmfs_tag": "atlas", "project": "Athena", "version": "21.0.38"}
NIGHTLY: Row = {"cvmfs_tag": "nightlies"}
NEEDED: Row = {"cvmfs_tag": "nightlies", "needs_cvmfs": True}
STANDALONE: Row = {"is_platform_only": True}

#: (architecture, question, queue, the test that decides as run, the same on the page)
RELEASES: dict[str, tuple[str | None, Row, Row, str, str]] = {
    "container any": (
        OTHER,
        RELEASE,
        published(containers=["any"]),
        "+cvmfs_container",
        "+cvmfs_container",
    ),
    "container /cvmfs": (
        OTHER,
        RELEASE,
        published(containers=["/cvmfs"]),
        "+cvmfs_container",
        "+cvmfs_container",
    ),
    "container in a scalar": (
        OTHER,
        RELEASE,
        published(containers="any", cvmfs="atlas"),
        "+cvmfs_container",
        "+cvmfs_container",
    ),
    "platform listed": (
        SLC6,
        RELEASE,
        published(containers=[]),
        "+cvmfs_platform",
        "+cvmfs_platform",
    ),
    "platform not listed": (
        OTHER,
        RELEASE,
        published(containers=[]),
        "cvmfs_platform",
        "no_tag",
    ),
    "platform not listed, tagged": (
        SLC6,
        ATHENA,
        published(containers=[], cmtconfigs=[]),
        "cvmfs_platform",
        "+tag",
    ),
    "base platform needs a container": (
        BASED,
        RELEASE,
        published(containers=[]),
        "cvmfs_platform",
        "+cvmfs_platform",
    ),
    "base platform, platform not listed": (
        BASED,
        ATHENA,
        published(containers=[], cmtconfigs=[]),
        "cvmfs_platform",
        "no_container",
    ),
    "empty base platform": (
        EMPTY_BASE,
        RELEASE,
        published(containers=[]),
        "cvmfs_platform",
        "+cvmfs_platform",
    ),
    "tag, empty base platform": (
        EMPTY_BASE,
        ATHENA,
        published(cvmfs=[], containers=[]),
        "no_container",
        "+tag",
    ),
    "pattern of a listed platform": (
        PATTERN,
        RELEASE,
        published(containers=[]),
        "cvmfs_platform",
        "+cvmfs_platform",
    ),
    "pattern, no platform listed": (
        PATTERN,
        ATHENA,
        published(containers=[], cmtconfigs=[]),
        "cvmfs_platform",
        "no_tag",
    ),
    "pattern of a tag": (
        PATTERN,
        ATHENA,
        published(cvmfs=[], cmtconfigs=["x86_64-slc6-gcc62-opt"]),
        "no_tag",
        "+tag",
    ),
    "pattern, tag of another platform": (
        PATTERN,
        ATHENA,
        published(cvmfs=[]),
        "no_tag",
        "no_tag",
    ),
    "base platform, no question of it": (
        BASED,
        {**RELEASE, "base_needs_container": False},
        published(containers=[]),
        "+cvmfs_platform",
        "+cvmfs_platform",
    ),
    "nightly of another repository": (
        SLC6,
        NEEDED,
        published(cvmfs=["atlas"]),
        "no_cvmfs",
        "no_cvmfs",
    ),
    "nightly, repository any": (
        SLC6,
        NEEDED,
        published(cvmfs=["any"]),
        "+cvmfs_container",
        "+cvmfs_container",
    ),
    "nightly without a repository": (
        SLC6,
        NIGHTLY,
        published(cvmfs=[]),
        "no_tag",
        "no_tag",
    ),
    "tag": (SLC6, ATHENA, published(cvmfs=[]), "+tag", "+tag"),
    "tag of another platform": (
        OTHER,
        ATHENA,
        published(cvmfs=[]),
        "no_tag",
        "no_tag",
    ),
    "tag of another version": (SLC6, RELEASE, published(cvmfs=[]), "no_tag", "no_tag"),
    "tag, base platform, any": (
        BASED,
        ATHENA,
        published(cvmfs=[], containers=["any"]),
        "+tag",
        "+tag",
    ),
    "tag, base platform, only /cvmfs": (
        BASED,
        ATHENA,
        published(cvmfs=[], containers=["/cvmfs"]),
        "no_container",
        "no_container",
    ),
    "standalone": (
        OTHER,
        STANDALONE,
        published(cvmfs=[], containers=[], cmtconfigs=[], tags=[]),
        "+platform_only",
        "+platform_only",
    ),
    "nothing published": (SLC6, ATHENA, {}, "no_tag", "no_tag"),
    "no platform at all": (None, ATHENA, published(cvmfs=[]), "no_tag", "no_tag"),
    "no call made": (
        SLC6,
        {**ATHENA, "is_unreadable": True},
        published(),
        "not_asked",
        "not_asked",
    ),
}


@pytest.mark.parametrize(("profile", "place"), [("asrun", 3), ("page", 4)])
def test_releases(profile: str, place: int) -> None:
    cases = [Case(n, c[0], c[1], c[2]) for n, c in RELEASES.items()]
    found = answers(cases, ASRUN if profile == "asrun" else PAGE)
    expected = {name: str(case[place]) for name, case in RELEASES.items()}
    assert {name: answer.test for name, answer in found.items()} == expected


def test_release_details_name_what_is_missing() -> None:
    cases = [Case(n, c[0], c[1], c[2]) for n, c in RELEASES.items()]
    details = {name: a.failed_test for name, a in answers(cases).items()}
    assert details["platform not listed"] == (
        "no any or /cvmfs in containers [], platform x86_64-alma9-gcc14-opt"
        " not in cmtconfigs"
    )
    assert details["base platform needs a container"] == (
        "no any or /cvmfs in containers [], base platform slc6"
    )
    assert details["nightly of another repository"] == "cvmfs [atlas] without nightlies"
    assert details["tag, base platform, only /cvmfs"] == (
        "base platform slc6, no any in containers [/cvmfs]"
    )
    assert details["tag of another version"] == (
        "no tag Athena 22.0.1 on x86_64-slc6-gcc62-opt"
    )
    assert details["tag"] is None


FAT = [
    tag(container_name="AthAnalysis:latest", sources=("/cvmfs/unpacked/a",)),
    tag(container_name="", sources="docker://single"),
]
ALL_TAGS = [
    tag(container_name="Resolved:1", sources=("docker://atlas/r", "/else/r")),
    tag(container_name="Elsewhere:1", sources=("/else/e",)),
]
PREFIXES = published(containers=["docker://atlas"], tags=FAT)

#: (container, onlyTags, queue, the test that decides in both profiles)
CONTAINERS: dict[str, tuple[str, bool, Row, str]] = {
    "any": ("docker://x", False, published(containers=["any"]), "+container_any"),
    "/cvmfs": ("docker://x", False, published(containers=["/cvmfs"]), "+container_any"),
    "any, only tags": ("docker://x", True, published(), "container"),
    "name of a tag": ("AthAnalysis:latest", True, PREFIXES, "+container_tag_name"),
    "source of a tag": ("/cvmfs/unpacked/a", True, PREFIXES, "+container_tag_source"),
    "single source": ("docker://single", True, PREFIXES, "+container_tag_source"),
    "prefix": ("docker://atlas/x", False, PREFIXES, "+container_prefix"),
    "prefix, only tags": ("docker://atlas/x", True, PREFIXES, "container"),
    "no prefix": ("docker://other/x", False, PREFIXES, "container"),
    "source in ALL": ("Resolved:1", False, PREFIXES, "+container_source"),
    "source in ALL, only tags": ("Resolved:1", True, PREFIXES, "container"),
    "other source in ALL": ("Elsewhere:1", False, PREFIXES, "container"),
    "tag without onlyTags": (
        "AthAnalysis:latest",
        False,
        PREFIXES,
        "+container_tag_name",
    ),
    "empty prefix": ("oci://z", False, published(containers=[""]), "+container_prefix"),
}


@pytest.mark.parametrize("parameters", [ASRUN, PAGE], ids=["asrun", "page"])
def test_containers(parameters: Row) -> None:
    cases = [
        Case(name, None, {**RELEASE, "container_name": text, "only_tags": only}, data)
        for name, (text, only, data, _) in CONTAINERS.items()
    ]
    found = answers(cases, parameters, ALL_TAGS)
    expected = {name: test for name, (_, _, _, test) in CONTAINERS.items()}
    assert {name: answer.test for name, answer in found.items()} == expected
    assert found["no prefix"].failed_test == (
        "container docker://other/x in no tag, no prefix of it in [docker://atlas]"
    )
    assert found["prefix, only tags"].failed_test == (
        "container docker://atlas/x in no tag"
    )


def test_a_container_does_not_excuse_the_hardware() -> None:
    asked = {**RELEASE, "container_name": "docker://x"}
    data = published(cpu(arch=["x86_64"]))
    found = answers(
        [Case("fits", "#x86_64", asked, data), Case("other", "#aarch64", asked, data)]
    )
    assert found["fits"].test == "+container_any"
    assert found["other"].test == "cpu_arch"


#: (architecture, question, releases, published, accepted by, as run and on the page)
QUEUES: Mapping[
    str, tuple[str | None, Row, Sequence[str], Row | None, str | None, str | None]
] = {
    "ANY, JSON": (SLC6, ATHENA, ["ANY"], None, "any", "any"),
    "ANY, nothing asked": (None, ATHENA, ["ANY"], None, "any", "any"),
    "ANY, old text": ("x86_64-slc6-gcc62-opt", ATHENA, ["ANY"], None, None, "any"),
    "ANY, base only": ("@centos7", ATHENA, ["ANY"], None, "any", "any"),
    "ANY, CPU": ("#x86_64", ATHENA, ["ANY"], None, None, "any"),
    "ANY, GPU": ("#&nvidia", ATHENA, ["ANY"], None, None, "any"),
    "ANY, container": (
        SLC6,
        {**ATHENA, "container_name": "docker://x"},
        ["ANY"],
        None,
        "any",
        "any",
    ),
    "ANY, container of tags only": (
        SLC6,
        {**ATHENA, "container_name": "x", "only_tags": True, "is_any_refused": True},
        ["ANY"],
        None,
        None,
        "any",
    ),
    "ANY among others": (SLC6, ATHENA, ["21.0", "ANY"], None, None, "any"),
    "AUTO": (SLC6, ATHENA, ["AUTO"], published(), "auto", "auto"),
    "AUTO among others": (SLC6, ATHENA, ["AUTO", "21.0"], published(), None, "auto"),
    "AUTO without a description": (SLC6, ATHENA, ["AUTO"], None, None, None),
    "ANY before AUTO": (SLC6, ATHENA, ["AUTO", "ANY"], published(), None, "any"),
    "a release": (SLC6, ATHENA, ["21.0.38"], published(), None, None),
    "no releases": (SLC6, ATHENA, [], published(), None, None),
}


def queue_cases() -> list[Case]:
    """Return the cases of QUEUES."""
    return [
        Case(n, c[0], c[1], c[3], releases=c[2], levels={"x86_64-v3": 50.0})
        for n, c in QUEUES.items()
    ]


@pytest.mark.parametrize(("profile", "place"), [("asrun", 4), ("page", 5)])
def test_which_queues_take_part(profile: str, place: int) -> None:
    found = answers(queue_cases(), ASRUN if profile == "asrun" else PAGE)
    expected = {name: case[place] for name, case in QUEUES.items()}
    assert {name: answer.via for name, answer in found.items()} == expected
    assert {name for name, a in found.items() if a.is_accepted} == {
        name for name, via in expected.items() if via
    }


def test_details_of_queues_that_take_no_part() -> None:
    details = {name: a.failed_test for name, a in answers(queue_cases()).items()}
    assert details["ANY, CPU"] == "releases [ANY], hardware asked"
    assert details["ANY, container of tags only"] == (
        "releases [ANY], onlyTags container asked"
    )
    assert details["AUTO without a description"] == "releases [AUTO], nothing published"
    assert details["a release"] == "releases [21.0.38], neither AUTO nor ANY"
    assert details["no releases"] == "releases [], neither AUTO nor ANY"


def platform(pattern: str, base: str = "") -> str:
    """Return an architecture that asks for this platform only."""
    rest = f', "base_platform": "{base}"' if base else ""
    return f'{{"sw_platform": "{pattern}"{rest}}}'


#: (platform, base platform, resolved platform, is it unresolved?)
PATTERNS: dict[str, tuple[str, str, str | None, bool]] = {
    "plain": ("x86_64-slc6-gcc62-opt", "", None, False),
    "plain, unknown": ("x86_64-alma9-gcc14-opt", "", None, False),
    "first in the list": ("x86_64-(slc6|centos7)-gcc.*-opt", "", CMTCONFIGS[0], False),
    "base appended": ("x86_64-(slc6|el9)-.*", "el9", f"{CMTCONFIGS[1]}@el9", False),
    "nothing fits": ("aarch64-(el9|el8)-gcc13-opt", "", None, True),
    "matches itself": ("x86_64-.*-opt", "", CMTCONFIGS[0], False),
    "matches itself, nothing fits": ("aarch64-.*-opt", "", None, False),
    "whole string": ("(x86_64|aarch64)-slc6", "", None, True),
    "invalid": ("x86_64-(slc6", "", None, True),
    "unsupported": ("(?=x)x86_64-slc6-gcc62-opt", "", None, True),
}


def test_platform_patterns_resolve_to_the_first_of_the_list() -> None:
    cases = [
        Case(name, platform(text, base), RELEASE, published())
        for name, (text, base, _, _) in PATTERNS.items()
    ]
    found = answers(cases)
    assert {name: (a.platform, a.is_unresolved) for name, a in found.items()} == {
        name: (resolved, unresolved)
        for name, (_, _, resolved, unresolved) in PATTERNS.items()
    }
    assert found["invalid"].problems == (
        'platform "x86_64-(slc6" is no regular expression of RE2: it matches nothing',
    )
    assert len(found["unsupported"].problems) == 1


def test_a_refused_queue_is_not_unresolved() -> None:
    asked = platform("aarch64-(el9|el8)-gcc13-opt")
    found = answers([Case("tag", asked, ATHENA, published(cvmfs=[]))])
    assert (found["tag"].is_accepted, found["tag"].is_unresolved) == (False, False)


def test_queues_with_equal_configurations_are_evaluated_once() -> None:
    data = published(cpu(arch=["x86_64"]))
    cases = [Case(str(n), SLC6, ATHENA, data, [A100]) for n in range(5)]
    world = world_of([*cases, Case("other", SLC6, ATHENA, ANY_GPU)])
    assert len(world.rows("software_signature")) == 1
    assert len(world.rows("software_queue")) == 6
    assert len(world.rows("software_decision")) == 2

"""Releases, caches, nightlies, base platforms, containers, ANY queues, patterns."""

from __future__ import annotations

import json

from tests.facts.asking import RELEASE, Case, Test, answers, decided, world_of
from tests.facts.machines import A100, ANY_GPU, CMTCONFIGS, SLC6, cpu, published, tag
from tests.facts.world import Row


def platform(name: str, base: str | None = None) -> str:
    """Return an architecture that asks for a platform only."""
    return json.dumps({"sw_platform": name, "base_platform": base})


LISTED, OTHER = platform(SLC6), platform("x86_64-alma9-gcc14-opt")
BASED, EMPTY_BASE = platform(SLC6, "slc6"), platform(SLC6, "")
PATTERN = platform("x86_64-(slc6|centos7)-gcc.*-opt")
ATHENA: Row = {"cvmfs_tag": "atlas", "project": "Athena", "version": "21.0.38"}
UNASKED: Row = {**RELEASE, "base_needs_container": False}
NIGHTLY: Row = {"cvmfs_tag": "nightlies"}
NEEDED: Row = {"cvmfs_tag": "nightlies", "needs_cvmfs": True}
STANDALONE: Row = {"is_platform_only": True}
UNREADABLE: Row = {**ATHENA, "is_unreadable": True}

#: On CVMFS without containers, and without platforms; with tags alone, and containers.
BARE, ROOT = published(containers=()), published(containers=(), cmtconfigs=())
TAGS, BARE_TAGS = published(cvmfs=()), published(cvmfs=(), containers=())
EMPTY = published(cvmfs=(), containers=(), cmtconfigs=(), tags=())
ANY, IN_CVMFS = published(containers=["any"]), published(containers=["/cvmfs"])
SCALARS = published(containers="any", cvmfs="atlas")
ATLAS, ANY_REPOSITORY = published(cvmfs=["atlas"]), published(cvmfs=["any"])
OWN = published(cvmfs=["nightlies"], containers=())
ONE_TAGGED = published(cvmfs=(), cmtconfigs=[SLC6])
ANY_TAGS, CVMFS_TAGS = ({**each, "cvmfs": ()} for each in (ANY, IN_CVMFS))
CONTAINER, PLATFORM = "+cvmfs_container", "+cvmfs_platform"
REFUSED = "cvmfs_platform"

#: (architecture, question, queue, the test that decides)
RELEASES: dict[str, tuple[str | None, Row, Row, Test]] = {
    "container any": (OTHER, RELEASE, ANY, CONTAINER),
    "container /cvmfs": (OTHER, RELEASE, IN_CVMFS, CONTAINER),
    "container in a scalar": (OTHER, RELEASE, SCALARS, CONTAINER),
    "platform listed": (LISTED, RELEASE, BARE, PLATFORM),
    "platform not listed": (OTHER, RELEASE, BARE, (REFUSED, "no_tag")),
    "platform not listed, tagged": (LISTED, ATHENA, ROOT, (REFUSED, "+tag")),
    "base platform needs a container": (BASED, RELEASE, BARE, (REFUSED, PLATFORM)),
    "base platform, none listed": (BASED, ATHENA, ROOT, (REFUSED, "no_container")),
    "empty base platform": (EMPTY_BASE, RELEASE, BARE, (REFUSED, PLATFORM)),
    "tag, empty base": (EMPTY_BASE, ATHENA, BARE_TAGS, ("no_container", "+tag")),
    "pattern of a listed platform": (PATTERN, RELEASE, BARE, (REFUSED, PLATFORM)),
    "pattern, none listed": (PATTERN, ATHENA, ROOT, (REFUSED, "no_tag")),
    "pattern of a tag": (PATTERN, ATHENA, ONE_TAGGED, ("no_tag", "+tag")),
    "pattern, tag of another platform": (PATTERN, ATHENA, TAGS, "no_tag"),
    "base platform, no question of it": (BASED, UNASKED, BARE, PLATFORM),
    "nightly of another repository": (LISTED, NEEDED, ATLAS, "no_cvmfs"),
    "nightly of its repository": (OTHER, NEEDED, OWN, (REFUSED, "no_cvmfs")),
    "nightly, repository any": (LISTED, NEEDED, ANY_REPOSITORY, CONTAINER),
    "nightly without a repository": (LISTED, NIGHTLY, TAGS, "no_tag"),
    "tag": (LISTED, ATHENA, TAGS, "+tag"),
    "tag of another platform": (OTHER, ATHENA, TAGS, "no_tag"),
    "tag of another version": (LISTED, RELEASE, TAGS, "no_tag"),
    "tag, base platform, any": (BASED, ATHENA, ANY_TAGS, "+tag"),
    "tag, base platform, only /cvmfs": (BASED, ATHENA, CVMFS_TAGS, "no_container"),
    "standalone": (OTHER, STANDALONE, EMPTY, "+platform_only"),
    "nothing published": (LISTED, ATHENA, {}, "no_tag"),
    "no platform at all": (None, ATHENA, TAGS, "no_tag"),
    "no call made": (LISTED, UNREADABLE, published(), "not_asked"),
}
DETAILS = {
    "platform not listed": (
        "no any or /cvmfs in containers [], platform x86_64-alma9-gcc14-opt"
        " not in cmtconfigs"
    ),
    "base platform needs a container": (
        "no any or /cvmfs in containers [], base platform slc6"
    ),
    "nightly of another repository": "cvmfs [atlas] without nightlies",
    "nightly of its repository": (
        "no any or /cvmfs in containers [], platform x86_64-alma9-gcc14-opt"
        " not in cmtconfigs"
    ),
    "tag, base platform, only /cvmfs": (
        "base platform slc6, no any in containers [/cvmfs]"
    ),
    "tag of another version": f"no tag Athena 22.0.1 on {SLC6}",
    "tag": None,
}


def test_releases() -> None:
    cases = [Case(name, *case[:3]) for name, case in RELEASES.items()]
    assert decided(cases) == {name: test for name, (*_, test) in RELEASES.items()}
    found = answers(cases)
    assert {name: found[name].failed_test for name in DETAILS} == DETAILS


PREFIXES = published(
    containers=["docker://atlas"],
    tags=[
        tag(container_name="AthAnalysis:latest", sources=["/cvmfs/unpacked/a"]),
        tag(container_name="", sources="docker://single"),
    ],
)
ALL_TAGS = [
    tag(container_name="Resolved:1", sources=["docker://atlas/r", "/else/r"]),
    tag(container_name="Elsewhere:1", sources=["/else/e"]),
]
TAGGED = "AthAnalysis:latest"
#: (container, onlyTags, queue, the test that decides)
CONTAINERS: dict[str, tuple[str, bool, Row, str]] = {
    "any": ("docker://x", False, ANY, "+container_any"),
    "/cvmfs": ("docker://x", False, IN_CVMFS, "+container_any"),
    "any, only tags": ("docker://x", True, published(), "container"),
    "name of a tag": (TAGGED, True, PREFIXES, "+container_tag_name"),
    "tag without onlyTags": (TAGGED, False, PREFIXES, "+container_tag_name"),
    "source of a tag": ("/cvmfs/unpacked/a", True, PREFIXES, "+container_tag_source"),
    "single source": ("docker://single", True, PREFIXES, "+container_tag_source"),
    "prefix": ("docker://atlas/x", False, PREFIXES, "+container_prefix"),
    "prefix, only tags": ("docker://atlas/x", True, PREFIXES, "container"),
    "no prefix": ("docker://other/x", False, PREFIXES, "container"),
    "source in ALL": ("Resolved:1", False, PREFIXES, "+container_source"),
    "source in ALL, only tags": ("Resolved:1", True, PREFIXES, "container"),
    "other source in ALL": ("Elsewhere:1", False, PREFIXES, "container"),
    "empty prefix": ("oci://z", False, published(containers=[""]), "+container_prefix"),
}


def test_containers() -> None:
    cases = [
        Case(name, None, {**RELEASE, "container_name": text, "only_tags": only}, data)
        for name, (text, only, data, _) in CONTAINERS.items()
    ]
    expected = {name: test for name, (*_, test) in CONTAINERS.items()}
    assert decided(cases, ALL_TAGS) == expected
    found = answers(cases, all_tags=ALL_TAGS)
    assert found["no prefix"].failed_test == (
        "container docker://other/x in no tag, no prefix of it in [docker://atlas]"
    )
    assert found["prefix, only tags"].failed_test == (
        "container docker://atlas/x in no tag"
    )


def test_a_container_does_not_excuse_the_hardware() -> None:
    asked = {**RELEASE, "container_name": "docker://x"}
    data = published(cpu("x86_64"))
    cases = [Case(text, text, asked, data) for text in ("#x86_64", "#aarch64")]
    assert decided(cases) == {"#x86_64": "+container_any", "#aarch64": "cpu_arch"}


IN_DOCKER: Row = {**ATHENA, "container_name": "docker://x"}
ONLY_TAGS: Row = {**IN_DOCKER, "only_tags": True, "is_any_refused": True}
AUTO, BY_ANY, NO = CONTAINER, ("no_auto", "+any"), "no_auto"
#: (architecture, question, releases, is the software published?, the test that decides)
QUEUES: dict[str, tuple[str | None, Row, str, bool, Test]] = {
    "ANY, JSON": (LISTED, ATHENA, "ANY", False, "+any"),
    "ANY, nothing asked": (None, ATHENA, "ANY", False, "+any"),
    "ANY, old text": (SLC6, ATHENA, "ANY", False, BY_ANY),
    "ANY, base only": ("@centos7", ATHENA, "ANY", False, "+any"),
    "ANY, CPU": ("#x86_64", ATHENA, "ANY", False, BY_ANY),
    "ANY, GPU": ("#&nvidia", ATHENA, "ANY", False, BY_ANY),
    "ANY, container": (LISTED, IN_DOCKER, "ANY", False, "+any"),
    "ANY, container of tags only": (LISTED, ONLY_TAGS, "ANY", False, BY_ANY),
    "ANY among others": (LISTED, ATHENA, "21.0,ANY", False, BY_ANY),
    "AUTO": (LISTED, ATHENA, "AUTO", True, AUTO),
    "AUTO among others": (LISTED, ATHENA, "AUTO,21.0", True, (NO, AUTO)),
    "AUTO without a description": (LISTED, ATHENA, "AUTO", False, NO),
    "ANY before AUTO": (LISTED, ATHENA, "AUTO,ANY", True, BY_ANY),
    "a release": (LISTED, ATHENA, "21.0.38", True, NO),
    "no releases": (LISTED, ATHENA, "", True, NO),
}
NOT_TAKING_PART = {
    "ANY, CPU": "releases [ANY], hardware asked",
    "ANY, container of tags only": "releases [ANY], onlyTags container asked",
    "AUTO without a description": "releases [AUTO], nothing published",
    "a release": "releases [21.0.38], neither AUTO nor ANY",
    "no releases": "releases [], neither AUTO nor ANY",
}


def test_which_queues_take_part() -> None:
    cases = [
        Case(
            *(name, architecture, asked, published() if is_published else None),
            releases=releases.split(",") if releases else [],
        )
        for name, (architecture, asked, releases, is_published, _) in QUEUES.items()
    ]
    assert decided(cases) == {name: test for name, (*_, test) in QUEUES.items()}
    found = answers(cases)
    told = {name: found[name].failed_test for name in NOT_TAKING_PART}
    assert told == NOT_TAKING_PART


#: name: (platform, base platform), (resolved platform, is it unresolved?)
PATTERNS: dict[str, tuple[str, str, str | None, bool]] = {
    "plain": (SLC6, "", None, False),
    "plain, unknown": ("x86_64-alma9-gcc14-opt", "", None, False),
    "first in the list": ("x86_64-(slc6|centos7)-gcc.*-opt", "", CMTCONFIGS[0], False),
    "base appended": ("x86_64-(slc6|el9)-.*", "el9", f"{SLC6}@el9", False),
    "nothing fits": ("aarch64-(el9|el8)-gcc13-opt", "", None, True),
    "matches itself": ("x86_64-.*-opt", "", CMTCONFIGS[0], False),
    "matches itself, nothing fits": ("aarch64-.*-opt", "", None, False),
    "whole string": ("(x86_64|aarch64)-slc6", "", None, True),
    "invalid": ("x86_64-(slc6", "", None, True),
    "unsupported": ("(?=x)x86_64-slc6-gcc62-opt", "", None, True),
}


def test_platform_patterns_resolve_to_the_first_of_the_list() -> None:
    """A queue that is refused is not unresolved."""
    cases = [
        Case(name, platform(text, base), RELEASE, published())
        for name, (text, base, *_) in PATTERNS.items()
    ]
    refused = Case("refused", platform("aarch64-(el9|el8)-gcc13-opt"), ATHENA, TAGS)
    found = answers([*cases, refused])
    assert {name: (a.platform, a.is_unresolved) for name, a in found.items()} == {
        **{name: tuple(told) for name, (_, _, *told) in PATTERNS.items()},
        "refused": (None, False),
    }
    assert found["invalid"].problems == (
        'platform "x86_64-(slc6" is no regular expression of RE2: it matches nothing',
    )
    assert len(found["unsupported"].problems) == 1


def test_queues_with_equal_configurations_are_evaluated_once() -> None:
    data = published(cpu("x86_64"))
    cases = [Case(str(n), LISTED, ATHENA, data, [A100]) for n in range(5)]
    world = world_of([*cases, Case("other", LISTED, ATHENA, ANY_GPU)])
    facts = ("software_signature", "software_queue", "software_decision")
    assert [len(world.rows(fact)) for fact in facts] == [1, 6, 2]

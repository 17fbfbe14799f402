"""The page's own examples: its queue AGLT2, its GPU requests in both formats."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from tests.facts.asking import HARDWARE, RELEASE, Case, answers, world_of
from tests.facts.machines import (
    A100,
    A100_80,
    AGLT2,
    MI250,
    P100,
    T4,
    V100,
    cpu,
    gpus,
    published,
)
from tests.facts.world import ASRUN, PAGE, Row

#: Worker nodes by name; each stands for a queue that has only this kind.
NODES = {"A100": A100, "A100_80": A100_80, "V100": V100, "P100": P100, "T4": T4}
NODES |= {"MI250": MI250}
NVIDIA = {"A100", "A100_80", "V100", "P100", "T4"}
EXCLUDED = {"pattern": ".*P100.*", "excl": True}
BOTH_EXCLUDED = {"pattern": ".*(P100|V100).*", "excl": True}

#: shorthand: (the same as a gpu_spec, the queues that fulfil it)
REQUESTS: dict[str, tuple[Row, set[str]]] = {
    "#&nvidia": ({"vendor": "nvidia"}, NVIDIA),
    "#&nvidia:vram>=40960": (
        {"vendor": "nvidia", "vram": ">=40960"},
        {"A100", "A100_80"},
    ),
    "#&nvidia:vram==15360": ({"vendor": "nvidia", "vram": "==15360"}, {"T4"}),
    "#&nvidia:uarch=Ampere:cuda>=12.0": (
        {"vendor": "nvidia", "microarchitecture": "Ampere", "version": ">=12.0"},
        {"A100", "A100_80"},
    ),
    "#&nvidia:model=.*A100.*": (
        {"vendor": "nvidia", "model": ".*A100.*"},
        {"A100", "A100_80"},
    ),
    "#&nvidia:model=.*A100.*:vram>=40960:driver>=575.0": (
        {
            "vendor": "nvidia",
            "model": ".*A100.*",
            "vram": ">=40960",
            "driver_version": ">=575.0",
        },
        {"A100", "A100_80"},
    ),
    "#&nvidia:model=.*A100.*:uarch=Ampere:driver>=575.0": (
        {
            "vendor": "nvidia",
            "model": ".*A100.*",
            "microarchitecture": "Ampere",
            "driver_version": ">=575.0",
        },
        {"A100", "A100_80"},
    ),
    "#&nvidia:model=.*A100.*:vram==81920:cuda>=12.0:driver>=575.0": (
        {
            "vendor": "nvidia",
            "model": ".*A100.*",
            "vram": "==81920",
            "version": ">=12.0",
            "driver_version": ">=575.0",
        },
        {"A100_80"},
    ),
    "#&nvidia:model!=.*P100.*": (
        {"vendor": "nvidia", "model": EXCLUDED},
        NVIDIA - {"P100"},
    ),
    "#&nvidia:model!=.*(P100|V100).*": (
        {"vendor": "nvidia", "model": BOTH_EXCLUDED},
        NVIDIA - {"P100", "V100"},
    ),
    "#&nvidia:vram>=40960:cuda>=12.0": (
        {"vendor": "nvidia", "vram": ">=40960", "version": ">=12.0"},
        {"A100", "A100_80"},
    ),
    "#&nvidia:model!=.*P100.*:vram>=30000": (
        {"vendor": "nvidia", "model": EXCLUDED, "vram": ">=30000"},
        {"A100", "A100_80", "V100"},
    ),
    "#&nvidia:model=.*(P100|V100).*": (
        {"vendor": "nvidia", "model": ".*(P100|V100).*"},
        {"P100", "V100"},
    ),
}
GPU_QUEUE = published(cpu(arch=["any"]), gpus(vendor=["nvidia"]))


@pytest.mark.parametrize("parameters", [ASRUN, PAGE], ids=["asrun", "page"])
def test_gpu_requests_take_the_queues_that_they_name(parameters: Row) -> None:
    cases = [
        Case(f"{number} {form} {name}", text, HARDWARE, GPU_QUEUE, [node])
        for number, (shorthand, (entry, _)) in enumerate(REQUESTS.items())
        for form, text in (
            ("short", shorthand),
            ("json", json.dumps({"gpu_spec": entry})),
        )
        for name, node in NODES.items()
    ]
    found = answers(cases, parameters)
    taken = {name for name, answer in found.items() if answer.is_accepted}
    assert taken == {
        f"{number} {form} {name}"
        for number, (_, names) in enumerate(REQUESTS.values())
        for form in ("short", "json")
        for name in names
    }


def test_a_shorthand_and_its_json_form_are_one_requirement() -> None:
    pairs = [
        (shorthand, json.dumps({"gpu_spec": entry}))
        for shorthand, (entry, _) in REQUESTS.items()
    ]
    swapped = ("#&nvidia:cuda>=12.0:uarch=Ampere", "#&nvidia:uarch=Ampere:cuda>=12.0")
    texts = [text for pair in (*pairs, swapped) for text in pair]
    rows = world_of([Case(text, text) for text in texts]).rows("software_specification")
    numbers = {row["architecture"]: row["specification_no"] for row in rows}
    assert {numbers[old] - numbers[new] for old, new in (*pairs, swapped)} == {0}
    assert len(set(numbers.values())) == len(pairs)


#: name: (architecture, worker nodes of AGLT2, the test that decides)
AT_AGLT2: dict[str, tuple[str | None, Sequence[Row], str]] = {
    "asks for nothing": (None, [A100], "cpu_exclusive"),
    "asks for no GPU": ("x86_64-centos7-gcc8-opt", [A100], "gpu_exclusive"),
    "asks for no vendor": ("#x86_64&nvidia", [A100], "cpu_vendor"),
    "intel and nvidia": ("#x86_64-intel-avx2&nvidia", [A100], "+hardware_only"),
    "intel, any instructions": ("#x86_64-intel&nvidia", [A100], "+hardware_only"),
    "amd": ("#x86_64-amd-avx2&nvidia", [A100], "cpu_vendor"),
    "other instructions": ("#x86_64-intel-avx512&nvidia", [A100], "cpu_instr"),
    "other GPU": ("#x86_64-intel-avx2&amd", [A100], "gpu_vendor"),
    "no GPU reported": ("#x86_64-intel-avx2&nvidia", [], "gpu_vendor"),
    "anything, none reported": (
        '{"cpu_specs": [{"arch": "x86_64", "vendor": "intel"}], "gpu_spec": {}}',
        [],
        "+hardware_only",
    ),
}
IN_FULL = "#x86_64-intel-avx2&nvidia"
#: name: (architecture, release, the test that decides, the platform resolved)
RELEASES: dict[str, tuple[str, Row, str, str | None]] = {
    "a release of CVMFS in any container": (
        f"x86_64-el9-gcc13-opt{IN_FULL}",
        RELEASE,
        "+cvmfs_container",
        None,
    ),
    "a platform pattern takes the first that fits": (
        f"x86_64-(slc6|centos7)-gcc8-opt{IN_FULL}",
        RELEASE,
        "+cvmfs_container",
        "x86_64-centos7-gcc8-opt",
    ),
    "a nightly": (
        f"x86_64-slc6-gcc62-opt{IN_FULL}",
        {"cvmfs_tag": "nightlies", "needs_cvmfs": True},
        "+cvmfs_container",
        None,
    ),
    "a base platform with its image": (
        f"x86_64-slc6-gcc62-opt@centos7+docker-img{IN_FULL}",
        RELEASE,
        "+cvmfs_container",
        None,
    ),
}


@pytest.mark.parametrize("parameters", [ASRUN, PAGE], ids=["asrun", "page"])
def test_the_example_queue(parameters: Row) -> None:
    cases = [
        *(
            Case(name, architecture, HARDWARE if architecture else {}, AGLT2, nodes)
            for name, (architecture, nodes, _) in AT_AGLT2.items()
        ),
        *(
            Case(name, architecture, asked, AGLT2, [A100])
            for name, (architecture, asked, _, _) in RELEASES.items()
        ),
    ]
    found = answers(cases, parameters)
    assert {name: answer.test for name, answer in found.items()} == {
        **{name: test for name, (_, _, test) in AT_AGLT2.items()},
        **{name: test for name, (_, _, test, _) in RELEASES.items()},
    }
    assert {name: found[name].platform for name in RELEASES} == {
        name: platform for name, (_, _, _, platform) in RELEASES.items()
    }


def test_the_image_of_a_base_platform_plays_no_role() -> None:
    """Only the resolved platform carries it on, to the pilot."""
    tags_only = {**AGLT2, "cvmfs": [], "containers": ["any"]}
    cases = [
        Case(
            f"{base} {release}",
            f"x86_64-slc6-gcc6.-opt@{base}{IN_FULL}",
            {**RELEASE, "version": release},
            data,
            [A100],
        )
        for base in ("centos7", "centos7+img")
        for release, data in (("21.0.38", tags_only), ("21.0.39", tags_only))
    ]
    cases += [
        Case(base, f"x86_64-slc6-gcc6.-opt@{base}{IN_FULL}", RELEASE, AGLT2, [A100])
        for base in ("centos7", "centos7+img")
    ]
    found = answers(cases, PAGE)
    with_image = [answer for name, answer in found.items() if "+img" in name]
    without = [answer for name, answer in found.items() if "+img" not in name]
    assert [a.test for a in with_image] == [a.test for a in without]
    assert {a.platform for a in without} == {"x86_64-slc6-gcc62-opt@centos7"}
    assert {a.platform for a in with_image} == {"x86_64-slc6-gcc62-opt@centos7+img"}

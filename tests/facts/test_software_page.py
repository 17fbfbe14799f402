"""The page's own examples: its queue AGLT2, its GPU requests in both formats."""

from __future__ import annotations

import json
from collections.abc import Sequence

from tests.facts.asking import HARDWARE, RELEASE, Case, Test, answers, decided, world_of
from tests.facts.machines import A100, AGLT2, ANY_GPU, NODES, SLC6
from tests.facts.world import ASRUN, PAGE, Row

#: Worker nodes, each of which stands for a queue that has only this kind.
NVIDIA = {"A100", "A100_80", "V100", "P100", "T4"}
BOTH_A100 = {"A100", "A100_80"}
AMPERE, CUDA = {"microarchitecture": "Ampere"}, {"version": ">=12.0"}
DRIVER = {"driver_version": ">=575.0"}
A100_MODEL, EITHER = ".*A100.*", ".*(P100|V100).*"
NO_P100, NEITHER = ({"pattern": it, "excl": True} for it in (".*P100.*", EITHER))

#: shorthand: (what the gpu_spec says besides the vendor, the queues that fulfil it)
REQUESTS: dict[str, tuple[Row, set[str]]] = {
    "#&nvidia": ({}, NVIDIA),
    "#&nvidia:vram>=40960": ({"vram": ">=40960"}, BOTH_A100),
    "#&nvidia:vram==15360": ({"vram": "==15360"}, {"T4"}),
    "#&nvidia:uarch=Ampere:cuda>=12.0": ({**AMPERE, **CUDA}, BOTH_A100),
    "#&nvidia:model=.*A100.*": ({"model": A100_MODEL}, BOTH_A100),
    "#&nvidia:model=.*A100.*:vram>=40960:driver>=575.0": (
        {**DRIVER, "model": A100_MODEL, "vram": ">=40960"},
        BOTH_A100,
    ),
    "#&nvidia:model=.*A100.*:uarch=Ampere:driver>=575.0": (
        {**AMPERE, **DRIVER, "model": A100_MODEL},
        BOTH_A100,
    ),
    "#&nvidia:model=.*A100.*:vram==81920:cuda>=12.0:driver>=575.0": (
        {**CUDA, **DRIVER, "model": A100_MODEL, "vram": "==81920"},
        {"A100_80"},
    ),
    "#&nvidia:model!=.*P100.*": ({"model": NO_P100}, NVIDIA - {"P100"}),
    "#&nvidia:model!=.*(P100|V100).*": ({"model": NEITHER}, BOTH_A100 | {"T4"}),
    "#&nvidia:vram>=40960:cuda>=12.0": ({**CUDA, "vram": ">=40960"}, BOTH_A100),
    "#&nvidia:model!=.*P100.*:vram>=30000": (
        {"model": NO_P100, "vram": ">=30000"},
        BOTH_A100 | {"V100"},
    ),
    "#&nvidia:model=.*(P100|V100).*": ({"model": EITHER}, {"P100", "V100"}),
}
#: Each with its JSON form, which is the same requirement.
PAIRS = [
    (shorthand, json.dumps({"gpu_spec": {"vendor": "nvidia", **entry}}))
    for shorthand, (entry, _) in REQUESTS.items()
]


def test_gpu_requests_take_the_queues_that_they_name() -> None:
    cases = [
        Case(f"{text} {name}", text, HARDWARE, ANY_GPU, [node])
        for text in REQUESTS
        for name, node in NODES.items()
    ]
    taken = {name for name, test in decided(cases).items() if test == OK}
    assert taken == {
        f"{text} {name}" for text, (_, names) in REQUESTS.items() for name in names
    }


def test_a_shorthand_and_its_json_form_are_one_requirement() -> None:
    swapped = ("#&nvidia:cuda>=12.0:uarch=Ampere", "#&nvidia:uarch=Ampere:cuda>=12.0")
    pairs = [*PAIRS, swapped]
    cases = [Case(text, text) for pair in pairs for text in pair]
    rows = world_of(cases).rows("software_specification")
    numbers = {row["architecture"]: row["specification_no"] for row in rows}
    assert {numbers[old] - numbers[new] for old, new in pairs} == {0}
    assert len(set(numbers.values())) == len(PAIRS)


CPU = "#x86_64-intel-avx2"
IN_FULL = f"{CPU}&nvidia"
ANY_OF_INTEL = '{"cpu_specs": [{"arch": "x86_64", "vendor": "intel"}], "gpu_spec": {}}'
OK, PLAIN = "+hardware_only", "x86_64-centos7-gcc8-opt"
#: name: (architecture, worker nodes of AGLT2, the test that decides)
AT_AGLT2: dict[str, tuple[str | None, Sequence[Row], Test]] = {
    "nothing": (None, [A100], "cpu_exclusive"),
    "plain platform": (PLAIN, [A100], "gpu_exclusive"),
    "CPU only": (CPU, [A100], "gpu_exclusive"),
    "no vendor": ("#x86_64&nvidia", [A100], "cpu_vendor"),
    "intel and nvidia": (IN_FULL, [A100], OK),
    "any instructions": ("#x86_64-intel&nvidia", [A100], OK),
    "amd": ("#x86_64-amd-avx2&nvidia", [A100], "cpu_vendor"),
    "other instructions": ("#x86_64-intel-avx512&nvidia", [A100], "cpu_instr"),
    "other GPU": (f"{CPU}&amd", [A100], "gpu_vendor"),
    "no GPU reported": (IN_FULL, [], "gpu_vendor"),
    "anything, none reported": (ANY_OF_INTEL, [], OK),
}
DETAILS = {
    "nothing": "excl CPU, the task asks for no CPU",
    "plain platform": "excl GPU, the task asks for no GPU",
    "intel and nvidia": None,
    "amd": "CPU vendor amd not in [excl, intel]",
    "other GPU": "GPU vendor amd not in [NVIDIA]",
}
NIGHTLY: Row = {"cvmfs_tag": "nightlies", "needs_cvmfs": True}
PATTERN = f"x86_64-(slc6|centos7)-gcc8-opt{IN_FULL}"
#: A release of CVMFS in any container; a pattern takes the first platform that fits.
RELEASES: dict[str, tuple[str, Row, str | None]] = {
    "a release": (f"x86_64-el9-gcc13-opt{IN_FULL}", RELEASE, None),
    "a pattern": (PATTERN, RELEASE, "x86_64-centos7-gcc8-opt"),
    "a nightly": (f"{SLC6}{IN_FULL}", NIGHTLY, None),
    "a base platform with its image": (f"{SLC6}@centos7+img{IN_FULL}", RELEASE, None),
}


def test_the_example_queue_takes_only_who_names_its_hardware() -> None:
    cases = [
        Case(name, architecture, HARDWARE if architecture else {}, AGLT2, nodes)
        for name, (architecture, nodes, _) in AT_AGLT2.items()
    ]
    assert decided(cases) == {name: test for name, (*_, test) in AT_AGLT2.items()}
    found = answers(cases)
    assert {name: found[name].failed_test for name in DETAILS} == DETAILS


def test_releases_at_the_example_queue() -> None:
    cases = [
        Case(name, architecture, asked, AGLT2, [A100])
        for name, (architecture, asked, _) in RELEASES.items()
    ]
    for parameters in (ASRUN, PAGE):
        found = answers(cases, parameters)
        assert {name: (each.test, each.platform) for name, each in found.items()} == {
            name: ("+cvmfs_container", platform)
            for name, (*_, platform) in RELEASES.items()
        }


def test_the_image_of_a_base_platform_plays_no_role() -> None:
    """Only the resolved platform carries it on, to the pilot."""
    tags_only = {**AGLT2, "cvmfs": [], "containers": ["any"]}
    asked = [(tags_only, "21.0.38"), (tags_only, "21.0.39"), (AGLT2, "22.0.1")]
    tests = []
    for base in ("centos7", "centos7+img"):
        text = f"x86_64-slc6-gcc6.-opt@{base}{IN_FULL}"
        cases = [
            Case(version, text, {**RELEASE, "version": version}, data, [A100])
            for data, version in asked
        ]
        found = answers(cases, PAGE).values()
        assert {answer.platform for answer in found} == {f"{SLC6}@{base}"}
        tests.append([answer.test for answer in found])
    assert tests[0] == tests[1] == ["+tag", "no_tag", "+cvmfs_container"]

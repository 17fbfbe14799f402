"""GPU requirements: capability first, then the rows that worker nodes report."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.facts.asking import HARDWARE, Case, answers
from tests.facts.machines import (
    A100,
    A100_80,
    ANY_GPU,
    MI250,
    P100,
    T4,
    V100,
    cpu,
    gpus,
    published,
)
from tests.facts.world import ASRUN, PAGE, Row

OK = "+hardware_only"
NO_VRAM: Row = {**A100, "vram": None}
ZERO_VRAM: Row = {**A100, "vram": 0}
NO_DRIVER: Row = {**A100, "driver_version": "unknown"}
NO_CUDA: Row = {**A100, "framework_version": None}
NO_UARCH: Row = {**A100, "architecture": None}
NAMELESS: Row = {**A100, "vendor": None, "model": ""}

#: (architecture, rows of the queue, the test that decides in both profiles)
CASES: dict[str, tuple[str, Sequence[Row], str]] = {
    "any of that vendor": ("#&nvidia", [A100], OK),
    "one row is enough": ("#&nvidia", [MI250, A100], OK),
    "other vendor": ("#&nvidia", [MI250], "gpu_vendor"),
    "no rows": ("#&nvidia", [], "gpu_vendor"),
    "nameless row": ("#&nvidia", [NAMELESS], "gpu_vendor"),
    "no rows, anything": ('{"gpu_spec": {"vendor": "*"}}', [], OK),
    "no rows, empty object": ('{"gpu_spec": {}}', [], OK),
    "vendor begins so": ('{"gpu_spec": {"vendor": "NV"}}', [A100], OK),
    "vendor holds it": ('{"gpu_spec": {"vendor": "VIDIA"}}', [A100], "gpu_vendor"),
    "first dash piece": ("#&nvidia-Tesla-T4", [T4], OK),
    "model": ("#&nvidia-.*A100.*", [A100], OK),
    "model, any case": ("#&nvidia:model=.*a100.*", [A100], OK),
    "model from the start": ("#&nvidia:model=A100", [A100], "gpu_model"),
    "model, no rows": ("#&*:model=.*A100.*", [], "gpu_model"),
    "model excluded, there": ("#&nvidia:model!=.*P100.*", [A100, P100], "gpu_excluded"),
    "model excluded, away": ("#&nvidia:model!=.*P100.*", [A100, V100], OK),
    "model excluded, no rows": ("#&*:model!=.*P100.*", [], "gpu_model"),
    "excluded alternatives": (
        "#&nvidia:model!=.*(P100|V100).*",
        [V100],
        "gpu_excluded",
    ),
    "excl on top has no effect": (
        '{"gpu_spec": {"vendor": "nvidia", "pattern": ".*P100.*", "excl": true}}',
        [P100],
        OK,
    ),
    "pattern without excl": (
        '{"gpu_spec": {"model": {"pattern": ".*P100.*"}}}',
        [A100],
        "gpu_model",
    ),
    "excl as text": (
        '{"gpu_spec": {"model": {"pattern": ".*P100.*", "excl": "true"}}}',
        [P100],
        OK,
    ),
    "star is no pattern": ("#&nvidia:model!=*", [A100], "error"),
    "excl without pattern": (
        '{"gpu_spec": {"model": {"excl": true}}}',
        [A100],
        "error",
    ),
    "vram below": ("#&nvidia:vram>=40961", [A100], "gpu_vram"),
    "vram at": ("#&nvidia:vram>=40960", [A100, A100_80], OK),
    "vram above": ("#&nvidia:vram>=40959", [A100], OK),
    "vram at, strictly": ("#&nvidia:vram>40960", [A100], "gpu_vram"),
    "vram of one node": ("#&nvidia:vram>=40960", [A100, V100], "gpu_vram"),
    "vram equal": ("#&nvidia:vram==15360", [T4], OK),
    "vram single =": ("#&nvidia:vram=15360", [T4], OK),
    "vram at most": ("#&nvidia:vram<=15360", [T4], OK),
    "vram less": ("#&nvidia:vram<15360", [T4], "gpu_vram"),
    "vram unknown at a node": ("#&nvidia:vram>=1", [A100, NO_VRAM], "gpu_vram"),
    "vram zero is unknown": ("#&nvidia:vram>=0", [ZERO_VRAM], "gpu_vram"),
    "vram without operator": ('{"gpu_spec": {"vram": "40960"}}', [A100], "gpu_vram"),
    "vram as a number": ('{"gpu_spec": {"vram": 40960}}', [A100], "error"),
    "odd operator": ('{"gpu_spec": {"vram": "=>40960"}}', [A100], "gpu_vram"),
    "cuda and uarch": ("#&nvidia:cuda>=12.0:uarch=Ampere", [A100], OK),
    "cuda, mixed nodes": ("#&nvidia:cuda>=12.8", [V100, A100_80], "gpu_version"),
    "cuda unknown at a node": ("#&nvidia:cuda>=12.0", [A100, MI250], "gpu_version"),
    "cuda unknown": ("#&nvidia:cuda>=12.0", [NO_CUDA], "gpu_version"),
    "driver by number": ("#&nvidia:driver>=99.0", [A100], OK),
    "driver exactly": ("#&nvidia:driver==575.51.03", [T4], OK),
    "driver, leading zero": ("#&nvidia:driver==575.51.3", [T4], OK),
    "driver, trailing zero": ("#&nvidia:driver==575.51.03.0", [T4], OK),
    "driver no version": ("#&nvidia:driver>=1", [NO_DRIVER], "gpu_driver_version"),
    "uarch list": (
        '{"gpu_spec": {"microarchitecture": ["Hopper", "Ampere"]}}',
        [A100],
        OK,
    ),
    "uarch text": ('{"gpu_spec": {"microarchitecture": "Ampere"}}', [A100, V100], OK),
    "uarch empty list": (
        '{"gpu_spec": {"microarchitecture": []}}',
        [A100],
        "gpu_microarchitecture",
    ),
    "uarch, other case": ("#&nvidia:uarch=ampere", [A100], "gpu_microarchitecture"),
    "uarch, no such operator": ("#&nvidia:uarch>=Ampere", [A100], OK),
    "unknown key": ("#&nvidia:foo>=3", [A100], OK),
    "malformed piece": ("#&nvidia:vram", [A100], OK),
    "last piece counts": ("#&nvidia:vram>=99999:vram>=1", [A100], OK),
    "tests of different rows": ("#&nvidia:uarch=Ampere:model=Tesla.*", [A100, T4], OK),
    "pattern RE2 refuses": ("#&(?=nvidia)", [A100], "error"),
}


@pytest.mark.parametrize("parameters", [ASRUN, PAGE], ids=["asrun", "page"])
def test_the_test_that_decides(parameters: Row) -> None:
    cases = [
        Case(name, architecture, HARDWARE, ANY_GPU, rows)
        for name, (architecture, rows, _) in CASES.items()
    ]
    found = answers(cases, parameters)
    expected = {name: test for name, (_, _, test) in CASES.items()}
    assert {name: answer.test for name, answer in found.items()} == expected


def test_a_queue_without_a_gpu_entry_is_refused_whatever_its_nodes_report() -> None:
    data = published(cpu(arch=["x86_64"]))
    found = answers(
        [
            Case("vendor", "#&nvidia", HARDWARE, data, [A100]),
            Case("anything", '{"gpu_spec": {}}', HARDWARE, data, [A100]),
        ]
    )
    assert {answer.test for answer in found.values()} == {"no_gpu"}


def test_what_the_queue_publishes_of_its_gpus_is_not_consulted() -> None:
    data = published(gpus(vendor=["amd"], model=["kt100"]))
    found = answers([Case("nvidia", "#&nvidia:model=.*A100.*", HARDWARE, data, [A100])])
    assert found["nvidia"].is_accepted


#: (architecture, rows of the queue, the test that decides as run, on the page)
UNEQUAL: dict[str, tuple[str, Sequence[Row], str, str]] = {
    "vram": ("#&nvidia:vram!=15360", [A100], "gpu_vram", OK),
    "vram equals": ("#&nvidia:vram!=40960", [A100], "gpu_vram", "gpu_vram"),
    "vram at one node": ("#&nvidia:vram!=40960", [A100, T4], "gpu_vram", "gpu_vram"),
    "cuda": ("#&nvidia:cuda!=12.0", [A100], "gpu_version", OK),
    "cuda equals": ("#&nvidia:cuda!=12.4.0", [A100], "gpu_version", "gpu_version"),
    "cuda at one node": ("#&*:cuda!=12.4", [MI250, A100], "gpu_version", "gpu_version"),
    "cuda unknown": ("#&nvidia:cuda!=12.0", [NO_CUDA], "gpu_version", OK),
    "cuda unknown at a node": ("#&*:cuda!=12.0", [A100, MI250], "gpu_version", OK),
    "cuda, no rows": ("#&*:cuda!=12.0", [], "gpu_version", "gpu_version"),
    "cuda, no version": ("#&*:cuda!=twelve", [A100], "gpu_version", "gpu_version"),
    "driver": ("#&nvidia:driver!=575.0", [A100], "gpu_driver_version", OK),
    "uarch": ("#&nvidia:uarch!=Volta", [A100], "gpu_microarchitecture", OK),
    "uarch equals": ("#&nvidia:uarch!=Ampere", [A100], OK, "gpu_excluded"),
    "uarch at one node": ("#&nvidia:uarch!=Ampere", [T4, A100], OK, "gpu_excluded"),
    "uarch, other case": (
        "#&nvidia:uarch!=ampere",
        [A100],
        "gpu_microarchitecture",
        OK,
    ),
    "uarch unknown": ("#&*:uarch!=Ampere", [NO_UARCH], "gpu_microarchitecture", OK),
    "uarch, no rows": (
        "#&*:uarch!=Ampere",
        [],
        "gpu_microarchitecture",
        "gpu_microarchitecture",
    ),
    "model": ("#&nvidia:model!=.*P100.*", [A100, T4], OK, OK),
    "model at one node": (
        "#&nvidia:model!=.*P100.*",
        [A100, P100],
        "gpu_excluded",
        "gpu_excluded",
    ),
    "driver as JSON": (
        '{"gpu_spec": {"driver_version": "!=1.0"}}',
        [A100],
        "gpu_driver_version",
        OK,
    ),
}


@pytest.mark.parametrize(("profile", "place"), [("asrun", 2), ("page", 3)])
def test_unequal_is_supported_on_the_page_only(profile: str, place: int) -> None:
    cases = [Case(n, c[0], HARDWARE, ANY_GPU, c[1]) for n, c in UNEQUAL.items()]
    found = answers(cases, ASRUN if profile == "asrun" else PAGE)
    expected = {name: str(case[place]) for name, case in UNEQUAL.items()}
    assert {name: answer.test for name, answer in found.items()} == expected
    if profile == "page":
        assert found["uarch at one node"].failed_test == (
            "GPU microarchitecture Ampere excluded, has [Ampere, Turing]"
        )


def test_details_hold_both_numbers() -> None:
    asked: dict[str, tuple[str, Sequence[Row]]] = {
        "vram 32768 < 40960": ("#&nvidia:vram>=40960", [A100, V100]),
        "vram 40960 <= 40960": ("#&nvidia:vram>40960", [A100]),
        "version 12.2 < 12.8": ("#&nvidia:cuda>=12.8", [V100, A100_80]),
        "version unknown at a worker node, >= 12.0 asked": (
            "#&nvidia:cuda>=12.0",
            [A100, MI250],
        ),
        "GPU vendor nvidia not in [AMD]": ("#&nvidia", [MI250]),
        "GPU model Tesla.* not in [NVIDIA A100-SXM4-40GB]": (
            "#&nvidia:model=Tesla.*",
            [A100],
        ),
        "GPU model .*P.* excluded, has [Tesla P100-PCIE-16GB, Tesla T4]": (
            "#&nvidia:model!=.*P.*",
            [T4, P100],
        ),
        "GPU microarchitecture Hopper not in [Ampere]": (
            "#&nvidia:uarch=Hopper",
            [A100],
        ),
        "no worker-node GPU known, vendor asked": ("#&nvidia", []),
    }
    cases = [Case(n, t, HARDWARE, ANY_GPU, rows) for n, (t, rows) in asked.items()]
    found = answers(cases)
    assert {name: answer.failed_test for name, answer in found.items()} == {
        name: name for name in asked
    }

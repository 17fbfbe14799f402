"""GPU requirements: capability first, then the rows that worker nodes report."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from tests.facts.asking import HARDWARE, Case, Test, answers, decided
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
from tests.facts.world import PAGE, Row

OK = "+hardware_only"
NO_VRAM: Row = {**A100, "vram": None}
ZERO_VRAM: Row = {**A100, "vram": 0}
NO_DRIVER: Row = {**A100, "driver_version": "unknown"}
NO_CUDA: Row = {**A100, "framework_version": None}
NO_UARCH: Row = {**A100, "architecture": None}
NAMELESS: Row = {**A100, "vendor": None, "model": ""}
UARCH, DRIVER = "gpu_microarchitecture", "gpu_driver_version"


def spec(**entries: object) -> str:
    """Return an architecture in the JSON format that asks for a GPU."""
    return json.dumps({"gpu_spec": entries})


#: (architecture, rows of the queue, the test that decides)
CASES: dict[str, tuple[str, Sequence[Row], Test]] = {
    "any of that vendor": ("#&nvidia", [A100], OK),
    "one row is enough": ("#&nvidia", [MI250, A100], OK),
    "other vendor": ("#&nvidia", [MI250], "gpu_vendor"),
    "no rows": ("#&nvidia", [], "gpu_vendor"),
    "nameless row": ("#&nvidia", [NAMELESS], "gpu_vendor"),
    "no rows, anything": (spec(vendor="*"), [], OK),
    "no rows, empty object": (spec(), [], OK),
    "vendor begins so": (spec(vendor="NV"), [A100], OK),
    "vendor holds it": (spec(vendor="VIDIA"), [A100], "gpu_vendor"),
    "first dash piece": ("#&nvidia-Tesla-T4", [T4], OK),
    "model": ("#&nvidia-.*A100.*", [A100], OK),
    "model, any case": ("#&nvidia:model=.*a100.*", [A100], OK),
    "model from the start": ("#&nvidia:model=A100", [A100], "gpu_model"),
    "model, no rows": ("#&*:model=.*A100.*", [], "gpu_model"),
    "model excluded, there": ("#&nvidia:model!=.*P100.*", [A100, P100], "gpu_excluded"),
    "model excluded, away": ("#&nvidia:model!=.*P100.*", [A100, V100], OK),
    "model excluded, no rows": ("#&*:model!=.*P100.*", [], "gpu_model"),
    "excluded alternatives": ("#&*:model!=.*(P100|V100).*", [V100], "gpu_excluded"),
    "excl on top has no effect": (spec(pattern=".*P100.*", excl=True), [P100], OK),
    "pattern without excl": (spec(model={"pattern": ".*P1.*"}), [A100], "gpu_model"),
    "excl as text": (spec(model={"pattern": "Tesla P.*", "excl": "true"}), [P100], OK),
    "star is no pattern": ("#&nvidia:model!=*", [A100], "error"),
    "excl without pattern": (spec(model={"excl": True}), [A100], "error"),
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
    "vram without operator": (spec(vram="40960"), [A100], "gpu_vram"),
    "vram as a number": (spec(vram=40960), [A100], "error"),
    "odd operator": (spec(vram="=>40960"), [A100], "gpu_vram"),
    "cuda and uarch": ("#&nvidia:cuda>=12.0:uarch=Ampere", [A100], OK),
    "cuda, mixed nodes": ("#&nvidia:cuda>=12.8", [V100, A100_80], "gpu_version"),
    "cuda unknown at a node": ("#&nvidia:cuda>=12.0", [A100, MI250], "gpu_version"),
    "cuda unknown": ("#&nvidia:cuda>=12.0", [NO_CUDA], "gpu_version"),
    "driver by number": ("#&nvidia:driver>=99.0", [A100], OK),
    "driver exactly": ("#&nvidia:driver==575.51.03", [T4], OK),
    "driver, leading zero": ("#&nvidia:driver==575.51.3", [T4], OK),
    "driver, trailing zero": ("#&nvidia:driver==575.51.03.0", [T4], OK),
    "driver no version": ("#&nvidia:driver>=1", [NO_DRIVER], DRIVER),
    "uarch list": (spec(microarchitecture=["Hopper", "Ampere"]), [A100], OK),
    "uarch text": (spec(microarchitecture="Ampere"), [A100, V100], OK),
    "uarch empty list": (spec(microarchitecture=[]), [A100], UARCH),
    "uarch, other case": ("#&nvidia:uarch=ampere", [A100], UARCH),
    "uarch, no such operator": ("#&nvidia:uarch>=Ampere", [A100], OK),
    "unknown key": ("#&nvidia:foo>=3", [A100], OK),
    "malformed piece": ("#&nvidia:vram", [A100], OK),
    "last piece counts": ("#&nvidia:vram>=99999:vram>=1", [A100], OK),
    "tests of different rows": ("#&nvidia:uarch=Ampere:model=Tesla.*", [A100, T4], OK),
    "pattern RE2 refuses": ("#&(?=nvidia)", [A100], "error"),
}
#: The same for !=, which is supported on the page only.
UNEQUAL: dict[str, tuple[str, Sequence[Row], Test]] = {
    "vram": ("#&nvidia:vram!=15360", [A100], ("gpu_vram", OK)),
    "vram equals": ("#&nvidia:vram!=40960", [A100], "gpu_vram"),
    "vram at one node": ("#&nvidia:vram!=40960", [A100, T4], "gpu_vram"),
    "cuda": ("#&nvidia:cuda!=12.0", [A100], ("gpu_version", OK)),
    "cuda equals": ("#&nvidia:cuda!=12.4.0", [A100], "gpu_version"),
    "cuda at one node": ("#&*:cuda!=12.4", [MI250, A100], "gpu_version"),
    "cuda unknown": ("#&nvidia:cuda!=12.0", [NO_CUDA], ("gpu_version", OK)),
    "cuda unknown at a node": ("#&*:cuda!=12.0", [A100, MI250], ("gpu_version", OK)),
    "cuda, no rows": ("#&*:cuda!=12.0", [], "gpu_version"),
    "cuda, no version": ("#&*:cuda!=twelve", [A100], "gpu_version"),
    "driver": ("#&nvidia:driver!=575.0", [A100], (DRIVER, OK)),
    "driver as JSON": (spec(driver_version="!=1.0"), [A100], (DRIVER, OK)),
    "uarch": ("#&nvidia:uarch!=Volta", [A100], (UARCH, OK)),
    "uarch equals": ("#&nvidia:uarch!=Ampere", [A100], (OK, "gpu_excluded")),
    "uarch at one node": ("#&*:uarch!=Ampere", [T4, A100], (OK, "gpu_excluded")),
    "uarch, other case": ("#&nvidia:uarch!=ampere", [A100], (UARCH, OK)),
    "uarch unknown": ("#&*:uarch!=Ampere", [NO_UARCH], (UARCH, OK)),
    "uarch, no rows": ("#&*:uarch!=Ampere", [], UARCH),
}
#: What is told of what is not there, as run: (architecture, rows of the queue)
DETAILS: dict[str, tuple[str, Sequence[Row]]] = {
    "vram 32768 < 40960": ("#&nvidia:vram>=40960", [A100, V100]),
    "vram 40960 <= 40960": ("#&nvidia:vram>40960", [A100]),
    "version 12.2 < 12.8": ("#&nvidia:cuda>=12.8", [V100, A100_80]),
    "version unknown at a worker node, >= 12 asked": ("#&*:cuda>=12", [A100, MI250]),
    "GPU vendor nvidia not in [AMD]": ("#&nvidia", [MI250]),
    "GPU model A.* not in [Tesla T4]": ("#&nvidia:model=A.*", [T4]),
    "GPU model .*P.* excluded, has [Tesla P100-PCIE-16GB, Tesla T4]": (
        *("#&nvidia:model!=.*P.*", [T4, P100]),
    ),
    "GPU microarchitecture Hopper not in [Ampere]": ("#&nvidia:uarch=Hopper", [A100]),
    "no worker-node GPU known, vendor asked": ("#&nvidia", []),
}


def questions(cases: Mapping[str, tuple[Any, ...]]) -> list[Case]:
    """Return the cases, each at a queue that has GPUs."""
    return [
        Case(name, architecture, HARDWARE, ANY_GPU, rows)
        for name, (architecture, rows, *_) in cases.items()
    ]


def test_the_test_that_decides() -> None:
    expected = {name: test for name, (*_, test) in CASES.items()}
    assert decided(questions(CASES)) == expected


def test_unequal_is_supported_on_the_page_only() -> None:
    """D16, V22."""
    expected = {name: test for name, (*_, test) in UNEQUAL.items()}
    assert decided(questions(UNEQUAL)) == expected
    told = answers(questions(UNEQUAL), PAGE)["uarch at one node"].failed_test
    assert told == "GPU microarchitecture Ampere excluded, has [Ampere, Turing]"


def test_details_hold_both_numbers() -> None:
    found = answers(questions(DETAILS))
    assert {name: answer.failed_test for name, answer in found.items()} == {
        name: name for name in DETAILS
    }


def test_a_queue_without_a_gpu_entry_is_refused_whatever_its_nodes_report() -> None:
    data = published(cpu("x86_64"))
    cases = [Case(text, text, HARDWARE, data, [A100]) for text in ("#&nvidia", spec())]
    assert set(decided(cases).values()) == {"no_gpu"}


def test_what_the_queue_publishes_of_its_gpus_is_not_consulted() -> None:
    data = published(gpus("amd", "kt100"))
    cases = [Case("nvidia", "#&nvidia:model=.*A100.*", HARDWARE, data, [A100])]
    assert decided(cases) == {"nvidia": OK}

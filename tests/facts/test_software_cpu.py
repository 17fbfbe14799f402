"""CPU requirements against the CPU entry that a queue publishes."""

from __future__ import annotations

import pytest

from tests.facts.asking import HARDWARE, RELEASE, Answer, Case, answers
from tests.facts.machines import A100, AGLT2, cpu, gpus, published
from tests.facts.world import ASRUN, PAGE, Row

OK = "+hardware_only"

#: name: (architecture, queue, the test that decides as run, the same on the page)
HARDWARE_CASES: dict[str, tuple[str, Row, str, str]] = {
    "equal": ("#x86_64", published(cpu(arch=["x86_64"])), OK, OK),
    "empty string": ("#x86_64", published(cpu(arch=[""])), "cpu_arch", OK),
    "any": ("#x86_64", published(cpu(arch=["any"])), OK, OK),
    "named and exclusive": ("#x86_64", published(cpu(arch=["x86_64", "excl"])), OK, OK),
    "other arch": ("#x86_64", published(cpu(arch=["arm64"])), "cpu_arch", "cpu_arch"),
    "scalar": ("#x86_64", published(cpu(arch="x86_64")), OK, OK),
    "alternative": ("#(x86_64|aarch64)", published(cpu(arch=["aarch64"])), OK, OK),
    "json pattern": (
        '{"cpu_specs": [{"arch": "(x86_64|aarch64)"}]}',
        published(cpu(arch=["aarch64"])),
        OK,
        OK,
    ),
    "half anchored": (
        '{"cpu_specs": [{"arch": "x86|arm"}]}',
        published(cpu(arch=["x86_64"])),
        OK,
        OK,
    ),
    "pattern is anchored": (
        '{"cpu_specs": [{"arch": "x86"}]}',
        published(cpu(arch=["x86_64"])),
        "cpu_arch",
        "cpu_arch",
    ),
    "case-sensitive arch": (
        "#X86_64",
        published(cpu(arch=["x86_64"])),
        "cpu_arch",
        "cpu_arch",
    ),
    "no vendor list": (
        "#x86_64-intel",
        published(cpu(arch=["x86_64"])),
        "cpu_vendor",
        "cpu_vendor",
    ),
    "vendor any": (
        "#x86_64-intel",
        published(cpu(arch=["x86_64"], vendor=["any"])),
        OK,
        OK,
    ),
    "vendor is no pattern": (
        "#x86_64-int.*",
        published(cpu(arch=["x86_64"], vendor=["intel"])),
        "cpu_vendor",
        "cpu_vendor",
    ),
    "vendor is case-sensitive": (
        "#x86_64-Intel",
        published(cpu(arch=["x86_64"], vendor=["intel"])),
        "cpu_vendor",
        "cpu_vendor",
    ),
    "vendor empty string": (
        "#x86_64-intel",
        published(cpu(arch=["x86_64"], vendor=[""])),
        "cpu_vendor",
        OK,
    ),
    "exclusive vendor, none asked": (
        "#x86_64",
        published(cpu(arch=["x86_64"], vendor=["intel", "excl"])),
        "cpu_vendor",
        "cpu_vendor",
    ),
    "exclusive arch, any asked": (
        "#*-intel",
        published(cpu(arch=["x86_64", "excl"], vendor=["intel"])),
        "cpu_arch",
        "cpu_arch",
    ),
    "no instr list": (
        "#x86_64-*-avx2",
        published(cpu(arch=["x86_64"])),
        "cpu_instr",
        "cpu_instr",
    ),
    "exclusive instr, none asked": (
        "#x86_64",
        published(cpu(arch=["x86_64"], instr=["avx2", "excl"])),
        "cpu_instr",
        "cpu_instr",
    ),
    "nothing described": ("#x86_64", published(), "no_hardware", "no_hardware"),
    "only a GPU described": ("#x86_64", published(gpus()), "no_cpu", "no_cpu"),
    "entry without type": (
        "#x86_64",
        published({"arch": ["x86_64"]}),
        "no_hardware",
        "no_hardware",
    ),
    "last entry wins": (
        "#x86_64",
        published(cpu(arch=["x86_64"]), cpu(arch=["aarch64"])),
        "cpu_arch",
        "cpu_arch",
    ),
    "entry without arch": (
        "#x86_64",
        published(cpu(vendor=["intel"])),
        "error",
        "error",
    ),
    "arch missing in JSON": (
        '{"cpu_specs": [{"vendor": "intel"}]}',
        published(cpu(arch=["any"])),
        "error",
        "error",
    ),
    "exclusive CPU, none asked": (
        "#&nvidia",
        published(cpu(arch=["x86_64"], vendor=["intel", "excl"]), gpus()),
        "cpu_exclusive",
        "cpu_exclusive",
    ),
    "exclusive GPU, none asked": (
        "#x86_64",
        published(cpu(arch=["x86_64"]), gpus(vendor=["nvidia", "excl"])),
        "gpu_exclusive",
        "gpu_exclusive",
    ),
    "excl in a scalar": (
        "#x86_64",
        published(cpu(arch=["x86_64"]), gpus(version="excl")),
        OK,
        OK,
    ),
    "parentheses before a vendor": (
        "#(x86_64|aarch64)-intel",
        published(cpu(arch=["aarch64"], vendor=["intel"])),
        "error",
        OK,
    ),
    "parentheses before another vendor": (
        "#(x86_64|aarch64)-intel",
        published(cpu(arch=["aarch64"], vendor=["arm"])),
        "error",
        "cpu_vendor",
    ),
    "invalid pattern, first alternative fits": (
        "#x86_64|(-intel",
        published(cpu(arch=["x86_64"])),
        OK,
        OK,
    ),
}


def cases() -> list[Case]:
    """Return the cases as hardware-only questions."""
    return [
        Case(name, architecture, HARDWARE, data=data)
        for name, (architecture, data, _, _) in HARDWARE_CASES.items()
    ]


@pytest.mark.parametrize(("profile", "place"), [("asrun", 2), ("page", 3)])
def test_the_test_that_decides(profile: str, place: int) -> None:
    found = answers(cases(), ASRUN if profile == "asrun" else PAGE)
    expected = {name: str(case[place]) for name, case in HARDWARE_CASES.items()}
    assert {name: answer.test for name, answer in found.items()} == expected


@pytest.fixture(scope="module")
def at_aglt2() -> dict[str, Answer]:
    """Ask the page's example queue."""
    architectures = {
        "nothing": None,
        "plain platform": "x86_64-centos7-gcc8-opt",
        "CPU only": "#x86_64-intel-avx2",
        "CPU and GPU": "#x86_64-intel-avx2&nvidia",
        "other CPU": "#x86_64-amd-avx2&nvidia",
        "other GPU": "#x86_64-intel-avx2&amd",
    }
    return answers(
        [
            Case(name, text, RELEASE, data=AGLT2, gpus=[A100])
            for name, text in architectures.items()
        ]
    )


def test_the_example_queue_takes_only_who_names_its_hardware(
    at_aglt2: dict[str, Answer],
) -> None:
    assert {name: answer.failed_test for name, answer in at_aglt2.items()} == {
        "nothing": "excl CPU, the task asks for no CPU",
        "plain platform": "excl GPU, the task asks for no GPU",
        "CPU only": "excl GPU, the task asks for no GPU",
        "CPU and GPU": None,
        "other CPU": "CPU vendor amd not in [excl, intel]",
        "other GPU": "GPU vendor amd not in [NVIDIA]",
    }


def test_details_name_what_is_asked_and_what_is_offered() -> None:
    found = answers(cases())
    details = {name: answer.failed_test for name, answer in found.items()}
    assert details["other arch"] == "CPU arch x86_64 not in [arm64]"
    assert details["no vendor list"] == "CPU vendor intel not in nothing"
    assert details["nothing described"] == "hardware asked, the queue describes none"
    assert details["entry without arch"] == "the queue publishes no arch"
    assert details["parentheses before a vendor"] == (
        "CPU arch aarch64) is no valid pattern"
    )


def test_a_preferred_level_weighs_by_its_share_of_the_queue() -> None:
    text = (
        '{"cpu_specs": [{"arch": "x86_64"}],'
        ' "cpu_pref": {"preferred_architecture_level": "x86_64-v3"}}'
    )
    data = published(cpu(arch=["x86_64"]))
    levels = {"x86_64-v2": 25.0, "x86_64-v3": 75.0}
    found = answers(
        [
            Case("listed", text, HARDWARE, data, levels=levels),
            Case("unlisted", text, HARDWARE, data, levels={"x86_64-v2": 100.0}),
            Case("no preference", "#x86_64", HARDWARE, data, levels=levels),
        ]
    )
    assert {name: answer.cpu_preference for name, answer in found.items()} == {
        "listed": 1.75,
        "unlisted": 1.0,
        "no preference": 1.0,
    }

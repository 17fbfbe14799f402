"""CPU requirements against the CPU entry that a queue publishes."""

from __future__ import annotations

import json
from collections.abc import Sequence

from tests.facts.asking import HARDWARE, Case, Test, answers, decided
from tests.facts.machines import cpu, gpus, published
from tests.facts.world import Row

OK = "+hardware_only"
NO_PATTERN = ("error", "cpu_vendor")
EXCLUSIVE = cpu("x86", "intel,excl")


def specs(**spec: str) -> str:
    """Return an architecture in the JSON format with one CPU alternative."""
    return json.dumps({"cpu_specs": [spec]})


#: (architecture, what the queue describes, the test that decides)
CASES: dict[str, tuple[str, Sequence[Row], Test]] = {
    "equal": ("#x86", [cpu("x86")], OK),
    "empty string": ("#x86", [cpu("")], ("cpu_arch", OK)),
    "any": ("#x86", [cpu("any")], OK),
    "named and exclusive": ("#x86", [cpu("x86,excl")], OK),
    "other arch": ("#x86", [cpu("arm64")], "cpu_arch"),
    "scalar": ("#x86", [{"type": "cpu", "arch": "x86"}], OK),
    "alternative": ("#(x86|arm)", [cpu("arm")], OK),
    "JSON pattern": (specs(arch="(x86|arm)"), [cpu("arm")], OK),
    "half anchored": (specs(arch="x86|arm"), [cpu("x86_64")], OK),
    "pattern is anchored": (specs(arch="x86"), [cpu("x86_64")], "cpu_arch"),
    "case-sensitive arch": ("#X86", [cpu("x86")], "cpu_arch"),
    "no vendor list": ("#x86-intel", [cpu("x86")], "cpu_vendor"),
    "vendor any": ("#x86-intel", [cpu("x86", "any")], OK),
    "vendor is no pattern": ("#x86-int.*", [cpu("x86", "intel")], "cpu_vendor"),
    "vendor is case-sensitive": ("#x86-Intel", [cpu("x86", "intel")], "cpu_vendor"),
    "vendor empty string": ("#x86-intel", [cpu("x86", "")], ("cpu_vendor", OK)),
    "exclusive vendor, none asked": ("#x86", [EXCLUSIVE], "cpu_vendor"),
    "exclusive arch, any asked": ("#*-intel", [cpu("x86,excl", "intel")], "cpu_arch"),
    "no instr list": ("#x86-*-avx2", [cpu("x86")], "cpu_instr"),
    "exclusive instr, none asked": ("#x86", [cpu("x86", None, "a,excl")], "cpu_instr"),
    "nothing described": ("#x86", [], "no_hardware"),
    "only a GPU described": ("#x86", [gpus()], "no_cpu"),
    "entry without type": ("#x86", [{"arch": ["x86"]}], "no_hardware"),
    "last entry wins": ("#x86", [cpu("x86"), cpu("arm")], "cpu_arch"),
    "entry without arch": ("#x86", [cpu(None, "intel")], "error"),
    "arch missing in JSON": (specs(vendor="intel"), [cpu("any")], "error"),
    "exclusive CPU, none asked": ("#&nvidia", [EXCLUSIVE, gpus()], "cpu_exclusive"),
    "exclusive GPU, none asked": (
        "#x86",
        [cpu("x86"), gpus("a,excl")],
        "gpu_exclusive",
    ),
    "excl in a scalar": ("#x86", [cpu("x86"), {"type": "gpu", "version": "excl"}], OK),
    "(|) before a vendor": ("#(x86|arm)-intel", [cpu("arm", "intel")], ("error", OK)),
    "(|) before another": ("#(x86|arm)-intel", [cpu("arm", "a")], NO_PATTERN),
    "invalid, first one fits": ("#x86|(-intel", [cpu("x86")], OK),
}
DETAILS = {
    "other arch": "CPU arch x86 not in [arm64]",
    "no vendor list": "CPU vendor intel not in nothing",
    "nothing described": "hardware asked, the queue describes none",
    "entry without arch": "the queue publishes no arch",
    "(|) before a vendor": "CPU arch arm) is no valid pattern",
}


def test_the_test_that_decides() -> None:
    """Details name what is asked and what is offered."""
    cases = [
        Case(name, architecture, HARDWARE, published(*entries))
        for name, (architecture, entries, _) in CASES.items()
    ]
    assert decided(cases) == {name: test for name, (*_, test) in CASES.items()}
    found = answers(cases)
    assert {name: found[name].failed_test for name in DETAILS} == DETAILS

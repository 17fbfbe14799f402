"""Both formats of architecture strings, parsed; what is malformed is reported."""

from __future__ import annotations

from typing import Any

from tests.facts.asking import Case, answers, world_of
from tests.facts.machines import ANY_GPU
from tests.facts.world import ASRUN, PAGE, Row


def parsed(*architectures: str, parameters: Row = ASRUN) -> list[dict[str, Any]]:
    """Return the specification of each architecture string, in order."""
    cases = [Case(text, text) for text in architectures]
    rows = world_of(cases, parameters).rows("software_specification")
    by_text = {row["architecture"]: row for row in rows}
    return [by_text[text] for text in architectures]


def spec(arch: str | None, vendor: str = "*", instr: str = "*") -> dict[str, Any]:
    """Return one CPU alternative."""
    return {"arch": arch, "vendor": vendor, "instr": instr}


A = spec("a")
PLATFORMS = {
    "x86_64-centos7-gcc8-opt": ("x86_64-centos7-gcc8-opt", None),
    "x86_64-centos7-gcc8-opt@centos7": ("x86_64-centos7-gcc8-opt", "centos7"),
    "p@centos7+docker-img#x": ("p", "centos7+docker-img"),
    "p@": ("p", None),
    "@centos7": ("", "centos7"),
    "p@centos7&nvidia": ("p", "centos7"),
    "#x86_64": ("", None),
    "": ("", None),
    "{}": ("", None),
    '{"sw_platform": "p", "base_platform": ""}': ("p", ""),
    '{"base_platform": "centos7"}': ("", "centos7"),
    "null": ("null", None),
    "[1]": ("[1]", None),
    '"quoted"': ('"quoted"', None),
}


def test_platform_and_base_platform() -> None:
    rows = parsed(*PLATFORMS)
    assert {
        row["architecture"]: (row["sw_platform"], row["base_platform"]) for row in rows
    } == PLATFORMS


CPUS = {
    "x86_64-centos7-gcc8-opt": [spec("x86_64")],
    "x86_64": [spec("x86_64")],
    "-centos7": None,
    "": None,
    "@centos7": None,
    "^x": None,
    "&nvidia": None,
    "p#": None,
    "p#&nvidia": None,
    "#x86_64": [spec("x86_64")],
    "#x86_64-intel": [spec("x86_64", "intel")],
    "#x86_64-intel-avx2": [spec("x86_64", "intel", "avx2")],
    "#x86_64-intel-avx2-more": [spec("x86_64", "intel", "avx2")],
    "#x86_64--avx2": [spec("x86_64", "", "avx2")],
    "#x86_64^rest": [spec("x86_64")],
    "p#aarch64@centos7": [spec("aarch64")],
    "#x86_64|aarch64-arm": [spec("x86_64"), spec("aarch64", "arm")],
    "#(x86_64|aarch64)": [spec("x86_64"), spec("aarch64")],
    "#(x86_64-amd|aarch64)": [spec("x86_64", "amd"), spec("aarch64")],
    "(x86_64|aarch64)-slc6": [spec("(x86_64|aarch64)")],
    "{}": None,
    '{"sw_platform": "x86_64-slc6"}': None,
    '{"cpu_specs": []}': None,
    '{"cpu_specs": null}': None,
    '{"cpu_specs": [{"arch": "x86", "instr": "avx2"}]}': [spec("x86", "*", "avx2")],
    '{"cpu_specs": [{"arch": "a"}, {"arch": "b", "vendor": "v"}]}': [A, spec("b", "v")],
    '{"cpu_specs": [{"vendor": "intel"}]}': [spec(None, "intel")],
    '{"cpu_specs": {"arch": "x86"}}': [spec('{"cpu_specs": {"arch": "x86"}}')],
    '{"cpu_specs": ["x86"]}': [spec('{"cpu_specs": ["x86"]}')],
    '{"cpu_specs": [{"arch": "x86"},]}': [spec('{"cpu_specs": [{"arch": "x86"},]}')],
}


def test_cpu_alternatives() -> None:
    for parameters in (ASRUN, PAGE):
        rows = parsed(*CPUS, parameters=parameters)
        assert {row["architecture"]: row["cpu_specs"] for row in rows} == CPUS


def test_the_implied_cpu_is_that_of_the_platform_on_the_page_only() -> None:
    """V21: as run the whole text is cut at its first dash."""
    implied = {
        "x86_64-slc6-gcc62-opt": ("x86_64", "x86_64"),
        "x86_64&nvidia": ("x86_64", "x86_64&nvidia"),
        "x86_64@centos7": ("x86_64", "x86_64@centos7"),
        "x86_64@centos7-img&nvidia-T4": ("x86_64", "x86_64@centos7"),
        "x86_64-el9&nvidia-T4": ("x86_64", "x86_64"),
    }
    for place, parameters in enumerate((PAGE, ASRUN)):
        rows = parsed(*implied, parameters=parameters)
        assert {row["architecture"]: row["cpu_specs"] for row in rows} == {
            text: [spec(arches[place])] for text, arches in implied.items()
        }


def test_parentheses_are_read_first_on_the_page_only() -> None:
    texts = ["#(x86_64|aarch64)-intel", "#(a|b)-v|c", "#((a-x|b)|c)-v", "#(a)|(b)"]
    as_run = [row["cpu_specs"] for row in parsed(*texts)]
    on_page = [row["cpu_specs"] for row in parsed(*texts, parameters=PAGE)]
    assert as_run == [
        [spec("x86_64"), spec("aarch64)", "intel")],
        [spec("a"), spec("b)", "v"), spec("c")],
        [spec("(a", "x"), spec("b)"), spec("c)", "v")],
        [spec("a)"), spec("(b")],
    ]
    assert on_page == [
        [spec("(x86_64|aarch64)", "intel")],
        [spec("(a|b)", "v"), spec("c")],
        [spec("((a-x|b)|c)", "v")],
        [spec("(a)"), spec("(b)")],
    ]


#: Each requirement as attribute, operator and value.
NVIDIA = "vendor match nvidia"
GPUS: dict[str, list[str] | None] = {
    "p": None,
    "p&": None,
    "&nvidia": [NVIDIA],
    "&*": [],
    "#x86_64&nvidia-T4-more@rest": [NVIDIA, "model match T4"],
    "&nvidia:model!=.*P100.*": [NVIDIA, "model exclude .*P100.*"],
    "&nvidia-T4:model>=x": [NVIDIA, "model match x"],
    "&*:driver>=575.0:cuda<12:vram=1:uarch=Ada Lovelace": [
        *("vram == 1", "microarchitecture in Ada Lovelace"),
        *("version < 12", "driver_version >= 575.0"),
    ],
    "&*:vram>=1:foo>=3:version>=2:vram": ["vram >= 1"],
    '{"gpu_spec": {}}': [],
    '{"gpu_spec": {"vendor": "nvidia", "model": "*"}}': [NVIDIA],
    '{"gpu_spec": {"model": {"pattern": "P", "excl": true}}}': ["model exclude P"],
    '{"gpu_spec": {"model": {"pattern": "P", "excl": false}}}': ["model match P"],
    '{"gpu_spec": {"vram": "=15360"}}': ["vram == 15360"],
    '{"gpu_spec": {"vram": "15360"}}': ["vram  15360"],
    '{"gpu_spec": {"vram": 15360}}': ["vram error 15360"],
    '{"gpu_spec": {"vram": null}}': [],
    '{"gpu_spec": null}': None,
}


def test_gpu_requirements_stand_in_the_order_in_which_they_are_tested() -> None:
    found: dict[str, list[str] | None] = {}
    for row in parsed(*GPUS):
        specs = row["gpu_specs"]
        found[row["architecture"]] = specs and [
            f"{each['attribute']} {each['operator']} {each['wanted']}" for each in specs
        ]
    assert found == GPUS


def test_equal_content_has_the_same_number_whatever_the_format() -> None:
    old, new, other = parsed(
        "x86_64-slc6#x86_64-intel",
        '{"sw_platform":"x86_64-slc6","cpu_specs":[{"arch":"x86_64","vendor":"intel"}]}',
        "x86_64-slc6#x86_64-amd",
    )
    assert old["specification_no"] == new["specification_no"]
    assert old["specification_no"] != other["specification_no"]


GOOD = "x86_64-slc6-gcc62-opt@slc6#x86_64&nvidia:vram>=1:uarch=Ampere"
NO_PATTERN = "is no regular expression of RE2: it matches nothing"
NO_VERSION = "is no comparison with a version: never fulfilled"
NO_ARCH = "a CPU alternative has no arch: queues that describe their CPU are refused"
NO_JSON = "looks like JSON and is none: read as an old architecture"
NO_LIST = "cpu_specs is no list of objects: read as an old architecture"
PROBLEMS = {
    GOOD: None,
    "'{\"gpu_spec\": {}}'": NO_JSON,
    '{"cpu_specs": {"arch": "x"}}': NO_LIST,
    '{"gpu_spec": "nvidia"}': "gpu_spec is no object: ignored",
    '{"cpu_specs": [{"vendor": "x"}]}': NO_ARCH,
    "#&nvidia:vram": "GPU piece vram is unknown: ignored",
    "#&nvidia:foo>=3": "GPU piece foo>=3 is unknown: ignored",
    "#&nvidia:uarch>=Ampere": "GPU piece uarch>=Ampere: its operator is read as =",
    "#&nvidia:uarch!=Ampere": None,
    '{"gpu_spec": {"vram": 1}}': "GPU vram 1 is no text: queues with GPUs are refused",
    '{"gpu_spec": {"vram": "1"}}': f"GPU vram 1 {NO_VERSION}",
    "#&*:cuda>=twelve": f"GPU version >=twelve {NO_VERSION}",
    "#x86_64|aarch64)-intel": f'arch "aarch64)" {NO_PATTERN}',
    "#&(nvidia": f'vendor "(nvidia" {NO_PATTERN}',
    "#&*:model=(?<=x)": f'model "(?<=x)" {NO_PATTERN}',
    "#&*:model=a)|(b": f'model "a)|(b" {NO_PATTERN}',
    "#(a{1000}){1000}-x": f'arch "(a{{1000}}){{1000}}" {NO_PATTERN}',
}


def test_malformed_strings_are_reported_and_stop_nobody_else() -> None:
    cases = [Case(text, text, data=ANY_GPU) for text in PROBLEMS]
    found = answers(cases, PAGE)
    assert {name: answer.problems for name, answer in found.items()} == {
        name: (problem,) if problem else () for name, problem in PROBLEMS.items()
    }
    assert found[GOOD].test == "gpu_vendor"

"""Every dependency is bounded on both sides, and the tested versions lie within."""

from __future__ import annotations

import tomllib

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tests.meta.tree import read


def requirements() -> list[Requirement]:
    """Return what the package, its tests and its tools ask for directly."""
    project = tomllib.loads(read("pyproject.toml"))["project"]
    extras = project["optional-dependencies"].values()
    listed = [*project["dependencies"], *(one for extra in extras for one in extra)]
    return [Requirement(one) for one in listed]


def constraints() -> dict[str, Version]:
    """Return the exact versions that make installs."""
    lines = read("constraints.txt").splitlines()
    pins = [line.split("==") for line in lines if line and not line.startswith("#")]
    return {canonicalize_name(name): Version(version) for name, version in pins}


def test_each_dependency_has_both_bounds() -> None:
    for one in requirements():
        operators = {bound.operator for bound in one.specifier}
        assert operators in ({">=", "<"}, {"=="}), str(one)


def test_the_tested_version_lies_within_the_bounds() -> None:
    pins = constraints()
    for one in requirements():
        assert one.specifier.contains(pins[canonicalize_name(one.name)]), str(one)

"""Sizes of synthetic worlds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from brokersql.errors import UsageError


@dataclass(frozen=True, slots=True)
class Preset:
    """How large a world is.

    Attributes:
        n_queues: queues, unified ones counted once.
        n_sites: sites with queues.
        n_other_sites: sites that only the network knows.
        n_tasks: tasks at one moment.
        spread: most nuclei that the jobs of one kind at a queue write to.
    """

    n_queues: int
    n_sites: int
    n_other_sites: int
    n_tasks: int
    spread: int


PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        "S": Preset(20, 10, 5, 50, 6),
        "M": Preset(227, 94, 42, 2_000, 6),
        "L": Preset(1_000, 150, 116, 20_000, 400),
        "XL": Preset(5_000, 500, 60, 100_000, 12),
    }
)


def preset_of(name: str) -> Preset:
    """Return the preset of that name, in upper or lower case.

    Raises:
        UsageError: there is no such preset.
    """
    found = PRESETS.get(name.upper())
    if found is None:
        raise UsageError(f"no preset {name!r}", hint=f"one of: {', '.join(PRESETS)}")
    return found

"""Seeded generators: complete an imported snapshot, or make a synthetic world."""

from __future__ import annotations

from brokersql.snapshot.generate.complete import generate_complete
from brokersql.snapshot.generate.presets import PRESETS, Preset
from brokersql.snapshot.generate.report import GenerateReport
from brokersql.snapshot.generate.world import generate, seconds

__all__ = [
    "PRESETS",
    "GenerateReport",
    "Preset",
    "generate",
    "generate_complete",
    "seconds",
]

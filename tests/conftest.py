"""Settings of the whole suite: generated cases are the same in every run."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile(
    "brokersql",
    deadline=None,
    derandomize=True,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("brokersql")

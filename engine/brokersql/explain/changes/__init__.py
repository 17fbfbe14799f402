"""Changes that would help: what can be set, trials, the smallest that works."""

from __future__ import annotations

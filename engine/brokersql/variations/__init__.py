"""Variations of a policy: sensitivity to parameters, bisection of versions, tests."""

from __future__ import annotations

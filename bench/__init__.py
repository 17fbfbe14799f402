"""Benchmarks: the cost of a cycle per pair, beside a plain-Python loop."""

from __future__ import annotations

"""Benchmarks: the cost of a cycle per pair, beside a plain-Python loop."""

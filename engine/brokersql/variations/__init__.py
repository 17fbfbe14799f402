"""Variations of a policy: sensitivity to parameters, bisection of versions, tests."""

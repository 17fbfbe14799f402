"""Policy room: a folder of rule files in, a checked `Policy` and its parameters out."""

from __future__ import annotations

from brokersql.policy.begin import begin_policy
from brokersql.policy.cases import Case, Expectation, read_cases
from brokersql.policy.config import ConfigRow, setting_violations
from brokersql.policy.faults import Finding, PolicyFault
from brokersql.policy.folder import load_policy, read_policy
from brokersql.policy.layer import (
    shipped_policies,
    split_file,
    split_reference,
    without,
)
from brokersql.policy.model import Policy, SourceFile
from brokersql.policy.parameter import Parameter, Resolved, Value
from brokersql.policy.resolve import (
    Parameters,
    known_settings,
    named_parameter,
    resolve_parameters,
)

__all__ = [
    "Case",
    "ConfigRow",
    "Expectation",
    "Finding",
    "Parameter",
    "Parameters",
    "Policy",
    "PolicyFault",
    "Resolved",
    "SourceFile",
    "Value",
    "begin_policy",
    "known_settings",
    "load_policy",
    "named_parameter",
    "read_cases",
    "read_policy",
    "resolve_parameters",
    "setting_violations",
    "shipped_policies",
    "split_file",
    "split_reference",
    "without",
]

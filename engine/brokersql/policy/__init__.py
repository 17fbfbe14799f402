"""Policies: a folder of rule files in, a checked `Policy` and its parameters out."""

from __future__ import annotations

from brokersql.policy.cases import Case, Expectation, read_cases
from brokersql.policy.findings import Finding, PolicyFault
from brokersql.policy.load import (
    begin_policy,
    from_anywhere,
    load_policy,
    parent_of,
    read_policy,
    shipped_policies,
    split_file,
    split_reference,
    without,
)
from brokersql.policy.model import (
    CLASSES,
    OwnTable,
    Policy,
    PolicyChange,
    SourceFile,
)
from brokersql.policy.parameters import Parameter, Resolved, Value
from brokersql.policy.settings import (
    ConfigRow,
    Parameters,
    configured_settings,
    known_settings,
    named_parameter,
    resolve_parameters,
    setting_violations,
)
from brokersql.policy.tables import changed_rows

__all__ = [
    "CLASSES",
    "Case",
    "ConfigRow",
    "Expectation",
    "Finding",
    "OwnTable",
    "Parameter",
    "Parameters",
    "Policy",
    "PolicyChange",
    "PolicyFault",
    "Resolved",
    "SourceFile",
    "Value",
    "begin_policy",
    "changed_rows",
    "configured_settings",
    "from_anywhere",
    "known_settings",
    "load_policy",
    "named_parameter",
    "parent_of",
    "read_cases",
    "read_policy",
    "resolve_parameters",
    "setting_violations",
    "shipped_policies",
    "split_file",
    "split_reference",
    "without",
]

"""Values in force: --set over gdp_config over the default of the profile."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import sqlglot
from sqlglot import exp

from brokersql.core.database import Database
from brokersql.core.errors import PolicyError, SnapshotError, UsageError
from brokersql.policy import (
    ConfigRow,
    Parameters,
    Policy,
    load_policy,
    shipped_policies,
)
from brokersql.policy import resolve_parameters as resolve

#: Parameters that say which divisor is taken.
#: A parameter that is a list of criteria, and one that a rule looks for in it.
CRITERIA = {("preassign_single_exempts", "-cache")}
NAMES_OF_MODES = {"rw_offset_mode", "diskio_core_division"}

TOML = """title = "t"
profiles = ["page", "asrun"]
candidate = "candidate.sql"

[parameters.LIMIT]
type = "BIGINT"
default = 5
profiles = { asrun = 7 }
meaning = "a number"
component = "jobbroker"

[parameters.DIVISOR]
type = "DOUBLE"
default = 2.0
range = "> 0, <= 100"
meaning = "what something is divided by"
component = "jobbroker"

[parameters.MODES]
type = "VARCHAR[]"
choices = ["plain", "strict"]
default = ["plain"]
meaning = "how, one or both"
component = "jobbroker"

[parameters.FACTOR]
type = "DOUBLE"
default = 0.9
meaning = "a factor"
component = "jobbroker"

[parameters.IS_ON]
type = "BOOLEAN"
default = false
meaning = "a switch"
component = "core"
key = "WORK_SHORTAGE"
app = "pandaserver"

[parameters.NUC_CAP]
type = "BIGINT"
meaning = "asked without a vo, unset by default"
component = "taskbrokerage"
vo = false

[parameters.STATUSES]
type = "VARCHAR[]"
default = ["online"]
meaning = "a list"
component = "jobbroker"

[parameters.PER_SHARE]
type = "BIGINT"
default = 20
meaning = "a number per share"
component = "jobbroker"
key = "LIMIT"
per = "gshare"

[parameters.PER_SHARE_NAME]
type = "VARCHAR"
meaning = "a text per share whose key begins like the other"
component = "jobbroker"
key = "LIMIT_NAME"
per = "gshare"

[parameters.HEARTBEAT]
type = "DOUBLE"
meaning = "hours per workflow"
component = "watcher"
app = "pandaserver"
per = "workflow"
"""


@pytest.fixture(scope="module")
def policy(tmp_path_factory: pytest.TempPathFactory) -> Policy:
    folder: Path = tmp_path_factory.mktemp("policy")
    (folder / "policy.toml").write_text(TOML)
    (folder / "candidate.sql").write_text("-- title: pairs\nselect 1\n")
    return load_policy(str(folder))


def row(
    key: str,
    value: str | None,
    kind: str | None = "int",
    vo: str | None = "atlas",
    component: str = "jobbroker",
    app: str = "jedi",
) -> ConfigRow:
    return ConfigRow(app, component, key, vo, kind, value)


def origin(parameters: Parameters, name: str) -> str:
    return next(
        each.origin for each in parameters.values if each.parameter.name == name
    )


def test_the_default_is_that_of_the_profile(policy: Policy) -> None:
    page, asrun = resolve(policy), resolve(policy, "asrun")
    assert (page.profile, page.scalar("LIMIT"), origin(page, "LIMIT")) == (
        *("page", 5),
        "default",
    )
    assert (asrun.scalar("limit"), origin(asrun, "LIMIT")) == (7, "profile")
    assert asrun.scalar("FACTOR") == 0.9


def test_gdp_config_beats_the_default_and_set_beats_both(policy: Policy) -> None:
    rows = [row("LIMIT", "8")]
    from_config = resolve(policy, "asrun", gdp_config=rows, vo="atlas")
    assert (from_config.scalar("LIMIT"), origin(from_config, "LIMIT")) == (
        8,
        "gdp_config",
    )
    from_set = resolve(policy, None, {"limit": "9"}, rows, "atlas")
    assert (from_set.scalar("LIMIT"), origin(from_set, "LIMIT")) == (9, "--set")


@pytest.mark.parametrize("step", [1, -1])
def test_the_row_of_the_vo_beats_that_of_no_vo(policy: Policy, step: int) -> None:
    rows = [row("LIMIT", "1", vo=None), row("LIMIT", "2"), row("LIMIT", "3", vo="cms")]
    assert resolve(policy, gdp_config=rows[::step], vo="atlas").scalar("LIMIT") == 2
    assert resolve(policy, gdp_config=rows[::step], vo="lhcb").scalar("LIMIT") == 1


def test_a_key_asked_without_vo_reads_rows_without_vo(policy: Policy) -> None:
    rows = [row("NUC_CAP", "1", component="taskbrokerage")]
    assert resolve(policy, gdp_config=rows, vo="atlas").scalar("NUC_CAP") is None
    rows.append(row("NUC_CAP", "2", vo=None, component="taskbrokerage"))
    assert resolve(policy, gdp_config=rows, vo="atlas").scalar("NUC_CAP") == 2


def test_app_component_and_key_have_to_agree(policy: Policy) -> None:
    named = row("IS_ON", "true", "bool", component="core", app="pandaserver")
    other = row("WORK_SHORTAGE", "true", "bool", component="core")
    right = row("WORK_SHORTAGE", "true", "bool", component="core", app="pandaserver")
    assert (
        resolve(policy, gdp_config=[named, other], vo="atlas").scalar("IS_ON") is False
    )
    assert resolve(policy, gdp_config=[right], vo="atlas").scalar("IS_ON") is True


@pytest.mark.parametrize(
    ("key", "kind", "text", "value"),
    [
        ("LIMIT", "int", "12", 12),
        ("LIMIT", "float", "12.0", 12),
        ("FACTOR", "int", "2", 2.0),
        ("STATUSES", "json", '["a", "b"]', ("a", "b")),
        ("STATUSES", "str", "a, b", ("a", "b")),
    ],
)
def test_a_value_is_read_by_its_own_type(
    policy: Policy, key: str, kind: str | None, text: str, value: object
) -> None:
    found = resolve(policy, gdp_config=[row(key, text, kind)], vo="atlas")
    assert found.scalar(key) == value
    assert found.warnings == ()


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("int", "twelve"),
        ("float", "12.5"),
        ("str", "12"),
        ("json", "{"),
        ("bool", "true"),
    ],
)
def test_a_value_of_a_wrong_type_is_unset_with_a_warning(
    policy: Policy, kind: str, text: str
) -> None:
    found = resolve(policy, gdp_config=[row("LIMIT", text, kind)], vo="atlas")
    assert found.scalar("LIMIT") == 5
    (warning,) = found.warnings
    assert warning.startswith("gdp_config jobbroker.LIMIT counts as unset: ")


def test_keys_per_share_become_rows(policy: Policy) -> None:
    rows = [
        row("LIMIT_Express", "3"),
        row("LIMIT_NAME_Express", "fast", "str"),
        row("LIMIT_User Analysis", "4"),
        row("LIMIT", "6"),
    ]
    found = resolve(policy, None, {"per_share_Test": "1"}, rows, "atlas")
    assert found.scalar("LIMIT") == 6
    assert found.tables()["cfg_share"].to_pylist() == [
        {"gshare": "", "per_share": 20, "per_share_name": None},
        {"gshare": "Express", "per_share": 3, "per_share_name": "fast"},
        {"gshare": "Test", "per_share": 1, "per_share_name": None},
        {"gshare": "User Analysis", "per_share": 4, "per_share_name": None},
    ]
    assert set(found.tables()) == {"cfg", "cfg_share", "cfg_workflow"}


def test_set_takes_the_name_or_the_key_in_any_case(policy: Policy) -> None:
    found = resolve(policy, None, {"work_shortage": "TRUE", "Statuses": "a,b"})
    assert found.scalar("IS_ON") is True
    assert found.scalar("STATUSES") == ("a", "b")


def test_an_unknown_name_is_a_usage_error_with_a_suggestion(policy: Policy) -> None:
    with pytest.raises(UsageError, match="has no parameter FACTR") as caught:
        resolve(policy, None, {"FACTR": "1"})
    assert caught.value.hint == "did you mean FACTOR?"
    with pytest.raises(UsageError, match="a value for each gshare") as caught:
        resolve(policy, None, {"per_share": "1"})
    assert caught.value.hint == "its name is per_share_<gshare>"


def test_a_value_of_a_wrong_type_is_a_usage_error(policy: Policy) -> None:
    with pytest.raises(UsageError, match="--set LIMIT: ") as caught:
        resolve(policy, None, {"LIMIT": "many"})
    assert caught.value.hint == "LIMIT is a BIGINT"


def test_an_unknown_profile_is_a_usage_error(policy: Policy) -> None:
    with pytest.raises(UsageError, match="no profile asrnu") as caught:
        resolve(policy, "asrnu")
    assert caught.value.hint == "did you mean asrun?"


def test_the_seed_is_a_setting_like_the_others(policy: Policy) -> None:
    assert resolve(policy).scalar("seed") == 0
    assert resolve(policy, seed=7).scalar("seed") == 7


def test_tables_and_variables_carry_the_declared_types(policy: Policy) -> None:
    found = resolve(policy, None, {"STATUSES": "it's,fine"})
    database = Database.open()
    database.register("cfg", found.tables()["cfg"])
    database.set_variables(found.variables())
    for name, kind, *_ in database.rows("describe cfg"):
        variable = f"getvariable('cfg_{name}')"
        assert database.rows(f"select typeof({variable})") == [(kind,)]
        assert database.rows(
            f"select {variable} is not distinct from cfg.{name} from cfg"
        ) == [(True,)]


@pytest.mark.parametrize("text", ["nan", "inf", "-inf"])
def test_set_refuses_what_is_not_finite(policy: Policy, text: str) -> None:
    with pytest.raises(UsageError, match=f"'{text}' is not a finite number"):
        resolve(policy, None, {"divisor": text})


@pytest.mark.parametrize("text", ["0", "-1", "100.1"])
def test_set_refuses_a_value_outside_the_range(policy: Policy, text: str) -> None:
    """Below, at and above each bound."""
    message = r"--set divisor: .* is outside the range of DIVISOR, > 0, <= 100"
    with pytest.raises(PolicyError, match=message):
        resolve(policy, None, {"divisor": text})


@pytest.mark.parametrize("text", ["0.001", "1", "100"])
def test_a_value_inside_the_range_is_taken(policy: Policy, text: str) -> None:
    config = [row("DIVISOR", text, "float")]
    for found in (
        resolve(policy, None, {"divisor": text}),
        resolve(policy, None, {}, config, "atlas"),
    ):
        assert found.scalar("DIVISOR") == float(text)


def test_a_text_is_one_of_its_choices(policy: Policy) -> None:
    """Letter by letter, alone or in a list, in an option and in the snapshot."""
    fault = "{} is no choice of MODES, which has plain, strict"
    for text, wrong in (("strict,plane", "plane"), ("Plain", "Plain")):
        with pytest.raises(PolicyError, match=f"--set modes: {fault.format(wrong)}"):
            resolve(policy, None, {"modes": text})
        with pytest.raises(SnapshotError, match=fault.format(wrong)):
            resolve(policy, None, {}, [row("MODES", text, "str")], "atlas")
    for text, value in (("strict,plain", ("strict", "plain")), ("[]", ())):
        assert resolve(policy, None, {"modes": text}).scalar("MODES") == value


def test_gdp_config_outside_the_range_is_a_violation(policy: Policy) -> None:
    """Of the snapshot, even where --set has another value; of the own vo only."""
    rows = [row("DIVISOR", "0", "int"), row("DIVISOR", "-1", "int", None)]
    with pytest.raises(SnapshotError) as caught:
        resolve(policy, None, {"divisor": "1"}, rows, "atlas")
    message = (
        "gdp_config jobbroker.DIVISOR: {} is outside the range of DIVISOR, > 0, <= 100"
    )
    assert caught.value.message == message.format(-1.0)
    assert caught.value.items == (message.format(0.0),)
    assert (
        resolve(policy, None, {}, [row("DIVISOR", "0")], "cms").scalar("DIVISOR") == 2
    )


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("default = 2.0", "default = 0.0", "0.0 is outside the range of DIVISOR"),
        ("default = 2.0", "default = 2.0\nprofiles = { asrun = 101 }", "101.0 is outs"),
        ('range = "> 0, <= 100"', 'range = "positive"', "'positive' is no range"),
        ('range = "> 0, <= 100"', "range = 1", "range is not a text"),
        (
            'type = "DOUBLE"\ndefault = 2.0',
            'type = "VARCHAR"\ndefault = "a"',
            "VARCHAR has no range",
        ),
        ('default = ["plain"]', 'default = ["plane"]', "plane is no choice of MODES"),
        ("default = 0.9", 'default = 0.9\nchoices = ["a"]', "DOUBLE has no choices"),
        ('choices = ["plain", "strict"]', "choices = 1", "choices is not a list"),
    ],
)
def test_a_policy_file_with_a_bad_range_or_a_value_outside(
    tmp_path: Path, old: str, new: str, message: str
) -> None:
    assert old in TOML
    (tmp_path / "policy.toml").write_text(TOML.replace(old, new, 1))
    (tmp_path / "candidate.sql").write_text("-- title: pairs\nselect 1\n")
    with pytest.raises(PolicyError, match=re.escape(message)):
        load_policy(str(tmp_path))


@pytest.mark.parametrize("name", shipped_policies())
def test_parameters_that_divide_have_a_range(name: str) -> None:
    """What stands behind a slash is a parameter, or is made of some."""
    policy = load_policy(name)
    unranged = {each.column for each in policy.parameters if not each.range}
    dividing = {
        column.name
        for file in policy.files
        for tree in sqlglot.parse(file.text, read="duckdb")
        if tree is not None
        for division in tree.find_all(exp.Div, exp.IntDiv, exp.Mod)
        for column in division.expression.find_all(exp.Column)
        if column.table == "cfg"
    }
    assert dividing & unranged <= NAMES_OF_MODES


@pytest.mark.parametrize("name", shipped_policies())
def test_a_text_that_rules_compare_with_a_parameter_is_one_of_its_choices(
    name: str,
) -> None:
    policy = load_policy(name)
    choices = {each.column: each.choices for each in policy.parameters}
    compared = {
        (column.name, text.name)
        for file in policy.files
        for tree in sqlglot.parse(file.text, read="duckdb")
        if tree is not None
        for comparison in tree.find_all(exp.EQ, exp.NEQ, exp.In, exp.ArrayContains)
        for column in comparison.iter_expressions()
        for text in comparison.iter_expressions()
        if isinstance(column, exp.Column) and column.table == "cfg"
        if isinstance(text, exp.Literal) and text.is_string and column.name in choices
    }
    assert {each for each in compared if each[1] not in choices[each[0]]} <= CRITERIA


def test_a_whole_number_that_is_too_large(policy: Policy) -> None:
    """It is no BIGINT: a fault of an option, and a row of gdp_config is unset."""
    large = "9223372036854775808"
    with pytest.raises(UsageError, match="is not of type BIGINT"):
        resolve(policy, None, {"LIMIT": large})
    found = resolve(policy, None, {}, [row("LIMIT", large)], "atlas")
    assert found.scalar("LIMIT") == 5
    assert found.warnings == (
        f"gdp_config jobbroker.LIMIT counts as unset: {large} is not of type BIGINT",
    )
    assert resolve(policy, None, {"LIMIT": "9223372036854775807"}).scalar("LIMIT")

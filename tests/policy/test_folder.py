"""Policy folders: lists, inheritance, headers, and the faults made in them."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from brokersql.compiler import compile_policy
from brokersql.compiler.cache import program_key
from brokersql.core.errors import BrokersqlError, PolicyError, UsageError
from brokersql.policy import PolicyFault, load_policy, shipped_policies

RULE = """-- criterion: -{stem}
-- label: {stem} check
-- title: a rule
-- effect: drop
-- class: policy
-- source: a page
-- nulls: pass
select 1
"""
CANDIDATE = "-- title: pairs\nselect 1\n"
PARENT = """title = "parent"
page = "a page"
profiles = ["page", "asrun"]
candidate = "candidate.sql"
filters = ["one", "two", "three"]

[parameters.LIMIT]
type = "BIGINT"
unit = "jobs"
default = 5
profiles = { asrun = 7 }
meaning = "most jobs"
"""


def write(folder: Path, files: Mapping[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


@pytest.fixture
def parent(tmp_path: Path) -> Path:
    rules = {f"filters/{s}.sql": RULE.format(stem=s) for s in ("one", "two", "three")}
    files = {"policy.toml": PARENT, "candidate.sql": CANDIDATE, **rules}
    return write(tmp_path / "parent", files)


def child(parent: Path, toml: str, files: Mapping[str, str] | None = None) -> Path:
    text = f'extends = "../{parent.name}"\n{toml}'
    return write(parent.parent / "child", {"policy.toml": text, **(files or {})})


def faults(folder: Path) -> list[str]:
    """Return place below the folder and message of everything that is wrong."""
    with pytest.raises(PolicyFault) as caught:
        load_policy(str(folder))
    return [
        f"{each.where.removeprefix(f'{folder}/')} {each.message}"
        for each in caught.value.findings
    ]


def stems(folder: Path) -> list[str]:
    return [file.stem for file in load_policy(str(folder)).filters]


def test_a_policy_keeps_the_order_of_its_list(parent: Path) -> None:
    policy = load_policy(str(parent))
    assert [file.stem for file in policy.filters] == ["one", "two", "three"]
    assert (policy.name, policy.title, policy.page) == ("parent", "parent", "a page")
    assert policy.filters[0].shown == f"{parent}/filters/one.sql"


def test_a_child_inherits_everything(parent: Path) -> None:
    policy = load_policy(str(child(parent, "")))
    assert [file.stem for file in policy.filters] == ["one", "two", "three"]
    assert (policy.name, policy.title) == ("child", "parent")
    assert policy.subject.shown.endswith("parent/candidate.sql")
    assert policy.profiles == ("page", "asrun")


def test_a_child_overrides_one_file_and_drops_another(parent: Path) -> None:
    own = {"filters/two.sql": RULE.format(stem="mine")}
    policy = load_policy(str(child(parent, 'drop = ["one"]', own)))
    criteria = [file.header.text("criterion") for file in policy.filters]
    assert criteria == ["-mine", "-three"]


def test_a_list_of_its_own_stands_where_the_inherited_one_is_dropped(
    parent: Path,
) -> None:
    own = {"filters/zero.sql": RULE.format(stem="zero")}
    scratch = 'drop = ["filters"]\nfilters = ["zero", "two"]'
    assert stems(child(parent, scratch, own)) == ["zero", "two"]
    each = 'drop = ["one", "two", "three"]\nfilters = ["two", "zero"]'
    assert stems(child(parent, each, own)) == ["two", "zero"]


#: Of one, two, three with files zero and four beside them: changes -> the list.
ADD = "[[add]]\nfilters = "
CHANGES = {
    f'{ADD}["zero", "four"]': "one two three zero four",
    f'{ADD}["zero", "four"]\nbefore = "one"': "zero four one two three",
    f'{ADD}["zero", "four"]\nafter = "two"': "one two zero four three",
    f'{ADD}["zero"]\n{ADD}["four"]\nbefore = "zero"': "one two three four zero",
    f'{ADD}["zero"]\n{ADD}["one"]\nafter = "two"': "two one three zero",
    f'{ADD}["zero", "one", "four"]': "two three zero one four",
    '[replace]\ntwo = "zero"\nthree = "four"': "one zero four",
    f'drop = ["two"]\n[replace]\none = "four"\n{ADD}["zero"]\nafter = "four"': (
        "four zero three"
    ),
    f'drop = ["one"]\n{ADD}["one", "zero"]': "two three one zero",
}


@pytest.mark.parametrize("toml", CHANGES)
def test_a_child_says_only_what_is_different(parent: Path, toml: str) -> None:
    expected = CHANGES[toml].split()
    own = {f"filters/{s}.sql": RULE.format(stem=s) for s in ("zero", "four")}
    used = {name: text for name, text in own.items() if name[8:-4] in expected}
    assert stems(child(parent, toml, used)) == expected


def test_every_change_is_named_with_the_policy_that_makes_it(parent: Path) -> None:
    toml = (
        'drop = ["one"]\n[replace]\ntwo = "zero"\n'
        "[parameters.LIMIT]\ndefault = 6\n"
        "[parameters.OTHER]\ntype = 'BIGINT'\nmeaning = 'x'\n"
    )
    files = {
        "filters/zero.sql": RULE.format(stem="zero"),
        "filters/three.sql": RULE.format(stem="mine"),
        "facts/own.sql": "-- title: x\n-- grain: one row\nselect 1 as one\n",
    }
    child(parent, toml, files)
    last = 'extends = "../child"\n[[add]]\nfilters = ["three"]\nbefore = "zero"'
    folder = write(parent.parent / "grandchild", {"policy.toml": last})
    assert [
        (each.policy, each.change, each.stage, each.name, each.place)
        for each in load_policy(str(folder)).changes
    ] == [
        ("child", "drop", "filters", "one", ""),
        ("child", "replace", "filters", "zero", "in place of two"),
        ("child", "override", "filters", "three", ""),
        ("child", "add", "facts", "own", ""),
        ("child", "override", "parameters", "LIMIT", ""),
        ("child", "add", "parameters", "OTHER", ""),
        ("grandchild", "move", "filters", "three", "before zero"),
    ]
    assert load_policy(str(parent)).changes == ()


def test_a_list_that_would_lose_inherited_rules(parent: Path) -> None:
    """What the parent itself dropped is nobody's loss."""
    inherited = "1 filters is inherited"
    for toml, fault in (
        ('drop = ["one"]\nfilters = ["two"]', f"3:{inherited}, and would lose three"),
        ("filters = []", f"2:{inherited}, and would lose one, two, three"),
        ('filters = ["three", "two", "one"]', f"2:{inherited}"),
    ):
        assert faults(child(parent, toml)) == [f"policy.toml:{fault}"]


def test_a_list_is_dropped_by_its_name(parent: Path) -> None:
    folder = child(parent, 'drop = ["filters"]')
    assert stems(folder) == []
    toml = 'extends = "../child"\ndrop = ["filters"]'
    folder = write(parent.parent / "grandchild", {"policy.toml": toml})
    assert faults(folder) == ["policy.toml:2:1 drop names filters: no such file"]


def test_a_grandchild_sees_what_its_parent_left(parent: Path) -> None:
    child(parent, 'drop = ["one"]')
    toml = 'extends = "../child"\ndrop = ["three"]'
    folder = write(parent.parent / "grandchild", {"policy.toml": toml})
    assert stems(folder) == ["two"]


def test_a_child_changes_one_key_of_a_parameter(parent: Path) -> None:
    policy = load_policy(str(child(parent, "[parameters.LIMIT]\ndefault = 9\n")))
    (limit,) = [each for each in policy.parameters if each.name == "LIMIT"]
    assert (limit.default, limit.unit, limit.meaning) == (9, "jobs", "most jobs")
    assert limit.default_of("asrun") == (7, True)


def test_every_policy_has_a_seed(parent: Path) -> None:
    assert "seed" in [each.column for each in load_policy(str(parent)).parameters]


def test_the_content_hash_is_that_of_the_content(parent: Path) -> None:
    first = load_policy(str(parent)).content_hash
    assert load_policy(str(parent)).content_hash == first
    elsewhere = shutil.copytree(parent, parent.parent / "moved" / parent.name)
    moved = load_policy(str(elsewhere))
    assert moved.content_hash == first
    assert program_key(moved) != program_key(load_policy(str(parent)))
    write(parent, {"filters/two.sql": RULE.format(stem="two") + "where true\n"})
    assert load_policy(str(parent)).content_hash != first


def test_shipped_policies_are_found_by_name() -> None:
    names = shipped_policies()
    assert "panda_job" in names
    for name in names:
        assert load_policy(name).rules[0].shown.startswith("sql/")


def test_an_unknown_name_is_a_usage_error_with_a_suggestion() -> None:
    with pytest.raises(UsageError, match="no policy panda_jbo") as caught:
        load_policy("panda_jbo")
    assert caught.value.hint.startswith("did you mean panda_job")


def test_a_folder_without_policy_toml(tmp_path: Path) -> None:
    with pytest.raises(PolicyError, match=r"has no policy\.toml"):
        load_policy(str(tmp_path))


def test_policies_that_extend_each_other(parent: Path) -> None:
    folder = child(parent, "")
    write(parent, {"policy.toml": 'extends = "../child"'})
    with pytest.raises(PolicyError, match="extends itself"):
        load_policy(str(folder))


def test_a_parent_that_is_not_there(tmp_path: Path) -> None:
    write(tmp_path, {"policy.toml": 'extends = "panda_jbo"'})
    with pytest.raises(PolicyError) as caught:
        load_policy(str(tmp_path))
    assert caught.value.where == f"{tmp_path}/policy.toml"


def test_a_file_that_is_not_text(parent: Path) -> None:
    (parent / "filters" / "two.sql").write_bytes(b"\xff\xfe")
    with pytest.raises(BrokersqlError, match="cannot be read as UTF-8"):
        load_policy(str(parent))


#: What a child says -> the place of the fault and its message.
FAULTS = {
    'filtres = ["one"]': "2:1 unknown key filtres",
    'drop = ["filters"]\nfilters = ["one", "tow"]': "3:1 no file filters/tow.sql",
    'drop = ["filters"]\nfilters = ["one", "one"]': "3:1 filters lists one twice",
    f'{ADD}["one"]\n{ADD}["tow"]': "5:1 no file filters/tow.sql",
    f'{ADD}["one"]\nafter = "tow"': "4:1 filters holds no tow to add after",
    f'{ADD}["one", "two"]\nbefore = "two"': "4:1 filters holds no two to add before",
    f'{ADD}["one"]\nafter = "two"\nbefore = "three"': "4:1 add says before and after",
    '[[add]]\nafter = "two"': "2:3 add names not one list",
    f'{ADD}["one"]\ncaps = []': "2:3 add names not one list",
    f'{ADD}["one"]\nbehind = "two"': "4:1 unknown key behind",
    'add = ["one"]': "2:1 add is not an array of tables",
    '[replace]\nfour = "one"': "3:1 replace names four: no such file",
    '[replace]\none = "two"': "3:1 filters holds two already",
    '[replace]\none = "tow"': "3:1 no file filters/tow.sql",
    'drop = ["four"]': "2:1 drop names four: no such file",
    'filters = "one"': "2:1 filters is not a list of texts",
    "filters = [": "2:12 no valid TOML: invalid value",
    'candidate = "pairs.sql"': "2:1 no file {folder}/pairs.sql",
    '[parameters.LIMIT]\ntype = "INTEGRE"': "3:1 parameter LIMIT has no known type",
    '[parameters.LIMIT]\ndefault = "many"': "3:1 'many' is not of type BIGINT",
    "[parameters.LIMIT]\nprofiles = { asrnu = 1 }": "3:1 no profile asrnu",
    "[parameters.LIMIT]\nunits = 'jobs'": "3:1 unknown key units",
    '[parameters.OTHER]\ntype = "DOUBLE"': "2:2 parameter OTHER has no meaning",
    '[parameters.limit]\ntype = "DOUBLE"\nmeaning = "x"': (
        "2:2 parameter limit stands twice"
    ),
    "[parameters.LIMIT]\nper = 'user'": "3:1 no kind of key user",
}


@pytest.mark.parametrize("toml", FAULTS)
def test_a_fault_of_policy_toml_is_named_with_line_and_column(
    parent: Path, toml: str
) -> None:
    folder = child(parent, toml)
    assert f"policy.toml:{FAULTS[toml]}".format(folder=folder) in faults(folder)


def test_a_fault_of_policy_toml_is_reported_once(parent: Path) -> None:
    folder = child(parent, 'parameters = "LIMIT"\nadd = "one"')
    assert faults(folder) == [
        "policy.toml:3:1 add is not an array of tables",
        "policy.toml:2:1 parameters is not a table",
    ]


def test_a_file_that_stands_in_no_list_would_decide_nothing(parent: Path) -> None:
    folder = child(parent, "", {"filters/lost.sql": RULE.format(stem="lost")})
    assert faults(folder) == ["filters/lost.sql:1:1 lost stands in no list of filters"]


#: A part of a header, what stands in its place, and the fault.
HEADER_FAULTS = [
    ("-- label:", "-- lable:", "2:4 unknown header key lable"),
    ("-- label: one check", "-- title: more", "3:4 header key title stands twice"),
    ("-- nulls: pass", "-- nulls:", "7:4 header key nulls is empty"),
    ("-- source: a page\n", "", "1:1 header key source is missing"),
    ("a page", "C070, C999", "6:18 source C999 is no statement"),
    ("drop", "dorp", "4:12 effect dorp is none of drop, defer"),
    ("class: policy", "class: rule", "5:11 class rule is none of misconfigured"),
    ("a page", "a page\n-- which is\n-- longer: so", "8:4 unknown header key longer"),
]


@pytest.mark.parametrize(("old", "new", "expected"), HEADER_FAULTS)
def test_a_fault_of_a_header_is_named_with_line_and_column(
    parent: Path, old: str, new: str, expected: str
) -> None:
    text = RULE.format(stem="one")
    assert old in text
    write(parent, {"filters/one.sql": text.replace(old, new)})
    found = faults(parent)
    assert any(each.startswith(f"filters/one.sql:{expected}") for each in found), found


def test_all_faults_come_together(parent: Path) -> None:
    one = RULE.format(stem="one").replace("drop", "dorp")
    two = RULE.format(stem="two").replace("-- source: a page\n", "")
    write(parent, {"filters/one.sql": one, "filters/two.sql": two})
    with pytest.raises(PolicyFault) as caught:
        load_policy(str(parent))
    assert len(caught.value.findings) == 2
    lines = caught.value.lines()
    assert lines[0] == f"policy {parent} has 2 faults"
    assert lines[-1] == f"  all of them: brokersql policy check {parent}"


def test_a_source_is_text_or_ids_of_statements(parent: Path) -> None:
    text = RULE.format(stem="one").replace("a page", "a ticket, C999\n-- source: C070")
    write(parent, {"filters/one.sql": text})
    assert load_policy(str(parent)).filters[0].header.source() == (
        "a ticket, C999; Brokerage, job brokerage: "
        "core counts of queue and task have to agree (C070)"
    )


def test_a_policy_cites_its_own_page() -> None:
    """The older page where a rule of both cites it; where it does not, the other."""
    cited = {
        policy: {each.criterion: each.source for each in compiled.criteria}
        for policy in ("panda_job", "panda_job_legacy")
        for compiled in [compile_policy(load_policy(policy))]
    }
    current, older = cited.values()
    assert "(C135)" in current["-cap"]
    assert "(O0" not in " ".join(current.values())
    assert older["-cap"].startswith("Older brokerage, ")
    assert "(O051); " in older["-cap"]
    assert "(C" not in older["-cap"]
    assert older["-lock"] == current["-lock"]

"""A policy of somebody else computes; it reads no file, writes none, and asks nobody.

Promise: rules, facts, ranges, tests and scripts call functions that sql/functions.toml
lists, else there is an error with file, line and place; the connection of a cycle is
sealed besides.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import duckdb
import pytest

from brokersql.compiler import check_policy
from brokersql.core.allowed_sql import forbidden, functions
from brokersql.core.database import SqlError
from brokersql.cycle import Options, run_cycle
from brokersql.policy import load_policy, read_cases, shipped_policies
from brokersql.policy.findings import Finding, PolicyFault
from brokersql.snapshot import Snapshot
from tests.cli.calling import DEMO, call
from tests.compiler.world import POLICIES

SMALL = POLICIES / "small"
HEAD = (SMALL / "filters" / "offline.sql").read_text().split("select")[0]
KEYS = "candidate.jedi_task_id, candidate.chunk_no, candidate.queue_name"
#: What stands in a rule -> what is said of it: the beginning of a message.
ATTACKS: Mapping[str, str] = {
    # files
    "read_text('SECRET')": "read_text()",
    "read_blob('SECRET')": "read_blob()",
    "(select content from read_text('SECRET'))": "read_text()",
    "(select count(*) from glob('/etc/*'))": "glob()",
    "(select count(*) from sniff_csv('SECRET'))": "sniff_csv()",
    "(select count(*) from read_duckdb('SECRET'))": "read_duckdb()",
    "(select count(*) from parquet_metadata('SECRET'))": "parquet_metadata()",
    "(select count(*) from 'SECRET')": "SECRET is out of reach",
    '(select count(*) from "SECRET.csv")': "SECRET.csv is out of reach",
    # logs, extensions, other resources
    "(select count(*) from enable_logging(storage := 'file'))": "enable_logging()",
    "(select count(*) from truncate_duckdb_logs())": "truncate_duckdb_logs()",
    "(select count(*) from disable_logging())": "disable_logging()",
    "(select count(*) from enable_profiling())": "enable_profiling()",
    "write_log('x')::varchar": "write_log()",
    "(select count(*) from register_external_resource('a'))": "register_external",
    "(select count(*) from which_secret('s3://a', 's3'))": "which_secret()",
    # Python, other statements
    "(select count(*) from python_map_function((select 1)))": "python_map_function()",
    "(select count(*) from query('from queue'))": "query()",
    "(select count(*) from query_table('queue'))": "query_table()",
    "(select count(*) from json_execute_serialized_sql('{}'))": "json_execute_serial",
    "json_serialize_plan('select 1')": "json_serialize_plan()",
    "(select count(*) from checkpoint())": "checkpoint()",
    "(with x as (copy (select 1) to 'SECRET') select count(*) from x)": "",
    "(with x as (delete from queue returning 1) select count(*) from x)": "",
    "(with x as (update queue set status = '') select count(*) from x)": "",
    "(with x as (insert into queue from queue) select count(*) from x)": "",
    # the session, the clock and the dice
    "current_setting('threads')": "current_setting()",
    "getvariable('cfg_many')": "getvariable()",
    "getenv('HOME')": "getenv()",
    "current_query()": "current_query()",
    "current_user": "current_user is not allowed",
    "user": "user is not allowed",
    "current_timestamp::varchar": "current_timestamp",
    "version()": "version()",
    "random()::varchar": "random()",
    "(select count(*) from queue using sample 1)": "a sample is not allowed",
    "(select count(*) from queue tablesample 10%)": "a sample is not allowed",
    "list_aggr([1], 'reservoir_quantile', 0.5)": "list_aggr() of what is not listed",
    "array_aggregate([1], queue_name)": "array_aggregate() of what is not listed",
    "sleep_ms(1)::varchar": "sleep_ms()",
    "nextval('a')::varchar": "nextval()",
    "txid_current()::varchar": "txid_current()",
    "(select count(*) from duckdb_settings())": "duckdb_settings()",
    "(select count(*) from duckdb_settings)": "duckdb_settings is out of reach",
    "(select count(*) from information_schema.tables)": "information_schema.tables is",
    "(select count(*) from pg_catalog.pg_class)": "pg_catalog.pg_class is out of",
    "(select count(*) from (describe queue))": "show_ref is not allowed",
    "(select count(*) from (show tables))": "show_ref is not allowed",
    # where functions hide
    "\"read_text\"('SECRET')": "read_text()",
    "system.main.read_text('SECRET')": "read_text()",
    "'SECRET'.read_text()": "read_text()",
    "READ_TEXT /* a */ ('SECRET')": "read_text()",
    "try(read_text('SECRET'))": "read_text()",
    "max(1 order by read_text('SECRET'))::varchar": "read_text()",
    "count(*) filter (where read_text('SECRET') = '')": "read_text()",
    "row_number() over (partition by read_text('SECRET'))": "read_text()",
    "list_transform([1], lambda x: read_text('SECRET'))": "read_text()",
    "[read_text('SECRET') for x in [1]]": "read_text()",
    "{'a': read_text('SECRET')}": "read_text()",
    "case when true then read_text('SECRET') end": "read_text()",
    "interval (read_text('SECRET')) day": "read_text()",
    "(values (read_text('SECRET')))": "read_text()",
    "(select a from (pivot queue on read_text('SECRET') using count(*)))": "",
}


def policy(folder: Path, files: Mapping[str, str], toml: str = "") -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.replace("SECRET", str(folder / "secret")))
    folder.mkdir(exist_ok=True)
    (folder / "policy.toml").write_text(f'extends = "{SMALL}"\n{toml}')
    (folder / "secret").write_text("for nobody")
    return folder


def said(folder: Path) -> list[Finding]:
    return check_policy(load_policy(str(folder)))


def test_every_rule_with_an_attack_is_refused_at_its_place(tmp_path: Path) -> None:
    attacks = {f"attack_{no}": text for no, text in enumerate(ATTACKS)}
    rule = f"{HEAD}select\n{KEYS},\n{{}} as detail\nfrom candidate"
    files = {
        f"filters/{name}.sql": rule.replace("{}", text)
        for name, text in attacks.items()
    }
    toml = f"[[add]]\nfilters = {json.dumps([*attacks])}\n"
    found = said(policy(tmp_path / "mine", files, toml))
    for name, text in attacks.items():
        own = [it for it in found if it.file.endswith(f"/{name}.sql")]
        message = ATTACKS[text].replace("SECRET", str(tmp_path / "mine" / "secret"))
        assert own, text
        fitting = [it for it in own if it.message.startswith(message)]
        assert fitting, (text, own)
        if message.endswith(")"):
            assert fitting[0].line == 12, (text, fitting[0])
            assert fitting[0].hint
    assert not list(tmp_path.rglob("duckdb_log*"))


#: A file of each stage, and what else a policy brings that becomes SQL.
PLACES: Mapping[str, tuple[str, str]] = {
    "candidate": (
        "candidate.sql",
        "-- title: t\nselect unit.jedi_task_id, unit.chunk_no, partner.queue_name, "
        "read_text('SECRET') as x from unit cross join partner\n",
    ),
    "fact": (
        "facts/partner.sql",
        (SMALL / "facts" / "partner.sql")
        .read_text()
        .replace("select", "select read_text('SECRET') as x,", 1),
    ),
    "weight": (
        "weights/speed.sql",
        "-- title: t\n-- source: s\nselect survivor.jedi_task_id, survivor.chunk_no, "
        "survivor.queue_name, read_text('SECRET')::double as speed from survivor\n",
    ),
    "choice": (
        "select/ranked.sql",
        "-- title: t\n-- grain: a\nselect read_text('SECRET') as a from passed\n",
    ),
}


@pytest.mark.parametrize("what", PLACES)
def test_files_of_all_stages_pass_the_same_gate(what: str, tmp_path: Path) -> None:
    name, text = PLACES[what]
    folder = policy(tmp_path / "mine", {name: text})
    if what == "candidate":
        (folder / "policy.toml").write_text(
            f'extends = "{SMALL}"\ncandidate = "candidate.sql"\n'
        )
    assert any(it.message.startswith("read_text()") for it in said(folder))
    told = call("policy", "check", folder)
    assert (told.code, "^~~~~~~~~ time, draws" in told.out + told.err) == (4, True)
    assert call("run", DEMO, "--policy", folder).code == 4


@pytest.mark.parametrize(
    ("files", "toml", "message"),
    [
        (
            {
                "filters/offline.sql": f"{HEAD}-- kind: table x as from "
                "read_text('SECRET'); create view\nselect\nfrom candidate\n"
            },
            "",
            "unknown header key kind",
        ),
        (
            {
                "facts/need.sql": "-- title: t\n-- grain: a\n-- kind: table x as from "
                "read_text('SECRET'); create view\nselect 1 as a\n"
            },
            "",
            "kind table x as from read_text",
        ),
        ({"filters/a-b.sql": HEAD}, "", "'a-b' is no name of a relation"),
        ({"facts/x'); drop.sql": "select 1"}, "", '"x\'); drop" is no name'),
        (
            {},
            "[parameters.\"a') || read_text('SECRET\"]\ntype = 'BIGINT'\nmeaning = 'm'",
            "\"a') || read_text('SECRET\" is no name of a parameter",
        ),
    ],
)
def test_names_and_headers_become_no_sql(
    files: Mapping[str, str], toml: str, message: str, tmp_path: Path
) -> None:
    folder = policy(tmp_path / "mine", files, toml)
    with pytest.raises(PolicyFault) as caught:
        found = said(folder)
        raise PolicyFault(str(folder), found)
    assert any(it.message.startswith(message) for it in caught.value.findings), (
        caught.value.findings
    )


TABLE = """-- title: t
-- key: a
-- range: a > (select count(*) from read_text('SECRET'))
create table extra (
    a BIGINT
);
"""


def test_a_range_of_an_own_table_passes_the_gate(tmp_path: Path) -> None:
    for text in (
        TABLE,
        TABLE.replace("a > (", "true then 1 when a in ("),
        TABLE.replace("a > (", "true) or (a in ("),
    ):
        files = {"tables/extra.sql": text, "tables/extra.csv": "a\n1\n"}
        with pytest.raises(PolicyFault, match="the range cannot be asked"):
            load_policy(str(policy(tmp_path / "mine", files)))


CASE = """-- test: what it shows
-- set: MANY=3
-- task: 1
{given}
-- expect: it holds
select true
  and {expected}
"""


@pytest.mark.parametrize(
    ("given", "expected", "place", "message"),
    [
        ("", "(select count(*) from read_text('x')) = 1", "7:29", "read_text() is not"),
        ("", "current_setting('threads') = 1", "7:7", "current_setting() is not"),
        ("", "true; drop table queue", "6:1", "it is no query"),
        ("", "(from 'x.csv') = 1", "7:13", "x.csv is out of reach"),
        (
            "update queue set cloud =\n(select content from read_text('x'));",
            "true",
            "5:22",
            "read_text() is not allowed",
        ),
        ("insert into queue\nfrom read_csv('x')", "true", "5:6", "read_csv() is not"),
        (
            "delete from queue where write_log('x') is null",
            "true",
            "4:25",
            "write_log()",
        ),
        (
            "update queue set cloud = '';\ncopy queue to 'x'",
            "true",
            "5:1",
            "copy changes",
        ),
        ("attach 'x' as y", "true", "4:1", "attach changes no row"),
        (
            "with x as (copy queue to 'x') update queue set cloud = ''",
            "true",
            "4:1",
            "copy is not allowed",
        ),
    ],
)
def test_tests_of_a_policy_pass_the_gate(
    given: str, expected: str, place: str, message: str, tmp_path: Path
) -> None:
    text = CASE.format(given=given, expected=expected)
    folder = policy(tmp_path / "mine", {"tests/a.sql": text})
    with pytest.raises(PolicyFault) as caught:
        read_cases(str(folder))
    first = caught.value.findings[0]
    assert first.where == f"{folder}/tests/a.sql:{place}", first
    assert first.message.startswith(message)
    assert call("policy", "test", folder).code == 4


def test_scripts_pass_the_gate_also_those_of_a_run_of_others(
    tmp_path: Path, run_folder: Path
) -> None:
    (tmp_path / "secret").write_text("for nobody")
    attack = (
        f"update queue set cloud = (select content from read_text('{tmp_path}/secret'))"
    )
    (tmp_path / "a.sql").write_text(attack)
    told = call("run", DEMO, "--sql", tmp_path / "a.sql")
    assert (told.code, "--sql: read_text() is not allowed" in told.err) == (2, True)
    foreign = tmp_path / "foreign"
    foreign.mkdir()
    for each in run_folder.iterdir():
        (foreign / each.name).write_bytes(each.read_bytes())
    record = json.loads((foreign / "run.json").read_text())
    record["snapshot"]["scripts"] = [attack]
    (foreign / "run.json").write_text(json.dumps(record))
    told = call("sql", foreign, "select distinct cloud from queue")
    assert (told.code, "read_text() is not allowed" in told.err) == (2, True)


def test_shipped_files_which_nobody_asks_at_run_time_pass_the_gate_too() -> None:
    policies = map(load_policy, shipped_policies())
    files = {it.shown: it for policy in policies for it in policy.files}
    for each in files.values():
        if each.stage not in ("lib", "tables"):
            assert each.is_shipped
            assert forbidden(each.text) == (), each.shown


def test_a_cycle_is_sealed_before_its_policy_runs(demo: Path) -> None:
    """The second layer: what a hole in the gate would meet."""
    cycle = run_cycle(Snapshot.open(demo), "panda_timeout", Options(seed=7))
    for text in (
        f"from read_text('{__file__}')",
        f"copy queue to '{demo}/x'",
        "select count(*) from enable_logging(storage := 'file')",
        "set memory_limit = '1TB'",
        "install httpfs",
    ):
        with pytest.raises(SqlError, match=r"Permission|Invalid Input"):
            cycle.database.run(text)
    cycle.database.without_optimizers("join_order")  # the compiler's own
    assert cycle.database.cursor().count("queue") == 42


def test_the_list_holds_what_duckdb_calls_pure_and_nothing_else() -> None:
    """A function that a new DuckDB brings, or changes, is refused or found here."""
    known = duckdb.connect().sql(
        "select lower(function_name), bool_and(function_type = 'macro' or "
        "(stability = 'CONSISTENT' and not has_side_effects)), any_value(function_type)"
        ", string_agg(macro_definition, ' ') from duckdb_functions() "
        "group by lower(function_name), function_type = 'table'"
    )
    rows = known.fetchall()
    pure = {name: is_pure for name, is_pure, kind, _ in rows if kind != "table"}
    macros = {name: text for name, _, kind, text in rows if kind == "macro"}
    parsed = {"!__postfix", "unnest", "fill"}
    for kind, names in functions().items():
        for name in names if kind != "table" else ():
            assert pure.get(name, name in parsed), name
    for name in functions()["macro"]:
        for definition in macros[name].split("\n"):
            faults = forbidden(f"select {definition}")
            allowed = {"error() is not allowed"}  # a key that is NULL
            assert {it.message for it in faults} <= allowed, (name, faults)
    assert functions()["table"] <= {
        name for name, _, kind, _ in rows if kind == "table"
    }

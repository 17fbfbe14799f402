"""Probes of spec/reliability.md C3, and what each layer says to them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Probe:
    """A text, what the gate says of it, and which error a sealed connection raises.

    `gate` is a part of the message, empty where the gate lets the text through; `seal`
    the first word of DuckDB's error, empty where the connection alone would not refuse.
    """

    text: str
    gate: str
    seal: str


PROBES = (
    # files and networks
    Probe("from read_csv('/etc/passwd')", "read_csv is switched off", "Permission"),
    Probe("from read_parquet('x')", "read_parquet is switched off", "Permission"),
    Probe("from read_json('/etc/passwd')", "read_json is switched", "Permission"),
    Probe("from read_text('/etc/passwd')", "read_text is switched", "Permission"),
    Probe("from read_blob('/etc/passwd')", "read_blob is switched", "Permission"),
    Probe("from read_duckdb('x.duckdb')", "read_duckdb is switched", "Permission"),
    Probe("from glob('/etc/*')", "glob is switched off", "Permission"),
    Probe("from sniff_csv('/etc/passwd')", "sniff_csv is switched", "Permission"),
    Probe("from '/etc/passwd'", "", "Catalog"),
    Probe("from 'x.parquet'", "", "Permission"),
    Probe("from 'https://example.org/x.csv'", "", "Permission"),
    Probe("from parquet_metadata('x')", "parquet_metadata is switched", "Permission"),
    Probe("copy queue to 'x.csv'", "copy is switched off", "Permission"),
    Probe("copy queue from 'x.csv'", "copy is switched off", "Permission"),
    Probe("export database 'x'", "export is switched off", "Permission"),
    Probe("import database 'x'", "import is switched off", "Permission"),
    Probe("attach 'x.duckdb' as x", "attach is switched off", "Permission"),
    Probe("install httpfs", "install is switched off", "Permission"),
    Probe("load httpfs", "load is switched off", "Permission"),
    Probe("create secret s (type s3)", "create is switched off", "Permission"),
    # names of this program
    Probe("from frame", "", "Catalog"),
    # settings
    Probe("set enable_external_access = true", "set is switched", "Invalid"),
    Probe("set memory_limit = '64GB'", "set is switched off", "Invalid"),
    Probe("set threads = 64", "set is switched off", "Invalid"),
    Probe("set temp_directory = '/tmp'", "set is switched off", "Invalid"),
    Probe("reset lock_configuration", "reset is switched off", "Invalid"),
    Probe("pragma enable_profiling", "pragma is switched off", "Invalid"),
    Probe("pragma database_list", "pragma is switched off", ""),
    Probe("set variable x = 1", "set is switched off", ""),
    Probe("from duckdb_settings()", "duckdb_settings is switched off", ""),
    Probe("from duckdb_databases()", "duckdb_databases is switched off", ""),
    Probe("from duckdb_secrets()", "duckdb_secrets is switched", "Permission"),
    Probe("select current_setting('threads')", "current_setting is switched", ""),
    Probe("select getenv('HOME')", "getenv is switched off", "Catalog"),
    # changes
    Probe("insert into queue values (1)", "insert is switched off", "Invalid"),
    Probe("drop table queue", "drop is switched off", "Invalid"),
    Probe("create table x as select 1", "create is switched off", "Invalid"),
    Probe("update queue set queue_no = 2", "update is switched off", "Invalid"),
    Probe("with x as (delete from queue) from x", "delete is switched", "Invalid"),
    Probe("explain analyze delete from queue", "delete is switched", "Invalid"),
    # other statements and texts that become statements
    Probe("attach ':memory:' as x", "attach is switched off", "Catalog"),
    Probe("use main", "use is switched off", ""),
    Probe("call pragma_version()", "call is switched off", ""),
    Probe("from query('drop table queue')", "query is switched off", "Parser"),
    Probe("from query_table('queue')", "query_table is switched off", ""),
    Probe("from checkpoint()", "checkpoint is switched off", ""),
    Probe("select write_log('x')", "write_log is switched off", ""),
    Probe("prepare x as select 1", "prepare is switched off", ""),
    Probe("select 1; drop table queue", "2 statements in one call", "Invalid"),
    Probe("begin transaction", "begin is switched off", ""),
    Probe("", "there is no query", "Invalid"),
    Probe("-- nothing", "there is no query", "Invalid"),
)

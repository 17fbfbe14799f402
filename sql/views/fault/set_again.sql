-- title: statements that give another connection the settings and variables of this one
select format('set {} = ''{}'';', name, value) as statement
from duckdb_settings()
where name in ('threads', 'disabled_optimizers', 'enable_optimizer')
union all
select
    format(
        'set variable "{}" = {}::{};',
        name,
        -- the value of an unset variable is the text NULL
        if(value = 'NULL', 'null', format('''{}''', replace(value, '''', ''''''))),
        type
    ) as statement
from duckdb_variables()
union all
select distinct format('create schema if not exists "{}";', schema_name) as statement
from duckdb_tables()
where not temporary
union all
select format('set search_path = ''{}'';', value) as statement
from duckdb_settings()
where name = 'search_path' and value <> ''

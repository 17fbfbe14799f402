-- title: every table and view, with its name space; inner ones of programs left out
-- grain: schema_name, name
with
    relations as (
        select schema_name, 'table' as kind, table_name as name, comment
        from duckdb_tables() as tables
        where not internal and database_name = current_database()
        union all
        select schema_name, 'view' as kind, view_name as name, comment
        from duckdb_views() as views
        where not internal and database_name = current_database()
    )

select schema_name, kind, name, comment
from relations
where not starts_with(name, 'x_')
order by schema_name, name

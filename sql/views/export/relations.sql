-- title: every table and view, with its name space; inner ones of programs left out
-- grain: schema_name, name
with
    relations as (
        select
            tables.schema_name,
            'table' as kind,
            tables.table_name as name,
            tables.comment
        from duckdb_tables() as tables
        where not tables.internal and tables.database_name = current_database()
        union all
        select views.schema_name, 'view' as kind, views.view_name as name, views.comment
        from duckdb_views() as views
        where not views.internal and views.database_name = current_database()
    )

select relations.schema_name, relations.kind, relations.name, relations.comment
from relations
where not starts_with(relations.name, 'x_')
order by relations.schema_name, relations.name

-- title: tables, views and macros by name, those of the schema in use first
with
    relation as (
        select
            schema_name,
            table_name as name,
            estimated_size as n_rows,
            null as sql,
            format('"{}"."{}"', schema_name, table_name) as place
        from duckdb_tables()
        where not temporary
        union all
        select
            schema_name,
            view_name,
            null,
            sql,
            format('"{}"."{}"', schema_name, view_name)
        from duckdb_views()
        where not internal
        union all
        select
            schema_name,
            function_name,
            null,
            format(
                'create or replace macro "{}"."{}"({}) as {}{}',
                schema_name,
                function_name,
                array_to_string(parameters, ', '),
                if(function_type = 'table_macro', 'table ', ''),
                macro_definition
            ),
            format('"{}"."{}"', schema_name, function_name)
        from duckdb_functions()
        where function_type in ('macro', 'table_macro') and not internal
    )
select place, name, n_rows, sql
from relation
order by schema_name = current_schema() desc, name

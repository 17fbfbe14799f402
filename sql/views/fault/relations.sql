-- title: tables, views and macros by name, in the order in which a name is looked up
with
    relation as (
        select schema_name, table_name as name, temporary, estimated_size as n_rows, null as sql
        from duckdb_tables()
        union all
        select
            schema_name,
            view_name,
            temporary,
            0,
            -- an Arrow table that is registered exists for this connection only
            if(contains(sql, 'python_arrow_scan('), null, sql)
        from duckdb_views()
        where not internal
        union all
        select
            schema_name,
            function_name,
            false,
            0,
            format(
                'create or replace macro "{}"."{}"({}) as {}{}',
                schema_name,
                function_name,
                array_to_string(parameters, ', '),
                if(function_type = 'table_macro', 'table ', ''),
                macro_definition
            )
        from duckdb_functions()
        where function_type in ('macro', 'table_macro') and not internal
    )
select
    if(temporary, 'temp.', '') || format('"{}"."{}"', schema_name, name) as place, name, n_rows, sql
from relation
order by temporary desc, schema_name = current_schema() desc, name

-- title: tasks and chunks that loading refused by their key, with all violations
-- grain: table_name, row_key
select
    table_name,
    row_key,
    try_cast(split_part(row_key, ', ', 1) as bigint) as jedi_task_id,
    try_cast(split_part(row_key, ', ', 2) as bigint) as chunk_no,
    string_agg(distinct reason, '; ' order by reason) as reason,
    min(json_cell(row, 'status')) as status,
    min(json_cell(row, 'prod_source_label')) as prod_source_label
from quarantine
where table_name in ('task', 'input_chunk')
group by table_name, row_key

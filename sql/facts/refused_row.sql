-- title: tasks and chunks that loading refused by their key, with all violations
-- grain: table_name, row_key
select
    quarantine.table_name,
    quarantine.row_key,
    try_cast(split_part(quarantine.row_key, ', ', 1) as bigint) as jedi_task_id,
    try_cast(split_part(quarantine.row_key, ', ', 2) as bigint) as chunk_no,
    string_agg(distinct quarantine.reason, '; ' order by quarantine.reason) as reason,
    min(json_cell(quarantine.row, 'status')) as status,
    min(json_cell(quarantine.row, 'prod_source_label')) as prod_source_label
from quarantine
where quarantine.table_name in ('task', 'input_chunk')
group by quarantine.table_name, quarantine.row_key

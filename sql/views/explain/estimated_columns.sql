-- title: columns of a task's chunks that are estimated, and the source that lacks them
-- grain: source
select table_source.source, array_to_string(table_source.estimated_columns, ', ') as columns
from main.table_source
where
    table_source.snapshot_table = 'input_chunk'
    and len(table_source.estimated_columns) > 0
    and exists (select 1 from main.input_chunk where input_chunk.jedi_task_id = ?)
order by table_source.source

-- title: the weight factors of the weighed pairs of changed decisions
-- grain: side, snapshot_id, policy, jedi_task_id, chunk_no, queue_name, factor
-- note: what is no other column of weighed is a factor; weight itself is the last
with
    told as (
        unpivot both_weighed
        on columns(
            lambda name:
            name not in (
                'side',
                'snapshot_id',
                'policy',
                'jedi_task_id',
                'chunk_no',
                'queue_name',
                'unified_name',
                'is_bootstrap',
                'for_jumbo',
                'n_running_cap',
                'n_queued',
                'platform',
                'max_wdir',
                'criterion',
                'detail'
            )
        )
        into name factor value value
    )

select
    told.side,
    told.snapshot_id,
    told.policy,
    told.jedi_task_id,
    told.chunk_no,
    told.queue_name,
    told.factor,
    told.value,
    told.factor = 'weight' as is_product,
    weighed_column.column_index
from told
inner join
    duckdb_columns() as weighed_column
    on told.factor = weighed_column.column_name
    and weighed_column.table_name = 'both_weighed'

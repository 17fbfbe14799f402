-- title: the weight factors of the weighed pairs of changed decisions
-- grain: side, snapshot_id, policy, jedi_task_id, chunk_no, queue_name, factor
-- note: what is no other column of weighed is a factor; weight itself is the last
with
    factors as (
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
    factors.side,
    factors.snapshot_id,
    factors.policy,
    factors.jedi_task_id,
    factors.chunk_no,
    factors.queue_name,
    factors.factor,
    factors.value,
    factors.factor = 'weight' as is_product,
    weighed_column.column_index
from factors
inner join
    duckdb_columns() as weighed_column
    on factors.factor = weighed_column.column_name
    and weighed_column.table_name = 'both_weighed'

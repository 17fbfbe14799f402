-- title: the weight factors of the weighed pairs of changed decisions, in one run
-- every column that is no other column of weighed is a factor; weight itself is the
-- last
insert into both_factor by name
with
    found as (
        from both_weighed
        where false
        union all by name
        from read_parquet(
            getvariable('diff_files'), union_by_name = true, hive_partitioning = false
        )
    ),

    told as (
        unpivot found
        on columns(
            lambda name:
                name not in (
                    'side', 'snapshot_id', 'policy', 'jedi_task_id', 'chunk_no',
                    'queue_name', 'unified_name', 'is_bootstrap', 'for_jumbo',
                    'n_running_cap', 'n_queued', 'platform', 'max_wdir', 'criterion',
                    'detail'
                )
        )
        into name factor value value
    )

select
    getvariable('diff_side') as side,
    coalesce(told.snapshot_id, '') as snapshot_id,
    coalesce(getvariable('diff_policy'), told.policy) as policy,
    told.jedi_task_id,
    told.chunk_no,
    told.queue_name,
    told.factor,
    case when told.factor = 'weight' then 1000 else told_column.column_id end as step,
    told.value
from told
inner join
    parquet_schema(getvariable('diff_files')[1]) as told_column
    on told.factor = told_column.name
semi join
    changed
    on coalesce(told.snapshot_id, '') = changed.snapshot_id
    and coalesce(getvariable('diff_policy'), told.policy) = changed.policy
    and told.jedi_task_id = changed.jedi_task_id
    and told.chunk_no = changed.chunk_no

-- title: the reported reasons of the pairs of changed decisions, in one run
insert into both_exclusion by name
select
    getvariable('diff_side') as side,
    coalesce(found.snapshot_id, '') as snapshot_id,
    coalesce(getvariable('diff_policy'), found.policy) as policy,
    found.jedi_task_id,
    found.chunk_no,
    found.queue_name,
    found.round,
    found.step,
    found.criterion
from
    (
        from both_exclusion
        where false
        union all by name
        from read_parquet(
            getvariable('diff_files'), union_by_name = true, hive_partitioning = false
        )
    ) as found
semi join
    changed
    on coalesce(found.snapshot_id, '') = changed.snapshot_id
    and coalesce(getvariable('diff_policy'), found.policy) = changed.policy
    and found.jedi_task_id = changed.jedi_task_id
    and found.chunk_no = changed.chunk_no

-- title: the choices of one run
insert into both_candidate by name
select
    getvariable('diff_side') as side,
    coalesce(found.snapshot_id, '') as snapshot_id,
    coalesce(getvariable('diff_policy'), found.policy) as policy,
    found.jedi_task_id,
    found.chunk_no,
    found.queue_name,
    found.rank,
    found.weight
from
    (
        from both_candidate
        where false
        union all by name
        from read_parquet(
            getvariable('diff_files'), union_by_name = true, hive_partitioning = false
        )
    ) as found

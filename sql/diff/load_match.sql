-- title: what the pilots of one run got
insert into both_match by name
select
    getvariable('diff_side') as side,
    coalesce(found.snapshot_id, '') as snapshot_id,
    coalesce(getvariable('diff_policy'), found.policy) as policy,
    found.seq,
    found.tq_id,
    found.job_id,
    found.criterion
from
    (
        from both_match
        where false
        union all by name
        from read_parquet(
            getvariable('diff_files'), union_by_name = true, hive_partitioning = false
        )
    ) as found

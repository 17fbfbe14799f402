-- title: the criteria of one run
insert into both_criterion by name
select
    getvariable('diff_side') as side,
    coalesce(found.snapshot_id, '') as snapshot_id,
    coalesce(getvariable('diff_policy'), found.policy) as policy,
    found.bit,
    found.step,
    found.criterion
from
    (
        from both_criterion
        where false
        union all by name
        from read_parquet(
            getvariable('diff_files'), union_by_name = true, hive_partitioning = false
        )
    ) as found

-- title: what one run does with jobs
insert into both_action by name
select
    getvariable('diff_side') as side,
    coalesce(found.snapshot_id, '') as snapshot_id,
    coalesce(getvariable('diff_policy'), found.policy) as policy,
    found.panda_id,
    found.rule_id,
    found.action,
    found.is_strongest
from
    (
        from both_action
        where false
        union all by name
        from read_parquet(
            getvariable('diff_files'), union_by_name = true, hive_partitioning = false
        )
    ) as found

-- title: the rows of a result table of one run, which stand in `found`, of those
-- policies that are compared
-- note: a run of one snapshot has no snapshot_id
select
    found.* replace (
        getvariable('diff_side') as side,
        coalesce(snapshot_id, '') as snapshot_id,
        coalesce(getvariable('diff_policy'), policy) as policy
    )
from found
where list_contains(getvariable('diff_policies'), policy)

-- Shares that hold jobs with their usage, the first level of the tree, and the work
-- queues by number; queue 51 is a Resource queue.
insert into work_queue by name
with
    used as (
        select
            gshare as queue_name,
            label as prod_source_label,
            100 * part as gshare_value,
            coalesce(parent, 'root') as parent,
            share_no
        from world_share
        union all
        select
            'L1 ' || name as queue_name,
            null as prod_source_label,
            value as gshare_value,
            'root' as parent,
            100 + row_number() over (order by name) as share_no
        from global_share
        where parent is null
    )

select
    null as queue_id,
    used.queue_name,
    true as is_global_share,
    null as queue_function,
    'atlas' as vo,
    used.prod_source_label,
    round(used.gshare_value, 4) as gshare_value,
    used.parent,
    false as throttled,
    round(0.55 + 0.6 * now_u('usage', used.share_no), 4) as usage_perc,
    round(0.5 + 0.5 * now_u('usage_eqiv', used.share_no), 4) as eqiv_usage_perc,
    snapshot.snapshot_time
    - to_seconds(whole(30 + 270 * now_u('usage_time', 1))) as usage_time
from used
cross join snapshot
;

insert into work_queue by name
with
    queues(queue_id, queue_name, queue_function) as (
        values
            (10, 'managed_simul', 'Activity'),
            (11, 'managed_reco', 'Activity'),
            (12, 'managed_deriv', 'Activity'),
            (13, 'managed_merge', 'Activity'),
            (51, 'opportunistic_hpc', 'Resource')
    )

select
    *,
    false as is_global_share,
    'atlas' as vo,
    'managed' as prod_source_label,
    false as throttled
from queues
;

-- Resource queues, shares without children, and shares of the first level, which only
-- metrics know. The usage is the youngest that was measured. Only work queues keep their
-- number: that of a share is in global_share.
insert into work_queue by name
with
    measured as (
        select
            gshare,
            arg_max(try_cast(value ->> 'usage_perc' as double), ts) as usage_perc,
            arg_max(try_cast(value ->> 'eqiv_usage_perc' as double), ts)
            as eqiv_usage_perc,
            max(ts) as usage_time
        from metric
        where
            metric = 'gshare_preference' and gshare is not null and json_valid(value)
        group by gshare
    )

select
    queue_id,
    queue_name,
    false as is_global_share,
    queue_function,
    vo,
    prod_source_label,
    gshare_value
from resource_queue
union all by name
select
    global_share.name as queue_name,
    true as is_global_share,
    coalesce(global_share.vo, 'atlas') as vo,
    global_share.prod_source_label,
    global_share.value as gshare_value,
    global_share.parent,
    global_share.throttled,
    measured.usage_perc,
    measured.eqiv_usage_perc,
    measured.usage_time
from global_share
left join measured on global_share.name = measured.gshare
anti join global_share as child on global_share.name = child.parent
union all by name
select
    gshare as queue_name,
    true as is_global_share,
    usage_perc,
    eqiv_usage_perc,
    usage_time
from measured
where starts_with(gshare, 'L1 ')
;

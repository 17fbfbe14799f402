-- One row per queue with what the statistics are drawn from: cores, how much of it
-- is used, how long its queue is. 80 % of the queues run far more than they queue.
create or replace temp table world_queue as
with
    described as (
        select
            queue.queue_name,
            key_of(queue.queue_name) as queue_key,
            queue.queue_order,
            queue.site_name,
            queue.status,
            queue.capability = 'ucore' as is_unified,
            queue.type in ('production', 'unified') as runs_production,
            queue.type in ('analysis', 'unified') as runs_analysis,
            greatest(1, coalesce(queue.core_count, 1)) as cores,
            coalesce(queue.max_rss, 0) as max_rss,
            coalesce(queue.workflow, 'push') as workflow,
            contains(lower(queue.queue_name), 'test') as is_test,
            contains(upper(queue.queue_name), '_ARM')
            or contains(upper(queue.queue_name), '-ARM') as is_arm,
            queue.resource_category = 'gpu'
            or contains(upper(queue.queue_name), 'GPU') as is_gpu,
            coalesce(world_site.is_nucleus, false) as is_nucleus
        from queue
        left join world_site on queue.site_name = world_site.site_name
        where queue.queue_name <> 'ALL'
    )

select
    *,
    case
        when status not in ('online', 'standby')
        then 0
        when is_test or is_gpu
        then whole(log_between(u('slots', queue_key), 16, 400))
        else
            whole(
                greatest(
                    8 * cores,
                    exp(7.2 + 1.2 * normal(u('slots', queue_key), u('slots2', queue_key)))
                    * (case when is_nucleus then 2.5 else 1 end)
                )
            )
    end as n_slots,
    -- Jobs that wait per running job.
    case
        when u('pressure_kind', queue_key) < 0.80
        then 0.05 + 0.5 * now_u('pressure', queue_key)
        when u('pressure_kind', queue_key) < 0.95
        then 0.8 + 1.2 * now_u('pressure', queue_key)
        else 2.5 + 4 * now_u('pressure', queue_key)
    end as pressure,
    u('transferring_kind', queue_key) < 0.06 as is_clogged,
    u('idle', queue_key) < 0.05 as is_idle
from described
;

-- title: slots promised by Harvester to a share and resource type at a queue
-- grain: work_queue_tag, resource_type, queue_name
-- note: the exact share before any share, then the exact type before any type; a task
-- without a resource type gets the sum
with
    valid as (
        select
            queue_slots.queue_name,
            queue_slots.gshare,
            queue_slots.resource_type,
            queue_slots.num_slots
        from queue_slots
        cross join snapshot
        where
            queue_slots.num_slots >= 0
            and (
                queue_slots.expiration_time is null
                or queue_slots.expiration_time > snapshot.snapshot_time
            )
    ),
    asked as (
        select distinct
            task_work_queue.work_queue_tag, coalesce(task.resource_type, '') as resource_type
        from task
        inner join task_work_queue using (jedi_task_id)
    ),
    shares as (
        select
            asked.work_queue_tag,
            asked.resource_type,
            valid.queue_name,
            bool_or(valid.gshare is not distinct from asked.work_queue_tag) as has_exact_share
        from asked
        inner join valid on valid.gshare = asked.work_queue_tag or valid.gshare is null
        group by all
    )

select
    shares.work_queue_tag,
    shares.resource_type,
    shares.queue_name,
    case
        when shares.resource_type = ''
        then sum(valid.num_slots)
        else
            coalesce(
                max(valid.num_slots) filter (where valid.resource_type = shares.resource_type),
                max(valid.num_slots) filter (where valid.resource_type is null)
            )
    end::bigint as num_slots
from shares
inner join
    valid
    on shares.queue_name = valid.queue_name
    and valid.gshare
    is not distinct from case when shares.has_exact_share then shares.work_queue_tag end
group by shares.work_queue_tag, shares.resource_type, shares.queue_name

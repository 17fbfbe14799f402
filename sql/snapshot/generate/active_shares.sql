-- The shares that have jobs at a queue, with their part of it.
create or replace temp table world_active_share as
with
    active as (
        select
            world_queue.queue_name,
            world_queue.queue_key,
            world_share.gshare,
            world_share.share_no,
            world_share.label,
            world_share.is_analysis,
            world_share.part::decimal(18, 9) as part
        from world_queue
        inner join
            world_share
            on case
                when world_share.is_analysis
                then world_queue.runs_analysis
                else world_queue.runs_production
            end
        where
            world_queue.n_slots > 0
            and not world_queue.is_idle
            and u('share_active', world_queue.queue_key + world_share.share_no)
            < 0.45 + 4 * world_share.part
    )

select
    queue_name,
    gshare,
    share_no,
    label,
    is_analysis,
    (part / sum(part) over (partition by queue_name))::double as fraction
from active
;

-- Running jobs per queue, share and resource type.
create or replace temp table world_load as
select
    world_active_share.queue_name,
    world_active_share.gshare,
    world_active_share.label,
    world_active_share.is_analysis,
    world_cell.resource_type,
    world_cell.job_cores,
    world_queue.queue_key + 100 * world_active_share.share_no + world_cell.type_no as load_key,
    world_queue.n_slots
    * world_active_share.fraction
    * world_cell.fraction
    * (0.85 + 0.15 * now_u('utilisation', world_queue.queue_key))
    / world_cell.job_cores as n_running,
    world_queue.pressure,
    world_queue.is_clogged
from world_active_share
inner join world_queue using (queue_name)
inner join world_cell using (queue_name)
;

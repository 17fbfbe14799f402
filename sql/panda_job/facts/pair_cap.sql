-- title: queued jobs of a pair and the number at which its queue is full
-- grain: jedi_task_id, chunk_no, pseudo_queue
-- kind: view
-- source: C129, C135, C136
-- differs: the page counts all queued jobs of the share at every queue; the running
-- system leaves out defined ones, and counts per resource type besides
-- note: read by the caps and carried for placement
with
    counted as (
        select
            pair_load.jedi_task_id,
            pair_load.chunk_no,
            pair_load.pseudo_queue,
            weighed_chunk.is_uncapped,
            weighed_chunk.cutoff,
            if(pair_load.is_local, 0, 1) as assigned_factor,
            pair_load.n_running,
            pair_load.n_activated + pair_load.n_starting as n_ready,
            pair_load.n_assigned,
            if(cfg.cap_mode = 'queue', pair_load.n_defined, 0) as n_defined,
            cfg.cap_mode = 'resource_type' and pair_load.is_ucore as is_by_type
        from pair_load
        inner join weighed_chunk using (jedi_task_id, chunk_no)
        cross join cfg
    )

select
    counted.jedi_task_id,
    counted.chunk_no,
    counted.pseudo_queue,
    counted.is_uncapped,
    counted.is_by_type,
    counted.n_ready + counted.n_defined + counted.n_assigned * counted.assigned_factor as n_queued,
    greatest(counted.cutoff, cfg.cap_per_running * counted.n_running) as cap,
    pair_resource_type.n_activated
    + pair_resource_type.n_starting
    + pair_resource_type.n_defined
    + pair_resource_type.n_assigned * counted.assigned_factor as n_queued_rt,
    case
        when pair_resource_type.n_running is null
        then counted.cutoff
        else
            greatest(
                counted.cutoff,
                cfg.cap_per_running * pair_resource_type.n_running,
                cfg.cap_per_running * counted.n_running
            )
    end as cap_rt
from counted
cross join cfg
left join pair_resource_type using (jedi_task_id, chunk_no, pseudo_queue)

-- title: queued jobs of a pair and the number at which its queue is full
-- grain: jedi_task_id, chunk_no, queue_name
-- source: spec/production.md 6.5 C3, C5; both read by the caps and by placement
-- differs: the page counts all queued jobs of the share at every queue; the running
-- differs: system leaves
-- differs: out defined ones, and counts per resource type at unified queues (D29)
with

    counted as (
        select
            pair_load.jedi_task_id,
            pair_load.chunk_no,
            pair_load.queue_name,
            coalesce(nullif(pair_load.nqueuelimitsite, 0), cfg.cap_floor) as cutoff,
            pair_load.n_running,
            pair_load.n_activated
            + pair_load.n_starting
            + case when pair_load.is_local then 0 else pair_load.n_assigned end
            + case when cfg.cap_mode = 'queue' then pair_load.n_defined else 0 end as n_queued,
            case
                when pair_resource_type.n_running is not null
                then greatest(pair_resource_type.n_running, pair_load.n_running)
            end as n_running_rt,
            pair_resource_type.n_activated
            + pair_resource_type.n_starting
            + pair_resource_type.n_defined
            + case when pair_load.is_local then 0 else pair_resource_type.n_assigned end
                as n_queued_rt,
            cfg.cap_mode = 'resource_type' and pair_load.is_ucore as is_by_type
        from pair_load
        cross join cfg
        left join
            pair_resource_type
            on pair_load.jedi_task_id = pair_resource_type.jedi_task_id
            and pair_load.chunk_no = pair_resource_type.chunk_no
            and pair_load.queue_name = pair_resource_type.queue_name
    )

select
    counted.jedi_task_id,
    counted.chunk_no,
    counted.queue_name,
    counted.n_queued,
    counted.n_queued_rt,
    counted.is_by_type,
    greatest(counted.cutoff, cfg.cap_per_running * counted.n_running) as cap,
    greatest(counted.cutoff, cfg.cap_per_running * counted.n_running_rt) as cap_rt
from counted
cross join cfg

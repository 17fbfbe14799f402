-- Cores, time and input rate of a task.
create or replace temp table world_task_weight as
select
    world_task_kind.task_no,
    world_task_kind.jedi_task_id,
    world_task_kind.is_assigning,
    world_task_kind.is_user,
    world_task_kind.is_scouting,
    world_task_kind.is_merging,
    world_task_kind.is_multi,
    world_task_kind.processing_type,
    world_task_kind.gshare,
    world_task_kind.dataset_no,
    world_task_kind.ram_low,
    world_task_kind.ram_high,
    world_task_kind.score_ram,
    world_task_kind.n_events,
    world_task_kind.n_files,
    world_task_kind.out_kb,
    world_task_nucleus.nucleus,
    case
        when world_task_kind.is_user
        then 1
        when world_task_kind.is_multi
        then 8
        else 1
    end as cores,
    world_task_priority.priority,
    round(
        log_between(
            u('cpu_time', world_task_kind.task_no),
            world_task_kind.cpu_low,
            world_task_kind.cpu_high
        )
    )::bigint as cpu_time,
    whole(
        log_between(
            u('io', world_task_kind.task_no),
            world_task_kind.io_low,
            world_task_kind.io_high
        )
    ) as io_intensity
from world_task_kind
inner join
    world_task_priority
    using (jedi_task_id)
left join
    world_task_nucleus
    using (jedi_task_id)
;

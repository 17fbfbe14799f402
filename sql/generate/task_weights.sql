-- Priority, cores, time and input rate of a task.
create or replace temp table world_task_weight as
select
    world_task_kind.*,
    world_task_nucleus.nucleus,
    case
        when world_task_kind.is_user
        then 1
        when world_task_kind.is_multi
        then 8
        else 1
    end as cores,
    case
        when world_task_kind.processing_type = 'urgent'
        then whole_between(u('urgency', world_task_kind.task_no), 960, 5000)
        when world_task_kind.is_user
        then
            pick_by(
                u('priority_kind', world_task_kind.task_no),
                [0.03, 0.25, 0.9],
                [2000, 900, 1000, 500]
            )
        else
            whole(
                ladder(
                    u('priority', world_task_kind.task_no),
                    [0, 0.05, 0.12, 0.5, 0.93, 0.97, 1],
                    [50, 150, 300, 460, 700, 900, 1100]
                )
            )
    end as priority,
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
left join
    world_task_nucleus
    on world_task_kind.jedi_task_id = world_task_nucleus.jedi_task_id
;

-- One row per task: 62 % production with a nucleus, 9 % production that still needs
-- one, 29 % analysis. All numbers follow from the number of the task.
create or replace temp table world_task_kind as
with
    numbered as (
        select getvariable('first_task') + no as task_no
        from unnest(range(getvariable('n_tasks'))) as member(no)
    ),
    drawn as (
        select
            task_no,
            45000000 + task_no as jedi_task_id,
            u('task_kind', task_no) >= 0.71 as is_user,
            u('task_kind', task_no) between 0.62 and 0.71 as is_assigning,
            u('process', task_no) as process_draw
        from numbered
    )

select
    drawn.task_no,
    drawn.jedi_task_id,
    drawn.is_assigning,
    world_process.processing_type,
    world_process.is_user,
    world_process.gshare,
    world_process.input_kind,
    world_process.multi_part,
    world_process.ram_low,
    world_process.ram_high,
    world_process.score_ram,
    world_process.cpu_low,
    world_process.cpu_high,
    world_process.n_events,
    world_process.n_files,
    world_process.out_kb,
    world_process.io_low,
    world_process.io_high,
    u('multi_core', drawn.task_no) < world_process.multi_part as is_multi,
    case
        when world_process.input_kind is not null
        then
            10000000 * world_kind.kind_no
            + whole(
                pow(u('dataset', drawn.task_no), 1.5)
                * greatest(8, whole(world_kind.pool_part * getvariable('n_tasks')))
            )
    end as dataset_no,
    -- 5 % of the tasks with a nucleus have pre-merged output to merge.
    not drawn.is_user
    and not drawn.is_assigning
    and world_process.processing_type in ('simul', 'pile', 'deriv', 'recon')
    and u('merging', drawn.task_no) < 0.07 as is_merging,
    u('scouting', drawn.task_no) < 0.06 as is_scouting
from drawn
asof join
    world_process
    on drawn.is_user = world_process.is_user
    and drawn.process_draw >= world_process.low
left join world_kind on world_process.input_kind = world_kind.kind
;

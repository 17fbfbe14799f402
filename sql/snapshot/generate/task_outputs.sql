-- Output and log datasets -> task_dataset.
insert into task_dataset by name
with
    outputs as (
        select
            world_task.jedi_task_id,
            world_task.task_no,
            world_task.is_user,
            world_task.processing_type,
            world_task.nucleus,
            outputs.slot,
            outputs.type,
            coalesce(world_nucleus.disk_endpoint, '') as disk_endpoint
        from world_task
        cross join (values (5, 'output'), (6, 'log')) as outputs(slot, type)
        left join world_nucleus using (nucleus)
    )

select
    outputs.jedi_task_id,
    10 * outputs.jedi_task_id + outputs.slot as dataset_id,
    case
        when outputs.is_user
        then format('user.{:08d}.{}', outputs.jedi_task_id, outputs.type)
        else
            format(
                'mc23_13p6TeV.{:08d}.{}.{}_tid{:08d}_00',
                outputs.jedi_task_id,
                outputs.processing_type,
                outputs.type,
                outputs.jedi_task_id
            )
    end as dataset_name,
    outputs.type,
    case
        when outputs.is_user
        then null
        when u('distributed', outputs.task_no) < 0.02
        then 'ddd:' || coalesce(nullif(outputs.disk_endpoint, ''), 'ATLASDATADISK')
        when outputs.nucleus is not null
        then 'dst:' || outputs.disk_endpoint || '/ATLASDATADISK'
        when outputs.type = 'output' and u('to_tape', outputs.task_no) < 0.05
        then 'ATLASDATATAPE'
        else 'ATLASDATADISK'
    end as storage_token,
    0 as n_files,
    0 as n_files_to_be_used,
    0 as n_events,
    0 as n_events_used,
    0 as n_files_finished,
    0 as n_files_failed,
    snapshot.snapshot_time - interval 2 day as creation_time,
    snapshot.snapshot_time - interval 1 hour as modification_time,
    'defined' as state,
    case
        when outputs.nucleus is not null then 'nucleus:' || outputs.nucleus
    end as destination
from outputs
cross join snapshot
;

-- Production tasks -> task.
insert into task by name
select
    world_task.jedi_task_id,
    case
        when world_task.processing_type = 'validation' and u('label', task_no) < 0.4
        then 'prod_test'
        else 'managed'
    end as prod_source_label,
    'atlas' as vo,
    'WORLD' as cloud,
    world_task_site.sites as site,
    world_task.nucleus,
    world_task_share.gshare,
    world_task_share.workqueue_id,
    world_task_resource.resource_type,
    world_task.processing_type,
    pick(u('group', task_no), ['AP_MCGN', 'AP_HIGG', 'AP_SUSY', 'AP_REPR', null])
    as working_group,
    'prodsys' as user_name,
    'prodsys' as orig_user_name,
    world_task.priority as task_priority,
    world_task.priority as current_priority,
    case
        when world_task.is_assigning
        then 'assigning'
        when world_task.is_scouting
        then 'scouting'
        else pick_by(now_u('status', task_no), [0.6, 0.95], ['ready', 'running', 'pending'])
    end as status,
    case
        when now_u('frozen', task_no) < 0.2
        then
            snapshot.snapshot_time
            - to_seconds(whole(log_between(now_u('frozen_for', task_no), 600, 800000)))
    end as frozen_time,
    'MC23' as campaign,
    world_task.n_jobs
from world_task
inner join
    world_task_resource using (jedi_task_id)
inner join world_task_share using (jedi_task_id)
left join world_task_site using (jedi_task_id)
cross join snapshot
where not world_task.is_user
;

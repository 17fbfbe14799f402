-- Analysis tasks -> task. A few users own many tasks.
create or replace temp table world_task_user as
select
    jedi_task_id,
    whole_between(
        pow(u('user', task_no), 2),
        1,
        greatest(4, least(1500, whole(getvariable('n_tasks') / 12)))
    ) as user_no,
    case
        when u('group_work', task_no) < 0.15
        then pick(u('group', task_no), ['phys-higgs', 'phys-susy', 'perf-jets', 'phys-exotics'])
    end as working_group
from world_task
where is_user
;

insert into task by name
select
    world_task.jedi_task_id,
    case when u('label', task_no) < 0.1 then 'panda' else 'user' end
    as prod_source_label,
    'atlas' as vo,
    world_task_site.sites as site,
    case
        when world_task_user.working_group is not null
        then 'Group Analysis'
        when u('express', task_no) < 0.06
        then 'Express Analysis'
        else 'User Analysis'
    end as gshare,
    world_task_resource.resource_type,
    world_task.processing_type,
    world_task_user.working_group,
    case
        when world_task_user.user_no % 20 = 0
        then format('/DC=org/DC=grid/CN=user{:04d}', world_task_user.user_no)
        else format('user{:04d}', world_task_user.user_no)
    end as user_name,
    format('user{:04d}', world_task_user.user_no) as orig_user_name,
    world_task.priority as task_priority,
    world_task.priority - whole(1500 * pow(u('priority_lost', task_no), 2))
    as current_priority,
    case when world_task.is_scouting then 'scouting' else 'running' end as status,
    case
        when now_u('frozen', task_no) < 0.3
        then
            snapshot.snapshot_time
            - to_seconds(whole(log_between(now_u('frozen_for', task_no), 600, 500000)))
    end as frozen_time,
    world_task.n_jobs
from world_task
inner join world_task_user using (jedi_task_id)
inner join
    world_task_resource using (jedi_task_id)
left join world_task_site using (jedi_task_id)
cross join snapshot
;

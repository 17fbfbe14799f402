-- title: what the user or group of a task uses of its caps
-- grain: jedi_task_id
-- source: C270, C276
-- note: a cap of 0 or NULL is none
select
    analysis_task.jedi_task_id,
    coalesce(analysis_task.group_name, analysis_task.user_name) as name,
    if(analysis_task.group_name is null, 'USER', 'GROUP') as kind,
    user_load.n_running_jobs,
    user_load.n_queued_jobs,
    user_load.n_running_cores,
    user_load.n_queued_cores,
    nullif(
        if(analysis_task.group_name is null, cfg.cap_running_user_jobs, cfg.cap_running_group_jobs),
        0
    ) as job_cap,
    nullif(
        if(
            analysis_task.group_name is null,
            cfg.cap_running_user_cores,
            cfg.cap_running_group_cores
        ),
        0
    ) as core_cap
from analysis_task
inner join
    user_load
    on coalesce(analysis_task.group_name, analysis_task.user_name) = user_load.name
    and (analysis_task.group_name is not null) = user_load.is_group
cross join cfg

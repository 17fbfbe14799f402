-- title: what an analysis task asks of the brokerage besides its chunks
-- grain: jedi_task_id
-- source: C291, C292, C293
-- differs: ioIntensity 0 counts as unset in the running system
-- nulls: without a plain name of its user a task counts as that of user_name
-- note: a task of a working group counts as that group; site_name is the one queue that
-- site names, what a list names stands in site_list
select
    task.jedi_task_id,
    task.prod_source_label,
    task.gshare,
    coalesce(nullif(task.orig_user_name, ''), task.user_name) as user_name,
    nullif(task.working_group, '') as group_name,
    coalesce(nullif(task.working_group, ''), task.user_name) as account,
    site_queue.queue_name as site_name,
    has_split_rule(task.split_rule, 'LS') as has_limited_sites,
    has_split_rule(task.split_rule, 'AV') as avoids_vp,
    coalesce(split_rule(task.split_rule, 'US') = 2, false) as is_scouting,
    has_split_rule(task.split_rule, 'AI') as allows_incomplete,
    has_split_rule(task.split_rule, 'HO') as is_hpo,
    coalesce(
        case when task.event_service in (1, 2) then split_rule(task.split_rule, 'NS') end, 1
    ) as n_sites_per_job,
    split_rule(task.split_rule, 'NG') as n_gb_per_job,
    nullif(split_rule(task.split_rule, 'NF'), 0) as n_files_per_job,
    coalesce(task.gshare in ('User Analysis', 'Express Analysis'), false) as is_by_class,
    nullif(task.cloud, '') as cloud,
    coalesce(task.task_priority, 0) >= cfg.no_locality_prio
    or coalesce(
        task.io_intensity between cfg.locality_io_lower and cfg.io_intensity_cutoff_user, false
    )
    or coalesce(
        date_diff('second', task.frozen_time, snapshot.snapshot_time)
        > cfg.data_check_timeout_user * 3600,
        false
    ) as ignores_locality,
    ignores_locality and cfg.second_round_mode = 'persistent_failure' as waives_locality
from task
left join site_queue on task.jedi_task_id = site_queue.jedi_task_id and site_queue.is_single
cross join snapshot
cross join cfg
where task.prod_source_label in ('user', 'panda')

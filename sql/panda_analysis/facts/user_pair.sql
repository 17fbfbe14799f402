-- title: jobs of a share and of a user at each queue left
-- grain: jedi_task_id, chunk_no, round, queue_name
select
    passed.jedi_task_id,
    passed.chunk_no,
    passed.round,
    passed.queue_name,
    coalesce(work_queue_jobs.n_running, 0) as n_running,
    coalesce(
        work_queue_jobs.n_defined
        + work_queue_jobs.n_assigned
        + work_queue_jobs.n_activated
        + work_queue_jobs.n_starting,
        0
    ) as n_queued,
    coalesce(queue_start.n_per_hour, 0) * case
        when cfg.trr_mode = 'queue'
        then 1
        when coalesce(queue_jobs.n_running, 0) = 0
        then 0
        else coalesce(work_queue_jobs.n_running, 0)::double / queue_jobs.n_running
    end as n_starts_per_hour,
    coalesce(
        share_user_jobs.n_running, work_queue_jobs.n_running, 0
    ) as n_users_running,
    greatest(coalesce(share_user_jobs.n_users, 1), 1) as n_users,
    user_queue_jobs.queue_name is not null as is_user_known,
    coalesce(user_queue_jobs.n_queued, 0) as n_user_queued,
    coalesce(user_queue_jobs.n_running, 0) as n_user_running
from passed
inner join analysis_task using (jedi_task_id)
left join
    work_queue_jobs
    on analysis_task.gshare = work_queue_jobs.load_tag
    and passed.unified_name = work_queue_jobs.queue_name
left join queue_jobs on passed.unified_name = queue_jobs.queue_name
left join queue_start on passed.unified_name = queue_start.queue_name
left join
    share_user_jobs
    on analysis_task.prod_source_label = share_user_jobs.prod_source_label
    and analysis_task.gshare = share_user_jobs.gshare
    and passed.unified_name = share_user_jobs.queue_name
left join
    user_queue_jobs
    on analysis_task.prod_source_label = user_queue_jobs.prod_source_label
    and analysis_task.gshare = user_queue_jobs.gshare
    and analysis_task.user_name = user_queue_jobs.user_name
    and passed.unified_name = user_queue_jobs.queue_name
cross join cfg

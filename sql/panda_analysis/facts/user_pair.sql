-- title: jobs of a share and of a user at each queue left
-- grain: jedi_task_id, chunk_no, round, pseudo_queue
select
    passed.jedi_task_id,
    passed.chunk_no,
    passed.round,
    passed.pseudo_queue,
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
    coalesce(share_user_jobs.n_running, work_queue_jobs.n_running, 0) as n_users_running,
    greatest(coalesce(share_user_jobs.n_users, 1), 1) as n_users,
    user_queue_jobs.queue_name is not null as is_user_known,
    coalesce(user_queue_jobs.n_queued, 0) as n_user_queued,
    coalesce(user_queue_jobs.n_running, 0) as n_user_running
from passed
inner join analysis_task using (jedi_task_id)
left join queue_jobs using (queue_name)
left join queue_start using (queue_name)
left join share_user_jobs using (prod_source_label, gshare, queue_name)
left join user_queue_jobs using (prod_source_label, gshare, user_name, queue_name)
left join
    work_queue_jobs
    on analysis_task.gshare = work_queue_jobs.load_tag
    and passed.queue_name = work_queue_jobs.queue_name
cross join cfg

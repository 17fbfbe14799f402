-- title: jobs that came join the task queues that ask for the same, or make new ones
insert into state.task_queue
select
    added_number.tq_id,
    added.task_queue.owner,
    added.task_queue.owner_group,
    added.task_queue.setup,
    added.task_queue.vo,
    added.task_queue.cpu_time,
    added.task_queue.submit_pools,
    added.task_queue.pilot_types,
    added.task_queue.sites,
    added.task_queue.grid_ces,
    added.task_queue.grid_middlewares,
    added.task_queue.banned_sites,
    added.task_queue.platforms,
    added.task_queue.job_types,
    added.task_queue.tags,
    added.task_queue.min_ram,
    added.task_queue.max_ram,
    added.task_queue.n_jobs,
    added.task_queue.is_sharing,
    added.task_queue.first_job_id
from added_number
inner join added.task_queue on added_number.added_id = added.task_queue.tq_id
where added_number.is_new
;

delete from state.job
where state.job.job_id in (select added.waiting_job.job_id from added.waiting_job)
;

insert into state.job
select
    added.waiting_job.job_id,
    added_number.tq_id,
    added.waiting_job.user_priority,
    added.waiting_job.real_priority
from added.waiting_job
inner join added_number on added.waiting_job.tq_id = added_number.added_id
;

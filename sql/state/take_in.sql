-- title: jobs that came join the task queues that ask for the same, or make new ones
insert into state.task_queue
select queue.* replace (added_number.tq_id as tq_id)
from added_number
inner join added.task_queue as queue on added_number.added_id = queue.tq_id
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

-- title: jobs that came join the task queues that ask for the same, or make new ones
insert into state.task_queue
select
    queue.* replace (
        new_queue.tq_id as tq_id,
        new_queue.n_jobs as n_jobs,
        new_queue.first_job_id as first_job_id
    )
from new_queue
inner join
    added.task_queue_number
    on new_queue.kind = added.task_queue_number.kind
    and added.task_queue_number.part = 0
inner join
    added.task_queue as queue on added.task_queue_number.tq_id = queue.tq_id
;

delete from state.job
where state.job.job_id in (select added.waiting_job.job_id from added.waiting_job)
;

insert into state.job
select
    added.waiting_job.job_id,
    coalesce(seat.tq_id, new_queue.tq_id),
    added.waiting_job.user_priority,
    added.waiting_job.real_priority
from added.waiting_job
inner join
    added.task_queue_number
    on added.waiting_job.tq_id = added.task_queue_number.tq_id
left join seat on added.waiting_job.job_id = seat.job_id
left join
    new_queue
    on added.task_queue_number.kind = new_queue.kind
    and coalesce(seat.part, added.task_queue_number.part) = new_queue.part
;

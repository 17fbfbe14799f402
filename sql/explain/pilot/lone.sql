-- title: task queues that one criterion alone keeps from a pilot, by what they ask
select
    criterion.criterion,
    reported.detail,
    count(*) as n_queues,
    sum(task_queue.n_jobs)::bigint as n_jobs
from reported
inner join verdict on reported.seq = verdict.seq and reported.tq_id = verdict.tq_id
inner join criterion on reported.bit = criterion.bit
inner join task_queue on reported.tq_id = task_queue.tq_id
where reported.seq = ? and bit_count(verdict.reject_mask) = 1
group by criterion.criterion, reported.detail
order by n_jobs desc, criterion.criterion, reported.detail

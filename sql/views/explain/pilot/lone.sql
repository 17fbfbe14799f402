-- title: task queues that one criterion alone keeps from a pilot, by what they ask
-- grain: criterion, detail
-- note: of one that does not hold the job that is asked for this is the criterion
with
    misses as (
        select reported.tq_id, criterion.criterion, reported.detail
        from reported
        inner join verdict using (seq, tq_id)
        inner join criterion on reported.bit = criterion.bit
        inner join request using (seq)
        left join waiting_job on request.job_id = waiting_job.job_id
        where
            reported.seq = $1
            and bit_count(verdict.reject_mask) = 1
            and (request.job_id is null or waiting_job.tq_id = reported.tq_id)
        union all
        select survivor.tq_id, cap_hit.criterion, cap_hit.detail
        from cap_hit
        inner join survivor using (pair_no)
        where survivor.seq = $1
    )

select
    misses.criterion, misses.detail, count(*) as n_queues, sum(task_queue.n_jobs)::bigint as n_jobs
from misses
inner join task_queue using (tq_id)
group by misses.criterion, misses.detail
order by n_jobs desc, misses.criterion, misses.detail

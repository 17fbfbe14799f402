-- title: the answer to each request: the job that it gets, or why it gets none
-- grain: seq
-- note: result table match
select
    served.seq,
    asking.pilot_id,
    given.tq_id,
    given.job_id,
    given.user_priority,
    task_queue.cpu_time,
    drawn_from.n_eligible::integer as n_eligible,
    case
        when given.job_id is null
        then
            no_job_criterion(
                asking.criterion,
                asking.job_id,
                asking.class_id in (select offered.class_id from offered),
                drawn_from.restraint
            )
    end as criterion
from served
inner join asking using (seq)
inner join drawn_from using (seq)
left join given using (seq)
left join task_queue on given.tq_id = task_queue.tq_id
order by served.seq

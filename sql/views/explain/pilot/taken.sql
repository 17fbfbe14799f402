-- title: task queues that fitted a request and that pilots before it emptied
-- grain: tq_id
-- note: nothing where $2 is false
select
    match.tq_id,
    count(*) as n_jobs,
    arg_max(match.seq, match.seq) as last_seq,
    arg_max(match.pilot_id, match.seq) as last_pilot_id
from match
inner join fitting on match.tq_id = fitting.tq_id and fitting.class_id = $1
inner join task_queue on match.tq_id = task_queue.tq_id
where match.seq < $1 and $2
group by match.tq_id, task_queue.n_jobs
having count(*) = task_queue.n_jobs
order by last_seq desc, match.tq_id

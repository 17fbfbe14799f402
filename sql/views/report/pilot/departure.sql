-- title: where each task queue left the choice of a pilot
-- grain: seq, tq_id
select verdict.seq, verdict.tq_id, ladder.line_no, ladder.label, ladder.criterion, task_queue.n_jobs
from verdict
inner join ladder on reported_bit(verdict.reject_mask) = ladder.bit
inner join task_queue using (tq_id)
union all
select
    survivor.seq,
    survivor.tq_id,
    last_line.line_no,
    criterion.label,
    criterion.criterion,
    task_queue.n_jobs
from cap_hit
inner join survivor using (pair_no)
inner join criterion using (step)
inner join task_queue on survivor.tq_id = task_queue.tq_id
cross join (select max(line_no) + 1 as line_no from ladder) as last_line

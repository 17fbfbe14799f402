-- title: pilots by the jobs that one criterion alone keeps from them
-- grain: seq
select
    standing.seq,
    standing.pilot_id,
    count(*) as n_queues,
    sum(task_queue.n_jobs)::bigint as n_jobs,
    any_value(standing.n_eligible) = 0 as is_idle
from verdict
inner join task_queue using (tq_id)
inner join standing using (seq)
cross join (select bit_or(1::bigint << bit) as bits from criterion where criterion = ?) as masks
where verdict.reject_mask <> 0 and (verdict.reject_mask & ~ masks.bits) = 0
group by standing.seq, standing.pilot_id
order by n_jobs desc, standing.seq

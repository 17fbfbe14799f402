-- title: what rejects a pilot at each task queue, and whether it may get a job there
-- grain: tq_id
select verdict.tq_id, verdict.reject_mask, eligible.tq_id is not null as is_eligible
from verdict
left join eligible using (seq, tq_id)
where verdict.seq = ?
order by verdict.tq_id

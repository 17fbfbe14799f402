-- title: all failing criteria of every pilot and task queue as a mask
select getvariable('policy') as policy, verdict.seq, verdict.tq_id, verdict.reject_mask
from verdict
order by verdict.seq, verdict.tq_id

-- criterion: -zeroshare
-- label: zero share check
-- title: the queue gives no share to this kind of work
-- class: policy
-- exempts: preassigned_task
-- source: C061
-- nulls: no policy passes; a pre-assigned task is not checked
select candidate.*, format('share policy rule {}', zero_share.rule) as detail
from candidate
inner join zero_share_request using (jedi_task_id, chunk_no)
inner join zero_share using (zero_share_no, queue_name)
cross join cfg
where zero_share.is_refused

-- criterion: -zeroshare
-- label: zero share check
-- title: the queue gives no share to this kind of work
-- class: policy
-- source: C061, O018
-- nulls: no policy passes
-- differs: none; work queues test and validation are exempt in both
select candidate.*, format('share policy rule {}', zero_share.rule) as detail
from candidate
inner join chunk using (jedi_task_id, chunk_no)
inner join task_work_queue using (jedi_task_id)
inner join zero_share_request using (jedi_task_id, chunk_no)
inner join zero_share using (zero_share_no, queue_name)
left join preassigned_chunk using (jedi_task_id, chunk_no)
where
    zero_share.is_refused
    and (
        coalesce(task_work_queue.work_queue_name, '') not in ('test', 'validation')
        or (preassigned_chunk.is_single and coalesce(chunk.prod_source_label, '') <> 'managed')
    )

-- criterion: -zeroshare
-- label: zero share check
-- title: the queue gives no share to this kind of work
-- effect: drop
-- class: policy
-- source: C061
-- nulls: no policy passes
-- differs: none; work queues test and validation are exempt in both
select
    candidate.jedi_task_id,
    candidate.chunk_no,
    candidate.queue_name,
    format('share policy rule {}', zero_share.rule) as detail
from candidate
inner join chunk using (jedi_task_id, chunk_no)
inner join zero_share_request using (jedi_task_id, chunk_no)
inner join
    zero_share
    on zero_share_request.zero_share_no = zero_share.zero_share_no
    and candidate.unified_name = zero_share.queue_name
where
    zero_share.is_refused
    and (
        coalesce(chunk.work_queue_name, '') not in ('test', 'validation')
        or (
            chunk.is_single_preassigned
            and coalesce(chunk.prod_source_label, '') <> 'managed'
        )
    )

-- criterion: -zeroshare
-- label: zero share check
-- title: the queue gives no share to this kind of work
-- effect: drop
-- class: policy
-- source: C061
-- nulls: no policy passes; a pre-assigned task is not checked
select
    candidate.jedi_task_id,
    candidate.chunk_no,
    candidate.queue_name,
    format('share policy rule {}', zero_share.rule) as detail
from candidate
inner join analysis_task using (jedi_task_id)
inner join zero_share_request using (jedi_task_id, chunk_no)
inner join
    zero_share
    on zero_share_request.zero_share_no = zero_share.zero_share_no
    and candidate.unified_name = zero_share.queue_name
cross join cfg
where
    zero_share.is_refused
    and (
        analysis_task.site_name is null
        or not list_contains(cfg.preassign_single_exempts, '-zeroshare')
    )

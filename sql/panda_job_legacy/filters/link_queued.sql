-- criterion: -link_unusable
-- label: temporary problem check
-- title: too many files are queued on the link to the nucleus
-- effect: defer
-- class: capacity
-- source: O013
-- bounds: a count equal to the cap passes, in the running system it fails
-- nulls: a missing link or count passes; a queue without storage site passes
-- differs: the cap itself (link_cap_op); the running system looks at no links of
-- pre-assigned chunks (l4_spares_preassigned)
select
    candidate.*,
    cfg.nqueued_sat_cap as asked,
    if(cfg.link_cap_op = '>=', '>', '>=') as operator,
    nucleus_link.n_queued as offered,
    'files' as unit,
    format('{} files wait on the link, cap {} files', ceil(offered)::bigint, asked) as detail
from candidate
inner join chunk using (jedi_task_id, chunk_no)
inner join nucleus_link using (nucleus, transfer_activity, queue_name)
left join preassigned_chunk using (jedi_task_id, chunk_no)
cross join cfg
where
    not nucleus_link.is_at_nucleus
    and exceeds(offered, asked, cfg.link_cap_op)
    and not (cfg.l4_spares_preassigned and preassigned_chunk.preassignment_no is not null)

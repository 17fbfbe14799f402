-- criterion: -links_full
-- label: temporary problem check
-- title: too many files are to be aggregated to the nucleus
-- effect: defer
-- class: capacity
-- owner: nucleus
-- source: O014
-- bounds: a total equal to the cap passes, in the running system it fails
-- nulls: a nucleus without queued files passes
-- differs: the cap itself (link_cap_op); the running system spares queues of the
-- nucleus (nuc_cap_spares_nucleus), those without a default output endpoint
-- (nuc_cap_unmapped) and pre-assigned chunks (l4_spares_preassigned)
select
    candidate.*,
    cfg.nqueued_nuc_cap_for_jobs as asked,
    if(cfg.link_cap_op = '>=', '>', '>=') as operator,
    nucleus_link.n_backlog as offered,
    'files' as unit,
    format('{} files wait for the nucleus, cap {} files', ceil(offered)::bigint, asked) as detail
from candidate
inner join chunk using (jedi_task_id, chunk_no)
inner join nucleus_link using (nucleus, transfer_activity, queue_name)
left join preassigned_chunk using (jedi_task_id, chunk_no)
cross join cfg
where
    not nucleus_link.is_spared
    and exceeds(offered, asked, cfg.link_cap_op)
    and not (cfg.l4_spares_preassigned and preassigned_chunk.preassignment_no is not null)

-- criterion: -link_unusable
-- label: temporary problem check
-- title: too many files wait on the link to the nucleus
-- effect: defer
-- class: capacity
-- source: C055
-- bounds: a count equal to the cap passes on the page, fails in the running system
-- nulls: a missing link or count passes; a queue without storage site passes
-- differs: the cap itself
-- note: stands before -links_full, which hides it
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
cross join cfg
where not nucleus_link.is_at_nucleus and exceeds(offered, asked, cfg.link_cap_op)

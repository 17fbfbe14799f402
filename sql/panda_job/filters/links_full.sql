-- criterion: -links_full
-- label: temporary problem check
-- title: too many files wait for transfer to the nucleus, over all links
-- effect: defer
-- class: capacity
-- owner: nucleus
-- source: C056
-- bounds: a total equal to the cap passes on the page, fails in the running system
-- nulls: a nucleus of which no metric is known has no file waiting
-- differs: the cap itself; the running system spares queues with storage at the nucleus
-- and those without a default output endpoint, the page none
-- note: stands before -dest_blacklisted, which hides it
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
cross join cfg
where not nucleus_link.is_spared and exceeds(offered, asked, cfg.link_cap_op)

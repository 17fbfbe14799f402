-- criterion: -link_unusable
-- label: link check
-- title: the link to the nucleus is blocked
-- class: policy
-- source: C054
-- bounds: closeness -1 is blocked, 0 is the best link
-- nulls: a missing link or closeness passes; a queue without storage site passes
-- differs: in what hides it, see -links_full and -dest_blacklisted
-- note: not looked at where the nucleus itself is unwritable or full: the one rule that
-- others hide; explain remarks then that the link is blocked as well
select
    candidate.*,
    format('link {} to {} is blocked', nucleus_link.storage_site, chunk.nucleus) as detail
from candidate
inner join chunk using (jedi_task_id, chunk_no)
inner join nucleus_link using (nucleus, transfer_activity, queue_name)
cross join cfg
where
    nucleus_link.is_blocked
    and not nucleus_link.is_unwritable
    and not coalesce(
        exceeds(nucleus_link.n_backlog, cfg.nqueued_nuc_cap_for_jobs, cfg.link_cap_op), false
    )

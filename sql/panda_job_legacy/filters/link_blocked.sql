-- criterion: -link_unusable
-- label: link check
-- title: the link to the nucleus is blocked
-- class: policy
-- source: O012
-- bounds: closeness -1 is blocked, 0 is the best link
-- nulls: a missing link or closeness passes; a queue without storage site passes
-- differs: the running system looks at no links of pre-assigned chunks
-- (l4_spares_preassigned)
-- note: the storage of the nucleus is not looked at
select
    candidate.*,
    format('link {} to {} is blocked', nucleus_link.storage_site, chunk.nucleus) as detail
from candidate
inner join chunk using (jedi_task_id, chunk_no)
inner join nucleus_link using (nucleus, transfer_activity, queue_name)
left join preassigned_chunk using (jedi_task_id, chunk_no)
cross join cfg
where
    nucleus_link.is_blocked
    and not (cfg.l4_spares_preassigned and preassigned_chunk.preassignment_no is not null)

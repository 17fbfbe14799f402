-- criterion: -write_wan_blacklist
-- label: temporary problem check
-- title: no input endpoint can receive over WAN
-- effect: defer
-- class: capacity
-- source: C092, C093
-- bounds: one usable endpoint is enough
-- nulls: an unknown status passes; no DATADISK endpoint at all fails this and
-- -read_lan_blacklist, which is the one reported
-- differs: ON is asked for on the page, neither OFF nor TEST in the running system; a
-- nucleus queue without the input must receive over WAN too in the running system
select candidate.*, 'no input endpoint with usable write_wan' as detail
from candidate
inner join queue_storage using (queue_name)
left join at_nucleus using (jedi_task_id, chunk_no, pseudo_queue)
left join nucleus_gap using (jedi_task_id, chunk_no, queue_name)
where
    (not coalesce(at_nucleus.is_member, false) and not queue_storage.receives_wan)
    or (at_nucleus.is_member and not queue_storage.has_input)
    or (nucleus_gap.queue_name is not null and not nucleus_gap.receives_wan)

-- criterion: -read_wan_blacklist
-- label: temporary problem check
-- title: no output endpoint can send over WAN
-- effect: defer
-- class: capacity
-- source: C092, C094
-- bounds: one usable endpoint is enough
-- nulls: an unknown status passes; no DATADISK endpoint at all fails this and
-- -read_lan_blacklist, which is the one reported
-- differs: ON is asked for on the page, neither OFF nor TEST in the running system
select candidate.*, 'no output endpoint with usable read_wan' as detail
from candidate
inner join queue_storage using (queue_name)
left join at_nucleus using (jedi_task_id, chunk_no, pseudo_queue)
where not if(at_nucleus.is_member, queue_storage.has_output, queue_storage.sends_wan)

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
select
    candidate.jedi_task_id,
    candidate.chunk_no,
    candidate.queue_name,
    'no output endpoint with usable read_wan' as detail
from candidate
inner join queue_storage on candidate.unified_name = queue_storage.queue_name
left join
    at_nucleus
    on candidate.jedi_task_id = at_nucleus.jedi_task_id
    and candidate.chunk_no = at_nucleus.chunk_no
    and candidate.queue_name = at_nucleus.queue_name
where
    not case
        when coalesce(at_nucleus.is_member, false)
        then queue_storage.has_output
        else queue_storage.sends_wan
    end

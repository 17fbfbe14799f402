-- criterion: -write_lan_blacklist
-- label: temporary problem check
-- title: no output endpoint can be written over LAN
-- effect: defer
-- class: capacity
-- source: C091
-- bounds: one usable endpoint is enough
-- nulls: an unknown status passes; no DATADISK endpoint at all fails this and
-- -read_lan_blacklist, which is the one reported
-- differs: ON is asked for on the page, neither OFF nor TEST in the running system
select candidate.*, 'no output endpoint with usable write_lan' as detail
from candidate
inner join queue_storage using (queue_name)
where not queue_storage.writes_lan

-- criterion: -read_lan_blacklist
-- label: temporary problem check
-- title: no input endpoint can be read over LAN
-- effect: defer
-- class: capacity
-- source: C090
-- bounds: one usable endpoint is enough
-- nulls: an unknown status passes; no DATADISK endpoint at all fails
-- differs: ON is asked for on the page, neither OFF nor TEST in the running system
select candidate.*, 'no input endpoint with usable read_lan' as detail
from candidate
inner join queue_storage using (queue_name)
where not queue_storage.reads_lan

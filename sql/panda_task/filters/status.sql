-- criterion: -status
-- label: status check
-- title: the nucleus is not active
-- class: misconfigured
-- source: C007
-- nulls: an unknown state passes
select candidate.*, format('status={}', queue.site_state) as detail
from candidate
inner join nucleus using (nucleus)
inner join queue on nucleus.first_queue_name = queue.queue_name
where queue.site_state <> 'ACTIVE'

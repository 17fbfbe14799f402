-- criterion: -status
-- label: status check
-- title: the nucleus is not active
-- effect: drop
-- class: misconfigured
-- source: C007
-- nulls: an unknown state passes
select
    candidate.jedi_task_id,
    candidate.chunk_no,
    candidate.queue_name,
    format('status={}', queue.site_state) as detail
from candidate
inner join nucleus on candidate.queue_name = nucleus.nucleus
inner join queue on nucleus.first_queue_name = queue.queue_name
where queue.site_state <> 'ACTIVE'

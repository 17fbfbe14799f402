-- criterion: +usejumbo
-- label: final check
-- title: a jumbo task at a jumbo queue
-- effect: use
-- class: policy
-- source: running system
select survivor.pair_no, 'jumbo queue' as detail
from survivor
inner join weighed_chunk using (unit_no)
inner join weighed_queue using (partner_no)
where weighed_chunk.has_jumbo and weighed_queue.uses_jumbo

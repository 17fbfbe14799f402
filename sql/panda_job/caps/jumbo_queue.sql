-- criterion: +usejumbo
-- label: final check
-- title: a jumbo task at a jumbo queue
-- effect: use
-- class: policy
-- source: spec/production.md 6.5; the page is silent
select survivor.pair_no, 'jumbo queue' as detail
from survivor
inner join weighed_chunk on survivor.unit_no = weighed_chunk.unit_no
inner join weighed_queue on survivor.partner_no = weighed_queue.partner_no
where weighed_chunk.has_jumbo and weighed_queue.uses_jumbo

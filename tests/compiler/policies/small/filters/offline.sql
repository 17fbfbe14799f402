-- criterion: -offline
-- label: offline check
-- title: the queue is not online
-- effect: drop
-- class: policy
-- source: tests/compiler
-- bounds: equal passes
-- nulls: unknown passes
-- differs: none
select
    candidate.*,
    format('status {}', partner.status) as detail
from candidate
inner join partner on candidate.queue_name = partner.queue_name
where partner.status <> 'online'

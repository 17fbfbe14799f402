-- title: fast queues first
-- source: tests/compiler
-- nulls: unknown power counts as 1
-- differs: none
select
    survivor.*,
    coalesce(partner.core_power, 1) as speed
from survivor
inner join partner on survivor.queue_name = partner.queue_name

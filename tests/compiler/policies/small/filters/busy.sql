-- criterion: -busy
-- label: busy check
-- title: slow queues
-- effect: defer
-- class: throttled
-- source: tests/compiler
-- bounds: equal passes
-- nulls: unknown passes
-- differs: none
select
    candidate.*,
    cfg.min_speed as asked,
    '<=' as operator,
    partner.core_power as offered,
    format('power {} < {}', partner.core_power, cfg.min_speed) as detail
from candidate
inner join partner on candidate.queue_name = partner.queue_name
cross join cfg
where cfg.is_strict and partner.core_power < cfg.min_speed

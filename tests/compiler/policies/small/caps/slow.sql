-- criterion: -slow
-- label: slow check
-- title: slowest are not used
-- effect: drop
-- class: policy
-- source: tests/compiler
-- bounds: equal passes
-- nulls: unknown passes
-- differs: none
select
    weight_speed.*,
    'slow' as detail
from weight_speed
where weight_speed.speed <= 1

-- criterion: -nopilot
-- label: pilot activity check
-- title: no pilot was seen for three hours
-- class: capacity
-- source: C315
-- nulls: no record counts as no pilot
select
    candidate.*,
    0 as asked,
    '<' as operator,
    queue_pilot.n_pilots as offered,
    'pilots' as unit,
    'no pilot in 3 h' as detail
from candidate
inner join queue_pilot using (queue_name)
where offered = 0

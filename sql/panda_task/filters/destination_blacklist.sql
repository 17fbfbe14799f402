-- criterion: -destination_blacklist
-- label: endpoint check
-- title: the output endpoint cannot receive files over WAN
-- class: misconfigured
-- source: C020
-- nulls: an unknown status passes
-- differs: only OFF and TEST fail in the running system
select
    candidate.*, format('{} cannot be written over WAN', plan_nucleus.unwritable_endpoint) as detail
from candidate
inner join output_plan using (jedi_task_id)
inner join plan_nucleus using (plan_no, nucleus)
where plan_nucleus.unwritable_endpoint is not null

-- criterion: -source_blacklist
-- label: endpoint check
-- title: the output endpoint cannot send files over WAN
-- class: misconfigured
-- source: C019
-- nulls: an unknown status passes
-- differs: only OFF and TEST fail in the running system
select candidate.*, format('{} cannot be read over WAN', plan_nucleus.unreadable_endpoint) as detail
from candidate
inner join output_plan using (jedi_task_id)
inner join plan_nucleus using (plan_no, nucleus)
cross join cfg
where cfg.tb_source_check and plan_nucleus.unreadable_endpoint is not null

-- criterion: -cache
-- label: SW/HW check
-- title: release, container or hardware of the task is not available
-- class: never_fits
-- source: C072, C073, C074, O026, O027
-- bounds: see software_decision
-- nulls: without transHome no release is looked for
-- differs: see software_decision and what it reads
select candidate.*, software_decision.failed_test as detail
from candidate
inner join software_request using (jedi_task_id)
inner join software_queue using (queue_name)
inner join software_decision using (software_no, config_no)
where not software_decision.is_accepted

-- criterion: -cache
-- label: SW/HW check
-- title: release, container or hardware of the task is not available
-- effect: drop
-- class: never_fits
-- source: C072, C073, C074
-- bounds: see software_decision
-- nulls: without transHome no release is looked for
-- differs: see software_decision and what it reads
select
    candidate.jedi_task_id,
    candidate.chunk_no,
    candidate.queue_name,
    software_decision.failed_test as detail
from candidate
inner join software_request using (jedi_task_id)
inner join software_queue on candidate.unified_name = software_queue.queue_name
inner join
    software_decision
    on software_request.software_no = software_decision.software_no
    and software_queue.config_no = software_decision.config_no
where not software_decision.is_accepted

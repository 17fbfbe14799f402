-- criterion: -cache
-- label: SW/HW check
-- title: release, container or hardware of the task is not available
-- effect: drop
-- class: never_fits
-- source: C072, C073, C074
-- bounds: see the software facts
-- nulls: without transHome no release is looked for
-- differs: see the software facts
select
    candidate.jedi_task_id,
    candidate.chunk_no,
    candidate.queue_name,
    coalesce(software_match.failed_test, 'not available') as detail
from candidate
inner join software_request using (jedi_task_id)
inner join
    software_match
    on software_request.software_no = software_match.software_no
    and candidate.unified_name = software_match.queue_name
where not software_match.is_accepted

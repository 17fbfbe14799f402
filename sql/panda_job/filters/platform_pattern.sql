-- criterion: -regexpcmtconfig
-- label: SW/HW check
-- title: no cmtconfig of the queue matches the platform pattern of the task
-- effect: drop
-- class: never_fits
-- source: C148
-- nulls: a task without transHome is not checked
-- differs: none; a pattern that matches itself is not seen as one
select
    candidate.jedi_task_id,
    candidate.chunk_no,
    candidate.queue_name,
    format(
        'no cmtconfig of the queue matches {}', software_signature.platform
    ) as detail
from candidate
inner join software_request using (jedi_task_id)
inner join
    software_signature on software_request.software_no = software_signature.software_no
inner join
    software_match
    on software_request.software_no = software_match.software_no
    and candidate.unified_name = software_match.queue_name
where software_match.is_accepted and software_match.is_unresolved

-- criterion: -regexpcmtconfig
-- label: SW/HW check
-- title: no cmtconfig of the queue matches the platform pattern of the task
-- class: never_fits
-- source: C148
-- nulls: a task without transHome is not checked
-- differs: none; a pattern that matches itself is not seen as one
select
    candidate.*,
    format('no cmtconfig of the queue matches {}', software_request.sw_platform) as detail
from candidate
inner join software_request using (jedi_task_id)
inner join software_queue using (queue_name)
inner join software_decision using (software_no, config_no)
where software_decision.is_unresolved

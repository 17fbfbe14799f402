-- title: part of the queue's worker nodes that have the preferred CPU level
-- source: spec/production.md 4.7, architecture preference; the page is silent
-- nulls: no preference has factor 1
-- differs: none
select
    survivor.pair_no,
    coalesce(software_match.cpu_preference, 1)::double as cpu_preference
from survivor
left join software_request on survivor.jedi_task_id = software_request.jedi_task_id
left join
    software_match
    on software_request.software_no = software_match.software_no
    and survivor.unified_name = software_match.queue_name

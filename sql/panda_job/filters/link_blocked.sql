-- criterion: -link_unusable
-- label: link check
-- title: the link to the nucleus is blocked
-- effect: drop
-- class: policy
-- source: Brokerage page, ATLAS Production Job Brokerage, "Skip queues if their links
-- source: to the nucleus are blocked"
-- source: spec/production.md 4.4 JB-22
-- bounds: closeness -1 is blocked, 0 is the best link
-- nulls: a missing link or closeness passes; a queue without storage site passes
-- differs: none
select
    candidate.jedi_task_id,
    candidate.chunk_no,
    candidate.queue_name,
    format('link {} to {} is blocked', default_output.storage_site, chunk.nucleus) as detail
from candidate
inner join
    chunk
    on candidate.jedi_task_id = chunk.jedi_task_id
    and candidate.chunk_no = chunk.chunk_no
inner join default_output on candidate.unified_name = default_output.queue_name
inner join
    link
    on chunk.nucleus = link.nucleus
    and chunk.transfer_activity = link.transfer_activity
    and default_output.storage_site = link.storage_site
where
    default_output.storage_site <> chunk.nucleus
    and link.closeness = -1

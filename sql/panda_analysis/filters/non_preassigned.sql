-- criterion: -nonpreassigned
-- label: preassign check
-- title: the task is pre-assigned to another queue
-- effect: drop
-- class: policy
-- source: Brokerage page, ATLAS Analysis Job Brokerage, "Pre-assigned queues are
-- source: specified in includedSite or site"
-- source: spec/analysis-and-software.md 1.4 row 18
-- bounds: none
-- nulls: no pre-assignment passes
-- differs: none
select
    candidate.jedi_task_id,
    candidate.chunk_no,
    candidate.queue_name,
    format('the task is pre-assigned to {}', analysis_task.site_name) as detail
from candidate
inner join analysis_task on candidate.jedi_task_id = analysis_task.jedi_task_id
where
    analysis_task.site_name is not null
    and candidate.unified_name <> analysis_task.site_name

-- criterion: -nonpreassigned
-- label: preassign check
-- title: the task is pre-assigned to another queue
-- effect: drop
-- class: policy
-- source: Brokerage page, ATLAS Analysis Job Brokerage, "Pre-assigned queues are
-- specified in includedSite or site"
-- source: spec/analysis-and-software.md 1.4 row 18; behind the lists of sites (V86)
-- nulls: no pre-assignment passes
select
    remaining.pair_no,
    format('the task is pre-assigned to {}', analysis_task.site_name) as detail
from remaining
inner join analysis_task using (jedi_task_id)
where
    analysis_task.site_name is not null
    and remaining.unified_name <> analysis_task.site_name

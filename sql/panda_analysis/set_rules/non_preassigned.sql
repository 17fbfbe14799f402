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
    passed.pair_no,
    format('the task is pre-assigned to {}', analysis_task.site_name) as detail
from passed
inner join analysis_task using (jedi_task_id)
left join set_rule_not_in_auto_list as unlisted using (pair_no)
where
    unlisted.pair_no is null
    and analysis_task.site_name is not null
    and passed.unified_name <> analysis_task.site_name

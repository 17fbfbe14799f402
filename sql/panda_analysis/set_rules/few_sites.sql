-- criterion: -few_sites
-- label: job cloning check
-- title: each job goes to several queues, and a single one is left
-- effect: drop
-- class: capacity
-- source: spec/analysis-and-software.md 9.1 item 7; the page is silent
-- bounds: two queues are enough, in both rounds together
-- nulls: tasks without job cloning are not checked
with

    left_over as (
        select
            passed.pair_no,
            min(passed.queue_name) over of_chunk
            = max(passed.queue_name) over of_chunk as is_alone
        from passed
        inner join task_rule using (jedi_task_id)
        inner join pair_overload using (pair_no)
        left join set_rule_overloaded as over using (pair_no)
        left join set_rule_overloaded_vp as over_vp using (pair_no)
        left join set_rule_user_problem as trouble using (pair_no)
        where
            task_rule.uses_job_cloning
            and over.pair_no is null
            and over_vp.pair_no is null
            and trouble.pair_no is null
        window of_chunk as (partition by passed.jedi_task_id, passed.chunk_no)
    )

select left_over.pair_no, 'the only queue, job cloning needs two' as detail
from left_over
where left_over.is_alone

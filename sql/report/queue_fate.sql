-- title: the check at which the last pseudo queue of a unified queue left
-- grain: jedi_task_id, chunk_no, unified_name
-- source: spec/production.md 4.4: the reason is that of the pseudo queue that left last
select
    fate.jedi_task_id,
    fate.chunk_no,
    fate.unified_name,
    bool_or(fate.is_chosen) as is_chosen,
    max(fate.line_no) as line_no,
    arg_max(fate.label, fate.line_no) as label,
    arg_max(fate.step, fate.line_no) as step,
    arg_max(fate.criterion, (fate.line_no, fate.step, fate.queue_name)) as criterion
from fate
group by fate.jedi_task_id, fate.chunk_no, fate.unified_name

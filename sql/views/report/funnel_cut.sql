-- title: unified queues by the check at which they left, chosen ones apart
-- grain: unit_no, line_no, criterion, is_chosen
select
    queue_fate.unit_no,
    queue_fate.jedi_task_id,
    queue_fate.chunk_no,
    queue_fate.round,
    queue_fate.line_no,
    queue_fate.label,
    queue_fate.criterion,
    queue_fate.is_chosen,
    count(*) as n_queues
from queue_fate
group by all

-- title: unified queues by the check at which they left, chosen ones apart
-- grain: unit_no, line_no, criterion, is_chosen
select
    unit_no,
    jedi_task_id,
    chunk_no,
    round,
    line_no,
    label,
    criterion,
    is_chosen,
    count(*) as n_queues
from queue_fate
group by all

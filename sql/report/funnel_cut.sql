-- title: how many queues each check took from a round of a chunk, by criterion
-- grain: jedi_task_id, chunk_no, round, line_no, criterion
-- source: design/interfaces.md, result table funnel
select
    queue_fate.jedi_task_id,
    queue_fate.chunk_no,
    queue_fate.round,
    queue_fate.line_no,
    queue_fate.label,
    queue_fate.criterion,
    count(*) as n_cut
from queue_fate
where not queue_fate.is_chosen
group by all

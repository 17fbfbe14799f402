-- title: what became of each pair that got a weight, before they are ranked
-- grain: jedi_task_id, chunk_no, pseudo_queue
-- kind: view
-- source: O053
select
    open_pair.* exclude (is_open, criterion),
    open_pair.is_open or best_skipped.pseudo_queue is not null as is_open,
    open_pair.criterion
from open_pair
left join best_skipped using (jedi_task_id, chunk_no, pseudo_queue)

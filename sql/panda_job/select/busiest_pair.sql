-- title: the open queue with most running jobs, for tasks with a negative t1Weight
-- grain: jedi_task_id, chunk_no
-- source: spec/production.md 6.5 C8; empty and jumbo queues do not count
-- differs: there is no such rule on the page (D24)
select
    open_pair.jedi_task_id,
    open_pair.chunk_no,
    arg_min(
        open_pair.queue_name,
        (- pair_load.n_running_all, pseudo_queue.queue_order, open_pair.queue_name)
    ) as queue_name
from open_pair
inner join pair_load on open_pair.pair_no = pair_load.pair_no
inner join
    chunk
    on open_pair.jedi_task_id = chunk.jedi_task_id
    and open_pair.chunk_no = chunk.chunk_no
inner join task_rule on open_pair.jedi_task_id = task_rule.jedi_task_id
inner join pseudo_queue on open_pair.queue_name = pseudo_queue.queue_name
cross join cfg
where
    cfg.t1_negative_argmax
    and task_rule.t1_weight < 0
    and not chunk.is_merging
    and open_pair.is_open
    and not open_pair.is_bootstrap
    and not open_pair.is_jumbo
group by open_pair.jedi_task_id, open_pair.chunk_no

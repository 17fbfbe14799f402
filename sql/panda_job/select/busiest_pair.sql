-- title: the open queue with most running jobs, for tasks with a negative t1Weight
-- grain: jedi_task_id, chunk_no
-- differs: there is no such rule on the page
-- note: empty queues do not count; where a jumbo queue runs most jobs, no other is left
select
    open_pair.jedi_task_id,
    open_pair.chunk_no,
    arg_min(
        open_pair.pseudo_queue,
        (- weighed_queue.n_running_all, pseudo_queue.queue_order, open_pair.pseudo_queue)
    ) as pseudo_queue
from open_pair
inner join weighed_chunk using (jedi_task_id, chunk_no)
inner join weighed_queue using (pseudo_queue)
inner join pseudo_queue using (pseudo_queue)
cross join cfg
where
    cfg.t1_negative_argmax
    and weighed_chunk.t1_weight < 0
    and not weighed_chunk.is_merging
    and open_pair.is_open
    and not open_pair.is_bootstrap
group by open_pair.jedi_task_id, open_pair.chunk_no

-- title: the open queue with most running jobs, for tasks with a negative t1Weight
-- grain: pair_no
-- differs: there is no such rule on the page
-- note: empty and jumbo queues do not count
select
    open_pair.unit_no,
    arg_min(
        open_pair.pair_no,
        (
            - weighed_queue.n_running_all,
            pseudo_queue.queue_order,
            weighed_queue.queue_name
        )
    ) as pair_no,
    max(weighed_queue.n_running_all) as n_running_all
from weighed_chunk
inner join open_pair using (jedi_task_id, chunk_no)
inner join weighed_queue on open_pair.queue_name = weighed_queue.queue_name
inner join pseudo_queue on weighed_queue.queue_name = pseudo_queue.queue_name
cross join cfg
where
    cfg.t1_negative_argmax
    and weighed_chunk.t1_weight < 0
    and not weighed_chunk.is_merging
    and open_pair.is_open
    and not open_pair.is_bootstrap
    and not open_pair.is_jumbo
group by open_pair.unit_no

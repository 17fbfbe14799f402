-- title: pairs that are weighed, with what ranks them
-- grain: jedi_task_id, chunk_no, round, pseudo_queue
-- source: C350, C351
-- differs: the running system puts queues that the task uses first, and does not cut
-- distributed input where its place is asked, or a pre-assigned queue
select
    pair_weight.jedi_task_id,
    pair_weight.chunk_no,
    pair_weight.round,
    pair_weight.pseudo_queue,
    pair_weight.weight,
    cap_hit.criterion as lost_by,
    coalesce(
        cap_hit.criterion not in ('-bad_weight', '-badsite', '-cap_rt', '-closed'), true
    ) as is_open,
    cfg.ranking = 'used_first' and used_queue.queue_name is not null as is_used,
    weighed_pair.pool_round,
    weighed_pair.n_best,
    cfg.ranking = 'used_first'
    and (
        (chunk_source.is_distributed and weighed_pair.last_round = 1)
        or weighed_pair.queue_name is not distinct from analysis_task.site_name
    ) as is_uncut,
    pseudo_queue.queue_order,
    xor(weighed_chunk.draw_key, pseudo_queue.draw_key) as tie
from pair_weight
inner join weighed_pair using (jedi_task_id, chunk_no, round, pseudo_queue)
left join used_queue using (jedi_task_id, queue_name)
inner join weighed_chunk using (jedi_task_id, chunk_no)
inner join analysis_task using (jedi_task_id)
inner join chunk_source using (jedi_task_id, chunk_no)
inner join pseudo_queue using (pseudo_queue)
left join cap_hit using (jedi_task_id, chunk_no, round, pseudo_queue)
cross join cfg

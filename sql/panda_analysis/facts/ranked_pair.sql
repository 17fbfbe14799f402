-- title: pairs that are weighed, with what ranks them
-- grain: pair_no
-- source: C350, C351
-- differs: the running system puts queues that the task uses first, and does not cut
-- distributed input where its place is asked, or a pre-assigned queue
select
    pair_weight.pair_no,
    pair_weight.unit_no,
    pair_weight.partner_no,
    pair_weight.weight,
    cap_hit.criterion as lost_by,
    coalesce(
        cap_hit.criterion not in ('-bad_weight', '-badsite', '-cap_rt', '-closed'), true
    ) as is_open,
    cfg.ranking = 'used_first' and used_queue.queue_name is not null as is_used,
    kept_pair.pool_no,
    kept_pair.n_best,
    cfg.ranking = 'used_first'
    and (
        (
            chunk_source.is_spread
            and kept_pair.round = 1
            and not kept_pair.uses_job_cloning
        )
        or kept_pair.unified_name is not distinct from analysis_task.site_name
    ) as is_uncut,
    pseudo_queue.queue_order,
    xor(weighed_chunk.draw_key, pseudo_queue.draw_key) as tie
from pair_weight
inner join kept_pair on pair_weight.pair_no = kept_pair.pair_no
inner join weighed_chunk on pair_weight.unit_no = weighed_chunk.unit_no
inner join analysis_task on kept_pair.jedi_task_id = analysis_task.jedi_task_id
inner join
    chunk_source
    on kept_pair.jedi_task_id = chunk_source.jedi_task_id
    and kept_pair.chunk_no = chunk_source.chunk_no
inner join pseudo_queue on kept_pair.queue_name = pseudo_queue.queue_name
left join
    used_queue
    on kept_pair.jedi_task_id = used_queue.jedi_task_id
    and kept_pair.unified_name = used_queue.queue_name
left join cap_hit on pair_weight.pair_no = cap_hit.pair_no
cross join cfg

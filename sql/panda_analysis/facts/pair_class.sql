-- title: class of each pair's queue with what the class is meant to take
-- grain: jedi_task_id, chunk_no, round, queue_name
select
    weighed_pair.jedi_task_id,
    weighed_pair.chunk_no,
    weighed_pair.round,
    weighed_pair.queue_name,
    unit_queue.room,
    unit_queue.site_class,
    weighed_pair.pool_round,
    unit_weight.* exclude (jedi_task_id, chunk_no, pool_round),
    analysis_chunk.is_merging,
    case
        unit_queue.site_class
        when 1
        then unit_weight.weight_hi
        when 0
        then unit_weight.weight_mid
        else unit_weight.weight_lo
    end as class_weight,
    case
        unit_queue.site_class
        when 1
        then unit_weight.room_hi
        when 0
        then unit_weight.room_mid
        else unit_weight.room_lo
    end as class_room,
    case
        unit_queue.site_class
        when 1
        then unit_weight.n_hi
        when 0
        then unit_weight.n_mid
        else unit_weight.n_lo
    end as n_in_class,
    case
        when
            unit_queue.site_class = case
                when unit_weight.task_class > 1 then 1 else unit_weight.task_class
            end
        then unit_weight.n_jobs
        when
            (unit_queue.site_class, least(unit_weight.task_class, 1))
            in ((0, 1), (-1, 0), (0, -1))
        then cfg.epsilon_1
        else cfg.epsilon_2
    end::double as page_weight
from weighed_pair
inner join unit_queue using (jedi_task_id, chunk_no, pool_round, unified_name)
left join unit_weight using (jedi_task_id, chunk_no, pool_round)
inner join
    analysis_chunk
    on weighed_pair.jedi_task_id = analysis_chunk.jedi_task_id
    and weighed_pair.chunk_no = analysis_chunk.chunk_no
cross join cfg

-- title: weight of a queue in the running system: the share and the pool of its class
-- grain: jedi_task_id, chunk_no, round, pseudo_queue
-- source: running system
-- note: a task of a group or of another share knows no classes: its pool are all queues
with
    class as (
        select
            weighed_pair.jedi_task_id,
            weighed_pair.chunk_no,
            weighed_pair.round,
            weighed_pair.pseudo_queue,
            greatest(pool_queue.room, 0) as room,
            case
                when not analysis_task.is_by_class
                then pool_room.n_jobs
                when pool_queue.site_class = 1
                then class_share.weight_hi
                when pool_queue.site_class = 0
                then class_share.weight_mid
                else class_share.weight_lo
            end::double as weight,
            case
                when not analysis_task.is_by_class
                then pool_room.room_all
                when pool_queue.site_class = 1
                then pool_room.room_hi
                when pool_queue.site_class = 0
                then pool_room.room_mid
                else pool_room.room_lo
            end as pool,
            case
                when not analysis_task.is_by_class
                then pool_room.n_queues
                when pool_queue.site_class = 1
                then pool_room.n_hi
                when pool_queue.site_class = 0
                then pool_room.n_mid
                else pool_room.n_lo
            end as n_pool
        from weighed_pair
        inner join pool_queue using (jedi_task_id, chunk_no, pool_round, queue_name)
        inner join pool_room using (jedi_task_id, chunk_no, pool_round)
        inner join class_share using (jedi_task_id, chunk_no, pool_round)
        inner join analysis_task using (jedi_task_id)
    )

select
    class.jedi_task_id,
    class.chunk_no,
    class.round,
    class.pseudo_queue,
    class.weight as site_weight,
    case
        when class.pool - class.weight > 0 and not analysis_chunk.is_merging
        then
            greatest(
                class.room - class.weight / class.n_pool, cfg.least_queue_weight * class.weight
            )
            / (class.pool - class.weight)
        when class.pool > 0
        then class.room / class.pool
        else 1::double / class.n_pool
    end as queue_weight
from class
inner join analysis_chunk using (jedi_task_id, chunk_no)
cross join cfg

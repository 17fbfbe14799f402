-- title: room for a user's jobs at the queues of a round, by class of the queues
-- grain: jedi_task_id, chunk_no, pool_round
select
    unit_queue.jedi_task_id,
    unit_queue.chunk_no,
    unit_queue.pool_round,
    count(*) as n_queues,
    count(*) filter (unit_queue.site_class = 1) as n_hi,
    count(*) filter (unit_queue.site_class = 0) as n_mid,
    count(*) filter (unit_queue.site_class = -1) as n_lo,
    fsum(unit_queue.room order by unit_queue.room) as room,
    fsum(greatest(unit_queue.room, 0) order by unit_queue.room) as room_all,
    coalesce(
        fsum(greatest(unit_queue.room, 0) order by unit_queue.room) filter (
            unit_queue.site_class = 1
        ),
        0
    ) as room_hi,
    coalesce(
        fsum(greatest(unit_queue.room, 0) order by unit_queue.room) filter (
            unit_queue.site_class = 0
        ),
        0
    ) as room_mid,
    coalesce(
        fsum(greatest(unit_queue.room, 0) order by unit_queue.room) filter (
            unit_queue.site_class = -1
        ),
        0
    ) as room_lo
from unit_queue
where unit_queue.is_pooled
group by unit_queue.jedi_task_id, unit_queue.chunk_no, unit_queue.pool_round

-- title: room for a user's jobs at the queues of a round, by class of the queues
-- grain: jedi_task_id, chunk_no, pool_round
select
    jedi_task_id,
    chunk_no,
    pool_round,
    count(*) as n_queues,
    count(*) filter (site_class = 1) as n_hi,
    count(*) filter (site_class = 0) as n_mid,
    count(*) filter (site_class = -1) as n_lo,
    fsum(unit_queue.room order by unit_queue.room) as room,
    fsum(greatest(unit_queue.room, 0) order by unit_queue.room) as room_all,
    coalesce(
        fsum(greatest(unit_queue.room, 0) order by unit_queue.room) filter (
            site_class = 1
        ),
        0
    ) as room_hi,
    coalesce(
        fsum(greatest(unit_queue.room, 0) order by unit_queue.room) filter (
            site_class = 0
        ),
        0
    ) as room_mid,
    coalesce(
        fsum(greatest(unit_queue.room, 0) order by unit_queue.room) filter (
            site_class = -1
        ),
        0
    ) as room_lo
from unit_queue
where is_pooled
group by jedi_task_id, chunk_no, pool_round

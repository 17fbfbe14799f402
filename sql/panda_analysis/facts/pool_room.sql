-- title: jobs of a chunk, and the room for them at a pool of queues, by class of queue
-- grain: jedi_task_id, chunk_no, pool_round
-- note: n_left = jobs that find room; hi, mid and lo are the classes 1, 0 and -1
with
    pooled as (select pool_queue.*, greatest(room, 0) as open_room from pool_queue where is_pooled),
    room as (
        select
            jedi_task_id,
            chunk_no,
            pool_round,
            count(*) as n_queues,
            count(*) filter (site_class = 1) as n_hi,
            count(*) filter (site_class = 0) as n_mid,
            count(*) filter (site_class = -1) as n_lo,
            fsum(pooled.room order by pooled.room) as room,
            fsum(open_room order by pooled.room) as room_all,
            coalesce(fsum(open_room order by pooled.room) filter (site_class = 1), 0) as room_hi,
            coalesce(fsum(open_room order by pooled.room) filter (site_class = 0), 0) as room_mid,
            coalesce(fsum(open_room order by pooled.room) filter (site_class = -1), 0) as room_lo
        from pooled
        group by jedi_task_id, chunk_no, pool_round
    )

select room.*, chunk_jobs.n_jobs, least(chunk_jobs.n_jobs, room.room_all)::double as n_left
from room
inner join chunk_jobs using (jedi_task_id, chunk_no)

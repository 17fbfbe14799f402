-- title: what draws task queues, where one request finds what it finds when it is
-- served
-- grain: seq, tq_id
select
    eligible.seq,
    eligible.pilot_id,
    eligible.tq_id,
    eligible.cpu_time,
    found.draw_priority,
    found.cpu_rank = max(found.cpu_rank) over () as is_top
from eligible
inner join found_queue as found on eligible.tq_id = found.tq_id and found.may_give
where eligible.seq = ?

-- title: the lowest number of the task queues that just came to be, 0 where none did
-- grain: one row
select coalesce(min(tq_id), 0) as tq_id from new_queue

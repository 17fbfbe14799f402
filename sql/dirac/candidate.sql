-- title: every request of a resource against every task queue
select request.seq, request.pilot_id, task_queue.tq_id from request cross join task_queue

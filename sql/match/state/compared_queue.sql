-- title: task queues from $1 on, to be compared with requests
-- grain: tq_id
select known.* from state.task_queue as known where tq_id >= $1

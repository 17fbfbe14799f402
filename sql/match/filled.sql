-- title: task queues that had jobs when it was said last what waits
-- grain: tq_id
select distinct tq_id from job_class

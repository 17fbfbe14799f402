-- title: kinds of requests that a task queue fits which had jobs when it was said last
-- what waits: who gets none of them came too late
-- grain: class_id
select distinct class_id from fitting where tq_id in (select filled.tq_id from filled)

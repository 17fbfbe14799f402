-- title: the task queues that fit kinds of requests, as just found out
-- grain: class_id, tq_id
select seq as class_id, tq_id from survivor

-- title: the task queues that fit kinds of requests, as just found out
-- grain: class_id, tq_id
select survivor.seq as class_id, survivor.tq_id from survivor

-- title: the task queues that fit each request
-- grain: class_id, tq_id
-- source: T037
select seq as class_id, tq_id from survivor
